"""How `show` tells of a session on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pausedesk.core.cli.app import MASKED, asked_text, clock, say, say_hidden, shown, value_text, word
from pausedesk.core.cli.holding import hold_line
from pausedesk.core.cli.questions import answer_lines
from pausedesk.core.cli.results import about, changed_line
from pausedesk.core.cli.settling import LIVES, say_traces
from pausedesk.core.file_diff import diff_of
from pausedesk.core.model.states import RequestState
from pausedesk.core.model.wording import many
from pausedesk.core.rules.acts import CLOSE_IT, Act, acts_of
from pausedesk.core.rules.call_states import BODY_ENTERED
from pausedesk.core.rules.shown import Shown, shown_json, shown_question, shown_value
from pausedesk.core.rules.shown import shown as shown_text

if TYPE_CHECKING:
    from pausedesk.core.model.foreign import ForeignView
    from pausedesk.core.model.moments import Moment
    from pausedesk.core.model.views import SessionCard


def print_card(card: SessionCard, now: Moment, *, secrets: bool) -> None:
    """Print the card; the `secrets` of what is asked about only where the person said so."""
    row = card.row
    hidden = False

    def told(one: Shown) -> str:
        nonlocal hidden
        hidden = hidden or one.hides
        return asked_text(one, secrets=secrets)

    say(f"{word(row.session)}  {shown(row.title)}")
    agent = shown(card.agent_spec or row.agent)
    say(f"  {row.ending} ({row.confidence}), agent {agent}, model {shown(card.model or 'unknown')}")
    if card.hold is not None:
        say(f"  {hold_line(card.hold)}")
    if row.unreadable:
        say(f"  unreadable: {shown(row.unreadable)}")
    if card.foreign is not None:
        _print_foreign(card.foreign)
    for one in card.requests:
        question = shown_question(one.question, one.canonical)
        say(f"\n{told(question)}   [{one.state}; call {shown(one.call)}: {one.call_state}]")
        for argument in one.arguments:
            mark = "  (filled in by the tool)" if argument.filled_in else ""
            say(f"  {shown(argument.name)}: {told(shown_value(argument.name, argument.value, indent=False))}{mark}")
        if one.state == RequestState.WAITING and (diff := diff_of(one, card.folder)) is not None:
            how_much = f": {diff.added:,} added, {diff.removed:,} removed" if diff.text is not None else ""
            say(f"  lines of {word(diff.path)}, as the file is now{how_much}")
            if diff.why:
                say(f"    {shown(diff.why)}")
            if diff.text is not None:
                say(f"    | {told(shown_text(diff.text))}")
        for line in answer_lines(one.answer_schema) if one.answer_schema and one.state == RequestState.WAITING else ():
            say(f"  {line}")
        if one.digest:
            say(f"  {one.digest}, {'sealed' if one.sealed else 'not sealed'}\n  request {one.request}")
        say_hidden(question, one.tool, shown_json(one.canonical))
        if one.entered:
            say(f"  {BODY_ENTERED}")
        if one.before_edit is not None:
            say(f"  the model asked for {told(shown_json(one.before_edit))}")
        if one.state == RequestState.WAITING and (note := about(one, now)):
            say(f"  {note}")
        if one.state == RequestState.WAITING:
            for answer in one.earlier:
                say(f"  an earlier answer to the same call: {shown(answer)}")
        if one.changed:
            say(f"  {changed_line(one)}")
            if Act.CLOSE in acts_of(one):
                say(f"  It cannot be approved. {CLOSE_IT}")
        if one.not_answerable_because:
            say(f"  {shown(one.not_answerable_because)}")
        for given in one.answers:
            note = f", note: {shown(given.note)}" if given.note else ""
            say(f"  answer {given.decision} by {shown(given.by)} at {clock(given.at)} [{given.state}]{note}")
            for step in given.track:
                if step.reached:
                    say(f"    {clock(step.at)}  {step.name}: {shown(step.text)}")
    for sibling in card.siblings:
        say(f"  ran already: {shown(sibling.tool)} {told(shown_json(sibling.arguments))} [{sibling.call_state}]")
    for call in card.unknown:
        mark = "!" if call.call_state == "may_have_run" else "-"
        say(f"\n{mark} {shown(call.tool)} ({shown(call.call)}) {call.call_state}")
        lives = "" if call.ended_at is not None else f", which {LIVES[call.owner_alive]}"
        say(f"  started {clock(call.started_at)} by {shown(call.owner)}{lives}")
        say(f"  arguments {told(shown_json(call.arguments))}")
        say_traces(call)
        if call.settled_by:
            found = f", who found: {shown(call.settled_text)}" if call.settled_text else ""
            say(f"  settled ({call.state}) by {shown(call.settled_by)}{found}")
        if call.late_result:
            but = ", although it was settled that it did not run" if call.state == "settled-not-run" else ""
            say(f"  a result came late{but}: {shown(call.late_result)}")
    if hidden and not secrets:
        say(f"\n{MASKED.format(word(row.session))}")
    if card.history:
        before = f" ({card.history_left_out:,} before this; --all shows them)" if card.history_left_out else ""
        say(f"\nHistory{before}")
        for item in card.history:
            name = f" {item.tool}" if item.tool else ""
            name += f" of {item.agent}" if item.agent else ""
            name += f" (left: {item.branch})" if item.branch else ""
            say(f"  {clock(item.at)}  {item.kind}{shown(name)}: {shown(item.text)}")
    if card.last_error:
        say(f"\nLast error: {shown(card.last_error)}")
    if card.can_resume or card.own_command is not None:
        say(f"\nResume: {shown(card.resume_sentence)}")
    elif card.resume is not None and card.resume.refused not in ("completed", "waiting"):
        say(f"\nIt cannot be resumed: {shown(card.resume_sentence)}")


def _print_foreign(foreign: ForeignView) -> None:
    """Where the session is, how its ending was told, and what of it could not be read."""
    found = foreign.session
    say(f"  {shown(found.reading.why)}")
    say(f"  kept by its own program in {word(foreign.file)}, read at {clock(foreign.read_at)}")
    if found.folder:
        say(f"  folder {word(found.folder)}, {many(found.messages, 'message')}")
    for call in found.open_calls:
        if call not in found.waiting:
            say(f"  without a result: {shown(call.tool)} {asked_text(shown_json(value_text(call.arguments)))}")
    for fault in found.faults:
        say(f"  !  {shown(fault)}")
