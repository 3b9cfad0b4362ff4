"""What any store of sessions has to keep: bytes, ids, owners, the first writer and a list that pages.

Through two processes, a kill, a large row and a clock that goes back; of envelopes and of sessions that are run.
"""

from __future__ import annotations

import json
import multiprocessing
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import DEADLINE_S
from tests.core.test_store_imported import AWKWARD as AWKWARD_BYTES
from tests.core.test_store_imported import CONSENT, QUESTION, conversation, encoded

from pausedesk import core
from pausedesk.core.cli import main
from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.envelopes import EnvelopeError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.imported import import_envelope, read_envelope
from pausedesk.core.store.reads import page_rows

# Each pair below is two ids that somebody takes for one: a folder's name, an address, a shell, a font, a database.
AWKWARD_IDS = [
    *("a", "A", "a ", " a", "a\n", "a\t", "a/b", "a//b", "a/./b", "../a", "/etc/passwd", "a\\b"),
    *("é", "e\u0301", "ﬁ", "fi", "а", "a\u200b", "a\ufeff", "a\u202e", "\x1b[2Ka", "a\x7f", "%61", "%2561", "a+b"),
    *(
        "a b",
        "a%20b",
        "a'b",
        'a"b',
        "a;b",
        "a%",
        "a_",
        "-a",
        "--json",
        "session:a",
        "1",
        "01",
        "1.0",
        "null",
        "\U0001f600",
    ),
    *("x" * 1000, "x" * 999 + "y"),
]
NO_IDS = ["", " ", "\n\t", "a\0b", "\0", "x" * 1001, "a\ud800"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "store.db")
    yield made
    made.close()


def keep(store: Store, session: str, envelope: Any = None, **changes: Any) -> bytes:
    """Keep an envelope under an id."""
    raw = envelope if isinstance(envelope, bytes) else encoded(envelope or conversation(**changes))
    import_envelope(store, raw, source="other", source_ref=repr(session), session=session, title="A session")
    return raw


def listed(store: Store, **more: Any) -> list[str]:
    with store.read() as connection:
        return [row.session for row in page_rows(connection, ListFilter.ALL, "", 10_000, **more)]


# -- absent is not unreadable ------------------------------------------------------------------------------------------


def test_absent_is_nothing_and_unreadable_is_its_bytes(store: Store) -> None:
    keep(store, "broken", b"\xff{")
    assert read_envelope(store, "broken") == b"\xff{"
    assert read_envelope(store, "absent") is None
    with store.read() as connection:
        assert core.owner_of(connection, "broken") is None
        with pytest.raises(ResumeDecisionError) as absent:
            core.owner_of(connection, "absent")
    assert absent.value.code == "no-session"
    with pytest.raises(EnvelopeError) as unreadable:
        core.read_stored_session(read_envelope(store, "broken"))
    assert unreadable.value.code == "not-an-envelope"


@pytest.mark.parametrize("name", AWKWARD_BYTES)
def test_bytes_come_back_as_they_came_after_the_store_was_closed(tmp_path: Path, name: str) -> None:
    first = open_store(tmp_path / "store.db")
    keep(first, "one", AWKWARD_BYTES[name])
    first.close()
    again = open_store(tmp_path / "store.db", read_only=True)
    assert read_envelope(again, "one") == AWKWARD_BYTES[name]
    again.close()


@pytest.mark.parametrize(
    ("envelope", "format", "ending"),
    [
        (CONSENT, "conversation-v1", Ending.TOOLS_INTERRUPTED),
        (QUESTION, "flowchart-v1", Ending.WAITING_APPROVAL),
        (core.mark_answered(CONSENT, request_ids=[], at=1, outcome="marked"), "pausedesk-answered-v1", None),
        (conversation(), "conversation-v1", Ending.TOOLS_INTERRUPTED),
        (b"{", "unknown", Ending.UNREADABLE),
    ],
)
def test_paused_envelopes_list_as_what_they_are(
    store: Store, envelope: Any, format: str, ending: Ending | None
) -> None:
    keep(store, "one", envelope)
    with store.read() as connection:
        (row,) = page_rows(connection, ListFilter.ALL, "", 10)
    assert row.listed_format == format
    assert ending in (None, row.ending)
    assert row.waiting_count == 0


