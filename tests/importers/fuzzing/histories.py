"""The pieces of a session of every format: one that waits or was cut off, and one that is finished."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.importers.files import AT, prompt, request, response, returned, said, tool_use

MS = 1_796_032_800_000

# -- lines -------------------------------------------------------------------------------------------------------------


def claude_of(number: int, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    before = f"u{number - 1}" if number else None
    common = {"uuid": f"u{number}", "parentUuid": before, "sessionId": "s1", "cwd": "/srv", "timestamp": AT}
    message = {"id": f"m{number}", "role": kind, "content": content, "stop_reason": more.pop("stop", None)}
    return {"type": kind, **common, "message": message, **more}


CLAUDE = [
    claude_of(0, "user", "mend the till", permissionMode="default"),
    claude_of(1, "assistant", [{"type": "text", "text": "I look."}]),
    claude_of(2, "assistant", [{"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls"}}]),
]
CLAUDE_BACK = claude_of(3, "user", [{"type": "tool_result", "tool_use_id": "c1", "content": "a b"}])
CLAUDE_DONE = claude_of(4, "assistant", [{"type": "text", "text": "Mended."}], stop="end_turn")
CLAUDE_END = {"type": "system", "subtype": "turn_duration", "uuid": "u5", "sessionId": "s1", "timestamp": AT}
SNAPSHOT = {"type": "file-history-snapshot", "messageId": "m9", "snapshot": {"files": {}}}


def codex_of(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": AT, "type": kind, "payload": payload}


CODEX = [
    codex_of("session_meta", id="s1", cwd="/srv", cli_version="0.146.0"),
    codex_of("turn_context", approval_policy="on-request", model="m"),
    codex_of("event_msg", type="task_started"),
    codex_of("response_item", type="message", role="user", content=[{"type": "input_text", "text": "mend the till"}]),
    codex_of("response_item", type="function_call", name="shell", call_id="c1", arguments='{"command": ["ls"]}'),
]
CODEX_BACK = codex_of("response_item", type="function_call_output", call_id="c1", output="a b")
CODEX_DONE = codex_of(
    "response_item", type="message", role="assistant", content=[{"type": "output_text", "text": "Mended."}]
)
CODEX_END = codex_of("event_msg", type="task_complete", last_agent_message="Mended.")
CODEX_COUNT = codex_of("event_msg", type="token_count", info={"total": 7})

GEMINI_HEAD = {"sessionId": "s1", "projectHash": "0f", "startTime": AT, "lastUpdated": AT, "kind": "main"}
GEMINI = [
    {"id": "u1", "timestamp": AT, "type": "user", "content": [{"text": "mend the till"}]},
    {
        "id": "g1",
        "timestamp": AT,
        "type": "gemini",
        "content": "I look.",
        "toolCalls": [{"id": "c1", "name": "shell", "args": {"command": "ls"}, "status": "awaiting_approval"}],
    },
]
GEMINI_DONE = [
    GEMINI[0],
    {**GEMINI[1], "toolCalls": [{"id": "c1", "name": "shell", "args": {}, "status": "success", "result": []}]},
    {"id": "g2", "timestamp": AT, "type": "gemini", "content": "Mended.", "model": "m"},
]
GEMINI_MORE = [{"id": "u2", "type": "user", "content": "And?"}, {"$rewindTo": "u2"}, {"$set": {"lastUpdated": AT}}]

# -- one value ---------------------------------------------------------------------------------------------------------

PYDANTIC = [request(prompt("mend the till")), response(tool_use("mend", {"what": "till"}))]
PYDANTIC_DONE = [
    *PYDANTIC,
    request(returned("mend", "ok")),
    response(said("Mended."), finish_reason="stop", state="complete"),
]
OPENAI_CALL = {"type": "function_call", "call_id": "c1", "name": "mend", "arguments": '{"what": "till"}'}
OPENAI_BACK = {"type": "function_call_output", "call_id": "c1", "output": "ok"}
OPENAI_DONE = {
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Mended."}],
}
OPENAI_ASKED = {"type": "tool_approval_item", "raw_item": OPENAI_CALL}
RUN = {
    "$schemaVersion": "1.21",
    "current_turn": 1,
    "max_turns": 10,
    "original_input": "mend the till",
    "generated_items": [{"type": "tool_call_item", "raw_item": OPENAI_CALL}, OPENAI_ASKED],
    "context": {"approvals": {}, "function_tool_approvals": []},
    "current_step": {"type": "next_step_interruption", "data": {"interruptions": [OPENAI_ASKED]}},
}
RUN_DONE = {
    **RUN,
    "current_step": None,
    "generated_items": [{"raw_item": OPENAI_CALL}, {"raw_item": OPENAI_BACK}, {"raw_item": OPENAI_DONE}],
}


def framework_of(*messages: dict[str, Any], pending: Sequence[Any] = ()) -> dict[str, Any]:
    state: dict[str, Any] = {"memory": {"messages": list(messages)}}
    if pending:
        state["tool_approval"] = {"pending_approval_requests": list(pending)}
    return {"session": {"session_id": "s", "service_session_id": None, "state": state}}


AF_CALL = {"type": "function_call", "call_id": "c1", "name": "mend", "arguments": '{"what": "till"}'}
AF = [
    {"role": "user", "contents": [{"type": "text", "text": "mend the till"}]},
    {"role": "assistant", "contents": [AF_CALL]},
    {"role": "tool", "contents": [{"type": "function_result", "call_id": "c1", "result": "ok"}]},
    {"role": "assistant", "contents": [{"type": "text", "text": "Mended."}]},
]
CONVERSATION: dict[str, Any] = {
    "version": 1,
    "runId": "r1",
    "history": [
        {"role": "user", "content": "Ship it"},
        {"role": "assistant", "content": "Now.", "toolCalls": [{"id": "c1", "name": "deploy", "args": {"to": "prod"}}]},
    ],
    "lastCompletedIteration": 1,
    "originalInput": {"message": "Ship it"},
    "checkpointedAt": 1773136799000,
    "identity": {"conversationId": "chat"},
    "agent": {"id": "shipper"},
}
SHIPPED = [
    *CONVERSATION["history"],
    {"role": "tool", "content": "ok", "toolCallId": "c1", "toolName": "deploy"},
    {"role": "assistant", "content": "Shipped."},
]
PAUSE = {
    "format": "flowchart-v1",
    "savedAt": 1,
    "data": {
        "checkpoint": {"pausedStageId": "tools", "sharedState": {}, "subflowPath": []},
        "conversation": CONVERSATION,
        "pending": {"pauseData": {"toolCallId": "c1", "toolName": "deploy", "ask": {"question": "Deploy?"}}},
    },
}
TALK = {"format": "conversation-v1", "savedAt": 1, "data": {**CONVERSATION, "history": SHIPPED}}

# -- folders -----------------------------------------------------------------------------------------------------------


def shown_of(kind: str, what: str, words: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": MS, "type": kind, kind: what, "text": words, **more}


TASK = [
    shown_of("say", "task", "mend the till"),
    shown_of("say", "api_req_started", '{"request": "x"}'),
    shown_of("ask", "tool", '{"tool": "newFileCreated", "path": "a"}'),
]
TASK_DONE = [*TASK, shown_of("say", "text", "Mended."), shown_of("ask", "completion_result")]
SENT = [{"role": "user", "content": [{"type": "text", "text": "mend the till"}]}]


def state_of(status: str) -> dict[str, Any]:
    return {"id": "0f-1", "execution_status": status, "workspace": {"working_dir": "/srv"}, "agent": {"llm": {}}}


def event_of(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "timestamp": AT, **more}


def spoken_of(source: str, words: str) -> dict[str, Any]:
    return event_of("MessageEvent", source=source, llm_message={"content": [{"type": "text", "text": words}]})


ACTION = event_of(
    "ActionEvent",
    tool_name="terminal",
    tool_call_id="c1",
    tool_call={"id": "c1", "name": "terminal", "arguments": '{"command": "ls"}'},
)
SEEN = event_of("ObservationEvent", tool_name="terminal", tool_call_id="c1", observation={"content": []})
EVENTS = [f"events/event-{number:05}-0f0f0f0f.json" for number in range(4)]


def strands_message_of(number: int, role: str, block: dict[str, Any]) -> dict[str, Any]:
    message = {"role": role, "content": [block]}
    return {"message": message, "message_id": number, "redact_message": None, "created_at": AT}


USE = {"toolUse": {"toolUseId": "c1", "name": "mend", "input": {"what": "till"}}}
INTERRUPT = "v1:before_tool_call:c1:5cf56bed"
STRANDS = [
    strands_message_of(0, "user", {"text": "mend the till"}),
    strands_message_of(1, "assistant", USE),
    strands_message_of(2, "user", {"toolResult": {"toolUseId": "c1", "status": "success", "content": []}}),
    strands_message_of(3, "assistant", {"text": "Mended."}),
]


def agent_of(**state: Any) -> dict[str, Any]:
    return {"agent_id": "a1", "_internal_state": {"interrupt_state": state}, "created_at": AT, "updated_at": AT}


ASKS = agent_of(
    interrupts={INTERRUPT: {"id": INTERRUPT, "name": "approve", "reason": "Mend?", "response": None}},
    activated=True,
    pending_tool_execution={"assistant_message": STRANDS[1]["message"], "completed_tool_results": []},
)
STRANDS_NAMES = ["session.json", "agents/agent_a1/agent.json"]
STRANDS_NAMES += [f"agents/agent_a1/messages/message_{number}.json" for number in range(4)]


def opencode_of(status: str, **more: Any) -> list[Any]:
    return [
        {"role": "user", "time": {"created": MS}},
        {"type": "text", "text": "mend the till"},
        {"role": "assistant", "time": {"created": MS, **more}, "modelID": "m"},
        {"type": "tool", "callID": "c1", "tool": "bash", "state": {"status": status, "input": {"command": "ls"}}},
        {"type": "text", "text": "Mended."},
        {"type": "step-finish", "reason": "stop"},
    ]


OPENCODE_NAMES = ["message/ses_1/msg_1.json", "part/msg_1/prt_1.json", "message/ses_1/msg_2.json"]
OPENCODE_NAMES += [f"part/msg_2/prt_{number}.json" for number in range(3)]


# -- databases ---------------------------------------------------------------------------------------------------------


def zett_of(kind: int, content: str = "", **data: Any) -> list[Any]:
    return [{"kind": kind, "data": {"content": content, **data}}]


ZETT = [
    zett_of(2, "mend the till"),
    zett_of(3, tool_calls=[{"id": "c1", "name": "mend", "arguments": {"what": "till"}, "error": None}], stop=None),
]
ZETT_DONE = [
    *ZETT,
    zett_of(4, "ok", tool_call_id="c1", name="mend", success=True),
    zett_of(3, "Mended.", tool_calls=[], stop={"reason": "end_turn"}),
]


def adk_of(role: str, part: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"role": role, "parts": [part]}}


ADK_ASK = {"id": "a1", "name": "adk_request_confirmation"}
ADK_ASKS = [
    adk_of("user", {"text": "mend the till"}),
    adk_of("model", {"function_call": {"id": "c1", "name": "mend", "args": {"what": "till"}}}),
    adk_of("model", {"function_call": {**ADK_ASK, "args": {"originalFunctionCall": {"id": "c1", "name": "mend"}}}}),
]
ADK_DONE = [
    *ADK_ASKS,
    adk_of("user", {"function_response": {"id": "c1", "name": "mend", "response": {"error": "confirm"}}}),
    adk_of("user", {"function_response": {**ADK_ASK, "response": {"confirmed": True}}}),
    adk_of("user", {"function_response": {"id": "c1", "name": "mend", "response": {"ok": True}}}),
    adk_of("model", {"text": "Mended."}),
]


def made_of(name: str, **members: Any) -> dict[str, Any]:
    return {"ext": ["langchain_core.messages", name, members, "model_validate_json"]}


CALLED = made_of("AIMessage", content="", type="ai", tool_calls=[{"name": "mend", "args": {}, "id": "c1"}])
ASKED = made_of("HumanMessage", content="mend the till", type="human")
THREAD = {"ts": AT, "channel_values": {"messages": [ASKED, CALLED]}}
THREAD_DONE = {
    "ts": AT,
    "channel_values": {
        "messages": [
            ASKED,
            CALLED,
            made_of("ToolMessage", content="ok", type="tool", tool_call_id="c1"),
            made_of("AIMessage", content="Mended.", type="ai", tool_calls=[]),
        ]
    },
}
ASKS_IN_NODE = [made_of("Interrupt", value={"action_requests": [{"name": "mend", "args": {}}]}, id="i1")]
