"""That the state machine can fail: rules of the core taken away one at a time, each of which its examples must miss.

Those that are caught within seconds run always, all of them with --sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update
from tests.faults.machine import AnsweredPause
from tests.faults.machine_of_copies import AnsweredPauseOfCopies
from tests.faults.playing import play
from tests.faults.rig import Broken
from tests.faults.test_model_machine import EXAMPLES

from pausedesk.core.model.states import AnswerState
from pausedesk.core.rules.history import compose_history
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE, NoticeOrigin, notice_for
from pausedesk.core.run import door, drives
from pausedesk.core.store import (
    answering,
    editing,
    executions,
    holds,
    ledger,
    rotation,
    settling,
    standings,
    witness,
)
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store
from pausedesk.core.store.tables import answers

Patch = pytest.MonkeyPatch


def _without(statement: Any, *words: str) -> Any:
    """A statement without the conditions in which one of the words stands."""
    changed = statement._generate()
    changed._where_criteria = tuple(
        one for one in statement._where_criteria if not any(word in str(one) for word in words)
    )
    assert len(changed._where_criteria) < len(statement._where_criteria)
    return changed


def spends_without_compare(patch: Patch) -> None:
    patch.setattr(sql, "SPEND", _without(sql.SPEND, "requests.state", "EXISTS"))


def marks_nothing(patch: Patch) -> None:
    patch.setattr(sql, "MARK", sql.MARK.where(sql.MARK.table.c.id == ""))


def says_that_it_did_not_run(patch: Patch) -> None:
    """The notice of a call that may have run is that of one that was never entered."""

    def wrong(origin: NoticeOrigin, **facts: Any) -> str:
        return NOT_RUN_UNANSWERABLE if origin is NoticeOrigin.OUTCOME_UNKNOWN else notice_for(origin, **facts)

    patch.setattr(settling, "notice_for", wrong)


def looks_after_nobody(patch: Patch) -> None:
    patch.setattr(settling, "note_dead_owners", lambda store, alive: 0)


def holds_nobody(patch: Patch) -> None:
    patch.setattr(sql, "SPEND", _without(sql.SPEND, "holder", "leases"))
    for module in (door, drives, holds):
        patch.setattr(module, "refuse_held", lambda connection, session: None)


def takes_back_what_is_taken_up(patch: Patch) -> None:
    def withdraw(store: Store, session: str, request: str, *, by: str) -> None:
        with store.write() as connection:
            connection.execute(
                update(answers)
                .where(answers.c.request_id == request, answers.c.state.in_(["submitted", "taken_up"]))
                .values(state=AnswerState.WITHDRAWN)
            )

    patch.setattr(answering, "withdraw_answer", withdraw)


def loses_what_it_gives_back(patch: Patch) -> None:
    def lose(store: Store, session: str, fence: int, *rest: Any) -> None:
        with store.write() as connection:
            connection.execute(delete(answers).where(answers.c.state == AnswerState.TAKEN_UP))

    patch.setattr(ledger, "keep_answers", lose)


def forgets_the_list(patch: Patch) -> None:
    patch.setattr(settling, "refresh_listing", lambda *given: None)


def takes_places_from_what_is_composed(patch: Patch) -> None:
    """As it once was: a later response stands further on in what is composed than in the store."""

    def plan(connection: Any, session: str, stored: Any, results: Any, *rest: Any, **more: Any) -> Any:
        return real(connection, session, compose_history(stored, results), results, *rest, **more)

    real = standings.plan_drive
    patch.setattr(drives, "plan_drive", plan)


def trusts_every_copy(patch: Patch) -> None:
    for module in (rotation, witness):
        patch.setattr(module, "judge", lambda *given: None)


def edits_what_was_answered(patch: Patch) -> None:
    patch.setattr(editing, "answered_refusal", lambda *given, **named: None)


def repeats_whatever_died(patch: Patch) -> None:
    patch.setattr(sql, "INTERRUPT", _without(sql.INTERRUPT, "repeatable"))


def settles_what_still_runs(patch: Patch) -> None:
    patch.setattr(settling, "refuse_living", lambda row, alive: None)


def drops_late_results(patch: Patch) -> None:
    patch.setattr(executions, "_keep_late", lambda *given: None)


MUTANTS: list[Callable[[Patch], None]] = [
    spends_without_compare,
    marks_nothing,
    looks_after_nobody,
    holds_nobody,
    takes_back_what_is_taken_up,
    loses_what_it_gives_back,
    forgets_the_list,
    takes_places_from_what_is_composed,
    trusts_every_copy,
    edits_what_was_answered,
    repeats_whatever_died,
    settles_what_still_runs,
    drops_late_results,
]
OF_COPIES = (trusts_every_copy,)
SLOW = (takes_places_from_what_is_composed,)


def caught(mutant: Callable[[Patch], None], template: Path, monkeypatch: Patch) -> str:
    """By what the machine notices the mutant within the examples of one run; empty where it does not."""
    mutant(monkeypatch)
    seen: list[str] = []

    made = Broken.__init__

    def note(broken: Broken, *faults: str) -> None:
        seen.extend(str(one) for one in faults)
        made(broken, *faults)

    monkeypatch.setattr(Broken, "__init__", note)
    try:
        play(AnsweredPauseOfCopies if mutant in OF_COPIES else AnsweredPause, template, EXAMPLES, chance=0)
    except Exception as error:  # noqa: BLE001 - whatever it is, the mutant did not pass
        # All that was seen: a mutant that makes the examples differ from run to run hides it from the report.
        return "; ".join(dict.fromkeys(seen or [f"{type(error).__name__}: {error}"]))
    return ""


@pytest.mark.slow
def test_a_notice_that_denies_a_call_is_caught(template: Path, monkeypatch: Patch, told: Callable[[str], None]) -> None:
    by = caught(says_that_it_did_not_run, template, monkeypatch)
    told(f"mutant says_that_it_did_not_run: {by[:200]}")
    # By what the model reads, or by what comes of it: told so, the model asks anew, and the call is made twice.
    assert "did not run" in by or "2 lines of" in by


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, marks=[pytest.mark.sweep] if mutant in SLOW else [], id=mutant.__name__)
        for mutant in MUTANTS
    ],
)
def test_each_mutant_is_caught(
    mutant: Callable[[Patch], None], template: Path, monkeypatch: Patch, told: Callable[[str], None]
) -> None:
    by = caught(mutant, template, monkeypatch)
    told(f"mutant {mutant.__name__}: {by[:200]}")
    assert by
