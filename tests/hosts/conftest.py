"""A server in this process on a socket of its own, and raw connections to it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_session import Opened, Session

from memdesk.hosts.mcp_greeting import Options
from memdesk.hosts.socket_server import SocketServer


class Raw:
    """A connection that sends whatever bytes a test wants."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(20)
        self.socket.connect(address)
        self._received = b""
        self._id = 0

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def line(self) -> Any:
        """The next line, decoded; EOFError when the server closed."""
        while b"\n" not in self._received:
            received = self.socket.recv(1 << 16)
            if not received:
                raise EOFError
            self._received += received
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line)

    def request(self, method: str, params: object = None, **more: object) -> bytes:
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method, **more}
        if params is not None:
            message["params"] = params
        return json.dumps(message).encode() + b"\n"

    def reply(self, method: str, params: object = None) -> Any:
        """Send a request and give the whole reply; what is told meanwhile is passed over."""
        self.send(self.request(method, params))
        while "method" in (reply := self.line()):
            pass
        return reply

    def call(self, method: str, **params: object) -> Any:
        """Send a request that must succeed, and give its result."""
        reply = self.reply(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def refusal(self, method: str, **params: object) -> Any:
        """Send a request that must be refused, and give its error."""
        reply = self.reply(method, params)
        assert "result" not in reply, reply
        return reply["error"]

    def closed(self) -> bool:
        """Wait for the server's end of the connection."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        return True

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def address(short_dir: Path) -> str:
    return str(short_dir / "s.sock")


@pytest.fixture
def served(bank_path: Path, address: str) -> Iterator[SocketServer]:
    """A running server on the test's bank, of which no file is there yet."""
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    server = SocketServer(bank_path, address)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def connect(served: SocketServer) -> Iterator[Callable[[], Raw]]:
    """Makes connections, and closes them after the test."""
    made: list[Raw] = []

    def make() -> Raw:
        made.append(Raw(served.address))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def client(connect: Callable[[], Raw]) -> Raw:
    return connect()


@pytest.fixture
def opened(bank_path: Path) -> Iterator[Opened]:
    """Makes sessions on the test's bank, and ends them after the test."""
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    made: list[Session] = []

    def make(**options: Any) -> Session:
        made.append(Session(bank_path, Options(**options)))
        return made[-1]

    yield make
    for one in made:
        one.server.end()
