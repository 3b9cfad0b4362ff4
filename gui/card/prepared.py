"""A card made ready on the reader thread: every text escaped and masked, values measured, files compared.

What is shown is derived here from the real values; the values, the digest and the bytes stay as they are.
"""

from __future__ import annotations

import json
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

from pausedesk.core.file_diff import diff_of
from pausedesk.core.model.states import RequestState
from pausedesk.core.model.views import ArgumentView, ExecutionView, HistoryItem, RequestView, ResumeView, SessionCard
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.beginnings import CUT_AWAY, beginning
from pausedesk.core.rules.call_states import check_sentence
from pausedesk.core.rules.differences import FileDiff
from pausedesk.core.rules.long_texts import lines_of, size_of
from pausedesk.core.rules.pictures import may_be_picture
from pausedesk.core.rules.redaction import named_secrets
from pausedesk.core.rules.shown import Shown, as_text, safe, safe_line, shown, shown_value
from pausedesk.core.rules.value_views import ValueView, view_of
from pausedesk.core.rules.visible import visible
from pausedesk.gui.card.pictures import Picture, picture_of
from pausedesk.gui.card.rows import LONG, Rows, SetOut, rows_where_long, set_out
from pausedesk.gui.language import tr, tr_many
from pausedesk.gui.ports import ReaderPort

KEPT_REQUESTS = 32
HISTORY_LINES = 14
HISTORY_CHARS = 1200
ARGUMENTS_CHARS = 160
_BEGINS_JSON = frozenset('{["-0123456789tfn')
LONG_LINE = 2000
"""Qt lays a line out as a whole: one of megabytes would hold the window for minutes, and an agent may send such a
line."""


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
    rows: Rows | None = None  # of a long value
    set_out: SetOut | None = None  # in the view that fits it, where that is not the text itself
    broken: bool = False  # whether it has a line that is too long to be laid out as one
    counted: str = ""  # how many parts an object or an array has
    picture: Picture | None = None  # that a text is; its image is None where it cannot be shown
    beginning: str | None = None  # of a long value that is not made ready yet; all else but its name is empty then


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
    canonical_rows: Rows | None = None
    pending: bool = False  # its values are long and not made ready yet: there is no more of them than beginnings

    @property
    def key(self) -> str:
        """What stays the same as long as its bytes do."""
        return request_key(self.view)


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
class PreparedResume:
    """What resuming does: by what is said of them the calls, a line each, and the message that is added, if any."""

    calls: dict[str, list[str]]
    adds: str


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
    resume: PreparedResume | None = None  # where calls without a result are resumed with

    def request(self, request: str) -> PreparedRequest | None:
        """The request of that id."""
        return next((one for one in self.requests if one.view.request == request), None)


def request_key(view: RequestView) -> str:
    """What stays the same as long as a request's bytes do; without a digest, of another program, it is what it says."""
    return f"{view.request}\0" + (view.digest or f"{view.tool}\0{view.question}\0{view.canonical}")


def _kind(value: Any) -> str:
    """A word where the shown form alone would not tell a text from a number, a truth value or nothing."""
    if value is None:
        return worded("null: no value")
    if not isinstance(value, str):
        return ""
    if not value:
        return worded("empty text")
    if "\n" in value:
        return ""
    if value != value.strip():
        return worded("text with spaces around it")
    if len(value) > LONG:
        # To read it as JSON would keep every other thread waiting.
        return worded("text") if value[0] in _BEGINS_JSON else ""
    try:
        json.loads(value)
    except ValueError:
        return ""
    return worded("text")


def _counted(value: Any) -> str:
    if isinstance(value, dict):
        return tr_many("{n} key", "{n} keys", len(value))
    return tr_many("{n} item", "{n} items", len(value)) if isinstance(value, list) else ""


def _argument(argument: ArgumentView) -> PreparedArgument:
    text = as_text(argument.value)
    value = shown_value(argument.name, argument.value)
    view = view_of(argument.name, argument.value, argument.view)
    return PreparedArgument(
        name=safe_line(argument.name, 80),
        value=value,
        filled_in=argument.filled_in,
        view=view,
        size=size_of(text),
        lines=text.count("\n") + 1,
        kind=_kind(argument.value),
        rows=rows_where_long(value),
        set_out=set_out(view, argument.name, argument.value, value),
        broken=max(map(len, lines_of(value.revealed))) > LONG_LINE,
        counted=_counted(argument.value),
        picture=picture_of(argument.value) if view is ValueView.IMAGE and not value.hides else None,
    )


def _pending_argument(argument: ArgumentView) -> PreparedArgument:
    value = argument.value
    is_picture = isinstance(value, str) and may_be_picture(value)
    if not isinstance(value, dict | list) and not is_picture and not (isinstance(value, str) and len(value) > LONG):
        return _argument(argument)
    return PreparedArgument(
        name=safe_line(argument.name, 80),
        value=Shown("", ""),
        filled_in=argument.filled_in,
        view=argument.view,
        size=0,
        lines=0,
        kind="",
        counted=tr_many("{n:,} character", "{n:,} characters", len(value))
        if isinstance(value, str)
        else _counted(value),
        beginning="" if is_picture else beginning(argument.name, value),
    )


