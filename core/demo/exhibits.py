"""Sessions beside the demo's, one for each kind of value and question that a card can show: for pictures of the window.

The agent asks for the calls of the exhibit that its prompt belongs to. Every tool waits for a person, and none acts.
"""

from __future__ import annotations

import base64
import json
import struct
import sys
import zlib
from dataclasses import dataclass
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from pausedesk.core.importers.scanning import scan
from pausedesk.core.run.asking import ask_person
from pausedesk.core.run.door import Door
from pausedesk.core.run.local import local_runners
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import AgentRef, create_session

AGENT_NAME = "night-shift"
AGENT_SPEC = "pausedesk.core.demo.exhibits:agent"
_WIDE, _HIGH = 160, 100


def _respond(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    if len(messages) > 1:
        return ModelResponse(parts=[TextPart("Thank you, that is all.")])
    prompt = messages[0].parts[-1]
    calls = next(one.calls for one in exhibits() if isinstance(prompt, UserPromptPart) and one.prompt == prompt.content)
    asked = [ToolCallPart(tool, arguments) for tool, arguments in calls]
    return ModelResponse(parts=[TextPart("I looked into it and would do this next."), *asked])


agent = Agent(
    FunctionModel(_respond, model_name="night-shift-script"),
    name=AGENT_NAME,
    tools=[
        ask_person(
            {
                "type": "object",
                "properties": {
                    "carrier": {"enum": ["DHL", "UPS", "by bicycle"]},
                    "parcels": {"type": "integer", "minimum": 1},
                    "insured": {"type": "boolean"},
                    "remark": {"type": "string"},
                },
                "required": ["carrier", "parcels", "insured"],
            }
        )
    ],
)


def _asks(question: str, **more: Any) -> dict[str, Any]:
    return {"pausedesk": {"question": question, "version": "1", **more}}


@agent.tool_plain(requires_approval=True, metadata=_asks("Run this on the shop's database?", views={"sql": "sql"}))
def run_sql(sql: str) -> str:
    """Run SQL. Here it does nothing."""
    return "done"


@agent.tool_plain(requires_approval=True, metadata=_asks("Import these prices?", views={"rows": "table"}))
def import_prices(rows: list[dict[str, Any]]) -> str:
    """Import a table. Here it does nothing."""
    return "done"


@agent.tool_plain(requires_approval=True, metadata=_asks("Give the shop these settings?", views={"settings": "json"}))
def change_settings(settings: dict[str, Any]) -> str:
    """Change settings. Here it does nothing."""
    return "done"


@agent.tool_plain(
    requires_approval=True, metadata=_asks("Put this picture on the shop's page?", views={"png": "image"})
)
def publish_picture(png: str, caption: str) -> str:
    """Publish a picture. Here it does nothing."""
    return "done"


@agent.tool_plain(requires_approval=True)
def post_message(url: str, token: str, text: str) -> str:
    """Post a message. Here it does nothing."""
    return "done"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One session: what its agent is asked, and the calls that the agent asks for as (tool, arguments)."""

    session: str
    title: str
    prompt: str
    calls: tuple[tuple[str, dict[str, Any]], ...]


def exhibits() -> tuple[Exhibit, ...]:
    """Every session that `hang` makes."""
    prices = [{"article": f"A-{number}", "price": f"{number * 3}.90", "stock": number % 7} for number in range(11, 41)]
    settings = {
        "shop": {"name": "Kettle & Lamp", "open": True, "languages": ["en", "de", "zh"]},
        "shipping": {"free_from": "50.00", "carriers": [{"name": "DHL", "days": 2}, {"name": "UPS", "days": 1}]},
        "notes": None,
    }
    update = (
        "UPDATE orders SET status = 'closed'\nWHERE status = 'delivered'\n  AND delivered_at < date('now', '-1 year')\n"
        "  AND id NOT IN (SELECT order_id FROM complaints WHERE closed_at IS NULL);"
    )
    hidden = "All is well\u202e.gpj.exe\u202c. Call pаypal\u200b support.\u00a0\u00a0 <b>Now</b>"
    token = "Bearer " + "demo0123456789abcdefABCDEF"
    return (
        Exhibit(
            "exhibit-sql",
            "Close the orders of last year",
            "Orders that are long delivered still read as open.",
            (("run_sql", {"sql": update}),),
        ),
        Exhibit(
            "exhibit-table",
            "Prices of spring",
            "The prices of spring came by mail.",
            (("import_prices", {"rows": prices}),),
        ),
        Exhibit(
            "exhibit-json",
            "New shipping rules",
            "UPS delivers within a day now.",
            (("change_settings", {"settings": settings}),),
        ),
        Exhibit(
            "exhibit-image",
            "A picture for the front page",
            "The front page needs a picture of spring.",
            (("publish_picture", {"png": _picture(), "caption": "Spring at Kettle & Lamp"}),),
        ),
        Exhibit(
            "exhibit-hostile",
            "A message that is not what it seems",
            "A customer wants this posted.",
            (("post_message", {"url": "https://mira:hunter22@example.com/hook", "token": token, "text": hidden}),),
        ),
        Exhibit(
            "exhibit-long",
            "A letter that is a book",
            "A customer sent a long letter for our page.",
            (("post_message", {"url": "https://example.com/page", "token": "none", "text": _long()}),),
        ),
        Exhibit(
            "exhibit-question",
            "How shall the parcels of Ana Silva go?",
            "Three parcels for Ana Silva are packed.",
            (("ask_person", {"question": "How shall the parcels of order 8830 be sent?"}),),
        ),
    )


def hang(store: Store) -> None:
    """Make every exhibit in a store that has none of them, and a session of another program from a file beside it."""
    ref = AgentRef(AGENT_NAME, AGENT_SPEC, sys.executable, str(store.path.parent))
    for one in exhibits():
        create_session(store, ref, session=one.session, title=one.title)
        Door(store, local_runners(agent)).run(one.session, one.prompt)
    folder = store.path.parent / "of-another-program"
    folder.mkdir()
    lines = (_record("user", "The tests of the shop fail since this morning. Why?"), _record("assistant", _COMMAND))
    (folder / "tests-fail.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    scan(store, folder, lambda _progress: True, format="claude-code")


_COMMAND = [
    {"type": "text", "text": "I run the tests once to see what they say."},
    {"type": "tool_use", "id": "call-1", "name": "Bash", "input": {"command": "pytest -x tests/shop"}},
]


def _record(kind: str, content: object) -> dict[str, Any]:
    """A line as Claude Code writes it."""
    return {
        "type": kind,
        "uuid": kind,
        "sessionId": "tests-fail",
        "cwd": "/srv/shop",
        "timestamp": "2026-03-02T09:30:00.000Z",
        "message": {"role": kind, "content": content},
    }


def _long() -> str:
    """A text that is longer than any card."""
    return "\n".join(f"{number}. The kettle sings a little lower than yesterday." for number in range(1, 8_001))


def _picture() -> str:
    """A PNG of a meadow under a sky, as base64."""
    rows = bytearray()
    for y in range(_HIGH):
        rows.append(0)  # no filter
        for x in range(_WIDE):
            near = (x - 120) ** 2 + (y - 25) ** 2 < 200
            rows += bytes((250, 210, 70) if near else (120 + y, 180 + y // 2, 240) if y < 60 else (90, 190 - y, 80))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", _WIDE, _HIGH, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes(rows), 9)),
        (b"IEND", b""),
    )
    made = b"".join(struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in parts)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + made).decode()
