"""Texts of agents made safe to look at: what hides, reorders or imitates is shown as an escape, or warned about.

Only for display. An escape never enters a digest, and what is hashed, compared and run is the text as it is (answered-
pause rules, section 1). Pure functions; one scan of the text where it is plain.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pausedesk.core.model.wording import Source, Worded, filled, worded
from pausedesk.core.rules.long_texts import LONG, replaced
from pausedesk.core.rules.look_alikes import look_alikes

_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
# Each class with the warning it gives; `what` takes the number of characters.
_CLASSES: dict[str, tuple[str, str]] = {
    "bidi": (
        "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
        worded("Contains {what} that change the reading order; they are shown as escapes."),
    ),
    "invisible": (
        (
            "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164"
            "\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U00013430-\U00013440\U0001bca0-\U0001bca3"
            "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
        ),
        worded("Contains {what} that cannot be seen; they are shown as escapes."),
    ),
    "terminal": ("\u001b\u0080-\u009f", worded("Contains {what} that control a terminal; they are shown as escapes.")),
    "return": ("\r", worded("Contains {what} that return to the start of the line; they are shown as escapes.")),
    "control": (
        "\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f",
        worded("Contains {what}; they are shown as escapes."),
    ),
    "separator": (
        "\u2028\u2029",
        worded("Contains {what} that break lines in some programs only; they are shown as escapes."),
    ),
    "private": (
        "\ue000-\uf8ff\U000f0000-\U0010ffff",
        worded("Contains {what} that each font shows as it likes; they are shown as escapes."),
    ),
    "surrogate": ("\ud800-\udfff", worded("Contains {what}; they are shown as escapes.")),
}
_NAMES = {
    "bidi": worded("characters"),
    "invisible": worded("characters"),
    "terminal": worded("characters"),
    "return": worded("carriage returns"),
    "control": worded("control characters"),
    "separator": worded("separators"),
    "private": worded("characters"),
    "surrogate": worded("halves of characters"),
    "marks": worded("marks heaped on one letter or on none"),
    "spaces": worded("unusual spaces in a row"),
}
_RUNS = ("spaces", "marks")
_RUN_WARNING = worded("Contains {what}; they are shown as escapes.")

_ASCII = re.compile("[\u0000-\u0008\u000b-\u001f\u007f]")
# A single no-break space is ordinary typography; several in a row push text out of sight.
# A few marks on a letter are how people write; a heap of them, or one on nothing, paints over what stands around.
_MARKS = "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_A_MARK = re.compile(f"[{_MARKS}]")
_ANY = re.compile(
    f"[{''.join(members for members, _ in _CLASSES.values())}]|[{_SPACES}](?: *[{_SPACES}])+"
    rf"|[{_MARKS}]{{5,}}|(?<!\S)[{_MARKS}]+"
)
# A run of blanks may be of any length; what begins it is one.
_BEGINS = re.compile(f"[{''.join(members for members, _ in _CLASSES.values())}{_MARKS}]|[{_SPACES}](?=[ {_SPACES}])")
_CLASS_OF = {name: re.compile(f"[{members}]") for name, (members, _) in _CLASSES.items()}

# Looked at from place to place: whatever is longer than two steps holds two of them.
_STEP = 100
_TWO_BLANKS = re.compile(r"\s\s")
_GAP = re.compile(rf"\s{{{2 * _STEP},}}")
_GAP_WARNING = worded("Contains a long run of blanks or empty lines; look at what stands after it.")


@dataclass(frozen=True, slots=True)
class VisibleText:
    """A text as it may be shown, and short sentences on what was found in it (empty where there is nothing)."""

    text: str
    warnings: tuple[str, ...] = ()


def visible(text: str) -> VisibleText:
    r"""Escape what cannot be seen or is seen in another order, and warn of it; newline and tab stay.

    Escaped as \uXXXX or \UXXXXXXXX: bidi controls, zero-width and other invisible characters, tags, variation
    selectors, ESC, CR, NUL and the other C0 and C1 controls, U+2028 and U+2029, halves of surrogate pairs, private
    characters, heaps of combining marks, and no-break or unusual spaces where several stand in a row. Words whose
    letters imitate others are named in a warning and not changed; so are blanks that push the rest out of sight.
    """
    if len(text) <= LONG and text.isascii() and _ASCII.search(text) is None:
        return VisibleText(text, _gaps(text))
    counts: Counter[str] = Counter()

    def escaped(match: re.Match[str]) -> str:
        found = match.group()
        if _A_MARK.match(found):
            counts["marks"] += len(found)
            return "".join(map(_escape, found))
        if len(found) > 1:
            shown = [char if char == " " else _escape(char) for char in found]
            counts["spaces"] += len(found) - shown.count(" ")
            return "".join(shown)
        counts[found] += 1
        return _escape(found)

    if text.isascii():
        shown = replaced(_ASCII, _ASCII, escaped, text)
        return VisibleText(shown if counts else text, _warnings(counts) + _gaps(text))
    shown = replaced(_ANY, _BEGINS, escaped, text)
    return VisibleText(shown, (*_warnings(counts), *quoting(text), *_gaps(text)))


def escaped(text: str, escape: Callable[[str], str]) -> str:
    """The text with each character that `visible` would escape given as `escape` gives it."""
    hides = _ASCII if text.isascii() else _ANY
    return hides.sub(lambda found: "".join(char if char == " " else escape(char) for char in found[0]), text)


def quoting(text: str) -> tuple[str, ...]:
    """Those of its warnings that quote words of the text: what hides within a quoted word is escaped."""
    # A filler counts as a letter of a word and cannot be seen.
    return tuple(_ANY.sub(lambda found: "".join(map(_escape, found.group())), one) for one in look_alikes(text))


def one_line(text: str, limit: int) -> str:
    """The start of a text for a list row: at most `limit` characters, line breaks as ⏎, … at the end where it is cut.

    Everything `visible` escapes is escaped; an escape is never cut in two. Costs `limit`, not the length of the text.
    Raises ValueError for a limit under 1.
    """
    if limit < 1:
        raise ValueError("A line has room for at least one character.")
    # A CR and its LF count as one break, so twice the limit always fills the line.
    head = text[: 2 * limit].replace("\r\n", "\n")
    shown = visible(head).text.replace("\n", "⏎").replace("\t", " ")
    if len(text) <= 2 * limit and len(shown) <= limit:
        return shown
    kept = ""
    for piece in _PIECES.findall(shown):
        if len(kept) + len(piece) >= limit:
            break
        kept += piece
    return kept + "…"


_PIECES = re.compile(r"\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|.", re.DOTALL)


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _warnings(counts: Counter[str]) -> tuple[str, ...]:
    classes: Counter[str] = Counter()
    for char, count in counts.items():
        classes[char if char in _RUNS else _class_of(char)] += count
    return tuple(
        _warning(_RUN_WARNING if name in _RUNS else _CLASSES[name][1], _counted(classes[name], name))
        for name in (*_CLASSES, *_RUNS)
        if classes[name]
    )


def _warning(template: str, what: str) -> Worded:
    return Worded.made(filled(template, {"what": what}), Source(template, {"what": what}))


def _class_of(char: str) -> str:
    return next(name for name, members in _CLASS_OF.items() if members.match(char))


def _counted(count: int, name: str) -> str:
    if count > 1:
        return worded("{count} {kind}", count=count, kind=_NAMES[name])
    return worded("{count} of these: {kind}", count=count, kind=_NAMES[name])


def _gaps(text: str) -> tuple[str, ...]:
    """A warning where so many blanks stand in a row that what follows may be out of sight."""
    if len(text) < 2 * _STEP:
        return ()
    sample = text[::_STEP]
    end = len(text.rstrip())
    for found in _TWO_BLANKS.finditer(sample):
        start = found.start() * _STEP
        if start >= end:
            break
        gap = _GAP.search(text, max(0, start - _STEP), start + 3 * _STEP)
        if gap is not None and gap.end() < end:
            return (_GAP_WARNING,)
    return ()
