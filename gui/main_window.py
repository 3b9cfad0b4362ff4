"""The main window: puts the parts together and connects them; nothing is decided here."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QStatusBar, QVBoxLayout, QWidget

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.states import ListFilter
from pausedesk.core.rules.answered_pause import AnswerKind
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.settings import Settings
from pausedesk.gui.around.hold_strip import HoldStrip
from pausedesk.gui.around.opening import Opener
from pausedesk.gui.around.people import People
from pausedesk.gui.around.welcome import Welcome
from pausedesk.gui.batch.batch_strip import BatchStrip
from pausedesk.gui.bridge import Change
from pausedesk.gui.card.card_panel import CardPanel
from pausedesk.gui.context import Context
from pausedesk.gui.crash import CrashReporter
from pausedesk.gui.evidence.evidence_panel import EvidencePanel
from pausedesk.gui.inbox.filters import FilterBar
from pausedesk.gui.inbox.inbox import Inbox
from pausedesk.gui.inbox.saved_filters import SavedFilters
from pausedesk.gui.incident.screen import IncidentScreen
from pausedesk.gui.keys import Key, Keys, KeySheet, in_text_field
from pausedesk.gui.language import said_error, tr
from pausedesk.gui.plain import ElidedLabel, Note, PlainButton, PlainLabel, below, titled
from pausedesk.gui.settings.settings_control import SettingsControl
from pausedesk.gui.settings.settings_dialog import SettingsDialog
from pausedesk.gui.settings.stores_section import RecentStores
from pausedesk.gui.sources.scan_control import ScanControl
from pausedesk.gui.sources.sources_dialog import SourcesDialog


class MainWindow(QMainWindow):
    """List on the left, card in the middle, history and evidence on the right."""

    def __init__(self, context: Context, crashes: CrashReporter) -> None:
        super().__init__()
        self._context = context
        self._crashes = crashes
        titled(self, "Pausedesk")
        self.resize(1360, 840)
        # What a full HD screen at 200 % has room for.
        self.setMinimumSize(900, 480)

        self.filters = FilterBar(SavedFilters(context.settings))
        self.inbox = Inbox(context.bridge)
        self.inbox.put_above(self.filters.search)
        self.card = CardPanel(context)
        self.batch = BatchStrip(context, self.card)
        self.inbox.put_below(self.batch)
        self.evidence = EvidencePanel(context.bridge)
        self.trouble = Note("note-danger")
        self.notice = Note("note-warning")
        self.hold = HoldStrip(context.bridge)
        self.people = People(context.bridge, context.by)
        self.welcome = Welcome(context.bridge, below(self.people, self.card))
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for part, width in ((self.inbox, 220), (self.welcome, 482), (self.evidence, 190)):
            part.setMinimumWidth(width)
            self.splitter.addWidget(part)
        self.splitter.setSizes([360, 660, 340])
        self.splitter.setStretchFactor(1, 1)
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filters)
        layout.addWidget(self.hold)
        layout.addWidget(self.trouble)
        layout.addWidget(self.notice)
        layout.addWidget(self.splitter, 1)
        self.setCentralWidget(middle)

        status = QStatusBar()
        status.setSizeGripEnabled(False)
        self.store_label = ElidedLabel(tr("store {path}", path=safe_line(str(context.store_path), 400)))
        self.worker_label = PlainLabel(tr("opening the store …"))
        self.total_label = PlainLabel()
        self._everything = 0
        status.addWidget(self.store_label, 1)
        self.scan_label = PlainLabel()
        status.addPermanentWidget(self.scan_label)
        status.addPermanentWidget(self.worker_label)
        status.addPermanentWidget(self.total_label)
        status.addPermanentWidget(PlainLabel(tr("? keys")))
        self.settings_button = PlainButton(tr("Settings"), kind="quiet")
        self.settings_button.clicked.connect(self.show_settings)
        status.addPermanentWidget(self.settings_button)
        self.setStatusBar(status)

        self.opener = Opener(context.bridge, self.filters, self.inbox, self)
        self.scans = ScanControl(context.bridge, self)
        self._sources: SourcesDialog | None = None
        self.incident = IncidentScreen(context, self)
        self.settings = SettingsControl(context.bridge, self)
        self._settings: SettingsDialog | None = None
        self._stores = RecentStores(context.settings, context.store_path)
        self._kept_name: str | None = None
        self.keys = Keys(self, self._key_list())
        self.sheet = KeySheet(self.keys.keys, middle)

        bridge = context.bridge
        bridge.changed.connect(self._on_changed)
        bridge.indexed.connect(self._on_indexed)
        bridge.unavailable.connect(self._on_unavailable)
        bridge.available.connect(lambda: self.trouble.say(""))
        bridge.opened.connect(self.scans.begin)
        bridge.opened.connect(self.settings.refresh)
        bridge.opened.connect(self._stores.note)
        self.settings.changed.connect(self._on_settings)
        self.settings.failed.connect(self._on_settings_failed)
        self.scans.changed.connect(self._on_scans)
        self.scans.failed.connect(self._on_unavailable)
        self.filters.hold_pressed.connect(self.hold.ask)
        self.filters.incident_pressed.connect(self.incident.show_incident)
        self.card.body.incident_asked.connect(self.incident.show_incident)
        self.incident.opened.connect(self.come_forward)
        self.incident.bug.connect(crashes.report)
        self.filters.sources_pressed.connect(self.show_sources)
        self.welcome.sources_pressed.connect(self.show_sources)
        self.welcome.bug.connect(crashes.report)
        crashes.sentence.connect(self.trouble.say)
        self.filters.picked.connect(self.show_filter)
        self.filters.narrowed.connect(lambda _narrowed: self.show_filter(self._filter))
        self.filters.row_opened.connect(self._read_choices)
        self.inbox.model.applied.connect(lambda _snapshot: self._show_total())
        self.inbox.wider.connect(self._widen)
        self.inbox.left.connect(self.card.close_session)
        self.inbox.left.connect(self.people.leave)
        self.inbox.chosen.connect(self.card.show_session)
        self.inbox.picking.changed.connect(lambda: self.batch.show_picked(self.inbox.picking.sessions))
        self.batch.begun.connect(self.inbox.picking.only_current)
        self.batch.closed.connect(lambda: self.inbox.table.setFocus(Qt.FocusReason.OtherFocusReason))
        self.inbox.entered.connect(self.card.focus_card)
        self.opener.widened.connect(lambda: self.show_filter(ListFilter.ALL))
        for told in (self.opener.refused, self.hold.failed, self.people.failed, self.people.told):
            told.connect(self.notice.say)
        self.inbox.chosen.connect(self.people.show_session)
        self.inbox.chosen.connect(lambda _session: self.notice.say(""))
        self.card.shown.connect(self.evidence.show_card)
        self.card.acts.bug.connect(crashes.report)
        self._restore()

    def start(self) -> None:
        """Open the store and show what it holds; the window is up already."""
        self._context.bridge.start()
        self.settings.refresh()
        self.show_filter(self._filter)
        self.inbox.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_name_of_settings(self) -> None:
        """The settings could not be read when the window was opened: their name counts once they can be."""
        self._kept_name = self._context.by

    def come_forward(self, session: str | None = None) -> None:
        """Come to the front, and show the session where one is named."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        if session is not None:
            self.opener.open(session)

    def show_filter(self, wanted: ListFilter) -> None:
        """Show another filter of the list."""
        self._filter = wanted
        self.filters.show_filter(wanted)
        self.inbox.show_filter(wanted, self.filters.narrowing())

    def _widen(self) -> None:
        self.filters.widen()
        self.show_filter(self._filter)
        self.inbox.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _read_choices(self) -> None:
        bridge = self._context.bridge
        bridge.read(lambda reader: reader.choices(), self.filters.row.show_choices, bridge.unavailable.emit, owner=self)

    def _key_list(self) -> list[Key]:
        card, inbox = self.card, self.inbox
        return [
            Key("J", tr("next session"), lambda: inbox.step(1), repeats=True),
            Key("K", tr("session before"), lambda: inbox.step(-1), repeats=True),
            Key("Shift+J", tr("select the next session too"), lambda: inbox.step(1, more=True), repeats=True),
            Key("Shift+K", tr("select the session before too"), lambda: inbox.step(-1, more=True), repeats=True),
            Key("Return", tr("go to the card (from the list)"), self._enter, shown="Enter"),
            Key("Escape", tr("back to the list"), self._leave, shown="Esc", in_fields=True),
            Key("/", tr("search"), self._search),
            Key("F", tr("filter by agent, tool, program and more"), self.filters.toggle_row),
            Key("A", tr("approve, or go to the answer"), lambda: self._decide(AnswerKind.APPROVE)),
            Key("D", tr("decline"), lambda: self._decide(AnswerKind.DECLINE)),
            Key("S", tr("decline and stop"), lambda: self._decide(AnswerKind.DECLINE, stop=True)),
            Key("P", tr("skip a plain question"), lambda: card.decide("skip")),
            Key("Q", tr("close a question that changed since it was asked"), card.close_question),
            Key("E", tr("edit the arguments"), card.edits.begin),
            Key("N", tr("write a note"), card.focus_note),
            Key(
                "Ctrl+Return",
                tr("give an answer, submit several, or send an edit"),
                self._submit,
                shown="Ctrl+Enter",
                in_fields=True,
            ),
            Key("X", tr("exact bytes"), card.toggle_exact),
            Key("T", tr("values as text, or set out"), card.toggle_text),
            Key("V", tr("show or mask the secrets of this card"), card.toggle_secrets),
            Key("End", tr("show the end of the next value"), card.go_to_end),
            Key("U", tr("take the answer back"), card.take_back),
            Key("R", tr("resume"), card.resume),
            Key("O", tr("sources: folders of other programs"), self.show_sources),
            Key("C", tr("take care of the session, or let it go"), self.people.toggle),
            Key("L", tr("copy the link to the session"), self.people.copy_link),
            Key("I", tr("calls in doubt, by the runner that died over them"), self.incident.show_incident),
            Key("H", tr("hold everything"), self.hold.ask),
            Key(",", tr("settings"), self.show_settings),
            Key("?", tr("these keys"), self._toggle_sheet),
        ]

    def show_sources(self) -> None:
        """Show which folders of other programs are looked at."""
        if self._sources is None:
            self._sources = SourcesDialog(self.scans, self)
        self.scans.refresh()
        self._sources.show()
        self._sources.raise_()
        self._sources.activateWindow()

    def show_settings(self) -> None:
        """Show the settings."""
        if self._settings is None:
            self._settings = SettingsDialog(self.settings, self._stores, self)
            self._settings.sources_pressed.connect(self.show_sources)
        self._settings.begin()
        self._settings.show()
        self._settings.raise_()
        self._settings.activateWindow()

    def _on_settings_failed(self, told: str) -> None:
        # The dialog tells it where it is open.
        if self._settings is None or not self._settings.isVisible():
            self.notice.say(told)

    def _on_settings(self, kept: Settings) -> None:
        self.keys.single = kept.single_keys
        name, before = kept.by(), self._kept_name
        self._kept_name = name
        # The window was opened under a name; only one that is changed later takes its place.
        if before is not None and name != before:
            self.people.use_name(name)
            self._context.bridge.act(lambda door: door.use_name(name), lambda _: None, self._on_unavailable)

    def _on_scans(self) -> None:
        look = self.scans.look
        self.scan_label.setText(
            tr("sources: {share} % read", share=look.share) if look.running and look.share is not None else ""
        )

    def _toggle_sheet(self) -> None:
        self.sheet.toggle()

    def _on_indexed(self, _whole: bool) -> None:
        if self.inbox.model.narrowed.search:
            self.inbox.look_again()

    def _search(self) -> None:
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.selectAll()

    def _decide(self, decision: AnswerKind, *, stop: bool = False) -> None:
        if self.batch.several:
            self.batch.ask(decision, stop=stop)
        else:
            self.card.decide(decision, stop=stop)

    def _submit(self) -> None:
        if self.batch.asking:
            self.batch.confirm()
        else:
            self.card.submit()

    def _enter(self) -> None:
        if self.focusWidget() is self.inbox.table:
            self.card.focus_card()

    def _leave(self) -> None:
        if self.sheet.isVisible():
            self.sheet.hide()
        elif self.hold.leave() or self.batch.leave():
            self.inbox.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.filters.search.hasFocus():
            self.filters.search.empty()
            self.inbox.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif in_text_field():
            self.card.focus_card()
        else:
            self.inbox.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_changed(self, change: Change) -> None:
        self.trouble.say("")
        self.filters.show_counts(change.counts)
        self.filters.row.show_sources(change.sources)
        self.worker_label.setText(safe_line(change.worker, 160))
        self._everything = change.counts.all
        self._show_total()
        self.hold.show_hold(change.attention.hold)
        self.people.show_attention(change.attention)
        self.welcome.show_total(change.counts.all)
        self.inbox.show_people(self.people.others())
        self.inbox.on_change(change)
        self.card.on_change(change)

    def _show_total(self) -> None:
        self.total_label.setText(self.inbox.listed(self._everything))

    def _on_unavailable(self, error: BaseException) -> None:
        if isinstance(error, PausedeskError):
            self.trouble.say(said_error(error))
            if not self._context.bridge.is_open:
                self.worker_label.setText(tr("store not available"))
        else:
            self._crashes.report(error)

    # remembered state

    def _restore(self) -> None:
        settings = self._context.settings
        geometry = settings.value("window/geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        sizes = settings.value("window/splitter")
        if isinstance(sizes, QByteArray):
            self.splitter.restoreState(sizes)
        kept = str(settings.value("window/filter", ListFilter.WAITING.value))
        self._filter = ListFilter(kept) if kept in set(ListFilter) else ListFilter.WAITING

    def closeEvent(self, event: QCloseEvent) -> None:
        settings = self._context.settings
        settings.setValue("window/geometry", self.saveGeometry())
        settings.setValue("window/splitter", self.splitter.saveState())
        settings.setValue("window/filter", self._filter.value)
        settings.sync()
        self.people.close_down()
        self._context.bridge.close()
        super().closeEvent(event)
