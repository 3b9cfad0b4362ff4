"""Files as other programs write them, made by the tests, and the harness that damages them."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pausedesk.core.importers.base import Importer, Place
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.model.states import Ending

AT = "2026-11-30T10:00:00Z"
# Values of wrong types, put in the place of any value.
WRONG: tuple[Any, ...] = (None, True, -1, 1e308, "", "\ud800", "\0", [], {}, [[]], {"": {}}, "x" * 100, ["a", 1, None])


def request(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A request of Pydantic AI."""
    return {"kind": "request", "parts": list(parts), "timestamp": AT, "state": "complete", **more}


def response(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A response of Pydantic AI."""
    return {"kind": "response", "parts": list(parts), "timestamp": AT, "model_name": "m", "finish_reason": None, **more}


def prompt(words: str) -> dict[str, Any]:
    """A person's words."""
    return {"part_kind": "user-prompt", "content": words, "timestamp": AT}


def said(words: str) -> dict[str, Any]:
    """A model's words."""
    return {"part_kind": "text", "content": words}


def tool_use(tool: str, args: Any, call: str = "c1") -> dict[str, Any]:
    """A call of a model."""
    return {"part_kind": "tool-call", "tool_name": tool, "args": args, "tool_call_id": call}


def returned(tool: str, content: Any, call: str = "c1", kind: str = "tool-return") -> dict[str, Any]:
    """The result of a call."""
    return {"part_kind": kind, "tool_name": tool, "content": content, "tool_call_id": call, "outcome": "success"}


def conversations(path: Path, by_id: Mapping[str, Sequence[Any]]) -> Path:
    """A database of the OpenAI Agents SDK with the items of each session; bytes stand as they are."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at, updated_at)")
        database.execute(
            "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at)"
        )
        for key, items in by_id.items():
            at = "2026-11-30 10:00:00"
            database.execute("INSERT INTO agent_sessions VALUES (?, ?, ?)", (key, at, at))
            for item in items:
                body = item if isinstance(item, bytes) else json.dumps(item)
                database.execute("INSERT INTO agent_messages VALUES (NULL, ?, ?, ?)", (key, body, at))
    return path


def zett(path: Path, by_id: Mapping[str, Sequence[Any]]) -> Path:
    """A database of zett-agent with the messages of each session; bytes stand as they are."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE agent_sessions (id, parent_session_id, title, created_at, updated_at)")
        database.execute("CREATE TABLE raw_messages (session_id, sequence, role, content, message_json, completed_at)")
        database.execute("CREATE TABLE session_snapshots (session_id, message_json)")
        at = "2026-11-30 10:00:00.000001"
        for key, messages in by_id.items():
            database.execute("INSERT INTO agent_sessions VALUES (?, NULL, NULL, ?, ?)", (key, at, at))
            for number, one in enumerate(messages):
                body = one if isinstance(one, bytes) else json.dumps([one])
                kind = one.get("kind") if isinstance(one, dict) else None
                row = (key, number, kind if isinstance(kind, int) else 0, "do it", body, at)
                database.execute("INSERT INTO raw_messages VALUES (?, ?, ?, ?, ?, ?)", row)
    return path


def read_all(importer: Importer, path: Path) -> list[ForeignSession]:
    """Every session of a file or folder, with its timeline read as well."""
    place = Place(path, b"" if path.is_dir() else path.read_bytes()[:65_536])
    found = list(importer.read(place, lambda _read, _all: True))
    for session in found:
        importer.items(place, session.key, 0, 1000)
    return found


def cuts(content: bytes) -> Iterator[bytes]:
    """The content cut at every byte."""
    return (content[:at] for at in range(len(content)))


def flips(content: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    """The content with one bit turned."""
    for _ in range(count):
        at = chance.randrange(len(content))
        yield content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


def swaps(value: Any) -> Iterator[Any]:
    """The value with a value of a wrong type in each place of it, one at a time."""
    yield from WRONG
    if isinstance(value, dict):
        for name, inner in value.items():
            yield {other: kept for other, kept in value.items() if other != name}
            for swapped in swaps(inner):
                yield {**value, name: swapped}
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            for swapped in swaps(inner):
                yield [*value[:at], swapped, *value[at + 1 :]]


def broken_lines(records: Sequence[Any], seed: int, bits: int = 300) -> list[bytes]:
    """A file of lines, damaged in every way of ours: see `broken`; and each record with wrong types in it."""
    content = "".join(json.dumps(record) + "\n" for record in records).encode()
    contents = broken(content, seed, bits)
    for at, record in enumerate(records):
        whole = [*records]
        for swapped in swaps(record):
            whole[at] = swapped
            contents.append("".join(json.dumps(one) + "\n" for one in whole).encode())
    return contents


def broken_document(value: Any, seed: int, bits: int = 300) -> list[bytes]:
    """A file of one value, damaged in every way of ours: see `broken`; and with wrong types in it."""
    return broken(json.dumps(value).encode(), seed, bits) + [json.dumps(one).encode() for one in swaps(value)]


def broken(content: bytes, seed: int, bits: int) -> list[bytes]:
    """The content cut at every byte, with bits turned, with a BOM, CRLF, NUL, members doubled, and nested too deep."""
    member = content[content.index(b'"') : content.index(b",")]
    return [
        *cuts(content),
        *flips(content, random.Random(seed), bits),
        b"\xef\xbb\xbf" + content,
        content.replace(b"\n", b"\r\n"),
        content + b"\0\n",
        content.replace(member, member + b"," + member, 1),
        content.replace(b'": "', b'": "\\ud800', 3),
        content + b'{"a":' * 10_000,
        content.replace(b'": "', b'": ' + b"[" * 10_000 + b'"', 1),
        b"[" * 10_000 + b"\n" + content,
    ]


def counted(what: str, endings: Counter[str]) -> str:
    """The endings of damaged files in one line."""
    return f"damaged {what}: {endings.total()}, " + ", ".join(f"{n} {name}" for name, n in endings.most_common())


def damaged(
    importer: Importer,
    path: Path,
    contents: Iterator[bytes],
    finished: Callable[[bytes], bool],
    folder: Path | None = None,
) -> tuple[Counter[str], list[bytes]]:
    """Read each content: how often which ending was told, and the contents that are wrongly called finished.

    `folder` is what is read where the file is one of many of a session.
    """
    told: Counter[str] = Counter()
    wrong = []
    for content in contents:
        path.write_bytes(content)
        for session in read_all(importer, folder or path):
            told[session.reading.ending] += 1
            if session.reading.ending is Ending.FINISHED and not finished(content):
                wrong.append(content)
    return told, wrong
