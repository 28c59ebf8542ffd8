"""One server a bank: who may listen, what a killed server leaves, what a stopping one finishes."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from raw_client import Raw

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.errors import BankUnavailable, LimitExceeded, NotAllowed, NotFound
from memdesk.hosts.connection import MAX_CONNECTIONS
from memdesk.hosts.socket_client import Client, NoServer, call, is_served
from memdesk.hosts.socket_server import AlreadyServed, SocketServer
from memdesk.hosts.stream_loop import MAX_CANCELLED, StreamLoop
from memdesk.lock import FileLock
from memdesk.store.bank import Bank

SERVE = """
import sys
from pathlib import Path
from memdesk.hosts.socket_server import SocketServer
server = SocketServer(Path(sys.argv[1]), sys.argv[2])
server.start()
print("listening", flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture
def process(bank_path: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    """A server in a process of its own."""
    with start(bank_path, address) as started:
        yield started
        if started.poll() is None:
            started.kill()


def start(bank_path: Path, address: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", SERVE, str(bank_path), address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "listening\n"
    return started


def test_only_its_user_may_enter(served: SocketServer) -> None:
    path = Path(served.address)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_second_server_is_refused_and_the_first_goes_on(
    process: subprocess.Popen[str], bank_path: Path, address: str
) -> None:
    inode = Path(address).stat().st_ino
    for _ in range(3):
        with pytest.raises(AlreadyServed):
            SocketServer(bank_path, address).start()
    assert Path(address).stat().st_ino == inode
    assert call(address, "ping") == {}


def test_a_live_server_whose_lock_was_removed_is_not_robbed(
    process: subprocess.Popen[str], bank_path: Path, address: str
) -> None:
    Path(address + ".lock").unlink()
    with pytest.raises(AlreadyServed):
        SocketServer(bank_path, address).start()
    assert call(address, "ping") == {}


def test_what_was_acknowledged_outlives_a_kill_and_the_stale_socket_is_replaced(
    process: subprocess.Popen[str], bank_path: Path, address: str
) -> None:
    with Client(address) as client:
        ids = [
            client.call("memory_write", {"title": f"T{number}", "content": "c"})["id"]
            for number in range(20)
        ]
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    assert Path(address).exists()  # stale
    assert not is_served(address)
    server = SocketServer(bank_path, address)
    server.start()
    try:
        for id in ids:
            assert call(address, "memory_read", {"id": id})["entries"][0]["id"] == id
    finally:
        server.stop()


def test_a_file_that_is_no_socket_is_left_alone(bank_path: Path, address: str) -> None:
    Path(address).write_text("mine")
    with pytest.raises(BankUnavailable, match="no socket"):
        SocketServer(bank_path, address).start()
    assert Path(address).read_text() == "mine"


def test_stopping_leaves_nothing_behind_and_may_start_again(served: SocketServer) -> None:
    for _ in range(3):
        served.stop()
        assert not Path(served.address).exists()
        with pytest.raises(NoServer):
            call(served.address, "ping")
        served.start()
        assert call(served.address, "ping") == {}


def test_a_stopping_server_leaves_another_ones_socket(served: SocketServer) -> None:
    path = Path(served.address)
    path.unlink()
    other = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    other.bind(served.address)
    served.stop()
    assert path.exists()
    other.close()


def test_what_was_sent_before_the_stop_is_written(
    process: subprocess.Popen[str], bank_path: Path, address: str
) -> None:
    client = Raw(address)
    client.call("ping")
    client.send(client.request("memory_write", {"title": "Last", "content": "words"}))
    replied = client.line()
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(60) == 0
    assert client.closed()
    client.close()
    bank = Bank(bank_path)
    assert bank.get(replied["result"]["id"]).label == "Last"
    bank.close()


def test_a_locked_bank_stalls_no_reader(served: SocketServer, bank: Bank) -> None:
    writer, reader = Raw(served.address), Raw(served.address)
    with bank.transaction(Actor(), "hold"):
        writer.send(writer.request("memory_write", {"title": "Waits", "content": "c"}))
        for _ in range(20):
            assert reader.call("ping") == {}
            assert reader.call("block")["layers"]["system"] == ""
            assert reader.call("memory_list")["entries"] == []
    assert "id" in writer.line()["result"]
    writer.close()
    reader.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user's directory")
def test_a_directory_of_someone_else_is_refused(bank_path: Path, short_dir: Path) -> None:
    directory = short_dir / "memdesk-0-abc"
    directory.mkdir(mode=0o777)
    os.chown(directory, 12345, 12345)
    with pytest.raises(NotAllowed, match="someone else"):
        SocketServer(bank_path, str(directory / "memdesk.sock")).start()


def test_the_client_raises_what_the_server_refused(served: SocketServer) -> None:
    with Client(served.address) as client:
        with pytest.raises(NotFound) as refused:
            client.call("memory_read", {"id": "nope"})
        assert "nope" in str(refused.value)
        with pytest.raises(Exception, match="no method") as unknown:
            client.call("nope")
        assert unknown.value.code == -32601  # type: ignore[attr-defined]
        assert client.call("ping") == {}


def test_the_client_says_that_there_are_too_many_connections(
    served: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.hosts.socket_server.MAX_CONNECTIONS", 0)
    with pytest.raises(LimitExceeded, match="connections already"):
        call(served.address, "ping")


def test_many_who_knock_while_the_server_is_busy_are_all_let_in(served: SocketServer) -> None:
    busy = threading.Event()
    served.loop.call_soon_threadsafe(busy.wait)
    knocking = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(300)]
    for one in knocking:
        one.setblocking(False)
        one.connect(served.address)  # a full queue refuses with BlockingIOError
    busy.set()
    for one in knocking:
        one.settimeout(90)
    replies = []
    for one in knocking[:MAX_CONNECTIONS]:
        one.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    for one in knocking:
        with one.makefile("rb") as lines:
            replies.append(json.loads(lines.readline()))
    for one in knocking:  # none before: its place would go to one that is to be refused
        one.close()
    assert [reply.get("result") for reply in replies[:MAX_CONNECTIONS]] == [{}] * MAX_CONNECTIONS
    refused = [reply["error"]["code"] for reply in replies[MAX_CONNECTIONS:]]
    assert refused == [-32002] * (300 - MAX_CONNECTIONS)


def test_an_address_that_is_too_long_is_nobodys(bank_path: Path, short_dir: Path) -> None:
    too_long = str(short_dir / ("x" * 120))
    assert not is_served(too_long)
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    with pytest.raises(BankUnavailable, match="too long"):
        SocketServer(bank_path, too_long).start()


def test_timers_that_were_cancelled_do_not_pile_up() -> None:
    loop = StreamLoop()
    called: list[int] = []
    kept = [loop.call_later(0, lambda number=number: called.append(number)) for number in range(3)]
    for _ in range(10 * MAX_CANCELLED):
        loop.call_later(3_600, lambda: called.append(-1)).cancel()
    assert len(loop._timers) <= 2 * MAX_CANCELLED
    kept[1].cancel()
    while len(called) < 2:
        loop.turn()
    kept[0].cancel()
    assert called == [0, 2]
    loop.close()


def test_a_full_queue_is_waited_for(address: str) -> None:
    full = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    full.bind(address)
    full.listen(0)
    first = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    first.connect(address)
    made: list[Client] = []
    late = threading.Thread(target=lambda: made.append(Client(address)))
    late.start()
    taken = [full.accept()[0], full.accept()[0]]
    late.join()
    assert len(made) == 1
    for one in (*made, *taken, first, full):
        one.close()


def test_a_server_that_does_not_answer_is_not_taken_for_none(address: str) -> None:
    mute = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mute.bind(address)
    mute.listen()
    with pytest.raises(TimeoutError):
        call(address, "ping", timeout=0.05)
    mute.close()


def test_a_lock_is_one_holders(short_dir: Path) -> None:
    first, second = FileLock(short_dir / "l"), FileLock(short_dir / "l")
    assert first.acquire() and first.acquire() and first.held
    assert not second.acquire() and not second.held
    first.release()
    first.release()
    assert second.acquire()
    second.release()


def test_the_default_address_is_served(memdesk_home: Path) -> None:
    server = SocketServer(paths.bank_path())
    server.start()
    assert server.address == str(memdesk_home / "run" / "memdesk.sock")
    assert call(server.address, "hello")["bank"] == str(paths.bank_path())
    server.stop()
