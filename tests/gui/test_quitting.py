"""Quit is heard at once, also while a start still asks the person something (spec 7.4)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui.system_signals import quit_on_signals
from memdesk.store.bank import Bank

PROGRAM = Path(__file__).with_name("quitting_program.py")
PATIENCE = 120


def started(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", str(PROGRAM), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", ["program", "qt"])
@pytest.mark.parametrize("dialog", ["FirstStart", "ImportDialog"])
def test_a_dialog_of_the_start_is_no_reason_to_stay(
    memdesk_home: Path, tmp_path: Path, how: str, dialog: str
) -> None:
    done = started(tmp_path / "new.sqlite", dialog, how)
    said, complaints = done.communicate(timeout=PATIENCE)
    assert (done.returncode, said) == (0, f"asked: {dialog}\n"), complaints


@pytest.mark.skipif(sys.platform == "win32", reason="there SIGTERM ends a process unasked")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_nothing_amid_what_is_done(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """A painting, say: it waits for the event loop."""
    ended: list[int] = []
    monkeypatch.setattr(qapp, "exit", ended.append)
    take_back = quit_on_signals(qapp)
    try:
        signal.raise_signal(number)
        assert ended == []
        qtbot.waitUntil(lambda: ended == [0])
    finally:
        take_back()


@pytest.mark.skipif(sys.platform == "win32", reason="there SIGTERM ends a process unasked")
def test_a_signal_ends_it_as_well(memdesk_home: Path, tmp_path: Path) -> None:
    process = started(tmp_path / "new.sqlite", "FirstStart", "waits")
    assert process.stdout is not None
    assert process.stdout.readline() == "asked: FirstStart\n"
    process.send_signal(signal.SIGTERM)
    _said, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints


def test_what_fails_while_a_bank_is_opened_ends_the_program(
    memdesk_home: Path, tmp_path: Path
) -> None:
    bank = Bank(tmp_path / "b.sqlite")
    bank.add(Memory(title="Here", content="before"), Actor())
    bank.close()
    done = started(bank.path, "", "fails")
    _said, complaints = done.communicate(timeout=PATIENCE)
    assert done.returncode == 1
    assert complaints.rstrip().endswith("ZeroDivisionError: as a fault in the program would")
