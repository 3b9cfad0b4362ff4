"""Sentences that a store keeps as text are found again, with what they were made from."""

from __future__ import annotations

import pytest

from pausedesk.core.model import kept_words
from pausedesk.core.model.kept_words import Kept, as_kept
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.wording import Worded
from pausedesk.core.rules.event_words import event_words

MADE = {name: make for name, make in vars(kept_words).items() if isinstance(make, Kept)}


@pytest.mark.parametrize("name", MADE)
def test_each_is_found_again_as_what_it_was_made_from(name: str) -> None:
    wanted = {one: f"{one} (1.\n2)" for one in MADE[name].pattern.groupindex}
    made = MADE[name](**wanted)
    found = as_kept(str(made))
    assert isinstance(found, Worded)
    assert (found, found.source.template) == (made, made.source.template)
    assert found.source.values == wanted


def test_a_sentence_within_a_sentence_is_found_too() -> None:
    found = as_kept("The agent's process was killed (SIGKILL). Its last output was: booked 77.00")
    assert isinstance(found, Worded)
    death = found.source.values["death"]
    assert isinstance(death, Worded)
    assert death.source.values == {"signal": "SIGKILL"}


def test_what_a_process_is_called_is_found_with_who_said_that_it_is_gone() -> None:
    found = as_kept(str(Owner(7, 7, "boot", 1.0, "vm", gone="jo").sentence()))
    assert isinstance(found, Worded)
    assert found.source.values["by"] == "jo"


@pytest.mark.parametrize("text", ["", "KeyError: 'x'", "The agent's process was killed (SIGKILL). And more."])
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert type(as_kept(text)) is str
    assert as_kept(text) == text


def test_why_a_run_ended_is_such_a_sentence_in_the_history() -> None:
    words = event_words("run-ended", {"outcome": "failed", "why": "The agent's process was killed (SIGKILL)."})
    assert words == "The run ended (failed): The agent's process was killed (SIGKILL)."
    assert isinstance(words, Worded)
    assert all(isinstance(one, Worded) for one in words.source.values.values())
