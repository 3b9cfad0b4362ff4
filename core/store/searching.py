"""The index of words: filled from the change feed by whoever has time for it, asked by the list.

No turn writes it. A session that changed is indexed anew when somebody looks (`catch_up`), which the desk does every
second and `list --search` before it asks; a store that never had an index is gone through from its newest session back.
What is indexed of a session: its title and goal, agent, model, program, folder and id; the tool and arguments of its
calls; the beginning and the end of what was said (`_TEXT` characters of it). Secrets are masked first: nothing is found
by what no surface shows.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.model.states import INTERRUPTED_ENDINGS, Ending, ListFilter
from pausedesk.core.rules.redaction import masked, masked_value
from pausedesk.core.rules.search_terms import asked_terms, terms_of
from pausedesk.core.store import dialect
from pausedesk.core.store.engine import Store
from pausedesk.core.store.tables import changes, foreign_sessions, messages, meta, requests, sessions

# Not among the tables of the schema: what it holds is made again from them, and nobody copies or salvages it.
search_docs = Table(
    "search_docs",
    MetaData(),
    Column("place", Integer, primary_key=True),
    Column("session_id", Text, nullable=False, unique=True),
    Column("terms", Text, nullable=False),
)

# So many of the newest that are found are listed; whoever needs an older one says more of it.
FOUND_AT_MOST = 1_000

_STATE = "search"
_BATCH = 200
_TEXT = 48_000
_MESSAGES = 40  # of either end of a session
_REQUESTS = 40
_TERMS = 4_000
# Room for so many sessions that changed in one millisecond.
_TIES = 1 << 14
_LATEST = 1 << 48
# What is no letter of anybody's words: a term of the state of a session, so that a filter asks the index too.
_MARK = "\ue000"


@dataclass(frozen=True, slots=True)
class Indexed:
    """How far the index is: `done` of `total` sessions, and whether all that changed so far is in it."""

    done: int
    total: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _State:
    """Changes up to `seq` are in the index; so are sessions from the newest down to `back`, where None is all."""

    seq: int
    back: tuple[int, str] | None
    done: int = 0  # sessions gone through so far


def catch_up(store: Store, most: int = _BATCH) -> Indexed:
    """Index what changed, then what was never indexed, `most` sessions at the most; one short transaction.

    Raises StoreError.
    """
    with store.read() as connection:
        state = _state(connection)
        if _is_whole(connection, state):
            return _how_far(connection, state)
    with store.write() as connection:
        state = _state(connection)
        done, state = _index_changed(connection, state, most)
        if state.back is not None and done < most:
            state = _index_older(connection, state, most - done)
        _keep(connection, state)
        return _how_far(connection, state)


def is_whole(store: Store) -> bool:
    """Whether all that changed so far is in the index: a look of microseconds."""
    with store.read() as connection:
        return _is_whole(connection, _state(connection))


def how_far(connection: Connection) -> Indexed:
    """How far the index is. Writes nothing."""
    return _how_far(connection, _state(connection))


def found_sessions(
    query: str,
    wanted: ListFilter,
    clauses: Sequence[Any],
    *,
    ending: Ending | None = None,
    source: str | None = None,
) -> Select[Any] | None:
    """The sessions in which each word of the query stands, the newest `FOUND_AT_MOST` that the clauses hold too.

    A word is found by its beginning as well. What the filter, the ending and the program hold is asked of the index
    too: else a common word would be gone through for a rare state. None where the query holds no word, and nothing is
    found.
    """
    asked = [f'"{term}"*' if begins else f'"{term}"' for term, begins in asked_terms(query)]
    if not asked:
        return None
    marks = [] if wanted == ListFilter.ALL else [f"f{wanted}"]
    marks += [] if ending is None else [f"e{_word(ending)}"]
    marks += [] if source is None else [f"s{_word(source)}"]
    asked += [f'"{_MARK}{one}"' for one in marks]
    match = dialect.word_match(" ".join(asked))
    return (
        select(search_docs.c.session_id)
        .select_from(match.table)
        .join(search_docs, search_docs.c.place == match.place)
        .join(sessions, sessions.c.id == search_docs.c.session_id)
        .where(match.clause, *clauses)
        .order_by(match.place.desc())
        .limit(FOUND_AT_MOST)
    )


def _state(connection: Connection) -> _State:
    kept = connection.execute(select(meta.c.value).where(meta.c.key == _STATE)).scalar()
    if kept is None:
        return _State(_newest(connection), (_LATEST, ""))
    body = json.loads(kept)
    back = body["back"]
    return _State(int(body["seq"]), None if back is None else (int(back[0]), str(back[1])), int(body.get("done", 0)))


def _keep(connection: Connection, state: _State) -> None:
    body = json.dumps(asdict(state))
    write = upsert(meta).values(key=_STATE, value=body)
    connection.execute(write.on_conflict_do_update(index_elements=["key"], set_={"value": body}))


def _newest(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.max(changes.c.seq), 0))).scalar_one())


def _is_whole(connection: Connection, state: _State) -> bool:
    return state.back is None and state.seq >= _newest(connection)


def _how_far(connection: Connection, state: _State) -> Indexed:
    total = int(connection.execute(select(func.count()).select_from(sessions)).scalar_one())
    done = total if state.back is None else min(state.done, total)
    return Indexed(done, total, _is_whole(connection, state))


def _key() -> Any:
    return tuple_(sessions.c.updated_at, sessions.c.id)


def _index_changed(connection: Connection, state: _State, most: int) -> tuple[int, _State]:
    """Index the sessions that the feed names after `seq`; returns how many, and how far the feed was read."""
    wanted: dict[str, None] = {}
    seq = state.seq
    feed = select(changes.c.seq, changes.c.session_id).where(changes.c.seq > seq).order_by(changes.c.seq)
    for change in connection.execute(feed.limit(most * _CHANGES_OF_A_SESSION)):
        if change.session_id and change.session_id not in wanted:
            if len(wanted) == most:
                break
            wanted[change.session_id] = None
        seq = change.seq
    _index(connection, list(wanted))
    return len(wanted), replace(state, seq=seq)


# A turn of a session leaves some twenty in the feed.
_CHANGES_OF_A_SESSION = 50


def _index_older(connection: Connection, state: _State, most: int) -> _State:
    assert state.back is not None
    rows = connection.execute(
        select(sessions.c.updated_at, sessions.c.id)
        .where(_key() < tuple_(*state.back))
        .order_by(sessions.c.updated_at.desc(), sessions.c.id.desc())
        .limit(most)
    ).all()
    _index(connection, [row.id for row in rows])
    back = (rows[-1].updated_at, rows[-1].id) if len(rows) == most else None
    return replace(state, back=back, done=state.done + len(rows))


def _index(connection: Connection, wanted: Sequence[str]) -> None:
    """Write what these sessions are found by anew; those that are gone leave the index."""
    if not wanted:
        return
    connection.execute(delete(search_docs).where(search_docs.c.session_id.in_(wanted)))
    rows = connection.execute(select(sessions).where(sessions.c.id.in_(wanted))).all()
    said, asked, foreign = _said(connection, wanted), _asked(connection, wanted), _foreign(connection, wanted)
    docs: list[dict[str, Any]] = []
    for row in rows:
        own = (
            row.title,
            row.prompt,
            row.agent,
            row.model,
            row.source,
            row.folder,
            row.id,
            row.what_tool,
            row.what_line,
        )
        texts = masked("\n".join(own)).split("\n")
        texts += asked.get(row.id, []) + foreign.get(row.id, []) + said.get(row.id, [])
        docs.append(
            {
                "place": _place_of(row.updated_at),
                "session_id": row.id,
                "terms": " ".join([*_marks(row), *sorted(terms_of(_cut(texts), _TERMS))]),
            }
        )
    wanted_places = [doc["place"] for doc in docs]
    there = select(search_docs.c.place).where(search_docs.c.place.in_(wanted_places))
    taken = set(connection.execute(there).scalars())
    for doc in docs:
        if doc["place"] in taken:
            doc["place"] = _free(connection, doc["place"], taken)
        taken.add(doc["place"])
    if docs:
        connection.execute(insert(search_docs), docs)


def _free(connection: Connection, place: int, taken: set[int]) -> int:
    while place in taken or connection.execute(_TAKEN, {"place": place}).first() is not None:
        place += 1
    return place


_TAKEN = select(search_docs.c.place).where(search_docs.c.place == bindparam("place"))


def _said(connection: Connection, wanted: Sequence[str]) -> dict[str, list[str]]:
    """The texts of the first and last messages, by session; what stands under a secret's name is masked."""
    rows = connection.execute(
        select(messages.c.session_id, messages.c.body)
        .join(sessions, sessions.c.id == messages.c.session_id)
        .where(
            messages.c.session_id.in_(wanted),
            (messages.c.seq < _MESSAGES) | (messages.c.seq >= sessions.c.message_count - _MESSAGES),
            func.length(messages.c.body) <= _TEXT,
        )
        .order_by(messages.c.session_id, messages.c.seq)
    )
    found: dict[str, list[str]] = {}
    for session, body in rows:
        found.setdefault(session, []).extend(_texts(body))
    return found


