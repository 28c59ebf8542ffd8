"""The window's own small socket: a second start hands over what it was asked to do (spec 3.2).

One JSON object a line: `{"memdesk": 1, "action": "quick-add", "argument": "…", "token": "…"}`,
answered by `{"ok": true}` or `{"ok": false, "error": "…"}`. A lock beside the socket says who
may listen; a socket file alone says nothing. Needs neither Qt nor a bank, so the command line
can use the client's half.
"""

from __future__ import annotations

import json
import logging
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, get_args

from memdesk import paths, private
from memdesk.core.errors import BadParameters, BankUnavailable, NotFound
from memdesk.core.reasons import reason_of
from memdesk.lock import FileLock

Action = Literal["raise", "quick-add", "open-bank", "import"]
ACTIONS: tuple[Action, ...] = get_args(Action)

VERSION = 1
MAX_LINE = 1 << 20
"""Bytes. Room for a starting text of the greatest content there is (spec 1.1)."""
PATIENCE = 5.0
"""Seconds for one hand-over, and for a window that is just starting to listen."""

_SQLITE = b"SQLite format 3\0"
_MARK = slice(68, 72)
"""Where in a database of SQLite's stands whose it is."""

_log = logging.getLogger(__name__)


class Handover(NamedTuple):
    """What a second start asks of the window.

    `argument` is quick-add's starting text, the bank to open, or the file to import. `token` is
    what the desktop gave the second start as its right to come to the front.
    """

    action: Action = "raise"
    argument: str = ""
    token: str = ""


def opening(path: Path) -> Handover:
    """What opening a file asks of the window: a bank is opened, anything else imported, other
    programs' databases too.

    Raises NotFound, and BadParameters where it can't be read.
    """
    path = path.absolute()
    action: Action = "import"
    try:
        if not path.is_dir():
            with path.open("rb") as file:
                head = file.read(_MARK.stop)
            if head.startswith(_SQLITE) and _may_be_bank(path, head):
                action = "open-bank"
    except FileNotFoundError as error:
        raise NotFound("There is no file {path}.", path=str(path)) from error
    except OSError as error:
        raise BadParameters(
            "{path} can't be read: {reason}.", path=str(path), reason=reason_of(error)
        ) from error
    return Handover(action, str(path), activation_token())


def _may_be_bank(path: Path, head: bytes) -> bool:
    """Whether a database is memdesk's, by its head; it can stand in the log beside it as yet."""
    from memdesk.store.migrations import APPLICATION_ID

    log = path.with_name(path.name + "-wal")
    mark = int.from_bytes(head[_MARK])
    return mark == APPLICATION_ID or (not mark and log.exists() and log.stat().st_size > 0)


class NoWindow(Exception):
    """Nobody listens at the address. Only "refused" and "not found" mean it."""


def activation_token() -> str:
    """The right to come to the front that this process was started with; "" for none."""
    return os.environ.get("XDG_ACTIVATION_TOKEN") or os.environ.get("DESKTOP_STARTUP_ID", "")


def hand_over(address: str, request: Handover, *, timeout: float = PATIENCE) -> None:
    """Ask the window at the address to do it; back once it has taken it.

    Raises NoWindow when there is none, and BankUnavailable when one is there but does not
    answer as one.
    """
    message = {
        "memdesk": VERSION,
        "action": request.action,
        "argument": request.argument,
        "token": request.token,
    }
    try:
        with closing(_connect(address, timeout)) as line:
            line.send(json.dumps(message).encode())
            reply = json.loads(line.receive())
    except (OSError, EOFError, ValueError) as error:
        raise BankUnavailable(
            "The running memdesk does not answer at {address} ({reason}). End it and start again.",
            address=address,
            reason=reason_of(error),
        ) from error
    if not isinstance(reply, dict) or reply.get("ok") is not True:
        reason = reply.get("error", "") if isinstance(reply, dict) else ""
        raise BankUnavailable(
            "The running memdesk refused: {reason}. Perhaps it is an older one: end it and start "
            "again.",
            reason=reason,
        )


def listen_or_hand_over(
    address: str, request: Handover, on_request: Callable[[Handover], None]
) -> WindowSocket | None:
    """Become the window of a bank, or hand over to the one that is: None.

    Raises BankUnavailable when there is one that does not answer, or nothing can listen.
    """
    until = time.monotonic() + PATIENCE
    while True:
        window = WindowSocket(address, on_request)
        try:
            if window.start():
                return window
        except OSError as error:
            raise BankUnavailable(
                "No window can be opened, as {path} can't be used: {reason}.",
                path=error.filename or address,
                reason=reason_of(error),
            ) from error
        try:
            hand_over(address, request)
            return None
        except NoWindow as error:
            # The lock is held and nobody listens yet: that window is just starting, or ending.
            if time.monotonic() > until:
                raise BankUnavailable(
                    "Another memdesk holds this bank's window but does not listen. End it and "
                    "start again.",
                ) from error
        time.sleep(0.05)


