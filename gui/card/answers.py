"""What the person answers plain questions with: keeps what is typed in each form, and gives it once it can be taken.

`Answers` lives on the GUI thread. What was typed for one question is never carried over to another.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pausedesk.core.model.wording import worded
from pausedesk.gui.card.answer_form import AnswerForm
from pausedesk.gui.card.card_body import CardBody
from pausedesk.gui.language import said

OVERTAKEN = worded("This question takes no answer any more: what stands here was not used.")


class Answers(QObject):
    """`typed` is emitted with the request whose form was changed by the person."""

    typed = Signal(str)

    def __init__(self, body: CardBody, parent: QObject) -> None:
        super().__init__(parent)
        self._body = body
        self._kept: dict[str, str] = {}
        body.answer_typed.connect(self._on_typed)

    def form(self, request: str | None) -> AnswerForm | None:
        """The form of a request in view, where it has one."""
        call = self._body.calls.get(request or "")
        return call.form if call is not None else None

    def begin(self, request: str | None) -> bool:
        """Type an answer to the question. False where it has no form."""
        form = self.form(request)
        if form is not None:
            form.focus_first()
        return form is not None

    def answer(self, request: str) -> str | None:
        """The answer that stands in the form, as JSON; None where something is wrong with it, which the form says."""
        form = self.form(request)
        return form.answer() if form is not None else None

    def renew(self, open_requests: list[str], *, busy: bool) -> None:
        """The card was read again, or an act of it moved: what takes no answer any more keeps what was typed."""
        for request, call in self._body.calls.items():
            open_ = request in open_requests
            if open_ and call.form is None and call.request.view.answer_schema:
                call.open_form(self._kept.get(request, ""))
            form = call.form
            if form is not None:
                form.settle(busy=busy, open_=open_)
                if not open_ and not busy:
                    mine = self._kept.get(request)
                    form.fault.say(said(OVERTAKEN) if mine else "")

    def _on_typed(self, request: str) -> None:
        form = self.form(request)
        if form is not None:
            self._kept[request] = form.kept()
            self.typed.emit(request)
