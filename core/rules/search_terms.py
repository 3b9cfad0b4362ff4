"""The words that a text is found by, and those that a person asks for. Pure.

Words are runs of letters and digits, without case and without marks. Chinese and Japanese do not part their words:
a run of theirs is cut into every two characters that stand together, which finds any part of it. Nothing of what a
person types is ever syntax. Texts are masked before they come here, so that no secret is found by its value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

# A word that nobody types to its end is found by its beginning.
LONGEST_TERM = 64

_PLAIN_WORDS = re.compile("[a-z0-9]+")
# Kana and Han, whose words stand together; anything else of letters and digits.
_UNPARTED = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORDS = re.compile(rf"([{_UNPARTED}]+)|[^\W_{_UNPARTED}]+")


def terms_of(texts: Iterable[str], most: int) -> set[str]:
    """The terms that stand for the texts in the index, `most` at the most, those of the first texts before others."""
    found: set[str] = set()
    for text in texts:
        for run, unparted in _runs(text):
            if not unparted:
                found.add(run[:LONGEST_TERM])
            else:
                # The last one too, so that each character begins a term.
                found.update(run[place : place + 2] for place in range(len(run)))
            if len(found) >= most:
                return found
    return found


def asked_terms(query: str) -> tuple[tuple[str, bool], ...]:
    """What is looked for: each term, and whether words that only begin with it are meant too.

    Empty where the query holds no letter and no digit; nothing is found by that.
    """
    asked: dict[tuple[str, bool], None] = {}
    for run, unparted in _runs(query):
        if not unparted or len(run) == 1:
            asked[(run[:LONGEST_TERM], True)] = None
        else:
            asked.update(((run[place : place + 2], False), None) for place in range(len(run) - 1))
    return tuple(asked)


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """The runs of letters and digits, and whether each is of a writing that does not part its words."""
    if text.isascii():
        for word in _PLAIN_WORDS.findall(text.lower()):
            yield word, False
        return
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(one for one in folded if not unicodedata.combining(one))
    for found in _WORDS.finditer(plain):
        yield found[0], found[1] is not None
