"""What a door hands over: the history with one result for each call, and the approvals as they were given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pausedesk.core.model.handover import ApprovedCall
from pausedesk.core.rules.history import CallKey, CallResult, Message, compose_history
from pausedesk.core.rules.resuming import ResumePlan, replaced


def approved_call(row: Any) -> ApprovedCall:
    """An approved request (its row) as a runner gets it: bound as it was asked."""
    return ApprovedCall(
        request=row.id,
        call_id=row.call_id,
        ordinal=row.ordinal,
        tool=row.tool,
        digest=row.digest,
        tool_digest=row.tool_digest,
        chain_digest=row.chain_digest,
        override=row.raw_arguments if row.replaces is not None else None,
        edited_by=row.edited_by,
        files=json.loads(row.files),
        schema_digest=row.schema_digest,
    )


def compose(
    stored: Sequence[Message], results: Mapping[CallKey, CallResult], plan: ResumePlan, prompt: str | None
) -> tuple[list[Message], list[tuple[str, int, CallResult]]]:
    """The history for the model: one result per call, in place, by a plan that was made over these very messages.

    A turn that the plan leaves open is handed over so, with what is known of its calls: the engine asks about the gated
    ones, runs interrupted ones again and takes the known results of the others.
    """
    known: list[tuple[str, int, CallResult]] = []
    put_in = dict(results)
    if plan.driven:
        last = len(stored) - 1
        known = [(call, n, result) for (seq, call, n), result in results.items() if seq == last]
        put_in = {key: result for key, result in results.items() if key[0] != last}
    gone = {id(stored[at]) for at in replaced(stored)}
    composed = [message for message in compose_history(stored, put_in) if id(message) not in gone]
    if prompt is not None and composed and composed[-1].get("state") == "suspended":
        # A message takes the place of what a provider paused; the engine would refuse it beside one that goes on.
        composed[-1] = {**composed[-1], "state": "interrupted"}
    return composed, known
