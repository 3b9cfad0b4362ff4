"""A store in memory behind the window's ports, with the same signatures as the core's reader and door."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from tests.gui.fake_cards import T0, make_card, make_execution, make_request, make_row
from tests.gui.fake_incidents import IncidentActs, IncidentReads, open_gate

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model.incidents import Incident
from pausedesk.core.model.states import (
    ACTIVE_ANSWERS,
    AnswerState,
    CallState,
    Ending,
    ListFilter,
    RequestState,
)
from pausedesk.core.model.views import (
    ANY,
    AnswerView,
    Attention,
    Choices,
    Claim,
    Counts,
    HistoryItem,
    Hold,
    Narrowing,
    SessionCard,
    SessionRow,
    TimelinePage,
    Total,
    TrackStep,
)
from pausedesk.core.rules.notifying import Asked
from pausedesk.core.run.forgetting import Cleared, Old
from pausedesk.gui.ports import Decided, DoorPort, ReaderPort, SourceRow

__all__ = ["T0", "make_card", "make_execution", "make_request", "make_row"]


@dataclass(frozen=True)
class FakeWorker:
    alive: bool = True
    pid: int = 4711
    text: str = "worker running, process 4711"


@dataclass
class FakeStore:
    """Cards by session, newest first; `log` names each call with the thread that made it."""

    cards: dict[str, SessionCard] = field(default_factory=dict)
    seq: int = 0
    changes: list[tuple[int, str]] = field(default_factory=list)
    draft_rows: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
    log: list[tuple[str, int, tuple[object, ...]]] = field(default_factory=list)
    submits: list[tuple[str, list[Decided], str]] = field(default_factory=list)
    settled: list[tuple[str, str, str, str]] = field(default_factory=list)
    refuse: ResumeDecisionError | None = None
    refuse_edit: PausedeskError | None = None
    may_edit: threading.Event = field(default_factory=threading.Event)
    worker_row: FakeWorker | None = field(default_factory=FakeWorker)
    sources: tuple[SourceRow, ...] = ()
    incidents: tuple[Incident, ...] = ()
    may_export: threading.Event = field(default_factory=open_gate)
    attention: Attention = field(default_factory=Attention)
    told: Callable[[dict[str, Any]], None] = field(default=lambda _event: None)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.may_edit.set()

    def note(self, name: str, *values: object) -> None:
        self.log.append((name, threading.get_ident(), values))

    def put(self, card: SessionCard, *, on_top: bool = False) -> None:
        """Store a card, as another process would."""
        with self.lock:
            old = self.cards.get(card.row.session)
            card = replace(card, version=(old.version if old is not None else 0) + 1)
            if on_top or old is None:
                rest = {key: value for key, value in self.cards.items() if key != card.row.session}
                self.cards = {card.row.session: card, **rest} if on_top else {**rest, card.row.session: card}
            else:
                self.cards[card.row.session] = card
            self.touch(card.row.session)

    def attend(self, **changes: Any) -> None:
        """Let somebody hold, look or take care, as another process would."""
        with self.lock:
            self.attention = replace(self.attention, **changes)
            self.touch("")

    def touch(self, session: str) -> None:
        self.seq += 1
        self.changes.append((self.seq, session))

    def rows(self, wanted: ListFilter) -> list[SessionRow]:
        with self.lock:
            rows = [card.row for card in self.cards.values()]
        tests: dict[ListFilter, Callable[[SessionRow], bool]] = {
            ListFilter.WAITING: lambda row: row.waiting_count > 0,
            ListFilter.UNKNOWN: lambda row: row.unknown_count > 0,
            ListFilter.INTERRUPTED: lambda row: row.ending in (Ending.RESPONSE_CUT_OFF, Ending.STOPPED),
            ListFilter.ANSWERED: lambda row: row.ending is Ending.FINISHED,
            ListFilter.ALL: lambda _row: True,
        }
        return [row for row in rows if tests[wanted](row)]

    def open_reader(self) -> ReaderPort:
        return FakeReader(self)

    def open_door(self) -> DoorPort:
        return FakeDoor(self)

    def close(self) -> None:
        self.note("close")

    # what a worker would do

    def move_answer(self, session: str, state: AnswerState, *steps: str, call_state: CallState) -> None:
        """Let the newest answer of each request go on to `state`, with these steps reached."""
        with self.lock:
            card = self.cards[session]
            requests = []
            for request in card.requests:
                answers = list(request.answers)
                if answers:
                    answers[-1] = replace(
                        answers[-1],
                        state=state,
                        track=tuple(TrackStep(name, True, T0, "") for name in steps),
                    )
                requests.append(replace(request, answers=tuple(answers), call_state=call_state, answerable=False))
            row = replace(card.row, waiting_count=0, submitted_count=0, ending=Ending.FINISHED)
            self.put(replace(card, requests=tuple(requests), row=row))


class FakeReader(IncidentReads):
    def __init__(self, store: FakeStore) -> None:
        self._store = store

    def one_view(self) -> AbstractContextManager[None]:
        return nullcontext()

    def counts(self) -> Counts:
        self._store.note("counts")
        return Counts(**{one.value: len(self._store.rows(one)) for one in ListFilter})

    def total(self, filter: ListFilter, query: str = "", narrowed: Narrowing = ANY) -> Total:
        self._store.note("total", filter)
        return Total(len(self._rows(filter, narrowed)))

    def page(
        self, filter: ListFilter, query: str, offset: int, limit: int, narrowed: Narrowing = ANY
    ) -> list[SessionRow]:
        self._store.note("page", filter, offset)
        return self._rows(filter, narrowed)[offset : offset + limit]

    def position(self, filter: ListFilter, query: str, session: str, narrowed: Narrowing = ANY) -> int | None:
        found = [place for place, row in enumerate(self._rows(filter, narrowed)) if row.session == session]
        return found[0] if found else None

    def older(self, session: str, before: int) -> TimelinePage:
        self._store.note("older", session, before)
        first = max(0, before - 100)
        items = tuple(HistoryItem(T0, "user", f"message {number}") for number in range(first, before))
        return TimelinePage(items, first, first)

    def prepare(self, seconds: float) -> bool:
        return False

    def sources(self) -> list[str]:
        return sorted({row.source for row in self._store.rows(ListFilter.ALL)})

    def choices(self) -> Choices:
        rows = self._store.rows(ListFilter.ALL)
        return Choices(tuple(sorted({row.agent for row in rows})), tuple(sorted({row.what_tool for row in rows})))

    def _rows(self, filter: ListFilter, narrowed: Narrowing) -> list[SessionRow]:
        return [
            row
            for row in self._store.rows(filter)
            if narrowed.ending in (None, row.ending)
            and narrowed.source in (None, row.source)
            and narrowed.agent in (None, row.agent)
            and narrowed.tool in (None, row.what_tool)
            and narrowed.listed in (None, row.listed_format)
            and (narrowed.changed_after is None or row.updated_at > narrowed.changed_after)
            and narrowed.search in row.title
        ]

    def card(self, session: str) -> SessionCard | None:
        self._store.note("card", session)
        with self._store.lock:
            return self._store.cards.get(session)

    def asked(self, wanted: Collection[str]) -> dict[str, Asked]:
        with self._store.lock:
            cards = [card for session, card in self._store.cards.items() if session in wanted]
        return {
            card.row.session: Asked(
                f"{card.pause}-{card.row.session}", card.asked_at or T0, card.row.what_tool, card.row.what_line
            )
            for card in cards
            if card.row.waiting_count and not card.row.submitted_count
        }

    def data_version(self) -> int:
        return self._store.seq

    def newest_change(self) -> int:
        with self._store.lock:
            return self._store.seq

    def changes_since(self, seq: int) -> tuple[int, frozenset[str]]:
        self._store.note("changes")
        with self._store.lock:
            return self._store.seq, frozenset(session for at, session in self._store.changes if at > seq and session)

    def worker(self) -> FakeWorker | None:
        return self._store.worker_row

    def attention(self) -> Attention:
        return self._store.attention

    def drafts(self, session: str) -> dict[str, tuple[str, str]]:
        return dict(self._store.draft_rows.get(session, {}))

    def close(self) -> None:
        self._store.note("close reader")


class FakeDoor(IncidentActs):
    def __init__(self, store: FakeStore) -> None:
        self._store = store

    def submit(self, session: str, answers: Sequence[Decided], submit_id: str) -> None:
        self._store.note("submit", session)
        if self._store.refuse is not None:
            raise self._store.refuse
        with self._store.lock:
            self._store.submits.append((session, list(answers), submit_id))
            card = self._store.cards[session]
            requests = []
            for request in card.requests:
                for answer in answers:
                    if answer.request == request.request:
                        made = AnswerView(
                            answer=f"answer-{request.request}",
                            request=request.request,
                            state=AnswerState.SUBMITTED,
                            decision=answer.decision,
                            stop=answer.stop,
                            by="mira",
                            note=answer.note,
                            at=T0,
                            attempts=0,
                            last_code=None,
                            last_error=None,
                            track=(TrackStep("handed_over", True, T0, ""),),
                        )
                        request = replace(  # noqa: PLW2901 - the request with its answer
                            request, answers=(*request.answers, made), call_state=CallState.SUBMITTED
                        )
                requests.append(request)
            row = replace(card.row, submitted_count=len(answers))
            self._store.put(replace(card, requests=tuple(requests), row=row))

    def use_name(self, by: str) -> None:
        self._store.note("use_name", by)

    def hold(self, why: str) -> None:
        self._store.note("hold", why)
        self._store.attend(hold=Hold(None, "mira", why, T0))

    def release(self) -> None:
        self._store.note("release")
        self._store.attend(hold=None)

    def look_at(self, viewer: str, session: str | None) -> None:
        self._store.note("look_at", viewer, session)

    def claim(self, session: str, to: str | None = None) -> None:
        self._store.note("claim", session, to)
        self._store.attend(claims=(Claim(session, to or "mira", T0),))

    def let_go(self, session: str) -> None:
        self._store.note("let_go", session)
        self._store.attend(claims=())

    def edit(self, session: str, request: str, arguments: str, digest: str) -> str:
        self._store.note("edit", session, request, arguments, digest)
        self._store.may_edit.wait(20)
        if self._store.refuse_edit is not None:
            raise self._store.refuse_edit
        with self._store.lock:
            card = self._store.cards[session]
            made = [
                replace(
                    make_request(f"{one.request}-new", one.tool, **json.loads(arguments)),
                    edited_by="mira",
                    before_edit=one.canonical,
                )
                if one.request == request
                else one
                for one in card.requests
            ]
            self._store.put(replace(card, requests=tuple(made)))
        return f"{request}-new"

    def close_question(self, session: str, request: str, digest: str) -> None:
        self._store.note("close_question", session, request, digest)
        if self._store.refuse is not None:
            raise self._store.refuse
        with self._store.lock:
            card = self._store.cards[session]
            closed = {"state": RequestState.CLOSED, "call_state": CallState.CLOSED, "answerable": False}
            requests = tuple(
                replace(one, **closed) if one.request == request else one  # type: ignore[arg-type]
                for one in card.requests
            )
            left = any(one.answerable for one in requests)
            self._store.put(replace(card, requests=requests, can_resume=not left, resume_sentence="It asks anew."))

    def withdraw(self, session: str, request: str) -> None:
        self._store.note("withdraw", session, request)
        with self._store.lock:
            card = self._store.cards[session]
            requests = tuple(
                replace(
                    one,
                    call_state=CallState.NOT_STARTED,
                    answers=tuple(
                        replace(answer, state=AnswerState.WITHDRAWN) if answer.state in ACTIVE_ANSWERS else answer
                        for answer in one.answers
                    ),
                )
                if one.request == request
                else one
                for one in card.requests
            )
            self._store.put(replace(card, requests=requests, row=replace(card.row, submitted_count=0)))

    def save_draft(self, session: str, request: str, decision: str, note: str) -> None:
        self._store.note("save_draft", session, request, decision, note)
        self._store.draft_rows.setdefault(session, {})[request] = (decision, note)

    def settle(self, session: str, execution: str, end: str, text: str) -> None:
        self._store.note("settle", session)
        self._store.settled.append((session, execution, end, text))
        with self._store.lock:
            card = self._store.cards[session]
            rest = tuple(one for one in card.unknown if one.execution != execution)
            self._store.put(replace(card, unknown=rest, row=replace(card.row, unknown_count=len(rest))))

    def resume(self, session: str) -> None:
        self._store.note("resume", session)

    def open_terminal(self, session: str) -> None:
        self._store.note("open_terminal", session)

    def sources(self) -> tuple[SourceRow, ...]:
        return self._store.sources

    def turn_source(self, folder: str, program: str, on: bool) -> None:
        self._store.note("turn_source", folder, program, on)
        self._store.sources = tuple(replace(one, on=on) if one.folder == folder else one for one in self._store.sources)

    def start_scan(self, told: Callable[[dict[str, Any]], None]) -> None:
        self._store.note("start_scan")
        self._store.told = told

    def stop_scan(self) -> None:
        self._store.note("stop_scan")

    def ensure_worker(self) -> str | None:
        self._store.note("ensure_worker")
        return None

    def old_sessions(self, days: float) -> Old:
        self._store.note("old_sessions", days)
        return Old(T0, tuple(self._store.cards), 0)

    def forget_old(self, old: Old, told: Callable[[int], bool]) -> Cleared:
        self._store.note("forget_old", old.sessions)
        return Cleared(len(old.sessions), told(len(old.sessions)))

    def index_words(self) -> bool:
        return True

    def note_dead_owners(self) -> int:
        return 0
