"""The agent that benchmarks run: one gated call, then the end. Offline, and nearly free by itself.

A module of its own, without Pausedesk, so that children and the bare side's processes load the same one.
"""

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def _model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    if any(part.part_kind == "tool-return" for part in messages[-1].parts):
        return ModelResponse(parts=[TextPart("done")])
    return ModelResponse(parts=[ToolCallPart("append", {"text": "hello"})])


agent = Agent(FunctionModel(_model), name="cycle")
lines: list[str] = []


@agent.tool_plain(requires_approval=True)
def append(text: str, times: int = 1) -> str:
    """Append a line."""
    lines.append(text * times)
    return "appended"
