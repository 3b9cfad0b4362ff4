"""The only way of a text into the window: labels, buttons, boxes, tooltips and names that show it as plain text.

Qt's own widgets guess rich text, take an ampersand for a key and show nothing where a character hides. What is made
here never does: whatever text reaches it, from whichever caller, characters that hide are escapes (once escaped, they
stay as they are). No other module of the window makes such widgets (see the architecture tests). Secrets are masked
before, where the text is made ready: only there it is known whether the person asked for them.
"""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from pausedesk.core.model.wording import Worded
from pausedesk.core.rules.visible import visible
from pausedesk.gui.language import said, shows
from pausedesk.gui.shapes import paint_shape
from pausedesk.gui.theme import current_theme, scaled
from pausedesk.gui.words import Shape

# The side of the arrow of a box of choices, in pixels.
ARROW = 11


def plain(text: str) -> str:
    """The text with everything that hides escaped; no more than that, and twice as once."""
    return visible(said(text)).text


def named(widget: QWidget, name: str, description: str = "") -> None:
    """What a screen reader says of the widget."""
    _name(widget, name)
    if description:
        described(widget, description)


def _name(widget: QWidget, name: str) -> None:
    widget.setAccessibleName(plain(name))
    shows(widget, _name, name)


def described(widget: QWidget, description: str) -> None:
    """What a screen reader says beside the name."""
    widget.setAccessibleDescription(plain(description))
    shows(widget, described, description)


def headed(dialog: QDialog, title: str, heading: str) -> QVBoxLayout:
    """Give a dialog its title, and a layout that begins with a heading."""
    titled(dialog, title)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(20, 18, 20, 16)
    layout.setSpacing(10)
    layout.addWidget(PlainLabel(heading, factor=1.2, weight=QFont.Weight.DemiBold))
    return layout


def titled(window: QWidget, title: str) -> None:
    """Give a window or a dialog its title."""
    window.setWindowTitle(plain(title))
    shows(window, titled, title)


def hinted(field: QLineEdit | QPlainTextEdit, hint: str) -> None:
    """What a field says while it is empty."""
    field.setPlaceholderText(plain(hint))
    shows(field, hinted, hint)


def tip(widget: QWidget, text: str) -> None:
    """Give the widget a tooltip that shows `text` as it is."""
    widget.setToolTip(plain_tooltip(text))
    shows(widget, tip, text)


def copy_shown(text: str) -> None:
    """Put a text on the clipboard as it is shown: what hides is an escape there too."""
    QGuiApplication.clipboard().setText(plain(text))


def copy_exactly(text: str) -> None:
    """Put a text on the clipboard as it is, where the control says so: a command to run, the exact bytes."""
    QGuiApplication.clipboard().setText(text)


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

    def setText(self, text: str) -> None:
        super().setText(plain(text))
        shows(self, PlainLabel.setText, text)


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
        self._whole = plain(text)
        self.setAccessibleName(self._whole)
        self._elide()
        shows(self, ElidedLabel.set_whole, text)

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


class PlainButton(QPushButton):
    """A button whose text is shown literally; a screen reader says the same, or `name` where that says more."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, kind: str = "", name: str = "") -> None:
        super().__init__(parent)
        self._name = name
        self.setAutoDefault(False)  # Enter in a field of a dialog presses nothing
        if kind:
            self.setProperty("kind", kind)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(_label(text))
        self.setAccessibleName(plain(self._name or text))
        shows(self, PlainButton.setText, text)


class PlainCheckBox(QCheckBox):
    """A box to tick whose text is shown literally."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(_label(text))
        self.setAccessibleName(plain(text))
        shows(self, PlainCheckBox.setText, text)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _paint_indicator(self)


