"""The small model beside the state machine: what people were told, and what must follow of it in one store."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.judging import SESSION
from tests.faults.played import REPEATABLE, UNGATED, Played
from tests.faults.rig import Broken, base_of, lines_of

from pausedesk.core.model.states import AnswerState, ExecutionState, RequestState
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.store.calls import AskedCall, asked_calls

# What the model reads of a call that says that it did not run.
NOT_RUN = (NoticeOrigin.DECLINED, NoticeOrigin.NOT_ENTERED, NoticeOrigin.EXPIRED, NoticeOrigin.REPEATED)
_REQUESTS = """
    SELECT requests.*, executions.id AS execution, executions.state AS execution_state, notices.origin
    FROM requests
    LEFT JOIN executions ON executions.request_id = requests.id
    LEFT JOIN notices ON notices.session_id = requests.session_id AND notices.response_seq = requests.response_seq
        AND notices.call_id = requests.call_id AND notices.ordinal = requests.ordinal
"""


@dataclass
class Reference:
    """What people were told of their answers and edits, and what must follow from it."""

    accepted: dict[str, tuple[str, str, str]] = field(default_factory=dict)  # answer -> request, text, decision
    withdrawn: set[str] = field(default_factory=set)
    edited: dict[str, str] = field(default_factory=dict)  # request -> the one that took its place
    late: dict[str, str] = field(default_factory=dict)  # execution -> what its process left of its end
    held: bool = False
    spent_when_held: int = 0

    def of_a_copy(self, eyes: sqlite3.Connection, left: Collection[str], *, whole: bool) -> Reference:
        """What must hold of a copy of the store that was made when this was true, of all its files or (not `whole`) of
        one that may lack the newest; `left` as in `late_faults`."""
        answers = {row[0]: row[1] for row in eyes.execute("SELECT id, state FROM answers")}
        requests = {row[0]: row[1] for row in eyes.execute("SELECT id, state FROM requests")}
        late = {row[0] for row in eyes.execute("SELECT id FROM executions WHERE late_result IS NOT NULL")}
        mine = copy.deepcopy(self)
        mine.late = {one: text for one, text in mine.late.items() if one in left or one in late}
        if not whole:
            mine.accepted = {one: told for one, told in mine.accepted.items() if one in answers}
            mine.withdrawn = {one for one in mine.withdrawn if answers.get(one) == AnswerState.WITHDRAWN}
            mine.edited = {one: new for one, new in mine.edited.items() if requests.get(one) == RequestState.SUPERSEDED}
        return mine

    def approved(self, rows: Sequence[sqlite3.Row]) -> set[str]:
        """The texts that people approved, and whose approval is used."""
        spent = {row["id"] for row in rows if row["state"] == AnswerState.SPENT}
        return {
            text for answer, (_, text, decision) in self.accepted.items() if answer in spent and decision == "approve"
        }

    def answer_faults(self, rows: Sequence[sqlite3.Row]) -> list[str]:
        """What contradicts it in the answers as they are stored."""
        stored = {row["id"]: row for row in rows if row["state"] != AnswerState.DRAFT}
        faults = [f"nobody gave the answer {one}" for one in stored.keys() - self.accepted.keys()]
        for answer, (request, text, decision) in self.accepted.items():
            row = stored.get(answer)
            if row is None or (row["request_id"], row["decision"]) != (request, decision):
                faults.append(f"the answer to {text} was {decision}, and is {row and dict(row)}")
            elif (row["state"] == AnswerState.WITHDRAWN) != (answer in self.withdrawn):
                faults.append(f"the answer to {text} is {row['state']}, and a person took it back: {self.withdrawn}")
        if self.held and len(self.approved(rows)) > self.spent_when_held:
            faults.append("an approval was spent while the session was held")
        return faults

    def request_faults(self, rows: Sequence[sqlite3.Row], lines: Collection[str]) -> list[str]:
        """What contradicts it in the questions as they are stored, with what the model reads of each."""
        faults = []
        by_id = {row["id"]: row for row in rows}
        for old, new in self.edited.items():
            row = by_id.get(old)
            if row is None or (row["state"], row["superseded_by"]) != (RequestState.SUPERSEDED, new):
                faults.append(f"{old} was edited, and is {row and dict(row)}")
            elif row["execution"] is not None:
                faults.append(f"{text_in(row)} ran, and a person had changed it before")
        for row in rows:
            if row["execution_state"] == ExecutionState.INTERRUPTED and base_of(text_in(row)) not in REPEATABLE:
                faults.append(f"{text_in(row)} is interrupted, and cannot be repeated")
            if text_in(row) in lines and row["state"] != RequestState.SUPERSEDED and row["origin"] in NOT_RUN:
                faults.append(f"{text_in(row)} ran, and the model reads of it that it did not ({row['origin']})")
            if text_in(row) in lines and row["execution_state"] == ExecutionState.SETTLED_NOT_RUN:
                faults.append(f"{text_in(row)} ran, and it is settled that it did not")
        return faults

    def late_faults(self, rows: Sequence[sqlite3.Row], left: Collection[str]) -> list[str]:
        """Ends of calls that came late, and are neither in a file (`left`) nor kept beside their call nor known."""
        kept = {row["id"]: row["late_result"] for row in rows}
        known = {row["id"] for row in rows if row["state"] in (ExecutionState.DONE, ExecutionState.RAISED)}
        return [
            f"the late result of {execution} was {text}, and is {kept.get(execution)}"
            for execution, text in self.late.items()
            if kept.get(execution) != text and execution not in left and execution not in known
        ]


def text_in(row: Any) -> str:
    """The text of a call, by its arguments."""
    return str(json.loads(row["arguments"])["text"])


class Place:
    """One store of the example, with what was told there and what was seen of it."""

    def __init__(self, bench: Played, reference: Reference | None = None) -> None:
        self.bench = bench
        self.reference = reference or Reference()
        self.eyes = sqlite3.connect(bench.store.path)
        self.eyes.row_factory = sqlite3.Row
        self.asked: list[AskedCall] = []  # the questions that wait, as they were when they were last looked at
        self._told: dict[Any, Any] = {}
        self._seen = (-1, -1)
        if reference is None:
            for row in self.eyes.execute(
                "SELECT answers.id, request_id, arguments, decision FROM answers "
                "JOIN requests ON requests.id = request_id"
            ):
                self.reference.accepted[row["id"]] = (row["request_id"], text_in(row), row["decision"])

    def row(self, statement: str, *given: Any) -> Any:
        """One row of the store as it is now."""
        return self.eyes.execute(statement, [str(one) for one in given]).fetchone()

    def close(self) -> None:
        """Let the store go."""
        self.eyes.close()
        self.bench.close()

    def changed(self) -> set[str] | None:
        """The texts whose approval is used here, where anything was written since this was asked; else None."""
        seen = (self.row("PRAGMA data_version")[0], len(lines_of(self.bench.effects)))
        if seen == self._seen:
            return None
        self._seen = seen
        return self.reference.approved(self._answers())

    def _answers(self) -> list[sqlite3.Row]:
        return self.eyes.execute("SELECT id, request_id, decision, state FROM answers").fetchall()

    def judged(self, used: Collection[str], left: Collection[str]) -> None:
        """Raise Broken where the store, the lines and the reference disagree. `used` are the texts whose approval was
        used in any store, `left` the calls whose late result still lies in its file."""
        lines = lines_of(self.bench.effects)
        self.bench.judge()
        rows = self._answers()
        faults = self.reference.answer_faults(rows)
        faults += [
            f"{line} ran, and nobody approved it" for line in lines if base_of(line) not in UNGATED if line not in used
        ]
        faults += self.claims()
        calls = self.eyes.execute("SELECT id, state, late_result FROM executions").fetchall()
        faults += self.reference.late_faults(calls, left)
        faults += self._rewritten()
        if faults:
            raise Broken(*faults)
        with self.bench.store.read() as connection:
            self.asked = asked_calls(connection, SESSION)

    def claims(self) -> list[str]:
        """What is said of questions, and contradicts the lines that calls left, of whatever store they were."""
        return self.reference.request_faults(self.eyes.execute(_REQUESTS).fetchall(), lines_of(self.bench.effects))

    def _rewritten(self) -> list[str]:
        """Messages, notices and late results that are not what they were: somebody may have read them."""
        now: dict[Any, Any] = {
            **{row[0]: row[1] for row in self.eyes.execute("SELECT seq, body FROM messages")},
            **{tuple(row)[:3]: row[3] for row in self.eyes.execute(_NOTICES)},
            **{row[0]: row[1] for row in self.eyes.execute(_LATE)},
        }
        changed = [
            f"{key} was {text!r} and is {now.get(key)!r}" for key, text in self._told.items() if now.get(key) != text
        ]
        self._told = now
        return changed


_NOTICES = "SELECT response_seq, call_id, ordinal, text FROM notices"
_LATE = "SELECT id, late_result FROM executions WHERE late_result IS NOT NULL"