class WindowSocket:
    """Listens for second starts in a thread of its own.

    `on_request` is called in that thread, and what it raises is told to the caller and logged.
    """

    def __init__(self, address: str, on_request: Callable[[Handover], None]) -> None:
        self.address = address
        self._on_request = on_request
        self._lock = FileLock(_lock_path(address))
        self._listener: _Listener | None = None

    def start(self) -> bool:
        """Listen; False when another window does. Raises OSError and NotAllowed."""
        private.make_folders(self._lock.path.parent)
        if not os.environ.get("MEMDESK_SOCKET"):
            paths.make_private(self._lock.path.parent)
        if not self._lock.acquire():
            return False
        try:
            self._listener = _listener(self.address)
        except BaseException:
            self._lock.release()
            raise
        threading.Thread(target=self._run, name="memdesk-window-socket", daemon=True).start()
        return True

    def stop(self) -> None:
        """Listen no longer; nothing happens when it does not."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            self._lock.release()

    def _run(self) -> None:
        listener = self._listener
        while listener is not None:
            line = listener.accept()
            if line is None:
                return
            # A thread each: one that connects and stays silent must not hold up the next.
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: _Line) -> None:
        with closing(line):
            try:
                reply = self._answer(line.receive())
                line.send(json.dumps(reply).encode())
            except (OSError, EOFError) as error:
                _log.info("a second start went away: %s", error)

    def _answer(self, received: bytes) -> dict[str, Any]:
        try:
            request = parsed(received)
        except ValueError as error:
            return {"ok": False, "error": str(error)}
        try:
            self._on_request(request)
        except Exception as error:  # noqa: BLE001 - told to who asked, and logged
            _log.exception("a second start asked for %s", request.action)
            return {"ok": False, "error": str(error)}
        return {"ok": True}


def parsed(received: bytes) -> Handover:
    """The hand-over that a line holds. Raises ValueError with what is wrong about it."""
    message = json.loads(received)
    if not isinstance(message, dict) or message.get("memdesk") != VERSION:
        raise ValueError(f"not a hand-over of version {VERSION}")
    if message.get("action") not in ACTIONS:
        raise ValueError(f"the action is none of {', '.join(ACTIONS)}")
    texts = [message.get(name, "") for name in ("argument", "token")]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("argument and token are texts")
    return Handover(message["action"], *texts)


class _Line(Protocol):
    """A connection that carries one message each way."""

    def send(self, data: bytes) -> None: ...
    def receive(self) -> bytes: ...
    def close(self) -> None: ...


class _Listener(Protocol):
    def accept(self) -> _Line | None: ...
    def close(self) -> None: ...


class _SocketLine:
    def __init__(self, connected: socket.socket, timeout: float) -> None:
        self._socket = connected
        self._until = time.monotonic() + timeout

    def send(self, data: bytes) -> None:
        self._wait()
        self._socket.sendall(data + b"\n")

    def receive(self) -> bytes:
        received = bytearray()
        while b"\n" not in received:
            self._wait()
            part = self._socket.recv(1 << 16)
            if not part:
                raise EOFError("the connection ended amid a line")
            received += part
            if len(received) > MAX_LINE:
                raise OSError("a line is too long")
        return bytes(received[: received.index(b"\n")])

    def close(self) -> None:
        self._socket.close()

    def _wait(self) -> None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("no answer in time")
        self._socket.settimeout(left)


class _SocketListener:
    """A Unix socket, readable by its owner only. The caller holds the lock."""

    def __init__(self, address: str) -> None:
        self._address = Path(address)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Closing a socket wakes no accept() that waits on it, on no system: this does.
        self._woken, self._wake = socket.socketpair()
        try:
            self._address.unlink(missing_ok=True)  # the lock is ours: whoever left it is gone
            self._socket.bind(address)
            self._address.chmod(0o600)
            self._socket.listen()
        except BaseException:
            self._shut()
            raise

    def accept(self) -> _Line | None:
        ready, _, _ = select.select([self._socket, self._woken], [], [])
        if self._woken in ready:
            self._shut()
            return None
        connected, _ = self._socket.accept()
        return _SocketLine(connected, PATIENCE)

    def close(self) -> None:
        self._address.unlink(missing_ok=True)
        self._wake.send(b".")

    def _shut(self) -> None:
        for one in (self._socket, self._woken, self._wake):
            one.close()


class _PipeLine:
    """A named pipe of Windows. Its messages carry their length."""

    def __init__(self, connection: Any, timeout: float) -> None:
        self._connection = connection
        self._timeout = timeout

    def send(self, data: bytes) -> None:
        self._connection.send_bytes(data)

    def receive(self) -> bytes:
        if not self._connection.poll(self._timeout):
            raise TimeoutError("no answer in time")
        received: bytes = self._connection.recv_bytes(MAX_LINE)
        return received

    def close(self) -> None:
        self._connection.close()


class _PipeListener:
    """A named pipe of Windows. Others may read from it by default, but ask for nothing."""

    def __init__(self, address: str) -> None:
        from multiprocessing.connection import Listener

        self._address = address
        self._listener = Listener(address, "AF_PIPE")
        self._closing = False

    def accept(self) -> _Line | None:
        connection = self._listener.accept()
        if self._closing:
            connection.close()
            self._listener.close()
            return None
        return _PipeLine(connection, PATIENCE)

    def close(self) -> None:
        self._closing = True
        _connect(self._address, 1.0).close()  # wakes accept()


def _listener(address: str) -> _Listener:
    return _PipeListener(address) if sys.platform == "win32" else _SocketListener(address)


def _connect(address: str, timeout: float) -> _Line:
    if sys.platform == "win32":
        from multiprocessing.connection import Client

        try:
            return _PipeLine(Client(address, "AF_PIPE"), timeout)
        except FileNotFoundError as error:
            raise NoWindow(address) from error
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connected.settimeout(timeout)
    try:
        connected.connect(address)
    except (FileNotFoundError, ConnectionRefusedError) as error:
        connected.close()
        raise NoWindow(address) from error
    except BaseException:
        connected.close()
        raise
    return _SocketLine(connected, timeout)


def _lock_path(address: str) -> Path:
    if sys.platform == "win32":  # pipes lie in no directory
        return paths.runtime_dir() / (address.rpartition("\\")[2] + ".lock")
    return Path(address + ".lock")
