"""The card of the session in view: reads it, keeps the person's choices, and turns presses into acts.

`CardPanel` lives on the GUI thread. Whatever changes in the store, the card keeps its place; what was chosen for one
request is never carried over to another.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import Change
from pausedesk.gui.card import sentences
from pausedesk.gui.card.acts import Acts, Grace
from pausedesk.gui.card.answers import Answers
from pausedesk.gui.card.call_view import CallView
from pausedesk.gui.card.card_body import CardBody
from pausedesk.gui.card.card_reader import CardReader
from pausedesk.gui.card.choices import Choice, drop_overtaken
from pausedesk.gui.card.edits import Edits
from pausedesk.gui.card.footer import CardFooter
from pausedesk.gui.card.prepared import PreparedCard, PreparedRequest
from pausedesk.gui.card.seen import SeenCalls
from pausedesk.gui.context import Context
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.plain import PlainLabel, copy_exactly, named
from pausedesk.gui.ports import Decided

# A panel of fewer points has no room for a foot of full height.
LOW = 560
TOO_SOON = worded("That was within a moment of the card appearing, so nothing was decided. Press again.")


class CardPanel(QWidget):
    """`shown` is emitted with each `PreparedCard` that is shown, or None; the right column follows it."""

    shown = Signal(object)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grace = Grace(context.clock)
        self.acts = Acts(context.bridge, self)
        self._reader = CardReader(context.bridge, self)
        self._session: str | None = None
        self._prepared: PreparedCard | None = None
        self._face: tuple[object, ...] = ()
        self._current: str | None = None
        self._choices: dict[str, Choice] = {}
        self._notes: dict[str, str] = {}

        self.body = CardBody()
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        named(self.view, tr("Card"))
        self.view.setWidget(self.body)
        self.footer = CardFooter()
        self.seen = SeenCalls(self.body, self)
        self.edits = Edits(self.acts, self.body, self._editable, self.focus_card, self)
        self.answers = Answers(self.body, self)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.footer)
        self._nothing = PlainLabel(tr("Choose a session in the list."), kind="quiet")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(whole)
        self._whole = whole

        self._reader.arrived.connect(self._show)
        self.body.settled.connect(self._on_settled)
        self.body.picked.connect(self.look_at)
        self.body.seen_changed.connect(self._show_footer)
        self.footer.approve_pressed.connect(lambda: self.decide("approve"))
        self.footer.decline_pressed.connect(lambda: self.decide("decline"))
        self.footer.stop_pressed.connect(lambda: self.decide("decline", stop=True))
        self.footer.close_pressed.connect(self.close_question)
        self.footer.answer_pressed.connect(lambda: self.decide("answer"))
        self.footer.skip_pressed.connect(lambda: self.decide("skip"))
        self.footer.edit_pressed.connect(self.edits.begin)
        self.footer.submit_pressed.connect(self.submit)
        self.footer.take_back_pressed.connect(self.take_back)
        self.footer.resume_pressed.connect(self.resume)
        self.footer.copy_pressed.connect(self.copy_command)
        self.footer.terminal_pressed.connect(self.open_terminal)
        self.footer.end_pressed.connect(self.go_to_end)
        self.footer.note_edited.connect(self._on_note_edited)
        self.footer.note.editingFinished.connect(self._keep_draft)
        self.acts.moved.connect(self._on_acts_moved)
        self.edits.moved.connect(self._render)
        self.answers.typed.connect(self._on_answer_typed)

    # what is shown

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self._prepared is not None:
            self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.footer.be_low(self.height() < LOW)

    @property
    def prepared(self) -> PreparedCard | None:
        """The card in view."""
        return self._prepared

    @property
    def current(self) -> PreparedRequest | None:
        """The request in view."""
        if self._prepared is None or self._current is None:
            return None
        return self._prepared.request(self._current)

    def show_session(self, session: str) -> None:
        """Show another session's card."""
        self._keep_draft()
        self._session = session
        # Until the new card is here a press could only mean the old one, which is no longer what is chosen.
        self.grace.begin()
        self._read()

    def close_session(self) -> None:
        """Show no card, for nothing is chosen."""
        self._keep_draft()
        self._session = None
        self._reader.forget()
        self._show(None)
        self._nothing.setText(tr("No session is open."))

    def on_change(self, change: Change) -> None:
        """The store changed."""
        if self._session is not None and self._session in change.sessions:
            self._read()

    def _read(self) -> None:
        if self._session is not None:
            self._reader.read(self._session)

    def _show(self, prepared: PreparedCard | None) -> None:
        self._prepared = prepared
        if prepared is None:
            self._face = ()
            self._current = None
            self._stack.setCurrentWidget(self._nothing)
            self._nothing.setText(tr("This session is no longer in the store."))
            self.shown.emit(None)
            return
        card = prepared.card
        ids = [one.view.request for one in prepared.requests]
        face = (
            card.row.session,
            card.pause,
            *ids,
            *(one.view.execution for one in prepared.unknown if sentences.in_doubt(one.view)),
        )
        fresh = face != self._face
        typing = QApplication.focusWidget()
        inside = typing is not None and self.body.isAncestorOf(typing)
        if fresh:
            self._face = face
            self._choices = {}
            for request, (draft, note) in prepared.drafts.items():
                choice = Choice.of_draft(draft)
                if choice is not None:
                    self._choices[request] = choice
                if note:
                    self._notes.setdefault(request, note)
            open_ones = [one.view.request for one in prepared.requests if sentences.can_decide(one.view)]
            undecided = [one for one in open_ones if one not in self._choices]
            self._current = next(iter([*undecided, *open_ones, *ids]), None)
            self.grace.begin()
        drop_overtaken(self._choices, (one.view for one in prepared.requests))
        self.body.steps.show_calls(ids)
        self._render()
        self._stack.setCurrentWidget(self._whole)
        if fresh:
            self.view.verticalScrollBar().setValue(0)
            self.footer.show_note(self._notes.get(self._current or "", ""))
        if inside and (fresh or QApplication.focusWidget() is None):
            # What had the focus is gone, and Qt would hand it to whatever comes next.
            self.focus_card()
        self.seen.look()
        self.shown.emit(prepared)

    def _render(self) -> None:
        prepared = self._prepared
        if prepared is None:
            return
        self.body.show_card(prepared, self._current, self.acts.busy(prepared.card.row.session))
        self.body.steps.show_turn(prepared, self._open_requests(), self._choices, self._current)
        self._show_footer()

    def _takes(self, request: str, act: Act) -> bool:
        """Whether the request of that id can be acted on so, as it stands."""
        found = self._prepared.request(request) if self._prepared is not None else None
        return found is not None and act in acts_of(found.view)

    def _open_requests(self) -> list[str]:
        """The requests of this card that take an answer now."""
        prepared = self._prepared
        if prepared is None:
            return []
        handed = self.acts.handed(prepared.card.row.session, prepared.card.version)
        return [
            one.view.request
            for one in prepared.requests
            if sentences.can_decide(one.view) and one.view.request not in handed
        ]

    def _show_footer(self) -> None:
        prepared, request = self._prepared, self.current
        if prepared is None:
            return
        session = prepared.card.row.session
        busy = self.acts.busy(session)
        open_ones = self._open_requests()
        deciding = request is not None and request.view.request in open_ones
        several = len(open_ones) > 1
        self.footer.show_told(self.acts.told(session))
        self.footer.show_question(request.view if request is not None else None)
        acts = acts_of(request.view) if deciding and request is not None else ()
        self.footer.show_buttons(
            acts,
            submit=tr("Submit {number} answers", number=len(open_ones)) if several else "",
            take_back=request is not None and sentences.can_take_back(request.view),
            resume=prepared.card.can_resume,
            elsewhere=prepared.card.own_command is not None,
            missing=prepared.card.own_command is not None and prepared.card.own_command.missing,
        )
        call = self.body.calls.get(self._current or "")
        seen = call is not None and call.all_seen
        editing = self.edits.any_open()
        self.edits.renew(session, [one for one in open_ones if self._takes(one, Act.EDIT)])
        self.answers.renew(open_ones, busy=busy)
        self.footer.edit.setEnabled(not busy and not editing)
        self.footer.settle(busy=busy)
        self.footer.note.setEnabled(not busy)
        self.footer.approve.setEnabled(deciding and seen and not busy and call is not None and call.approvable)
        decided = all(one in self._choices for one in open_ones)
        self.footer.submit.setEnabled(several and decided and not busy and not editing)
        self._show_reason(prepared, request, acts, several, seen)

    def _show_reason(
        self, prepared: PreparedCard, request: PreparedRequest | None, acts: Collection[Act], several: bool, seen: bool
    ) -> None:
        call = self.body.calls.get(self._current or "")
        if acts and (edited := self.edits.reason(prepared.card.row.session, call)):
            self.footer.show_reason(edited)
        elif Act.ANSWER in acts and not several:
            self.footer.show_reason(sentences.how_to_answer())
        elif Act.CLOSE in acts:
            self.footer.show_reason(sentences.close_or_decline())
        elif acts and request is not None and not seen:
            unseen = call.first_unseen() if call is not None else None
            if request.pending:
                self.footer.show_reason(
                    tr("Its values are long and still being made ready; their beginnings and all else are here.")
                )
            elif unseen is None:
                self.footer.show_reason(tr("Approve opens once the secrets were shown: what is masked would run too."))
            else:
                name = unseen.argument.name
                self.footer.show_reason(
                    tr("Approve opens once the end of “{name}” was in sight.", name=name), to_end=True
                )
        elif acts and several:
            undecided = len([one for one in self._open_requests() if one not in self._choices])
            rest = tr_many(
                "{n:,} call still to decide, then submit.", "{n:,} calls still to decide, then submit.", undecided
            )
            self.footer.show_reason(rest if undecided else tr("Every call is decided."))
        elif acts:
            self.footer.show_reason(tr("a approves, d declines, s declines and stops, e edits, n writes a note."))
        elif request is not None:
            now = int(time.time() * 1000)
            handed = request.view.request in self.acts.handed(prepared.card.row.session, prepared.card.version)
            why = tr("Handing over …") if handed else sentences.why_not(request, now)
            self.footer.show_reason(joined(" ", [why, *sentences.resuming(prepared)]))
        elif self.body.unknown:
            doubt = tr("A call of this session is in doubt: settle it above.")
            self.footer.show_reason(joined(" ", [doubt, *sentences.resuming(prepared)]))
        else:
            words = joined(" ", sentences.resuming(prepared))
            self.footer.show_reason(words or tr("Nothing waits for you in this session."))

    # what the person does

    def _live(self) -> PreparedCard | None:
        """The card in view, unless another session was chosen and its card is still on the way."""
        prepared = self._prepared
        return prepared if prepared is not None and prepared.card.row.session == self._session else None

    def _editable(self) -> tuple[str, CallView] | None:
        """The session and the call in view, where it takes an answer now."""
        prepared, call = self._live(), self.body.calls.get(self._current or "")
        if prepared is None or call is None or self._current not in self._open_requests():
            return None
        if Act.EDIT not in acts_of(call.request.view):
            return None
        return prepared.card.row.session, call

    def look_at(self, request: str) -> None:
        """Show another call of the turn."""
        if request == self._current or self._prepared is None or self._prepared.request(request) is None:
            self._render()
            return
        self._keep_draft()
        self._current = request
        self.grace.begin()
        self._render()
        self.footer.show_note(self._notes.get(request, ""))
        self.view.verticalScrollBar().setValue(0)

    def decide(self, decision: str, *, stop: bool = False) -> None:
        """Approve or decline the call in view: handed over at once, or kept as a choice where several wait."""
        prepared, request = self._live(), self.current
        if prepared is None or request is None:
            return
        view = request.view
        open_ones = self._open_requests()
        if view.request not in open_ones or self.acts.busy(prepared.card.row.session):
            return
        if not self._grace_over():
            return
        acts = acts_of(view)
        if decision == "approve" and Act.ANSWER in acts:
            self.answers.begin(view.request)
            return
        call = self.body.calls.get(view.request)
        if decision == "approve" and (call is None or not call.approvable):
            self._show_footer()
            return
        value = self.answers.answer(view.request) if decision == "answer" else None
        if Act(decision) not in acts or (decision == "answer" and value is None):
            return
        choice = Choice(decision, stop, value)
        if len(open_ones) == 1:
            self._hand_over([view.request], {view.request: choice})
            return
        self._choices[view.request] = choice
        self._keep_draft()
        undecided = [one for one in open_ones if one not in self._choices]
        if undecided:
            after = [one for one in undecided if open_ones.index(one) > open_ones.index(view.request)]
            self.look_at((after or undecided)[0])
        else:
            self._render()

    def submit(self) -> None:
        """Hand over the choices of all calls of the turn; while one is edited, send that first."""
        open_ones = self._open_requests()
        undecided = len(open_ones) == 1 or self._current not in self._choices
        if undecided and self._current in open_ones and self._takes(self._current or "", Act.ANSWER):
            self.decide("answer")
            return
        if self.edits.send() or self.edits.any_open() or self._live() is None or len(open_ones) < 2:
            return
        if not all(one in self._choices for one in open_ones):
            return
        if not self._grace_over():
            return
        self._hand_over(open_ones, self._choices)

    def _hand_over(self, requests: list[str], choices: dict[str, Choice]) -> None:
        prepared = self._prepared
        if prepared is None:
            return
        answers = []
        for one in requests:
            found = prepared.request(one)
            if found is not None:
                note = self._notes.get(one, "").strip() or None
                chosen = choices[one]
                answers.append(Decided(one, found.view.digest, chosen.decision, note, chosen.stop, chosen.value))
        self.acts.submit(prepared.card.row.session, prepared.card.version, answers)

    def _grace_over(self) -> bool:
        if self.grace.over():
            return True
        self.footer.show_reason(TOO_SOON)
        return False

    def close_question(self) -> None:
        """Close the question in view, which changed since it was asked: no answer can reach it any more."""
        prepared, request = self._live(), self.current
        if prepared is None or request is None or request.view.request not in self._open_requests():
            return
        if Act.CLOSE in acts_of(request.view) and self._grace_over():
            self.acts.close(prepared.card.row.session, request.view.request, request.view.digest)

    def take_back(self) -> None:
        """Take the answer in view back, while it is not taken up."""
        prepared, request = self._live(), self.current
        if prepared is not None and request is not None and sentences.can_take_back(request.view):
            self.acts.withdraw(prepared.card.row.session, request.view.request)

    def copy_command(self) -> None:
        """Put the command with which the session's own program goes on with it on the clipboard."""
        prepared = self._live()
        command = prepared.card.own_command if prepared is not None else None
        if prepared is not None and command is not None:
            copy_exactly(command.line)
            self.acts.tell(prepared.card.row.session, "note", tr("Copied: {line}", line=safe_line(command.line, 400)))

    def open_terminal(self) -> None:
        """Open a terminal in which the session's own program goes on with it."""
        prepared = self._live()
        if prepared is not None and prepared.card.own_command is not None and self._grace_over():
            self.acts.open_terminal(prepared.card.row.session)

    def resume(self) -> None:
        """Let the session go on; where its own program does that, in a terminal."""
        prepared = self._live()
        if prepared is not None and prepared.card.own_command is not None:
            self.open_terminal()
        elif prepared is not None and prepared.card.can_resume and self._grace_over():
            self.acts.resume(prepared.card.row.session)

    def toggle_exact(self) -> None:
        """Show or hide the exact bytes of the call in view."""
        call = self.body.calls.get(self._current or "")
        if call is not None:
            call.toggle_exact()

    def toggle_text(self) -> None:
        """Show the values of the call in view as text, or in the views that fit them again."""
        call = self.body.calls.get(self._current or "")
        if call is not None:
            call.toggle_text()

    def toggle_secrets(self) -> None:
        """Show or mask the secrets of what is in view; it is remembered for no other card."""
        self.body.toggle_secrets(self._current)

    def go_to_end(self) -> None:
        """Show the end of the first value whose end was not seen, else the end of the card."""
        call = self.body.calls.get(self._current or "")
        value = call.first_unseen() if call is not None else None
        if value is None:
            self.view.verticalScrollBar().setValue(self.view.verticalScrollBar().maximum())
            return
        value.box.go_to_end()
        QTimer.singleShot(0, self, lambda: self.view.ensureWidgetVisible(value, 0, 24))

    def focus_card(self) -> None:
        """Put the focus where nothing is decided by a space or a return."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_note(self) -> None:
        """Write a note."""
        if self.footer.note.isVisible():
            self.footer.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_settled(self, execution: str, end: str, text: str) -> None:
        prepared = self._live()
        if prepared is not None and self._grace_over():
            self.acts.settle(prepared.card.row.session, execution, end, text)

    def _on_note_edited(self, text: str) -> None:
        if self._current is not None:
            self._notes[self._current] = text

    def _on_answer_typed(self, request: str) -> None:
        # What was chosen is what stood there then.
        if self._choices.get(request, Choice("")).decision == "answer":
            del self._choices[request]
            self._render()

    def _keep_draft(self) -> None:
        prepared, request = self._prepared, self.current
        if prepared is None or request is None or request.view.request not in self._open_requests():
            return
        choice = self._choices.get(request.view.request)
        draft = (choice.draft if choice is not None else "", self._notes.get(request.view.request, "").strip())
        known = prepared.drafts.get(request.view.request, ("", ""))
        if draft != known:
            prepared.drafts[request.view.request] = draft
            self.acts.keep_draft(prepared.card.row.session, request.view.request, *draft)

    def _on_acts_moved(self, session: str) -> None:
        if session != self._session:
            return
        self._render()
        if not self.acts.busy(session):
            self._read()
