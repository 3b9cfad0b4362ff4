"""What a row of the list says, made on the reader thread: escaped, masked and cut, ready to paint. No Qt here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pausedesk.core.model.moments import Deadline
from pausedesk.core.model.views import SessionRow
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.language import joined
from pausedesk.gui.words import SURE_WORDS, Mark, ending_word, mark_of


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row: `what` (bold) and `line` first, then the state's word and `about`; ages are told while painting."""

    session: str
    mark: Mark
    what: str
    line: str
    about: str
    at: int
    deadline: Deadline | None
    waiting_count: int


_PAIR = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"?|([^,{}\[\]"]+|[\[{].{0,40}))')
_LONG_VALUE = 40


def arguments_line(text: str) -> str:
    """A line of JSON arguments, whole or cut, as `name value` pairs, long values last; any other text as it is."""
    if not text.startswith("{"):
        return text
    pairs = [
        (name, (value or other).replace("\\n", " ").replace('\\"', '"').strip())
        for name, value, other in _PAIR.findall(text)
    ]
    pairs.sort(key=lambda pair: len(pair[1]) > _LONG_VALUE)
    return "  ".join(f"{name} {value}" for name, value in pairs) or text


def shown_row(row: SessionRow) -> ShownRow:
    """The row as it is painted. What waits comes first; the session's title second."""
    title = safe_line(row.title)
    if row.what_tool and row.unreadable is None:
        what = safe_line(row.what_tool, 60)
        line = arguments_line(safe_line(row.what_line, 400))
        about: list[str] = [safe_line(row.agent, 60), title]
    else:
        what = title or worded("(no title)")
        line = ""
        about = [safe_line(row.agent, 60)]
    if row.unreadable is not None:
        about = [safe_line(row.unreadable)]
    elif row.source not in ("pausedesk", row.listed_format):  # else its agent is the program
        about.insert(0, safe_line(row.source, 40))
    mark = mark_of(row)
    if mark.word == ending_word(row.ending) and row.confidence and row.confidence != "certain":
        about.insert(0, SURE_WORDS.get(row.confidence, row.confidence))
    return ShownRow(
        session=row.session,
        mark=mark,
        what=what,
        line=line,
        about=joined(" · ", [part for part in about if part]),
        at=row.waiting_since if row.waiting_since is not None else row.updated_at,
        deadline=row.deadline,
        waiting_count=row.waiting_count,
    )
