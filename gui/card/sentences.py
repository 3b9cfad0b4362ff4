"""The sentences of the card: what approving does, what declining does, why a request cannot be answered. Qt-free."""

from __future__ import annotations

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.foreign import ForeignView
from pausedesk.core.model.states import AnswerState, CallState, Ending, ExecutionState, RequestState
from pausedesk.core.model.views import AnswerView, ExecutionView, Hold, RequestView, SessionCard
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.declines import told_before
from pausedesk.core.rules.expiry import runs_out, told
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.store.clock import this_moment
from pausedesk.gui.card.prepared import PreparedCard, PreparedExecution, PreparedRequest
from pausedesk.gui.language import capital, joined, said, tr, tr_many
from pausedesk.gui.words import SURE_WORDS, ago, clock, clock_seconds, ending_word

SHOWN_EARLIER = 3
ON_ITS_WAY = (AnswerState.SUBMITTED, AnswerState.TAKEN_UP, AnswerState.SPENT)

_CALL_WORDS: dict[CallState, str] = {
    CallState.NOT_STARTED: worded("has not started"),
    CallState.SUBMITTED: worded("is handed over"),
    CallState.RUNNING: worded("is running"),
    CallState.DONE: worded("has run"),
    CallState.RAISED: worded("raised an error; it may have taken effect"),
    CallState.DECLINED: worded("was declined"),
    CallState.ANSWERED: worded("was answered"),
    CallState.SKIPPED: worded("was skipped"),
    CallState.EXPIRED: worded("expired"),
    CallState.CLOSED: worded("was closed"),
    CallState.MAY_HAVE_RUN: worded("may have run"),
    CallState.INTERRUPTED: worded("was interrupted and can be repeated"),
    CallState.SETTLED: worded("was settled by a person"),
}


def newest_answer(view: RequestView) -> AnswerView | None:
    """The newest answer that was handed over, whatever became of it."""
    handed = [one for one in view.answers if one.state is not AnswerState.DRAFT]
    return handed[-1] if handed else None


def active_answer(view: RequestView) -> AnswerView | None:
    """The answer that is on its way or was spent."""
    return next((one for one in view.answers if one.state in ON_ITS_WAY), None)


def can_take_back(view: RequestView) -> bool:
    """Whether an answer is handed over and not yet taken up."""
    return any(one.state is AnswerState.SUBMITTED for one in view.answers)


def can_decide(view: RequestView) -> bool:
    """Whether this request takes an answer now."""
    return Act.DECLINE in acts_of(view)


def close_or_decline() -> str:
    """What is left to do with a question that changed since it was asked."""
    return tr(
        "What you would approve is not what would run: q closes this question, d declines it. Once it is closed, "
        "Resume lets the model ask anew."
    )


def closing(request: PreparedRequest) -> str:
    """What closing does next."""
    return tr(
        "Closing: {tool} does not run, and no answer can reach this question any more. Resume tells the agent so, and "
        "lets it ask anew.",
        tool=request.tool,
    )


def approving(request: PreparedRequest, waiting: int) -> str:
    """What approving does next."""
    if waiting < 2:
        return tr(
            "Approving runs {tool} once, with exactly these arguments; then the agent goes on.", tool=request.tool
        )
    return tr(
        "Approving runs {tool} once, with exactly these arguments once every call of this turn is decided and "
        "submitted.",
        tool=request.tool,
    )


def answering(waiting: int) -> list[str]:
    """What answering, skipping and declining a plain question do next."""
    answered = (
        tr("Answering: the agent reads exactly this answer, once, and goes on. Nothing runs by it.")
        if waiting < 2
        else tr(
            "Answering: the agent reads exactly this answer, once every call of this turn is decided and submitted. "
            "Nothing runs by it."
        )
    )
    return [
        answered,
        tr(
            "Skipping: the agent reads that there is no answer, and goes on. Declining: it reads that you declined. "
            "Your note goes with either."
        ),
    ]


def how_to_answer() -> str:
    """The keys of a plain question."""
    return tr("a goes to the answer, Ctrl+Enter gives it, p skips, d declines, n writes a note.")


def declining(request: PreparedRequest) -> str:
    """What declining does next."""
    return tr(
        "Declining: {tool} does not run; the agent reads that you declined, with your note as your words, "
        "and goes on. Decline and stop: the run ends there.",
        tool=request.tool,
    )


