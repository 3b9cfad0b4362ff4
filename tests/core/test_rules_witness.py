"""The witness as values: what a file says, whatever a crash or somebody left in it, and when a store is mistrusted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.rules.witness import (
    LedgerFacts,
    Mistrust,
    Witness,
    WitnessLine,
    compacted,
    found_sentence,
    judge,
    read_witness,
    unfinished,
    used_by,
)


def line(spends: int, incarnation: str = "i1", machine: str = "m1", ledger: str = "l1", used: str = "") -> WitnessLine:
    return WitnessLine(ledger, incarnation, machine, spends, used)


def data(*lines: WitnessLine) -> bytes:
    return b"".join(one.to_bytes() for one in lines)


@pytest.mark.parametrize("machine", ["m1", ""])
def test_the_newest_line_of_each_incarnation_counts(machine: str) -> None:
    read = read_witness(data(line(1), line(2), line(2, "i2"), line(3, machine=machine)), "l1")
    assert dict(read.newest) == {"i2": line(2, "i2"), "i1": line(3, machine=machine)}
    assert read.end == len(data(line(1), line(2), line(2, "i2"), line(3, machine=machine)))


@pytest.mark.parametrize("cut", range(1, len(line(2).to_bytes()) + 1))
def test_a_line_that_was_cut_off_says_nothing_and_is_written_over(cut: int) -> None:
    whole = data(line(1))
    read = read_witness(whole + line(2).to_bytes()[:-cut], "l1")
    assert (read.newest["i1"].spends, read.end) == (1, len(whole))


@pytest.mark.parametrize(
    "left",
    [
        b" " * 40,  # room that was taken for a line before a crash
        b"\x00" * 40,
        b" " * 40 + b"\n",
        b"\n",
        b"1 l1 i1 m1 9 00000000\n",
        line(9).to_bytes().replace(b" 9 ", b" 8 "),
        line(9).to_bytes().replace(b"1 ", b"2 ", 1),
        "1 l1 i1 m1 ９ 00000000\n".encode(),
        b"1 l1 i1 m1 9\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_line_says_nothing_wherever_it_stands(left: bytes) -> None:
    assert read_witness(data(line(1)) + left, "l1") == read_witness(data(line(1)), "l1")
    if left.endswith(b"\n"):
        assert read_witness(left + data(line(1)), "l1").newest == {"i1": line(1)}


def test_the_lines_of_another_ledger_say_nothing_of_this_one() -> None:
    assert not read_witness(data(line(1, ledger="l2")), "l1").newest


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(raw: bytes) -> None:
    assert read_witness(raw, "l1").end <= len(raw)


@pytest.mark.parametrize(
    ("lines", "spends", "kept", "machine", "reason"),
    [
        ([], 0, False, "m1", None),  # a store that was just made
        ([], 3, False, "m1", None),  # one from before there were witnesses, or whose first could not be written
        ([], 0, True, "m1", Mistrust.MISSING),
        ([], 3, True, "m1", Mistrust.MISSING),
        ([line(3, "i0")], 3, True, "m1", Mistrust.MISSING),
        ([line(3)], 3, True, "m1", None),
        ([line(3)], 3, False, "m1", None),  # the crash between the first line and the store's note of it
        ([line(3)], 4, True, "m1", None),  # the crash between a commit and its line
        ([line(3)], 5, True, "m1", Mistrust.BEHIND),
        ([line(3)], 2, True, "m1", Mistrust.AHEAD),
        ([line(3)], 0, True, "m1", Mistrust.AHEAD),
        ([line(3)], 3, True, "m2", Mistrust.OTHER_MACHINE),
        ([line(3)], 2, True, "m2", Mistrust.OTHER_MACHINE),
        ([line(3)], 3, True, "", Mistrust.OTHER_MACHINE),
        ([line(3, machine="")], 3, True, "m1", Mistrust.OTHER_MACHINE),
        ([line(3, machine="")], 3, True, "", None),
        ([line(3), line(7, "i2")], 3, True, "m1", None),  # a copy on the same machine went on by itself
        ([line(3, used="r")], 3, True, "m1", None),
        ([line(3, used="r")], 2, True, "m1", Mistrust.AHEAD),
        ([line(3, used="r")], 1, True, "m1", Mistrust.AHEAD),
        ([line(3, used="r")], 2, True, "m2", Mistrust.OTHER_MACHINE),
    ],
)
def test_a_store_is_trusted_where_its_witness_knows_it(
    lines: list[WitnessLine], spends: int, kept: bool, machine: str, reason: Mistrust | None
) -> None:
    facts = LedgerFacts("l1", "i1", spends, "/somewhere" if kept else "")
    assert judge(read_witness(data(*lines), "l1"), facts, machine) is reason


@pytest.mark.parametrize(
    ("lines", "spends", "begun"),
    [
        ([], 0, ""),
        ([line(3, used="r")], 3, ""),
        ([line(3, used="r")], 2, "r"),
        ([line(3, used="r")], 1, ""),
        ([line(3)], 2, ""),  # a call may have started by it
        ([line(2, used="r"), line(3)], 1, ""),
        ([line(3, "i2", used="r")], 2, ""),
    ],
)
def test_what_was_begun_and_starts_nothing_is_told(lines: list[WitnessLine], spends: int, begun: str) -> None:
    assert unfinished(read_witness(data(*lines), "l1"), LedgerFacts("l1", "i1", spends, "")) == begun


def test_the_requests_of_a_spend_have_one_name_in_any_order() -> None:
    assert used_by(["b", "a"]) == used_by(["a", "b"]) != used_by(["a"])


def test_a_compacted_witness_keeps_the_newest_incarnations() -> None:
    lines = [line(number, f"i{number % 5}") for number in range(50)]
    read = read_witness(compacted(read_witness(data(*lines), "l1"), 3), "l1")
    assert {name: one.spends for name, one in read.newest.items()} == {"i2": 47, "i3": 48, "i4": 49}


def test_every_reason_has_a_sentence() -> None:
    assert len({found_sentence(reason) for reason in Mistrust}) == len(Mistrust)
    assert judge(Witness({}, 0), LedgerFacts("l", "i", 0, ""), "") is None
