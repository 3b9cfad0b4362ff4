"""What a disk holds after the power went: every write, sync, creation and removal of a run, as strace tells of them.

`Disk` follows the files of one folder. What was written and not synced is on the disk or is not, in any part and order;
a name is there for good when its folder was synced. What calls did outside is not on this disk: it stays done.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# What strace has to be told: all processes, paths beside numbers, every byte, as hexadecimal.
OPTIONS = ("-f", "--seccomp-bpf", "-y", "-xx", "-s", "10000000")
SYSCALLS = (
    "write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,fsync,fdatasync,unlink,unlinkat,"
    "rename,renameat,renameat2,link,linkat"
)
# A disk writes whole sectors.
SECTOR = 512

_LINE = re.compile(r"^(?:\[pid +)?(\d+)\]? +(?:<\.\.\. (\w+) resumed>)?(.*)$", re.DOTALL)
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_PLACE = re.compile(r"<((?:\\x[0-9a-f]{2})*)>")


@dataclass(frozen=True)
class Event:
    """One finished call of the system: its name, the path it is about, what it wrote or to which name it moved."""

    name: str
    path: str
    data: bytes = b""
    number: int = 0  # an offset, or a length
    to: str = ""


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def events(trace: str) -> Iterator[Event]:
    """The events of a trace, in the order in which the calls ended. Raises ValueError for a write it cannot follow."""
    begun: dict[str, str] = {}
    for line in trace.splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        pid, resumed, rest = found.groups()
        if rest.endswith(" <unfinished ...>"):
            begun[pid] = rest.removesuffix(" <unfinished ...>")
            continue
        if resumed is not None:
            rest = begun.pop(pid, "") + rest
        call, _, ended = rest.rpartition(" = ")
        name, bracket, _ = call.partition("(")
        if not bracket or ended.startswith("-1"):
            continue
        yield _event(name, call, ended)


def _event(name: str, call: str, ended: str) -> Event:
    places = [_plain(text).decode("utf-8", "surrogateescape") for text in _PLACE.findall(call)]
    texts = [_plain(text) for text in _TEXT.findall(call)]
    numbers = [int(text) for text in re.findall(r", (\d+)", call)]
    match name:
        case "write" | "pwrite64":
            data = texts[0][: int(ended)] if texts else b""
            return Event(name, places[0], data, numbers[-1] if name == "pwrite64" else 0)
        case "ftruncate":
            return Event(name, places[0], number=numbers[-1])
        case "fsync" | "fdatasync":
            return Event("fsync", places[0])
        case "unlink":
            return Event(name, texts[0].decode("utf-8", "surrogateescape"))
        case "unlinkat":
            return Event("unlink", _joined(places[0], texts[0]))
        case "rename" | "renameat" | "renameat2":
            froms = places if len(places) == 2 else ["", ""]
            return Event("rename", _joined(froms[0], texts[0]), to=_joined(froms[1], texts[1]))
        case _:
            return Event(name, places[0] if places else texts[0].decode("utf-8", "surrogateescape"))


def _joined(folder: str, name: bytes) -> str:
    return str(Path(folder, name.decode("utf-8", "surrogateescape")))


@dataclass
class File:
    """A file: its bytes as programs read them, as the disk has them for sure, and what was written since."""

    now: bytearray
    sure: bytes
    since: list[tuple[int, bytes | None]] = field(default_factory=list)  # offset and bytes, or a length and None

    def write(self, offset: int, data: bytes) -> None:
        self.since.append((offset, data))
        _put(self.now, offset, data)

    def truncate(self, length: int) -> None:
        self.since.append((length, None))
        _cut(self.now, length)

    def sync(self) -> None:
        self.sure, self.since = bytes(self.now), []

    def left(self, chance: random.Random | None) -> bytes:
        """What the disk holds after the power went: nothing that was not synced, or any part of it."""
        if chance is None:
            return self.sure
        left = bytearray(self.sure)
        for offset, data in self.since:
            if data is None:
                if chance.random() < 0.5:
                    _cut(left, offset)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _put(left, offset + start, data[start : start + SECTOR])
        return bytes(left)


def _put(content: bytearray, offset: int, data: bytes) -> None:
    content.extend(b"\0" * (offset - len(content)))
    content[offset : offset + len(data)] = data


def _cut(content: bytearray, length: int) -> None:
    del content[length:]
    content.extend(b"\0" * (length - len(content)))


class Disk:
    """The files of one folder while the events of a run happen to them."""

    def __init__(self, folder: Path, begun: Path) -> None:
        """`folder` is where the run happened; `begun` holds its files as they were before, all of them synced."""
        self._folder = f"{folder}/"
        self._names = {
            f"{folder / path.relative_to(begun)}": File(bytearray(content := path.read_bytes()), content)
            for path in begun.rglob("*")
            if path.is_file()
        }
        self._sure = dict(self._names)

    def now(self, path: Path) -> bytes:
        """A file as programs read it; nothing where there is none."""
        file = self._names.get(str(path))
        return bytes(file.now) if file is not None else b""

    def happen(self, event: Event) -> bool:
        """Let one event happen; returns whether it was one of this folder."""
        if not f"{event.path}/".startswith(self._folder):
            return False
        if event.path.endswith("-shm"):
            return False  # made anew by whoever opens the store
        match event.name:
            case "write":
                file = self._file(event.path)
                file.write(len(file.now), event.data)  # every such file here is only ever appended to
            case "pwrite64":
                self._file(event.path).write(event.number, event.data)
            case "ftruncate":
                self._names[event.path].truncate(event.number)
            case "unlink":
                self._names.pop(event.path, None)
            case "rename":
                self._names[event.to] = self._file(event.path)
                del self._names[event.path]
            case "fsync" if not Path(event.path).is_dir():
                self._file(event.path).sync()
            case "fsync":
                inside = [*self._names, *self._sure]
                for name in {name for name in inside if str(Path(name).parent) == event.path}:
                    if name in self._names:
                        self._sure[name] = self._names[name]
                    else:
                        self._sure.pop(name, None)
            case _:
                raise ValueError(f"{event.name} of {event.path}: what becomes of it is not known here")
        return True

    def _file(self, path: str) -> File:
        # Opening a file is not followed, for a program opens thousands: it is there from its first write or sync on.
        return self._names.setdefault(path, File(bytearray(), b""))

    def left(self, chance: random.Random | None = None) -> dict[str, bytes]:
        """What is there after the power went now, by the path inside the folder.

        Without `chance` nothing is left that was not synced, and no name that its folder was not synced with; with it,
        each sector and each name that was not is there or is not.
        """
        names = dict(self._sure)
        if chance is not None:
            for name in sorted({*self._names, *self._sure}):
                if self._names.get(name) is not self._sure.get(name) and chance.random() < 0.5:
                    names.pop(name, None)
                    if name in self._names:
                        names[name] = self._names[name]
        return {name.removeprefix(self._folder): file.left(chance) for name, file in names.items()}
