"""Words whose letters or signs imitate others, or whose order on a screen is not the order of their bytes. Pure.

They are warned of and never changed: the same letters are how most of the world writes. A warning quotes the word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pausedesk.core.rules.long_texts import each

_LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a"
# Greek without the letters that stand beside Latin ones in units and formulas.
_FOREIGN = (
    "\u0370-\u0393\u0395-\u039a\u039c-\u03a2\u03a4-\u03a8\u03aa-\u03b3\u03b5-\u03b7\u03b9\u03ba\u03bd-\u03bf\u03c1\u03c2"
    "\u03c4\u03c5\u03c7-\u0481\u048a-\u052f\u1f00-\u1fff"
)
_OTHERS = "\u0531-\u0587\u13a0-\u13fd\u1c80-\u1c88\u2c80-\u2ce3\ua4d0-\ua4f7\uab70-\uabbf\U00010400-\U0001044f"
# Latin letters in another dress: full width, Roman numerals, the alphabets of formulas, small letters of phonetics.
_STYLED = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u2160-\u217f\u0251\u0261\u1d00-\u1d25\U0001d400-\U0001d7ff"
_SIGNS = "\u2044\u2215\u29f8\uff0f\u29f5\ufe68\uff3c\u037e\u2024\uff0e\ua789\u2236\u2223\uff5c\u01c3\u02d0"
_RIGHT_TO_LEFT = (
    "\u0590-\u05ff\u0600-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)

_RULES = (
    (
        re.compile(f"[{_FOREIGN}]"),
        re.compile(f"[{_LATIN}][0-9_]*[{_FOREIGN}]|[{_FOREIGN}][0-9_]*[{_LATIN}]"),
        "The word “{}” mixes Latin letters with Cyrillic or Greek ones.",
        "More words mix Latin letters with Cyrillic or Greek ones.",
    ),
    (
        re.compile(f"[{_OTHERS}]"),
        re.compile(f"[{_LATIN}][0-9_]*[{_OTHERS}]|[{_OTHERS}][0-9_]*[{_LATIN}]"),
        "The word “{}” mixes Latin letters with letters of another alphabet.",
        "More words mix Latin letters with letters of another alphabet.",
    ),
    (
        re.compile(f"[{_STYLED}]"),
        re.compile(f"[A-Za-z0-9][0-9_]*[{_STYLED}]|[{_STYLED}][0-9_]*[A-Za-z0-9]"),
        "The word “{}” mixes letters with others of the same look that are not the same.",
        "More words mix letters with others of the same look.",
    ),
    (
        re.compile(f"[{_SIGNS}\u2010-\u2013\u2212]"),
        re.compile(
            f"(?<=[A-Za-z_])[{_SIGNS}](?=[A-Za-z0-9_.])|(?<=[A-Za-z0-9_.])[{_SIGNS}](?=[A-Za-z_])"
            r"|(?<!\S)[\u2010-\u2013\u2212]{1,2}(?=[A-Za-z])"
        ),
        "In “{}” a sign stands that only looks like the usual one.",
        "In more words a sign only looks like the usual one.",
    ),
    (
        re.compile(f"[{_RIGHT_TO_LEFT}]"),
        re.compile(
            rf"(?<!\S)(?=\S{{0,60}}[{_RIGHT_TO_LEFT}])(?=\S{{0,60}}[A-Za-z])[^\s./\\=;|&]{{0,60}}[./\\=;|&](?=\S)\S{{0,60}}"
        ),
        "“{}” is written from both sides: its parts may stand in another order than they are seen in.",
        "More words are written from both sides.",
    ),
)
_BEFORE = re.compile(r"\w{0,20}\Z")
_AFTER = re.compile(r"\w{0,20}")
_SHOWN_WORDS = 3


def look_alikes(text: str) -> tuple[str, ...]:
    """A warning for each of the first such words of every kind, and one that there are more."""
    if text.isascii():
        return ()
    return tuple(warning for rule in _RULES for warning in _found(text, *rule))


def _found(text: str, hint: re.Pattern[str], alike: re.Pattern[str], one: str, more: str) -> Iterator[str]:
    if next(each(hint, hint, text), None) is None:
        return
    words: dict[str, None] = {}
    end = -1
    for match in each(alike, alike, text):
        if match.start() < end:
            continue
        before = _BEFORE.search(text[max(0, match.start() - 20) : match.start()])
        after = _AFTER.match(text, match.end())
        end = after.end() if after else match.end()
        words[(before.group() if before else "") + text[match.start() : end]] = None
        if len(words) > _SHOWN_WORDS:
            break
    shown = list(words)
    yield from (one.format(word) for word in shown[:_SHOWN_WORDS])
    if len(shown) > _SHOWN_WORDS:
        yield more
