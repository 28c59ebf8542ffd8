"""A server in this process on a socket of its own, and raw connections to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_session import Opened, Session
from raw_client import Raw

from memdesk.hosts import freezing
from memdesk.hosts.mcp_greeting import Options
from memdesk.hosts.socket_server import SocketServer


@pytest.fixture
def address(short_dir: Path) -> str:
    return str(short_dir / "s.sock")


@pytest.fixture
def patient_freezing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply waits for the bank as long as a busy machine may take to write what it writes
    beside it, and so is frozen.
    """
    monkeypatch.setattr(freezing, "FREEZE_SECONDS", 60)


@pytest.fixture
def served(bank_path: Path, address: str) -> Iterator[SocketServer]:
    """A running server on the test's bank, of which no file is there yet."""
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    server = SocketServer(bank_path, address)
    server.start()
    yield server
    server.stop()
    server.service.bank.close()  # a test may have used it in its own thread


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
        one.end()
