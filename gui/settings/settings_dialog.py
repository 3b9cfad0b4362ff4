"""The dialog of settings: each is kept as soon as it is chosen, and used at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QFont
from PySide6.QtWidgets import QDialog, QFormLayout, QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.settings import LONGEST_NAME, Language, Notify, Settings, ThemeChoice
from pausedesk.gui.language import tr
from pausedesk.gui.plain import (
    EntryLine,
    Note,
    PlainButton,
    PlainCheckBox,
    PlainComboBox,
    PlainLabel,
    headed,
    named,
    row,
    rule,
)
from pausedesk.gui.settings.agents_section import AgentsSection
from pausedesk.gui.settings.retention_section import RetentionSection
from pausedesk.gui.settings.settings_control import SettingsControl
from pausedesk.gui.settings.stores_section import RecentStores, StoresSection

NOTIFY_WORDS = {
    Notify.OFF: worded("Nothing"),
    Notify.QUIET: worded("That something waits, and nothing of it"),
    Notify.CONTENT: worded("What is asked"),
}
THEME_WORDS = {
    ThemeChoice.SYSTEM: worded("As the system"),
    ThemeChoice.LIGHT: worded("Light"),
    ThemeChoice.DARK: worded("Dark"),
    ThemeChoice.CONTRAST: worded("High contrast"),
}
# Each in its own words: whoever cannot read the others finds theirs.
LANGUAGE_WORDS = {
    Language.SYSTEM: worded("As the system"),
    Language.ENGLISH: "English",
    Language.CHINESE: "简体中文",
}
KEYS_TOLD = worded(
    "Provider keys are kept in the system keyring under the names that providers know them by. A key that is kept is "
    "never shown again."
)
# A name of a key and its value have no blanks; the longest keys are tokens of a few thousand letters.
LONGEST_KEY = 20_000


class SettingsDialog(QDialog):
    """Follows a `SettingsControl`. What cannot be kept is told, and what is kept is shown again."""

    sources_pressed = Signal()

    def __init__(self, control: SettingsControl, stores: RecentStores, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.resize(680, 720)
        whole = headed(self, tr("Pausedesk: settings"), tr("Settings"))
        self.trouble = Note("note-danger")
        whole.addWidget(self.trouble)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 12, 0)
        layout.setSpacing(10)
        view = QScrollArea()
        view.setWidgetResizable(True)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setWidget(inside)
        named(view, tr("Settings"))
        whole.addWidget(view, 1)
        self.form = QWidget()
        lines = QFormLayout(self.form)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setHorizontalSpacing(16)
        lines.setVerticalSpacing(8)
        lines.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.approver = EntryLine(
            tr("The name your answers are given under"), tr("the name of your account"), LONGEST_NAME
        )
        self.approver.editingFinished.connect(lambda: self._typed("approver", self.approver))
        self.notify = PlainComboBox()
        self.theme = PlainComboBox()
        self.stale = EntryLine(tr("Minutes until an approval asks for a fresh press"), "", 12)
        self.stale.editingFinished.connect(lambda: self._typed("stale_approval_minutes", self.stale))
        self.sound = PlainCheckBox(tr("A sound with each notification"))
        self.single = PlainCheckBox(tr("Single keys act in the window (a, d, j, …)"))
        self.at_login = PlainCheckBox(tr("Open this window when you log in"))
        self.links = PlainCheckBox(tr("Links pausedesk://session/… open this window"))
        for notify in Notify:
            self.notify.add(NOTIFY_WORDS[notify], notify)
        self.language = PlainComboBox()
        for language in Language:
            self.language.add(LANGUAGE_WORDS[language], language)
        named(self.language, tr("Language of the window"))
        for theme in ThemeChoice:
            self.theme.add(THEME_WORDS[theme], theme)
        named(self.notify, tr("What a notification says"))
        named(self.theme, tr("Colours"))
        self.notify.activated.connect(lambda _place: control.change("notify", Notify(self.notify.currentData())))
        self.theme.activated.connect(lambda _place: control.change("theme", ThemeChoice(self.theme.currentData())))
        self.language.activated.connect(
            lambda _place: control.change("language", Language(self.language.currentData()))
        )
        self.sound.clicked.connect(lambda on: control.change("sound", bool(on)))
        self.single.clicked.connect(lambda on: control.change("single_keys", bool(on)))
        self.at_login.clicked.connect(lambda on: control.change("start_at_login", bool(on)))
        self.links.clicked.connect(lambda on: control.change("open_links", bool(on)))
        lines.addRow(PlainLabel(tr("Your name")), self.approver)
        lines.addRow(PlainLabel(tr("A notification says")), self.notify)
        lines.addRow(PlainLabel(), self.sound)
        lines.addRow(PlainLabel(tr("Language")), self.language)
        lines.addRow(PlainLabel(tr("Colours")), self.theme)
        lines.addRow(PlainLabel(), self.single)
        lines.addRow(PlainLabel(), self.at_login)
        lines.addRow(PlainLabel(), self.links)
        lines.addRow(PlainLabel(tr("An approval no runner\ntook up asks again after")), self.stale)
        lines.addRow(PlainLabel(), PlainLabel(tr("minutes; 0: never"), kind="quiet"))
        layout.addWidget(self.form)

        layout.addWidget(rule())
        layout.addWidget(PlainLabel(tr("Provider keys"), weight=QFont.Weight.DemiBold))
        layout.addWidget(PlainLabel(KEYS_TOLD, kind="quiet", wrap=True))
        self.keys = PlainComboBox()
        named(self.keys, tr("Provider keys that are kept"))
        self.remove = PlainButton(tr("Remove"))
        self.key_name = EntryLine(tr("Name of the key"), "OPENAI_API_KEY", 128)
        self.key_value = EntryLine(tr("Value of the key"), tr("its value, never shown"), LONGEST_KEY)
        self.key_value.setEchoMode(QLineEdit.EchoMode.Password)
        self.keep = PlainButton(tr("Keep"))
        self.no_keyring = Note("note-warning")
        layout.addWidget(self.no_keyring)
        layout.addLayout(row(self.keys, self.remove))
        layout.addLayout(row(self.key_name, self.key_value, self.keep, stretch_last=True))
        self.agents = AgentsSection(control)
        self.stores = StoresSection(control, stores)
        self.retention = RetentionSection(control)
        for section in (self.agents, self.stores, self.retention):
            layout.addWidget(rule())
            layout.addWidget(section)
        layout.addStretch(1)
        self.sources = PlainButton(tr("Sources …"))
        close = PlainButton(tr("Close"))
        whole.addLayout(row(self.sources, close))
        self.sources.clicked.connect(lambda: self.sources_pressed.emit())
        self.remove.clicked.connect(self._on_remove)
        self.keep.clicked.connect(self._on_keep)
        self.key_value.returnPressed.connect(self._on_keep)
        close.clicked.connect(self.close)
        control.changed.connect(self._show)
        control.keys_changed.connect(self._show_keys)
        control.failed.connect(self.trouble.say)
        control.keys_failed.connect(self.no_keyring.say)
        self._show_keys([])
        self.form.setEnabled(False)
        if control.kept is not None:
            self._show(control.kept)

    def begin(self) -> None:
        """Ask anew for what is kept."""
        self.trouble.say("")
        self._control.refresh()
        self._control.refresh_keys()
        self.stores.begin()

    def _typed(self, name: str, field: EntryLine) -> None:
        if field.isModified():
            field.setModified(False)
            self.trouble.say("")
            self._control.change_typed(name, field.text())

    def _show(self, kept: Settings) -> None:
        self.form.setEnabled(True)
        # What is being typed is not written over.
        if not self.approver.isModified():
            self.approver.setText(safe_line(kept.approver, LONGEST_NAME))
        if not self.stale.isModified():
            self.stale.setText(f"{kept.stale_approval_minutes:.15g}")
        self.notify.setCurrentIndex(self.notify.findData(kept.notify))
        self.language.setCurrentIndex(self.language.findData(kept.language))
        self.theme.setCurrentIndex(self.theme.findData(kept.theme))
        self.sound.setChecked(kept.sound)
        self.single.setChecked(kept.single_keys)
        self.at_login.setChecked(kept.start_at_login)
        self.links.setChecked(kept.open_links)

    def _show_keys(self, names: Sequence[str]) -> None:
        self.no_keyring.say("")
        self.keys.clear()
        for name in names:
            self.keys.add(safe_line(name, 128), name)
        if not names:
            self.keys.add(tr("None is kept"), None)
        self.keys.setEnabled(bool(names))
        self.remove.setEnabled(bool(names))

    def _on_keep(self) -> None:
        name, value = self.key_name.text().strip(), self.key_value.text().strip()
        self.key_value.clear()
        self._control.keep_key(name, value)

    def _on_remove(self) -> None:
        name = self.keys.currentData()
        if isinstance(name, str):
            self._control.remove_key(name)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.key_value.clear()
        super().closeEvent(event)
