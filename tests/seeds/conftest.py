"""The doors of one bank, the home's standard one, opened as a person would open them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from seed_hosts import MEMDESK, HttpHost, McpHost, SocketHost

from memdesk import paths
from memdesk.store.bank import Bank

if sys.platform == "win32":
    pytest.skip("sockets of this kind are for others", allow_module_level=True)


@pytest.fixture
def home_bank(memdesk_home: Path) -> Iterator[Bank]:
    """The bank that every door of a test serves. No file until something is written."""
    opened = Bank(paths.bank_path(None))
    yield opened
    opened.close()


@pytest.fixture
def mcp(memdesk_home: Path) -> Iterator[Callable[..., McpHost]]:
    """Starts hosts with `memdesk mcp FLAGS…`, and ends them; none may have complained."""
    started: list[McpHost] = []

    def start(*flags: str, name: str = "seed-host") -> McpHost:
        started.append(McpHost(*flags, name=name))
        return started[-1]

    yield start
    assert [host.end() for host in started] == [""] * len(started)


@pytest.fixture
def host(mcp: Callable[..., McpHost]) -> McpHost:
    """One host at the MCP door."""
    return mcp()


@pytest.fixture
def connect(server: str) -> Iterator[Callable[..., SocketHost]]:
    """Makes hosts on the socket of a running `memdesk serve`."""
    made: list[SocketHost] = []

    def make(**hello: str) -> SocketHost:
        made.append(SocketHost(server, **hello))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def web(memdesk_home: Path) -> Iterator[HttpHost]:
    """A script at the HTTP door of a running `memdesk serve --http`."""
    process = subprocess.Popen(
        [*MEMDESK, "serve", "--http", "0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()  # the socket
    address = process.stdout.readline().strip()
    token = subprocess.run(
        [*MEMDESK, "where", "--token"], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()
    yield HttpHost(address, token)
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == 0
