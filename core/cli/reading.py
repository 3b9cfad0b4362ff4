"""list, show, doctor: the commands that read."""

from __future__ import annotations

import platform
from contextlib import closing, suppress
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import __version__, paths
from pausedesk.core.cli.app import (
    Call,
    JsonOption,
    StoreOption,
    app,
    aside,
    asked_text,
    at,
    emit,
    end,
    looked_after,
    opened,
    say,
    shown,
    word,
)
from pausedesk.core.cli.card_lines import print_card
from pausedesk.core.cli.holding import hold_json, hold_line
from pausedesk.core.cli.results import SessionArgument, about, asked_json, changed_line, life_json
from pausedesk.core.errors import ExitCode, StoreError, UsageError
from pausedesk.core.model.envelopes import KNOWN_FORMATS
from pausedesk.core.model.moments import Moment
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import Narrowing, SessionCard, SessionRow
from pausedesk.core.rules.acts import acts_of
from pausedesk.core.rules.shown import safe, shown_question
from pausedesk.core.rules.stored_sessions import UNKNOWN
from pausedesk.core.rules.witness import found_sentence
from pausedesk.core.store.clock import this_moment

if TYPE_CHECKING:
    from pausedesk.core.store.calls import AskedCall
    from pausedesk.core.store.engine import Store


@app.command(name="list")
def list_sessions(
    wanted: Annotated[ListFilter, typer.Option("--filter", help="Which sessions.")] = ListFilter.ALL,
    listed: Annotated[str | None, typer.Option("--format", metavar="LISTED", help="The listed format.")] = None,
    query: Annotated[str, typer.Option("--query", metavar="TEXT", help="Words in title, agent, tool or line.")] = "",
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="How many at the most.")] = 100,
    after: Annotated[
        str | None, typer.Option("--after", metavar="NEXT", help="Go on where a page ended: its `next`.")
    ] = None,
    ending: Annotated[Ending | None, typer.Option("--ending", help="How they ended or stand.")] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME", help="Of that program; pausedesk: begun here.")
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", metavar="NAME", help="Of that agent.")] = None,
    tool: Annotated[
        str | None, typer.Option("--tool", metavar="NAME", help="In which that tool waits, or may have run.")
    ] = None,
    search: Annotated[
        str, typer.Option("--search", metavar="WORDS", help="Words in what was asked and said; the newest 1,000.")
    ] = "",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """List paused, interrupted and finished sessions, the newest first."""
    from pausedesk.core.store.searching import FOUND_AT_MOST

    call = at(store, as_json)
    narrowed = Narrowing(ending, source, agent, tool, listed, search=search)
    try:
        rows, total, asked, unknown, holds, now = _read_list(call, wanted, query, limit, after, narrowed)
    except StoreError as error:
        if error.code != "no-store":
            raise
        rows, total, asked, unknown, holds, now = [], 0, {}, {}, [], this_moment()
        say(error.text())
    if listed is not None and not total:
        _refuse_unlisted(listed)
    emit(
        {
            "sessions": [
                _row_json(
                    row,
                    [asked_json(one, now) for one in asked.get(row.session, [])],
                    unknown.get(row.session, []),
                )
                for row in rows
            ],
            "total": total,
            "next": _place_text(rows[-1]) if len(rows) == limit else None,
            "holds": [hold_json(one) for one in holds],
        }
    )
    for one in holds:
        say(hold_line(one))
    for row in rows:
        say(_row_line(row))
        for one in asked.get(row.session, []):
            note = about(one, now)
            question = asked_text(shown_question(one.question, one.arguments))
            say(f"    {question}   --request {one.request}" + (f"   ({note})" if note else ""))
            if one.changed:
                say(f"      {changed_line(one)}")
    say(f"{len(rows)} of the newest {total}" if search and total == FOUND_AT_MOST else f"{len(rows)} of {total}")


def _refuse_unlisted(listed: str) -> None:
    """Refuse a listed format that nobody knows: a slip of the hand would read as an empty store."""
    known = (*KNOWN_FORMATS, UNKNOWN)
    if listed not in known:
        raise UsageError(
            "listed-format", f"No session here is listed as {listed!r}.", next_step=f"Known are {', '.join(known)}."
        )


