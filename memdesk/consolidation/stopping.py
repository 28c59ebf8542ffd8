"""How a person stops what waits for a model, even while nothing comes."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from memdesk.core.errors import MemdeskError


class Cancelled(MemdeskError):
    """The person has had enough. What was read so far is kept, and nothing was stored."""


class Stop:
    """Set by one thread, heeded by another. The connection that is waited on is shut at once."""

    def __init__(self) -> None:
        self._set = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def set(self) -> None:
        """Stop."""
        with self._lock:
            self._set.set()
            if self._socket is not None:
                _shut(self._socket)

    def is_set(self) -> bool:
        return self._set.is_set()

    def check(self) -> None:
        """Raise Cancelled where it is set."""
        if self._set.is_set():
            raise Cancelled("Stopped. Nothing was stored; it can be continued.")

    def watch(self, connection: socket.socket | None) -> None:
        """Shut this connection when it is set; None: there is none any more."""
        with self._lock:
            self._socket = connection
            if connection is not None and self._set.is_set():
                _shut(connection)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):  # the other side was first
        connection.shutdown(socket.SHUT_RDWR)
