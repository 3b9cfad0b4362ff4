"""Who else looks at the session in view, and who takes care of it: told above the card, in the way of nothing.

`People` says every few seconds which session this window shows, and shows what other windows say of theirs.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from pausedesk.core.model.views import Attention, Claim
from pausedesk.core.rules.links import link_of
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.language import joined, said_error, tr, tr_many
from pausedesk.gui.plain import ElidedLabel, EntryLine, PlainButton, copy_exactly, named, repolish, tip
from pausedesk.gui.ports import DoorPort
from pausedesk.gui.words import clock

# Three of these without a word, and the others take the window for gone (core/store/attention.py).
BEAT_MS = 10_000


class People(QFrame):
    """The line above the card. It is there for every session, so that the card does not move when somebody comes."""

    failed = Signal(object)
    told = Signal(str)

    def __init__(self, bridge: StoreBridge, by: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "line")
        named(self, tr("Who looks at this session"))
        self._bridge = bridge
        self._by = by
        self._viewer = uuid.uuid4().hex
        self._session: str | None = None
        self._attention = Attention()
        self._handing = False
        self.label = ElidedLabel()
        self.take = PlainButton(tr("Take care of it"), kind="quiet")
        self.go = PlainButton(tr("Let go"), kind="quiet")
        self.hand = PlainButton(tr("Hand over …"), kind="quiet")
        self.link = PlainButton(tr("Copy link"), kind="quiet")
        self.name = EntryLine(tr("Whom to hand it over to"), tr("to whom, then Enter"), 60)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 8, 4)
        layout.setSpacing(6)
        layout.addWidget(self.label, 1)
        for part in (self.name, self.take, self.hand, self.go, self.link):
            layout.addWidget(part)
        self.take.clicked.connect(lambda: self._claim(None))
        self.go.clicked.connect(self._let_go)
        self.hand.clicked.connect(self._ask_whom)
        self.link.clicked.connect(self.copy_link)
        self.name.returnPressed.connect(self._hand_over)
        self._beat = QTimer(self)
        self._beat.setInterval(BEAT_MS)
        self._beat.timeout.connect(self._say_so)
        bridge.opened.connect(self._begin)
        self._show()

    def use_name(self, by: str) -> None:
        """The person has another name from now on."""
        self._by = by
        self._show()

    def show_session(self, session: str) -> None:
        """Another session is in view."""
        self._session = session
        self._handing = False
        self.name.clear()
        if self._beat.isActive():
            self._say_so()
        self._show()

    def leave(self) -> None:
        """No session is in view."""
        self._session = None
        if self._beat.isActive():
            self._bridge.act(lambda door: door.look_at(self._viewer, None), _nothing, _nothing)
        self._show()

    def show_attention(self, attention: Attention) -> None:
        """Others look, or take care, or no longer."""
        self._attention = attention
        self._show()

    def others(self) -> dict[str, str]:
        """By session, one line on who else looks at it or takes care of it, for the list."""
        told: dict[str, str] = {}
        for look in self._attention.looks:
            if look.viewer != self._viewer:
                told[look.session] = tr("{who} looks", who=safe_line(look.by, 30))
        for claim in self._attention.claims:
            told[claim.session] = (
                tr("yours") if claim.by == self._by else tr("{who} has it", who=safe_line(claim.by, 30))
            )
        return told

    def toggle(self) -> None:
        """Take care of the session in view, or let it go where this person has it."""
        claim = self._claim_here()
        if claim is not None and claim.by == self._by:
            self._let_go()
        else:
            self._claim(None)

    def copy_link(self) -> None:
        """Put the link to the session in view on the clipboard."""
        if self._session is not None:
            copy_exactly(link_of(self._session))
            self.told.emit(tr("The link to this session is on the clipboard."))

    def close_down(self) -> None:
        """This window shows nothing any more."""
        if self._beat.isActive():
            self._beat.stop()
            self._bridge.act(lambda door: door.look_at(self._viewer, None), _nothing, _nothing)

    def _begin(self) -> None:
        self._beat.start()
        self._say_so()

    def _say_so(self) -> None:
        session = self._session
        if session is not None:
            # Where it cannot be said (a store that is read only, or busy) only others miss it.
            self._bridge.act(lambda door: door.look_at(self._viewer, session), _nothing, _nothing)

    def _claim_here(self) -> Claim | None:
        return next((one for one in self._attention.claims if one.session == self._session), None)

    def _claim(self, to: str | None) -> None:
        session = self._session
        if session is not None:
            self._do(lambda door: door.claim(session, to))

    def _let_go(self) -> None:
        session = self._session
        if session is not None:
            self._do(lambda door: door.let_go(session))

    def _ask_whom(self) -> None:
        self._handing = True
        self._show()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _hand_over(self) -> None:
        name = self.name.text().strip()
        if name:
            self._handing = False
            self.name.clear()
            self._claim(name)

    def _do(self, op: Callable[[DoorPort], Any]) -> None:
        self._bridge.act(op, _nothing, self._on_failed)

    def _on_failed(self, error: BaseException) -> None:
        self.failed.emit(said_error(error))

    def _show(self) -> None:
        looks = [one for one in self._attention.looks if one.session == self._session and one.viewer != self._viewer]
        claim = self._claim_here()
        said: list[str] = []
        if claim is not None:
            mine = claim.by == self._by
            who, at = safe_line(claim.by, 60), clock(claim.at)
            said.append(
                tr("You take care of it since {at}.", at=at)
                if mine
                else tr("{who} takes care of it since {at}.", who=who, at=at)
            )
        if looks:
            names = list(dict.fromkeys(safe_line(one.by, 60) for one in looks))
            who = joined(tr(" and "), names)
            said.append(tr_many("{who} looks at this now.", "{who} look at this now.", len(looks), who=who))
        if looks or (claim is not None and claim.by != self._by):
            said.append(tr("Anyone can answer all the same."))
        whole = joined(" ", said)
        self.label.set_whole(whole or tr("Nobody else looks at this."))
        tip(self.label, whole)
        repolish(self.label, "" if said else "quiet")
        mine = claim is not None and claim.by == self._by
        self.link.setEnabled(self._session is not None)
        self.take.setVisible(not mine)
        self.go.setVisible(claim is not None)
        self.hand.setVisible(mine and not self._handing)
        self.name.setVisible(mine and self._handing)
        self.setVisible(self._session is not None)


def _nothing(_result: object) -> None:
    pass
