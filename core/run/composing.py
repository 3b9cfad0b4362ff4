"""What a door hands over: the history with one result for each call, and the approvals as they were given."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pausedesk.core.model.handover import ApprovedCall
from pausedesk.core.rules.history import CallResult, compose_history, open_calls_at_end
from pausedesk.core.store import settling
from pausedesk.core.store.engine import Store


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
    store: Store,
    session: str,
    stored: list[dict[str, Any]],
    results: dict[tuple[int, str, int], CallResult],
    approved: Sequence[Any],
    prompt: str | None,
) -> tuple[list[dict[str, Any]], list[tuple[str, int, CallResult]]]:
    """The history for the model: one result per call, in place.

    A turn that was never asked about as a whole (its pause was not stored) is handed back open, with what is known of
    its calls: the engine asks about the gated ones, runs interrupted ones again and takes the known results of the
    others. Of every other open call the model reads that its outcome is not known, and that is written. Raises
    StoreError.
    """
    composed = compose_history(stored, results)
    runnable = {(row.response_seq, row.call_id, row.ordinal) for row in approved}
    # In what is composed the responses have moved, and the places of their calls with them.
    unasked = [call for call in open_calls_at_end(stored) if call.key not in results and call.key not in runnable]
    if not unasked:
        return composed, []
    if prompt is None and not approved and stored[-1]["kind"] == "response":
        last = len(stored) - 1
        older = {key: result for key, result in results.items() if key[0] != last}
        known = [(call, n, result) for (seq, call, n), result in results.items() if seq == last]
        return compose_history(stored, older), known
    filled = dict(results)
    with store.write() as connection:
        for call in unasked:
            at = (call.response_index, call.call_id, call.ordinal)
            filled[call.key] = settling.freeze_one_unknown(connection, session, *at)
    return compose_history(stored, filled), []
