"""The answer to a plain question in a form that its author's schema makes: a place for each field. Only holds what is
typed.

What stands in it is checked by the same rules as when it is stored (`rules.typed_answers`), and each fault is said
beside its field; nothing is handed over by that.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.model.wording import Worded, worded
from pausedesk.core.rules.answer_forms import AnswerField, FieldKind, any_answer, choice_text, form_of, wanted
from pausedesk.core.rules.edit_fields import edit_field
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.rules.typed_answers import AnswerFault, Path, answer_faults
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import said, tr, tr_many
from pausedesk.gui.plain import Note, PlainButton, PlainEditor, PlainLabel, named

LONG_LABEL = 120
LONG_CHOICE = 60
MOST_ITEMS = 100


class Nothing(Enum):
    """What stands in a place that is left empty, or in which nothing could be read."""

    NOTHING = "nothing"


NOTHING = Nothing.NOTHING
FILL_IN = worded("This has to be filled in.")


class AnswerPlace(QWidget):
    """One place of the form, with what is inside it: its label, what is wanted, a control, and what is wrong there."""

    typed = Signal()

    def __init__(self, field: AnswerField, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.path = path
        self.editor: PlainEditor | None = None
        self.choices: list[tuple[PlainButton, JsonValue]] = []
        self.inside: list[AnswerPlace] = []
        self.fault = PlainLabel(kind="danger", wrap=True)
        self.fault.hide()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 2, 0, 4)
        self._layout.setSpacing(3)
        self._add_head()
        self._items = QVBoxLayout()
        self._items.setContentsMargins(16 if path or field.kind is FieldKind.LIST else 0, 0, 0, 0)
        self.add = _button(tr("Add an item"))
        match field.kind:
            case FieldKind.BOOLEAN:
                self._add_choices([(tr("Yes"), True), (tr("No"), False)])
            case FieldKind.CHOICE:
                self._add_choices([(safe_line(choice_text(one), LONG_CHOICE), one) for one in field.choices])
            case FieldKind.OBJECT if field.fields:
                for one in field.fields:
                    self._put(AnswerPlace(one, (*path, one.name), self))
            case FieldKind.LIST if field.item is not None:
                self.add.clicked.connect(lambda: self._on_add())
            case _:
                self._add_editor()
        self._layout.addLayout(self._items)
        self._layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.add.setVisible(field.kind is FieldKind.LIST)  # now that it is part of this: else it is a window
        self._layout.addWidget(self.fault)
        if field.has_default and field.default is not None:
            self.put(field.default)

    @property
    def label(self) -> str:
        """What a person calls this place."""
        if not self.path:
            return tr("Your answer")
        if self.field.label:
            return safe_line(self.field.label, LONG_LABEL)
        last = self.path[-1]
        return tr("Item {n}", n=last + 1) if isinstance(last, int) else safe_line(last, LONG_LABEL)

    # -- what stands in it ---------------------------------------------------------------------------------------------

    def value(self, unread: list[AnswerFault]) -> JsonValue | Nothing:
        """The JSON value that stands here; to `unread` comes what is typed and cannot be read."""
        match self.field.kind:
            case FieldKind.BOOLEAN | FieldKind.CHOICE:
                return next((value for button, value in self.choices if button.isChecked()), NOTHING)
            case FieldKind.OBJECT if self.field.fields:
                found = {one.field.name: one.value(unread) for one in self.inside}
                given = {name: value for name, value in found.items() if value is not NOTHING}
                empty = (one.field for one in self.inside if one.field.required and one.field.nullable)
                given.update({field.name: None for field in empty if field.name not in given})
                return cast("JsonValue", given) if given or self.field.required else NOTHING
            case FieldKind.LIST if self.field.item is not None:
                items = [one.given(unread) for one in self.inside]
                return items if items or self.field.required else NOTHING
            case _:
                return self._read(unread)

    def given(self, unread: list[AnswerFault]) -> JsonValue:
        """As `value`; null where nothing stands here, which is a fault where null is no answer."""
        before = len(unread)
        value = self.value(unread)
        if isinstance(value, Nothing):
            if not self.field.nullable and len(unread) == before:
                unread.append(AnswerFault(self.path, FILL_IN))
            return None
        return value

    def _read(self, unread: list[AnswerFault]) -> JsonValue | Nothing:
        text = self.editor.toPlainText() if self.editor is not None else ""
        if self.field.kind is FieldKind.TEXT:
            left_out = not text and (not self.field.required or self.field.nullable)
            return NOTHING if left_out else text
        if not text.strip():
            return NOTHING
        try:
            return parse_strict(text)
        except CanonicalError as error:
            number = self.field.kind in (FieldKind.NUMBER, FieldKind.INTEGER)
            why = worded("This has to be a number.") if number else worded("No JSON value: {why}", why=str(error))
            unread.append(AnswerFault(self.path, why))
            return NOTHING

    def kept(self) -> Any:
        """What was typed and chosen here, to be put back by `take`; None where nothing was."""
        if self.editor is not None:
            return self.editor.toPlainText() or None
        if self.choices:
            return next((place for place, (button, _) in enumerate(self.choices) if button.isChecked()), None)
        if self.field.kind is FieldKind.LIST:
            return [one.kept() for one in self.inside] or None
        found = {one.field.name: kept for one in self.inside if (kept := one.kept()) is not None}
        return found or None

    def take(self, kept: Any) -> None:
        """Put back what `kept` gave."""
        if self.editor is not None and isinstance(kept, str):
            self.editor.setPlainText(kept)
        elif self.choices and isinstance(kept, int) and 0 <= kept < len(self.choices):
            self._choose(self.choices[kept][0])
        elif self.field.kind is FieldKind.LIST and isinstance(kept, list):
            for one in kept[:MOST_ITEMS]:
                self._new_item().take(one)
        elif isinstance(kept, dict):
            for one in self.inside:
                one.take(kept.get(one.field.name))

    def put(self, value: JsonValue) -> None:
        """Put a JSON value here, as far as the form has a place for it."""
        if self.editor is not None:
            field = edit_field("", value)
            # A text in which something hides would not be in an editor what it is.
            if field.is_text == (self.field.kind is FieldKind.TEXT):
                self.editor.setPlainText(field.text)
        for button, choice in self.choices:
            if canonical_bytes(choice) == canonical_bytes(value):
                self._choose(button)
        if self.field.kind is FieldKind.LIST and isinstance(value, list):
            for one in value[:MOST_ITEMS]:
                self._new_item().put(one)
        if self.field.kind is FieldKind.OBJECT and isinstance(value, dict):
            for place in self.inside:
                if place.field.name in value:
                    place.put(value[place.field.name])

    def show_faults(self, faults: list[AnswerFault]) -> None:
        """Say what is wrong here and inside."""
        mine = [fault for fault in faults if fault.path == self.path]
        # What has no place in the form is said at the nearest one that has.
        held = [one.path for one in self.inside]
        mine += [
            fault
            for fault in faults
            if len(fault.path) > len(self.path)
            and fault.path[: len(self.path)] == self.path
            and fault.path[: len(self.path) + 1] not in held
        ]
        self.fault.setText(safe_line(" ".join(said(fault.sentence) for fault in mine), 600))
        self.fault.setVisible(bool(mine))
        for one in self.inside:
            one.show_faults(faults)

    def controls(self) -> list[QWidget]:
        """What can take the focus, in order."""
        mine: list[QWidget] = [self.editor] if self.editor is not None else [button for button, _ in self.choices]
        inside = [control for one in self.inside for control in one.controls()]
        return [*mine, *inside, *([self.add] if self.field.kind is FieldKind.LIST and self.editor is None else [])]

    def faulty(self) -> list[AnswerPlace]:
        """The places that say what is wrong, in order."""
        return [*([self] if self.fault.text() else []), *(place for one in self.inside for place in one.faulty())]

    def settle(self, *, on: bool) -> None:
        """Whether anything can be typed here now."""
        if self.editor is not None:
            self.editor.setReadOnly(not on)
        for button, _ in self.choices:
            button.setEnabled(on)
        self.add.setEnabled(on and len(self.inside) < MOST_ITEMS)
        for one in self.inside:
            one.settle(on=on)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _add_head(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(PlainLabel(self.label, factor=0.95))
        what = "" if self.field.kind is FieldKind.OBJECT and self.field.fields else said(wanted(self.field))
        head.addWidget(PlainLabel(safe_line(what, 400), kind="quiet", factor=0.88, wrap=True), 1)
        self.remove = _button(tr("Remove"))
        self.remove.hide()
        head.addWidget(self.remove)
        self._layout.addLayout(head)
        if self.field.description:
            text = safe_line(self.field.description, 1000)
            self._layout.addWidget(PlainLabel(text, kind="quiet", factor=0.88, wrap=True))

    def _add_editor(self) -> None:
        text = self.field.kind is FieldKind.TEXT
        self.editor = PlainEditor(fixed=not text)
        named(self.editor, self.label, said(wanted(self.field)))
        self.editor.textChanged.connect(self.typed)
        self._layout.addWidget(self.editor)

    def _add_choices(self, choices: list[tuple[str, JsonValue]]) -> None:
        flow = FlowLayout(spacing=6)
        for text, value in choices:
            button = PlainButton(text, kind="step")
            named(button, tr("{field}: {choice}", field=self.label, choice=text))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _on=False, button=button: self._on_chosen(button))
            flow.addWidget(button)
            self.choices.append((button, value))
        self._layout.addLayout(flow)

    def _on_chosen(self, button: PlainButton) -> None:
        # A second press on what is chosen takes it back.
        if button.isChecked():
            self._choose(button)
        self.typed.emit()

    def _choose(self, button: PlainButton) -> None:
        for one, _ in self.choices:
            one.setChecked(one is button)

    def _on_add(self) -> None:
        first = self._new_item().controls()
        if first:
            first[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self.typed.emit()

    def _new_item(self) -> AnswerPlace:
        assert self.field.item is not None
        item = AnswerPlace(self.field.item, (*self.path, len(self.inside)), self)
        item.remove.setVisible(True)
        item.remove.clicked.connect(lambda: self._drop(item))
        self._put(item)
        return item

    def _put(self, place: AnswerPlace) -> None:
        place.typed.connect(self.typed)
        self.inside.append(place)
        self._items.addWidget(place)
        place.show()  # a layout shows what is put into it only later, and what is hidden takes no focus

    def _drop(self, gone: AnswerPlace) -> None:
        # Each item's number is a part of its name, so the rest is made anew.
        left = [one.kept() for one in self.inside if one is not gone]
        for one in self.inside:
            self._items.removeWidget(one)
            one.hide()
            one.deleteLater()
        self.inside = []
        self.take(left)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.typed.emit()


class AnswerForm(QWidget):
    """Built for one request; `draft` is what `kept` gave before."""

    typed = Signal()

    def __init__(self, schema: str, draft: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        try:
            self.form = form_of(schema)
        except UsageError:
            self.form = any_answer()  # it is taken, or refused, where it is stored
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 4)
        layout.setSpacing(6)
        self.root = AnswerPlace(self.form, ())
        self.root.typed.connect(self._on_typed)
        layout.addWidget(self.root)
        self.fault = Note("note-danger")
        layout.addWidget(self.fault)
        if draft:
            self.root.take(json.loads(draft))

    def answer(self) -> str | None:
        """The answer as JSON; None where something is wrong with it, which is said beside its field."""
        unread: list[AnswerFault] = []
        value = self.root.given(unread)
        read = {fault.path for fault in unread}
        faults = [*unread, *(fault for fault in answer_faults(self.form, value) if fault.path not in read)]
        self.root.show_faults(faults)
        self.fault.say(_amiss(len(faults)) if faults and self.form.fields else "")
        if not faults:
            return canonical_bytes(value).decode()
        wrong = [control for place in self.root.faulty() for control in place.controls()]
        if wrong:
            wrong[0].setFocus(Qt.FocusReason.OtherFocusReason)
        return None

    def kept(self) -> str:
        """What was typed and chosen, to be taken up again; "" where nothing was."""
        kept = self.root.kept()
        return "" if kept is None else json.dumps(kept)

    def settle(self, *, busy: bool, open_: bool) -> None:
        """Whether anything can be typed now."""
        self.root.settle(on=open_ and not busy)

    def focus_first(self) -> None:
        """Begin to type."""
        controls = self.root.controls()
        if controls:
            controls[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_typed(self) -> None:
        self.fault.say("")
        self.root.show_faults([])
        self.typed.emit()


def _amiss(count: int) -> Worded:
    return tr_many("1 field needs something else.", "{n} fields need something else.", count)


def _button(text: str) -> PlainButton:
    button = PlainButton(text, kind="quiet")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
