"""What becomes of a pause after a failed answer: the whole table, row by row, and that a changed rule breaks a row.

The table that is kept beside the repository drives a test a row. The project's own, below, says the same in lines with
patterns; it covers every combination there is, stands where the other is absent, and kills every mutant of the rule.
"""

from __future__ import annotations

import ast
import csv
import inspect
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import Outcome
from pausedesk.core.rules import answered_pause
from pausedesk.core.rules.answered_pause import (
    AnswerKind,
    FailedAnswerOutcome,
    StoreRead,
    WatchVerdict,
    after_failed_answer,
)

REPOSITORY = Path(__file__).resolve().parents[2]
TABLE = Path(os.environ.get("PAUSEDESK_CASES") or REPOSITORY.parent / "shared" / "cases") / "decision_table.csv"
ROWS_OF_THE_TABLE = 1028

GIVEN = ("watch", "store_read", "error", "answer", "question_names_request")
WANTED = ("outcome", "conversation_after", "notices")

Facts = tuple[WatchVerdict, StoreRead, str | None, AnswerKind, bool]
Rule = Callable[..., FailedAnswerOutcome]

# The project's own table, the first line that fits decides: GIVEN | WANTED and whether bytes are moved aside first.
# `*` is anything, `a/b` is either, a name below is a group of words.
GROUPS = {
    "unused": "taken_up_refused_before_spend/taken_up_aborted_before_spend/spend_failed_never_landed",
    "not-ours": "newer_pause/already_marked/empty",
    "unreadable": "read_failed/not_an_envelope/unknown_format",
    "unreachable": "request-not-recorded/call-changed/chain-changed/ledger-changed/tool-changed",
}
OWN = [
    ("no_watch * * * *", "kept unchanged none"),
    ("unused same_pause unreachable * yes", "closed as_of_pause all_not_run_if_proved_else_may_have_run"),
    ("unused same_pause expired approve yes", "closed as_of_pause all_not_run_if_proved_else_may_have_run"),
    ("unused * * * *", "kept unchanged none"),
    ("* not-ours * * *", "kept unchanged none"),
    ("spent_decline unreadable * decline *", "marked as_of_pause paused_declined_others_may_have_run aside"),
    ("spent_decline own_conversation_progressed * decline *", "marked progressed paused_declined_others_may_have_run"),
    ("spent_decline * * decline *", "marked as_of_pause paused_declined_others_may_have_run"),
    ("* unreadable * * *", "marked as_of_pause all_may_have_run aside"),
    ("* own_conversation_progressed * * *", "marked progressed all_may_have_run"),
    ("* * * * *", "marked as_of_pause all_may_have_run"),
]


def _rows() -> list[dict[str, str]]:
    if not TABLE.is_file():
        return []
    with TABLE.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


ROWS = _rows()


def facts_of(row: Mapping[str, str]) -> Facts:
    """What a row of the table says is given."""
    return (
        WatchVerdict(row["watch"]),
        StoreRead(row["store_read"]),
        None if row["error"] == "ordinary" else RefusalCode(row["error"]),
        AnswerKind(row["answer"]),
        {"yes": True, "no": False}[row["question_names_request"]],
    )


def decide(rule: Rule, facts: Facts) -> tuple[str, str, str, bool]:
    """What a rule makes of the facts, in the words of the table, and whether it moves bytes aside."""
    watch, read, code, answer, names = facts
    found = rule(watch=watch, store_read=read, code=code, answer=answer, names_request=names)
    return (found.outcome.value, found.conversation.value, found.notices.value, found.moves_bytes_aside)


def _fits(pattern: str, word: str) -> bool:
    return pattern == "*" or word in GROUPS.get(pattern, pattern).split("/")


def own_verdict(facts: Facts) -> tuple[str, str, str, bool]:
    """What the project's own table says of the facts."""
    watch, read, code, answer, names = facts
    words = (watch.value, read.value, code or "ordinary", answer.value, "yes" if names else "no")
    wanted = next(end for given, end in OWN if all(map(_fits, given.split(), words)))
    outcome, conversation, notices, *aside = wanted.split()
    return (outcome, conversation, notices, bool(aside))


def everything() -> Iterator[Facts]:
    """Every combination of facts there is."""
    return product(WatchVerdict, StoreRead, (None, *map(str, RefusalCode)), AnswerKind, (True, False))


OWN_VERDICTS = {facts: own_verdict(facts) for facts in everything()}


@pytest.mark.skipif(not ROWS, reason="the shared decision table is not here")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: "-".join(row[column] for column in GIVEN))
def test_a_row_of_the_decision_table(row: dict[str, str]) -> None:
    assert row.keys() == {*GIVEN, *WANTED}
    assert decide(after_failed_answer, facts_of(row))[:3] == tuple(row[column] for column in WANTED)


@pytest.mark.skipif(not ROWS, reason="the shared decision table is not here")
def test_the_decision_table_is_whole() -> None:
    facts = Counter(map(facts_of, ROWS))
    assert len(facts) == len(ROWS) >= ROWS_OF_THE_TABLE
    assert {watch for watch, *_ in facts} == set(WatchVerdict)
    assert {read for _, read, *_ in facts} == set(StoreRead)
    # Each column of what is wanted has every word that it can have.
    seen = [{row[column] for row in ROWS} for column in WANTED]
    assert [len(words) for words in seen] == [
        3,
        len(answered_pause.ConversationAfter),
        len(answered_pause.NoticesAfter),
    ]