class PlainComboBox(QComboBox):
    """A choice from a list whose items are shown literally, each on one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._said: list[str] = []

    def add(self, text: str, data: object = None) -> None:
        """One item more."""
        self.addItem(_item(text), data)
        self._said.append(text)
        # A name that somebody gave says nothing of the items before it.
        if isinstance(text, Worded):
            shows(self, PlainComboBox._say_items, text)

    def removeItem(self, index: int) -> None:
        del self._said[index]
        super().removeItem(index)

    def clear(self) -> None:
        self._said.clear()
        super().clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # The style's own is lost with the frame that the style sheet gives.
        theme = current_theme(self)
        painter = QPainter(self)
        place = QRectF(self.width() - ARROW - 9, (self.height() - ARROW) / 2, ARROW, ARROW)
        paint_shape(painter, Shape.DOWN, place, QColor(theme.quiet if self.isEnabled() else theme.idle))
        painter.end()

    def _say_items(self, _text: str) -> None:
        for place, text in enumerate(self._said):
            super().setItemText(place, _item(text))


class EntryLine(QLineEdit):
    """One line to type, in which Enter ends the typing, whatever it means elsewhere in the window."""

    def __init__(self, name: str, hint: str = "", longest: int = 300, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(longest)
        named(self, name)
        hinted(self, hint)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_enter(event):
            event.accept()
            return True
        return super().event(event)


class PlainDetails(QPlainTextEdit):
    """A long text to read and to copy from, as it is given; `TextBox` is for values that are decided about."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(scaled(self.font(), 0.92, fixed=True))
        self.setPlainText(text)

    def setPlainText(self, text: str) -> None:
        super().setPlainText(plain(text))
        shows(self, PlainDetails.setPlainText, text)


def _is_enter(event: QKeyEvent) -> bool:
    pad = Qt.KeyboardModifier.KeypadModifier
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~pad


def _paint_indicator(button: QCheckBox) -> None:
    """The box of a button, over the style's own, whose line is lost on a dark ground."""
    option = QStyleOptionButton()
    option.initFrom(button)
    place = QRectF(button.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, button)).adjusted(
        1, 1, -1, -1
    )
    theme = current_theme(button)
    ink = QColor(theme.strong_border if button.isEnabled() else theme.idle)
    painter = QPainter(button)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(place.adjusted(-1, -1, 1, 1), QColor(theme.window))
    painter.setPen(QPen(QColor(theme.accent) if button.hasFocus() else ink, 2 if button.hasFocus() else 1))
    painter.setBrush(QColor(theme.surface))
    painter.drawRoundedRect(place, 2, 2)
    if button.isChecked():
        colour = QColor(theme.accent if button.isEnabled() else theme.idle)
        paint_shape(painter, Shape.CHECK, place.adjusted(1, 1, -1, -1), colour)
    painter.end()


class PlainEditor(QPlainTextEdit):
    """A field of several lines in which a person types, as tall as its text up to `max_lines`.

    What it begins with must be what `plain` leaves as it is: an editor would change what it cannot show.
    """

    def __init__(self, text: str = "", *, max_lines: int = 12, fixed: bool = False) -> None:
        super().__init__()
        self._max_lines = max_lines
        self.setTabChangesFocus(True)
        if fixed:
            self.setFont(scaled(self.font(), 0.95, fixed=True))
        self.setPlainText(plain(text))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def _fit(self) -> None:
        # A plain text's document is as tall as it has lines, wrapped ones included.
        needed = max(1, int(self.document().size().height()))
        lines = min(self._max_lines, needed)
        scrolls = Qt.ScrollBarPolicy.ScrollBarAsNeeded if needed > lines else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(scrolls)
        margins = 2 * int(self.document().documentMargin()) + 2 * self.frameWidth() + 10
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + margins)


def _label(text: str) -> str:
    # An ampersand would become a key to press.
    return plain(text).replace("\n", "⏎").replace("&", "&&")


def _item(text: str) -> str:
    return plain(text).replace("\n", "⏎")


def plain_tooltip(text: str) -> str:
    """`text` such that a tooltip shows it literally."""
    text = plain(text)
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
        named(self.label, text)
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


def below(*widgets: QWidget) -> QWidget:
    """Widgets one below the other without room between; the last takes what is left."""
    whole = QWidget()
    layout = QVBoxLayout(whole)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is widgets[-1] else 0)
    return whole


def repolish(widget: QWidget, kind: str) -> None:
    """Change a widget's role in the style sheet."""
    if widget.property("kind") != kind:
        widget.setProperty("kind", kind)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()