# -- ids ---------------------------------------------------------------------------------------------------------------


def test_ids_that_look_alike_are_sessions_of_their_own(store: Store) -> None:
    kept = {session: keep(store, session, runId=f"r{number}") for number, session in enumerate(AWKWARD_IDS)}
    assert len(kept) == len(AWKWARD_IDS)
    assert set(listed(store)) == set(AWKWARD_IDS)
    for session, raw in kept.items():
        assert read_envelope(store, session) == raw


@pytest.mark.parametrize("session", NO_IDS)
def test_what_cannot_be_an_id_is_refused_on_every_door(store: Store, session: str) -> None:
    agent: Agent[None, str] = Agent(FunctionModel(lambda messages, info: ModelResponse(parts=[TextPart("x")])))
    for work in (lambda: keep(store, session), lambda: Desk(store).run(agent, "go", session=session)):
        with pytest.raises(UsageError) as refused:
            work()
        assert refused.value.code == "session-id"
    assert listed(store) == []


def _asks(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    if any(message.kind == "response" for message in messages):
        return ModelResponse(parts=[TextPart("the end")])
    said = str(messages[0].parts[-1].content)  # type: ignore[union-attr]
    return ModelResponse(parts=[ToolCallPart("note", {"text": said}, tool_call_id="c1")])


def test_sessions_whose_ids_look_alike_are_run_and_answered_each_by_itself(store: Store) -> None:
    ran: list[str] = []
    agent = Agent(FunctionModel(_asks))

    @agent.tool_plain(requires_approval=True)
    def note(text: str) -> str:
        ran.append(text)
        return text

    desk = Desk(store)
    alike = ["a", "A", " a", "é", "e\u0301", "a\u200b", "%61", "../a", "session:a", "x" * 1000, "x" * 999 + "y"]
    for session in alike:
        assert desk.run(agent, f"of {session}", session=session).outcome == "paused"
    for number, session in enumerate(alike):
        done = desk.answer(agent, session, approve=True, by="Ada")
        assert done is not None
        assert done.outcome == "done"
        assert ran == [f"of {one}" for one in alike[: number + 1]]


def test_the_command_line_names_a_session_exactly_and_shows_nothing_hidden(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    # What an argument of a process can be.
    for number, session in enumerate(AWKWARD_IDS):
        keep(store, session, runId=f"r{number}")
    path = ["--store", str(store.path)]
    for session in AWKWARD_IDS:
        assert main([*path, "--json", "show", "--", session]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["session"] == session
        assert shown["row"]["session"] == session
        if session.isascii() and session.isprintable():
            continue
        assert main([*path, "show", "--", session]) == 0
        assert not set(capsys.readouterr().out) & set("\x1b\u202e\u200b\ufeff\x7f")
    for session in ("B", "a  ", "é\u0301", "%62", "x" * 998):
        assert main([*path, "--json", "show", "--", session]) == 4
        assert json.loads(capsys.readouterr().out)["code"] == "no-session"
    assert main([*path, "list"]) == 0
    assert not set(capsys.readouterr().out) & set("\x1b\u202e\u200b\ufeff\x7f")


# -- owners ------------------------------------------------------------------------------------------------------------


def signed(principal: object, **more: Any) -> dict[str, Any]:
    return conversation(identity={"principal": principal}, **more)


def test_the_owner_is_the_envelope_s_and_lists_are_by_owner(store: Store) -> None:
    for session, principal in (("a", "dana"), ("b", "eli"), ("c", "dana"), ("d", "Dana"), ("e", None), ("f", 7)):
        keep(store, session, signed(principal))
    keep(store, "g", conversation(identity=None))
    with store.read() as connection:
        assert [core.owner_of(connection, one) for one in "abcdefg"] == [
            "dana",
            "eli",
            "dana",
            "Dana",
            None,
            None,
            None,
        ]
        assert {row.session for row in core.list_by_user(connection, "dana")} == {"a", "c"}
        assert core.list_by_user(connection, "nobody") == []
        assert core.list_by_user(connection, "%") == []


def test_another_signer_takes_no_session_over(store: Store) -> None:
    raw = keep(store, "a", signed("dana"))
    with pytest.raises(UsageError) as refused:
        keep(store, "a", signed("mallory"))
    assert refused.value.code == "session-exists"
    assert read_envelope(store, "a") == raw
    agent: Agent[None, str] = Agent(FunctionModel(_asks), name="mallory")
    keep(store, "b", signed("dana", history=[]))
    Desk(store).run(agent, "go", session="b", spec="mallory:agent")
    with store.read() as connection:
        assert [core.owner_of(connection, one) for one in "ab"] == ["dana", "dana"]
        assert {row.session for row in core.list_by_user(connection, "dana")} == {"a", "b"}


# -- the first writer --------------------------------------------------------------------------------------------------


def test_of_two_first_writers_in_threads_one_is_kept_and_the_other_is_told(store: Store) -> None:
    rounds = 30
    said: dict[tuple[int, str], str] = {}
    go = threading.Barrier(2)

    def write(who: str) -> None:
        for number in range(rounds):
            go.wait()
            try:
                keep(store, f"s{number}", signed(who))
                said[number, who] = "kept"
            except UsageError as refused:
                said[number, who] = refused.code

    threads = [threading.Thread(target=write, args=(who,)) for who in ("dana", "eli")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(rounds):
        won = [who for who in ("dana", "eli") if said[number, who] == "kept"]
        assert len(won) == 1
        assert sorted((said[number, "dana"], said[number, "eli"])) == ["kept", "session-exists"]
        with store.read() as connection:
            assert core.owner_of(connection, f"s{number}") == won[0]
        assert read_envelope(store, f"s{number}") == encoded(signed(won[0]))


_PROCESSES = multiprocessing.get_context("forkserver")


def _write_many(path: str, who: str, ready: Any, go: Any, said: Any) -> None:
    store = open_store(Path(path))
    ready.release()
    go.wait(DEADLINE_S)
    told = []
    for number in range(20):
        try:
            keep(store, f"s{number}", signed(who))
            told.append("kept")
        except UsageError as refused:
            told.append(refused.code)
    store.close()
    said.put((who, told))


def test_of_two_first_writers_in_processes_one_is_kept_and_both_lists_agree(store: Store) -> None:
    ready, go, said = _PROCESSES.Semaphore(0), _PROCESSES.Event(), _PROCESSES.Queue()
    writers = [
        _PROCESSES.Process(target=_write_many, args=(str(store.path), who, ready, go, said)) for who in ("dana", "eli")
    ]
    for writer in writers:
        writer.start()
    for _ in writers:
        assert ready.acquire(timeout=DEADLINE_S)
    go.set()
    told: dict[str, Sequence[str]] = dict(said.get(timeout=DEADLINE_S) for _ in writers)
    for writer in writers:
        writer.join(DEADLINE_S)
    for number in range(20):
        assert sorted(told[who][number] for who in told) == ["kept", "session-exists"]
        won = next(who for who in told if told[who][number] == "kept")
        assert read_envelope(store, f"s{number}") == encoded(signed(won))
    assert len(listed(store)) == 20


# -- the list ----------------------------------------------------------------------------------------------------------


def at_one_time(monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: milliseconds * 1_000_000)


@pytest.mark.parametrize("size", [1, 3, 7, 50])
def test_pages_hold_each_session_once_however_many_share_a_moment(
    store: Store, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    for number in range(20):
        at_one_time(monkeypatch, 1_000 + number // 6)
        keep(store, f"s{number:02}")
    whole, paged, place = listed(store), [], None
    while True:
        with store.read() as connection:
            rows = page_rows(connection, ListFilter.ALL, "", size, after=place)
        if not rows:
            break
        paged += [row.session for row in rows]
        place = (rows[-1].updated_at, rows[-1].session)
        # A newer session on top moves no page.
        at_one_time(monkeypatch, 9_000 + len(paged))
        keep(store, f"new{len(paged):02}")
    assert paged == whole


def test_no_page_after_a_place_is_counted_off(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, "one")
    said: list[str] = []
    with store.read() as connection:
        connection.connection.driver_connection.set_trace_callback(said.append)  # type: ignore[union-attr]
        page_rows(connection, ListFilter.ALL, "", 10, after=(9_999_999_999_999, "x"))
        core.list_by_user(connection, "dana", after=(9_999_999_999_999, "x"))
        connection.connection.driver_connection.set_trace_callback(None)  # type: ignore[union-attr]
    asked = [text for text in said if text.startswith("SELECT")]
    assert len(asked) == 2
    # The dialect writes OFFSET 0, which skips nothing.
    assert [text for text in asked if not text.endswith("OFFSET 0")] == []


def test_the_command_pages_by_its_own_next(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(5):
        keep(store, f"s:{number}")
    seen: list[str] = []
    more: list[str] = []
    while True:
        assert main(["--store", str(store.path), "--json", "list", "--limit", "2", *more]) == 0
        said = json.loads(capsys.readouterr().out)
        seen += [row["session"] for row in said["sessions"]]
        if said["next"] is None:
            break
        more = ["--after", said["next"]]
    assert seen == listed(store)
    for text in ("", "x", "1", ":a", "١:a", "1" * 30 + ":a"):
        assert main(["--store", str(store.path), "--json", "list", "--after", text]) == 2
        assert json.loads(capsys.readouterr().out)["code"] == "list-place"


# -- kills, clocks, sizes ----------------------------------------------------------------------------------------------


def test_what_was_kept_before_a_kill_is_there_with_its_wal(store: Store, tmp_path: Path) -> None:
    kept = {f"s{number}": keep(store, f"s{number}", runId=f"r{number}") for number in range(5)}
    left = tmp_path / "left"
    left.mkdir()
    for end in ("", "-wal"):  # the files as a kill leaves them: nothing folded in, no -shm
        shutil.copyfile(f"{store.path}{end}", left / f"store.db{end}")
    assert (left / "store.db-wal").stat().st_size
    again = open_store(left / "store.db")
    assert {session: read_envelope(again, session) for session in listed(again)} == kept
    again.close()


def test_a_clock_that_goes_back_loses_and_hides_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    agent: Agent[None, str] = Agent(FunctionModel(_asks), name="goes-on")
    kept = {}
    for number, moment in enumerate((5_000_000, 1_000, 0, 4_999_999)):
        at_one_time(monkeypatch, moment)
        kept[f"s{number}"] = keep(store, f"s{number}", runId=f"r{number}")
    assert set(listed(store)) == set(kept)
    at_one_time(monkeypatch, 500)
    with pytest.raises(UsageError):
        keep(store, "s0", b"{}")
    assert {session: read_envelope(store, session) for session in kept} == kept
    assert Desk(store).run(agent, "note", session="s1").outcome == "done"
    assert set(listed(store)) == set(kept)


def _large(size: int) -> bytes:
    return encoded(conversation(history=[{"role": "user", "content": "x" * size}]))


def test_a_row_of_a_megabyte_comes_back_and_lists_without_being_read(store: Store) -> None:
    raw = keep(store, "large", _large(1_000_000))
    assert read_envelope(store, "large") == raw
    assert listed(store) == ["large"]


@pytest.mark.sweep
def test_a_row_of_a_hundred_megabytes_is_kept_gone_on_with_and_exported(store: Store) -> None:
    raw = keep(store, "large", _large(100_000_000))
    assert read_envelope(store, "large") == raw
    agent: Agent[None, str] = Agent(FunctionModel(lambda messages, info: ModelResponse(parts=[TextPart("the end")])))
    assert Desk(store).run(agent, "go", session="large").outcome == "done"
    assert listed(store) == ["large"]
