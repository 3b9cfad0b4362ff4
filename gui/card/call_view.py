"""One request on the card: whose question it is, the call with every argument in full, warnings, exact bytes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.call_states import BODY_ENTERED
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card import sentences
from pausedesk.gui.card.answer_form import AnswerForm
from pausedesk.gui.card.diff_view import DiffView
from pausedesk.gui.card.edit_view import EditView
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.prepared import PreparedRequest
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.value_view import BeginningView, ValueView, section
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.plain import Note, PlainButton, PlainLabel, copy_shown, named
from pausedesk.gui.words import clock_seconds, size

LONG_NAME = 40
_COVERS = {
    "version": worded("The tool is recognised by the version its author gave it."),
    "source": worded("The tool is recognised by its source text; what it calls is not covered."),
    "schema": worded("The tool is recognised by its arguments only; a change of its code would not be seen."),
}

_SEALED = worded("Sealed: an edit of the store would be seen.")
_NOT_SEALED = worded(
    "Not sealed: no keyring could be used when this was asked. An edit of the store and of the list beside its witness "
    "would not be seen."
)


class CallView(QWidget):
    """Built once for a request, whose bytes never change; only what is said of its file and its tool is renewed."""

    seen_changed = Signal()
    edit_sent = Signal()
    edit_typed = Signal()
    answer_typed = Signal()

    def __init__(self, request: PreparedRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        view = request.view
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)

        self.question = TextBox(request.question.text, framed=False, factor=1.35, max_lines=8)
        named(self.question, tr("Question"))
        layout.addWidget(self.question)
        layout.addWidget(PlainLabel(_whose(request), kind="quiet", wrap=True))
        if view.entered:
            layout.addWidget(PlainLabel(BODY_ENTERED, kind="danger", wrap=True))

        self.warnings = Note("note-warning")
        layout.addWidget(self.warnings)
        if request.warnings:
            self.warnings.say(
                joined("\n", (tr("Look twice: characters here are not what they seem."), *request.warnings))
            )
        self.beside = Note("note-warning")
        layout.addWidget(self.beside)
        self.changed = Note("note-danger")
        layout.addWidget(self.changed)

        frame = QFrame()
        frame.setProperty("kind", "call")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(4)
        head = QHBoxLayout()
        if len(request.tool) <= LONG_NAME:
            head.addWidget(PlainLabel(request.tool, fixed=True, factor=1.1, weight=QFont.Weight.DemiBold))
            head.addStretch(1)
        else:
            # A name without an end would widen the card past its pane; this wraps anywhere.
            tool = TextBox(request.tool, framed=False, fixed=True, factor=1.1, max_lines=6)
            named(tool, tr("Tool"))
            head.addWidget(tool, 1)
        self.secrets = PlainButton(tr("Show secrets"), kind="quiet")
        self.secrets.setCheckable(True)
        self.secrets.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if not request.hides_secrets:
            self.secrets.hide()
        self.secrets.toggled.connect(self._on_reveal)
        head.addWidget(self.secrets)
        inside.addLayout(head)
        inside.addSpacing(4)
        self.diff = DiffView()
        inside.addWidget(self.diff)
        self.values: list[ValueView] = []
        self.beginnings: list[BeginningView] = []
        for argument in request.arguments:
            if argument.beginning is not None:
                self.beginnings.append(BeginningView(argument))
                inside.addWidget(self.beginnings[-1])
                continue
            value = ValueView(argument)
            value.end_seen.connect(self.seen_changed)
            self.values.append(value)
            inside.addWidget(value)
        self.editor: EditView | None = None
        self.form: AnswerForm | None = None
        self._editor_place = QVBoxLayout()
        inside.addLayout(self._editor_place)
        end = tr("— no arguments —") if not request.arguments else tr("— end of arguments —")
        foot = QHBoxLayout()
        foot.addWidget(PlainLabel(end, kind="quiet", factor=0.85))
        foot.addStretch(1)
        self.exact = PlainButton(tr("Exact bytes"), kind="quiet")
        self.exact.setCheckable(True)
        self.exact.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.exact.toggled.connect(self._on_exact)
        self.exact.setEnabled(not request.pending)
        digest = PlainLabel(_short_digest(view.digest), kind="quiet", fixed=True, factor=0.85)
        named(digest, tr("Digest {digest}", digest=view.digest))
        foot.addWidget(digest)
        foot.addWidget(self.exact)
        inside.addSpacing(2)
        inside.addLayout(foot)
        self._bytes: QWidget | None = None
        self._revealed = False
        self._inside = inside
        layout.addWidget(frame)
        self._form_place = QVBoxLayout()
        layout.addLayout(self._form_place)
        self._request = request
        self.renew(request)

    @property
    def request(self) -> PreparedRequest:
        return self._request

    @property
    def all_seen(self) -> bool:
        """Whether the end of every value was painted in sight, or End was pressed on it, and no mask hid a part."""
        return not self._request.pending and self.first_unseen() is None and not self.unrevealed

    @property
    def unrevealed(self) -> bool:
        """Whether secrets of the arguments were masked all the time: what a mask hides runs as well."""
        return not self._revealed and any(value.argument.value.hides for value in self.values)

    @property
    def approvable(self) -> bool:
        """Whether all was seen, nothing else is being typed and nothing changed: approving runs the call as asked."""
        return self.all_seen and self.editor is None and Act.APPROVE in acts_of(self._request.view)

    def open_editor(self, draft: str) -> EditView:
        """Put an editor in the place of the values; `draft` is what was typed there before."""
        if self.editor is None:
            self.editor = EditView(self._request, revealed=self.secrets.isChecked(), draft=draft)
            self.editor.send_pressed.connect(self.edit_sent)
            self.editor.typed.connect(self.edit_typed)
            self.editor.left.connect(self.close_editor)
            self._editor_place.addWidget(self.editor)
            self._show_values(on=False)
        return self.editor

    def open_form(self, draft: str) -> AnswerForm:
        """Put the form of a plain question's answer under its values; `draft` is what was typed there before."""
        if self.form is None:
            self._put_form(AnswerForm(self._request.view.answer_schema, draft))
        assert self.form is not None
        return self.form

    def _put_form(self, form: AnswerForm) -> None:
        self.form = form
        form.typed.connect(self.answer_typed)
        self._form_place.addWidget(form)

    def close_editor(self) -> None:
        """Show the values as they were asked again."""
        if self.editor is not None:
            self._editor_place.removeWidget(self.editor)
            self.editor.hide()
            self.editor.deleteLater()
            self.editor = None
            self._show_values(on=True)
            self.edit_typed.emit()
            self.seen_changed.emit()

    def take_place_of(self, before: CallView) -> None:
        """Show the values where their beginnings were looked at: as far down, and with the focus and the form where
        they were."""
        focus = QApplication.focusWidget()
        for begun in before.beginnings:
            value = next(one for one in self.values if one.argument.name == begun.argument.name)
            if type(value.box) is LongBox:
                value.box.verticalScrollBar().setValue(begun.box.verticalScrollBar().value())
            if begun.box is focus:
                value.box.setFocus(Qt.FocusReason.OtherFocusReason)
        if before.form is not None:
            self._put_form(before.form)
            before.form = None
            if focus is not None and self.isAncestorOf(focus):
                focus.setFocus(Qt.FocusReason.OtherFocusReason)
        if focus is not None and before.isAncestorOf(focus):
            # Else Qt would hand the focus to whatever comes next.
            focus.clearFocus()

    def _show_values(self, *, on: bool) -> None:
        for value in self.values:
            value.setVisible(on)
        self.diff.setVisible(on and self._request.diff is not None)

    def first_unseen(self) -> ValueView | None:
        """The first value whose end was not seen."""
        return next((value for value in self.values if not value.seen), None)

    def renew(self, request: PreparedRequest) -> None:
        """Take over what can change while the call stays the same."""
        self._request = request
        self.beside.say(joined("\n", sentences.beside_question(request.view)))
        self.changed.say(_changed(request))
        self.diff.show_diff(request)
        if self.editor is not None:
            self.diff.hide()

    def toggle_exact(self) -> None:
        """Show or hide the exact bytes."""
        if not self._request.pending:
            self.exact.toggle()

    def toggle_text(self) -> None:
        """Show every value as the text that it is, or each in the view that fits it again."""
        for value in self.values:
            value.toggle_text()

    def _on_reveal(self, on: bool) -> None:
        self.secrets.setText(tr("Hide secrets") if on else tr("Show secrets"))
        self._revealed = True
        question = self._request.question
        self.question.set_text(question.revealed if on else question.text)
        self.seen_changed.emit()
        for value in self.values:
            value.reveal(on)
        if self.editor is not None:
            self.editor.reveal(on)
        diff = self._request.diff_shown
        if diff is not None:
            self.diff.box.set_text(diff.revealed if on else diff.text)
        if self._bytes is not None:
            self.exact.setChecked(False)
            self._bytes.deleteLater()
            self._bytes = None

    def _on_exact(self, on: bool) -> None:
        if on and self._bytes is None:
            self._bytes = self._make_bytes()
            self._inside.addWidget(self._bytes)
        if self._bytes is not None:
            self._bytes.setVisible(on)

    def _make_bytes(self) -> QWidget:
        request = self._request
        revealed = self.secrets.isChecked()
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        data = len(request.view.canonical.encode("utf-8", "surrogatepass"))
        head = QHBoxLayout()
        head.addWidget(section(tr("Exactly what is hashed, compared and run: {size}", size=size(data))))
        head.addStretch(1)
        copy = PlainButton(tr("Copy"), kind="quiet", name=tr("Copy the exact bytes"))
        head.addWidget(copy)
        layout.addLayout(head)
        text = request.canonical.revealed if revealed else request.canonical.text
        rows = request.canonical_rows
        canonical: TextBox | LongBox
        if rows is None:
            canonical = TextBox(text, fixed=True, factor=0.92)
        else:
            canonical = LongBox(text, rows.revealed if revealed else rows.masked, max_lines=16, fixed=True)
        named(canonical, tr("Exact bytes"))
        copy.clicked.connect(lambda: copy_shown(canonical.whole()))
        layout.addWidget(canonical)
        digest = TextBox(request.view.digest.replace("sha256:", "sha256  "), framed=False, fixed=True, factor=0.85)
        named(digest, tr("Digest"))
        layout.addWidget(digest)
        if request.canonical.hides and not revealed:
            layout.addWidget(
                PlainLabel(tr("Secrets are masked here; the digest is over the real bytes."), kind="quiet", wrap=True)
            )
        if request.raw is not None:
            layout.addWidget(section(tr("What the model sent (defaults not filled in)")))
            raw = TextBox(request.raw.revealed if revealed else request.raw.text, fixed=True, factor=0.92)
            named(raw, tr("What the model sent"))
            layout.addWidget(raw)
        covers = _COVERS.get(request.view.covers)
        if covers:
            layout.addWidget(PlainLabel(covers, kind="quiet", wrap=True))
            seal = _SEALED if request.view.sealed else _NOT_SEALED
            layout.addWidget(PlainLabel(seal, kind="quiet", wrap=True))
        return part


def _changed(request: PreparedRequest) -> str:
    view = request.view
    if not view.changed:
        return ""
    told = tr("Changed since asked: {what}", what=safe_line(view.changed, 600))
    seen = clock_seconds(view.tools_checked_at)
    return joined(" ", [told, tr("Its tools were checked {when}.", when=seen)]) if seen else told


def _short_digest(digest: str) -> str:
    name, _, value = digest.partition(":")
    return f"{name} {value[:8]}…" if value else digest[:16]


def _whose(request: PreparedRequest) -> str:
    view = request.view
    if view.question_source == "agent":
        words = tr("The agent's own words; nobody else vouches for them.")
    elif view.question_source == "rule":
        chain = ", ".join(safe_line(one, 60) for one in view.chain)
        words = tr("Asked by the rule “{chain}”.", chain=chain) if chain else tr("Asked by a rule.")
    else:
        words = tr("In the words of the tool's author.")
    asked = tr_many("{n:,} rule asked.", "{n:,} rules asked.", len(view.chain))
    return joined(" ", [words, asked]) if len(view.chain) > 1 else words
