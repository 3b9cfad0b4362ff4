"""The strip below the list while several sessions are selected: asks with the count, hands over, lists the refused.

`BatchStrip` lives on the GUI thread. Each answer is handed over by itself, as from its card, and has its own track
there; one that is refused keeps no other from being handed over.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.answered_pause import AnswerKind
from pausedesk.core.rules.batches import MOST_SESSIONS
from pausedesk.gui.batch.reading import Batch, Taken, read_batch
from pausedesk.gui.card.acts import Acts, Grace
from pausedesk.gui.card.card_panel import CardPanel
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.context import Context
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import joined, said_error, tr, tr_many
from pausedesk.gui.plain import EntryLine, PlainButton, PlainLabel, named

TOO_SOON = worded("That was within a moment of the question appearing, so nothing was handed over. Press again.")
ONE_BY_ONE = worded("Decline and stop is for one session at a time: select that one alone.")


class BatchStrip(QFrame):
    """`begun` is emitted when answers are handed over: what was selected is selected no more."""

    begun = Signal()
    closed = Signal()

    def __init__(self, context: Context, card: CardPanel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "line")
        named(self, tr("Selected sessions"))
        self._bridge = context.bridge
        self._card = card
        self._acts: Acts = card.acts
        self._grace = Grace(context.clock)
        self._picked: tuple[str, ...] = ()
        self._asked: Batch | None = None
        self._question = 0
        self._left: dict[str, deque[Taken]] = {}
        self._under_way: dict[str, Taken] = {}
        self._handed = 0
        self._refused: list[str] = []

        self.label = PlainLabel(wrap=True)
        self.lines = TextBox(max_lines=8, factor=0.92)
        named(self.lines, tr("Selected calls"))
        self.note = EntryLine(tr("Note to each agent"), tr("Note: each agent reads it as your words"), 2000)
        self.approve = PlainButton(tr("Approve …"), name=tr("Approve what is selected"))
        self.decline = PlainButton(tr("Decline …"), name=tr("Decline what is selected"))
        self.no = PlainButton(tr("Cancel"))
        self.yes = PlainButton()
        # As on the card: a space or a return that was meant for something else must never hand answers over.
        self.yes.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.done = PlainButton(tr("Close"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        for part in (self.label, self.lines, self.note):
            layout.addWidget(part)
        buttons = FlowLayout()
        presses: tuple[tuple[PlainButton, Callable[[], object]], ...] = (
            (self.approve, lambda: self.ask(AnswerKind.APPROVE)),
            (self.decline, lambda: self.ask(AnswerKind.DECLINE)),
            (self.no, self.leave),
            (self.done, self.leave),
            (self.yes, self.confirm),
        )
        for button, act in presses:
            button.clicked.connect(act)
            buttons.addWidget(button)
        layout.addLayout(buttons)
        self._acts.moved.connect(self._on_moved)
        self._show()

    @property
    def several(self) -> bool:
        """Whether more than one session is selected, so that the keys of answers are for all of them."""
        return len(self._picked) > 1

    @property
    def asking(self) -> bool:
        """Whether the question stands that `confirm` answers."""
        return self._asked is not None

    def show_picked(self, sessions: tuple[str, ...]) -> None:
        """Other sessions are selected; a question about the former ones stands no more."""
        self._picked = sessions
        self._drop_question()
        if self.several and not self._busy():
            self._handed, self._refused = 0, []
        self._show()

    def ask(self, decision: AnswerKind, *, stop: bool = False) -> None:
        """Read what is selected and ask, with the count, whether to hand it over."""
        if not self.several or self._busy():
            return
        if stop:
            self.label.setText(ONE_BY_ONE)
            return
        self._drop_question()
        mine, sessions = self._question, self._picked
        seen, edited = self._card.seen.so_far(), self._card.edits.typed()

        def arrived(batch: Batch) -> None:
            if mine == self._question:
                self._asked = batch
                self._grace.begin()
                self._show()
                (self.no if decision is AnswerKind.APPROVE or not batch.taken else self.note).setFocus(
                    Qt.FocusReason.ShortcutFocusReason
                )

        self._bridge.read(
            lambda reader: read_batch(reader, sessions, decision, seen, edited), arrived, self._on_failed, owner=self
        )

    def confirm(self) -> None:
        """Hand over what was asked about, each answer by itself."""
        batch = self._asked
        if batch is None or not batch.taken or self._busy():
            return
        if not self._grace.over():
            self.label.setText(TOO_SOON)
            return
        note = self.note.text().strip() if batch.decision is AnswerKind.DECLINE else ""
        left: defaultdict[str, deque[Taken]] = defaultdict(deque)
        for one in batch.taken:
            answer = replace(one.answer, note=note) if note else one.answer
            left[one.session].append(replace(one, answer=answer))
        self._left = dict(left)
        self._handed, self._refused = 0, []
        self._asked = None
        self.note.clear()
        for session in list(self._left):
            self._next(session)
        self._show()
        self.begun.emit()

    def leave(self) -> bool:
        """Take the question or the outcome away; whether there was either."""
        there = self.asking or bool(self._refused or self._handed)
        self._drop_question()
        if not self._busy():
            self._handed, self._refused = 0, []
        self._show()
        if there:
            self.closed.emit()
        return there

    def _next(self, session: str) -> None:
        """Hand over the session's next answer; of one session the next follows once the store took the one before."""
        waiting = self._left.get(session)
        if not waiting:
            self._left.pop(session, None)
            return
        one = waiting.popleft()
        self._under_way[session] = one
        if not self._acts.submit(session, one.version, [one.answer]):
            del self._under_way[session]
            self._refused.append(joined(" — ", [one.line, tr("another act on this session is on its way")]))
            self._next(session)

    def _on_moved(self, session: str) -> None:
        one = self._under_way.get(session)
        if one is None or self._acts.busy(session):
            return
        del self._under_way[session]
        told = self._acts.told(session)
        if told is not None and told.kind == "danger":
            self._refused.append(joined(" — ", [one.line, told.text]))
        else:
            self._handed += 1
        self._next(session)
        self._show()

    def _busy(self) -> bool:
        return bool(self._left)

    def _on_failed(self, error: BaseException) -> None:
        self.label.setText(said_error(error))

    def _drop_question(self) -> None:
        self._question += 1
        self._asked = None
        self.note.clear()

    def _show(self) -> None:
        batch, busy = self._asked, self._busy()
        over = not busy and bool(self._handed or self._refused)
        if batch is not None:
            self.label.setText(batch.question)
            self.lines.set_text(batch.lines)
            approves, number = batch.decision is AnswerKind.APPROVE, len(batch.taken)
            self.yes.setText(
                tr("Approve {number}", number=number) if approves else tr("Decline {number}", number=number)
            )
        elif busy or over:
            self.label.setText(self._outcome(busy))
            self.lines.set_text(joined("\n", self._refused))
        else:
            said = [tr_many("{n:,} session selected.", "{n:,} sessions selected.", len(self._picked))]
            if len(self._picked) >= MOST_SESSIONS:
                said.append(tr("At most {most} are answered at once.", most=MOST_SESSIONS))
            self.label.setText(joined(" ", said))
        taking = batch is not None and bool(batch.taken)
        picking = batch is None and not busy and not over
        self.lines.setVisible(batch is not None or bool(self._refused))
        self.note.setVisible(taking and batch is not None and batch.decision is AnswerKind.DECLINE)
        self.yes.setVisible(taking)
        self.no.setVisible(batch is not None)
        self.approve.setVisible(picking)
        self.decline.setVisible(picking)
        self.done.setVisible(over and batch is None)
        self.setVisible(batch is not None or busy or over or self.several)

    def _outcome(self, busy: bool) -> str:
        left = len(self._under_way) + sum(map(len, self._left.values()))
        said = [tr_many("{n:,} answer handed over.", "{n:,} answers handed over.", self._handed)]
        if busy:
            said.append(tr("{number} on the way …", number=left))
        elif self._refused:
            said.append(tr("{number} refused:", number=len(self._refused)))
        return joined(" ", said)