def _asked(connection: Connection, wanted: Sequence[str]) -> dict[str, list[str]]:
    """The tools and arguments of a session's questions, by session, the last ones."""
    place = func.row_number().over(
        partition_by=requests.c.session_id, order_by=(requests.c.response_seq.desc(), requests.c.position)
    )
    inside = (
        select(requests.c.session_id, requests.c.tool, requests.c.arguments, requests.c.question, place.label("place"))
        .where(requests.c.session_id.in_(wanted), func.length(requests.c.arguments) <= _TEXT)
        .subquery()
    )
    found: dict[str, list[str]] = {}
    for row in connection.execute(select(inside).where(inside.c.place <= _REQUESTS)):
        found.setdefault(row.session_id, []).extend((masked(row.tool), masked(row.question), *_texts(row.arguments)))
    return found


def _foreign(connection: Connection, wanted: Sequence[str]) -> dict[str, list[str]]:
    """What was read of sessions that other programs keep, by session."""
    rows = connection.execute(
        select(foreign_sessions.c.session_id, foreign_sessions.c.reading).where(
            foreign_sessions.c.session_id.in_(wanted), func.length(foreign_sessions.c.reading) <= 4 * _TEXT
        )
    )
    return {session: _texts(reading) for session, reading in rows}


def _texts(body: str) -> list[str]:
    """The texts and numbers within JSON, secrets masked by their form and by their names; of other text itself."""
    try:
        value: JsonValue = masked_value(json.loads(body))
    except (ValueError, RecursionError):
        return [masked(body)]
    found: list[str] = []
    # Innermost last: a damaged message may be as deep as Python's own stack.
    open_values = [value]
    while open_values:
        one = open_values.pop()
        if isinstance(one, dict):
            open_values.extend(reversed(one.values()))
        elif isinstance(one, list):
            open_values.extend(reversed(one))
        elif isinstance(one, str):
            found.append(one)
        elif one is not None and not isinstance(one, bool):
            found.append(str(one))
    return found