def why_not(request: PreparedRequest, now: int) -> str:
    """Why the request takes no answer, in one sentence."""
    view = request.view
    active = active_answer(view)
    if active is not None:
        values = {
            "by": safe_line(active.by, 60), "at": clock(active.at, now), "how": call_word(view.call_state)
        }  # fmt: skip
        if active.decision == "approve":
            return tr("Approved by {by} at {at}: {how}.", **values)
        if active.decision == "answer":
            return tr("Answered by {by} at {at}: {how}.", **values)
        if active.decision == "skip":
            return tr("Skipped by {by} at {at}: {how}.", **values)
        if active.stop:
            return tr("Declined and stopped by {by} at {at}: {how}.", **values)
        return tr("Declined by {by} at {at}: {how}.", **values)
    if view.not_answerable_because:
        return safe_line(view.not_answerable_because, 400)
    words = {
        RequestState.APPROVED: tr("This was approved already."),
        RequestState.DECLINED: tr("This was declined already."),
        RequestState.ANSWERED: tr("This was answered already."),
        RequestState.SKIPPED: tr("This was skipped already."),
        RequestState.CLOSED: tr("This question was closed; it can no longer be answered."),
        RequestState.EXPIRED: tr("This question expired; nobody answered in time."),
        RequestState.SUPERSEDED: tr("A newer question took this one's place."),
    }
    return words.get(view.state, tr("This cannot be answered now."))


def steps_sentence(calls: int, decided: int, waiting: int, *, answered: bool) -> str:
    """What is to be done with the calls of one turn, of which `waiting` take an answer now."""
    if not waiting and not answered:
        return tr_many(
            "{n:,} call of one turn. None can be answered here.",
            "{n:,} calls of one turn. None can be answered here.",
            calls,
        )
    head = tr_many(
        "{n:,} call of one turn: look at each, decide each, submit once.",
        "{n:,} calls of one turn: look at each, decide each, submit once.",
        calls,
    )
    so_far = tr("{decided} of {waiting} decided.", decided=decided, waiting=waiting)
    return joined(" ", [head, so_far if waiting else tr("All are answered.")])


def call_word(state: CallState) -> str:
    """What is known of the call."""
    return tr("the call {how}", how=_CALL_WORDS.get(state, str(state)))


def bare_call_word(state: CallState) -> str:
    """The same where it is plain that a call is meant."""
    return said(_CALL_WORDS.get(state, str(state)))


def sibling_line(call: PreparedExecution) -> str:
    """One ungated call of the same turn."""
    word = bare_call_word(call.view.call_state)
    return joined("  ", [call.tool, safe_line(call.view.arguments, 100), "—", word])


def beside_question(view: RequestView) -> list[str]:
    """What a person must know before they decide: an edit, earlier declines of the same call, an end that is near."""
    lines: list[str] = []
    if view.edited_by is not None:
        by = safe_line(view.edited_by, 60)
        lines.append(tr("{by} changed the arguments. What would run is what stands here.", by=by))
        if view.before_edit is not None:
            lines.append(tr("The model had asked for: {arguments}", arguments=safe_line(view.before_edit, 400)))
    if view.declined_before:
        lines.append(tr("The same call was {told}.", told=told_before(view.declined_before)))
    if view.state is RequestState.WAITING:
        # The right column has them all, and may be scrolled away from them.
        earlier = view.earlier[-SHOWN_EARLIER:]
        lines += [tr("Earlier answer to the same call: {answer}", answer=safe_line(one, 300)) for one in earlier]
    if view.state is RequestState.WAITING and view.deadline is not None and runs_out(view.deadline, this_moment()):
        how = told(view.deadline, this_moment())
        lines.append(tr("The question {how}; then the call does not run.", how=how))
    return lines


def facts(prepared: PreparedCard, request: PreparedRequest | None, now: int) -> list[tuple[str, str]]:
    """Name and value of what identifies the question: when, who, which model, which process."""
    card = prepared.card
    found: list[tuple[str, str]] = []
    if request is not None:
        view = request.view
        expiry = tr("does not expire") if view.deadline is None else told(view.deadline, this_moment())
        when = clock_seconds(view.asked_at)
        asked = tr("{when} ({ago}), {expiry}", when=when, ago=ago(view.asked_at, now), expiry=expiry)
        found.append((tr("Asked"), asked))
    agent = safe_line(card.row.agent, 80)
    spec = safe_line(card.agent_spec, 160)
    if card.foreign is not None:
        found += _foreign_facts(card.foreign)
    else:
        found.append((tr("Agent"), f"{agent}  ({spec})" if spec and spec != agent else agent))
    idle = tr("none at this moment; {interpreter}", interpreter=safe_line(card.interpreter, 300))
    for name, value in (
        (tr("Model"), card.model),
        (tr("Folder"), card.folder),
        (tr("Process"), card.running or (idle if card.interpreter else "")),
        (tr("Session"), card.row.session),
        *((capital(key), text) for key, text in card.extra.items()),
    ):
        if value:
            found.append((safe_line(name, 60), safe_line(value, 300)))
    return found


