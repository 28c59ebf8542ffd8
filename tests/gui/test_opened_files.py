"""What is double-clicked: a bank is opened, anything else imported, what can't be read is said."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters, NotFound
from memdesk.hosts.window_socket import opening
from memdesk.store.bank import Bank

# A Mac sends the running program an event. Here it is sent, and what comes of it is waited for.
PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from memdesk import config
from memdesk.gui import application, modals
from memdesk.gui.opened_files import Application

first, second, notes = map(Path, sys.argv[1:])
app = Application(["memdesk"])
app.setQuitOnLastWindowClosed(False)
program = application.Program(app, config.Settings())
assert program.claim(first)
program.open(first)

def send(path):
    assert QApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile(str(path))))

def opened():
    if program.bank.path != second:
        QTimer.singleShot(20, opened)
        return
    modals.next_answers.append("read")
    send(second.with_name("gone"))
    print(modals.shown[-1].text)
    modals.next_answers.append(offered)
    send(notes)

def offered(dialog):
    print(type(dialog).__name__)
    QTimer.singleShot(0, lambda: app.exit(0))
    return 0

send(second)
opened()
code = app.exec()
program.shut_down()
sys.exit(code)
"""


def bank_at(path: Path) -> Path:
    bank = Bank(path)
    bank.add(Memory(title="Kept", content="x"), Actor())
    bank.close()
    return path


def test_a_file_that_the_desktop_hands_over_by_an_event(tmp_path: Path) -> None:
    first, second = bank_at(tmp_path / "first.sqlite"), bank_at(tmp_path / "second.memdesk")
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n\n- Deploy on Fridays\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(first), str(second), str(notes)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert said == [f"There is no file {tmp_path / 'gone'}.", "ImportDialog"]


def test_what_opening_a_file_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "token")
    bank = bank_at(tmp_path / "a.memdesk")
    assert (opening(bank).action, opening(bank).token) == ("open-bank", "token")
    (tmp_path / "short").write_bytes(b"SQL")
    others = tmp_path / "memory.sqlite"
    with closing(sqlite3.connect(others)) as connection:
        connection.execute("CREATE TABLE memories (id, text)")
    for path in (tmp_path / "short", tmp_path, others):
        assert (opening(path).action, opening(path).argument) == ("import", str(path))
    with pytest.raises(NotFound, match="There is no file"):
        opening(tmp_path / "gone")


def test_a_bank_is_known_before_it_has_left_its_log(tmp_path: Path) -> None:
    path = tmp_path / "young.memdesk"
    with closing(Bank(path)) as bank:
        bank.add(Memory(title="Kept", content="x"), Actor())
        assert opening(path).action == "open-bank"


def test_a_file_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_path: Path, _mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "closed").touch()
    monkeypatch.setattr(Path, "open", refuses)
    with pytest.raises(BadParameters, match=r"closed can't be read: Permission denied\."):
        opening(tmp_path / "closed")