def _place_text(row: SessionRow) -> str:
    return f"{row.updated_at}:{row.session}"


def _place(text: str) -> tuple[int, str]:
    at, colon, session = text.partition(":")
    if not colon or not at.lstrip("-").isdecimal() or not at.isascii() or len(at) > 20:
        raise UsageError("list-place", f"{text!r} is not the `next` of a list.")
    return int(at), session


def _read_list(
    call: Call,
    wanted: ListFilter,
    query: str,
    limit: int,
    after: str | None,
    narrowed: Narrowing,
) -> Any:
    from pausedesk.core.store.calls import unknown_calls, waiting_calls
    from pausedesk.core.store.changed import Look, looks
    from pausedesk.core.store.holds import standing_holds
    from pausedesk.core.store.reads import count_rows, page_rows
    from pausedesk.core.store.soundness import refuse_lost_questions, refuse_short_list

    place = _place(after) if after is not None else None
    with readable(call) as desk:
        if not desk.read_only:
            # A dead process commits nothing: whoever looks next writes down what its death means.
            with suppress(StoreError):
                looked_after(desk)
        if narrowed.search:
            _index(desk)
        with desk.read() as connection:
            refuse_short_list(connection)
            rows = page_rows(connection, wanted, query, limit, after=place, narrowed=narrowed)
            ids = [row.session for row in rows]
            looked = looks(connection, ids)
            asked: dict[str, list[AskedCall]] = {}
            for session, one in waiting_calls(connection, ids):
                look = looked.get(one.request, Look())
                found = replace(
                    one, changed=look.changed, changed_part=look.part, tools_checked_at=look.tools_checked_at
                )
                asked.setdefault(session, []).append(found)
            for row in rows:
                refuse_lost_questions(row, len(asked.get(row.session, ())))
            total = count_rows(connection, wanted, query, narrowed)
            holds = standing_holds(connection)
            return rows, total, asked, unknown_calls(connection, ids), holds, desk.moment()


# A person who waits for less than that needs no line.
_SAY_FROM = 5_000


def _index(desk: Store) -> None:
    """Index what changed since somebody searched last; where the store cannot be written, say what that leaves out."""
    from pausedesk.core.store.searching import catch_up, how_far

    with desk.read() as connection:
        far = how_far(connection)
    if desk.read_only:
        if not far.whole:
            aside("The store cannot be written: what changed since the last search of it is not found.")
        return
    while not far.whole:
        if far.total - far.done > _SAY_FROM:
            aside(f"indexing: {far.done:,} of {far.total:,} sessions")
        far = catch_up(desk)


def readable(call: Call) -> Any:
    """The store for reading; where it cannot be written, read-only."""
    from contextlib import contextmanager

    @contextmanager
    def either() -> Any:
        try:
            with opened(call) as desk:
                yield desk
                return
        except StoreError as error:
            if error.code not in ("store-read-only", "store-not-opened"):
                raise
        with opened(call, read_only=True) as desk:
            yield desk

    return either()


def _row_json(row: SessionRow, waiting: list[dict[str, Any]], unknown: list[str]) -> dict[str, Any]:
    return {
        "session": row.session,
        "title": row.title,
        "agent": row.agent,
        "source": row.source,
        "listed_format": row.listed_format,
        "ending": str(row.ending),
        "confidence": row.confidence,
        "stopped_by": row.stopped_by,
        "waiting_since": row.waiting_since,
        "expires_at": row.expires_at,
        "updated_at": row.updated_at,
        "submitted": row.submitted_count,
        "held": row.held,
        "waiting": waiting,
        "unknown": unknown,
        "unreadable": row.unreadable,
    }


def _row_line(row: SessionRow) -> str:
    what = f"{row.what_tool} {row.what_line}" if row.what_tool else row.title
    return f"{word(row.session)}  {row.ending:<20} {shown(row.agent):<16} {shown(what)}"