@pytest.mark.skipif(not ROWS, reason="the shared decision table is not here")
def test_the_projects_own_table_agrees_with_it() -> None:
    wrong = [row for row in ROWS if OWN_VERDICTS[facts_of(row)][:3] != tuple(row[column] for column in WANTED)]
    assert wrong == []


def test_every_combination_of_facts_is_decided_as_the_projects_own_table_says() -> None:
    assert {facts: decide(after_failed_answer, facts) for facts in everything()} == OWN_VERDICTS


# -- a changed rule breaks a row ---------------------------------------------------------------------------------------

_SETS = ("NOT_USED", "_UNREADABLE", "_CLOSING_CODES")
# What a rule that comes earlier decides: in a set that is asked later it makes no other rule.
_DECIDED_BEFORE = {WatchVerdict.NO_WATCH, StoreRead.NEWER_PAUSE, StoreRead.ALREADY_MARKED, StoreRead.EMPTY}


class _OneChange(ast.NodeTransformer):
    """Changes the n-th place of a rule that can be changed, and says how."""

    def __init__(self, place: int) -> None:
        self._left = place
        self.change = ""

    def _here(self) -> bool:
        self._left -= 1
        return self._left == -1

    def visit_Compare(self, node: ast.Compare) -> Any:
        opposite = {ast.Is: ast.IsNot, ast.In: ast.NotIn, ast.Eq: ast.NotEq}
        if self._here():
            node.ops = [opposite[type(node.ops[0])]()]
            self.change = f"turned round: {ast.unparse(node)}"
        return self._descend(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        if self._here():
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            self.change = f"and for or: {ast.unparse(node)}"
        for index in range(len(node.values)):
            if self._here():
                gone = node.values.pop(index)
                self.change = f"left out: {ast.unparse(gone)}"
                return node if len(node.values) > 1 else node.values[0]
        return self._descend(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        if self._here():
            node.body, node.orelse = node.orelse, node.body
            self.change = f"sides changed: {ast.unparse(node)}"
        return self._descend(node)

    def visit_If(self, node: ast.If) -> Any:
        if self._here():
            self.change = f"no longer asked: {ast.unparse(node.test)}"
            return node.body
        if self._here():
            self.change = f"never so: {ast.unparse(node.test)}"
            return []
        return self._descend(node)

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        for index in range(len(node.elts)):
            if self._here():
                self.change = f"not in the group: {ast.unparse(node.elts.pop(index))}"
                break
        return self._descend(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Another word of the same kind, in what is returned."""
        enum = getattr(answered_pause, node.value.id, None) if isinstance(node.value, ast.Name) else None
        if enum in (answered_pause.ConversationAfter, answered_pause.NoticesAfter):
            for other in enum:
                if other.name != node.attr and self._here():
                    self.change = f"{other.name} for {node.attr}"
                    node.attr = other.name
                    break
        elif enum is Outcome:
            for name in ("MARKED", "CLOSED", "KEPT"):
                if name != node.attr and self._here():
                    self.change = f"{name} for {node.attr}"
                    node.attr = name
                    break
        return self._descend(node)

    def _descend(self, node: Any) -> Any:
        return self.generic_visit(node) if not self.change else node


def _mutants() -> Iterator[tuple[str, Rule]]:
    """Every rule that differs from ours in one place: in its code, or in a set of words that it asks."""
    source = inspect.getsource(after_failed_answer)
    for place in range(1000):
        change = _OneChange(place)
        tree = ast.fix_missing_locations(change.visit(ast.parse(source)))
        if not change.change:
            break
        yield change.change, _made_from(tree, {})
    tree = ast.parse(source)
    for name in _SETS:
        words: frozenset[Any] = getattr(answered_pause, name)
        every = {"NOT_USED": WatchVerdict, "_UNREADABLE": StoreRead, "_CLOSING_CODES": RefusalCode}[name]
        for word in every:
            if word not in _DECIDED_BEFORE:
                yield f"{name} with or without {word}", _made_from(tree, {name: words ^ {word}})


def _made_from(tree: ast.Module, changed: Mapping[str, object]) -> Rule:
    names: dict[str, Any] = {**vars(answered_pause), **changed}
    exec(compile(tree, "a mutant", "exec"), names)
    return names["after_failed_answer"]  # type: ignore[no-any-return]


def _survives(mutant: Rule) -> bool:
    try:
        return all(decide(mutant, facts) == wanted for facts, wanted in OWN_VERDICTS.items())
    except Exception:  # noqa: BLE001 - a mutant that raises is seen too
        return False


def test_every_mutant_of_the_rule_breaks_a_row() -> None:
    mutants = list(_mutants())
    survivors = [change for change, mutant in mutants if _survives(mutant)]
    assert survivors == []
    assert _survives(_made_from(ast.parse(inspect.getsource(after_failed_answer)), {}))
    assert len(mutants) > 80
