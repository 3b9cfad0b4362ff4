"""What the person edits: opens the editor of the call in view, keeps what is typed, sends it once.

`Edits` lives on the GUI thread. What was typed for one request is never carried over to another.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from pausedesk.core.errors import UsageError
from pausedesk.core.model.wording import worded
from pausedesk.gui.card.acts import Acts
from pausedesk.gui.card.call_view import CallView
from pausedesk.gui.card.card_body import CardBody
from pausedesk.gui.language import said_error

EDITING = worded("Send your arguments or leave them: until then nothing of this call is approved.")
CHECKING = worded(
    "The tool checks your arguments; nothing of the call runs. That loads its agent, which may take a while."
)
TOO_LATE = worded("This question cannot be edited any more: what you typed was not used.")


class Edits(QObject):
    """`current` gives the session and the view of the call in view, where it takes an answer now; `focus` puts the
    focus where nothing is typed."""

    moved = Signal()

    def __init__(
        self,
        acts: Acts,
        body: CardBody,
        current: Callable[[], tuple[str, CallView] | None],
        focus: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._acts = acts
        self._body = body
        self._current = current
        self._focus = focus
        self._kept: dict[str, str] = {}
        body.edit_typed.connect(self._on_typed)
        body.edit_sent.connect(self.send)

    def any_open(self) -> bool:
        """Whether any call of the card is being edited."""
        return any(call.editor is not None for call in self._body.calls.values())

    def typed(self) -> frozenset[str]:
        """The requests for which arguments were typed and not sent."""
        return frozenset(request for request, text in self._kept.items() if text)

    def begin(self) -> None:
        """Edit the arguments of the call in view."""
        found = self._current()
        if found is None or self._acts.busy(found[0]):
            return
        _, call = found
        request = call.request.view.request
        editor = call.open_editor(self._kept.get(request, ""))
        self.moved.emit()
        editor.focus_first()

    def send(self) -> bool:
        """Send what was typed in the call in view. False where none is edited."""
        found = self._current()
        if found is None or found[1].editor is None:
            return False
        session, call = found
        editor = call.editor
        assert editor is not None
        view = call.request.view
        try:
            arguments = editor.arguments()
        except UsageError as error:
            editor.fault.say(said_error(error))
            return True
        editor.fault.say("")
        self._acts.edit(session, view.request, arguments, view.digest)
        return True

    def renew(self, session: str, open_requests: list[str]) -> None:
        """The card was read again, or an act of it moved."""
        busy = self._acts.busy(session)
        for request, call in self._body.calls.items():
            if request in open_requests and self._kept.get(request):
                call.open_editor(self._kept[request])
            if call.editor is not None:
                open_ = request in open_requests
                call.editor.settle(busy=busy, open_=open_)
                if not open_ and not busy:
                    call.editor.fault.say(TOO_LATE)

    def reason(self, session: str, call: CallView | None) -> str:
        """What stands by the buttons while the call is edited; "" while it is not."""
        if call is None or call.editor is None:
            return ""
        return CHECKING if self._acts.busy(session) else EDITING

    def _on_typed(self) -> None:
        for request, call in self._body.calls.items():
            if call.editor is not None:
                self._kept[request] = call.editor.kept()
            else:
                self._kept.pop(request, None)
        if not self.any_open():
            self._focus()
