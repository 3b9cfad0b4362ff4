"""A desktop's service of notifications for a test, in a process of its own: takes them, and does what its input says.

Each call is one line of JSON on standard output. A line on standard input: "press N" or "dismiss N".
"""

from __future__ import annotations

import json
import os
import selectors
import sys

from jeepney import DBusAddress, HeaderFields, MessageType, message_bus, new_method_return, new_signal
from jeepney.io.blocking import DBusConnection, open_dbus_connection

NAME = "org.freedesktop.Notifications"
PLACE = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=NAME)


def say(**values: object) -> None:
    print(json.dumps(values), flush=True)


def act(bus: DBusConnection, line: str) -> None:
    word, _, number = line.partition(" ")
    if word == "press":
        bus.send(new_signal(PLACE, "ActivationToken", "us", (int(number), "token-1")))
        bus.send(new_signal(PLACE, "ActionInvoked", "us", (int(number), "default")))
    elif word == "dismiss":
        bus.send(new_signal(PLACE, "NotificationClosed", "uu", (int(number), 2)))


def main() -> None:
    bus = open_dbus_connection()
    bus.send_and_get_reply(message_bus.RequestName(NAME))
    chosen = selectors.DefaultSelector()
    chosen.register(bus.sock, selectors.EVENT_READ)
    chosen.register(sys.stdin, selectors.EVENT_READ, data="input")
    say(call="ready")
    last = 0
    while True:
        for key, _ in chosen.select():
            if key.data == "input":
                # Not by readline: of two lines at once the second would lie in a buffer that no selector sees.
                told = os.read(sys.stdin.fileno(), 4096).decode()
                if not told:
                    return
                for line in told.splitlines():
                    act(bus, line)
                continue
            message = bus.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            member = message.header.fields.get(HeaderFields.member)
            if member == "GetServerInformation":
                bus.send(new_method_return(message, "ssss", ("test", "pausedesk", "1", "1.2")))
            elif member == "GetCapabilities":
                bus.send(new_method_return(message, "as", (["actions", "body", "body-markup"],)))
            elif member == "Notify":
                _app, replaces, _icon, title, text, _actions, hints, _timeout = message.body
                last = replaces or last + 1
                say(call="show", id=last, title=title, text=text, hints=sorted(hints), replaces=replaces)
                bus.send(new_method_return(message, "u", (last,)))
            elif member == "CloseNotification":
                say(call="close", id=message.body[0])
                bus.send(new_method_return(message))


if __name__ == "__main__":
    main()
