"""The errors that a person or a program is told about, each with its exit code.

Errors are split in two: those of the environment or of the input (a `PausedeskError`: one sentence and a next step) and
our own faults (everything else: a report). Nothing branches on the text of an error, only on its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any


class ExitCode(IntEnum):
    """What a command's exit says; the contract for automation (README, "Exit codes")."""

    DONE = 0
    USAGE = 2
    PAUSED = 3
    REFUSED = 4
    MARKED = 5
    KEPT = 6
    CLOSED = 7
    ENVIRONMENT = 8
    FAILED = 9


class PausedeskError(Exception):
    """One clear sentence for a person (`str(error)`), a stable `code` for programs, and an exit code."""

    exit_code: ExitCode = ExitCode.USAGE

    def __init__(self, code: str, sentence: str, *, next_step: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.next_step = next_step

    def text(self) -> str:
        """The sentence, followed by what can be done where that is known."""
        return f"{self.sentence} {self.next_step}" if self.next_step else self.sentence


class UsageError(PausedeskError):
    """The command was called wrongly, or the agent it names cannot be loaded."""

    exit_code = ExitCode.USAGE


class AgentLoadError(UsageError):
    """The agent cannot be loaded: no such module or attribute, an exception on import, not an agent."""


class StoreError(PausedeskError):
    """The environment does not let the store be used: locked, full, read-only, newer schema, not a database."""

    exit_code = ExitCode.ENVIRONMENT


class KeyringError(PausedeskError):
    """No system keyring can be used, or a key that is needed is not in it."""

    exit_code = ExitCode.ENVIRONMENT


class EnvironmentFault(PausedeskError):
    """Anything else the machine lacks: a display, a library, an interpreter."""

    exit_code = ExitCode.ENVIRONMENT


class ResumeDecisionError(PausedeskError):
    """A decision is refused. Branch on `.code` (answered-pause rules, section 4), never on the text.

    `first` carries the outcome of the answer that won, where one did; `new_request` the request that supersedes the one
    that was answered.
    """

    exit_code = ExitCode.REFUSED

    def __init__(
        self,
        code: str,
        sentence: str,
        *,
        first: Mapping[str, Any] | None = None,
        new_request: str | None = None,
        next_step: str | None = None,
    ) -> None:
        super().__init__(code, sentence, next_step=next_step)
        self.first = dict(first) if first is not None else None
        self.new_request = new_request
