"""What a batch takes, row by row."""

from __future__ import annotations

from itertools import product

import pytest

from pausedesk.core.rules.answered_pause import AnswerKind
from pausedesk.core.rules.batches import BatchCall, LeftOut, left_out

APPROVE, DECLINE = AnswerKind.APPROVE, AnswerKind.DECLINE
SEEN = {"answerable": True, "seen": True}


@pytest.mark.parametrize(
    ("call", "approve", "decline"),
    [
        ({**SEEN}, None, None),
        ({"answerable": True}, LeftOut.NOT_SEEN, None),
        ({**SEEN, "changed": True}, LeftOut.CHANGED, None),
        ({**SEEN, "plain": True}, LeftOut.PLAIN, None),
        ({**SEEN, "ended": True}, LeftOut.ENDED, None),
        ({**SEEN, "draft": "approve"}, None, LeftOut.CHOSEN),
        ({**SEEN, "draft": "decline"}, LeftOut.CHOSEN, None),
        ({**SEEN, "draft": "stop"}, LeftOut.CHOSEN, LeftOut.CHOSEN),
        ({**SEEN, "edited": True}, LeftOut.EDITED, LeftOut.EDITED),
        ({**SEEN, "answerable": False}, LeftOut.NOT_ANSWERABLE, LeftOut.NOT_ANSWERABLE),
        ({**SEEN, "answered": True}, LeftOut.ANSWERED, LeftOut.ANSWERED),
        # Of several reasons the one that says most.
        ({"answerable": False, "answered": True}, LeftOut.ANSWERED, LeftOut.ANSWERED),
        ({"answerable": True, "draft": "decline"}, LeftOut.CHOSEN, None),
        ({"answerable": True, "changed": True}, LeftOut.CHANGED, None),
    ],
)
def test_a_batch_takes_or_leaves_out(call: dict[str, object], approve: LeftOut | None, decline: LeftOut | None) -> None:
    made = BatchCall(**call)  # type: ignore[arg-type]
    assert left_out(APPROVE, made) is approve
    assert left_out(DECLINE, made) is decline


def test_no_call_is_approved_that_was_not_seen_as_it_stands() -> None:
    flags = ("answerable", "answered", "edited", "ended", "changed", "seen")
    for values in product((False, True), repeat=len(flags)):
        for draft in ("", "approve", "decline", "stop"):
            call = BatchCall(**dict(zip(flags, values, strict=True)), draft=draft)
            taken = left_out(APPROVE, call) is None
            plain = call.answerable and not (call.answered or call.edited or call.ended or call.changed)
            assert taken == (plain and call.seen and draft in ("", "approve"))
