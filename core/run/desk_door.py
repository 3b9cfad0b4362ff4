"""What the desk writes: answer rows and wishes, never a run. Call it on the desk's writer thread only, but for
`edit` and `forget_old`, which take seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.incidents import Settlement
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.own_command import own_command
from pausedesk.core.run.aftermath import look_around
from pausedesk.core.run.ahead import Ahead
from pausedesk.core.run.editing import edit_question
from pausedesk.core.run.forgetting import Cleared, Old, forget_old, old_sessions
from pausedesk.core.run.incidents import Cancelled, export_evidence
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.run.terminal import open_terminal
from pausedesk.core.run.worker import ensure_worker
from pausedesk.core.store import answering, attention, holds, resumes, settling
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign_sessions import foreign_view

Answer = NewAnswer


class DeskDoor:
    """The desk's side of the store: writes what a person decided, under their name."""

    def __init__(self, store: Store, *, by: str) -> None:
        self._store = store
        self._by = by

    def use_name(self, by: str) -> None:
        """What is decided from now on is recorded under this name."""
        self._by = by

    def submit(self, session: str, answers: Sequence[Answer], submit_id: str) -> None:
        """Hand answers over, all or none; ResumeDecisionError where one is refused."""
        shown = [replace(one, surface="desk") for one in answers]
        answering.submit_answers(self._store, session, shown, by=self._by, submit_id=submit_id)

    def edit(self, session: str, request: str, arguments: str, digest: str) -> str:
        """Put the person's arguments (JSON) in the place of a question they saw under `digest`; returns the new
        request. Its agent is loaded in a child for that, which takes a while. Raises as `editing.edit_question`."""
        take = Ahead(self._store, 0).take
        return edit_question(self._store, take, session, request, arguments, by=self._by, digest=digest)

    def close_question(self, session: str, request: str, digest: str) -> None:
        """Close a question that changed since it was asked, seen under `digest` (`answering.close_questions`)."""
        answering.close_questions(self._store, session, [(request, digest)], by=self._by)

    def withdraw(self, session: str, request: str) -> None:
        """Take an answer back while no runner has taken it up."""
        answering.withdraw_answer(self._store, session, request, by=self._by)

    def save_draft(self, session: str, request: str, decision: str, note: str) -> None:
        """Keep what the person is about to answer; empty texts remove it."""
        answering.save_draft(self._store, session, request, decision=decision, note=note, by=self._by)

    def settle(self, session: str, execution: str, end: str, text: str) -> None:
        """Settle a call that may have run: ran, did-not-run or unknown."""
        settling.settle_calls(self._store, session, [execution], end, text, by=self._by, alive=LIVENESS)

    def settle_together(self, wanted: Sequence[Settlement]) -> None:
        """Settle calls of several sessions, all or none (`settling.settle_together`)."""
        settling.settle_together(self._store, wanted, by=self._by, alive=LIVENESS)

    def export_incident(
        self, runner: str, path: Path, secrets: bool, told: Callable[[int, int], bool]
    ) -> tuple[int, int] | None:
        """Write the evidence of an incident into a new file (`incidents.export_evidence`), on any thread; how many
        calls and bytes, or None where `told` cancelled it."""
        try:
            made = export_evidence(self._store, runner, path, by=self._by, secrets=secrets, told=told)
        except Cancelled:
            return None
        return made.calls, made.size

    def resume(self, session: str) -> None:
        """Write the wish to resume; a worker takes it up."""
        resumes.submit_resume(self._store, session, by=self._by)

    def hold(self, why: str) -> None:
        """Stop every hand-over of the store (`store.holds.hold`); a hold that stands stays as it is."""
        holds.hold(self._store, None, by=self._by, why=why)

    def release(self) -> None:
        """Let everything go on. Holds of single sessions stay."""
        holds.release(self._store, None, by=self._by)

    def look_at(self, viewer: str, session: str | None) -> None:
        """Say which session the window `viewer` shows."""
        attention.look_at(self._store, viewer, session, by=self._by)

    def claim(self, session: str, to: str | None = None) -> None:
        """Take care of a session, or hand it over."""
        attention.claim(self._store, session, by=self._by, to=to)

    def let_go(self, session: str) -> None:
        """Take care of a session no more."""
        attention.let_go(self._store, session, by=self._by)

    def open_terminal(self, session: str) -> None:
        """Open a terminal in which the session's own program goes on with it. Raises EnvironmentFault, and
        ResumeDecisionError `no-session`, or `other-agent` for a session that no program of its own goes on with."""
        with self._store.read() as connection:
            view = foreign_view(connection, session)
        command = None if view is None else own_command(view.session, folder_there=True)
        if command is None:
            raise ResumeDecisionError("other-agent", worded("No command is known that goes on with this session."))
        open_terminal(command)

    def old_sessions(self, days: float) -> Old:
        """Which sessions have not changed for so many days, of those that may be forgotten."""
        return old_sessions(self._store, days)

    def forget_old(self, old: Old, told: Callable[[int], bool]) -> Cleared:
        """Forget for good what was found; `told` hears how many were tried and says whether to go on."""
        return forget_old(self._store, old, by=self._by, told=told)

    def ensure_worker(self) -> str | None:
        """Start a detached worker where no live one holds the store's lease; a sentence where that cannot be."""
        return ensure_worker(self._store)

    def note_dead_owners(self) -> int:
        """Write down what dead processes and the passing of time mean; returns how many sessions that concerned."""
        return look_around(self._store)[0]
