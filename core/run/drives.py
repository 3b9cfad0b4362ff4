"""Taking a session for one drive: its answers and its replies in one transaction, and what is handed over.

What is done about each call without a result follows from `resuming.plan_resume`, whatever the session is taken for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.handover import HandOver
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import Ending
from pausedesk.core.rules.answered_pause import DecisionUseWatch
from pausedesk.core.rules.history import CallKey, CallResult, Message
from pausedesk.core.rules.resuming import ITS_OWN_PROGRAM, ONLY_ITS_PROGRAM, ResumePlan, older_open_calls
from pausedesk.core.run.composing import approved_call, compose
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import repeating, sessions, settling, taking
from pausedesk.core.store.adopting import adopt
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.closing import ClosingDoor
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.holds import refuse_held
from pausedesk.core.store.listing import refresh_listing
from pausedesk.core.store.past import Past, load_history
from pausedesk.core.store.replies import SealKeyFirst, spend_replies
from pausedesk.core.store.seals import SealKey
from pausedesk.core.store.sessions import AgentRef
from pausedesk.core.store.standings import plan_drive


@dataclass(slots=True)
class Drive:
    """One drive under way."""

    session: str
    run: str
    fence: int
    agent: AgentRef
    hand: HandOver
    known: list[tuple[str, int, CallResult]]
    approved: list[str]  # requests, in call order
    decided: list[str]  # requests answered in this drive, replies included
    again: frozenset[str]  # of `approved`, those that were spent before and whose interrupted calls run once more
    past: tuple[list[Message], dict[CallKey, CallResult], ResumePlan]  # what `compose` makes the hand-over's history of
    before_message: bool = False  # it ends before the model is called: a message follows
    watch: DecisionUseWatch = field(init=False)  # from the hand-over on

    def compose(self) -> None:
        """Put the history into the hand-over. Takes long for a long one, and so is done when no lock is held."""
        messages, self.known = compose(*self.past, self.hand.prompt)
        self.hand = replace(self.hand, messages=messages)


def take_drive(
    store: Store,
    holder: Owner,
    session: str,
    kind: str,
    past: Past | None,
    prompt: str | None = None,
    adopter: AgentRef | None = None,
    *,
    by_spec: bool = False,
    before_message: bool = False,
) -> Drive:
    """Take a session for a run, an answer or a resume (`kind`), all of it or nothing; then `compose` it.

    `past` is its history as it was seen before (`read_past`); `adopter` is who goes on with an imported session.
    Raises ResumeDecisionError where it is refused - with the reason of `classify_resume` where there is nothing to
    resume - and StoreError.
    """
    taking_it = partial(
        _take, store, holder, session, kind, past, prompt, adopter, by_spec=by_spec, before_message=before_message
    )
    try:
        return taking_it()
    except SealKeyFirst:
        return taking_it(key=store.seal_keys.known())


def _take(
    store: Store,
    holder: Owner,
    session: str,
    kind: str,
    past: Past | None,
    prompt: str | None,
    adopter: AgentRef | None,
    *,
    by_spec: bool,
    before_message: bool,
    key: SealKey | None = None,
) -> Drive:
    run = new_id()
    older = older_open_calls(past.messages) if past is not None else None
    with store.write(durable=True) as connection:
        standing = sessions.standing_of(connection, session)
        if past is not None and past.version != standing.version:
            past = None
        agent = standing.agent
        imported = not agent.spec and standing.imported
        if imported and adopter is None:
            raise ResumeDecisionError("other-agent", ITS_OWN_PROGRAM)
        agent = adopter if imported and adopter is not None else agent
        if by_spec and not agent.spec:
            raise ResumeDecisionError("other-agent", ONLY_ITS_PROGRAM)
        if standing.held:
            refuse_held(connection, session)
        fence = sessions.take_session(connection, session, holder, LIVENESS, standing)
        door = ClosingDoor(store, session, fence)
        if imported:
            adopt(connection, door, run, agent)
        if kind != "answer":
            taking.clear_the_way(connection, door, asked_calls(connection, session), kind)
        taken = taking.take_up(connection, session, fence) if kind in ("answer", "resume") else []
        if kind == "answer" and not taken:
            raise ResumeDecisionError("already-answered", "Another door has taken the answer up.")
        if any(row.decision != "approve" for row in taken):
            spend_replies(connection, store, session, fence, key)
        settling.freeze_unknown(connection, session)
        sessions.insert_run(connection, run, session, kind, fence, holder, prompt=prompt)
        refresh_listing(connection, session)
        stored, results = load_history(connection, session, None if imported else past)
        last = max((i for i, message in enumerate(stored) if message["kind"] == "response"), default=None)
        repeated = repeating.interrupted_requests(connection, session, last) if prompt is None else []
        approved = [*(row for row in taken if row.decision == "approve"), *repeated]
        older = None if imported or past is None else older
        plan = plan_drive(
            connection,
            session,
            stored,
            results,
            approved,
            prompt,
            resuming=kind == "resume",
            finished=standing.ending is Ending.FINISHED,
            context_full=standing.ending is Ending.CONTEXT_FULL,
            older=older,
            run=run,
        )
        for call in plan.unknown:
            results[call] = settling.freeze_one_unknown(connection, session, *call)
        if plan.notice is not None:
            sessions.insert_messages(connection, session, run, [plan.notice])
            stored = [*stored, plan.notice]
    hand = HandOver(
        session=session,
        run=run,
        messages=[],
        response_seq=last,
        prompt=prompt,
        approved=[approved_call(row) for row in approved],
        stop_after_calls=before_message or any(row.stop for row in taken),
    )
    return Drive(
        session,
        run,
        fence,
        agent,
        hand,
        [],
        [row.id for row in approved],
        [row.id for row in (*taken, *repeated)],
        frozenset(row.id for row in repeated),
        (stored, results, plan),
        before_message,
    )
