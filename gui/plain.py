"""Labels, tooltips and small parts that never guess rich text: everything an agent wrote is shown as plain text."""

from __future__ import annotations

import html

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pausedesk.gui.theme import scaled


class PlainLabel(QLabel):
    """A label that shows its text as it is.

    `kind` is the style sheet's role, `factor` the size against the person's own.
    """

    def __init__(
        self,
        text: str = "",
        *,
        kind: str = "",
        factor: float = 1.0,
        weight: QFont.Weight | None = None,
        fixed: bool = False,
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if factor != 1.0 or weight is not None or fixed:
            self.setFont(scaled(self.font(), factor, weight=weight, fixed=fixed))
        if kind:
            self.setProperty("kind", kind)
        if selectable:
            self.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        if wrap:
            policy = self.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        self.setText(text)


class ElidedLabel(QLabel):
    """One line that ends in … where it does not fit; its accessible name is the whole."""

    def __init__(self, text: str = "", *, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._whole = ""
        if kind:
            self.setProperty("kind", kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.set_whole(text)

    def set_whole(self, text: str) -> None:
        self._whole = text
        self.setAccessibleName(text)
        self._elide()

    def whole(self) -> str:
        return self._whole

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self._elide()

    def _elide(self) -> None:
        self.setText(
            self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, max(0, self.width() - 18))
        )


def plain_tooltip(text: str) -> str:
    """`text` such that a tooltip shows it literally."""
    if GuiQt.mightBeRichText(text):
        return f"<span style='white-space: pre-wrap'>{html.escape(text)}</span>"
    return text


class Note(QFrame):
    """A framed sentence: `kind` is note, note-warning, note-danger or note-good."""

    def __init__(self, kind: str = "note", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", kind)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        self.label = PlainLabel(wrap=True, selectable=True)
        layout.addWidget(self.label)
        self.hide()

    def say(self, text: str) -> None:
        """Show `text`, or nothing at all where it is empty."""
        self.label.setText(text)
        self.label.setAccessibleName(text)
        self.setVisible(bool(text))


def rule(parent: QWidget | None = None) -> QWidget:
    """A thin line across."""
    line = QWidget(parent)
    line.setProperty("kind", "rule")
    line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    line.setFixedHeight(1)
    return line


def row(*widgets: QWidget, spacing: int = 8, stretch_last: bool = False) -> QHBoxLayout:
    """Widgets side by side."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for widget in widgets:
        layout.addWidget(widget)
    if not stretch_last:
        layout.addStretch(1)
    return layout


def repolish(widget: QWidget, kind: str) -> None:
    """Change a widget's role in the style sheet."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()