def _is_picture(argument: ArgumentView) -> bool:
    """Whether a value may have to be decoded, which takes its time as a long one does."""
    return isinstance(argument.value, str) and view_of(argument.name, argument.value, argument.view) is ValueView.IMAGE


def prepare_around(view: RequestView) -> PreparedRequest:
    """The request with the beginnings of its long values, which take seconds: what can be painted at once."""
    question = shown(view.question)
    return PreparedRequest(
        view=view,
        tool=safe_line(view.tool, 120),
        question=question,
        arguments=tuple(_pending_argument(one) for one in view.arguments),
        canonical=Shown("", ""),
        raw=None,
        warnings=(),
        hides_secrets=False,
        pending=True,
    )


def prepare_request(view: RequestView) -> PreparedRequest:
    """The request without its file's difference."""
    arguments = tuple(_argument(one) for one in view.arguments)
    known = named_secrets({one.name: one.value for one in view.arguments})
    question = shown(view.question, known)
    canonical = shown(view.canonical, known)
    raw = shown(view.raw, known) if view.raw != view.canonical else None
    warnings: dict[str, None] = {}
    for label, texts in (
        (worded("the question"), (question.warnings,)),
        (worded("the tool's name"), (tuple(visible(view.tool).warnings),)),
        *((f"“{argument.name}”", (argument.value.warnings,)) for argument in arguments),
        *(
            (worded("the name “{name}”", name=safe_line(one.name, 80)), (visible(one.name).warnings,))
            for one in view.arguments
        ),
    ):
        for text in texts:
            for warning in text:
                warnings[worded("In {where}: {warning}", where=label, warning=warning)] = None
    return PreparedRequest(
        view=view,
        tool=safe_line(view.tool, 120),
        question=question,
        arguments=arguments,
        canonical=canonical,
        raw=raw,
        warnings=tuple(warnings),
        hides_secrets=question.hides or any(argument.value.hides for argument in arguments),
        canonical_rows=rows_where_long(canonical),
    )


def prepare_history(item: HistoryItem) -> PreparedHistory:
    """The item, cut where it is long; the whole is kept to be opened, but for what goes beyond all reading."""
    whole = safe(item.text[:LONG])
    if len(item.text) > LONG:
        # Where the text was cut, a secret may have lost the end by which it is known.
        more = tr("… {number:,} characters and a little more are not shown here.", number=len(item.text) - LONG)
        whole = f"{whole[:-CUT_AWAY]}\n{more}"
    lines = whole.split("\n", HISTORY_LINES)
    cut = "\n".join(lines[:HISTORY_LINES])[:HISTORY_CHARS]
    return PreparedHistory(item, cut, None if cut == whole else whole)


class CardPreparer:
    """Reads a session's card and makes it ready, on the reader thread; remembers requests: their bytes never change."""

    def __init__(self) -> None:
        self._requests: OrderedDict[str, PreparedRequest] = OrderedDict()
        self._made: deque[PreparedRequest] = deque()

    def keep(self, whole: PreparedRequest) -> None:
        """Take over a request that was made ready elsewhere. May be called on any thread."""
        self._made.append(whole)

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
            title=safe_line(card.row.title, 200),
            prompt=safe(card.prompt),
            requests=tuple(self._request(one, card.folder) for one in card.requests),
            unknown=tuple(_execution(one) for one in card.unknown),
            siblings=tuple(_execution(one) for one in card.siblings),
            history=tuple(prepare_history(one) for one in card.history),
            drafts=drafts,
            resume=_resume(card.resume) if card.can_resume and card.resume is not None and card.resume.calls else None,
        )

    def _request(self, view: RequestView, folder: str) -> PreparedRequest:
        while self._made:
            whole = self._made.popleft()
            self._requests[whole.key] = whole
        key = request_key(view)
        known = self._requests.get(key)
        if known is None and (len(view.canonical) > LONG or any(map(_is_picture, view.arguments))):
            return prepare_around(view)
        made = known if known is not None else prepare_request(view)
        diff, diff_shown = made.diff, made.diff_shown
        if view.file is not None and (view.state is RequestState.WAITING or diff is None):
            diff = diff_of(view, folder)
            diff_shown = shown(diff.text) if diff is not None and diff.text is not None else None
        made = PreparedRequest(
            view, made.tool, made.question, made.arguments, made.canonical, made.raw, made.warnings,
            made.hides_secrets, diff, diff_shown, made.canonical_rows,
        )  # fmt: skip
        self._requests[key] = made
        self._requests.move_to_end(key)
        while len(self._requests) > KEPT_REQUESTS:
            self._requests.popitem(last=False)
        return made


def _resume(view: ResumeView) -> PreparedResume:
    calls: dict[str, list[str]] = {}
    for one in view.calls:
        line = f"{safe_line(one.tool, 120)}  {safe_line(one.arguments[:LONG], ARGUMENTS_CHARS)}"
        calls.setdefault(one.told, []).append(line)
    return PreparedResume(calls, safe_line(view.adds or "", 400))


def _execution(view: ExecutionView) -> PreparedExecution:
    return PreparedExecution(
        view=view,
        tool=safe_line(view.tool, 120),
        arguments=shown(view.arguments),
        last_output=safe(view.last_output),
        late_result=safe(view.late_result or ""),
        checked="" if view.checked is None else safe(check_sentence(view.checked)),
    )
