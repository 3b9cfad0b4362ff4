"""The store's side of a hand-over: what an engine tells and asks becomes transactions (see `engine.Host`)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pausedesk.core.errors import ResumeDecisionError, StoreError
from pausedesk.core.model.handover import CallSite, NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.answered_pause import AnswerKind, DecisionUseWatch
from pausedesk.core.rules.manifests import Manifest
from pausedesk.core.run import late
from pausedesk.core.store import executions, ledger
from pausedesk.core.store.engine import Store
from pausedesk.core.store.manifests import keep_manifest
from pausedesk.core.store.sessions import AgentRef, FenceLost, append_messages, keep_partial
from pausedesk.core.store.witness import NotWitnessed

# Each try waits for the store's lock itself; together they outlast a lock of several minutes.
OUTCOME_TRIES = 20
OUTCOME_PAUSE_S = 1.0


class StoreHost:
    """The host over the store itself. Owns the view of one run: session, run, fence, who runs, and the watch."""

    def __init__(
        self,
        store: Store,
        session: str,
        run: str,
        fence: int,
        owner: Owner,
        watch: DecisionUseWatch | None = None,
        *,
        decline_limit: int = 0,
    ) -> None:
        """`decline_limit`: after so many declines of one call the run stops instead of asking again; 0: never."""
        self._store = store
        self._session = session
        self._run = run
        self._fence = fence
        self.owner = owner
        self.watch = watch or DecisionUseWatch()
        self._decline_limit = decline_limit
        self.paused: str | None = None
        self.executions: list[str] = []
        self.unwitnessed = False  # an approval was spent whose call was not let start: it reads "may have run"
        self._partial = False  # something of an answer under way is kept
        self._wait = threading.Event()

    @property
    def late_folder(self) -> Path:
        """Where the end of a call is left when this host cannot be told it, or cannot write it down."""
        return late.folder_of(self._store.ledger_id)

    def saw_tools(self, agent: AgentRef, seen: Manifest) -> None:
        """Keep what was seen of the agent's tools; what the store does not take now is seen again."""
        with suppress(StoreError):
            keep_manifest(self._store, agent, seen)

    def store(self, messages: Sequence[dict[str, Any]], model: str) -> int:
        """Append messages; returns the number of the first."""
        first = append_messages(
            self._store, self._session, self._run, self._fence, messages, model=model, instead=self._partial
        )
        self._partial = False
        return first

    def partial(self, message: dict[str, Any]) -> None:
        """Keep what there is of an answer under way; a store that does not take it now is told again."""
        with suppress(StoreError, FenceLost):
            keep_partial(self._store, self._session, self._run, self._fence, message)
            self._partial = True
        self._store.failpoint("after-partial")

    def begin(self, site: CallSite, tool: str, arguments: str, *, repeatable: bool = False) -> str:
        """Write that an ungated call starts; returns its execution."""
        execution = executions.begin_execution(
            self._store,
            self._session,
            self._run,
            self._fence,
            site,
            tool,
            arguments,
            self.owner,
            repeatable=repeatable,
        )
        self.executions.append(execution)
        return execution

    def spend(self, spend: Spend) -> str:
        """Use an approval up; returns the call's execution."""
        self.watch.spend_pending(spend.request)
        self._store.failpoint("before-spend")
        try:
            execution = ledger.spend_decision(self._store, self._session, self._run, self._fence, spend, self.owner)
        except ResumeDecisionError as refusal:
            self.watch.spend_refused(spend.request, refusal.code)
            raise
        except FenceLost:
            self.watch.fenced_off(spend.request)
            raise
        except NotWitnessed:
            self.watch.spent(spend.request, AnswerKind.APPROVE)
            self.unwitnessed = True
            with suppress(StoreError):
                executions.mark_unwitnessed(self._store, self._session, spend.request)
            raise
        except Exception:
            # Whatever it was: only the ledger knows whether the spend landed.
            self.watch.spend_failed(spend.request, self._landed(spend.request))
            raise
        self.watch.spent(spend.request, AnswerKind.APPROVE)
        self._store.failpoint("after-spend")
        self.executions.append(execution)
        return execution

    def _landed(self, request: str) -> bool | None:
        try:
            return ledger.is_spent(self._store, request)
        except StoreError:
            return None

    def outcome(
        self, execution: str, kind: ExecutionState, result: dict[str, Any] | None = None, error: str | None = None
    ) -> None:
        """Write how a started call ended. A store that is locked or full is tried again for a while: what is lost here
        can never be known again."""
        self._store.failpoint("before-outcome")
        for attempt in range(OUTCOME_TRIES):
            try:
                executions.record_outcome(self._store, self._session, execution, kind, result=result, error=error)
                break
            except StoreError:
                if attempt == OUTCOME_TRIES - 1:
                    if kind is not ExecutionState.ASKED:
                        late.write(self.late_folder, execution, kind, result, error)
                    raise
                self._wait.wait(OUTCOME_PAUSE_S)
        self._store.failpoint("after-outcome")
        # A body that asked has run up to its question, and only the stored pause says so.
        if kind is not ExecutionState.ASKED and execution in self.executions:
            self.executions.remove(execution)

    def pause(self, messages: Sequence[dict[str, Any]], asked: Sequence[NewRequest], response_seq: int | None) -> str:
        """Store the pause with its messages and requests, all in one; returns its id. Raises ResumeDecisionError
        `decline-limit` where they are stored closed, and the run ends."""
        self._store.failpoint("before-pause")
        try:
            self.paused = ledger.store_pause(
                self._store,
                self._session,
                self._run,
                self._fence,
                response_seq,
                messages,
                asked,
                self._decline_limit,
            )
        except ResumeDecisionError:
            self.executions.clear()  # the questions are stored, and closed
            raise
        self.executions.clear()
        self._store.failpoint("after-pause")
        return self.paused
