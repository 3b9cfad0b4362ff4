"""The way of one answer, as the store tells it: handed over, taken up, decision spent, running, result stored."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from pausedesk.core.model.kept_words import as_kept
from pausedesk.core.model.views import AnswerView, TrackStep
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import joined, tr
from pausedesk.gui.plain import Note, PlainLabel, named, repolish
from pausedesk.gui.shapes import ShapeMark
from pausedesk.gui.words import Shape, clock

STEPS = ("handed_over", "taken_up", "spent", "running", "stored")
STEP_WORDS = {
    "handed_over": worded("handed over"),
    "taken_up": worded("taken up"),
    "spent": worded("decision spent"),
    "running": worded("running"),
    "stored": worded("result stored"),
}
END_WORDS = {
    "marked": worded("Marked: the call may have run."),
    "closed": worded("Closed: this question can no longer be answered."),
    "kept": worded("Kept: the question waits as before."),
    "withdrawn": worded("Taken back before it was taken up."),
    "refused": worded("Refused."),
}
_BAD = frozenset({"marked", "closed", "refused"})


class _Step(QWidget):
    """One step: its shape, its word, its time."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(5)
        layout.setVerticalSpacing(0)
        self.mark = ShapeMark(Shape.RING, "idle", 12)
        self.word = PlainLabel(STEP_WORDS[name], kind="quiet", factor=0.9)
        self.time = PlainLabel(" ", kind="quiet", factor=0.82)
        layout.addWidget(self.mark, 0, 0)
        layout.addWidget(self.word, 0, 1)
        layout.addWidget(self.time, 1, 1)

    def show_step(self, step: TrackStep | None, now: int, newest: bool, word: str) -> None:
        reached = step is not None and step.reached
        at = clock(step.at, now) if step is not None and reached else ""
        self.word.setText(word)
        self.time.setText(at or " ")
        repolish(self.word, ("accent" if newest and self.name != "stored" else "good") if reached else "quiet")
        if reached:
            going = newest and self.name != "stored"
            self.mark.show_mark(Shape.HALF if going else Shape.CHECK, "waiting" if going else "good")
        else:
            self.mark.show_mark(Shape.RING, "idle")
        reach = tr("reached {at}", at=at) if reached else tr("not yet")
        named(self, joined(": ", [word, reach]))


class TrackView(QWidget):
    """Its place is kept before anything is answered; then it shows the newest answer to the request."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, tr("The answer's track"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        line = FlowLayout(spacing=8)
        self._reached: list[str] = []
        self._steps = {name: _Step(name) for name in STEPS}
        for step in self._steps.values():
            line.addWidget(step)
        layout.addLayout(line)
        self.end = Note("note")
        layout.addWidget(self.end)

    def reached(self) -> list[str]:
        """The names of the steps reached, as shown."""
        return list(self._reached)

    def show_answer(self, answer: AnswerView | None) -> None:
        """Show the way of `answer`, or the empty track."""
        now = int(time.time() * 1000)
        steps = {step.name: step for step in answer.track} if answer is not None else {}
        self._reached = [name for name in STEPS if name in steps and steps[name].reached]
        newest = self._reached[-1] if self._reached else None
        # What is said in place of a call runs nothing.
        declined = answer is not None and answer.decision != "approve"
        for name, view in self._steps.items():
            word = STEP_WORDS[name]
            if declined and name == "stored":
                word = tr("run stopped") if answer is not None and answer.stop else tr("agent told")
            # That step is not shown as one that is missing.
            view.setVisible(not (declined and name == "running"))
            view.show_step(steps.get(name), now, name == newest, word)
        ended = next((steps[name] for name in END_WORDS if name in steps and steps[name].reached), None)
        self._say(answer, ended, steps)

    def _say(self, answer: AnswerView | None, ended: TrackStep | None, steps: dict[str, TrackStep]) -> None:
        if ended is not None:
            repolish(self.end, "note-danger" if ended.name in _BAD else "note")
            self.end.say(safe_line(ended.text, 500) or END_WORDS[ended.name])
            return
        repolish(self.end, "note")
        parts: list[str] = []
        if answer is not None and answer.last_error:
            why = safe_line(as_kept(answer.last_error), 500)
            if answer.attempts > 1:
                parts.append(tr("Last error after {attempts} attempts — {why}", attempts=answer.attempts, why=why))
            else:
                parts.append(tr("Last error — {why}", why=why))
        stored = steps.get("stored")
        if stored is not None and stored.reached and stored.text:
            parts.append(safe_line(stored.text, 500))
        self.end.say(joined("\n", parts))
