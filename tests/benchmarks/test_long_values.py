"""What a long value costs the window: the first paint of its card on the GUI thread, and how long that has to wait for
the thread that makes the value ready.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from tests.benchmarks.conftest import Rounds
from tests.benchmarks.measuring import Report, timed
from tests.gui.fakes import make_request

from pausedesk.core.model.views import RequestView
from pausedesk.gui.app import make_application
from pausedesk.gui.card.call_view import CallView
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.prepared import PreparedRequest, prepare_around, prepare_request

# By the number of lines, keys, rows or characters.
KINDS: dict[str, tuple[int, int, Callable[[int], Any]]] = {
    "lines": (15_000, 500_000, lambda n: "\n".join(f"line {number} of a text that goes on" for number in range(n))),
    "one line": (500_000, 5_000_000, lambda n: "x" * n),
    "keys": (15_000, 100_000, lambda n: {f"key {number}": number for number in range(n)}),
    "a table": (5_000, 100_000, lambda n: [{"order": number, "note": f"note {number}"} for number in range(n)]),
}


def asked(value: Any) -> RequestView:
    request = make_request("r1", "write", value=value)
    return replace(request, arguments=tuple(replace(one, view="") for one in request.arguments))


def longest_wait(work: Callable[[], object]) -> float:
    """The longest time in seconds that this thread waited for a turn while another one did the work."""
    thread, longest = threading.Thread(target=work), 0.0
    beat = threading.Event()
    thread.start()
    last = time.perf_counter()
    while thread.is_alive():
        beat.wait(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    return longest


def nested(depth: int, inside: Any) -> Any:
    for _ in range(depth // 2):
        inside = {"in": [inside]}
    return inside


# Of 20 KB and of 20 MB.
SIZES: dict[str, tuple[int, int, Callable[[int], Any]]] = {
    "lines": (700, 700_000, KINDS["lines"][2]),
    "one line": (20_000, 20_000_000, KINDS["one line"][2]),
    "keys": (1_000, 100_000, lambda n: {f"key {number}": "x" * (n // 500) for number in range(n)}),
    "a table": (500, 500_000, KINDS["a table"][2]),
    "deep": (20, 500, lambda n: nested(n, "x" * n * n * 80)),
}


@pytest.mark.parametrize("kind", SIZES)
def test_a_value_of_20_mb_begins_as_soon_as_one_of_20_kb_is_shown(
    kind: str, qtbot: QtBot, report: Report, rounds: Rounds
) -> None:
    make_application([])
    short, long, make = SIZES[kind]
    views: list[CallView] = []

    def begun(value: RequestView, prepare: Callable[[RequestView], PreparedRequest]) -> Callable[[], object]:
        def paint() -> None:
            view = CallView(prepare(value))
            qtbot.addWidget(view)
            view.resize(700, 600)
            view.grab()
            views.append(view)

        return paint

    ratio = report.compare(
        f"{kind}: first paint of {long:,} against {short:,}",
        timed(begun(asked(make(long)), prepare_around)),
        timed(begun(asked(make(short)), prepare_request)),
        rounds(3, 10), aim=2,
    )  # fmt: skip
    assert any(view.beginnings for view in views)
    assert ratio.times < 20


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_paint_of_a_long_value_costs_what_one_of_a_short_one_does(
    kind: str, qtbot: QtBot, report: Report, rounds: Rounds, request: pytest.FixtureRequest
) -> None:
    make_application([])
    short, long, make = KINDS[kind]
    if not request.config.getoption("--sweep"):
        long = short * 2
    views: dict[int, CallView] = {}

    def painted(size: int) -> Callable[[], object]:
        prepared = prepare_request(asked(make(size)))

        def paint() -> None:
            view = views[size] = CallView(prepared)
            qtbot.addWidget(view)
            view.resize(700, 600)
            view.grab()

        return paint

    ratio = report.compare(
        f"{kind}: first paint of {long:,} against {short:,}",
        timed(painted(long)), timed(painted(short)), rounds(3, 10), aim=2,
    )  # fmt: skip
    long_one = asked(make(long))
    waited = longest_wait(lambda: prepare_request(long_one))
    report.say(f"{kind}: the longest wait for a turn while {long:,} are made ready: {waited * 1000:.0f} ms")
    for view in views.values():
        box = view.findChild(LongBox)
        assert isinstance(box, LongBox)
        # Rows, and not time, are what may not grow: a few screenfuls, however long the value is.
        assert box.laid_out <= 150
    assert ratio.times < 20
