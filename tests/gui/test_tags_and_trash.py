"""What is done to many entries from the pages of tags and trash: kept selected, stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.application import host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.gui.trash_page import TrashPage
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Bank

USER = Actor()
HOST = Actor(author="cursor")
TRASHED = Query(kinds=("memory",), trashed=True)


@contextmanager
def held(worker: BankWorker) -> Iterator[None]:
    """Nothing is written inside: what is begun there can be stopped before it is done."""
    go_on = threading.Event()
    worker.submit(lambda _bank: go_on.wait(90))
    yield
    go_on.set()


def test_selected_tags_stay_selected_when_a_host_brings_another(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    bank.add(Memory(title="More", content="x", tags=("home", "play")), USER)
    window.go("tags")
    page = window.page
    qtbot.waitUntil(lambda: page.table.names == ["game", "home", "play"])
    page.view.clearSelection()
    for name in ("game", "play"):
        page.view.selectionModel().select(
            page.table.index(page.table.row_of(name), 0),
            QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
        )
    bank.add(Memory(title="Another", content="x", tags=("new",)), HOST)
    qtbot.waitUntil(lambda: page.table.names == ["game", "home", "new", "play"])
    assert page.selected_names() == ["game", "play"]


def test_tags_that_nobody_sees_are_read_when_they_are_gone_to(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.go("tags")
    page = window.page
    qtbot.waitUntil(lambda: page.table.names == ["game"])
    window.go("memories")
    bank.add(Memory(title="Another", content="x", tags=("new",)), HOST)
    qtbot.waitUntil(lambda: window.vocabulary.tags.values == ["game", "new"])
    assert page.table.names == ["game"]
    window.go("tags")
    qtbot.waitUntil(lambda: page.table.names == ["game", "new"])


def test_renaming_a_tag_everywhere_can_be_stopped(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker
) -> None:
    window.go("tags")
    page = window.page
    qtbot.waitUntil(lambda: page.selected_names() == ["game"])
    modals.next_answers.append("play")
    with held(worker):
        page.rename()
        assert page.work_bar.sentence == "Changing tags…"
        page.work_bar.stop()
    qtbot.waitUntil(lambda: page.work_bar.sentence == "")
    assert bank.tags() == [("game", 1)]
    assert "Stopped" in window.status_line.currentMessage()


def test_restoring_and_deleting_forever_can_be_stopped(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker
) -> None:
    bank.delete([(entry.kind, entry.id) for entry in bank.entries(Query(kinds=("memory",)))], USER)
    window.go("trash")
    page = window.page
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    page.view.selectAll()
    with held(worker):
        page.restore()
        page.work_bar.stop()
    qtbot.waitUntil(lambda: page.work_bar.sentence == "")
    assert bank.count(TRASHED) == 2
    modals.next_answers.append("delete")
    with held(worker):
        page.delete()
        page.work_bar.stop()
    qtbot.waitUntil(lambda: page.work_bar.sentence == "")
    assert bank.count(TRASHED) == 2
    page.restore()
    qtbot.waitUntil(lambda: bank.count(TRASHED) == 0)


def test_undoing_shows_its_work_on_every_page_and_can_be_stopped(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker
) -> None:
    bank.delete([(entry.kind, entry.id) for entry in bank.entries(Query(kinds=("memory",)))], USER)
    window.go("insights")
    bar = window.undoing.work_bar
    with held(worker):
        window.undoing.undo()
        assert bar.sentence == "Undoing…"
        bar.stop()
    qtbot.waitUntil(lambda: bar.sentence == "")
    assert bank.count(TRASHED) == 2
    window.undoing.undo()
    qtbot.waitUntil(lambda: bank.count(TRASHED) == 0)


@pytest.mark.parametrize("reached", [True, False])
def test_what_forgetting_could_not_reach_is_told_beside_what_it_did(
    qtbot: QtBot, window: MainWindow, bank: Bank, reached: bool
) -> None:
    bank.add(Memory(id="gone", title="Gone", content="x"), USER)
    bank.delete([("memory", "gone")], USER)
    broken = bank.backups / "broken.sqlite"
    if not reached:
        broken.parent.mkdir(exist_ok=True)
        broken.write_bytes(b"no database")
    window.go("trash")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    window.page.view.selectAll()
    modals.next_answers += ["forget", "ok"]
    window.page.delete()
    qtbot.waitUntil(lambda: len(modals.shown) == 2)
    told = modals.shown[1]
    assert told.text == (
        "Forgotten everywhere that memdesk reaches."
        if reached
        else "Deleted, but not yet forgotten everywhere."
    )
    assert (str(broken) in told.detail) == (not reached)


def test_what_is_to_be_forgotten_is_though_the_page_is_gone(
    qtbot: QtBot, bank: Bank, worker: BankWorker, memdesk_home: Path
) -> None:
    """As it is when another language is chosen meanwhile."""
    bank.add(Memory(id="gone", title="Gone", content="x"), USER)
    bank.delete([("memory", "gone")], USER)
    page = TrashPage(worker, host_side(bank.path), Vocabulary(worker))
    page.refresh()
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)
    page.view.selectAll()
    modals.next_answers.append("forget")
    with held(worker):
        page.delete()
        delete(page)
    qtbot.waitUntil(lambda: not worker.writing)
    assert not bank.stored([("memory", "gone")])
