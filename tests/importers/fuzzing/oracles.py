"""Whether what a session is stored as can be called finished: told anew, in as few lines as each format takes.

Each takes the pieces (lines, files, cells) as they are written and says whether the last turn of them may be over
(session-files, 3). What cannot be read is a `HOLE`: at the end it may be a call or a question, so nothing is finished.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.importers.fuzzing.damage import Pieces

HOLE: Any = object()


def loaded(raw: bytes | None) -> Any:
    """The JSON value of bytes, read as tolerantly as its readers may."""
    if raw is None:
        return HOLE
    try:
        return json.loads(raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return HOLE


def _cell(raw: bytes | None) -> Any:
    """The JSON value of a cell, which begins with no mark."""
    return HOLE if raw is not None and raw.startswith(b"\xef\xbb\xbf") else loaded(raw)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _array(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _said(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _says(blocks: Any, kind: str = "text") -> bool:
    return any(_said(_object(one).get("text")) for one in _array(blocks) if _object(one).get("type", kind) == kind)


def _names(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _records(pieces: Pieces) -> list[Any]:
    """The records of lines; of a last line without an end it is not known what it was to be."""
    lines = b"\n".join(one for one in pieces if one is not None).removeprefix(b"\xef\xbb\xbf").split(b"\n")
    found = [loaded(line.strip(b" \t\r\n\0\x0b\x0c")) for line in lines]
    last = lines[-1].strip()
    kept = [one for one, line in zip(found, lines, strict=True) if line.strip()]
    return [*kept[:-1], kept[-1] if isinstance(kept[-1], dict) else HOLE] if last and kept else kept


# -- lines -------------------------------------------------------------------------------------------------------------

_COMMANDS = ("<local-command-", "<command-", "<bash-", "Caveat:")


def claude_code(pieces: Pieces) -> bool:
    """The last message of the conversation is an answer in words, whole, and each call has a result."""
    records = [one if isinstance(one, dict) else HOLE for one in _records(pieces)]
    main = [one for one in records if one is HOLE or one.get("isSidechain") is not True]
    if not any(one is not HOLE and isinstance(one.get("message"), dict) for one in main):
        main = records  # the file of a sub-agent
    turn: list[Any] = []
    for one in main:
        if one is HOLE:
            turn.append(HOLE)
            continue
        message, kind = one.get("message"), one.get("type")
        if not isinstance(message, dict):
            if kind in ("user", "assistant"):
                turn.append(HOLE)
            continue
        if kind == "user" and _is_prompt(one, message):
            turn = []
        if kind != "user" or not _is_command(one, message):
            turn.append(one if kind in ("user", "assistant") else HOLE)
    if not turn or turn[-1] is HOLE or turn[-1].get("type") != "assistant":
        return False
    last, blocks = (
        turn[-1],
        [one for each in turn if each is not HOLE for one in _array(each["message"].get("content"))],
    )
    made = {_names(one.get("id")) for one in map(_object, blocks) if one.get("type") == "tool_use"}
    done = {_names(one.get("tool_use_id")) for one in map(_object, blocks) if one.get("type") == "tool_result"}
    whole = [one for one in turn if one is not HOLE and one["message"].get("id") == last["message"].get("id")] or [last]
    words = any(_says(one["message"].get("content")) or _said(one["message"].get("content")) for one in whole)
    cut = last["message"].get("stop_reason") in ("max_tokens", "refusal", "model_context_window_exceeded")
    return words and not cut and last.get("isApiErrorMessage") is not True and not made - done


def _words(message: dict[str, Any]) -> str:
    content = message.get("content")
    return content if isinstance(content, str) else "\n".join(_names(_object(b).get("text")) for b in _array(content))


def _is_command(record: dict[str, Any], message: dict[str, Any]) -> bool:
    results = any(_object(one).get("type") == "tool_result" for one in _array(message.get("content")))
    return not results and (record.get("isMeta") is True or _words(message).lstrip().startswith(_COMMANDS))


def _is_prompt(record: dict[str, Any], message: dict[str, Any]) -> bool:
    results = any(_object(one).get("type") == "tool_result" for one in _array(message.get("content")))
    marks = [_object(one).get("text") for one in _array(message.get("content"))] + [message.get("content")]
    stopped = any(isinstance(one, str) and one.startswith("[Request interrupted by user") for one in marks)
    return not results and not stopped and not _is_command(record, message)


_TURNS = ("task_started", "turn_started", "task_complete", "turn_complete", "turn_aborted")
_CALLS = ("function_call", "custom_tool_call", "local_shell_call")


def codex(pieces: Pieces) -> bool:
    """The newest turn is complete, with words and without an open call; or, where nothing tells of turns, its last item
    is an answer."""
    turn: list[tuple[str, dict[str, Any]]] = []
    for one in _records(pieces):
        record = _object(one)
        payload = record.get("payload")
        kind = record.get("type")
        inner = payload if isinstance(payload, dict) else record
        if one is HOLE or not isinstance(one, dict) or (kind in ("response_item", "event_msg") and inner is record):
            turn.append(("hole", {}))
        elif kind == "event_msg" and inner.get("type") in _TURNS:
            if _names(inner["type"]).endswith("started") and any(_is_end(part) for part in turn):
                turn = [part for part in turn if part[0] == "prompt"] if turn[-1][0] == "prompt" else []
            turn.append(("event", inner))
        elif kind == "event_msg" and inner.get("type") == "error":
            turn.append(("error", inner))
        elif kind == "response_item" or inner is record:
            said = inner.get("type")
            if said == "message" and inner.get("role") == "user" and not _injected(inner):
                before = [part for part in turn if part[0] == "event"][-1:]
                turn = [*(part for part in before if not _is_end(part)), ("prompt", inner)]
            elif said == "message" and inner.get("role") == "assistant":
                turn.append(("answer", inner))
            elif said in _CALLS or _names(said).endswith("_output"):
                turn.append(("call" if said in _CALLS else "output", inner))
            elif said == "reasoning":
                turn.append(("reasoning", inner))
    if not turn or turn[-1][0] in ("hole", "prompt", "call"):
        return False
    open_calls: set[str] = set()
    for name, inner in turn:
        if name == "call":
            open_calls.add(_names(inner.get("call_id")) or _names(inner.get("id")))
        elif name == "output":
            open_calls.discard(_names(inner.get("call_id")))
    events = [inner for name, inner in turn if name == "event"]
    if not events:
        return turn[-1][0] == "answer" and bool(_words(turn[-1][1]).strip()) and not open_calls
    last = events[-1]
    complete = _names(last.get("type")).endswith("complete") and last.get("error") is None
    return complete and _said(last.get("last_agent_message")) and not open_calls and turn[-1][0] != "error"


def _is_end(part: tuple[str, dict[str, Any]]) -> bool:
    return part[0] == "event" and not _names(part[1].get("type")).endswith("started")


def _injected(item: dict[str, Any]) -> bool:
    return _words(item).lstrip().startswith(("# AGENTS.md", "<environment_context>", "<user_instructions>", "<perm"))


def gemini_cli(pieces: Pieces) -> bool:
    """The last message that is left is an answer in words, and no call stands in it."""
    records = _records(pieces)
    first = records[0] if records else HOLE
    if not isinstance(first, dict) or "messages" in first:
        whole = loaded(b"\n".join(one for one in pieces if one is not None))
        records = [{"$set": whole}] if isinstance(whole, dict) else [HOLE]
    left: dict[Any, Any] = {}
    for number, one in enumerate(records):
        _gemini_record(left, one, number)
    said = [one for one in left.values() if _object(one).get("type") not in ("info", "warning")]
    last = _object(said[-1]) if said else {}
    content = last.get("content")
    parts = [_object(one) for one in _array(content)]
    calls = _array(last.get("toolCalls")) or any("functionCall" in one or "functionResponse" in one for one in parts)
    return last.get("type") == "gemini" and not calls and (_said(content) or bool(parts or _array(content)))


def _gemini_record(left: dict[Any, Any], one: Any, number: Any) -> None:
    if not isinstance(one, dict):
        left[number, "hole"] = HOLE
    elif isinstance(one.get("$rewindTo"), str):
        names = list(left)
        for name in names[names.index(one["$rewindTo"]) if one["$rewindTo"] in left else 0 :]:
            del left[name]
    elif isinstance(one.get("id"), str):
        left[one["id"]] = one
        if one.get("type") not in ("info", "warning"):
            # It stands before a message that can be read, even where that is rewound later.
            for name in [name for name, inner in left.items() if inner is HOLE]:
                del left[name]
    elif isinstance(one.get("$set"), dict):
        if "messages" in one["$set"]:
            left.clear()
            inner = one["$set"]["messages"]
            for at, each in enumerate(inner if isinstance(inner, list) else [HOLE]):
                _gemini_record(left, each, (number, at))
    elif not {"sessionId", "projectHash"} <= one.keys():
        left[number, "unnamed"] = one
    elif "messages" in one:
        _gemini_record(left, {"$set": one}, number)


# -- one value ---------------------------------------------------------------------------------------------------------


def pydantic_ai(pieces: Pieces) -> bool:
    """The last message is a whole answer, and its calls have their returns."""
    history = _array(loaded(pieces[0]))
    last = _object(history[-1]) if history else {}
    parts = [_object(part) for one in history for part in _array(_object(one).get("parts"))]
    done = {_names(one.get("tool_call_id")) for one in parts if one.get("part_kind") in ("tool-return", "retry-prompt")}
    mine = [_object(part) for part in _array(last.get("parts"))]
    made = {_names(one.get("tool_call_id")) for one in mine if one.get("part_kind") == "tool-call"}
    words = any(one.get("part_kind") == "text" and _said(one.get("content")) for one in mine)
    whole = last.get("finish_reason") not in ("length", "content_filter", "error")
    return last.get("kind") == "response" and whole and not made - done and (words or bool(made))


def pydantic_ai_runs(pieces: Pieces) -> bool:
    """As the messages say."""
    return pydantic_ai(pieces[:1])


def openai_run(pieces: Pieces) -> bool:
    """Its step is the final output; or nothing is said of a step, and its items end with an answer."""
    run = _object(loaded(pieces[0]))
    step = _object(run.get("current_step")).get("type")
    if isinstance(step, str) and "final" in step:
        return True
    if step == "next_step_interruption":
        return False
    asked = run.get("original_input")
    begun = [{"role": "user", "content": asked}] if isinstance(asked, str) else _array(asked)
    made = [one for one in _array(run.get("generated_items")) if _object(one).get("type") != "tool_approval_item"]
    return _openai_items([*begun, *(_object(one).get("raw_item", one) for one in made)])


def openai_session(pieces: Pieces) -> bool:
    """Its items end with an answer, and each call has an output."""
    return _openai_items([_cell(one) for one in pieces])


def _openai_items(items: Sequence[Any]) -> bool:
    last = _object(items[-1]) if items else {}
    answer = last.get("type", "message") in ("message", "") or not isinstance(last.get("type"), str)
    done = {
        _names(one.get("call_id")) for one in map(_object, items) if _names(one.get("type")).endswith("_call_output")
    }
    made = {_names(one.get("call_id")) for one in map(_object, items) if _names(one.get("type")).endswith("_call")}
    whole = last.get("status") in ("completed", "", None) or not isinstance(last.get("status"), str)
    refused = any(_object(one).get("type") == "refusal" for one in _array(last.get("content")))
    words = _said(last.get("content")) or any(_said(_object(one).get("text")) for one in _array(last.get("content")))
    return answer and last.get("role") == "assistant" and whole and words and not refused and not made - done - {""}


def agent_framework(pieces: Pieces) -> bool:
    """Nothing waits for an approval, and its last message is an answer in words."""
    value = _object(loaded(pieces[0]))
    state = _object(_object(value.get("session", value)).get("state"))
    waits = _object(state.get("tool_approval")).get("pending_approval_requests")
    history = [one for kept in state.values() for one in _array(_object(kept).get("messages"))]
    last = _object(history[-1]) if history else {}
    parts = [_object(part) for one in history for part in _array(_object(one).get("contents"))]
    made = {_names(one.get("call_id")) for one in parts if one.get("type") == "function_call" and one.get("name")}
    done = {_names(one.get("call_id")) for one in parts if one.get("type") == "function_result"}
    return (
        last.get("role") == "assistant" and _says(last.get("contents")) and not _array(waits) and not made - done - {""}
    )


def envelopes(pieces: Pieces) -> bool:
    """A conversation, no pause, of which the last message is an answer without calls."""
    value = _object(loaded(pieces[0]))
    data = _object(value.get("data"))
    history = _array(_object(data.get("conversation", data)).get("history"))
    last = _object(history[-1]) if history else {}
    plain = last.get("role") == "assistant" and isinstance(last.get("content"), str) and not last.get("toolCalls")
    return value.get("format") == "conversation-v1" and plain


# -- files of a folder -------------------------------------------------------------------------------------------------


def cline(pieces: Pieces) -> bool:
    """What was shown last is its result; of an array that breaks off the end is not known."""
    raw = (pieces[0] or b"").removeprefix(b"\xef\xbb\xbf").strip().rstrip(b"],")
    shown = [one for one in _array(loaded(raw + b"]")) if not _beside(_object(one))]
    while shown and _object(shown[-1]).get("ask") == "resume_task" and _object(shown[-1]).get("type") == "ask":
        shown.pop()
    last = _object(shown[-1]) if shown else {}
    kind = last.get(last["type"]) if last.get("type") in ("ask", "say") else None
    asked = kind == "resume_completed_task" and last["type"] == "ask"
    return (kind == "completion_result" or asked) and last.get("partial") is not True


def _beside(one: dict[str, Any]) -> bool:
    say = one.get("say") if one.get("type") == "say" else None
    return isinstance(say, str) and (say.startswith("checkpoint_") or say in _BESIDE)


_BESIDE = ("api_req_finished", "task_progress", "subagent_usage")


def openhands(pieces: Pieces) -> bool:
    """Its state says so; an idle one is finished where its last event is the answer."""
    state = _object(loaded(pieces[0])).get("execution_status")
    events = [loaded(one) for one in pieces[1:] if one is not None]
    last = _object(events[-1]) if events else {}
    return state == "finished" or (state == "idle" and last.get("source") == "agent")


def strands(pieces: Pieces) -> bool:
    """No interrupt is active, and its last message is an answer in words whose calls have results."""
    state = _object(_object(_object(loaded(pieces[1])).get("_internal_state")).get("interrupt_state"))
    stored = [_object(loaded(one)) for one in pieces[2:] if one is not None]
    history = [_object(one.get("redact_message")) or _object(one.get("message")) for one in stored]
    last = history[-1] if history else {}
    known = [one for one in history if one.get("role") in ("user", "assistant")]
    blocks = [_object(block) for one in known for block in _array(one.get("content"))]
    made = {_names(_object(one["toolUse"]).get("toolUseId")) for one in blocks if "toolUse" in one}
    done = {_names(_object(one["toolResult"]).get("toolUseId")) for one in blocks if "toolResult" in one}
    words = any(_said(_object(one).get("text")) for one in _array(last.get("content")))
    return state.get("activated") is not True and last.get("role") == "assistant" and words and not made - done


def opencode(pieces: Pieces) -> bool:
    """Messages as they are in the fixture: one of the person, one answer with its parts; the answer is complete."""
    answer, *parts = [loaded(pieces[2]), *(loaded(one) for one in pieces[3:] if one is not None)]
    info, mine = _object(answer), [_object(one) for one in parts]
    tools = [_object(one.get("state")).get("status") for one in mine if _is_call(one)]
    completed = _object(info.get("time")).get("completed")
    whole = isinstance(completed, int | float) and not isinstance(completed, bool) and info.get("error") is None
    words = any(one.get("type") == "text" and _said(one.get("text")) for one in mine)
    known = all(one.get("type") for one in mine)
    return info.get("role") == "assistant" and whole and words and known and set(tools) <= {"completed", "error"}


def _is_call(part: dict[str, Any]) -> bool:
    known = ("text", "reasoning", "file", "step-start", "step-finish", "snapshot", "patch", "agent", "retry")
    called = "callID" in part or "state" in part
    return part.get("type") == "tool" or (called and part.get("type") not in (*known, "compaction", "subtask"))


# -- cells of a database -----------------------------------------------------------------------------------------------


def zett(pieces: Pieces) -> bool:
    """The last message is an answer without calls that did not stop for another reason."""
    found = [one for raw in pieces for one in (_array(loaded(raw)) or [HOLE])]
    last = _object(found[-1]) if found else {}
    data = _object(last.get("data"))
    stop = data.get("stop")
    reason = stop if isinstance(stop, str) else _object(stop).get("reason", "end_turn" if stop is None else "?")
    return last.get("kind") == 3 and not data.get("tool_calls") and reason in ("end_turn", "stop", "stop_sequence")


def adk(pieces: Pieces) -> bool:
    """Its last event is an answer in words, nothing is to be confirmed, and each call has a response."""
    events = [_object(_cell(one)) for one in pieces]
    parts = [_object(part) for one in events for part in _array(_object(one.get("content")).get("parts"))]
    made = {_names(_object(one["function_call"]).get("id")) for one in parts if "function_call" in one}
    done = {_names(_object(one["function_response"]).get("id")) for one in parts if "function_response" in one}
    content = _object(events[-1].get("content")) if events else {}
    words = any(_said(_object(one).get("text")) for one in _array(content.get("parts")))
    return content.get("role") != "user" and words and events[-1].get("partial") is not True and not made - done


def holdpoint(pieces: Pieces) -> bool:
    """Its status says so."""
    return pieces[0] in (b"executed", b"rejected")


def langgraph(pieces: Pieces) -> bool:
    """An interrupt without an answer is never over; nor is a state that is no map."""
    return len(pieces) == 1 and bool(pieces[0]) and (pieces[0] or b"")[:1] == b"\xdf"
