"""Whatever memdesk makes is the person's alone, even where everything is open to all (spec 6.3)."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.core.errors import MemdeskError, NotAllowed
from memdesk.hosts import http_token
from memdesk.hosts.doors import Doors
from memdesk.hosts.socket_client import Client

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a person's profile is theirs alone there")

# The program as it is run, but that nothing keeps its files from others.
OPEN = "import os, sys; os.umask(0); from memdesk.cli import main; sys.exit(main(sys.argv[1:]))"

# The window from its start to its end, with everything that it keeps.
WINDOW = """
import os, sys
os.umask(0)
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from memdesk import config, paths
from memdesk.gui.application import Program
from memdesk.hosts.window_socket import Handover
from memdesk.store import drafts

app = QApplication([])
program = Program(app, config.load())
assert program.claim(paths.bank_path(), Handover("raise"))
program.open(paths.bank_path())
program.take_settings(replace(program.settings, theme="dark"))
bank = program.bank.path
QTimer.singleShot(500, program.quit)
app.exec()
# The window has said what it keeps, nothing; what another one would is not taken back any more.
drafts.keep(bank, [drafts.KeptDraft(kind="memory", base={"id": "m"}, typed={})])
"""


def run(code: str, *args: str, stdin: str = "", code_wanted: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *args],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code_wanted, done.stderr
    return done.stdout


def open_to_others(*folders: Path) -> list[str]:
    """Everything below folders that others may read, change or enter, with its mode."""
    found = []
    for folder in folders:
        for path in (folder, *sorted(folder.rglob("*"))):
            mode = stat.S_IMODE(path.lstat().st_mode)
            wanted = 0o700 if path.is_dir() else 0o600
            if mode & 0o077 or mode & wanted != wanted:
                found.append(f"{path.relative_to(folder.parent)} {mode:o}")
    return found


def test_everything_that_is_made_is_the_persons_alone(memdesk_home: Path) -> None:
    for args in (
        ("add", "We deploy on Fridays"),
        ("add", "--kind", "task", "Release"),
        ("update", "--kind", "memory", "nothing"),
        ("backup",),
        ("where", "--token"),
        ("connect", "cursor", "--write"),
        ("clean", "--yes"),
        ("undo",),
    ):
        run(OPEN, *args, code_wanted=1 if args[0] == "update" else 0)
    run(OPEN, "hook", "claude-code", stdin="no json")  # leaves a line in the log
    backup = next((paths.data_dir() / "backups").glob("*.sqlite"))
    run(OPEN, "restore-backup", str(backup), "--yes")
    run(WINDOW)
    server = subprocess.Popen(
        [sys.executable, "-c", OPEN, "serve", "--http", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        server.stdout.readline()
        with Client(address) as client:
            client.call("memory_write", {"title": "t", "content": "c"})
            client.call("block", {"session": "s"})
        kept = {path.name for path in memdesk_home.rglob("*")}
        assert open_to_others(memdesk_home) == []
    finally:
        server.terminate()
        server.communicate(timeout=90)
    # The walk has seen what it was for.
    assert {
        "memdesk.sqlite", "memdesk.sqlite-wal", "memdesk.sqlite-drafts", "backups", "http-token",
        "config.toml", "window.ini", "hook.log", "memdesk.sock", "memdesk.sock.lock",
        "memdesk.sock.http",
    } <= kept  # fmt: skip
    assert open_to_others(memdesk_home) == []
    assert backup.exists()


def test_a_bank_in_a_folder_of_others_is_still_the_persons(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    bank = shared / "own.sqlite"
    run(OPEN, "--bank", str(bank), "add", "Mine alone")
    run(OPEN, "--bank", str(bank), "backup")
    found = [line for line in open_to_others(shared) if not line.startswith("shared 777")]
    assert [line for line in found if line != f"{shared.name} 777"] == []


@pytest.mark.parametrize("ending", [".lock", ".http", ".paused", ""])
def test_a_link_that_lies_in_wait_beside_a_socket_is_not_followed(
    bank_path: Path, short_dir: Path, ending: str
) -> None:
    """Where `$MEMDESK_SOCKET` points into a folder of others, anyone can be first."""
    victim = short_dir / "victim"
    victim.write_text("the person's own", "utf-8")
    address = str(short_dir / "s.sock")
    Path(address + ending).symlink_to(victim)
    doors = Doors(bank_path, address, http_port=0)
    try:
        doors.start()
        doors.pause()
    except MemdeskError as error:
        assert ending in (".lock", ""), error
    finally:
        doors.stop()
    assert victim.read_text("utf-8") == "the person's own"
    assert stat.S_IMODE(victim.stat().st_mode) & 0o600 == 0o600


def test_a_runtime_folder_of_someone_else_is_refused(bank_path: Path, short_dir: Path) -> None:
    elsewhere = short_dir / "elsewhere"
    elsewhere.mkdir()
    (short_dir / "home").mkdir()
    paths.runtime_dir().symlink_to(elsewhere)
    with pytest.raises(NotAllowed, match="belongs to someone else"):
        Doors(bank_path).start()
    assert list(elsewhere.iterdir()) == []


def test_a_token_that_others_could_read_is_closed(memdesk_home: Path) -> None:
    first = http_token.token()
    http_token.token_path().chmod(0o644)
    assert http_token.existing_token() == first
    assert stat.S_IMODE(http_token.token_path().stat().st_mode) == 0o600
