"""What a worker and a child say to each other: JSON lines over two pipes, each with the protocol's version.

The worker sends `load`, then `drive`, and the child says `loaded` or `not-loaded`, `ready` or `stale`, and how its
drive ended (`end`). In place of `drive` it may send `check`: the child says `stale`, `checked` or `not-checked`, and
ends; or `ask-check`, and it says `check-said` or `no-check`. In between the child asks (`{"v", "id", "op", ...}`) and
the worker answers (`{"v", "id", "ok"}` or `{"v", "id", "error": {...}}`). A closed pipe means: stop before the next
call.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import IO, Any

from pausedesk.core.model.handover import ApprovedCall, EngineEnd, HandOver

VERSION = 1


class DoorGone(BaseException):
    """The other side of the pipe is gone, or speaks another version: nothing may start any more."""


def send(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message. Raises DoorGone where nobody reads any more."""
    line = json.dumps({"v": VERSION, **message}, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )
    try:
        stream.write(line + b"\n")
        stream.flush()
    except (OSError, ValueError) as error:
        raise DoorGone("the pipe is closed") from error


def receive(stream: IO[bytes]) -> dict[str, Any]:
    """Read one message. Raises DoorGone at the end of the stream, for a cut-off line and for another version."""
    try:
        line = stream.readline()
    except (OSError, ValueError) as error:
        raise DoorGone("the pipe is closed") from error
    if not line.endswith(b"\n"):
        raise DoorGone("the pipe is closed")
    try:
        message = json.loads(line.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise DoorGone("the other side said what is no message") from error
    if not isinstance(message, dict) or message.get("v") != VERSION:
        raise DoorGone("the other side speaks another version of the protocol")
    return message


def hand_over_to_json(hand: HandOver) -> dict[str, Any]:
    """A hand-over as a JSON value."""
    return asdict(hand)


def hand_over_from_json(value: dict[str, Any]) -> HandOver:
    """The hand-over that a JSON value describes."""
    return HandOver(**{**value, "approved": [ApprovedCall(**call) for call in value["approved"]]})


def end_from_json(value: dict[str, Any]) -> EngineEnd:
    """How a drive ended, from its JSON value."""
    refusals = [(str(request), str(code), str(why)) for request, code, why in value.get("refusals", [])]
    return EngineEnd(**{**value, "refusals": refusals})
