"""Search: what is found by which words, what is not, and that the index follows the store and forgets with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, update

from pausedesk.core.cli.app import main
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import NEWEST, Narrowing, Order, SortColumn
from pausedesk.core.store import searching
from pausedesk.core.store.engine import Store, integrity, open_store
from pausedesk.core.store.forgetting import forget_sessions
from pausedesk.core.store.reads import count_rows, page_rows
from pausedesk.core.store.searching import catch_up, how_far, search_docs
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.core.store.tables import changes, foreign_sessions, messages, sessions

AGENT = AgentRef("clerk", "bench:agent", "python", "/")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "desk" / "store.db")
    yield made
    made.close()


def _found(store: Store, words: str, wanted: ListFilter = ListFilter.ALL, **narrowed: Any) -> list[str]:
    while not catch_up(store).whole:
        pass
    with store.read() as connection:
        return [
            row.title for row in page_rows(connection, wanted, "", 2_000, narrowed=Narrowing(search=words, **narrowed))
        ]


def _made(store: Store, *titles: str) -> list[str]:
    return [create_session(store, AGENT, title=title) for title in titles]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("refund", "Refund order 8812"),
        ("REF 88", "Refund order 8812"),
        ("clerk refund", "Refund order 8812"),  # "clerk" is its agent
        ("退款", "给客户退款"),
        ("客户退", "给客户退款"),
        ("款", "给客户退款"),
        ("unico", "Der Ünïcode-Weg"),
        ("STRASSE", "Die Straße"),
        ("ｆｕｌｌ", "full width"),
        ("49.00", "for 49.00 EUR"),
        ("ガス", "ｶﾞｽを止める"),
    ],
)
def test_a_session_is_found_by_the_words_of_its_title(store: Store, words: str, title: str) -> None:
    _made(store, title, "something else")
    assert _found(store, words) == [title]


@pytest.mark.parametrize(
    "words",
    [
        *(
            '"',
            "''",
            "* ",
            "NEAR(",
            "a AND",
            "NOT",
            "terms:a",
            "^",
            "-",
            "(",
            "\\",
            "{",
            'a*b"c',
            "\x00",
            "\ue000fwaiting",
        ),
        *("\u202e", "\u200b", "\ud800", "%", "_", ";", "--", "'; DROP TABLE sessions; --", "x" * 100_000, "退客"),
    ],
)
def test_no_text_is_syntax(store: Store, words: str) -> None:
    _made(store, "quiet")
    assert _found(store, words) == []


def test_words_of_what_was_asked_and_said_are_found(store: Store) -> None:
    one, other = _made(store, "one", "other")
    said = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "the heliotrope, please"}]}
    with store.write() as connection:
        connection.execute(
            insert(messages).values(session_id=one, seq=0, kind="request", body=json.dumps(said), at=1, run_id="r")
        )
        connection.execute(
            insert(foreign_sessions).values(
                session_id=other, file="/f", key="k", reading='{"open_calls": [{"arguments": {"path": "gentian.txt"}}]}'
            )
        )
        connection.execute(update(sessions).values(version=sessions.c.version + 1))
    assert (_found(store, "heliotrope"), _found(store, "gentian")) == (["one"], ["other"])


def test_a_secret_is_not_found_by_its_value(store: Store) -> None:
    (one,) = _made(store, "use api_key=qwertzuiop123 then")
    arguments = {
        "kind": "request",
        "parts": [{"part_kind": "x", "content": {"password": "hunter2hunter2", "user": "ada"}}],
    }
    with store.write() as connection:
        connection.execute(
            insert(messages).values(session_id=one, seq=0, kind="request", body=json.dumps(arguments), at=1, run_id="r")
        )
        connection.execute(update(sessions).values(version=sessions.c.version + 1))
    assert len(_found(store, "ada then")) == 1
    assert _found(store, "qwertzuiop123") == _found(store, "hunter2hunter2") == []
    assert b"qwertzuiop123" not in _index_bytes(store)


def _index_bytes(store: Store) -> bytes:
    with store.read() as connection:
        blocks = connection.exec_driver_sql("SELECT block FROM session_search_data").scalars().all()
        terms = connection.execute(select(search_docs.c.terms)).scalars().all()
    return b"".join(blocks) + "".join(terms).encode()


def test_what_is_forgotten_leaves_the_index_and_the_file(store: Store) -> None:
    gone, _ = _made(store, "heliotrope blossoms", "gentian")
    assert _found(store, "heliotrope") == ["heliotrope blossoms"]
    forget_sessions(store, [gone], by="mira")
    assert (_found(store, "heliotrope"), _found(store, "gentian")) == ([], ["gentian"])
    assert b"heliotrope" not in _index_bytes(store)
    store.close()
    beside = sorted(store.path.parent.iterdir())
    assert not [path for path in beside if b"heliotrope" in path.read_bytes()]
    with closing(open_store(store.path)) as again:
        assert integrity(again) == []


def test_the_index_follows_what_changes_and_what_goes(store: Store) -> None:
    one, _ = _made(store, "before", "beside")
    assert _found(store, "before") == ["before"]
    with store.write() as connection:
        connection.execute(update(sessions).where(sessions.c.id == one).values(title="after"))
    assert (_found(store, "before"), _found(store, "after")) == ([], ["after"])
    with store.write() as connection:
        connection.execute(delete(sessions).where(sessions.c.id == one))
    assert _found(store, "after") == []
    with store.read() as connection:
        assert connection.execute(select(func.count()).select_from(search_docs)).scalar_one() == 1


def test_a_store_without_an_index_is_gone_through_from_its_newest_session(store: Store) -> None:
    with store.write() as connection:
        connection.execute(
            insert(sessions),
            [{"id": f"s{at:03}", "title": f"row {at}", "created_at": 1, "updated_at": 1000 + at} for at in range(30)],
        )
        connection.execute(delete(changes))
    first = catch_up(store, 10)
    assert (first.done, first.total, first.whole) == (10, 30, False)
    with store.read() as connection:
        assert page_rows(connection, ListFilter.ALL, "", 1, narrowed=Narrowing(search="row"))[0].title == "row 29"
        assert count_rows(connection, ListFilter.ALL, "", Narrowing(search="row")) == 10
    assert _found(store, "row") == [f"row {at}" for at in reversed(range(30))]
    with store.read() as connection:
        assert how_far(connection) == searching.Indexed(30, 30, whole=True)


def test_only_the_newest_thousand_are_found_and_they_are_the_newest(store: Store) -> None:
    with store.write() as connection:
        rows = [
            {"id": f"s{at:04}", "title": "row", "created_at": 1, "updated_at": 1000 + at, "waiting_count": at % 2}
            for at in range(2_200)
        ]
        connection.execute(insert(sessions), rows)
    while not catch_up(store, 1_000).whole:
        pass
    with store.read() as connection:
        narrowed = Narrowing(search="row")
        assert count_rows(connection, ListFilter.ALL, "", narrowed) == searching.FOUND_AT_MOST
        last = page_rows(connection, ListFilter.WAITING, "", 1, offset=999, narrowed=narrowed)
        assert [row.session for row in last] == ["s0201"]
        assert count_rows(connection, ListFilter.UNKNOWN, "", narrowed) == 0


def test_a_search_is_narrowed_and_ordered_like_any_list(store: Store) -> None:
    ids = _made(store, "b row", "a row", "c row")
    with store.write() as connection:
        connection.execute(
            update(sessions).where(sessions.c.id == ids[0]).values(ending=Ending.API_ERROR, source="a-b c")
        )
    assert _found(store, "row", ending=Ending.API_ERROR) == ["b row"]
    assert _found(store, "row", ListFilter.INTERRUPTED) == ["b row"]
    assert _found(store, "row", source="a-b c") == ["b row"]
    assert _found(store, "row", source="a-b") == []
    by_title = Order(SortColumn.TITLE, descending=False)
    assert _found(store, "row", order=by_title) == ["a row", "b row", "c row"]
    assert sorted(_found(store, "row", order=NEWEST)) == ["a row", "b row", "c row"]


def test_the_command_line_searches_by_the_same_rule(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    _made(store, "给客户退款", "orderly")
    assert main(["--store", str(store.path), "--json", "list", "--search", "退款"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert ([row["title"] for row in body["sessions"]], body["total"]) == (["给客户退款"], 1)
    assert main(["--store", str(store.path), "list", "--search", '" OR *']) == 0
    assert capsys.readouterr().out.endswith("1 of 1\n")  # as words: `or` begins one of the second
