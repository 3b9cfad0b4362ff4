"""Asking a tool's author what became of a call that may have run: its check, in a child of the agent, for a while only.

What it says is kept beside the call, with its time and who asked. It settles nothing: a person does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.checks import CallToCheck
from pausedesk.core.rules.resuming import ONLY_ITS_PROGRAM
from pausedesk.core.run.ahead import start_child
from pausedesk.core.run.children import Child
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import checked, sessions
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import AgentRef


def check_calls(
    store: Store,
    session: str,
    executions: Sequence[str],
    *,
    by: str,
    seconds: float,
    start: Callable[[AgentRef, Store], Child] = start_child,
) -> None:
    """Have each call checked, in a child of its own that has `seconds` for it, and keep what was said beside the call.

    Refused (ResumeDecisionError) with `running` while a call's owner lives or cannot be proved dead, `nothing-waiting`
    where it is not one that may have run, `no-check` where its author gave none; raises what loading the agent raises.
    A check that fails in any way says `unknown`, with a sentence.
    """
    with store.read() as connection:
        agent = sessions.agent_of(connection, session)
        calls = [checked.call_to_check(connection, session, execution, LIVENESS) for execution in executions]
    if not agent.spec:
        raise ResumeDecisionError("other-agent", ONLY_ITS_PROGRAM)
    for call in calls:
        checked.keep(store, call, _ask(start(agent, store), call, seconds), by=by)


def _ask(child: Child, call: CallToCheck, seconds: float) -> checked.Said:
    try:
        told = child.ask_check(call, seconds)
    finally:
        child.kill()
        child.finish()
        child.drop_output()
    if told["op"] == "no-check":
        raise ResumeDecisionError(
            str(told["code"]), str(told["sentence"]), next_step="Look for yourself, then settle the call."
        )
    return checked.Said(told["said"], told["result"], told["why"])
