"""Notifications by the desktop's own service, org.freedesktop.Notifications, over the session bus.

A `Bus` is used on one thread only. QtDBus cannot be used for it: PySide6 sends every whole number as int32, and the
service wants a uint32.
"""

from __future__ import annotations

import html
from collections import deque
from dataclasses import dataclass
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from pausedesk.gui.language import tr

_SECONDS = 5.0
_NAME = "org.freedesktop.Notifications"
_SERVICE = DBusAddress("/org/freedesktop/Notifications", bus_name=_NAME, interface=_NAME)
_NO_TIMEOUT = -1  # how long it stands is the desktop's to say
_NORMAL = ("y", 1)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A person pressed a notification: its session, and what a compositor lets the window come to the front with."""

    session: str
    token: str = ""


class Bus:
    """The service, from the first call that reaches it. Raises nothing: where it is not there, nothing is shown."""

    def __init__(self, address: str = "SESSION") -> None:
        self._address = address
        self._connection: DBusConnection | None = None
        self._markup = False
        self._heard: deque[Message] = deque(maxlen=1000)
        self._ids: dict[str, int] = {}
        self._tokens: dict[int, str] = {}

    def connect(self) -> bool:
        """Whether the service answers."""
        try:
            self._connection = open_dbus_connection(self._address)
            rule = MatchRule(type="signal", interface=_NAME, path=_SERVICE.object_path)
            self._connection.filter(rule, queue=self._heard)
            self._call(new_method_call(_SERVICE, "GetServerInformation"))
            self._markup = "body-markup" in self._call(new_method_call(_SERVICE, "GetCapabilities"))[0]
            # The service's own signals and nobody else's: the bus knows who has the name.
            rule = MatchRule(type="signal", sender=_NAME, interface=_NAME, path=_SERVICE.object_path)
            self._call(message_bus.AddMatch(rule))
        except (OSError, KeyError, ValueError, _Refused):
            self.close()
            return False
        return True

    def show(self, session: str, title: str, text: str, *, sound: bool) -> bool:
        """Show a session's notification in the place of the one that it has; False where it cannot be shown."""
        hints: dict[str, tuple[str, Any]] = {"urgency": _NORMAL, "desktop-entry": ("s", "pausedesk")}
        hints |= {"sound-name": ("s", "message-new-instant")} if sound else {"suppress-sound": ("b", True)}
        # A service that takes markup takes it from everybody: a text of ours is never any.
        body = html.escape(text, quote=False) if self._markup else text
        values = (
            "Pausedesk",
            self._ids.get(session, 0),
            "pausedesk",
            title,
            body,
            ["default", str(tr("Show"))],
            hints,
            _NO_TIMEOUT,
        )
        try:
            (number,) = self._call(new_method_call(_SERVICE, "Notify", "susssasa{sv}i", values))
        except (OSError, ValueError, _Refused):
            return False
        self._ids[session] = number
        return True

    def withdraw(self, session: str) -> None:
        """Take a session's notification away, where it still stands."""
        number = self._ids.pop(session, None)
        if number is not None and self._connection is not None:
            try:
                self._call(new_method_call(_SERVICE, "CloseNotification", "u", (number,)))
            except (OSError, ValueError, _Refused):
                return  # closed by the person already, or the service ended and took it along

    def pressed(self) -> list[Pressed]:
        """What was pressed since the last call. Returns at once."""
        connection = self._connection
        if connection is None:
            return []
        try:
            while True:
                connection.recv_messages(timeout=0)
        except TimeoutError:
            pass
        except (OSError, ValueError):
            self.close()
        found: list[Pressed] = []
        while self._heard:
            found += self._read(self._heard.popleft())
        return found

    def close(self) -> None:
        """Take back what stands and leave the bus."""
        for session in list(self._ids):
            self.withdraw(session)
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _read(self, message: Message) -> list[Pressed]:
        member, body = message.header.fields.get(HeaderFields.member), message.body
        if not isinstance(body, tuple) or len(body) != 2 or not isinstance(body[0], int):
            return []
        number, said = body
        session = next((name for name, one in self._ids.items() if one == number), None)
        if session is None:
            return []
        if member == "ActivationToken" and isinstance(said, str):
            self._tokens[number] = said
        elif member == "ActionInvoked" and said == "default":
            return [Pressed(session, self._tokens.pop(number, ""))]
        elif member == "NotificationClosed":
            self._ids.pop(session)
            self._tokens.pop(number, None)
        return []

    def _call(self, message: Message) -> Any:
        if self._connection is None:
            raise _Refused("not connected")
        reply = self._connection.send_and_get_reply(message, timeout=_SECONDS)
        if reply.header.message_type is MessageType.error:
            raise _Refused(str(reply.header.fields.get(HeaderFields.error_name)))
        return reply.body


class _Refused(Exception):
    """The bus or the service answered with an error."""
