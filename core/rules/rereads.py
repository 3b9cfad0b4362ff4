"""What is found when a stored pause is read again after its answer failed (answered-pause rules, section 6).

Compares two envelopes as the store held them, before the hand-over and now. Pure; the conversation is never taken from
a runner's memory, which may hold another session's run.
"""

from __future__ import annotations

from dataclasses import replace

from pausedesk.core.model.envelopes import Conversation, EnvelopeError, HistoryEntry, Pause
from pausedesk.core.rules.answered_pause import StoreRead, WatchVerdict
from pausedesk.core.rules.stored_sessions import read_stored_session


def store_read_of(at_pause: object, found: object, *, request_id: str | None, verdict: WatchVerdict) -> StoreRead:
    """What `found` is, as against the pause `at_pause` that was answered; both are envelopes (bytes, or JSON values).

    `found` is None where nothing is stored any more. A store that cannot be read is the caller's to know
    (READ_FAILED). `request_id` is the request whose answer failed, None where the pause names none; `verdict` is what
    the watch says of it, which tells the mark of this very spend from another's.

    A conversation that does not go on from the pause's history is another writer's, and so reads as a newer pause: it
    is left alone. Raises `EnvelopeError` where `at_pause` is no pause.
    """
    before = read_stored_session(at_pause)
    paused = before.waiting or before.answered
    if paused is None:
        raise EnvelopeError("other-format", "What was answered is no pause.")
    if found is None:
        return StoreRead.EMPTY
    try:
        now = read_stored_session(found)
    except EnvelopeError as error:
        return StoreRead.UNKNOWN_FORMAT if error.code == "unknown-format" else StoreRead.NOT_AN_ENVELOPE
    if now.waiting is not None:
        return StoreRead.SAME_PAUSE if _same(paused, now.waiting, request_id) else StoreRead.NEWER_PAUSE
    if now.answered is not None:
        if not _same(paused, now.answered, request_id):
            return StoreRead.NEWER_PAUSE
        return _mark_read(now.answered, request_id, verdict)
    progressed = _goes_on_from(paused.conversation, now.conversation)
    return StoreRead.OWN_CONVERSATION_PROGRESSED if progressed else StoreRead.NEWER_PAUSE


def _same(before: Pause, now: Pause, request_id: str | None) -> bool:
    if request_id is not None:
        return request_id in {request.request_id for request in now.requests}
    return replace(before, answered=None, is_answered=False) == replace(now, answered=None, is_answered=False)


def _mark_read(pause: Pause, request_id: str | None, verdict: WatchVerdict) -> StoreRead:
    mark = pause.answered
    named = mark.get("requestIds") if isinstance(mark, dict) else None
    if request_id is None or not isinstance(named, list):
        return StoreRead.ALREADY_MARKED
    if request_id not in named:
        return StoreRead.SAME_PAUSE  # a sibling's mark settles the sibling's call only
    others = verdict is WatchVerdict.REFUSED_AS_ALREADY_SPENT
    return StoreRead.ALREADY_MARKED if others else StoreRead.MARK_OF_THIS_SPEND


def _goes_on_from(before: Conversation, now: Conversation) -> bool:
    history: tuple[HistoryEntry, ...] = now.history[: len(before.history)]
    return history == before.history
