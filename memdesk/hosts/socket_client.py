"""The plain, blocking client of the local socket, for the command line and the window.

It is what a start-up hook of a chat host runs, and so it imports nothing but sockets and JSON:
no asyncio, no store (spec 6.1).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from memdesk.core import errors

CONNECT_TIMEOUT = 2.0
"""Seconds. A server that takes longer to take a local connection is stuck."""
CONNECT_AGAIN = 0.01
"""Seconds until the next try at a server whose queue of new connections is full."""

_ERRORS: dict[int, type[errors.MemdeskError]] = {
    error.code: error
    for error in (
        errors.NotFound,
        errors.NotAllowed,
        errors.Conflict,
        errors.BankUnavailable,
    )
}


class NoServer(Exception):
    """Nobody listens at the address: the caller opens the bank itself."""


class Client:
    """One connection to a server, one request at a time.

    Raises NoServer when nobody listens there. Anything else that goes wrong is an OSError: a
    server that is there but doesn't answer must not be taken for none.
    """

    def __init__(self, address: str, *, timeout: float | None = 30.0) -> None:
        self._timeout = timeout
        self._received = bytearray()
        self._last_id = 0
        self._stream = _connect(address)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._stream.close()

    def call(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Ask for one operation and give its result.

        Raises the MemdeskError that the server answered with, and OSError (TimeoutError among
        them) when it doesn't answer.
        """
        self._last_id += 1
        request = {
            "jsonrpc": "2.0",
            "id": self._last_id,
            "method": method,
            "params": dict(params or {}),
        }
        with suppress(BrokenPipeError):  # the server closed, and its last line says why
            self._stream.send(json.dumps(request).encode() + b"\n", self._timeout)
        while True:
            reply = json.loads(self.receive())
            if not isinstance(reply, dict):
                continue
            if reply.get("id") == self._last_id:
                break  # what comes between are notifications
            if "error" in reply and reply.get("id") is None:
                break  # the connection's own end: too many of them, or a line that is too long
        if "error" in reply:
            raise error_of(reply["error"])
        return reply["result"]

    def receive(self, timeout: float | None = None) -> bytes:
        """The next line of the server, a reply or a notification. Raises OSError."""
        timeout = self._timeout if timeout is None else timeout
        until = None if timeout is None else time.monotonic() + timeout
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            left = None if until is None else max(until - time.monotonic(), 0.001)
            received = self._stream.receive(left)
            if not received:
                raise ConnectionError("the memdesk server closed the connection")
            self._received += received
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line


def call(
    address: str,
    method: str,
    params: Mapping[str, Any] | None = None,
    *,
    timeout: float | None = 30.0,
) -> Any:
    """One call on a connection of its own. Raises as `Client` does."""
    with Client(address, timeout=timeout) as client:
        return client.call(method, params)


def is_served(address: str) -> bool:
    """Whether anybody takes connections there."""
    try:
        Client(address).close()
    except NoServer:
        return False
    except OSError:
        return True  # busy or out of reach, but there
    return True


def error_of(error: Mapping[str, Any]) -> errors.MemdeskError:
    """The MemdeskError that a server's error object stands for."""
    message, code = str(error.get("message", "")), error.get("code")
    data = error.get("data")
    data = data if isinstance(data, dict) else {}
    if code == errors.BadParameters.code:
        allowed = data.get("allowed")
        return errors.BadParameters(
            "{message}",
            field=data.get("field"),
            allowed=tuple(allowed) if isinstance(allowed, list) else None,
            message=message,
        )
    if code == errors.LimitExceeded.code:
        limit = data.get("limit")
        return errors.LimitExceeded(
            "{message}",
            field=data.get("field"),
            limit=limit if isinstance(limit, int) else 0,
            message=message,
        )
    if not isinstance(code, int):
        return errors.MemdeskError("{message}", message=message)
    found = _ERRORS.get(code, errors.MemdeskError)("{message}", message=message)
    found.code = code
    return found


class _Socket:
    """A Unix socket."""

    def __init__(self, address: str) -> None:
        if not os.path.lexists(address):
            raise NoServer(address)
        import socket  # most starts find no server, and need not wait for it

        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        until = time.monotonic() + CONNECT_TIMEOUT
        try:
            self._socket.settimeout(CONNECT_TIMEOUT)
            while True:
                try:
                    self._socket.connect(address)
                    return
                except BlockingIOError:
                    # Its queue is full for this moment: that doesn't wait as other connects do.
                    if time.monotonic() > until:
                        raise
                    time.sleep(CONNECT_AGAIN)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            self._socket.close()
            raise NoServer(address) from error
        except OSError as error:
            self._socket.close()
            if error.errno is None and not isinstance(error, TimeoutError):
                # Python's own word for a path that is too long: nobody can listen there.
                raise NoServer(address) from error
            raise
        except BaseException:
            self._socket.close()
            raise

    def send(self, data: bytes, timeout: float | None) -> None:
        self._socket.settimeout(timeout)
        self._socket.sendall(data)

    def receive(self, timeout: float | None) -> bytes:
        self._socket.settimeout(timeout)
        return self._socket.recv(1 << 16)

    def close(self) -> None:
        self._socket.close()


class _Pipe:
    """A named pipe of Windows, read and written as a file. It knows no time-out."""

    def __init__(self, address: str) -> None:
        until = time.monotonic() + CONNECT_TIMEOUT
        while True:
            try:
                self._file = open(address, "r+b", buffering=0)  # noqa: PTH123, SIM115
                return
            except FileNotFoundError as error:
                raise NoServer(address) from error
            except OSError as error:
                # All instances of the pipe are taken for this moment (ERROR_PIPE_BUSY).
                if getattr(error, "winerror", None) != 231 or time.monotonic() > until:
                    raise
                time.sleep(CONNECT_AGAIN)

    def send(self, data: bytes, _timeout: float | None) -> None:
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) or 0 :]

    def receive(self, _timeout: float | None) -> bytes:
        return self._file.read(1 << 18) or b""

    def close(self) -> None:
        self._file.close()


def _connect(address: str) -> _Socket | _Pipe:
    return _Pipe(address) if sys.platform == "win32" else _Socket(address)
