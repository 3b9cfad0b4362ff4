"""The agent that command-line tests run: it plays the turns of `script.json` and its tools act on files beside it.

A turn is a text (the run ends with it), {"fail": text} (the provider raises), or a list of calls
[tool, arguments, call id]. What the model reads is appended to `read.jsonl`, one list of parts a request.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Literal

from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from pausedesk.core import ask_person

HERE = Path(__file__).parent


def _add(name: str, line: str) -> None:
    with (HERE / name).open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def _model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    turn = sum(message.kind == "response" for message in messages)
    parts = [
        {"kind": part.part_kind, "call": getattr(part, "tool_call_id", ""), "text": str(getattr(part, "content", ""))}
        for part in messages[-1].parts
        if part.part_kind in ("tool-return", "retry-prompt", "user-prompt")
    ]
    _add("read.jsonl", json.dumps(parts))
    step = json.loads((HERE / "script.json").read_text(encoding="utf-8"))[turn]
    if isinstance(step, str):
        return ModelResponse(parts=[TextPart(step)])
    if isinstance(step, dict):
        raise ModelHTTPError(503, "bench", step["fail"])
    return ModelResponse(parts=[ToolCallPart(name, args, tool_call_id=call) for name, args, call in step])


agent = Agent(FunctionModel(_model), tools=[ask_person(Literal["red", "blue"])])


@agent.tool_plain(requires_approval=True)
def append(text: str, times: int = 1) -> str:
    """Append a line."""
    _add("lines.txt", text)
    return f"appended {text}"


@agent.tool_plain(requires_approval=True)
def append_and_die(text: str) -> str:
    """Append a line and kill the process."""
    print("about to die", flush=True)
    _add("lines.txt", text)
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


@agent.tool_plain(requires_approval=True)
def append_and_leave(text: str, how: str) -> str:
    """Append a line, leave a process of the group behind that lives until its pipe `go` is opened, and die."""
    _add("lines.txt", text)
    wait = f"open({str(HERE / 'go')!r}).read()"
    if how == "fork":
        if os.fork() == 0:
            exec(wait)
            os._exit(0)
    elif how == "shell":
        os.system(f'{sys.executable} -c "{wait}" &')
    else:
        subprocess.Popen([sys.executable, "-c", wait])
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


@agent.tool_plain(requires_approval=True)
def append_and_wait(text: str) -> str:
    """Append a line and return when the pipe `go` is opened."""
    _add("lines.txt", text)
    (HERE / "go").read_text(encoding="utf-8")
    return f"appended {text}"


@agent.tool_plain
def note_and_wait(text: str) -> str:
    """Append a line to the notes and return when the pipe `go` is opened."""
    _add("notes.txt", text)
    (HERE / "go").read_text(encoding="utf-8")
    return f"noted {text}"


@agent.tool_plain(requires_approval=True)
def append_and_raise(text: str) -> str:
    """Append a line and raise."""
    _add("lines.txt", text)
    raise ValueError("no paper left")


@agent.tool_plain
def note(text: str) -> str:
    """Append a note, ungated."""
    _add("notes.txt", text)
    return f"noted {text}"


@agent.tool_plain(metadata={"pausedesk": {"read_only": True}})
def look_and_die(text: str) -> str:
    """Append a look and kill the process, the first time only; looking again does no harm."""
    _add("looks.txt", text)
    if not (HERE / "died").exists():
        (HERE / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return f"looked at {text}"


@agent.tool_plain
def note_and_die(text: str) -> str:
    """Append a note and kill the process, the first time only."""
    _add("notes.txt", text)
    if not (HERE / "died").exists():
        (HERE / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return f"noted {text}"
