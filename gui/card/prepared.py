"""A card made ready on the reader thread: every text escaped and masked, values measured, files compared. Qt-free.

What is shown is derived here from the real values; the values, the digest and the bytes stay as they are.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from pausedesk.core.model.states import RequestState
from pausedesk.core.model.views import ArgumentView, ExecutionView, HistoryItem, RequestView, SessionCard
from pausedesk.core.rules.call_states import check_sentence
from pausedesk.core.rules.redaction import masked, masked_value
from pausedesk.core.rules.visible import one_line, visible
from pausedesk.gui.card.file_diff import FileDiff, diff_against_file
from pausedesk.gui.ports import ReaderPort

KEPT_REQUESTS = 32
HISTORY_LINES = 14
HISTORY_CHARS = 1200


@dataclass(frozen=True, slots=True)
class Shown:
    """One text as it may be painted: `text` with secrets masked, `revealed` without, and what was made visible."""

    text: str
    revealed: str
    warnings: tuple[str, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether a secret is masked."""
        return self.text != self.revealed


@dataclass(frozen=True, slots=True)
class PreparedArgument:
    """One argument: its value to show, its size in UTF-8 bytes and lines, and a word on its kind where unclear."""

    name: str
    value: Shown
    filled_in: bool
    view: str
    size: int
    lines: int
    kind: str


@dataclass(frozen=True, slots=True)
class PreparedRequest:
    """One request ready to show. `warnings` are of every text of the call."""

    view: RequestView
    tool: str
    question: Shown
    arguments: tuple[PreparedArgument, ...]
    canonical: Shown
    raw: Shown | None
    warnings: tuple[str, ...]
    hides_secrets: bool
    diff: FileDiff | None = None
    diff_shown: Shown | None = None


@dataclass(frozen=True, slots=True)
class PreparedHistory:
    """One item of the timeline; `whole` is None where `text` is everything."""

    item: HistoryItem
    text: str
    whole: str | None


@dataclass(frozen=True, slots=True)
class PreparedExecution:
    """A call that was started, ready to show."""

    view: ExecutionView
    tool: str
    arguments: Shown
    last_output: str
    late_result: str
    checked: str  # what the author's check said; "" where nobody asked it


@dataclass(frozen=True, slots=True)
class PreparedCard:
    """Everything the card and the right column paint of one session."""

    card: SessionCard
    title: str
    prompt: str
    requests: tuple[PreparedRequest, ...]
    unknown: tuple[PreparedExecution, ...]
    siblings: tuple[PreparedExecution, ...]
    history: tuple[PreparedHistory, ...]
    drafts: dict[str, tuple[str, str]]

    def request(self, request: str) -> PreparedRequest | None:
        """The request of that id."""
        return next((one for one in self.requests if one.view.request == request), None)


def shown(text: str) -> Shown:
    """A text with secrets masked and characters that hide made visible."""
    whole = visible(text)
    hidden = masked(text)
    if hidden == text:
        return Shown(whole.text, whole.text, tuple(whole.warnings))
    return Shown(visible(hidden).text, whole.text, tuple(whole.warnings))


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False, indent=2)
    return json.dumps(value, ensure_ascii=False)


def _kind(value: Any) -> str:
    """A word where the shown form alone would not tell a text from a number, a truth value or nothing."""
    if value is None:
        return "null: no value"
    if not isinstance(value, str):
        return ""
    if not value:
        return "empty text"
    if "\n" in value:
        return ""
    if value != value.strip():
        return "text with spaces around it"
    try:
        json.loads(value)
    except ValueError:
        return ""
    return "text"


def _argument(argument: ArgumentView) -> PreparedArgument:
    text = _as_text(argument.value)
    whole = visible(text)
    # A secret is told by the name of its field as well as by its form.
    hidden = masked_value({argument.name: argument.value})
    value = hidden.get(argument.name, argument.value) if isinstance(hidden, dict) else argument.value
    masked_text = masked(_as_text(value))
    masked_shown = whole.text if masked_text == text else visible(masked_text).text
    return PreparedArgument(
        name=one_line(argument.name, 80),
        value=Shown(masked_shown, whole.text, tuple(whole.warnings)),
        filled_in=argument.filled_in,
        view=argument.view,
        size=len(text.encode("utf-8", "surrogatepass")),
        lines=text.count("\n") + 1,
        kind=_kind(argument.value),
    )


