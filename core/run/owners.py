"""Who this process is, and whether the owner of a started call lives. Reads the process table; changes nothing."""

from __future__ import annotations

import os
import socket
from functools import cache
from pathlib import Path

import psutil

from pausedesk.core.model.owners import Owner
from pausedesk.core.run import evidence
from pausedesk.core.store.sessions import Liveness

# The system reports start times in ticks; two readings of one process differ by less than this.
_SAME_START_S = 1.0


@cache
def boot_id() -> str:
    """A name for this boot of this machine: process numbers mean nothing across two of them."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return f"boot-{int(psutil.boot_time())}"


@cache
def host_name() -> str:
    """This machine's name, as owners carry it."""
    return socket.gethostname()


def owner_of(pid: int) -> Owner:
    """The owner that process `pid` of this machine is. Raises psutil.NoSuchProcess where it has ended."""
    return Owner(
        pid=pid,
        pgid=os.getpgid(pid),
        boot=boot_id(),
        start=psutil.Process(pid).create_time(),
        host=host_name(),
        ticks=_start_ticks(pid),
        space=_space(),
    )


def _start_ticks(pid: int) -> int | None:
    """When the process started, in ticks since the boot (proc(5), field 22 of stat); None where it is not told."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return None


@cache
def _space() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def _same_start(process: psutil.Process, owner: Owner) -> bool:
    ticks = _start_ticks(process.pid)
    if owner.ticks is not None and ticks is not None:
        return owner.ticks == ticks
    return abs(process.create_time() - owner.start) < _SAME_START_S


def _elsewhere(owner: Owner) -> bool:
    """Whether the owner's process cannot be looked at from here: another machine's, or another namespace's."""
    return owner.host != host_name() or (owner.space != "" and owner.boot == boot_id() and owner.space != _space())


@cache
def _self(pid: int) -> Owner:
    return owner_of(pid)


def this_process() -> Owner:
    """The owner that this process is."""
    return _self(os.getpid())  # keyed by number: a fork must not inherit its parent's identity


def process_alive(owner: Owner) -> bool | None:
    """Whether the process itself lives: True, False (proved dead, or gone on a person's word), None (cannot be looked
    at from here)."""
    if owner.gone:
        return False
    if _elsewhere(owner):
        return None
    if owner.boot != boot_id():
        return False
    try:
        process = psutil.Process(owner.pid)
        return _same_start(process, owner) and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return None


def owner_alive(owner: Owner) -> bool | None:
    """Whether the process or anything of its group lives; the meaning of *owner* in the rules.

    Members of the group that are left after its leader died still count: the call may be running in them. A group whose
    number now belongs to another leader is not this owner's.
    """
    alive = process_alive(owner)
    if alive is not False or owner.gone or owner.host != host_name() or owner.boot != boot_id():
        return alive
    if owner.pgid != owner.pid:
        # Not the leader of a group of its own: the group is somebody else's and says nothing about the call.
        return False
    try:
        os.killpg(owner.pgid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return any(_is_member(process, owner) for process in psutil.process_iter())


def _is_member(process: psutil.Process, owner: Owner) -> bool:
    try:
        if os.getpgid(process.pid) != owner.pgid or process.status() == psutil.STATUS_ZOMBIE:
            return False
        return process.pid != owner.pgid or _same_start(process, owner)
    except (ProcessLookupError, psutil.NoSuchProcess):
        return False
    except (PermissionError, psutil.Error):
        return True  # it exists and cannot be looked at: not proved dead


LIVENESS = Liveness(door=process_alive, owner=owner_alive, last_output=evidence.last_output, let_go=evidence.drop_log)
