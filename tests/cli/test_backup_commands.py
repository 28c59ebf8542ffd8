"""`memdesk backup` and `memdesk restore-backup`, and what every command says of damage."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Protocol

import pytest

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank


class CommandLine(Protocol):
    def __call__(self, *args: str | Path) -> CompletedProcess[str]: ...


@pytest.fixture
def path(memdesk_home: Path) -> Path:
    """The home's standard bank, with enough in it to be damaged in the middle."""
    path = paths.bank_path()
    path.parent.mkdir(parents=True)
    bank = Bank(path)
    with bank.transaction(Actor(), "many"):
        for number in range(150):
            bank.add(Memory(title=f"t{number}", content="some words " * 90), Actor())
    bank.close()
    return path


@pytest.fixture
def serve(path: Path) -> Iterator[Callable[[], str]]:
    """Starts `memdesk serve` and gives its address; it may complain of a damaged bank."""
    processes: list[subprocess.Popen[str]] = []

    def start() -> str:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "memdesk", "serve"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        assert process.stdout is not None
        return process.stdout.readline().strip()

    yield start
    for process in processes:
        process.terminate()
        _said, complaints = process.communicate(timeout=60)
        assert "Traceback" not in complaints


@pytest.fixture
def connect() -> Iterator[Callable[[str], Line]]:
    lines: list[Line] = []

    def to(address: str) -> Line:
        lines.append(Line(address))
        return lines[-1]

    yield to
    for line in lines:
        line.close()


