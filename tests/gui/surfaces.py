"""Every place of the window where a text is shown, said or copied; a place that is not known here fails the test."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QStatusBar,
    QTabWidget,
    QTextEdit,
    QWidget,
)

import pausedesk.gui
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.inbox.shown_row import ShownRow
from pausedesk.gui.models.sessions_model import ROW_ROLE

Found = tuple[str, str]  # where, and the text that is there

# Classes of Qt that show no text of their own; everything else has its reader below.
WITHOUT_TEXT = {
    *("QWidget", "QFrame", "QScrollArea", "QSplitter", "QSplitterHandle", "QScrollBar", "QHeaderView", "QMainWindow"),
    *("QDialog", "QStackedWidget", "QTableCornerButton", "QRubberBand", "QSizeGrip", "QFocusFrame", "QTabBar"),
    *("QAbstractScrollArea", "QDialogButtonBox", "QSpinBox", "QMenuBar"),
}
ROLES = [Qt.ItemDataRole(value) for value in range(15)]
ROLES += [Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole]


def texts_of(root: QWidget, *, rows: bool = True) -> Iterator[Found]:
    """What every widget under `root`, shown or not, gives to the eye, to a screen reader or to a tooltip."""
    for widget in [root, *root.findChildren(QWidget)]:
        if not rows and isinstance(widget, QAbstractItemView):
            continue
        where = type(widget).__name__
        for name in ("toolTip", "statusTip", "whatsThis", "windowTitle", "accessibleName", "accessibleDescription"):
            yield f"{where}.{name}", getattr(widget, name)()
        yield from ((f"{where}.{name}", text) for name, text in _own_texts(widget))
        yield from ((f"{where} spoken", text) for text in _spoken(widget))


def _own_texts(widget: QWidget) -> Iterator[Found]:
    if isinstance(widget, QLabel):
        assert widget.textFormat() is Qt.TextFormat.PlainText, widget.text()
        assert not widget.openExternalLinks()
        yield "text", widget.text()
    elif isinstance(widget, QAbstractButton):
        yield "text", widget.text()
    elif isinstance(widget, QComboBox):
        for place in range(widget.count()):
            for role in ROLES:
                if isinstance(text := widget.itemData(place, role), str):
                    yield f"item {role.name}", text
    elif isinstance(widget, QPlainTextEdit):
        yield "text", widget.toPlainText()
        yield "placeholder", widget.placeholderText()
        yield "whole", getattr(widget, "whole", str)()
    elif isinstance(widget, LongBox):
        yield "whole", widget.whole()
        yield from (("row", text) for text in widget.in_sight())
    elif isinstance(widget, QLineEdit):
        yield "text", widget.text()
        yield "placeholder", widget.placeholderText()
    elif isinstance(widget, QAbstractItemView):
        model = widget.model()
        if model is not None:
            yield from _model_texts(model)
    elif isinstance(widget, QStatusBar):
        yield "message", widget.currentMessage()
    elif isinstance(widget, (QProgressBar, QGroupBox)):
        yield "text", widget.text() if isinstance(widget, QProgressBar) else widget.title()
    elif isinstance(widget, QTabWidget):
        yield from (("tab", widget.tabText(place)) for place in range(widget.count()))
    else:
        assert not isinstance(widget, QTextEdit), "rich text has no place here"
        qt_class = next(one.__name__ for one in type(widget).__mro__ if one.__module__.startswith("PySide6"))
        assert qt_class in WITHOUT_TEXT, f"say in tests/gui/surfaces.py how the texts of {qt_class} are read"


def _model_texts(model: QAbstractItemModel) -> Iterator[Found]:
    for line in range(model.rowCount()):
        for column in range(model.columnCount()):
            index = model.index(line, column, QModelIndex())
            for role in ROLES:
                if isinstance(text := index.data(role), str):
                    yield f"row {role.name}", text
            if isinstance(row := index.data(ROW_ROLE), ShownRow):
                # What the delegate paints.
                yield from (
                    (f"painted {one.rpartition('.')[2]}", text) for one, text in strings_of(row) if one != "session"
                )
    for section in range(model.columnCount()):
        for role in ROLES:
            if isinstance(text := model.headerData(section, Qt.Orientation.Horizontal, role), str):
                yield f"header {role.name}", text


def _spoken(widget: QWidget) -> Iterator[str]:
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is not None:
        yield from spoken_by(interface)


def spoken_by(interface: QAccessibleInterface) -> Iterator[str]:
    """What a screen reader is given for one thing."""
    for kind in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Help):
        yield interface.text(kind)


def strings_of(value: object, path: str = "") -> Iterator[Found]:
    """Every text inside a value of dataclasses."""
    if isinstance(value, str):
        yield path, str(value)
    elif is_dataclass(value):
        for one in fields(value):
            yield from strings_of(getattr(value, one.name), f"{path}.{one.name}".lstrip("."))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from strings_of(one, path)


def guesses_markup(where: str, text: str) -> bool:
    """Whether Qt would take a tooltip for rich text that is not ours."""
    return "tool" in where.lower() and GuiQt.mightBeRichText(text) and "&lt;" not in text and "&amp;" not in text


# --- values of which every text is one --------------------------------------------------------------------------------

# Words of our own with a fixed meaning, and ids by which the parts know each other.
KEPT = {
    *("session", "request", "pause", "execution", "answer", "digest", "confidence", "stopped_by", "decision", "view"),
    *("kind", "question_source", "covers", "name", "said", "changed_part", "does", "ledger", "refused", "told"),
}
V = TypeVar("V")


def filled(value: V, text: str) -> V:
    """The value with `text` for every text in it that an agent, a file or a person may have written."""
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changes: dict[str, Any] = {}
    for one in fields(value):
        now = getattr(value, one.name)
        if one.name in KEPT and not (one.name == "name" and type(value).__name__ == "ArgumentView"):
            continue
        if type(now) is str or (now is None and str(one.type).startswith("str")):
            changes[one.name] = text
        elif isinstance(now, tuple):
            changes[one.name] = tuple(text if type(part) is str else filled(part, text) for part in now)
        elif one.name == "extra":
            changes[one.name] = {text: text}
        elif one.name == "value":
            changes[one.name] = text
        elif is_dataclass(now):
            changes[one.name] = filled(now, text)
    return replace(value, **changes)


def widget_classes() -> set[str]:
    """Every class of widget that the window defines."""
    found = set()
    for module in pkgutil.walk_packages(pausedesk.gui.__path__, "pausedesk.gui."):
        if module.name.rpartition(".")[2] in ("__main__", "gallery", "tour"):
            continue
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and issubclass(one, QWidget) and one.__module__ == module.name:
                found.add(one.__qualname__)
    return found
