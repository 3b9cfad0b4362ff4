"""A desk in this process: a store copied from a template, an agent that plays turns, and a clock that tests set.

The agent's model is a strict provider: it refuses a history in which a call has no result or two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic_ai import Agent, ApprovalRequired, RunContext
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.judges import trail_faults

from pausedesk.core import ask_person
from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.views import SessionCard
from pausedesk.core.rules.history import judge_history
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.door import Door, DoorResult
from pausedesk.core.run.gate import dump_messages
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import answering
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import AskedCall, asked_calls
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.trails import read_trail

SESSION = "s"


@dataclass
class Inside:
    """One store with one session `s`. A turn of `script` is a text, {"fail": text} or a list of calls
    [tool, arguments, call id]."""

    store: Store
    author: dict[str, Any] = field(default_factory=dict)
    answers: Any = str  # what answers `ask_person`
    asking: dict[str, Any] = field(default_factory=dict)
    toolsets: Sequence[Any] = ()
    capabilities: Sequence[Any] = ()
    script: list[Any] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    read: list[list[dict[str, Any]]] = field(default_factory=list)
    during: Callable[[], object] = lambda: None
    tampered: bool = False

    def agent(self) -> Agent[None, str]:
        """The agent, made anew: gated `append` and `raises`, `asks` from inside, ungated `note`, a plain question."""
        agent = Agent(
            FunctionModel(self._model),
            capabilities=list(self.capabilities),
            tools=[ask_person(self.answers, **self.asking)],
            toolsets=list(self.toolsets),
        )

        @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"version": "1", **self.author}})
        def append(text: str, times: int = 1) -> str:
            self.lines.append(text * times)
            self.during()
            return f"appended {text}"

        @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"version": "1", **self.author}})
        def raises(text: str) -> str:
            self.lines.append(text)
            raise ValueError("no paper left")

        @agent.tool
        def asks(ctx: RunContext[Any], text: str) -> str:
            self.lines.append(f"{text} {'approved' if ctx.tool_call_approved else 'asks'}")
            if not ctx.tool_call_approved:
                raise ApprovalRequired
            return f"did {text}"

        @agent.tool_plain
        def note(text: str) -> str:
            self.lines.append(text)
            return f"noted {text}"

        return agent

    def _model(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        dumped = dump_messages(messages)
        judge_history(dumped)
        turn = sum(message["kind"] == "response" for message in dumped)
        self.read.append(cast("list[dict[str, Any]]", dumped[-1]["parts"]))
        step = self.script[turn]
        if isinstance(step, str):
            return ModelResponse(parts=[TextPart(step)])
        if isinstance(step, dict):
            raise ModelHTTPError(503, "inside", step["fail"])
        return ModelResponse(parts=[ToolCallPart(name, args, tool_call_id=call) for name, args, call in step])

    # -- doors ---------------------------------------------------------------------------------------------------------

    def door(self) -> Door:
        """A door with the agent as it is now."""
        return Door(self.store, local_runners(self.agent()))

    def run(self, *script: Any, prompt: str = "go") -> DoorResult:
        """Run the session with a message; turns that are given are the whole script."""
        if script:
            self.script = list(script)
        return Desk(self.store).run(self.agent(), prompt, session=SESSION, spec="inside:agent")

    def take_up(self) -> DoorResult | None:
        """Take submitted answers up."""
        return self.door().answer(SESSION)

    def resume(self) -> DoorResult:
        """Resume the session."""
        return self.door().resume(SESSION)

    # -- people --------------------------------------------------------------------------------------------------------

    def asked(self) -> list[AskedCall]:
        """The questions that wait."""
        with self.store.read() as connection:
            return asked_calls(connection, SESSION)

    def submit(
        self,
        decision: str = "approve",
        *,
        by: str = "Ada",
        note: str | None = None,
        stop: bool = False,
        value: str | None = None,
    ) -> str:
        """Answer the first question that waits without an answer; returns its request."""
        one = next(call for call in self.asked() if not call.answered)
        new = NewAnswer(one.request, one.digest, decision, note, stop, value=value)
        answering.submit_answers(self.store, SESSION, [new], by=by, submit_id=new_id())
        return one.request

    def answer(self, decision: str = "approve", **how: Any) -> DoorResult:
        """Answer the first open question and take it up, which must be ready."""
        self.submit(decision, **how)
        result = self.take_up()
        assert result is not None
        return result

    # -- looking -------------------------------------------------------------------------------------------------------

    def card(self) -> SessionCard:
        """The session's card."""
        with self.store.read() as connection:
            card = read_card(connection, SESSION, LIVENESS)
        assert card is not None
        return card

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the store."""
        with self.store.read() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(sql)]

    def faults(self) -> list[str]:
        """What both judges find in the session (see tests.judges)."""
        with self.store.read() as connection:
            trail = read_trail(connection, SESSION)
        return [] if trail is None or trail.imported else trail_faults(trail)

    def change(self, sql: str) -> None:
        """Write by SQL what no door would."""
        self.tampered = True
        with self.store.write() as connection:
            connection.exec_driver_sql(sql)

    def everything(self) -> dict[str, list[tuple[Any, ...]]]:
        """What an answer or an edit could change."""
        return {table: self.rows(f"SELECT * FROM {table}") for table in ("requests", "answers", "executions", "pauses")}


def appends(text: str, call: str = "c1", **more: Any) -> list[Any]:
    """One call of `append`."""
    return ["append", {"text": text, **more}, call]


def question(text: str = "Which colour?", call: str = "c1") -> list[Any]:
    """One call of `ask_person`."""
    return ["ask_person", {"question": text}, call]


def refusal(work: Callable[[], object]) -> ResumeDecisionError:
    """The refusal that some work ends in; fails where it is done."""
    try:
        work()
    except ResumeDecisionError as refused:
        return refused
    raise AssertionError("it was not refused")
