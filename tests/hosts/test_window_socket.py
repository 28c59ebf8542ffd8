"""A second start hands over to the running window, and to nothing else (spec 3.2, 7.4)."""

from __future__ import annotations

import json
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from memdesk.core.errors import BankUnavailable
from memdesk.hosts import window_socket
from memdesk.hosts.window_socket import (
    Handover,
    NoWindow,
    WindowSocket,
    hand_over,
    listen_or_hand_over,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks into Unix sockets")


@pytest.fixture
def address(short_dir: Path) -> str:
    return str(short_dir / "run" / "memdesk-window.sock")


@pytest.fixture
def taken() -> Queue[Handover]:
    return Queue()


@pytest.fixture
def window(address: str, taken: Queue[Handover]) -> Iterator[WindowSocket]:
    listening = WindowSocket(address, taken.put)
    assert listening.start()
    yield listening
    listening.stop()


def raw(address: str, data: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connected:
        connected.settimeout(60)
        connected.connect(address)
        connected.sendall(data)
        received = b""
        while part := connected.recv(4096):
            received += part
    return received


def test_it_is_handed_over(window: WindowSocket, taken: Queue[Handover]) -> None:
    request = Handover("quick-add", "task: 买牛奶 #home", "token-1")
    hand_over(window.address, request)
    assert taken.get(timeout=60) == request


def test_only_the_owner_reaches_it(window: WindowSocket) -> None:
    path = Path(window.address)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_second_one_does_not_listen(window: WindowSocket, taken: Queue[Handover]) -> None:
    assert not WindowSocket(window.address, taken.put).start()
    assert listen_or_hand_over(window.address, Handover("raise"), taken.put) is None
    assert taken.get(timeout=60) == Handover("raise")


def test_nobody_there(address: str) -> None:
    with pytest.raises(NoWindow):
        hand_over(address, Handover())


def test_a_stale_socket_is_nobody(address: str, taken: Queue[Handover]) -> None:
    Path(address).parent.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left_behind:
        left_behind.bind(address)
    with pytest.raises(NoWindow):
        hand_over(address, Handover())
    window = listen_or_hand_over(address, Handover(), taken.put)
    assert window is not None
    hand_over(address, Handover("raise"))
    assert taken.get(timeout=60) == Handover("raise")
    window.stop()
    assert not Path(address).exists()


def test_after_a_killed_one_the_next_listens(address: str, taken: Queue[Handover]) -> None:
    program = (
        "import sys\n"
        "from memdesk.hosts.window_socket import WindowSocket\n"
        "assert WindowSocket(sys.argv[1], print).start()\n"
        "print('listening', flush=True)\n"
        "sys.stdin.read()\n"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", program, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert first.stdout is not None
    assert first.stdout.readline() == b"listening\n"
    assert not WindowSocket(address, taken.put).start()
    first.kill()
    first.communicate(timeout=60)
    second = WindowSocket(address, taken.put)
    assert second.start()
    second.stop()


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"memdesk": 2, "action": "raise"}',
        b'{"memdesk": 1}',
        b'{"memdesk": 1, "action": "explode"}',
        b'{"memdesk": 1, "action": ["raise"]}',
        b'{"memdesk": 1, "action": "raise", "argument": 5}',
    ],
)
def test_what_is_no_hand_over_is_refused(
    window: WindowSocket, taken: Queue[Handover], line: bytes
) -> None:
    reply = json.loads(raw(window.address, line + b"\n"))
    assert reply["ok"] is False
    assert reply["error"]
    assert taken.empty()
    hand_over(window.address, Handover("raise"))
    assert taken.get(timeout=60).action == "raise"


def test_a_line_without_end_is_cut_off(
    window: WindowSocket, taken: Queue[Handover], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_socket, "MAX_LINE", 100)
    try:
        answer = raw(window.address, b"x" * 1_000_000)
    except (ConnectionResetError, BrokenPipeError):
        answer = b""
    assert answer == b""
    hand_over(window.address, Handover("raise"))
    assert taken.get(timeout=60).action == "raise"


def test_a_silent_one_holds_nobody_up(window: WindowSocket, taken: Queue[Handover]) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
        silent.connect(window.address)
        hand_over(window.address, Handover("raise"))
        assert taken.get(timeout=60).action == "raise"


def test_what_the_window_can_not_do_is_told(address: str) -> None:
    def refuse(_request: Handover) -> None:
        raise RuntimeError("no such bank")

    window = WindowSocket(address, refuse)
    assert window.start()
    with pytest.raises(BankUnavailable, match="no such bank"):
        hand_over(address, Handover("open-bank", "/nowhere"))
    window.stop()


def test_one_that_answers_wrongly_is_no_window_gone(
    address: str, pretend: Callable[[bytes], None]
) -> None:
    pretend(b"hello\n")
    with pytest.raises(BankUnavailable):
        hand_over(address, Handover())


@pytest.fixture
def pretend(address: str) -> Iterator[Callable[[bytes], None]]:
    """Something else listens at the address and answers one caller with these bytes."""
    import threading

    Path(address).parent.mkdir()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(address)
    listener.listen()
    threads = []

    def start(answer: bytes) -> None:
        def run() -> None:
            connected, _ = listener.accept()
            with connected:
                connected.recv(4096)
                connected.sendall(answer)

        threads.append(threading.Thread(target=run))
        threads[-1].start()

    yield start
    for thread in threads:
        thread.join()
    listener.close()