@app.command()
def show(
    session: SessionArgument,
    whole: Annotated[bool, typer.Option("--all", help="The whole history, not only its newest part.")] = False,
    secrets: Annotated[bool, typer.Option("--secrets", help="Secrets of what is asked about, unmasked.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a session: its pause, calls, answers and their way, history; with --json its events as well."""
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.cards import read_card
    from pausedesk.core.store.forgetting import missing_session
    from pausedesk.core.store.soundness import refuse_lost_questions

    with readable(at(store, as_json)) as desk:
        if not desk.read_only:
            with suppress(StoreError):
                looked_after(desk)
        with desk.read() as connection:
            card, now = read_card(connection, session, LIVENESS, whole=True), desk.moment()
            if card is None:
                raise missing_session(connection, session)
        if card.foreign is not None:
            from pausedesk.core.importers.cards import completed

            card = completed(card)
        if whole:
            card = _with_whole_history(desk, card)
    refuse_lost_questions(card.row, len([one for one in card.requests if one.answerable]))
    emit({"session": session, **_card_json(card, now)})
    print_card(card, now, secrets=secrets)


def _with_whole_history(desk: Store, card: SessionCard) -> SessionCard:
    from pausedesk.core.importers import cards
    from pausedesk.core.store.reads import Reader

    items, before, left_out = list(card.history), card.history_before, card.history_left_out
    with closing(Reader(desk, elsewhere=cards)) as reader:
        while left_out:
            page = reader.older(card.row.session, before)
            items[:0] = page.items
            before, left_out = page.before, page.left_out
    return replace(card, history=tuple(items), history_before=0, history_left_out=0)


def _card_json(card: SessionCard, now: Moment) -> dict[str, Any]:
    """The card as it is, except that secrets in what programs printed are masked: a decision needs none of it."""
    body = asdict(card)
    if card.foreign is not None:
        del body["foreign"]["pages"]  # of use to nobody but the reader of its file
    deadlines = [card.row.deadline, *(request.deadline for request in card.requests)]
    for holder, deadline in zip([body["row"], *body["requests"]], deadlines, strict=True):
        del holder["deadline"]
        holder.update(life_json(deadline, now))
    for holder, request in zip(body["requests"], card.requests, strict=True):
        holder["can"] = acts_of(request)
    answers = [answer for request in body["requests"] for answer in request["answers"]]
    checks = [call["checked"] for call in body["unknown"] if call["checked"]]
    for holder in (body, *body["unknown"], *answers, *checks):
        for name in ("last_error", "last_output", "error", "why"):
            if holder.get(name):
                holder[name] = safe(holder[name])
    return body


@app.command()
def doctor(
    salvage: Annotated[
        Path | None, typer.Option("--salvage", metavar="NEW", help="Copy what is whole into a new store.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check the store, the keyring and what is installed; say what to do."""
    from pausedesk.core.secrets import keyring_problem

    call = at(store, as_json)
    if salvage is not None:
        _salvage(call, salvage)
        return
    path = call.store or paths.default_store()
    checks: list[dict[str, Any]] = [
        {"check": "pausedesk", "ok": True, "text": f"{__version__} on Python {platform.python_version()}"},
        *_store_checks(call),
        _engine_check(),
    ]
    problem = keyring_problem()
    # Keys can stand in the environment as well, so a missing keyring is said and is no failure.
    checks.append({"check": "keyring", "ok": problem is None, "text": problem or "the system keyring can be used"})
    checks.append(_desk_check())
    bad = [one for one in checks if not one["ok"] and one["check"] in _NEEDED]
    emit({"store": str(path), "checks": checks, "ok": not bad})
    for one in checks:
        say(f"{'ok ' if one['ok'] else '!  '} {one['check']}: {one['text']}")
    end(ExitCode.ENVIRONMENT if bad else ExitCode.DONE)


def _salvage(call: Call, target: Path) -> None:
    from pausedesk.core.store.salvage import salvage

    path = call.store or paths.default_store()
    told = salvage(path, target)
    emit({"store": str(target.absolute()), "from": str(path), **asdict(told)})
    for table in sorted(told.saved.keys() | told.lost.keys() | set(told.unsure)):
        more = "; more may be" if table in told.unsure else ""
        say(f"{table}: {told.saved.get(table, 0)} rows saved, {told.lost.get(table, 0)} lost{more}")
    for session in told.sessions:
        say(f"{shown(session)}: rows of it are lost, and it cannot be run on")
    say(f"What is whole is in {target.absolute()}.")
    say("Questions that were open are closed; `pausedesk resume` lets the model ask anew.")


# A missing keyring or window is said and is no failure.
_NEEDED = ("store", "schema", "integrity", "rows", "ledger", "engine")


def _store_checks(call: Call) -> list[dict[str, Any]]:
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.engine import SCHEMA_VERSION, integrity
    from pausedesk.core.store.holds import standing_holds
    from pausedesk.core.store.reads import Reader
    from pausedesk.core.store.soundness import row_faults

    path = call.store or paths.default_store()
    try:
        with readable(call) as desk:
            faults, rows = integrity(desk), row_faults(desk)
            # What a damaged file holds is no evidence of anything.
            ledger = [] if faults or rows else [_ledger_check(desk)]
            reader = Reader(desk, LIVENESS)
            try:
                counts, worker = reader.counts(), reader.worker()
                with desk.read() as connection:
                    held = [hold_line(one) for one in standing_holds(connection)]
            finally:
                reader.close()
            state = "read-only" if desk.read_only else "can be written"
            return [
                {"check": "store", "ok": True, "text": f"{path} ({state}), {counts.all} sessions"},
                {"check": "schema", "ok": True, "text": f"version {SCHEMA_VERSION}"},
                {"check": "integrity", "ok": not faults, "text": "; ".join(faults) or "the file is sound"},
                {"check": "rows", "ok": not rows, "text": "; ".join(rows) or "each row can be read"},
                _witness_check(desk),
                *ledger,
                {"check": "waiting", "ok": True, "text": f"{counts.waiting} waiting, {counts.unknown} may have run"},
                {"check": "worker", "ok": True, "text": worker.text if worker else "none runs on this store"},
                {"check": "holds", "ok": not held, "text": " ".join(held) or "nothing is held"},
            ]
    except StoreError as error:
        ok = error.code == "no-store"
        return [{"check": "store", "ok": ok, "text": error.text()}]


def _witness_check(desk: Store) -> dict[str, Any]:
    try:
        path, reason = desk.look_at_witness()
    except StoreError as error:
        return {"check": "witness", "ok": False, "text": error.text()}
    reason = desk.mistrusted or reason
    if reason is None and not desk.facts().witness:
        # What opens a store makes its witness where that can be.
        text = f"{path} could not be written when the store was opened. No approval is used without a witness."
        return {"check": "witness", "ok": False, "text": text}
    return {"check": "witness", "ok": reason is None, "text": found_sentence(reason) if reason else f"{path} agrees"}


def _ledger_check(desk: Any) -> dict[str, Any]:
    from pausedesk.core.rules.trail_checks import BY_PEOPLE
    from pausedesk.core.store.trails import ledger_flaws

    found = list(ledger_flaws(desk))
    faults = [one for one in found if one.flaw not in BY_PEOPLE]
    said = [f"{one.session}: {safe(one.sentence)}" for one in [*faults, *(one for one in found if one not in faults)]]
    left = [f"and {len(said) - _SAID} more"] if len(said) > _SAID else []
    return {
        "check": "ledger",
        "ok": not faults,
        "text": " ".join([*said[:_SAID], *left]) or "every session agrees with its audit and with itself",
        "findings": [{"session": one.session, "flaw": one.flaw, "text": safe(one.sentence)} for one in found],
    }


_SAID = 5


def _engine_check() -> dict[str, Any]:
    try:
        return {"check": "engine", "ok": True, "text": f"pydantic-ai {metadata.version('pydantic-ai-slim')}"}
    except metadata.PackageNotFoundError:
        return {"check": "engine", "ok": False, "text": "pydantic-ai-slim is not installed"}


def _desk_check() -> dict[str, Any]:
    try:
        return {"check": "desk", "ok": True, "text": f"PySide6 {metadata.version('PySide6-Essentials')}"}
    except metadata.PackageNotFoundError:
        return {"check": "desk", "ok": False, "text": "the window is not installed: pip install 'pausedesk[desk]'"}
