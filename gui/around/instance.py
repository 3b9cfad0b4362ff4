"""One window a store: a second start asks the first to come to the front, and ends.

Who is first holds a lock beside the state folder, which the system lets go however its process ends; beside it is a
socket over which a later start says what it was asked to show. Both are in a folder that only its owner can enter, so
no other account can pose as either side. The part before `Summons` imports no Qt: a second start needs none.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import socket
import stat
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from pausedesk.core import paths
from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.model.wording import worded

WAIT_SECONDS = 10.0
_TRY_SECONDS = 0.05
_SHOWN = b"shown\n"
_LONGEST_LINE = 32_768
# A socket's path has 104 bytes on macOS and 108 on Linux, and Qt makes it first in a folder of six letters beside it.
_LONGEST_PATH = 90
# What a compositor hands to whoever may come to the front: no more than letters that its own names are made of.
_TOKEN = re.compile(r"[\x21-\x7e]{1,200}", re.ASCII)
_TOKEN_NAME = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - the name of a variable, and no secret


@dataclass(frozen=True, slots=True)
class Place:
    """The first window's place: the socket's path, and the lock's descriptor for as long as the process lives.

    `lock` is None where no lock could be made (a home that cannot be written); then there may be more windows than one.
    """

    socket: Path
    lock: int | None

    def leave(self) -> None:
        """Give the place up."""
        if self.lock is not None:
            os.close(self.lock)


def first_or_shown(store: Path, session: str | None = None, *, seconds: float = WAIT_SECONDS) -> Place | None:
    """The place, where this is the first window on the store; None where another shows itself, and `session` in it.

    Raises EnvironmentFault `desk-not-answering` where another holds the place and does not answer in time.
    """
    try:
        folder = _own_folder()
    except OSError:
        return Place(Path(), None)
    # By its path: a store that is written anew is another file, and the same store.
    key = _digest(store.expanduser().resolve())
    address = _address(folder / key)
    until = time.monotonic() + seconds
    while True:
        place = _taken(folder / f"{key}.lock", address)
        if place is not None:
            return place
        if _shown_by_first(address, session, until):
            return None
        if time.monotonic() >= until:
            raise EnvironmentFault(
                "desk-not-answering",
                worded("A window is open on this store and does not answer."),
                next_step=worded("Close it, or end its process, and start again."),
            )
        # It begins or ends just now: neither tells anybody.
        threading.Event().wait(_TRY_SECONDS)


def _own_folder() -> Path:
    folder = paths.private_folder(paths.state_folder() / "desks")
    folder.chmod(0o700)  # refused where it is another's
    return folder


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]


def _address(path: Path) -> Path:
    """Where the socket is: `path`, or a short one for it where no socket can have a path of that length.

    The short one is in a folder of the person's own under /tmp, which every start of theirs finds whatever its
    environment says. Where another account made that folder first, the long path stays, and no later start is heard.
    """
    if len(os.fsencode(path)) <= _LONGEST_PATH:
        return path
    folder = Path(f"/tmp/pausedesk-{os.getuid()}")  # noqa: S108 - looked at below before anything is put there
    with contextlib.suppress(OSError):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return folder / _digest(path)
    return path


def _taken(lock: Path, path: Path) -> Place | None:
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError:
        return Place(path, None)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # a file system that knows no locks
        os.close(descriptor)
        return Place(path, None)
    return Place(path, descriptor)


def _shown_by_first(path: Path, session: str | None, until: float) -> bool:
    wish = json.dumps({"session": session, "token": os.environ.get(_TOKEN_NAME)}).encode() + b"\n"
    with socket.socket(socket.AF_UNIX) as line, contextlib.suppress(OSError):
        line.settimeout(max(0.01, until - time.monotonic()))
        line.connect(str(path))
        line.sendall(wish)
        return line.recv(len(_SHOWN)) == _SHOWN
    return False


def use_token(token: object) -> None:
    """Let the window come to the front by a token of the compositor: Qt takes it from the environment."""
    if isinstance(token, str) and _TOKEN.fullmatch(token):
        os.environ[_TOKEN_NAME] = token


class Summons(QObject):
    """Listens at the first window's place. `came` is emitted for each later start, with the session it asked for."""

    came = Signal(object)  # str, or None: only come to the front

    def __init__(self, place: Place, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        if place.lock is not None:
            # Whoever holds the lock owns the name: what lies there was left by a process that was killed.
            QLocalServer.removeServer(str(place.socket))
            self._server.listen(str(place.socket))

    def listening(self) -> bool:
        """Whether a later start can reach this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Answer no more."""
        self._server.close()

    def _on_connection(self) -> None:
        while (line := self._server.nextPendingConnection()) is not None:
            line.disconnected.connect(line.deleteLater)
            line.readyRead.connect(lambda line=line: self._on_ready(line))
            self._on_ready(line)

    def _on_ready(self, line: QLocalSocket) -> None:
        if not line.canReadLine():
            if line.bytesAvailable() > _LONGEST_LINE:
                line.abort()
            return
        try:
            wish = json.loads(bytes(line.readLine(_LONGEST_LINE).data()))
            session, token = wish["session"], wish["token"]
        except (ValueError, KeyError, TypeError):
            line.abort()
            return
        use_token(token)
        line.write(_SHOWN)
        line.disconnectFromServer()
        self.came.emit(session if isinstance(session, str) else None)
