"""A desktop's portal for global shortcuts, on a bus of its own: `fake_portal.py HOW`.

HOW: `gives` a key, `gives-silently` (without saying which), `declines` (the person does), `fails`,
`refuses` (the call itself), or `none` (a portal without this part). It takes lines on standard
input: `press TOKEN`, `press-another`, `close` (the session). Standard output tells each call.
"""

from __future__ import annotations

import os
import selectors
import sys
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

NAME = "org.freedesktop.portal.Desktop"
PLACE = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


class Portal:
    def __init__(self, how: str, bus: DBusConnection) -> None:
        self.how, self.bus = how, bus
        self.session = self.sender = ""

    def answer(self, call: Message) -> None:
        fields = call.header.fields
        method, self.sender = fields[HeaderFields.member], fields[HeaderFields.sender]
        tell(method, *call.body)
        if method == "Register":
            self.bus.send(new_error(call, "org.freedesktop.DBus.Error.UnknownInterface", "s",
                                    ("No such interface",)))  # fmt: skip
        elif method == "Get" and self.how == "none":
            self.bus.send(new_error(call, "org.freedesktop.DBus.Error.InvalidArgs", "s",
                                    ("No such interface",)))  # fmt: skip
        elif method == "Get":
            self.bus.send(new_method_return(call, "v", (("u", 1),)))
        elif method == "CreateSession":
            (options,) = call.body
            name = self.sender.lstrip(":").replace(".", "_")
            self.session = f"{PLACE}/session/{name}/{options['session_handle_token'][1]}"
            self.respond(call, options, 0, {"session_handle": ("s", self.session)})
        elif method == "BindShortcuts":
            self.bind(call)

    def bind(self, call: Message) -> None:
        session, shortcuts, _parent, options = call.body
        assert session == self.session
        if self.how == "refuses":
            self.bus.send(new_error(call, "org.freedesktop.portal.Error.NotAllowed", "s",
                                    ("An app id is required.",)))  # fmt: skip
            return
        described = {"description": shortcuts[0][1]["description"]}
        if self.how == "gives":
            described["trigger_description"] = ("s", "Ctrl+Alt+M")
        results = {"shortcuts": ("a(sa{sv})", [(shortcuts[0][0], described)])}
        code = {"declines": 1, "fails": 2}.get(self.how, 0)
        self.respond(call, options, code, {} if code else results)

    def respond(
        self, call: Message, options: dict[str, Any], code: int, results: dict[str, Any]
    ) -> None:
        """The answer may come before what the call gives back, as here."""
        name = self.sender.lstrip(":").replace(".", "_")
        handle = f"{PLACE}/request/{name}/{options['handle_token'][1]}"
        self.signal(handle, "Request", "Response", "ua{sv}", (code, results))
        self.bus.send(new_method_return(call, "o", (handle,)))

    def signal(self, path: str, interface: str, member: str, signature: str, values: Any) -> None:
        whole = f"org.freedesktop.portal.{interface}"
        self.bus.send(new_signal(DBusAddress(path, interface=whole), member, signature, values))

    def do(self, order: str) -> None:
        what, _, token = order.partition(" ")
        if what == "close":
            self.signal(self.session, "Session", "Closed", "a{sv}", ({},))
            return
        shortcut = "quick-add" if what == "press" else "another"
        values = (self.session, shortcut, 1, {"activation_token": ("s", token)} if token else {})
        self.signal(PLACE, "GlobalShortcuts", "Activated", "osta{sv}", values)


def tell(*words: object) -> None:
    print(*words, flush=True)


def main(how: str) -> None:
    with open_dbus_connection() as bus:
        bus.send_and_get_reply(message_bus.RequestName(NAME))
        portal = Portal(how, bus)
        tell("there")
        waiting = selectors.DefaultSelector()
        waiting.register(bus.sock, selectors.EVENT_READ)
        waiting.register(sys.stdin.fileno(), selectors.EVENT_READ)
        while True:
            for key, _events in waiting.select():
                if key.fd == sys.stdin.fileno():
                    orders = os.read(key.fd, 1 << 16).decode()
                    if not orders:
                        return
                    for order in orders.splitlines():
                        portal.do(order)
                    continue
                bus.parser.add_data(bus.sock.recv(1 << 16))
                while (message := bus.parser.get_next_message()) is not None:
                    if message.header.message_type is MessageType.method_call:
                        portal.answer(message)


if __name__ == "__main__":
    main(sys.argv[1])
