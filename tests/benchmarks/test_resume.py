"""What it costs to tell where a history can be picked up: a million messages as much as ten."""

from __future__ import annotations

from collections.abc import Callable

from tests.benchmarks.conftest import Rounds
from tests.benchmarks.measuring import Report, timed

from pausedesk.core.model.histories import Message, Role, ToolCall
from pausedesk.core.rules.resume import ResumeKind, classify_resume

FEW, MANY, AT_ONCE = 10, 1_000_000, 1_000
BATCH = [
    Message(Role.ASSISTANT, tool_calls=(ToolCall("a", "refund"), ToolCall("b", "refund"))),
    Message(Role.TOOL, "ok", tool_call_id="a"),
]


def classified(length: int) -> Callable[[], object]:
    """Classifies a history of that many messages a thousand times."""
    history = [Message(Role.USER, "go")] * (length - len(BATCH)) + BATCH

    def work() -> None:
        for _ in range(AT_ONCE):
            assert classify_resume(history).kind is ResumeKind.RECOVER_TOOLS

    return work


def test_a_long_history_is_classified_like_a_short_one(rounds: Rounds, report: Report) -> None:
    long, short = timed(classified(MANY)), timed(classified(FEW))
    report.compare(f"classify_resume, {MANY} messages against {FEW}", long, short, rounds(5, 51), aim=1)
