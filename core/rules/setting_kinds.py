"""What a setting may be: each kind of value, as JSON holds it and as a person types it. Pure.

A kind answers ValueError for what is no value of it, and `wanted` says in words what would be one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

_WORDS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


class Kind(Protocol):
    """One kind of value. `checked` takes what JSON may hold, `typed` the text of a command."""

    @property
    def wanted(self) -> str: ...

    def checked(self, value: object) -> Any: ...

    def typed(self, text: str) -> object: ...


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `lowest` to `highest`, both included; `whole` ones have no fraction."""

    lowest: float
    highest: float
    whole: bool = False

    @property
    def wanted(self) -> str:
        return f"a {'whole ' if self.whole else ''}number from {self.lowest:,g} to {self.highest:,.0f}"

    def checked(self, value: object) -> float:
        # A truth value is a number to Python, and NaN is between nothing.
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.lowest <= value <= self.highest:
            raise ValueError(self.wanted)
        if not self.whole:
            return value
        if not math.isfinite(value) or value != int(value):
            raise ValueError(self.wanted)
        return int(value)

    def typed(self, text: str) -> object:
        try:
            return int(text)
        except ValueError:
            return float(text)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    wanted: str = "true or false"

    def checked(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError(self.wanted)  # noqa: TRY004 - the one error of a kind
        return value

    def typed(self, text: str) -> object:
        return _WORDS.get(text.strip().lower(), text)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: type[StrEnum]

    @property
    def wanted(self) -> str:
        return f"one of {', '.join(self.words)}"

    def checked(self, value: object) -> StrEnum:
        if not isinstance(value, str) or value not in list(self.words):
            raise ValueError(self.wanted)
        return self.words(value)

    def typed(self, text: str) -> object:
        return text


@dataclass(frozen=True, slots=True)
class Line:
    """One line that can be seen, without blanks at its ends, of at most `longest` characters."""

    longest: int

    @property
    def wanted(self) -> str:
        return f"one line of at most {self.longest} characters that can be seen"

    def checked(self, value: object) -> str:
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable() or value != value.strip():
            raise ValueError(self.wanted)
        return value

    def typed(self, text: str) -> object:
        return text
