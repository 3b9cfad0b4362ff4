"""What the demo shows: prompts for the agent, and what people answered. Values only; `fill` acts them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person answers to everything that a scene asks."""

    decision: str  # approve | decline
    by: str
    note: str | None = None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One session: what the agent is asked, and how far it goes.

    `mishap`: "" none; "power-cut" kills the agent's process while its model answers; "provider-down" makes the model's
    provider fail; "crash" means that the approved call itself kills its process, which must be a child therefore.
    """

    session: str
    title: str
    prompt: str
    decision: Decision | None = None
    mishap: str = ""


# In the order in which they are made; the last stands first in the list.
SCENES = (
    Scene("order-8801", "What was in order 8801?", "Ana asks what was in order 8801, and whether anything is open."),
    Scene(
        "refund-8813",
        "Refund for the chipped plate, order 8813",
        "Paul Martin writes about order 8813: “One plate is lovely, the other has a bite taken out of it.” "
        "Please refund 18.40 for the one plate.",
        Decision("approve", "Mei Lin"),
    ),
    Scene(
        "refund-8826",
        "Refund for a picnic basket, order 8826",
        "Ben Osei writes about order 8826: “Five people, four forks.” He would like a refund.",
        Decision("decline", "Mei Lin", "A fork is missing, not the basket. Please replace the fork instead."),
    ),
    Scene(
        "clear-drafts",
        "Clear out the old drafts",
        "Please clear out the drafts folder, I think nobody needs those any more.",
        Decision("decline", "Jonas Weber", "Mei is still working on the spring offer.", stop=True),
    ),
    Scene(
        "complaints-8803",
        "What is wrong with the coffee grinder, order 8803?",
        "Tom Baker's coffee grinder, order 8803: what do we know about it?",
        mishap="provider-down",
    ),
    Scene(
        "refund-8804",
        "Garden hose, order 8804",
        "Marta Kowalska writes about order 8804: “There is more water beside the hose than in it.” Please refund it.",
        mishap="power-cut",
    ),
    Scene(
        "refund-8840",
        "Refund for a sauna bucket, order 8840",
        "Hanna Virtanen writes about order 8840: “The bucket empties itself, slowly but surely.” Please refund it.",
        Decision("approve", "Mei Lin", "Bucket and ladle, yes."),
        mishap="crash",
    ),
    Scene(
        "letter-8824",
        "A written statement for Camille Durand, order 8824",
        "Camille Durand wants to know what happened to order 8824. Please write to her with a full statement.",
    ),
    Scene(
        "refund-8819",
        "Flickering desk lamp, order 8819",
        "Noor Haddad sent a receipt as a picture for order 8819. Please refund the lamp.",
    ),
    Scene(
        "larsen-parcels",
        "Two refunds and a letter for Ingrid Larsen",
        "Ingrid Larsen: the lamp of order 8815 came without its shade, and the dimmer of order 8816 does not fit it. "
        "Please refund both and send her a letter that we are sorry.",
    ),
    Scene(
        "policy-30-days",
        "Thirty days for returns",
        "From April on, customers have 30 days in place of 14 to return things. Please change the refund policy.",
    ),
    Scene(
        "archive-letters",
        "Archive this month's letters",
        "Please copy this month's letters into the archive, so that I can tidy up.",
    ),
    Scene(
        "letter-8821", "给李娜写一封道歉信(订单 8821)", "李娜的茶壶到货时壶嘴已经碎了(订单 8821)。请给她写一封道歉信。"
    ),
    Scene(
        "refund-8812",
        "Refund for a broken kettle, order 8812",
        "Greta Vogel writes about order 8812: “The lid was in two pieces when I opened the box.” Please refund it.",
    ),
)

# How many sessions wait on a single call, and on several, after every `pausedesk demo`.
SINGLE = 3
SEVERAL = 1


def more_singles(orders: Mapping[str, Mapping[str, Any]]) -> Iterator[Scene]:
    """Endlessly many further scenes that wait on one call: each order's refund once, then letters."""
    spoken_for = " ".join(scene.prompt for scene in SCENES)
    left = {number: order for number, order in orders.items() if number not in spoken_for and "gateway" not in order}
    for number, order in left.items():
        yield Scene(
            f"refund-{number}",
            f"{', '.join(order['items']).capitalize()}, order {number}",
            f"{order['customer']} writes about order {number}: “{order['message']}” Please refund it.",
        )
    for round_ in count(2):
        for number, order in left.items():
            yield Scene(
                f"letter-{number}-{round_}",
                f"A letter to {order['customer']}, order {number}",
                f"{order['customer']} wrote again about order {number}. Please write to them that we are sorry.",
            )


def more_several() -> Iterator[Scene]:
    """Endlessly many further scenes that wait on three calls of one turn."""
    for round_ in count(2):
        yield Scene(
            f"tidy-up-{round_}",
            "Tidy up, and a letter to Tom Baker",
            "Please archive the letters, clear out the drafts, and write to Tom Baker about order 8803: we are sorry.",
        )
