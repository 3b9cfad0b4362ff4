"""Folders whose files the system makes as they are read: they hold nothing that anybody keeps there."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import psutil

# Reading a file of theirs can wait for ever (kmsg, trace_pipe), take away what others are to read, or never end.
_SYSTEMS = frozenset(
    {
        *("proc", "sysfs", "cgroup", "cgroup2", "devpts", "devfs", "debugfs", "tracefs", "securityfs", "configfs"),
        *("bpf", "pstore", "efivarfs", "mqueue", "fusectl", "binfmt_misc", "hugetlbfs", "nsfs", "rpc_pipefs"),
        *("selinuxfs", "fdescfs"),
    }
)


@cache
def system_folders() -> frozenset[str]:
    """Where such file systems are mounted, as paths. None where the system does not tell."""
    try:
        mounted = psutil.disk_partitions(all=True)
    except (OSError, psutil.Error):
        return frozenset()
    return frozenset(one.mountpoint for one in mounted if one.fstype in _SYSTEMS)


def in_system_folder(path: Path) -> bool:
    """Whether a path leads to such a folder, or into one."""
    name = os.path.realpath(path)
    return any(name == folder or name.startswith(folder.rstrip("/") + "/") for folder in system_folders())