class Line:
    """A connection to a server."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(address)
        self._replies = self._socket.makefile()

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self._socket.sendall(json.dumps(asked).encode() + b"\n")
        reply: dict[str, Any] = json.loads(self._replies.readline())
        return reply

    def close(self) -> None:
        self._replies.close()
        self._socket.close()


def test_a_backup_is_made_listed_and_put_back(memdesk: CommandLine, path: Path) -> None:
    made = Path(memdesk("backup").stdout.strip())
    assert made.parent == path.parent / "backups"
    (listed,) = json.loads(memdesk("backup", "--list", "--json").stdout)
    assert (listed["path"], listed["reason"], listed["entries"]) == (str(made), "hand", 150)
    assert "entries: 150" in memdesk("backup", "--list").stdout
    memdesk("add", "later")
    refused = memdesk("restore-backup")
    assert (refused.returncode, "--yes" in refused.stderr) == (1, True)
    assert json.loads(memdesk("stats", "--json").stdout)["memories"] == 151
    done = memdesk("restore-backup", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(memdesk("stats", "--json").stdout)["memories"] == 150
    kept = next(line for line in done.stdout.splitlines() if "kept" in line).split()[-1]
    back = json.loads(memdesk("restore-backup", kept, "--yes", "--json").stdout)
    assert back["restored"] == kept
    assert json.loads(memdesk("stats", "--json").stdout)["memories"] == 151


def test_a_backup_goes_where_it_was_told(memdesk: CommandLine, path: Path, tmp_path: Path) -> None:
    to = tmp_path / "mine" / "copy.sqlite"
    assert memdesk("backup", to).stdout.strip() == str(to)
    again = memdesk("backup", to)
    assert (again.returncode, again.stdout) == (1, "")
    assert "is there already" in again.stderr
    assert memdesk("--bank", to, "list", "--limit", "1").returncode == 0


def test_without_a_bank_or_a_backup_it_is_said(memdesk: CommandLine) -> None:
    for command in (("backup",), ("restore-backup", "--yes"), ("restore-backup", "--as-it-is")):
        done = memdesk(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert "There is no" in done.stderr
    assert memdesk("backup", "--list").returncode == 0


def _middle(path: Path) -> None:
    with path.open("rb+") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(range(256)) * 64)


def test_damage_is_said_by_every_command_and_read_out(
    memdesk: CommandLine, path: Path, tmp_path: Path
) -> None:
    memdesk("backup")
    _middle(path)
    before = path.read_bytes()
    for command in (("list",), ("add", "x"), ("search", "words"), ("export",), ("undo",)):
        done = memdesk(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert "is damaged" in done.stderr
        assert "restore-backup" in done.stderr
    assert path.read_bytes() == before
    out = tmp_path / "out.sqlite"
    found = json.loads(memdesk("restore-backup", "--salvage", out, "--json").stdout)
    assert 130 <= found["entries"]["memory"] < 150
    assert found["entries"]["memory"] + found["lost"]["memory"] == 150
    assert path.read_bytes() == before
    done = memdesk("restore-backup", out, "--yes")
    assert done.returncode == 0
    (aside,) = path.parent.glob("*-damaged.sqlite")
    assert aside.read_bytes() == before
    assert memdesk("list").returncode == 0


def test_a_running_server_goes_on_when_a_backup_is_put_back(
    memdesk: CommandLine, path: Path, serve: Callable[[], str], connect: Callable[[str], Line]
) -> None:
    line = connect(serve())
    assert "result" in line.ask("block")
    made = memdesk("backup").stdout.strip()
    assert "result" in line.ask("memory_write", title="later", content="c")
    assert memdesk("restore-backup", made, "--yes").returncode == 0  # under the server
    assert line.ask("stats")["result"]["memories"] == 150
    path.write_bytes(b"")
    assert memdesk("list").returncode == 1
    assert memdesk("restore-backup", "--yes").returncode == 0
    assert "result" in line.ask("memory_write", title="after", content="c")
    assert memdesk("search", "after").returncode == 0


def test_a_server_that_starts_on_a_damaged_bank_answers_with_the_error(
    memdesk: CommandLine, path: Path, serve: Callable[[], str], connect: Callable[[str], Line]
) -> None:
    kept = memdesk("backup").stdout.strip()
    path.write_bytes(b"")
    line = connect(serve())
    for method, params in (("block", {}), ("memory_write", {"title": "a", "content": "b"})):
        assert line.ask(method, **params)["error"]["code"] == -32005
    assert path.read_bytes() == b""
    memdesk("restore-backup", kept, "--yes")
    assert line.ask("stats")["result"]["memories"] == 150


def test_a_server_finds_damage_in_the_background_and_keeps_everyone_off(
    memdesk: CommandLine, path: Path, serve: Callable[[], str], connect: Callable[[str], Line]
) -> None:
    _middle(path)
    line = connect(serve())
    while "error" not in (reply := line.ask("ping")):  # it looks some seconds after its start
        reply = line.ask("stats")
        if "error" in reply:
            break
    assert reply["error"]["code"] == -32005


def test_a_bank_that_is_gone_is_not_begun_anew_in_silence(
    memdesk: CommandLine, memdesk_home: Path
) -> None:
    bank = memdesk_home / "data" / "memdesk.sqlite"
    memdesk("add", "of the older bank", "--id", "m1")
    saved = bank.parent / "backups" / "memdesk-20260102-030405-daily.sqlite"
    saved.parent.mkdir()
    memdesk("backup", saved)
    for file in bank.parent.glob("memdesk.sqlite*"):
        file.unlink()
    gone = (
        f"memdesk: The bank {bank} is gone, and backups of it are there, the newest of 2026-01-02"
        " 03:04 UTC. memdesk restore-backup puts it back; else the first entry begins a new bank.\n"
    )
    assert memdesk("list").stderr == gone
    assert memdesk("mcp").stderr == gone
    looked = memdesk("doctor")
    assert looked.returncode == 1
    assert "is gone, and backups of it are there" in looked.stdout
    added = memdesk("add", "of the new bank", "--id", "m2")
    assert (added.returncode, added.stderr) == (0, gone)
    assert memdesk("list").stderr == ""
    looked = memdesk("doctor")
    assert "is gone" not in looked.stdout
    assert f"To go back to that one: memdesk restore-backup {saved}" in looked.stdout
    assert memdesk("restore-backup", saved, "--yes").returncode == 0
    assert memdesk("show", "m1").returncode == 0
