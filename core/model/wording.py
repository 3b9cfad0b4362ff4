"""Sentences that know what they were made from, so that a door can say them in another language.

Such a sentence is a `str` like any other, in English; the store, the logs, the model and the command line take it as
that. The window finds its template in the catalogue of its language. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Self


@dataclass(frozen=True, slots=True)
class Source:
    """What a text was made from.

    `template` is English and known to the catalogue, with names in braces for `values`; the values may be such texts
    themselves. Where it follows a number, `one` is its English for one. Without a template, the values stand one after
    another with `between` between them, as they begin a sentence where `capital` says so.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    number: int | None = None
    one: str = ""
    between: str = ""
    capital: bool = False

    def english(self) -> str:
        """The template that English takes."""
        return self.one if self.number == 1 else self.template

    def mapped(self, act: Callable[[str], str]) -> Source:
        """The same made from other texts: `act` of each value that is one."""
        return replace(
            self, values={name: act(one) if isinstance(one, str) else one for name, one in self.values.items()}
        )


class Worded(str):
    """A text in some language, and its `source`."""

    __slots__ = ("source",)

    source: Source

    @classmethod
    def made(cls, text: str, source: Source) -> Self:
        """`text`, made from `source`."""
        made = cls(text)
        made.source = source
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # What leaves the process is the text.
        return str, (str(self),)


class Nth(int):
    """A number that a template may ask for as an English ordinal: `{number:th}`."""

    def __format__(self, spec: str) -> str:
        if spec != "th":
            return super().__format__(spec)
        teens = self % 100 in (11, 12, 13)
        return f"{int(self)}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(self % 10, 'th')}"


def worded(template: str, /, **values: object) -> Worded:
    """A sentence by its English template, a literal, with the values for the names in braces.

    A value that is no text, number or time stands as its text, so that it is masked and escaped as one.
    """
    values = {name: one if isinstance(one, str | int | float | datetime) else str(one) for name, one in values.items()}
    return Worded.made(filled(template, values), Source(template, values))


def counted(one: str, many: str, number: int, /, **values: object) -> Worded:
    """A sentence that follows a number, `n` in the templates: both are literals, and the catalogue knows `many`."""
    source = Source(many, {"n": number, **values}, number, one)
    return Worded.made(filled(source.english(), source.values), source)


def many(count: int, one: str) -> str:
    """A count with its English word, for a text that no catalogue knows: 1 file, 2 files."""
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def joined(between: str, parts: Iterable[str]) -> Worded:
    """Texts one after another, each said in the language of whoever shows them; `between` is no word."""
    values = {str(place): part for place, part in enumerate(parts)}
    return Worded.made(between.join(values.values()), Source("", values, between=between))


def filled(template: str, values: Mapping[str, object]) -> str:
    """The template with its values; one without values may hold braces of its own."""
    return template.format(**values) if values else template
