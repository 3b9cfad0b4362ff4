"""A person edits a question: their arguments go through the agent's own tool, then take the question's place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import HandOver, NewRequest
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.edit_fields import written_arguments
from pausedesk.core.rules.history import only_call
from pausedesk.core.rules.resuming import ONLY_ITS_PROGRAM
from pausedesk.core.run.composing import approved_call
from pausedesk.core.store import editing, sessions
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import AgentRef


class Checker(Protocol):
    """Has an agent loaded, and checks arguments by its tools without running anything."""

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        """The request that the one approved call of a hand-over would be; raises PausedeskError where it is none."""
        ...

    def finish(self) -> None:
        """Let go of the agent."""
        ...


def edit_question(
    store: Store,
    make_checker: Callable[[AgentRef], Checker],
    session: str,
    request: str,
    arguments: str,
    *,
    by: str,
    digest: str | None = None,
    by_spec: bool = True,
) -> str:
    """Edit a question: `arguments` (a JSON object) is checked by the tool's own schema, then a new request takes the
    old one's place, which is refused as superseded from now on. Returns the new request, which needs an approval of
    its own.

    `digest` is the question's as the person saw it (None: not compared); `by_spec`: agents are loaded by their spec, so
    a session of a program's own agent is refused. Raises UsageError `edit-refused` for what the tool does not take, in
    one sentence, ResumeDecisionError where the question cannot be answered any more or was answered meanwhile,
    AgentLoadError, KeyringError, StoreError. Nothing is changed then, and nothing of the call runs in any case.
    """
    if not by.strip():
        raise ResumeDecisionError(
            RefusalCode.DECISION_REQUIRED, worded("An edit needs the name of the person who makes it.")
        )
    written_arguments(arguments)  # refused before anything is read or started
    question = editing.editable(store, session, request, digest=digest)
    with store.read() as connection:
        agent = sessions.agent_of(connection, session)
    if by_spec and not agent.spec:
        raise ResumeDecisionError("other-agent", ONLY_ITS_PROGRAM)
    row = question.row
    hand = HandOver(
        session=session,
        run="",
        messages=only_call(question.messages, row.call_id, row.ordinal),
        response_seq=row.response_seq,
        # As the edit it would become.
        approved=[replace(approved_call(row), ordinal=0, override=arguments, edited_by=by)],
    )
    checker = make_checker(agent)
    try:
        edited = checker.check(hand, json.loads(row.author))
    finally:
        checker.finish()
    return editing.supersede(store, session, request, edited, by=by)