def _foreign_facts(view: ForeignView) -> list[tuple[str, str]]:
    """How the ending of a session was told that its own program keeps, where it is, what could not be read."""
    session = view.session
    reading = session.reading
    sure = [SURE_WORDS.get(reading.confidence, reading.confidence), _STOPPED_BY.get(reading.stopped_by, "")]
    ending = tr(
        "{ending} ({sure}): {why}",
        ending=ending_word(reading.ending),
        sure=joined(", ", [part for part in sure if part]),
        why=safe_line(reading.why, 400),
    )
    messages = tr_many("{n:,} message", "{n:,} messages", session.messages)
    found: list[tuple[str, str]] = [
        (tr("Ending"), ending),
        (tr("Program"), safe_line(f"{view.format} {session.version}".strip(), 80)),
        (tr("Kept in"), safe_line(view.file, 300)),
        (tr("Read"), joined(", ", [clock_seconds(view.read_at), messages])),
    ]
    if session.open_calls and reading.ending is not Ending.WAITING_APPROVAL:
        tools = safe_line(", ".join(call.tool for call in session.open_calls), 250)
        found.append((tr("In doubt"), tr("{tools}: without a result there, so it may have run.", tools=tools)))
    return found + [(tr("Unreadable"), safe_line(fault, 300)) for fault in session.faults[:5]]


_STOPPED_BY = {
    "person": worded("a person stopped it"),
    "process": worded("its process stopped"),
    "unknown": worded("who stopped it is not known"),
}


def held_sentence(hold: Hold) -> str:
    """Who holds the session, or everything, since when and why; and what that means for an answer."""
    by, at = safe_line(hold.by, 60), clock(hold.at)
    why = f": {safe_line(hold.why.rstrip(' .'), 300)}" if hold.why else ""
    if hold.session is None:
        return tr(
            "{by} holds everything since {at}{why}. Answers are kept; none is used and nothing starts until it is "
            "released.",
            by=by,
            at=at,
            why=why,
        )
    return tr(
        "{by} holds this session since {at}{why}. Answers are kept; none is used and nothing starts until it is "
        "released.",
        by=by,
        at=at,
        why=why,
    )


def resuming(prepared: PreparedCard) -> list[str]:
    """How the session goes on, or why it does not; nothing where there is nothing to say."""
    card = prepared.card
    if card.own_command is not None:
        return [safe_line(card.own_command.sentence, 600)]
    if card.can_resume:
        # Beside the list of the calls, which says it of each.
        brief = card.resume.brief if prepared.resume is not None and card.resume is not None else ""
        return [tr("Resume: {what}", what=safe_line(brief or card.resume_sentence, 600))]
    if card.resume is None or card.requests:
        return []
    # Who holds it, and why, stands above.
    held = card.resume.refused == RefusalCode.HELD
    return [tr("It can be resumed once it is released.") if held else safe_line(card.resume.sentence, 600)]


def session_sentence(card: SessionCard) -> str:
    """How a session without a question stands."""
    row = card.row
    if row.unreadable is not None:
        return tr("This session cannot be read: {why}", why=safe_line(row.unreadable, 400))
    word = capital(ending_word(row.ending))
    if row.confidence and row.confidence != "certain":
        word = joined(", ", [word, SURE_WORDS.get(row.confidence, row.confidence)])
    # What stops a run for certain, and is no person, is one of the limits.
    limit = tr("A limit ended its run.") if row.confidence == "certain" else tr("Its process ended.")
    by = {"person": tr("A person stopped it."), "process": limit}.get(row.stopped_by)
    whole = tr("{ending}.", ending=word)
    return joined(" ", [whole, by]) if by is not None and row.ending is Ending.STOPPED else whole


def in_doubt(view: ExecutionView) -> bool:
    """Whether the call still waits for somebody to say what became of it."""
    return view.state in (ExecutionState.MAY_HAVE_RUN, ExecutionState.RUNNING)


def settled_line(call: PreparedExecution) -> str:
    """How a call that was in doubt was settled, and what became known of it later."""
    view = call.view
    end = {
        ExecutionState.SETTLED_RAN: tr("it ran"),
        ExecutionState.SETTLED_NOT_RUN: tr("it did not run"),
        ExecutionState.SETTLED_UNKNOWN: tr("left unknown"),
    }.get(view.state, str(view.state))
    found = f": {safe_line(view.settled_text, 300)}" if view.settled_text else ""
    by = safe_line(view.settled_by, 60) if view.settled_by else tr("a person")
    line = tr("{tool}  —  {end}, settled by {by}{found}.", tool=call.tool, end=end, by=by, found=found)
    if not view.result:
        return line
    return joined(" ", [line, tr("A result arrived later: {result}", result=safe_line(view.result, 200))])
