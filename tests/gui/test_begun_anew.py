"""A bank that a host began where another lay before: the window offers the backups of that one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.store import backup
from memdesk.store.bank import Bank

HOST = Actor(author="cursor")


@pytest.fixture
def begun_anew(bank: Bank) -> Bank:
    bank.add(Memory(title="Of the older bank", content="x"), HOST)
    two_days_ago = datetime.now(UTC) - timedelta(days=2)
    bank.backup(bank.backups / f"{bank.path.stem}-{two_days_ago:%Y%m%d-%H%M%S}-daily.sqlite")
    bank.close()
    for file in bank.path.parent.glob(f"{bank.path.name}*"):
        file.unlink()
    bank.add(Memory(title="Of the new bank", content="x"), HOST)
    return bank


@pytest.fixture
def beginning(begun_anew: Bank, make_window: Callable[..., MainWindow], qtbot: QtBot) -> MainWindow:
    made = make_window()
    made.show()
    qtbot.waitUntil(lambda: made.notice.text != "")
    return made


def test_the_backups_of_the_older_bank_are_offered(qtbot: QtBot, beginning: MainWindow) -> None:
    assert beginning.notice.text == (
        "This bank was begun where another lay before. There are backups of that one"
        " (the newest: 2 days ago)."
    )
    restore, _keep = beginning.notice.buttons
    with qtbot.waitSignal(beginning.restore_wanted):
        restore.click()


def test_who_keeps_the_new_bank_is_not_asked_again(
    qtbot: QtBot, beginning: MainWindow, begun_anew: Bank, worker: BankWorker
) -> None:
    older = begun_anew.backup_of_older_bank()
    assert older is not None
    assert backup.look_inside(older.path).entries == 1
    _restore, keep = beginning.notice.buttons
    keep.click()
    qtbot.waitUntil(lambda: begun_anew.backup_of_older_bank() is None)
    assert beginning.notice.text == ""
