"""Stored messages as lines of a timeline. Pure; what is not understood is shown raw, never dropped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pausedesk.core.model.views import HistoryItem
from pausedesk.core.rules.history import INTERNAL
from pausedesk.core.rules.notices import NoticeOrigin, notice_content

_TEXT_KINDS = {"system-prompt": "system", "user-prompt": "user", "text": "assistant", "thinking": "thinking"}


def history_items(
    stored: Sequence[tuple[int, int, str]], told: Sequence[tuple[int, str, str, str, int]]
) -> list[HistoryItem]:
    """The timeline of stored messages (number, time in ms, JSON body) with the notices (response number, call id,
    origin, text, time in ms) each after its own turn, oldest first."""
    items: list[HistoryItem] = []
    by_turn: dict[int, list[HistoryItem]] = {}
    for seq, call, origin, text, at in told:
        by_turn.setdefault(seq, []).append(_told(call, origin, text, at))
    for seq, at, body in stored:
        try:
            message = json.loads(body)
            parts = message["parts"]
        except (ValueError, TypeError, KeyError):
            items.append(HistoryItem(at, "raw", body))
            continue
        ours = (message.get("metadata") or {}).get(INTERNAL)
        for place, part in enumerate(parts):
            internal = ours is True or (isinstance(ours, list) and place in ours)
            items.append(replace(_item(part, at), kind="notice") if internal else _item(part, at))
        items.extend(by_turn.get(seq, []))
    return items


def _told(call: str, origin: str, text: str, at: int) -> HistoryItem:
    if origin != NoticeOrigin.ANSWERED:
        return HistoryItem(at, "notice", text, call=call)
    try:
        return HistoryItem(at, "result", _text(notice_content(origin, text)), call=call)
    except ValueError:
        return HistoryItem(at, "result", text, call=call)  # shown as it is; no model gets it


def _item(part: Any, at: int) -> HistoryItem:
    kind = part.get("part_kind") if isinstance(part, dict) else None
    if kind in _TEXT_KINDS:
        return HistoryItem(at, _TEXT_KINDS[kind], _text(part.get("content")))
    if kind == "tool-call":
        return HistoryItem(
            at, "call", _text(part.get("args")), str(part.get("tool_name")), str(part.get("tool_call_id"))
        )
    if kind in ("tool-return", "retry-prompt"):
        shown = "declined" if part.get("outcome") == "denied" else "result"
        return HistoryItem(
            at, shown, _text(part.get("content")), str(part.get("tool_name") or ""), str(part.get("tool_call_id") or "")
        )
    return HistoryItem(at, "raw", json.dumps(part, ensure_ascii=False))


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(piece, str) for piece in content):
        return "\n".join(content)
    return "" if content is None else json.dumps(content, ensure_ascii=False)
