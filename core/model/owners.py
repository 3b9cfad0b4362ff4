"""Who runs something: a process and its group on one boot of one machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from pausedesk.core.model import kept_words


@dataclass(frozen=True, slots=True)
class Owner:
    """The identity of a process that survives the reuse of its number.

    `pgid` is its process group, `boot` names one boot of the machine `host`, `start` is the process's start time in
    seconds since the Unix epoch (as the system reports it, compared with a tolerance of a second). Where the system
    tells it, `ticks` is the start time since the boot, which no change of the clock moves, and `space` names the
    namespace in which the process's number means something. `gone` is the name of the person on whose word the process
    has ended, where nobody could look at it.
    """

    pid: int
    pgid: int
    boot: str
    start: float
    host: str
    ticks: int | None = None
    space: str = ""
    gone: str = ""

    def to_json(self) -> str:
        """The stored form."""
        # Not asdict, which copies deeply: this is written with every call.
        told = {name: value for name in self.__slots__ if (value := getattr(self, name)) not in (None, "")}
        return json.dumps(told, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> Owner:
        """The owner a stored form names; raises ValueError where it is not one."""
        try:
            return Owner(**json.loads(text))
        except TypeError as error:
            raise ValueError(f"not an owner: {text[:80]}") from error

    def sentence(self) -> str:
        """How a person reads it."""
        at = datetime.fromtimestamp(self.start).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        if self.gone:
            return kept_words.OWNER_GONE(pid=str(self.pid), host=self.host, at=at, by=self.gone)
        return kept_words.OWNER(pid=str(self.pid), host=self.host, at=at)