def _cut(texts: Sequence[str]) -> Iterator[str]:
    """The texts up to `_TEXT` characters of them, half from either end: how it began and where it stands."""
    left = _TEXT // 2
    first = 0
    while first < len(texts) and left > 0:
        yield texts[first][:left]
        left -= len(texts[first])
        first += 1
    left = _TEXT // 2
    for text in reversed(texts[first:]):
        if left <= 0:
            return
        yield text[:left]
        left -= len(text)


def _place_of(at: int) -> int:
    """A place in the index by the time of the last change, at random among those of one millisecond."""
    return max(-_LATEST, min(_LATEST, at)) * _TIES + random.randrange(_TIES)  # noqa: S311 - no secret


def _marks(row: Any) -> Iterator[str]:
    """The terms of a session's state, by which filters ask the index."""
    if row.waiting_count > 0:
        yield f"{_MARK}f{ListFilter.WAITING}"
    if row.unknown_count > 0:
        yield f"{_MARK}f{ListFilter.UNKNOWN}"
    if row.answered_count > 0 or row.submitted_count > 0:
        yield f"{_MARK}f{ListFilter.ANSWERED}"
    if row.ending in INTERRUPTED_ENDINGS:
        yield f"{_MARK}f{ListFilter.INTERRUPTED}"
    yield f"{_MARK}e{_word(row.ending)}"
    yield f"{_MARK}s{_word(row.source)}"


def _word(name: str) -> str:
    """The name as one word to the tokenizer; two that become one are told apart by the row itself."""
    return "".join(one if one.isalnum() else _MARK for one in name)
