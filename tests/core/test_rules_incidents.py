"""Whose death a call in doubt belongs to, and what settling together takes, row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pausedesk.core.model.incidents import Settlement
from pausedesk.core.model.owners import Owner
from pausedesk.core.rules.incidents import CallInDoubt, LeftOut, runner_id, runner_of, settle_together

DOOR = Owner(pid=1, pgid=1, boot="b", start=1000.0, host="h", ticks=7, space="s")
CHILD = replace(DOOR, pid=2, pgid=2)


@pytest.mark.parametrize(
    ("door", "alive", "whose"),
    [
        (DOOR, False, DOOR),
        (DOOR, None, DOOR),
        # A runner that lives has lost this one child.
        (DOOR, True, CHILD),
        (None, None, CHILD),
    ],
)
def test_whose_death_it_is(door: Owner | None, alive: bool | None, whose: Owner) -> None:
    assert runner_of(door, alive, CHILD) == whose


def test_a_runner_keeps_its_name_when_somebody_says_that_it_is_gone() -> None:
    assert runner_id(replace(DOOR, gone="Ada")) == runner_id(DOOR) != runner_id(CHILD)
    assert len(runner_id(DOOR)) == 12


DEAD = CallInDoubt("s", "x", owner_alive=False, seen=True)


@pytest.mark.parametrize(
    ("call", "ran", "did_not_run"),
    [
        (DEAD, None, None),
        (replace(DEAD, owner_alive=True), LeftOut.LIVES, LeftOut.LIVES),
        (replace(DEAD, owner_alive=None), LeftOut.UNSURE, LeftOut.UNSURE),
        (replace(DEAD, seen=False), LeftOut.NOT_SEEN, LeftOut.NOT_SEEN),
        (replace(DEAD, own_end=""), LeftOut.KEPT_BACK, LeftOut.KEPT_BACK),
        (replace(DEAD, own_end="unknown"), None, None),
        (replace(DEAD, own_end="did-not-run"), None, None),
        (replace(DEAD, own_end="ran"), LeftOut.NOTHING_FOUND, LeftOut.NOTHING_FOUND),
        (replace(DEAD, own_end="ran", found=" \n"), LeftOut.NOTHING_FOUND, LeftOut.NOTHING_FOUND),
        (replace(DEAD, own_end="ran", found="entry 7"), None, None),
        (replace(DEAD, own_end="anything"), LeftOut.KEPT_BACK, LeftOut.KEPT_BACK),
        # Of several reasons the one that nobody can change.
        (replace(DEAD, owner_alive=True, seen=False, own_end=""), LeftOut.LIVES, LeftOut.LIVES),
    ],
)
def test_what_is_left_out(call: CallInDoubt, ran: LeftOut | None, did_not_run: LeftOut | None) -> None:
    for end, found, why in (("ran", "entry 1", ran), ("did-not-run", "", did_not_run)):
        together = settle_together([call], end, found)
        assert together.left == (() if why is None else ((call.execution, why),))
        assert len(together.settled) == (why is None)


def test_each_call_keeps_its_own_end_where_it_has_one() -> None:
    calls = [
        replace(DEAD, execution="a"),
        replace(DEAD, execution="b", own_end="did-not-run", found="not used"),
        replace(DEAD, execution="c", own_end="ran", found="entry 7"),
        replace(DEAD, execution="d", own_end="", session="other"),
    ]
    together = settle_together(calls, "ran", "entry 1")
    assert together.settled == (
        Settlement("s", "a", "ran", "entry 1"),
        Settlement("s", "b", "did-not-run"),
        Settlement("s", "c", "ran", "entry 7"),
    )
    assert together.left == (("d", LeftOut.KEPT_BACK),)


def test_that_they_ran_needs_what_was_found_and_the_other_ends_keep_no_words() -> None:
    assert settle_together([DEAD], "ran").left == (("x", LeftOut.NOTHING_FOUND),)
    assert settle_together([DEAD], "unknown", "words").settled == (Settlement("s", "x", "unknown"),)
