"""Looking through folders for sessions of other programs: what is read, what is not read again, and what is said."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.core.looking import CALLS, card_of, claude, lines_of, listed, looked, record
from tests.importers.files import conversations, prompt, request, response, said, tool_use

from pausedesk.core.cli import main
from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.importers import lines, place_of, scanning
from pausedesk.core.importers.scanning import ScanProgress, scan
from pausedesk.core.model.states import Ending
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign_sessions import note_scanned, sources_on, turn_off, turn_on
from pausedesk.core.store.forgetting import forget_sessions
from pausedesk.core.store.trails import ledger_flaws

Said = Callable[..., tuple[int, Any]]


@pytest.fixture
def pd(store: Store, capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*arguments: str) -> tuple[int, Any]:
        code = main(["--store", str(store.path), "--json", *arguments])
        return code, json.loads(capsys.readouterr().out)

    return run


def test_a_folder_is_listed_with_endings_and_nothing_in_it_is_touched(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    claude(folder / "a", "s1", record("s1", "assistant", [{"type": "text", "text": "Done."}]))
    claude(folder / "a" / "b", "s2", record("s2", "assistant", CALLS))
    before = [(path, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))]
    summary = looked(store, folder)
    assert (summary.files, summary.read, summary.new, summary.unreadable) == (2, 2, 2, 0)
    rows = listed(store)
    assert {key: (row.ending, row.source, row.agent) for key, row in rows.items()} == {
        "s1": (Ending.FINISHED, "claude-code", "Claude Code"),
        "s2": (Ending.WAITING_APPROVAL, "claude-code", "Claude Code"),
    }
    assert (rows["s2"].what_tool, rows["s2"].what_line, rows["s2"].confidence) == ("Bash", "rm -r old", "probable")
    assert rows["s1"].updated_at == 1796032800000
    assert [(path, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))] == before
    assert list(ledger_flaws(store)) == []


def test_the_list_is_narrowed_to_an_ending_and_to_a_program(store: Store, tmp_path: Path) -> None:
    claude(tmp_path / "projects", "s1", record("s1", "assistant", CALLS))
    claude(tmp_path / "projects", "s2")
    looked(store, tmp_path / "projects")
    assert set(listed(store, ending=Ending.USER_UNANSWERED)) == {"s2"}
    assert set(listed(store, source="claude-code")) == {"s1", "s2"}
    assert set(listed(store, source="pausedesk")) == set()


def test_what_did_not_change_is_not_opened_again(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "projects"
    for number in range(20):
        claude(folder, f"s{number}")
    looked(store, folder)
    opened: list[Path] = []

    def watched(path: Path) -> Any:
        opened.append(path)
        return place_of(path)

    monkeypatch.setattr(scanning, "place_of", watched)
    again = looked(store, folder)
    assert (again.files, again.unchanged, again.read, opened) == (20, 20, 0, [])
    claude(folder, "s7", record("s7", "assistant", [{"type": "text", "text": "Done."}]))
    third = looked(store, folder)
    assert (third.read, third.changed, [path.name for path in opened]) == (1, 1, ["s7.jsonl"])
    assert listed(store)["s7"].ending is Ending.FINISHED


def test_a_file_that_grows_is_read_from_where_it_stopped(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = claude(tmp_path / "projects")
    looked(store, file.parent)
    size = file.stat().st_size
    begun: list[int] = []
    read_lines = lines.read_lines

    def watched(*given: Any, **more: Any) -> Any:
        begun.append(more["offset"])
        return read_lines(*given, **more)

    monkeypatch.setattr("pausedesk.core.importers.growing.read_lines", watched)
    with file.open("a") as grown:
        grown.write(lines_of(record("s1", "assistant", CALLS)))
    looked(store, file.parent)
    assert begun == [size]
    row = listed(store)["s1"]
    assert (row.ending, row.title) == (Ending.WAITING_APPROVAL, "Tidy up s1")


def test_what_cannot_be_read_is_a_row_with_the_reason(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    claude(folder, "good")
    (folder / "bad.jsonl").write_bytes(b"\0" * 200)
    (folder / "empty.jsonl").touch()
    (folder / "notes.txt").write_text("of no interest")
    summary = looked(store, folder)
    rows = listed(store)
    assert (summary.files, summary.read, summary.unreadable) == (3, 3, 1)
    assert (rows["bad"].ending, rows["bad"].unreadable) == (
        Ending.UNREADABLE,
        "Its content is of no form that is known here.",
    )
    assert rows["empty"].ending is Ending.EMPTY
    assert summary.faults == [f"{folder}/bad.jsonl: Its content is of no form that is known here."]


@pytest.mark.expected_log("reading .* failed")
def test_a_fault_of_one_reader_keeps_no_other_file_from_being_read(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "projects"
    claude(folder, "s1")
    claude(folder, "s2")

    def failing(path: Path) -> Any:
        if path.name == "s1.jsonl":
            raise ZeroDivisionError
        return place_of(path)

    monkeypatch.setattr(scanning, "place_of", failing)
    summary = looked(store, folder)
    assert (summary.read, summary.unreadable) == (2, 1)
    assert "failed (ZeroDivisionError)" in str(listed(store)["s1"].unreadable)
    assert listed(store)["s2"].ending is Ending.USER_UNANSWERED


def test_a_look_that_is_stopped_keeps_what_it_read_and_goes_on_later(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    for number in range(10):
        os.utime(claude(folder, f"s{number}"), (number + 1, number + 1))
    told: list[ScanProgress] = []

    def telling(progress: ScanProgress) -> bool:
        told.append(progress)
        return progress.files < 4

    summary = scan(store, folder, telling, format="claude-code")
    assert (summary.cancelled, summary.new) == (True, 4)
    # The newest come first, and the progress grows.
    assert set(listed(store)) == {"s9", "s8", "s7", "s6"}
    assert [one.bytes for one in told] == sorted(one.bytes for one in told)
    assert (told[-1].files_all, told[-1].bytes_all) == (10, sum(one.stat().st_size for one in folder.iterdir()))
    again = looked(store, folder)
    assert (again.cancelled, again.new, again.unchanged) == (False, 6, 4)


def test_two_sessions_of_one_id_and_two_of_one_file_are_all_listed(store: Store, tmp_path: Path) -> None:
    claude(tmp_path / "projects" / "a", "s1")
    claude(tmp_path / "projects" / "b", "s1")
    looked(store, tmp_path / "projects")
    call = {"type": "function_call", "call_id": "c1", "name": "rm", "arguments": "{}"}
    conversations(tmp_path / "talks.db", {"one": [call], "two": [{"role": "user", "content": "Hello"}]})
    summary = looked(store, tmp_path / "talks.db", "")
    assert summary.new == 2
    rows = listed(store)
    assert len(rows) == 4
    assert {"s1", "one", "two"} < set(rows)
    assert looked(store, tmp_path, "").new == 0


def test_a_session_that_was_forgotten_is_not_found_again(store: Store, tmp_path: Path) -> None:
    file = claude(tmp_path / "projects", "s1", record("s1", "assistant", CALLS))
    looked(store, file.parent)
    assert listed(store)["s1"].ending is Ending.WAITING_APPROVAL
    forget_sessions(store, ["s1"], by="Ann")
    with file.open("a") as grown:
        grown.write(lines_of(record("s1", "user", "More")))
    summary = looked(store, file.parent)
    assert (summary.new, listed(store)) == (0, {})
    store.close()
    assert b"Tidy up" not in store.path.read_bytes()


def test_sub_agents_belong_to_the_session_beside_them(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "projects"
    claude(folder, "s1")
    claude(folder / "s1" / "subagents", "agent-1")
    claude(folder / "lost" / "subagents", "agent-2")
    claude(folder / "old", "agent-3")
    claude(folder, "agent-acompact-1")
    looked(store, folder)
    assert len(listed(store)) == 3
    assert {row.title for row in listed(store).values()} == {"Tidy up s1", "Tidy up agent-2", "Tidy up agent-3"}


def test_a_waiting_session_of_another_program_is_shown_and_answered_by_nothing_here(
    store: Store, tmp_path: Path
) -> None:
    claude(tmp_path / "projects", "s1", record("s1", "assistant", CALLS))
    looked(store, tmp_path / "projects")
    card = card_of(store, "s1")
    (question,) = card.requests
    assert (question.tool, question.answerable, question.call_state) == ("Bash", False, "may_have_run")
    assert question.not_answerable_because is not None
    assert "already" in question.not_answerable_because or "had it" in question.not_answerable_because
    assert [item.kind for item in card.history] == ["user", "call"]
    assert not card.can_resume
    with pytest.raises(ResumeDecisionError) as refused, Desk(store.path) as desk:
        desk.resume(object(), session="s1")  # type: ignore[arg-type]
    assert refused.value.code == "other-agent"


def test_its_own_command_is_offered_and_a_missing_folder_is_said(store: Store, tmp_path: Path) -> None:
    here = tmp_path / "work"
    here.mkdir()
    claude(tmp_path / "projects", "s1", record("s1", "user", "x", cwd=str(here)))
    file = tmp_path / "projects" / "s2.jsonl"
    file.write_text(lines_of(record("s2", "user", "x", cwd=str(here))))
    looked(store, tmp_path / "projects")
    gone, there = card_of(store, "s1").own_command, card_of(store, "s2").own_command
    assert gone is not None
    assert there is not None
    assert (gone.argv, gone.missing) == (("claude", "--resume", "s1"), True)
    assert "/srv/gone - but that folder is not there any more" in gone.sentence
    assert (there.folder, there.missing) == (str(here), False)
    assert there.sentence == f"Its own program goes on with it: claude --resume s2, in {here}."


def test_the_newest_part_of_a_long_timeline_is_read_without_the_rest(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [record("s1", "user", f"prompt {number}") for number in range(1000)]
    file = claude(tmp_path / "projects", "s1", *many)
    looked(store, file.parent)
    begun: list[int] = []
    read_lines = lines.read_lines

    def watched(*given: Any, **more: Any) -> Any:
        begun.append(more.get("offset", 0))
        return read_lines(*given, **more)

    monkeypatch.setattr("pausedesk.core.importers.growing.read_lines", watched)
    card = card_of(store, "s1")
    assert card.history[-1].text == "prompt 999"
    assert len(card.history) + card.history_left_out == 1001
    assert min(begun) > file.stat().st_size // 2


def test_the_whole_timeline_is_read_part_by_part(pd: Said, store: Store, tmp_path: Path) -> None:
    many = [record("s1", "user", f"prompt {number}") for number in range(900)]
    claude(tmp_path / "projects", "s1", *many)
    looked(store, tmp_path / "projects")
    _, told = pd("show", "s1")
    assert (len(told["history"]), told["history_left_out"]) == (301, 600)
    _, told = pd("show", "s1", "--all")
    assert [item["text"] for item in told["history"]] == ["Tidy up s1", *(f"prompt {number}" for number in range(900))]
    items = [{"type": "message", "role": "user", "content": f"words {number}"} for number in range(900)]
    conversations(tmp_path / "talks.db", {"one": items})
    looked(store, tmp_path / "talks.db", "")
    _, told = pd("show", "one", "--all")
    assert [item["text"] for item in told["history"]] == [f"words {number}" for number in range(900)]
    assert told["history_left_out"] == 0


def test_a_file_that_is_gone_is_said_and_what_was_read_stays(store: Store, tmp_path: Path) -> None:
    file = claude(tmp_path / "projects")
    looked(store, file.parent)
    file.unlink()
    summary = looked(store, file.parent)
    assert summary.gone == 1
    card = card_of(store, "s1")
    assert card.row.title == "Tidy up s1"
    assert [item.kind for item in card.history] == ["notice"]
    assert "There is no file" in card.history[0].text


def test_sources_are_off_until_they_are_turned_on(store: Store, tmp_path: Path) -> None:
    assert sources_on(store) == []
    turn_on(store, str(tmp_path), "codex")
    turn_on(store, str(tmp_path), "codex")
    note_scanned(store, str(tmp_path), {"files": 3})
    (one,) = sources_on(store)
    assert (one.folder, one.program, one.summary) == (str(tmp_path), "codex", {"files": 3})
    assert turn_off(store, str(tmp_path))
    assert not turn_off(store, str(tmp_path))
    assert sources_on(store) == []


def test_a_place_that_is_not_there_is_a_sentence(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        looked(store, tmp_path / "nothing")
    assert error.value.code == "no-such-file"


def test_import_takes_sessions_of_programs_where_they_lie_and_envelopes_as_they_are(pd: Said, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    claude(folder, "s1")
    (folder / "history.json").write_text(json.dumps([request(prompt("clean")), response(tool_use("rm", {}))]))
    (folder / "envelope.json").write_text('{"format": "conversation-v1", "data": 3}')
    code, told = pd("import", str(folder))
    assert code == 0
    found = {one["session"]: one["listed_format"] for one in told["imported"]}
    assert found == {"s1": "claude-code", "history": "pydantic-ai", "envelope": "conversation-v1"}
    code, again = pd("import", str(folder))
    assert [one["new"] for one in again["imported"]] == [False]
    assert again["scans"][0]["unchanged"] == 3
    code, told = pd("list", "--source", "pydantic-ai")
    assert [one["session"] for one in told["sessions"]] == ["history"]
    code, told = pd("show", "history")
    assert told["foreign"]["session"]["open_calls"][0]["tool"] == "rm"
    assert "pages" not in told["foreign"]


def test_sources_are_turned_on_looked_through_and_turned_off(
    pd: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    assert pd("sources", "on", "claude-code")[1]["code"] == "no-such-folder"
    claude(tmp_path / "claude" / "projects", "s1")
    assert pd("sources", "scan")[1]["code"] == "no-sources"
    folder = str(tmp_path / "claude" / "projects")
    assert pd("sources", "on", "claude-code") == (0, {"on": [folder]})
    code, told = pd("sources", "scan")
    assert (code, told["sources"][0]["new"], told["stopped"]) == (0, 1, False)
    code, told = pd("sources", "list")
    (one,) = [one for one in told["sources"] if one["on"]]
    assert (one["program"], one["folder"], one["last"]["files"]) == ("claude-code", folder, 1)
    assert pd("resume", "s1")[1]["why"].startswith("Its own program goes on with it: claude --resume s1, in /srv/gone")
    assert pd("answer", "s1", "--approve")[0] == 4
    assert pd("export", "s1", "--as", "envelope")[1]["code"] == "kept-elsewhere"
    assert pd("sources", "off", folder) == (0, {"off": [folder]})
    assert pd("sources", "off", folder)[1]["code"] == "source-not-on"


@pytest.mark.parametrize(("count", "told"), [(1, "1 file, 1 read, 0 unchanged, 1 new session, "), (2, "2 files, ")])
def test_what_a_look_found_is_counted_in_right_words(
    count: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(count):
        claude(tmp_path / "projects", f"s{number}")
    assert main(["--store", str(tmp_path / "store.db"), "import", str(tmp_path / "projects")]) == 0
    assert told in capsys.readouterr().out


def test_a_database_is_read_again_when_only_its_wal_changed(store: Store, tmp_path: Path) -> None:
    file = conversations(tmp_path / "talks.db", {"one": [{"role": "user", "content": "Hello"}]})
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        looked(store, file, "")
        with database:
            message = json.dumps({"type": "message", "role": "assistant", "content": "Yes."})
            database.execute("INSERT INTO agent_messages (session_id, message_data) VALUES ('one', ?)", (message,))
        summary = looked(store, file, "")
        assert (summary.read, summary.changed) == (1, 1)
    assert listed(store)["one"].ending is Ending.FINISHED


def test_a_store_without_an_ending_is_found_in_a_folder(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    conversations(folder / "state", {"one": [{"role": "user", "content": "Hello"}]})
    (folder / "LICENSE").write_text("words")
    summary = looked(store, folder, "")
    assert (summary.files, summary.new, summary.unknown) == (2, 1, 1)


def test_what_is_no_file_is_not_waited_for_and_no_name_is_passed_over(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    claude(folder, "one\nline")
    database = conversations(folder / "talks.db", {"one": [{"role": "user", "content": "Hello"}]})
    for name in ("pipe.jsonl", "talks.db-wal", "talks.db-journal"):
        os.mkfifo(folder / name)
    (folder / "endless.json").symlink_to("/dev/zero")
    (folder / "round").symlink_to(folder)
    summary = looked(store, folder, "")
    assert (summary.files, summary.new, summary.unreadable) == (2, 2, 1)
    assert {row.source for row in listed(store).values()} == {"claude-code", "unknown"}
    assert any("talks.db-wal, which belongs to the database, is no file" in fault for fault in summary.faults)
    assert any("endless.json is a link, which is not followed" in fault for fault in summary.faults)
    assert database.exists()


def test_what_a_reader_leaves_behind_is_no_change(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    file.write_text(json.dumps([request(prompt("clean")), response(said("Done."))]))
    looked(store, file, "")
    assert looked(store, file, "").unchanged == 1
