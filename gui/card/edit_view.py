"""The arguments of a call in an editor: a field for each, or all of them as JSON. Only holds what is typed.

The tool's own schema decides what is taken, once the person sends it (`Acts.edit`); nothing is approved by that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.errors import UsageError
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.edit_fields import EditField, edit_field, edited_arguments, refilled, whole_text
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.prepared import PreparedRequest
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.language import joined, said_error, tr
from pausedesk.gui.plain import Note, PlainButton, PlainEditor, PlainLabel, named

HEAD = worded("Your arguments in the place of the model's. The tool is the same; it checks them, and nothing runs yet.")
MASKED = worded("masked; show the secrets to change it")
TOO_LONG = worded("too long for a field; it stays as it is (pausedesk answer --edit takes a file)")
SENT = worded("Ask anew with these arguments")
JSON_ON, JSON_OFF = worded("Edit as JSON"), worded("Edit in fields")


class _FieldRow(QWidget):
    """One argument: its name, what it holds, how that is read."""

    typed = Signal()

    def __init__(self, field: EditField, masked: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        name = safe_line(field.name, 80)
        how: list[str] = [] if field.is_text else ["JSON"]
        if field.filled_in:
            how.append(tr("filled in by the tool"))
        self.editor: PlainEditor | None = None
        if masked is not None:
            how = [MASKED]
        elif field.too_long:
            how = [TOO_LONG]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 4)
        layout.setSpacing(3)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(PlainLabel(name, kind="quiet", fixed=True, factor=0.95))
        head.addWidget(PlainLabel(joined(" · ", how), kind="quiet", factor=0.88))
        head.addStretch(1)
        layout.addLayout(head)
        if masked is not None:
            box = TextBox(masked, max_lines=3, fixed=True)
            named(box, tr("{name}, masked", name=name))
            layout.addWidget(box)
        elif not field.too_long:
            self.editor = PlainEditor(field.text, fixed=not field.is_text)
            kind = tr("a text") if field.is_text else tr("a JSON value")
            named(self.editor, tr("{name}, to be edited", name=name), kind)
            self.editor.textChanged.connect(self.typed)
            layout.addWidget(self.editor)

    def text(self) -> str | None:
        """What stands in the field; None where it cannot be changed here."""
        return None if self.editor is None else self.editor.toPlainText()


class EditView(QWidget):
    """Built for one request; `draft` is what `kept` gave before."""

    send_pressed = Signal()
    left = Signal()
    typed = Signal()

    def __init__(
        self, request: PreparedRequest, *, revealed: bool, draft: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._request = request
        self._revealed = revealed
        self._masked = {
            view.name: one.value.text
            for view, one in zip(request.view.arguments, request.arguments, strict=True)
            if one.value.hides
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(6)
        layout.addWidget(PlainLabel(HEAD, kind="quiet", wrap=True))
        self._place = QVBoxLayout()
        layout.addLayout(self._place)
        self.fault = Note("note-danger")
        layout.addWidget(self.fault)
        self.rows: list[_FieldRow] = []
        self.whole: PlainEditor | None = None
        self.as_json = _button(JSON_ON, kind="quiet")
        self.leave = _button(tr("Leave as it was"), kind="quiet")
        self.send = _button(SENT)
        self.as_json.clicked.connect(self._on_json)
        self.leave.clicked.connect(self.left)
        self.send.clicked.connect(self.send_pressed)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.as_json)
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.send)
        layout.addLayout(buttons)
        self._show_fields(self._asked_fields())
        self._take_over(draft)

    def arguments(self) -> str:
        """What was typed as one JSON text. Raises UsageError `edit-refused` where a field holds no JSON."""
        if self.whole is not None:
            return self.whole.toPlainText()
        return edited_arguments([(row.field, row.text()) for row in self.rows])

    def kept(self) -> str:
        """What was typed, to be taken up again; "" where nothing was."""
        if self.whole is not None:
            return json.dumps({"whole": self.whole.toPlainText()})
        texts = {row.field.name: text for row in self.rows if (text := row.text()) not in (None, row.field.text)}
        return json.dumps({"fields": texts}) if texts else ""

    def reveal(self, on: bool) -> None:
        """The secrets are shown now, or masked again: what is masked cannot be changed."""
        if on == self._revealed:
            return
        kept = "" if self.whole is not None and not on else self.kept()
        self._revealed = on
        self._show_fields([row.field for row in self.rows] or self._asked_fields())
        self._take_over(kept)

    def settle(self, *, busy: bool, open_: bool) -> None:
        """Whether anything can be typed and sent now."""
        self._typing(on=open_ and not busy)
        self.send.setEnabled(open_ and not busy)
        self.leave.setEnabled(not busy)
        self.as_json.setEnabled(open_ and not busy and (self._revealed or not self._masked))

    def focus_first(self) -> None:
        """Begin to type."""
        editors = [self.whole] if self.whole is not None else [row.editor for row in self.rows]
        first = next((one for one in editors if one is not None), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _typing(self, *, on: bool) -> None:
        for editor in [self.whole, *(row.editor for row in self.rows)]:
            if editor is not None:
                editor.setReadOnly(not on)

    def _asked_fields(self) -> list[EditField]:
        return [edit_field(one.name, one.value, filled_in=one.filled_in) for one in self._request.view.arguments]

    def _on_json(self) -> None:
        try:
            if self.whole is None:
                self._show_whole(whole_text(self.arguments()))
            else:
                self._show_fields(refilled(self._asked_fields(), self.whole.toPlainText()))
        except UsageError as error:
            self.fault.say(said_error(error))
            return
        self.fault.say("")
        self.typed.emit()

    def _take_over(self, kept: str) -> None:
        if not kept:
            return
        draft = json.loads(kept)
        if "whole" in draft and (self._revealed or not self._masked):
            self._show_whole(str(draft["whole"]))
        texts = draft.get("fields", {})
        for row in self.rows:
            if row.editor is not None and row.field.name in texts:
                row.editor.setPlainText(str(texts[row.field.name]))

    def _show_whole(self, text: str) -> None:
        self._clear()
        self.whole = PlainEditor(text, max_lines=24, fixed=True)
        named(self.whole, tr("The arguments as JSON, to be edited"))
        self.whole.textChanged.connect(self.typed)
        self._place.addWidget(self.whole)
        self.as_json.setText(JSON_OFF)

    def _show_fields(self, fields: Sequence[EditField]) -> None:
        self._clear()
        for field in fields:
            row = _FieldRow(field, None if self._revealed else self._masked.get(field.name))
            row.typed.connect(self.typed)
            self.rows.append(row)
            self._place.addWidget(row)
        self.as_json.setText(JSON_ON)
        self.as_json.setEnabled(self._revealed or not self._masked)

    def _clear(self) -> None:
        gone: list[QWidget] = [*self.rows, *([self.whole] if self.whole is not None else [])]
        for widget in gone:
            self._place.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.rows = []
        self.whole = None


def _button(text: str, kind: str = "") -> PlainButton:
    button = PlainButton(text, kind=kind)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
