"""The one way of a text of agents or files to a person's eye or a log: secrets masked, what hides made visible. Pure.

Every surface takes its texts from here: list, card, tooltip, notification, clipboard, log, error, export, terminal. The
bytes themselves stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.model.wording import Worded
from pausedesk.core.rules.redaction import masked, masked_json, masked_value, named_secrets
from pausedesk.core.rules.visible import escaped, one_line, quoting, visible

LINE = 160


@dataclass(frozen=True, slots=True)
class Shown:
    """One text as it may be shown: `text` with secrets masked, `revealed` without, and what was made visible in it."""

    text: str
    revealed: str
    warnings: tuple[str, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether a secret is masked."""
        return self.text != self.revealed


def shown(text: str, known: Iterable[str] = ()) -> Shown:
    """The text with and without its secrets; `known` are secrets that are told by their names elsewhere."""
    return _shown(text, masked(text, known))


def shown_value(name: str, value: JsonValue, *, indent: bool = True) -> Shown:
    """A value of JSON under its name, as a text: itself, or JSON, indented or on one line.

    A secret is told by the names around it as well as by its form.
    """
    hidden = masked_value({name: value})
    inside = next(iter(hidden.values())) if isinstance(hidden, dict) else value
    text = as_text(value, indent=indent)
    return _shown(text, masked(text if _same(inside, value) else as_text(inside, indent=indent)))


def shown_json(text: str, known: Iterable[str] = ()) -> Shown:
    """A JSON text, as its bytes stand, with and without its secrets."""
    return _shown(text, masked(masked_json(text), known))


def shown_question(question: str, arguments: str) -> Shown:
    """A question about a call, whose text may repeat what the names in `arguments` (JSON) tell to be secret."""
    try:
        known = named_secrets(parse_strict(arguments)) if masked_json(arguments) != arguments else ()
    except CanonicalError:
        known = ()
    return shown(question, known)


def json_text(value: Any) -> str:
    """A value as JSON on one line: the same value to a reader, and nothing in it that hides from an eye.

    What `visible` would escape is a JSON escape here, so ordinary text of any language stays readable.
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except ValueError:  # an integer of more digits than the interpreter writes
        text = canonical_bytes(value).decode()
    # What hides stands in strings only; a character beyond U+FFFF takes a pair of escapes.
    return escaped(text, lambda char: json.dumps(char)[1:-1])


def safe(text: str) -> str:
    """The text with secrets masked and characters that hide escaped; line breaks stay. A sentence that knows its source
    still does."""
    return _as_it_was(text, visible(masked(text)).text, safe)


def safe_line(text: str, limit: int = LINE) -> str:
    """The same on one line, cut at `limit`: for rows, titles, notifications and names that a screen reader says."""
    return _as_it_was(text, one_line(masked(text), limit), lambda part: safe_line(part, limit))


def _as_it_was(text: str, made: str, act: Callable[[str], str]) -> str:
    return Worded.made(made, text.source.mapped(act)) if isinstance(text, Worded) else made


def as_text(value: Any, *, indent: bool = True) -> str:
    """A JSON value for the eye: a text as it is, everything else as JSON, indented where it has parts."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, indent=2 if indent and isinstance(value, dict | list) else None)
    except RecursionError:  # indenting takes a frame for each level
        return json.dumps(value, ensure_ascii=False)
    except ValueError:  # an integer of more digits than the interpreter writes
        return canonical_bytes(value).decode()


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Whether they are known to be equal: of values that are nested beyond all counting it is not."""
    try:
        return one == other
    except RecursionError:
        return False


def _shown(text: str, hidden: str) -> Shown:
    whole = visible(text)
    if hidden == text:
        return Shown(whole.text, whole.text, whole.warnings)
    # A warning that quotes a word must not quote it from under a mask.
    quoted = set(quoting(text)) - set(quoting(hidden))
    warnings = [one for one in whole.warnings if one not in quoted]
    if quoted:
        warnings.append("A masked part mixes letters of several alphabets.")
    return Shown(visible(hidden).text, whole.text, tuple(warnings))
