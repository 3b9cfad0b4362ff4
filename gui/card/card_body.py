"""What the card shows above its foot: the session's state, calls in doubt, the calls asked about, facts."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.model.kept_words import as_kept
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card import sentences
from pausedesk.gui.card.call_view import CallView
from pausedesk.gui.card.prepared import PreparedCard, PreparedRequest
from pausedesk.gui.card.resume_list import ResumeList
from pausedesk.gui.card.steps import StepBar
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.unknown import UnknownCall
from pausedesk.gui.card.value_view import Part
from pausedesk.gui.language import capital, joined, tr
from pausedesk.gui.plain import ElidedLabel, Note, PlainLabel, named
from pausedesk.gui.shapes import ShapeMark
from pausedesk.gui.words import mark_of


class CardBody(QWidget):
    """Renews its parts in place; a call's view is built once and kept while its request is on the card."""

    settled = Signal(str, str, str)  # execution, end, text
    picked = Signal(str)  # request
    incident_asked = Signal(str)  # execution
    seen_changed = Signal()
    edit_sent = Signal()
    edit_typed = Signal()
    answer_typed = Signal(str)  # request

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 18, 24, 24)
        layout.setSpacing(10)

        self._mark = ShapeMark()
        self._state = PlainLabel(weight=QFont.Weight.DemiBold)
        self._title = ElidedLabel(kind="quiet")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._mark)
        head.addWidget(self._state)
        head.addWidget(self._title, 1)
        layout.addLayout(head)

        self._running = Note("note-good")
        self._held = Note("note-warning")
        self._error = Note("note-danger")
        layout.addWidget(self._running)
        layout.addWidget(self._held)
        layout.addWidget(self._error)

        # What is in doubt is settled before anything goes on, so it stands above what resuming does.
        self._unknown_place = QVBoxLayout()
        self._unknown_place.setSpacing(12)
        layout.addLayout(self._unknown_place)
        self.unknown: dict[str, UnknownCall] = {}

        self.resume = ResumeList()
        self._resume_part = Part(tr("What resuming does"), self.resume)
        layout.addWidget(self._resume_part)

        self.steps = StepBar()
        self.steps.picked.connect(self.picked)
        layout.addWidget(self.steps)

        self._calls_place = QVBoxLayout()
        layout.addLayout(self._calls_place)
        self.calls: dict[str, CallView] = {}
        self._shown: str | None = None

        self._session = TextBox(framed=False, factor=1.2, max_lines=6)
        named(self._session, tr("How the session stands"))
        layout.addWidget(self._session)
        self._prompt = TextBox(max_lines=10)
        named(self._prompt, tr("The prompt"))
        self._siblings = PlainLabel(wrap=True, selectable=True)
        self._settled = PlainLabel(wrap=True, selectable=True)
        self._next = PlainLabel(wrap=True, selectable=True)
        self._prompt_part = Part(tr("It was asked"), self._prompt)
        self._siblings_part = Part(tr("Other calls of the same turn"), self._siblings)
        self._settled_part = Part(tr("Calls that were in doubt"), self._settled)
        self._next_part = Part(tr("What happens next"), self._next)
        facts = Part(tr("Where it comes from"))
        for part in (self._prompt_part, self._siblings_part, self._settled_part, self._next_part, facts):
            layout.addWidget(part)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(14)
        self._facts.setVerticalSpacing(2)
        self._facts.setColumnStretch(1, 1)
        self._fact_labels: list[tuple[PlainLabel, PlainLabel]] = []
        facts.add_layout(self._facts)
        layout.addStretch(1)

    def show_card(self, prepared: PreparedCard, current: str | None, busy: bool) -> None:
        """Show the card with `current` as the request in view."""
        card = prepared.card
        now = int(time.time() * 1000)
        mark = mark_of(card.row)
        self._mark.show_mark(mark.shape, mark.tone)
        self._state.setText(capital(mark.word))
        self._title.set_whole(f"{prepared.title}  ·  {safe_line(card.row.agent, 60)}")
        self._running.say(safe_line(card.running, 300) if card.running else "")
        # A hold of everything stands above the list, with the button that releases it.
        mine = card.hold is not None and card.hold.session is not None
        self._held.say(sentences.held_sentence(card.hold) if card.hold is not None and mine else "")
        self._error.say(safe_line(as_kept(card.last_error), 600) if card.last_error and not card.running else "")

        self._resume_part.setVisible(prepared.resume is not None)
        if prepared.resume is not None:
            self.resume.show_resume(prepared.resume)
        self._show_unknown(prepared, busy)
        request = self._show_calls(prepared, current)
        bare = not prepared.requests and not self.unknown
        self._session.setVisible(bare)
        if bare:
            self._session.set_text(sentences.session_sentence(card))
        self._prompt_part.setVisible(bare and bool(prepared.prompt))
        self._prompt.set_text(prepared.prompt)

        others = [sentences.sibling_line(one) for one in prepared.siblings]
        self._siblings_part.setVisible(bool(others))
        self._siblings.setText(joined("\n", others))
        settled = [sentences.settled_line(one) for one in prepared.unknown if not sentences.in_doubt(one.view)]
        self._settled_part.setVisible(bool(settled))
        self._settled.setText(joined("\n", settled))

        self._show_next(prepared, request)
        self._show_facts(sentences.facts(prepared, request, now))

    def toggle_secrets(self, current: str | None) -> None:
        """Show or mask the secrets of the call in view and of the calls in doubt."""
        call = self.calls.get(current or "")
        if call is not None and call.request.hides_secrets:
            call.secrets.toggle()
        for one in self.unknown.values():
            one.toggle_secrets()

    def _show_unknown(self, prepared: PreparedCard, busy: bool) -> None:
        wanted = {one.view.execution: one for one in prepared.unknown if sentences.in_doubt(one.view)}
        for execution in [one for one in self.unknown if one not in wanted]:
            gone = self.unknown.pop(execution)
            self._unknown_place.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for execution, call in wanted.items():
            known = self.unknown.get(execution)
            if known is None:
                known = UnknownCall(call)
                known.settled.connect(self.settled)
                known.incident_asked.connect(self.incident_asked)
                self.unknown[execution] = known
                self._unknown_place.addWidget(known)
            known.renew(call, busy=busy)

    def _show_calls(self, prepared: PreparedCard, current: str | None) -> PreparedRequest | None:
        wanted = {one.view.request: one for one in prepared.requests}
        # Of an imported session a request may have no id: its view is of that session only.
        other = prepared.card.row.session != self._shown
        self._shown = prepared.card.row.session
        for request in [one for one in self.calls if other or one not in wanted]:
            self._drop(request)
        for request, view in self.calls.items():
            if request != current:
                view.hide()
        if current is None or current not in wanted:
            self.steps.hide()
            return None
        shown = self.calls.get(current)
        begun = None
        if shown is not None and shown.request.pending and not wanted[current].pending:
            begun, shown = shown, None
        if shown is None:
            shown = CallView(wanted[current])
            shown.seen_changed.connect(self.seen_changed)
            shown.edit_sent.connect(self.edit_sent)
            shown.edit_typed.connect(self.edit_typed)
            shown.answer_typed.connect(lambda request=current: self.answer_typed.emit(request))
            self._calls_place.addWidget(shown)
            shown.show()
            if begun is not None:
                shown.take_place_of(begun)
                self._drop(current)
            self.calls[current] = shown
        else:
            shown.renew(wanted[current])
            shown.show()
        self.steps.setVisible(len(wanted) > 1)
        return wanted[current]

    def _drop(self, request: str) -> None:
        gone = self.calls.pop(request)
        self._calls_place.removeWidget(gone)
        gone.hide()
        gone.deleteLater()

    def _show_next(self, prepared: PreparedCard, request: PreparedRequest | None) -> None:
        lines: list[str] = []
        waiting = sum(sentences.can_decide(one.view) for one in prepared.requests)
        if request is not None and sentences.can_decide(request.view):
            acts = acts_of(request.view)
            if Act.ANSWER in acts:
                lines += sentences.answering(waiting)
            else:
                first = sentences.closing(request) if Act.CLOSE in acts else sentences.approving(request, waiting)
                lines += [first, sentences.declining(request)]
        self._next_part.setVisible(bool(lines))
        self._next.setText(joined("\n", lines))

    def _show_facts(self, found: list[tuple[str, str]]) -> None:
        while len(self._fact_labels) < len(found):
            name, value = PlainLabel(kind="quiet"), PlainLabel(wrap=True, selectable=True)
            line = len(self._fact_labels)
            self._facts.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(value, line, 1)
            self._fact_labels.append((name, value))
        for place, (name, value) in enumerate(self._fact_labels):
            here = place < len(found)
            name.setVisible(here)
            value.setVisible(here)
            if here:
                name.setText(found[place][0])
                value.setText(found[place][1])
