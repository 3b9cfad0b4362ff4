"""Values of other programs' files: read where they are of the type that is wanted, and nothing where they are not."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from pausedesk.core.importers.lines import parsed
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import ToolCall
from pausedesk.core.model.states import Ending
from pausedesk.core.model.wording import many

TITLE = 200
"""Characters of a title."""
EXCERPT = 2_000
"""Characters of a message that are held for the end of a history."""


def text(value: object) -> str:
    """The text, "" for any other value."""
    return value if isinstance(value, str) else ""


def members(value: object) -> dict[str, Any]:
    """The JSON object, an empty one for any other value."""
    return value if isinstance(value, dict) else {}


def elements(value: object) -> list[Any]:
    """The JSON array, an empty one for any other value."""
    return value if isinstance(value, list) else []


def moment(value: object) -> int | None:
    """Milliseconds since the Unix epoch of an ISO time, or of a number of milliseconds (seconds where it is small)."""
    try:
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return None if found.tzinfo is None else int(found.timestamp() * 1000)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e14:
            return int(value if value > 1e11 else value * 1000)
    except (ValueError, OverflowError):
        pass
    return None


def title(words: str) -> str:
    """The first line of a text that says something, cut."""
    return words.strip().partition("\n")[0].strip()[:TITLE]


def arguments(value: object) -> Any:
    """A call's arguments as a JSON value, where the model's text is one; else the text."""
    found = parsed(value) if isinstance(value, str) else value
    return value if found is None else found


def says(content: object) -> bool:
    """Whether a text, or an array of parts, holds words: what stands for a part that is not shown is none."""
    pieces = [content] if isinstance(content, str) else [members(part).get("text") for part in elements(content)]
    return any(text(piece).strip() for piece in pieces)


def as_text(value: object) -> str:
    """A value as it is shown: a text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "[a value that nests too deep to be shown]"


def tool_call(call: ForeignCall) -> ToolCall:
    """A call in neutral form."""
    return ToolCall(call.call, call.tool, call.arguments)


def attachment(what: str, media_type: str, data: object) -> str:
    """What stands for an image or another value that is not shown: its media type, or what it is, and its size.

    `data` is its Base64, or a "data:" URL of it; any other text is where it lies, and is shown.
    """
    if not isinstance(data, str):
        return f"[{media_type or what}]"
    head, _, body = data.partition(",")
    if head.startswith("data:"):
        media_type, data = media_type or head[5:].partition(";")[0], body
    elif "://" in data[:20]:
        return f"[{media_type or what}: {data[:EXCERPT]}]"
    size = len(data) * 3 // 4 - data[-2:].count("=")
    return f"[{media_type or what}, {many(max(size, 0), 'byte')}]"


def unreadable(key: str, why: str, faults: tuple[str, ...] = ()) -> ForeignSession:
    """A place of the format of which nothing can be read."""
    reading = Reading(Ending.UNREADABLE, "certain", "", why)
    return ForeignSession(key, "", "", "", "", None, None, reading, faults=faults)
