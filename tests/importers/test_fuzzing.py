"""Damaged sessions of every format: no crash, no reading without an end, and nothing called finished that is not.

Hypothesis damages one session of each format (fuzzing/damage.py): the same examples each time, and others, many more,
with --sweep.
"""

from __future__ import annotations

import faulthandler
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from tests.importers.fuzzing.damage import KINDS, Pieces, damages, put
from tests.importers.fuzzing.whole import WHOLE, Whole

from pausedesk.core.errors import UsageError
from pausedesk.core.importers import importers, place_of
from pausedesk.core.importers.growing import Growing
from pausedesk.core.importers.scanning import scan
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.model.states import Ending
from pausedesk.core.rules.resume import AgentResumeError, classify_resume
from pausedesk.core.store.engine import open_store

EXAMPLES, OF_A_SWEEP = 60, 3_000
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]
HANGS = 300
"""Seconds after which a reading is taken for one without an end; the process then ends with its stack."""

_SESSIONS = TypeAdapter(ForeignSession)
FORMATS = pytest.mark.parametrize("whole", WHOLE, ids=lambda whole: whole.name.replace(", ", "-").replace(" ", "-"))


@contextmanager
def ending() -> Iterator[None]:
    """Around a reading, which has to end."""
    faulthandler.dump_traceback_later(HANGS, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def read_every_way(whole: Whole, place: Path) -> list[ForeignSession]:
    """The sessions of a place, with all that is done with one: kept, its timeline and its parts read, picked up.

    A refusal of the importer's own gives none.
    """
    importer = whole.importer()
    with suppress(UsageError), ending():
        at = place_of(place)
        for one in importers():
            one.sniff(at)
        found = list(importer.read(at, lambda _read, _all: True))
        for session in found:
            kept = json.dumps(_SESSIONS.dump_python(session, mode="json"))
            assert _SESSIONS.validate_python(json.loads(kept)).reading == session.reading
            importer.items(at, session.key, 0, 1_000)
            with suppress(AgentResumeError):
                classify_resume(session.tail)
        if isinstance(importer, Growing):
            session, grown = importer.read_on(at, lambda _read, _all: True, None)
            assert [session] == found
            for begun, before in grown.pages:
                importer.page(at, begun, before, -1)
            assert importer.read_on(at, lambda _read, _all: True, grown.kept)[0] == session
        return found
    return []


def wrongly_finished(whole: Whole, found: list[ForeignSession], pieces: Pieces) -> bool:
    """Whether a session is called finished of which the oracle says that it cannot be."""
    return any(one.reading.ending is Ending.FINISHED for one in found) and not whole.finished(pieces)


@FORMATS
def test_each_session_is_read_as_it_is_meant(whole: Whole, tmp_path: Path) -> None:
    for number, history in enumerate(whole.histories):
        pieces: Pieces = [whole.encode(one) for one in history]
        if whole.joined:
            pieces.append(b"")
        folder = tmp_path / str(number)
        folder.mkdir()
        found = read_every_way(whole, whole.write(folder, pieces))
        assert len(found) == 1
        assert (found[0].reading.ending is Ending.FINISHED) is whole.finished(pieces) is (number > 0)


@FORMATS
def test_no_damage_is_a_crash_a_hang_or_a_finished_session(
    whole: Whole, tmp_path: Path, told: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    sweep = request.config.getoption("--sweep")
    kinds: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    place = tmp_path / "place"

    @settings(
        max_examples=OF_A_SWEEP if sweep else EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not sweep,
        suppress_health_check=SLOW,
        phases=[Phase.generate, Phase.shrink],
    )
    @given(st.one_of(*(damages(history, whole.joined, whole.encode) for history in whole.histories)))
    def read(damaged: tuple[str, Pieces]) -> None:
        kind, pieces = damaged
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        found = read_every_way(whole, whole.write(place, pieces))
        kinds[kind] += 1
        endings.update(str(one.reading.ending) for one in found)
        assert not wrongly_finished(whole, found, pieces), (found[0].reading, pieces)

    read()
    told(f"{whole.name}: {kinds.total():,} damaged: " + ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS))
    told(f"{whole.name}: " + ", ".join(f"{count} {name}" for name, count in endings.most_common()))


MESSAGES: dict[str, tuple[str, ...] | None] = {
    "gemini-cli": None,
    "gemini-cli, one value": ("messages",),
    "pydantic-ai": (),
    "pydantic-ai-runs": (),
    "openai-agents-run": ("generated_items",),
    "openai-agents-session": None,
    "agent-framework": ("session", "state", "memory", "messages"),
    "zett": None,
    "google-adk": None,
}
"""Where the messages stand of a format whose end is told from them alone; None where each is a piece."""


@pytest.mark.parametrize("whole", [one for one in WHOLE if one.name in MESSAGES], ids=lambda whole: whole.name)
def test_a_message_that_is_not_understood_makes_a_later_end_a_guess(whole: Whole, tmp_path: Path) -> None:
    path, history = MESSAGES[whole.name], [*whole.histories[1]]
    if path is None:
        history.insert(1, "?")
    else:
        history[0] = put(history[0], (*path, 0), "?")
    pieces: Pieces = [whole.encode(one) for one in history]
    found = read_every_way(whole, whole.write(tmp_path, [*pieces, b""] if whole.joined else pieces))
    assert [(str(one.reading.ending), one.reading.confidence) for one in found] == [("finished", "guess")]
    assert found[0].faults
    assert whole.finished(pieces)


FILES = [whole for whole in WHOLE if not whole.write.__qualname__.startswith("_database")]


@pytest.mark.parametrize("whole", FILES, ids=lambda whole: whole.name.replace(", ", "-"))
def test_no_cut_makes_a_session_finished(
    whole: Whole, tmp_path: Path, told: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    """Each file is cut at every byte with --sweep, at every 29th without."""
    step = 1 if request.config.getoption("--sweep") else 29
    count, cut = 0, tmp_path / "place"
    for history in whole.histories:
        pieces: Pieces = [whole.encode(one) for one in history]
        if whole.joined:
            pieces = [b"\n".join([*(one for one in pieces if one is not None), b""])]
        for at, piece in enumerate(pieces):
            for end in range(0, len(piece or b""), step):
                damaged = [*pieces[:at], (piece or b"")[:end], *pieces[at + 1 :]]
                lines: Pieces = [*(damaged[0] or b"").split(b"\n")] if whole.joined else damaged
                shutil.rmtree(cut, ignore_errors=True)
                cut.mkdir()
                found = read_every_way(whole, whole.write(cut, lines))
                count += 1
                assert not wrongly_finished(whole, found, lines), (end, found[0].reading)
    told(f"{whole.name}: cut at {count:,} bytes")


DATABASES = [whole for whole in WHOLE if whole not in FILES]


@pytest.mark.parametrize("whole", DATABASES, ids=lambda whole: whole.name)
def test_no_damage_to_a_database_s_own_pages_is_a_crash(
    whole: Whole, tmp_path: Path, told: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    sweep = request.config.getoption("--sweep")
    file = whole.write(tmp_path, [whole.encode(one) for one in whole.histories[0]])
    content = file.read_bytes()
    endings: Counter[str] = Counter()

    @settings(
        max_examples=2_000 if sweep else 25,
        deadline=None,
        database=None,
        derandomize=not sweep,
        suppress_health_check=SLOW,
    )
    @given(st.integers(0, len(content) - 1), st.integers(0, 8), st.integers(1, 400))
    def read(at: int, bit: int, length: int) -> None:
        # Cut, or some bytes turned: what is in the cells is damaged elsewhere.
        mask = bytes([255 >> bit]) * length
        turned = bytes(a ^ b for a, b in zip(content[at:], mask, strict=False))
        file.write_bytes(content[:at] + (b"" if bit == 8 else turned + content[at + len(turned) :]))
        found = read_every_way(whole, file)
        endings.update([str(one.reading.ending) for one in found] or ["refused"])
        assert not any(one.reading.ending is Ending.FINISHED for one in found)

    read()
    told(f"{whole.name}: {endings.total():,} damaged databases: " + str(dict(endings)))


@pytest.mark.parametrize("whole", DATABASES, ids=lambda whole: whole.name)
@pytest.mark.parametrize(
    ("before", "after"),
    [(b"CREATE TABLE", b"CREATE\xff\x9eABLE"), (b"CREATE TABLE ", b"CREATE TABLE\xff"), (b"id,", b"\xffd,")],
    ids=["statement", "table", "column"],
)
def test_names_in_a_database_that_are_no_text_are_told_as_damage(
    whole: Whole, tmp_path: Path, before: bytes, after: bytes
) -> None:
    file = whole.write(tmp_path, [whole.encode(one) for one in whole.histories[1]])
    file.write_bytes(file.read_bytes().replace(before, after))
    found = read_every_way(whole, file)
    assert not any(one.reading.ending is Ending.FINISHED for one in found)


def test_a_folder_of_damaged_sessions_is_listed_whole(tmp_path: Path) -> None:
    """What the readers make of damage the list takes: each file is a row, and none is the fault of a reader."""
    folder = tmp_path / "folder"
    number = 0

    @settings(max_examples=150, deadline=None, database=None, derandomize=True, suppress_health_check=SLOW)
    @given(
        st.sampled_from(FILES[:8]).flatmap(
            lambda whole: st.tuples(st.just(whole), damages(whole.histories[1], whole.joined, whole.encode))
        )
    )
    def write(made: tuple[Whole, tuple[str, Pieces]]) -> None:
        nonlocal number
        number += 1
        place = folder / str(number)
        place.mkdir(parents=True)
        made[0].write(place, made[1][1])

    write()
    with closing(open_store(tmp_path / "store.db")) as store:
        summary = scan(store, folder, lambda _progress: True)
        assert (summary.files, summary.new + summary.unknown) == (number, number)
        assert scan(store, folder, lambda _progress: True).unchanged == number
