"""Cline and what was made from it (Roo Code, Kilo Code): a folder a task, with what was shown and what was sent.

Rules: session-files, 3.4. The shapes are those of the sources of both, and the faults those of their issues; no real
folder was at hand. What is shown last says what the task waits for. The files are written whole, so that a crash leaves
an array without its end, or with a part of the older one behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.documents import BREAKS_OFF, begins, loose_array, part
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.values import (
    EXCERPT,
    arguments,
    as_text,
    attachment,
    elements,
    members,
    moment,
    text,
    title,
    tool_call,
    unreadable,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

_SHOWN, _SENT = "ui_messages.json", "api_conversation_history.json"
_APPROVALS = {"tool", "command", "browser_action_launch", "use_mcp_server", "use_subagents", "new_task"}
_QUESTIONS = {"followup", "plan_mode_respond", "act_mode_respond", "condense", "summarize_task", "report_bug"}
_FINISHED = {"completion_result", "resume_completed_task"}
_LIMITS = {"mistake_limit_reached", "auto_approval_max_req_reached"}
_PROMPTS = {"user_feedback", "user_feedback_diff", "task"}
_RUNNING = _APPROVALS | {"browser_action", "mcp_server_request_started", "subagent"}
_RESULTS = {"command_output", "mcp_server_response", "browser_action_result"}
# What is told of a task beside what happens in it: no end, and no item of its own.
_NO_END = {"api_req_finished", "task_progress", "subagent_usage"}
_SILENT = _NO_END | {"api_req_started", "api_req_retried"}


class Cline:
    """Tasks of Cline, Roo Code and Kilo Code."""

    format = "cline"
    program = "Cline / Roo Code"

    def sniff(self, place: Place) -> bool:
        """A folder with the messages of a task, as they were shown or as they were sent."""
        if place.head:
            return False
        return any(begins(place.path / name, 64).strip() for name in (_SHOWN, _SENT))

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one task of a folder."""
        shown, fault = loose_array(place.path / _SHOWN)
        if not progress(1, 1):
            raise Stopped
        if shown is None:
            yield replace(_sent(place), faults=(fault,))
            return
        about, _ = part(place.path / "history_item.json")
        yield _session(shown, fault, members(about), place.path.name)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline, as it was shown."""
        shown, _ = loose_array(place.path / _SHOWN)
        if shown is None:
            sent, _ = loose_array(place.path / _SENT)
            found = [HistoryItem(None, "raw", as_text(one)) for one in sent or []]
        else:
            found = [item for at, one in enumerate(shown) for item in _items(one, first=at == 0)]
        return found[start : start + count], len(found)


# -- the session -------------------------------------------------------------------------------------------------------


def _session(shown: Sequence[Any], fault: str, about: dict[str, Any], key: str) -> ForeignSession:
    said = [one for one in shown if not _silent(one)]
    calls = [members(one) for one in shown]
    reading, open_calls = _end(said, calls)
    if about.get("awaitingChildId") and reading.ending is not Ending.FINISHED:
        why = "It waits for a task that it started."
        reading = Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
    if BREAKS_OFF in fault:
        reading = _cut(reading)
    elif fault or any(not _known(one) for one in shown):
        reading = replace(reading, confidence="guess") if reading.ending is not Ending.UNREADABLE else reading
    times = [at for one in calls if (at := moment(one.get("ts"))) is not None]
    unknown = tuple(f"Message {at} cannot be understood." for at, one in enumerate(shown) if not _known(one))
    waits = reading.ending is Ending.WAITING_APPROVAL
    return ForeignSession(
        key,
        title(text(about.get("task")) or next(filter(None, (text(one.get("text")) for one in calls)), "")),
        text(about.get("workspace")),
        "",
        "",
        times[0] if times else None,
        times[-1] if times else None,
        reading,
        waiting=open_calls if waits else (),
        open_calls=open_calls,
        answered=False if waits and reading.confidence == "certain" else None,
        tail=_tail(reading, open_calls, said),
        parent=text(about.get("parentTaskId")),
        messages=len(shown),
        faults=((fault,) if fault else ()) + unknown[:20],
    )


def _known(one: Any) -> bool:
    return isinstance(one, dict) and one.get("type") in ("ask", "say") and isinstance(one.get(one["type"]), str)


def _silent(one: Any) -> bool:
    say = text(members(one).get("say"))
    return _known(one) and (say.startswith("checkpoint_") or say in _NO_END)


def _cut(reading: Reading) -> Reading:
    if reading.ending in (Ending.FINISHED, Ending.EMPTY):
        return Reading(Ending.RESPONSE_CUT_OFF, "guess", "process", "Its file breaks off; more may have been there.")
    return replace(reading, confidence="guess")


def _end(said: Sequence[Any], shown: Sequence[dict[str, Any]]) -> tuple[Reading, tuple[ForeignCall, ...]]:
    if not said:
        return Reading(Ending.EMPTY, "certain", "", "It holds no message."), ()
    last = said[-1]
    if not _known(last):
        return Reading(Ending.UNREADABLE, "certain", "", "Its last message cannot be understood."), ()
    if last.get("partial") is True:
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last message is a part of one."), ()
    if last["type"] == "ask":
        return _asked(last, said, shown)
    return _told(last, said, shown)


def _asked(
    last: dict[str, Any], said: Sequence[Any], shown: Sequence[dict[str, Any]]
) -> tuple[Reading, tuple[ForeignCall, ...]]:
    ask, why = last["ask"], f"It asks last: {last['ask']}."
    if ask in _FINISHED:
        return Reading(Ending.FINISHED, "certain", "", why), ()
    if ask == "resume_task":
        return _resumed(said, shown)
    if ask == "api_req_failed":
        return Reading(Ending.API_ERROR, "certain", "process", f"A request failed: {text(last.get('text'))[:200]}"), ()
    if ask in _LIMITS:
        return Reading(Ending.STOPPED, "certain", "process", why), ()
    calls = (_call(last),)
    if ask == "command_output":
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", "A command of it was running."), calls
    if last.get("isAnswered") is True:
        why = f"{why} It was answered, and nothing followed."
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why), calls
    return Reading(Ending.WAITING_APPROVAL, "certain" if ask in _APPROVALS | _QUESTIONS else "guess", "", why), calls


def _resumed(said: Sequence[Any], shown: Sequence[dict[str, Any]]) -> tuple[Reading, tuple[ForeignCall, ...]]:
    """A task that was opened again: that says when somebody looked; what is before it says what was broken off."""
    before = [one for one in said if members(one).get("ask") != "resume_task"]
    reading, calls = _end(before, shown)
    if reading.ending is Ending.RESPONSE_CUT_OFF:
        return reading, calls
    if reading.ending is Ending.USER_UNANSWERED:
        return replace(reading, confidence="probable"), calls
    if reading.ending is Ending.UNREADABLE:
        return reading, ()
    return Reading(Ending.TOOLS_INTERRUPTED, "probable", "unknown", "It was broken off, and opened again since."), calls


def _told(
    last: dict[str, Any], said: Sequence[Any], shown: Sequence[dict[str, Any]]
) -> tuple[Reading, tuple[ForeignCall, ...]]:
    say = last["say"]
    if say in _PROMPTS or len(said) == 1:
        return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer."), ()
    if say == "condense_context_error":
        return Reading(Ending.CONTEXT_FULL, "probable", "process", "Its history could not be made shorter."), ()
    if say == "error":
        why = f"Its last word is an error: {text(last.get('text'))[:200]}"
        return Reading(Ending.API_ERROR, "probable", "process", why), ()
    if say in _RUNNING:
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", f"It told last: {say}."), (_call(last),)
    if say in _RESULTS:
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "A call returned, and no answer followed."), ()
    if say == "completion_result":
        return Reading(Ending.FINISHED, "probable", "", "It told its result last."), ()
    requests = [one for one in shown if one.get("say") == "api_req_started"]
    reason = text(members(parsed(text(requests[-1].get("text")))).get("cancelReason")) if requests else ""
    if reason:
        by = "person" if reason == "user_cancelled" else "process"
        return Reading(Ending.RESPONSE_CUT_OFF, "certain", by, f"Its last request ended: {reason}."), ()
    return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", f"It told last: {say}; nothing followed."), ()


def _call(one: dict[str, Any]) -> ForeignCall:
    """The call that a message asks about: its own JSON names the tool, else the kind of the question does."""
    kind = text(one.get("ask")) or text(one.get("say"))
    given = arguments(text(one.get("text")))
    inside = members(given)
    tool = text(inside.get("tool")) or text(inside.get("toolName")) or kind
    question = text(inside.get("question")) or (text(one.get("text")) if kind in _QUESTIONS else "")
    return ForeignCall(str(moment(one.get("ts")) or ""), tool, given, question)


def _tail(reading: Reading, calls: Sequence[ForeignCall], said: Sequence[Any]) -> tuple[Message, ...]:
    words = text(members(said[-1]).get("text"))[:EXCERPT] if said else ""
    if calls:
        return (Message(Role.ASSISTANT, tool_calls=tuple(map(tool_call, calls))),)
    match reading.ending:
        case Ending.EMPTY | Ending.UNREADABLE:
            return ()
        case Ending.USER_UNANSWERED | Ending.API_ERROR:
            return (Message(Role.USER, words),)
        case Ending.FINISHED:
            return (Message(Role.ASSISTANT, words),)
        case Ending.CONTEXT_FULL:
            return (Message(Role.ASSISTANT, words, stop=StopInfo(StopReason.CONTEXT_FULL)),)
        case _:
            return (Message(Role.ASSISTANT, words, stop=StopInfo(StopReason.INTERRUPTED)),)


def _sent(place: Place) -> ForeignSession:
    """A task of which only what was sent to the model is left: it does not say what was asked of a person."""
    sent, _ = loose_array(place.path / _SENT)
    if not sent:
        return unreadable(place.path.name, "What was shown of it cannot be read.")
    last = members(sent[-1])
    kinds = {text(members(block).get("type")) for block in elements(last.get("content"))}
    session = replace(unreadable(place.path.name, ""), messages=len(sent))
    if last.get("role") == "user" and "tool_result" not in kinds:
        reading = Reading(Ending.USER_UNANSWERED, "guess", "process", "Its last message has no answer.")
    elif last.get("role") in ("user", "assistant"):
        why = "What was shown of it cannot be read: how it stands is not known."
        reading = Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", why)
    else:
        return replace(session, reading=Reading(Ending.UNREADABLE, "certain", "", "Its end cannot be understood."))
    role = Role.USER if last["role"] == "user" else Role.ASSISTANT
    stop = StopInfo(StopReason.INTERRUPTED) if role is Role.ASSISTANT else None
    return replace(session, reading=reading, tail=(Message(role, stop=stop),))


# -- the timeline ------------------------------------------------------------------------------------------------------


def _items(one: Any, *, first: bool) -> list[HistoryItem]:
    if not _known(one):
        return [HistoryItem(None, "raw", as_text(one))]
    at, kind, words = moment(one.get("ts")), one[one["type"]], text(one.get("text"))
    pictures = [HistoryItem(at, "user", attachment("image", "", held)) for held in elements(one.get("images"))]
    if _silent(one) or kind in _SILENT:
        reason = text(members(parsed(words)).get("cancelReason")) if kind == "api_req_started" else ""
        return [HistoryItem(at, "notice", reason)] if reason else []
    if kind in _PROMPTS or (first and kind == "text"):
        return [HistoryItem(at, "user", words), *pictures]
    if kind in _APPROVALS | _RUNNING:
        return [HistoryItem(at, "call", words, _call(one).tool, _call(one).call), *pictures]
    if kind in _RESULTS:
        return [HistoryItem(at, "result", words), *pictures]
    if kind in ("text", "completion_result") or kind in _QUESTIONS:
        return [HistoryItem(at, "assistant", words), *pictures]
    if kind == "reasoning":
        return [HistoryItem(at, "thinking", text(one.get("reasoning")) or words)]
    if kind in ("condense_context", "sliding_window_truncation"):
        return [HistoryItem(at, "compaction", words)]
    return [HistoryItem(at, "notice", f"{kind}: {words}" if words else kind), *pictures]
