"""The difference to the file as it is now: signs and colours, so that neither alone carries the meaning."""

from __future__ import annotations

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.prepared import PreparedRequest
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.value_view import section
from pausedesk.gui.language import tr, tr_many
from pausedesk.gui.plain import PlainLabel, named
from pausedesk.gui.theme import current_theme

DIFF_LINES = 18


class _DiffColours(QSyntaxHighlighter):
    """Colours a line by its first sign."""

    def __init__(self, box: TextBox) -> None:
        super().__init__(box.document())
        self._box = box

    def highlightBlock(self, text: str) -> None:
        theme = current_theme(self._box)
        tone = {
            "+": (theme.good, theme.good_soft),
            "-": (theme.danger, theme.danger_soft),
            "@": (theme.accent, theme.sunken),
        }.get(text[:1])
        if tone is not None:
            style = QTextCharFormat()
            style.setForeground(QColor(tone[0]))
            style.setBackground(QColor(tone[1]))
            self.setFormat(0, len(text), style)


class DiffView(QWidget):
    """The difference, or the sentence why there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(4)
        self.head = section("")
        self.head.setWordWrap(True)
        self.box = TextBox(max_lines=DIFF_LINES, fixed=True, factor=0.95)
        named(self.box, tr("Difference to the file as it is now"))
        self.why = PlainLabel(kind="quiet", wrap=True)
        self._colours = _DiffColours(self.box)
        layout.addWidget(self.head)
        layout.addWidget(self.why)
        layout.addWidget(self.box)

    def show_diff(self, request: PreparedRequest) -> None:
        """Show the request's difference, where it edits a file."""
        diff = request.diff
        self.setVisible(diff is not None)
        if diff is None:
            return
        counts = tr_many(
            "{n:,} line added, {removed:,} removed", "{n:,} lines added, {removed:,} removed",
            diff.added, removed=diff.removed,
        )  # fmt: skip
        if diff.text is None:
            counts = tr("no difference shown")
        path = safe_line(diff.path)
        self.head.setText(tr("Change to {path} as the file is now: {counts}", path=path, counts=counts))
        self.why.setText(diff.why)
        self.why.setVisible(bool(diff.why))
        self.box.setVisible(request.diff_shown is not None)
        if request.diff_shown is not None:
            self.box.set_text(request.diff_shown.text)
