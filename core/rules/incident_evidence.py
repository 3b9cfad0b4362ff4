"""The evidence of an incident as lines of JSON: what is known of each call, and who saw which bytes when. Pure.

Secrets are masked unless they are asked for; each digest is over the real bytes (the desk page, "The card of a paused
call"). What hides from an eye is a JSON escape, so that a reader of JSON has the text as it is. The last line has the
digest of all before it: a file that was cut or edited does not end so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, digest_of, parse_strict
from pausedesk.core.model.incidents import Incident, IncidentCall
from pausedesk.core.rules.redaction import masked, masked_json, masked_value, named_secrets
from pausedesk.core.rules.shown import json_text

VERSION = 1


@dataclass
class EvidenceLines:
    """Makes the lines of a file, in their order: `head`, `call` for each call, `end`. `secrets`: nothing is masked."""

    by: str  # who takes the evidence
    at: int
    ledger: str
    secrets: bool = False
    _digest: Any = field(default_factory=hashlib.sha256)
    _lines: int = 0

    def head(self, incident: Incident, calls: int) -> bytes:
        """The first line: which runner, and how many calls follow."""
        return self._line(
            {
                "kind": "incident",
                "version": VERSION,
                "runner": incident.runner,
                "owner": incident.owner,
                "alive": incident.alive,
                "noticed_at": _time(incident.noticed_at),
                "calls": calls,
                "ledger": self.ledger,
                "exported_at": _time(self.at),
                "exported_by": self.by,
                "secrets": "shown" if self.secrets else "masked",
            }
        )

    def call(self, one: IncidentCall) -> Iterator[bytes]:
        """What is known of a call, then each look that a person had at its bytes, then what the audit says of it."""
        view = one.view
        hide = self._hiding(view.arguments)
        arguments = view.arguments if self.secrets else masked(masked_json(view.arguments))
        checked = view.checked
        yield self._line(
            {
                "kind": "call",
                "session": one.session,
                "title": hide(one.title),
                "agent": hide(one.agent),
                "call": view.call,
                "execution": view.execution,
                "request": view.request,
                "tool": hide(view.tool),
                "question": hide(one.question),
                "arguments": arguments,
                "arguments_sha256": _sha256(view.arguments),
                "digest": one.digest,
                "state": str(view.state),
                "started_at": _time(view.started_at),
                "doubted_at": _time(one.doubted_at),
                "ended_at": _time(view.ended_at),
                "owner": view.owner,
                "owner_alive": view.owner_alive,
                "attempts": view.attempts,
                "last_output": hide(view.last_output),
                "last_output_sha256": _sha256(view.last_output),
                "late_result": hide(view.late_result),
                "late_result_sha256": _sha256(view.late_result),
                "checked": None
                if checked is None
                else {
                    "at": _time(checked.at),
                    "by": checked.by,
                    "said": checked.said,
                    "result": checked.result if self.secrets else masked_value(checked.result),
                    "why": hide(checked.why),
                },
                "settled_by": view.settled_by,
                "settled_text": hide(view.settled_text),
            }
        )
        for seen in one.seen:
            yield self._line(
                {
                    "kind": "seen",
                    "execution": view.execution,
                    "request": view.request,
                    "by": seen.by,
                    "at": _time(seen.at),
                    "decision": seen.decision,
                    "digest": seen.digest,
                    "surface": seen.surface or None,
                }
            )
        for event in one.events:
            told = dict(event.told)
            yield self._line(
                {
                    "kind": "event",
                    "execution": view.execution,
                    "at": _time(event.at),
                    "event": event.event,
                    "who": event.who,
                    "told": told if self.secrets else masked_value(told),
                    "moved": [list(move) for move in event.moved],
                }
            )

    def end(self) -> bytes:
        """The last line: how many stand before it, and the digest of their bytes."""
        return _encoded({"kind": "end", "lines": self._lines, "sha256": self._digest.hexdigest()})

    def _line(self, value: dict[str, Any]) -> bytes:
        line = _encoded(value)
        self._digest.update(line)
        self._lines += 1
        return line

    def _hiding(self, arguments: str) -> Callable[[str | None], str | None]:
        """Masks a text of a call, with the secrets that only the names in its arguments tell."""
        if self.secrets:
            return lambda text: text
        try:
            known = named_secrets(parse_strict(arguments))
        except CanonicalError:
            known = ()
        return lambda text: None if text is None else masked(text, known)


def _encoded(value: dict[str, Any]) -> bytes:
    return f"{json_text(value)}\n".encode("utf-8", "surrogatepass")


def _sha256(text: str | None) -> str | None:
    return digest_of(text.encode("utf-8", "surrogatepass")) if text else None


def _time(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
