"""What a person chose for the calls of one turn, before they submit it. Qt-free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pausedesk.core.model.views import RequestView
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.gui.language import tr


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for one call of several, before the submit."""

    decision: str
    stop: bool = False
    value: str | None = None  # the answer to a plain question, as JSON

    @property
    def word(self) -> str:
        if self.stop:
            return tr("decline, stop")
        words = {"approve": tr("approve"), "answer": tr("answer"), "skip": tr("skip")}
        return words.get(self.decision, tr("decline"))

    @property
    def sign(self) -> str:
        return {"approve": "✓", "answer": "✓", "skip": "·"}.get(self.decision, "✕")

    @property
    def draft(self) -> str:
        """The form in which the choice is kept over a restart."""
        # An answer is chosen anew, once its form is filled again.
        return "stop" if self.stop else "" if self.decision == "answer" else self.decision

    @classmethod
    def of_draft(cls, draft: str) -> Choice | None:
        if draft == "stop":
            return cls("decline", stop=True)
        return cls(draft) if draft in ("approve", "decline", "skip") else None


def drop_overtaken(choices: dict[str, Choice], requests: Iterable[RequestView]) -> None:
    """Take back what can be chosen no more: an approval of a call that changed since it was asked."""
    for view in requests:
        choice = choices.get(view.request)
        if choice is not None and choice.decision == "approve" and Act.APPROVE not in acts_of(view):
            del choices[view.request]
