"""`memdesk backup` and `memdesk restore-backup`, and what every command says of damage."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

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


def test_a_running_server_says_so_until_a_backup_is_put_back(
    memdesk: CommandLine, path: Path, server: str
) -> None:
    def ask(method: str, **params: object) -> dict[str, object]:
        line.sendall(
            json.dumps(
                {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            ).encode() + b"\n"
        )  # fmt: skip
        reply: dict[str, object] = json.loads(replies.readline())
        return reply

    with socket.socket(socket.AF_UNIX) as line:
        line.connect(server)
        replies = line.makefile()
        assert "result" in ask("block")
        memdesk("backup")
        path.write_bytes(b"")
        assert memdesk("list").returncode == 1
        assert memdesk("restore-backup", "--yes").returncode == 0
        assert "result" in ask("memory_write", title="after", content="c")
        assert json.loads(memdesk("stats", "--json").stdout)["memories"] == 151


def test_a_server_that_starts_on_a_damaged_bank_answers_with_the_error(
    memdesk: CommandLine, memdesk_home: Path, request: pytest.FixtureRequest
) -> None:
    path = paths.bank_path()
    path.parent.mkdir(parents=True)
    bank = Bank(path)
    bank.add(Memory(title="t", content="c"), Actor())
    kept = bank.backup()
    bank.close()
    path.write_bytes(b"")
    address = request.getfixturevalue("server")
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(address)
        replies = line.makefile()
        for method, params in (("block", {}), ("memory_write", {"title": "a", "content": "b"})):
            asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            line.sendall(json.dumps(asked).encode() + b"\n")
            assert json.loads(replies.readline())["error"]["code"] == -32005
        assert path.read_bytes() == b""
        memdesk("restore-backup", kept, "--yes")
        line.sendall(b'{"jsonrpc":"2.0","id":2,"method":"block"}\n')
        assert "t" in json.loads(replies.readline())["result"]["layers"]["system"]
