"""For a program that runs its agent itself: the same store, ledger and door as everybody, in the program's process.

    desk = Desk()
    result = desk.run(agent, "Refund order 8812", spec="shop.agents:refunds")

The pause appears on the desk like any other. With `spec` a worker may take the answer up in a child of its own; without
it only this program can, with `take_up`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic_ai import Agent

from pausedesk.core import paths, settings
from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import canonical_bytes
from pausedesk.core.model.decisions import parse_decision
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.session_ids import checked_id
from pausedesk.core.run.door import Door, DoorResult
from pausedesk.core.run.editing import edit_question
from pausedesk.core.run.local import local_runners
from pausedesk.core.store import answering
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import asked_calls, was_answered
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.sessions import AgentRef, create_session


class Desk:
    """A store, used by the program that opens it. Close it, or use it as a context manager."""

    def __init__(self, store: Path | str | Store | None = None) -> None:
        """Open the store at a path (default: the platform's); raises StoreError. A `Store` is used as it is."""
        self._owned = not isinstance(store, Store)
        self.store = store if isinstance(store, Store) else open_store(Path(store) if store else paths.default_store())

    def run(
        self,
        agent: Agent[Any, Any],
        prompt: str,
        *,
        session: str | None = None,
        spec: str = "",
        folder: Path | None = None,
        deps: Any = None,
    ) -> DoorResult:
        """Run the agent until it ends or pauses. Raises ResumeDecisionError `waiting`, `running` (4.1) or `held`."""
        ref = AgentRef(agent.name or "agent", spec, sys.executable, str((folder or Path.cwd()).absolute()))
        if session is not None:
            checked_id(session)
        name = create_session(self.store, ref, session=session, title=prompt, to_run=True)
        return self._door(agent, deps).run(name, prompt, agent=ref)

    def take_up(self, agent: Agent[Any, Any], session: str, *, deps: Any = None) -> DoorResult | None:
        """Take the session's submitted answers up and run it on; None where no complete turn is submitted."""
        return self._door(agent, deps).answer(checked_id(session))

    def answer(
        self,
        agent: Agent[Any, Any],
        session: str,
        *,
        approve: bool,
        request: str | None = None,
        note: str | None = None,
        by: str | None = None,
        deps: Any = None,
    ) -> DoorResult | None:
        """Answer what waits (one request, or all of the turn) and take it up. Raises ResumeDecisionError.

        Where the session has asked before, the request must be named (UsageError `request-not-named`): a retry must
        never approve the next question unseen.
        """
        name = by if by is not None else settings.load().by()
        at = datetime.now(UTC).isoformat()
        decision = parse_decision({"approved": approve, "by": name, "note": note, "at": at})
        word = "approve" if decision.approved else "decline"
        return self._answered(agent, session, request, word, None, note, name, deps)

    def answer_question(
        self,
        agent: Agent[Any, Any],
        session: str,
        value: Any,
        *,
        request: str | None = None,
        by: str | None = None,
        deps: Any = None,
    ) -> DoorResult | None:
        """Answer the plain question that waits with a JSON value, which the model reads as the call's result, and take
        it up. Raises as `answer`, and UsageError `answer-refused` where the question's schema does not take the value.
        """
        name = by if by is not None else settings.load().by()
        text = canonical_bytes(value).decode()
        return self._answered(agent, session, request, "answer", text, None, name, deps)

    def skip_question(
        self,
        agent: Agent[Any, Any],
        session: str,
        *,
        request: str | None = None,
        note: str | None = None,
        by: str | None = None,
        deps: Any = None,
    ) -> DoorResult | None:
        """Leave the plain question that waits out: the model reads that there is no answer. Raises as `answer`."""
        name = by if by is not None else settings.load().by()
        return self._answered(agent, session, request, "skip", None, note, name, deps)

    def _answered(
        self,
        agent: Agent[Any, Any],
        session: str,
        request: str | None,
        word: str,
        value: str | None,
        note: str | None,
        name: str,
        deps: Any,
    ) -> DoorResult | None:
        checked_id(session)
        with self.store.read() as connection:
            if request is None and was_answered(connection, session):
                raise UsageError("request-not-named", worded("This session has asked before: name the question."))
            waiting = [one for one in asked_calls(connection, session) if request in (None, one.request)]
        answering.submit_answers(
            self.store,
            session,
            [NewAnswer(one.request, one.digest, word, note, surface="program", value=value) for one in waiting],
            by=name,
            submit_id=new_id(),
            reserved_for=self._door(agent, deps).holder,
        )
        door = self._door(agent, deps)
        return door.answer(session) or door.closed_at_once(session, [one.request for one in waiting])

    def edit(
        self,
        agent: Agent[Any, Any],
        session: str,
        request: str,
        arguments: Mapping[str, Any],
        *,
        by: str | None = None,
        deps: Any = None,
    ) -> str:
        """Put a person's arguments in the place of a question, and return the new request, which needs an approval of
        its own. Raises as `editing.edit_question`."""
        text = canonical_bytes(dict(arguments)).decode()
        name = by if by is not None else settings.load().by()
        make = local_runners(agent, deps)
        return edit_question(self.store, make, session, request, text, by=name, by_spec=False)

    def resume(self, agent: Agent[Any, Any], session: str, *, deps: Any = None) -> DoorResult:
        """Go on with an interrupted session; nothing that ran is run again."""
        return self._door(agent, deps).resume(checked_id(session))

    def close(self) -> None:
        """Close the store, where this desk opened it."""
        if self._owned:
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _door(self, agent: Agent[Any, Any], deps: Any) -> Door:
        return Door(self.store, local_runners(agent, deps))
