"""What the tests of the window stand on: a bank behind a worker, and no question unanswered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank


@pytest.fixture
def worker(bank: Bank, qtbot: QtBot) -> Iterator[BankWorker]:
    """The test's bank, behind its two threads."""
    working = BankWorker(bank)
    working.start()
    yield working
    working.stop()


@pytest.fixture(autouse=True)
def every_answer_used() -> Iterator[None]:
    """Answers that a test gives to questions must be asked for."""
    yield
    left = list(modals.next_answers)
    modals.next_answers.clear()
    modals.shown.clear()
    assert left == []
