"""The foot of the card, always in sight: the answer's track, what was told, the note and the deciding buttons.

Its parts keep their places: where a request cannot be answered the buttons give way to the sentence why.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from pausedesk.core.model.views import RequestView
from pausedesk.core.rules.acts import Act
from pausedesk.gui.card.acts import Told
from pausedesk.gui.card.sentences import can_decide, newest_answer
from pausedesk.gui.card.track import TrackView
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import tr
from pausedesk.gui.plain import Note, PlainButton, PlainLabel, hinted, named, repolish


class CardFooter(QWidget):
    """Only shows and emits; the card panel decides what a press means."""

    approve_pressed = Signal()
    decline_pressed = Signal()
    stop_pressed = Signal()
    edit_pressed = Signal()
    close_pressed = Signal()
    answer_pressed = Signal()
    skip_pressed = Signal()
    submit_pressed = Signal()
    take_back_pressed = Signal()
    resume_pressed = Signal()
    copy_pressed = Signal()
    terminal_pressed = Signal()
    end_pressed = Signal()
    note_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "footer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._low = False
        self._kept = False
        self._tracked = False
        layout = QVBoxLayout(self)

        self.told = Note("note-danger")
        layout.addWidget(self.told)
        self.track = TrackView()
        layout.addWidget(self.track)

        self.note = QLineEdit()
        hinted(self.note, tr("Note (n): with a decline, the agent reads it as your words"))
        named(self.note, tr("Note to the agent"))
        self.note.textEdited.connect(self.note_edited)
        layout.addWidget(self.note)

        self.reason = PlainLabel(kind="quiet", wrap=True)
        self.to_end = self._button(tr("Go to end"), "quiet", self.end_pressed)
        keeps = self.to_end.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.to_end.setSizePolicy(keeps)
        reason = QHBoxLayout()
        reason.setSpacing(8)
        reason.addWidget(self.reason, 1)
        reason.addWidget(self.to_end, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(reason)

        self.decline = self._button(tr("Decline"), "decline", self.decline_pressed)
        self.stop = self._button(tr("Decline and stop"), "decline", self.stop_pressed)
        self.take_back = self._button(tr("Take back"), "", self.take_back_pressed)
        self.resume = self._button(tr("Resume"), "", self.resume_pressed)
        self.copy = self._button(tr("Copy command"), "", self.copy_pressed)
        self.terminal = self._button(tr("Open in terminal"), "", self.terminal_pressed)
        self.edit = self._button(tr("Edit"), "", self.edit_pressed)
        self.skip = self._button(tr("Skip"), "", self.skip_pressed)
        self.answer = self._button(tr("Answer"), "approve", self.answer_pressed)
        self.submit = self._button(tr("Submit"), "approve", self.submit_pressed)
        self.close_question = self._button(tr("Changed since asked: close"), "", self.close_pressed)
        self.approve = self._button(tr("Approve"), "approve", self.approve_pressed)
        # A return or a space that was meant for something else must never approve: these take no focus at all; `a`
        # presses, and `q` where the question can only be closed.
        for button in (self.approve, self.close_question, self.answer):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.submit.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons = FlowLayout()
        for button in (self.decline, self.stop, self.take_back):
            buttons.addWidget(button)
        buttons.push(
            self.copy,
            self.terminal,
            self.resume,
            self.edit,
            self.close_question,
            self.skip,
            self.answer,
            self.approve,
            self.submit,
        )
        layout.addLayout(buttons)
        layout.addStretch(1)
        self._set_air()

    def be_low(self, on: bool) -> None:
        """In a low window the card needs the room: the track then stands where the note was, once that is gone."""
        if on != self._low:
            self._low = on
            self._set_air()
            self._place_track()
            self._keep_places(self._kept)

    def _set_air(self) -> None:
        layout = self.layout()
        assert layout is not None
        if self._low:
            layout.setContentsMargins(20, 8, 20, 8)
            layout.setSpacing(5)
        else:
            layout.setContentsMargins(20, 12, 20, 14)
            layout.setSpacing(8)

    def show_question(self, view: RequestView | None) -> None:
        """Keep the places of a question, and show the track of its answer where it has one or may get one."""
        self._keep_places(view is not None)
        answer = newest_answer(view) if view is not None else None
        self._tracked = view is not None and (answer is not None or can_decide(view))
        self._place_track()
        if view is not None:
            self.track.show_answer(answer)

    def _place_track(self) -> None:
        self.track.setVisible(self._tracked and not (self._low and not self.note.isHidden()))

    def _keep_places(self, on: bool) -> None:
        """Full height from the start, so that nothing moves when the buttons of a question give way to a sentence."""
        self._kept = on
        self.setMinimumHeight(self._full_height() if on else 0)

    def _full_height(self) -> int:
        parts: list[QWidget] = [self.note, self.approve]
        if not self._low:
            parts.append(self.track)
        margins = self.contentsMargins()
        inner = self.layout()
        spacing = inner.spacing() if inner is not None else 8
        around = inner.contentsMargins() if inner is not None else margins
        # The reason wraps, and where the card is narrow most of them are two lines.
        reason = max(self.to_end.sizeHint().height(), 2 * self.reason.fontMetrics().lineSpacing())
        heights = sum(part.sizeHint().height() for part in parts) + reason
        return heights + spacing * (len(parts) + 1) + around.top() + around.bottom()

    def _button(self, text: str, kind: str, signal: SignalInstance) -> PlainButton:
        button = PlainButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if kind:
            button.setProperty("kind", kind)
        button.clicked.connect(lambda: signal.emit())
        return button

    def show_told(self, told: Told | None) -> None:
        """What came of the last act on this session."""
        if told is not None:
            repolish(self.told, "note" if told.kind == "note" else f"note-{told.kind}")
        self.told.say(told.text if told is not None else "")

    def show_note(self, text: str) -> None:
        """The note of the request in view."""
        if self.note.text() != text:
            self.note.setText(text)

    def show_buttons(
        self,
        acts: Collection[Act],
        *,
        submit: str = "",
        take_back: bool = False,
        resume: bool = False,
        elsewhere: bool = False,
        missing: bool = False,
    ) -> None:
        """Which buttons there are: `acts` is what can be done with the question in view, nothing where it takes no
        answer. `elsewhere`: its own program goes on with the session; `missing`: its folder is gone."""
        self.copy.setVisible(elsewhere)
        self.terminal.setVisible(elsewhere)
        self.terminal.setEnabled(not missing)
        for widget, act in (
            *((one, Act.DECLINE) for one in (self.decline, self.stop, self.note)),
            (self.edit, Act.EDIT),
            (self.close_question, Act.CLOSE),
            (self.skip, Act.SKIP),
            (self.answer, Act.ANSWER),
            (self.approve, Act.APPROVE),
        ):
            widget.setVisible(act in acts)
        self.submit.setVisible(bool(submit))
        self.submit.setText(submit)
        self.take_back.setVisible(take_back)
        self.resume.setVisible(resume)
        self._place_track()

    def settle(self, *, busy: bool) -> None:
        """Whether an act is on its way: until it ends nothing else begins."""
        acts = (self.decline, self.stop, self.skip, self.answer, self.close_question, self.take_back, self.resume)
        for button in acts:
            button.setEnabled(not busy)

    def show_reason(self, text: str, *, to_end: bool = False) -> None:
        """Why something cannot be pressed, or what pressing does."""
        self.reason.setText(text)
        self.reason.setVisible(bool(text))
        self.to_end.setVisible(to_end)