def prepare_request(view: RequestView) -> PreparedRequest:
    """The request without its file's difference."""
    arguments = tuple(_argument(one) for one in view.arguments)
    question = shown(view.question)
    canonical = shown(view.canonical)
    raw = shown(view.raw) if view.raw != view.canonical else None
    warnings: dict[str, None] = {}
    for label, texts in (
        ("the question", (question.warnings,)),
        ("the tool's name", (tuple(visible(view.tool).warnings),)),
        *((f"“{argument.name}”", (argument.value.warnings,)) for argument in arguments),
        *((f"the name “{one_line(one.name, 80)}”", (tuple(visible(one.name).warnings),)) for one in view.arguments),
    ):
        for text in texts:
            for warning in text:
                warnings[f"In {label}: {warning}"] = None
    return PreparedRequest(
        view=view,
        tool=one_line(view.tool, 120),
        question=question,
        arguments=arguments,
        canonical=canonical,
        raw=raw,
        warnings=tuple(warnings),
        hides_secrets=question.hides or any(argument.value.hides for argument in arguments),
    )


def prepare_history(item: HistoryItem) -> PreparedHistory:
    """The item, cut where it is long; the whole is kept to be opened."""
    whole = visible(masked(item.text)).text
    lines = whole.split("\n", HISTORY_LINES)
    cut = "\n".join(lines[:HISTORY_LINES])[:HISTORY_CHARS]
    return PreparedHistory(item, cut, None if cut == whole else whole)


class CardPreparer:
    """Reads a session's card and makes it ready, on the reader thread; remembers requests: their bytes never change."""

    def __init__(self) -> None:
        self._requests: OrderedDict[tuple[str, str], PreparedRequest] = OrderedDict()

    def read(self, reader: ReaderPort, session: str) -> PreparedCard | None:
        """The card of the session, or None where there is no such session."""
        card = reader.card(session)
        if card is None:
            return None
        drafts = reader.drafts(session) if any(one.answerable for one in card.requests) else {}
        return self.prepare(card, drafts)

    def prepare(self, card: SessionCard, drafts: dict[str, tuple[str, str]]) -> PreparedCard:
        """Make `card` ready."""
        return PreparedCard(
            card=card,
            title=one_line(masked(card.row.title), 200),
            prompt=visible(masked(card.prompt)).text,
            requests=tuple(self._request(one, card.folder) for one in card.requests),
            unknown=tuple(_execution(one) for one in card.unknown),
            siblings=tuple(_execution(one) for one in card.siblings),
            history=tuple(prepare_history(one) for one in card.history),
            drafts=drafts,
        )

    def _request(self, view: RequestView, folder: str) -> PreparedRequest:
        # Without a digest, of another program, a request is what it says and no more.
        key = (view.request, view.digest or f"{view.tool}\0{view.question}\0{view.canonical}")
        known = self._requests.get(key)
        made = known if known is not None else prepare_request(view)
        diff, diff_shown = made.diff, made.diff_shown
        if view.file is not None and (view.state is RequestState.WAITING or diff is None):
            path, argument = view.file
            text = next((one.value for one in view.arguments if one.name == argument), None)
            diff = diff_against_file(folder, path, text) if isinstance(text, str) else None
            diff_shown = shown(diff.text) if diff is not None and diff.text is not None else None
        made = PreparedRequest(
            view, made.tool, made.question, made.arguments, made.canonical, made.raw, made.warnings,
            made.hides_secrets, diff, diff_shown,
        )  # fmt: skip
        self._requests[key] = made
        self._requests.move_to_end(key)
        while len(self._requests) > KEPT_REQUESTS:
            self._requests.popitem(last=False)
        return made


def _execution(view: ExecutionView) -> PreparedExecution:
    return PreparedExecution(
        view=view,
        tool=one_line(view.tool, 120),
        arguments=shown(view.arguments),
        last_output=visible(masked(view.last_output)).text,
        late_result=visible(masked(view.late_result or "")).text,
        checked="" if view.checked is None else visible(masked(check_sentence(view.checked))).text,
    )
