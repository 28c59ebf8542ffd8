"""An outdated bank is opened while the interface lives, and the person is told (spec 1.8, 7.4)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import old_banks
import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from memdesk import paths
from memdesk.core.errors import GivenUp
from memdesk.gui import bringing_up, modals
from memdesk.gui.application import Program
from memdesk.gui.bringing_up import BringingUp
from memdesk.hosts.window_socket import Handover, hand_over
from memdesk.store import migrations
from memdesk.store.bank import Bank

MOST_SECONDS = 90


@pytest.fixture
def old_bank(memdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The standard bank, of the first schema; what is said of it is said at once."""
    monkeypatch.setattr(bringing_up, "SHOWN_AFTER_SECONDS", 0)
    path = paths.bank_path()
    old_banks.unpack(1, path)
    return path


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The backup before the first step takes until this is set, or it is given up."""
    event = threading.Event()
    make = Bank._back_up

    def slow(bank: Bank, stopped: Callable[[], bool]) -> None:
        while not event.wait(0.01) and not stopped():
            pass
        make(bank, stopped)

    monkeypatch.setattr(Bank, "_back_up", slow)
    yield event
    event.set()


@contextmanager
def written_by_another(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = wal")
        other.execute("BEGIN IMMEDIATE")
        yield other


def is_up_to_date(path: Path) -> bool:
    return not Bank(path).is_outdated()


def test_the_person_is_told_and_the_window_opens_when_it_is_done(
    qtbot: QtBot, program: Program, old_bank: Path, go_on: threading.Event
) -> None:
    said: list[str] = []

    def operate(dialog: BringingUp) -> None:
        beats: list[int] = []
        beating = QTimer(dialog)
        beating.timeout.connect(lambda: beats.append(1))
        beating.start(1)
        qtbot.waitUntil(lambda: "A backup is being made first" in dialog.sentence)
        qtbot.waitUntil(lambda: len(beats) > 5)
        said.append(dialog.sentence)
        go_on.set()
        qtbot.waitUntil(lambda: not dialog.isVisible())

    modals.next_answers.append(operate)
    assert program.claim(old_bank, Handover("raise"))
    assert program.trouble.open(old_bank)
    assert said
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == 2)
    assert is_up_to_date(old_bank)


def test_what_takes_no_time_shows_no_dialog(
    qtbot: QtBot, program: Program, old_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bringing_up, "SHOWN_AFTER_SECONDS", MOST_SECONDS)
    monkeypatch.setattr(modals, "run", lambda _dialog: pytest.fail("a dialog"))
    assert program.claim(old_bank, Handover("raise"))
    assert program.trouble.open(old_bank)
    assert is_up_to_date(old_bank)


def test_leaving_takes_back_what_was_begun_and_opens_nothing(
    qtbot: QtBot, program: Program, old_bank: Path, go_on: threading.Event
) -> None:
    def operate(dialog: BringingUp) -> None:
        assert dialog.leave.text() == "Quit"
        dialog.leave.click()
        assert dialog.isVisible()
        assert dialog.sentence == "Stopping…"
        qtbot.waitUntil(lambda: not dialog.isVisible())

    modals.next_answers.append(operate)
    assert program.claim(old_bank, Handover("raise"))
    assert not program.trouble.open(old_bank)
    assert not program.running
    assert not is_up_to_date(old_bank)


def test_a_bank_that_another_memdesk_is_at_is_waited_for(
    qtbot: QtBot, program: Program, old_bank: Path
) -> None:
    with written_by_another(old_bank) as other:

        def operate(dialog: BringingUp) -> None:
            qtbot.waitUntil(lambda: "Another memdesk" in dialog.sentence)
            other.execute("ROLLBACK")
            qtbot.waitUntil(lambda: not dialog.isVisible())

        modals.next_answers.append(operate)
        assert program.claim(old_bank, Handover("raise"))
        assert program.trouble.open(old_bank)
    assert is_up_to_date(old_bank)


def test_what_other_starts_ask_meanwhile_is_done_when_the_window_is_there(
    qtbot: QtBot, program: Program, old_bank: Path, go_on: threading.Event
) -> None:
    address = paths.window_socket_address(old_bank)

    def operate(dialog: BringingUp) -> None:
        hand_over(address, Handover("raise"))
        hand_over(address, Handover("quick-add", "task: buy milk"))
        qtbot.waitUntil(lambda: len(program.handed_over.waiting) == 2)
        go_on.set()
        qtbot.waitUntil(lambda: not dialog.isVisible())

    modals.next_answers.append(operate)
    assert program.claim(old_bank, Handover("raise"))
    assert program.trouble.open(old_bank, hidden=True)
    qtbot.waitUntil(lambda: program.window.isVisible() and program.popup.isVisible())
    assert program.popup.line.text() == "task: buy milk"


def test_another_bank_that_the_person_does_not_wait_for_leaves_the_first_one_open(
    qtbot: QtBot, program: Program, old_bank: Path, tmp_path: Path, go_on: threading.Event
) -> None:
    first = tmp_path / "first.sqlite"
    old_banks.unpack(migrations.NEWEST, first)
    assert program.claim(first, Handover("raise"))
    program.open(first)

    def operate(dialog: BringingUp) -> None:
        assert dialog.leave.text() == "Cancel"
        dialog.reject()
        qtbot.waitUntil(lambda: not dialog.isVisible())

    modals.next_answers.append(operate)
    program.window.bank_wanted.emit(old_bank)
    assert program.bank.path == first
    go_on.set()
    modals.next_answers.append(lambda dialog: qtbot.waitUntil(lambda: not dialog.isVisible()))
    program.window.bank_wanted.emit(old_bank)
    assert program.bank.path == old_bank
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == 2)


def test_a_program_that_is_ended_meanwhile_gives_it_up(
    qtbot: QtBot, old_bank: Path, go_on: threading.Event
) -> None:
    bank = Bank(old_bank)
    modals.next_answers.append(0)  # as when the event loop is ended under the dialog
    with pytest.raises(GivenUp):
        bringing_up.bring_up_to_date(bank)
    assert bank.is_outdated()
