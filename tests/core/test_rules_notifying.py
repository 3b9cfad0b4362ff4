"""Which questions are told of outside the window, row by row."""

from __future__ import annotations

import pytest
from tests.core.inside import Inside, appends

from pausedesk.core.rules.notifying import MOST_AT_ONCE, Asked, Steps, Told, next_steps
from pausedesk.core.store.reads import Reader

ASKED = Asked("p1", 200)
KNOWN = Told({"s": "p1"})
STANDS = Told({"s": "p1"}, frozenset({"s"}))


def _steps(told: Told, waiting: dict[str, Asked], *, seen: bool = False, on: bool = True) -> Steps:
    return next_steps(told, ["s"], waiting, since=100, seen=seen, on=on)


@pytest.mark.parametrize(
    ("told", "asked", "seen", "on", "show", "withdraw"),
    [
        (Told(), ASKED, False, True, ("s",), ()),
        (Told(), ASKED, True, True, (), ()),  # the person looks at the window
        (Told(), ASKED, False, False, (), ()),
        (Told(), Asked("p1", 99), False, True, (), ()),  # it waited before the window was opened
        (KNOWN, ASKED, False, True, (), ()),  # none twice
        (STANDS, ASKED, False, True, (), ()),
        (STANDS, None, False, True, (), ("s",)),  # answered, here or elsewhere
        (STANDS, None, True, False, (), ("s",)),
        (KNOWN, None, False, True, (), ()),
        (KNOWN, Asked("p2", 300), False, True, ("s",), ()),  # the session asks the next question
        (STANDS, Asked("p2", 300), False, True, ("s",), ("s",)),
        (STANDS, Asked("p2", 300), True, True, (), ("s",)),
        (Told(), None, False, True, (), ()),
    ],
)
def test_what_is_told(
    told: Told, asked: Asked | None, seen: bool, on: bool, show: tuple[str, ...], withdraw: tuple[str, ...]
) -> None:
    steps = _steps(told, {"s": asked} if asked is not None else {}, seen=seen, on=on)
    assert (steps.show, steps.withdraw, steps.many) == (show, withdraw, 0)
    # And after it nothing more, however often it is touched.
    again = next_steps(steps.told, ["s"], {"s": asked} if asked else {}, since=100, seen=False, on=True)
    assert (again.show, again.withdraw, again.many) == ((), (), 0)


def test_what_came_while_the_window_was_seen_is_not_told_later() -> None:
    steps = _steps(Told(), {"s": ASKED}, seen=True)
    assert _steps(steps.told, {"s": ASKED}).show == ()


def test_many_at_once_are_a_number_and_each_is_known() -> None:
    waiting = {f"s{number}": Asked(f"p{number}", 200) for number in range(MOST_AT_ONCE + 1)}
    steps = next_steps(Told(), list(waiting), waiting, since=100, seen=False, on=True)
    assert (steps.show, steps.many, steps.told.standing) == ((), MOST_AT_ONCE + 1, frozenset())
    assert next_steps(steps.told, list(waiting), waiting, since=100, seen=False, on=True).many == 0


def test_the_store_says_which_of_the_touched_sessions_ask_a_person_and_in_which_pause(inside: Inside) -> None:
    reader = Reader(inside.store)
    try:
        assert reader.asked(["s"]) == {}
        inside.run([appends("a")], [appends("b")], "the end")
        others = [f"other{number}" for number in range(1200)]
        first = reader.asked(["s", *others])
        assert {(session, one.tool) for session, one in first.items()} == {("s", "append")}
        inside.submit()
        assert reader.asked(["s"]) == {}  # it waits for a runner, and for no person
        inside.take_up()
        # The next question of the session is another pause.
        assert reader.asked(["s"])["s"].pause != first["s"].pause
    finally:
        reader.close()
