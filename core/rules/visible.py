"""Texts of agents made safe to look at: what hides, reorders or imitates is shown as an escape, or warned about.

Only for display. An escape never enters a digest, and what is hashed, compared and run is the text as it is (answered-
pause rules, section 1). Pure functions; one scan of the text where it is plain.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
# Each class with the warning it gives; `{}` takes the number of characters.
_CLASSES: dict[str, tuple[str, str]] = {
    "bidi": (
        "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
        "Contains {} that change the reading order; they are shown as escapes.",
    ),
    "invisible": (
        (
            "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u2800\u3164"
            "\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
            "\U000e0000-\U000e0fff"
        ),
        "Contains {} that cannot be seen; they are shown as escapes.",
    ),
    "terminal": ("\u001b\u0080-\u009f", "Contains {} that control a terminal; they are shown as escapes."),
    "return": ("\r", "Contains {} that return to the start of the line; they are shown as escapes."),
    "control": ("\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f", "Contains {}; they are shown as escapes."),
    "separator": ("\u2028\u2029", "Contains {} that break lines in some programs only; they are shown as escapes."),
    "surrogate": ("\ud800-\udfff", "Contains {}; they are shown as escapes."),
}
_NAMES = {
    "bidi": "characters",
    "invisible": "characters",
    "terminal": "characters",
    "return": "carriage returns",
    "control": "control characters",
    "separator": "separators",
    "surrogate": "halves of characters",
    "spaces": "unusual spaces in a row",
}
_SPACES_WARNING = "Contains {}; they are shown as escapes."

_ASCII = re.compile("[\u0000-\u0008\u000b-\u001f\u007f]")
# A single no-break space is ordinary typography; several in a row push text out of sight.
_ANY = re.compile(f"[{''.join(members for members, _ in _CLASSES.values())}]|[{_SPACES}](?: *[{_SPACES}])+")
_CLASS_OF = {name: re.compile(f"[{members}]") for name, (members, _) in _CLASSES.items()}

_LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a"
# Greek without the letters that stand beside Latin ones in units and formulas.
_FOREIGN = (
    "\u0370-\u0393\u0395-\u039a\u039c-\u03a2\u03a4-\u03a8\u03aa-\u03b3\u03b5-\u03b7\u03b9\u03ba\u03bd-\u03bf\u03c1\u03c2"
    "\u03c4\u03c5\u03c7-\u0481\u048a-\u052f\u1f00-\u1fff"
)
_HAS_FOREIGN = re.compile(f"[{_FOREIGN}]")
_MIXED = re.compile(f"[{_LATIN}][0-9_]*[{_FOREIGN}]|[{_FOREIGN}][0-9_]*[{_LATIN}]")
_BEFORE = re.compile(r"\w{0,20}\Z")
_AFTER = re.compile(r"\w{0,20}")
_SHOWN_WORDS = 3


@dataclass(frozen=True, slots=True)
class VisibleText:
    """A text as it may be shown, and short sentences on what was found in it (empty where there is nothing)."""

    text: str
    warnings: tuple[str, ...] = ()


def visible(text: str) -> VisibleText:
    r"""Escape what cannot be seen or is seen in another order, and warn of it; newline and tab stay.

    Escaped as \uXXXX or \UXXXXXXXX: bidi controls, zero-width and other invisible characters, tags, variation
    selectors, ESC, CR, NUL and the other C0 and C1 controls, U+2028 and U+2029, halves of surrogate pairs, and no-break
    or unusual spaces where several stand in a row. Words that mix Latin with Cyrillic or Greek letters are named in a
    warning and not changed.
    """
    counts: Counter[str] = Counter()

    def escaped(match: re.Match[str]) -> str:
        found = match.group()
        if len(found) > 1:
            shown = [char if char == " " else _escape(char) for char in found]
            counts["spaces"] += len(found) - shown.count(" ")
            return "".join(shown)
        counts[found] += 1
        return _escape(found)

    if text.isascii():
        shown = _ASCII.sub(escaped, text)
        return VisibleText(shown, _warnings(counts)) if counts else VisibleText(text)
    shown = _ANY.sub(escaped, text)
    return VisibleText(shown, _warnings(counts) + look_alikes(text))


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
        classes["spaces" if char == "spaces" else _class_of(char)] += count
    return tuple(
        (_SPACES_WARNING if name == "spaces" else _CLASSES[name][1]).format(_counted(classes[name], name))
        for name in (*_CLASSES, "spaces")
        if classes[name]
    )


def _class_of(char: str) -> str:
    return next(name for name, members in _CLASS_OF.items() if members.match(char))


def _counted(count: int, name: str) -> str:
    return f"{count} {_NAMES[name]}" if count > 1 else f"{count} of these: {_NAMES[name]}"


def look_alikes(text: str) -> tuple[str, ...]:
    """Warnings that quote words of the text whose letters imitate others."""
    if not _HAS_FOREIGN.search(text):
        return ()
    words: dict[str, None] = {}
    end = -1
    for match in _MIXED.finditer(text):
        if match.start() < end:
            continue
        before = _BEFORE.search(text[max(0, match.start() - 20) : match.start()])
        after = _AFTER.match(text, match.end())
        end = after.end() if after else match.end()
        words[(before.group() if before else "") + text[match.start() : end]] = None
        if len(words) > _SHOWN_WORDS:
            break
    # A filler counts as a letter of a word and cannot be seen.
    shown = [_ANY.sub(lambda found: _escape(found.group()), word) for word in words]
    warnings = [f"The word “{word}” mixes Latin letters with Cyrillic or Greek ones." for word in shown[:_SHOWN_WORDS]]
    if len(shown) > _SHOWN_WORDS:
        warnings.append("More words mix Latin letters with Cyrillic or Greek ones.")
    return tuple(warnings)
