"""The desktop's session bus: calls and signals, heard in Qt's own loop (spec 7.3).

QtDBus can't send from Python what the portals want, arrays of structures. jeepney can, and is
there already for the keyring; of it this takes the words on the wire and nothing that waits.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from itertools import count
from typing import Any

from jeepney import (
    AuthenticationError,
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    Parser,
    find_session_bus,
    message_bus,
    new_method_call,
)
from jeepney.auth import BEGIN, Authenticator
from PySide6.QtCore import QObject, QSocketNotifier, Signal

PATIENCE = 2.0
"""Seconds in which the bus must take a step: else there is none to rely on."""
PIECE = 1 << 16
"""Bytes read at once."""

Heard = Callable[[tuple[Any, ...]], None]
"""Takes a message's values."""
Failed = Callable[[str], None]
"""Takes what the other side says is wrong, in its own words."""

_log = logging.getLogger(__name__)


class SessionBus(QObject):
    """A connection to the session bus. Replies and signals arrive by callback, never sooner than
    the loop runs next."""

    lost = Signal()
    """The bus has gone, or speaks in tongues. Nothing is heard any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Raises OSError where no session bus is, or none that answers."""
        super().__init__(parent)
        self._socket = _connected()
        self._parser = Parser()
        self._serials = count(1)
        self._waiting: dict[int, tuple[Heard, Failed]] = {}
        self._listening: list[tuple[dict[str, str], Heard]] = []
        self._name = ""
        self._notifier = QSocketNotifier(self._socket.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)
        self._send(message_bus.Hello(), self._on_hello, lambda _reason: self._lose())
        if not self._notifier.isEnabled():
            raise OSError("the session bus has gone")

    @property
    def name(self) -> str:
        """This connection's own name; "" until the bus has greeted it."""
        return self._name

    def call(
        self,
        address: DBusAddress,
        method: str,
        signature: str,
        values: tuple[Any, ...],
        then: Heard,
        otherwise: Failed,
    ) -> None:
        """Call a method; one of the two callbacks hears what came of it. `signature` is D-Bus's
        for the values."""
        self._send(new_method_call(address, method, signature, values), then, otherwise)

    def listen(self, address: DBusAddress, member: str, heard: Heard, *, path: str = "") -> None:
        """Hear a signal of an interface, from anywhere or from one object."""
        wanted = {"interface": str(address.interface), "member": member}
        if path:
            wanted["path"] = path
        self._listening.append((wanted, heard))
        rule = MatchRule(type="signal", sender=address.bus_name, **wanted)
        self._send(message_bus.AddMatch(rule), lambda _values: None, _log.warning)

    def close(self) -> None:
        """Hear nothing any more."""
        self._notifier.setEnabled(False)
        self._waiting.clear()
        self._listening.clear()
        self._socket.close()

    def _send(self, message: Message, then: Heard, otherwise: Failed) -> None:
        serial = next(self._serials)
        self._waiting[serial] = (then, otherwise)
        try:
            self._socket.sendall(message.serialise(serial=serial))
        except OSError as error:
            _log.info("the session bus takes nothing: %s", error)
            self._lose()

    def _on_hello(self, values: tuple[Any, ...]) -> None:
        self._name = values[0]

    def _on_readable(self) -> None:
        try:
            data = self._socket.recv(PIECE)
            if not data:
                raise ConnectionResetError("it has hung up")
            self._parser.add_data(data)
            messages = list(iter(self._parser.get_next_message, None))
        except (OSError, ValueError) as error:
            _log.info("the session bus is gone: %s", error)
            self._lose()
            return
        for message in messages:
            self._take(message)

    def _take(self, message: Message) -> None:
        fields, kind = message.header.fields, message.header.message_type
        if kind is MessageType.signal:
            said = {
                "interface": fields.get(HeaderFields.interface),
                "member": fields.get(HeaderFields.member),
                "path": fields.get(HeaderFields.path),
            }
            for wanted, heard in list(self._listening):
                if wanted.items() <= said.items():
                    heard(message.body)
            return
        then, otherwise = self._waiting.pop(fields.get(HeaderFields.reply_serial, 0), (None, None))
        if kind is MessageType.method_return and then is not None:
            then(message.body)
        elif kind is MessageType.error and otherwise is not None:
            said_why = [value for value in message.body if isinstance(value, str)]
            otherwise(said_why[0] if said_why else str(fields.get(HeaderFields.error_name)))

    def _lose(self) -> None:
        self.close()
        self.lost.emit()


def _connected() -> socket.socket:
    """A socket that the bus has let in. Raises OSError."""
    try:
        address = find_session_bus()
    except (KeyError, RuntimeError, ValueError) as error:
        raise OSError("there is no session bus") from error
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(PATIENCE)
    try:
        line.connect(address)
        let_in = Authenticator()
        for words in let_in:
            line.sendall(words)
            let_in.feed(line.recv(1024))
        line.sendall(BEGIN)
    except AuthenticationError as error:
        line.close()
        raise OSError(str(error)) from error
    except BaseException:
        line.close()
        raise
    return line
