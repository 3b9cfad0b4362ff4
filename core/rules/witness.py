"""The witness of a store: what stands in it, and whether the store it belongs to was restored or copied.

Source: answered-pause rules, section 1. A witness is a small file outside the store. Whoever spends a decision writes a
line of it after the commit and before the call: the ledger, its incarnation, the machine, the number of the spend. A
spend that starts nothing - a decline, a close - writes its line before the commit, and which requests it uses: once a
model may read that a call did not run, no copy of the store can approve that call. A store that was put back from an
older copy, or copied, does not agree with it any more. Pure functions over bytes.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pausedesk.core.model.wording import worded

_VERSION = "1"


@dataclass(frozen=True, slots=True)
class WitnessLine:
    """One line: the last spend of an incarnation, as one machine saw it. `machine` is empty where it has no id.

    `used` names the requests of a spend that starts nothing (`used_by`); empty where a call may start by it.
    """

    ledger: str
    incarnation: str
    machine: str
    spends: int
    used: str = ""

    def to_bytes(self) -> bytes:
        """The line as it stands in the file, with its checksum and its end."""
        used = f" {self.used}" if self.used else ""
        text = f"{_VERSION} {self.ledger} {self.incarnation} {self.machine or '-'} {self.spends}{used}"
        return f"{text} {zlib.crc32(text.encode()):08x}\n".encode()


@dataclass(frozen=True, slots=True)
class Witness:
    """What a file says of one ledger: the newest line of each incarnation, the oldest first.

    `end` is the number of bytes up to the end of the last whole line: what follows was cut off by a crash.
    """

    newest: Mapping[str, WitnessLine]
    end: int


def read_witness(data: bytes, ledger: str) -> Witness:
    """Read a witness's bytes. What is no whole line of this ledger says nothing, wherever it stands."""
    # From its end: of each incarnation only the newest line has to be looked at closely.
    pieces = data.split(b"\n")
    at = len(data) - len(pieces.pop())
    end = 0
    found: dict[str, WitnessLine] = {}
    known: tuple[bytes, ...] = ()
    for piece in reversed(pieces):
        line = None if piece.startswith(known) else _line(piece)
        if line is not None:
            end = end or at
            if line.ledger == ledger:
                found[line.incarnation] = line
                known += (f"{_VERSION} {ledger} {line.incarnation} ".encode(),)
        at -= len(piece) + 1
    return Witness(dict(reversed(found.items())), end)


def _line(piece: bytes) -> WitnessLine | None:
    fields = piece.split(b" ")
    if len(fields) not in (6, 7) or fields[0] != _VERSION.encode():
        return None
    text, _, checksum = piece.rpartition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        _, ledger, incarnation, machine, spends, *used = (field.decode("ascii") for field in fields[:-1])
        return WitnessLine(ledger, incarnation, "" if machine == "-" else machine, int(spends), "".join(used))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """What a store says of itself: its ledger, its incarnation, how many requests it has spent, and the path of its
    witness (empty while none could be written)."""

    ledger: str
    incarnation: str
    spends: int
    witness: str


class Mistrust(StrEnum):
    """Why a store is not the one that its witness knows."""

    MISSING = "missing"
    AHEAD = "ahead"
    BEHIND = "behind"
    OTHER_MACHINE = "other-machine"


_FOUND = {
    Mistrust.MISSING: "The witness of this store, kept outside it, is gone: the store was copied, or its state folder "
    "removed.",
    Mistrust.AHEAD: "More was decided than this store knows of: an older copy of it was put back.",
    Mistrust.BEHIND: "The witness of this store is older than the store: its state folder was put back from a copy.",
    Mistrust.OTHER_MACHINE: "This store was last used on another machine: it was copied or moved.",
}


def found_sentence(reason: Mistrust) -> str:
    """What was found, in one sentence."""
    return _FOUND[reason]


CLOSED_BY_ROTATION = worded(
    "This question was asked before the store was copied or put back. It may have been answered in the other copy, "
    "and its call may have run there."
)
"""The reason beside each question that was open then; its call reads "may have run"."""


def used_by(requests: Iterable[str]) -> str:
    """The name, in a line, of the requests that a spend uses up without a call."""
    return hashlib.sha256("\n".join(sorted(requests)).encode()).hexdigest()[:32]


def reply_name(request: str, decision: str, answer: str) -> str:
    """A request that a reply uses up, as `used_by` takes it. Another decline says the same; another answer does not."""
    return request if decision == "decline" else f"{request} {answer}"


def unfinished(witness: Witness, facts: LedgerFacts) -> str:
    """The requests (`used_by`) of a spend that the witness has and the store has not, where it starts nothing; else "".

    The crash between the line and its commit leaves this, and so does a copy from just before. Either may go on by this
    very spend, and by no other one: what it declines or closes is declined or closed in the other as well.
    """
    line = witness.newest.get(facts.incarnation)
    return line.used if line is not None and line.spends == facts.spends + 1 else ""


def judge(witness: Witness, facts: LedgerFacts, machine: str) -> Mistrust | None:
    """Whether the store is the one that its witness knows; None where it is, else why not.

    `witness` is empty where there is no file. The store may be ahead by one: the crash between a spend's commit and its
    line, after which nothing was started. It cannot be ahead by more, because no spend commits before the one before it
    is witnessed. Being behind by one that is `unfinished` is forgiven by whoever has that very spend in hand. A
    machine without an id is told from no other one, and never taken for one that has an id.
    """
    line = witness.newest.get(facts.incarnation)
    if line is None:
        return Mistrust.MISSING if facts.witness else None
    if line.machine != machine:
        return Mistrust.OTHER_MACHINE
    if line.spends > facts.spends:
        return Mistrust.AHEAD
    if line.spends < facts.spends - 1:
        return Mistrust.BEHIND
    return None


def compacted(witness: Witness, keep: int) -> bytes:
    """The lines that still say something, of the `keep` newest incarnations."""
    return b"".join(line.to_bytes() for line in list(witness.newest.values())[-keep:])
