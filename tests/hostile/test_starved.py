"""Without room on the disk, without the right to write, without file descriptors: memdesk says so,
keeps what it has, and goes on when there is room again (spec 6.2, 7.4).
"""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest
from programs import Home, McpClient, serving

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.hosts.socket_client import Client
from memdesk.store.bank import Bank

if sys.platform != "linux":
    pytest.skip("limits and file systems of Linux", allow_module_level=True)

import resource

USER = Actor()
BIG = "进度 and more " * 3_000
MANY = 200
ROOM = 3 * 1024 * 1024


@pytest.fixture
def home(short_dir: Path) -> Home:
    folder = short_dir / "h"
    folder.mkdir()
    return Home(folder)


def limit_files(process: int, size: int) -> None:
    """How big a file may become that a process writes; its hard limit stays."""
    _soft, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


def fill(client: Client, acknowledged: list[str]) -> BankUnavailable:
    """Write until it is refused; gives the refusal."""
    for number in range(MANY):
        try:
            done = client.call("memory_write", {"title": f"t{number}", "content": BIG})
        except BankUnavailable as refusal:
            return refusal
        acknowledged.append(done["id"])
    raise AssertionError("there was room for all of it")


def complaints(home: Home) -> str:
    return (home.folder / "server.err").read_text("utf-8")


def check_kept(path: Path, acknowledged: list[str]) -> None:
    bank = Bank(path)
    assert bank.check() == []
    assert {entry.id for entry in bank.entries(Query(kinds=("memory",)))} == set(acknowledged)
    bank.close()


def test_a_full_disk_refuses_writes_and_nothing_else(small_disk: Path) -> None:
    home = Home(small_disk)
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 2 * 1024 * 1024)
    acknowledged: list[str] = []
    with serving(home) as (address, _http, _server), Client(address) as client:
        refusal = fill(client, acknowledged)
        assert acknowledged
        assert "disk is full" in str(refusal)
        # What there is can be read, and no write is taken that can't be kept.
        assert client.call("block")["layers"]["system"]
        assert client.call("memory_list", {"limit": 1})["entries"]
        for _ in range(5):
            with pytest.raises(BankUnavailable):
                client.call("memory_write", {"title": "t", "content": BIG})
        with Client(address) as other:
            assert other.call("ping") == {}
        ballast.unlink()
        done = client.call("memory_write", {"title": "again", "content": BIG})
        acknowledged.append(done["id"])
        assert "Traceback" not in complaints(home)
    check_kept(home.bank, acknowledged)


def test_files_that_may_not_grow(home: Home) -> None:
    """As a quota does it: another error of the system than that of a full disk."""
    acknowledged: list[str] = []
    with serving(home) as (address, _http, server), Client(address) as client:
        limit_files(server.pid, ROOM)
        refusal = fill(client, acknowledged)
        assert str(home.bank) in str(refusal)
        assert client.call("memory_list", {"limit": 1})["entries"]
        limit_files(server.pid, resource.RLIM_INFINITY)
        done = client.call("memory_write", {"title": "again", "content": BIG})
        acknowledged.append(done["id"])
        assert "Traceback" not in complaints(home)
    check_kept(home.bank, acknowledged)


def test_an_mcp_server_that_may_not_grow_its_files(home: Home) -> None:
    client = McpClient(home, "--host", "t")
    acknowledged: list[str] = []

    def write() -> bool:
        arguments = {"title": f"t{len(acknowledged)}", "content": BIG}
        result = client.call("tools/call", {"name": "memory_write", "arguments": arguments})
        if result["isError"]:
            assert "inside memdesk" not in result["content"][0]["text"]
            return False
        acknowledged.append(result["structuredContent"]["id"])
        return True

    assert write()
    limit_files(client.process.pid, ROOM)
    while write():
        assert len(acknowledged) < MANY
    limit_files(client.process.pid, resource.RLIM_INFINITY)
    assert write()
    client.close()
    check_kept(home.bank, acknowledged)


def test_a_disk_that_may_only_be_read(small_disk: Path) -> None:
    home = Home(small_disk)
    bank = Bank(home.bank)
    bank.add(Memory(id="m1", title="kept", content="c"), USER)
    bank.close()

    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", small_disk], check=True)

    remount("ro")
    try:
        for command in (("add", "not now"), ("list",), ("block",), ("doctor",), ("export",)):
            done = home.run(*command)
            said = done.stderr.decode()
            assert "Traceback" not in said, (command, said)
            assert done.returncode != 0 or command[0] != "add"
        hooked = home.run("hook", "claude-code", said=b"{}")
        assert hooked.returncode == 0 and b"Traceback" not in hooked.stderr
    finally:
        remount("rw")
    assert home.run("add", "now", "--id", "m2").returncode == 0
    check_kept(home.bank, ["m1", "m2"])


def limit_descriptors(process: int) -> None:
    """Leave a process few more than its threads need for themselves."""
    _soft, hard = resource.prlimit(process, resource.RLIMIT_NOFILE)
    used = sum(1 for _one in Path(f"/proc/{process}/fd").iterdir())
    resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 30, hard))


def exhaust(stack: ExitStack, address: str, http: str) -> None:
    """Open more connections than it has descriptors for."""
    port = int(http.rsplit(":", 1)[1])
    for number in range(120):
        if number % 3:
            one = socket.socket(socket.AF_UNIX)
            stack.callback(one.close)
            one.connect(address)
        else:
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))


def test_a_server_without_file_descriptors_comes_back(home: Home) -> None:
    with serving(home, "--http", "0") as (address, http, server), Client(address) as client:
        acknowledged = [client.call("memory_write", {"title": "before", "content": "c"})["id"]]
        limit_descriptors(server.pid)
        with ExitStack() as stack:
            exhaust(stack, address, http)
            # Who is there is answered: in words, where a file would have to be opened.
            for number in range(10):
                try:
                    done = client.call("memory_write", {"title": f"{number}", "content": "c"})
                    acknowledged.append(done["id"])
                except BankUnavailable as refusal:
                    assert "Too many open files" in str(refusal) or "unable to open" in str(refusal)
                client.call("ping")
        # And who comes now is served as soon as the others are gone.
        with Client(address) as late:
            assert late.call("stats")
            until = monotonic() + 90
            while True:  # it may still be taking leave of them
                try:
                    done = late.call("memory_write", {"title": "late", "content": "c"})
                    break
                except BankUnavailable:
                    assert monotonic() < until
            acknowledged.append(done["id"])
        said = complaints(home)
        assert "Traceback" not in said, said
    check_kept(home.bank, acknowledged)


def test_a_server_without_file_descriptors_can_be_ended(home: Home) -> None:
    with ExitStack() as stack, serving(home, "--http", "0") as (address, http, server):
        limit_descriptors(server.pid)
        exhaust(stack, address, http)
        server.terminate()
        assert server.wait(60) == 0
        assert "Traceback" not in complaints(home)
