"""`serve`, `block` through a server and without one, and the window where no display is."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import IO, Protocol

import pytest

from memdesk.hosts.socket_client import Client, call, is_served

posix = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@contextmanager
def serving(
    *args: str, env: dict[str, str] | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, and the address that it printed first."""
    server = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "memdesk", *(args or ("serve",))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | (env or {}),
    )
    try:
        yield _out(server).readline().rstrip("\n"), server
    finally:
        server.terminate()
        server.communicate(timeout=90)


def _out(server: subprocess.Popen[str]) -> IO[str]:
    assert server.stdout is not None
    return server.stdout


@pytest.mark.parametrize("args", [(), ("--preset", "gameassist"), ("--layer", "runtime")])
def test_the_server_and_the_bank_give_the_same_bytes(
    memdesk: CommandLine, args: tuple[str, ...]
) -> None:
    memdesk("add", "Never push on Friday")
    memdesk("add", "Forum", "--kind", "task", "--status", "doing")
    alone = memdesk("block", *args)
    assert alone.returncode == 0 and alone.stderr == ""
    with serving() as (address, _server):
        assert is_served(address)
        served = memdesk("block", *args)
        layer = args[1] if "--layer" in args else "system"
        params = {"preset": "gameassist"} if "--preset" in args else {}
        text = call(address, "block", params)["layers"][layer]
    assert served.stdout == alone.stdout == text + "\n"
    assert text


def test_block_prints_the_whole_reply_as_json(memdesk: CommandLine) -> None:
    memdesk("add", "Never push on Friday")
    reply = json.loads(memdesk("block", "--json").stdout)
    assert list(reply["layers"]) == ["system", "runtime", "tail"]
    assert {"etag", "frozen_at", "chars", "tokens", "cut", "omitted"} <= reply.keys()
    assert "Never push" in reply["layers"]["runtime"]


def test_an_empty_layer_prints_nothing(memdesk: CommandLine) -> None:
    assert memdesk("block", "--layer", "runtime").stdout == ""


def test_a_session_keeps_its_bytes_across_processes_and_writes(memdesk: CommandLine) -> None:
    memdesk("add", "Never push on Friday")
    first = memdesk("block", "--session", "s1", "--host", "h").stdout
    memdesk("add", "Never push on Monday")
    assert memdesk("block", "--session", "s1", "--host", "h").stdout == first
    with serving():
        assert memdesk("block", "--session", "s1", "--host", "h").stdout == first
        assert memdesk("block", "--session", "s2", "--host", "h").stdout != first
        fresh = memdesk("block", "--session", "s1", "--host", "h", "--refresh").stdout
    assert "Monday" in fresh
    assert (
        "Monday" in memdesk("block", "--session", "s1", "--host", "h", "--layer", "runtime").stdout
    )


def test_language_limit_and_role_are_passed_on(memdesk: CommandLine) -> None:
    memdesk("add", "Never push on Friday", "--role", "coder")
    assert memdesk("block").stdout == ""
    block = memdesk("block", "--role", "coder", "--language", "zh").stdout
    assert "Never push" in block and "长期记忆" in block
    assert len(memdesk("block", "--role", "coder", "--limit", "100").stdout) <= 101


def test_a_server_sees_what_the_command_line_writes_meanwhile(memdesk: CommandLine) -> None:
    with serving() as (address, _server), Client(address) as client:
        assert client.call("stats")["memories"] == 0
        memdesk("add", "a")
        memdesk("add", "b")
        assert client.call("stats")["memories"] == 2


def test_a_second_server_of_a_bank_is_refused(memdesk: CommandLine) -> None:
    with serving() as (address, server):
        second = memdesk("serve")
        assert second.returncode == 1
        assert address in second.stderr and second.stderr.count("\n") == 1
        assert server.poll() is None
        assert is_served(address)


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_cleanly(memdesk: CommandLine, number: signal.Signals) -> None:
    with serving() as (address, server):
        with Client(address) as client:
            client.call("ping")
            server.send_signal(number)
            _stdout, stderr = server.communicate(timeout=90)
        assert server.returncode == 0
        assert stderr == ""
        assert not Path(address).exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_the_window_becomes_a_server(memdesk: CommandLine) -> None:
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    with serving("gui", env=env) as (address, server):
        assert call(address, "ping") == {}
        server.terminate()
        _stdout, stderr = server.communicate(timeout=90)
    assert "no display" in stderr
    assert server.returncode == 0


@posix
def test_a_socket_file_that_nobody_listens_at_is_no_server(memdesk: CommandLine) -> None:
    with listening(memdesk) as listener:
        listener.close()
        assert memdesk("block").returncode == 0


@posix
@posix
def test_a_server_that_hangs_keeps_the_block_from_nobody(memdesk: CommandLine) -> None:
    memdesk("add", "Never push on Friday")
    alone = memdesk("block").stdout
    with serving() as (_address, server):
        server.send_signal(signal.SIGSTOP)
        try:
            asked = memdesk("block")
        finally:
            server.send_signal(signal.SIGCONT)
    assert (asked.returncode, asked.stdout) == (0, alone)
    assert "Never push on Friday" in alone


def test_a_server_that_hangs_up_is_said(memdesk: CommandLine) -> None:
    """It holds the frozen bytes perhaps: another block than the server's must not come."""
    with listening(memdesk) as listener:
        hanging_up = threading.Thread(target=_hang_up, args=(listener,))
        hanging_up.start()
        refused = memdesk("block")
        hanging_up.join(30)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert "does not answer" in refused.stderr and refused.stderr.count("\n") == 1


def _hang_up(listener: socket.socket) -> None:
    caller, _address = listener.accept()
    caller.close()


@contextmanager
def listening(memdesk: CommandLine) -> Iterator[socket.socket]:
    """A socket where the server's should be."""
    address = memdesk("where", "--socket").stdout.strip()
    Path(address).parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        yield listener
