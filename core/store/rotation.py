"""Rotating a store's incarnation: what is done when it was restored or copied (answered-pause rules, section 1)."""

from __future__ import annotations

from sqlalchemy import select, update

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.witness import CLOSED_BY_ROTATION, Mistrust, WitnessLine, found_sentence, judge
from pausedesk.core.store.closing import close_each
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.listing import ROTATED, write_audit
from pausedesk.core.store.tables import requests, sessions
from pausedesk.core.store.witness import (
    WITNESS,
    WitnessHold,
    judged,
    ledger_facts,
    look,
    machine_id,
    set_fact,
)


def rotate(store: Store, busy_ms: int, *, spending: bool = False) -> Mistrust | None:
    """Give the store a new incarnation and close every open question of the old one; returns why, or None where the
    store is the one its witness knows after all (another program was quicker).

    `spending`: something else is to be spent than what the witness has and the store has not, if there is that.

    One transaction. The line of the new incarnation is written before it commits: a crash in between leaves a line that
    no store looks for, and the next one to open the store rotates again. Where the witness cannot be written, the store
    goes without one, and spends nothing until it can.
    """
    with store.write(durable=True) as connection:
        facts = ledger_facts(connection)
        hold: WitnessHold | None = None
        try:
            hold = WitnessHold(facts, busy_ms)
        except StoreError as error:
            if error.code != "witness-not-written":
                raise
        try:
            found = hold.witness if hold is not None else look(facts)[1]
            reason = judge(found, facts, machine_id()) if spending else judged(connection, found, facts)
            if reason is None:
                return None
            incarnation = new_id()
            if hold is not None:
                hold.append(WitnessLine(facts.ledger, incarnation, machine_id(), facts.spends))
            set_fact(connection, "incarnation", incarnation)
            set_fact(connection, WITNESS, str(hold.path) if hold is not None else "")
            open_ones = connection.execute(
                select(requests.c.id, requests.c.session_id).where(requests.c.state == RequestState.WAITING)
            ).all()
            why = f"{found_sentence(reason)} {CLOSED_BY_ROTATION}"
            write_audit(
                connection,
                None,
                ROTATED,
                "store",
                reason=reason,
                old=facts.incarnation,
                new=incarnation,
                closed=len(open_ones),
                spends=facts.spends,
            )
            for session in dict.fromkeys(row.session_id for row in open_ones):
                connection.execute(update(sessions).where(sessions.c.id == session).values(last_error=why))
                mine = [(row.id, "ledger-changed", why) for row in open_ones if row.session_id == session]
                close_each(connection, session, mine, "store")
            store.failpoint("rotated")
        finally:
            if hold is not None:
                hold.release()
    return reason
