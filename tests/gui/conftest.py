"""What the tests of the window stand on: a bank behind a worker, and no question unanswered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QSettings, SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from memdesk import config, translation
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.gui import modals
from memdesk.gui.application import Program, host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.language import Speech
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()
PATIENCE_MS = 60_000


class PatientBot(QtBot):
    """Waits for as long as a busy machine may take. What does not come fails all the same."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(
        self, signal: SignalInstance, *, timeout: int = PATIENCE_MS, **more: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's own gives up after five seconds."""
    return PatientBot(request)


@pytest.fixture
def worker(bank: Bank, qtbot: QtBot) -> Iterator[BankWorker]:
    """The test's bank, behind its threads."""
    working = BankWorker(bank)
    working.start()
    yield working
    working.stop()
    QApplication.sendPostedEvents()  # its last answers still find the bank open


@pytest.fixture(scope="session", autouse=True)
def spoken_english(qapp: QApplication) -> None:
    """One is said otherwise than several. What speaks another language is asked before this."""
    Speech(qapp).apply("en")
    translation.use_language(None)


@pytest.fixture(autouse=True)
def american_numbers() -> Iterator[None]:
    """Numbers and times are written alike whatever the machine or an earlier test has set."""
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


@pytest.fixture(autouse=True)
def every_answer_used() -> Iterator[None]:
    """Answers that a test gives to questions must be asked for."""
    yield
    left = list(modals.next_answers)
    modals.next_answers.clear()
    modals.shown.clear()
    assert left == []


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add(Memory(title="Forum game", content="论坛游戏的进度要写下来", tags=("game",)), USER)
    bank.add(Memory(title="Node version", content="The build needs Node 22."), USER)
    bank.add(Task(title="First battle", status="todo"), USER)
    bank.add(Task(title="Release notes"), USER)
    return bank


@pytest.fixture
def program(qtbot: QtBot, qapp: QApplication, memdesk_home: Path) -> Iterator[Program]:
    """The whole program, with no bank open yet."""
    made = Program(qapp, config.load())
    yield made
    made.shut_down()
    made.deleteLater()


MakeWindow = Callable[..., MainWindow]


@pytest.fixture
def make_window(worker: BankWorker, qtbot: QtBot, tmp_path: Path) -> Iterator[MakeWindow]:
    """Makes a window of the test's bank, as each start does; its look is kept in the file of the
    name that is given. None works on after the test."""
    windows: list[MainWindow] = []

    def make(look: str = "w.ini") -> MainWindow:
        settings = QSettings(str(tmp_path / look), QSettings.Format.IniFormat)
        made = MainWindow(worker, settings, host_side(worker.bank.path))
        windows.append(made)
        qtbot.addWidget(made)
        return made

    yield make
    for made in windows:
        made.stop()


@pytest.fixture
def window(filled: Bank, make_window: MakeWindow, qtbot: QtBot) -> MainWindow:
    made = make_window()
    made.show()
    qtbot.waitUntil(lambda: made.pages["memories"].table.rowCount() == 2)
    qtbot.waitUntil(lambda: made.preview.block.system != "")
    return made
