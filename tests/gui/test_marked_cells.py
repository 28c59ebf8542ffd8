"""The words of a filter, marked in the cells of a table."""

from __future__ import annotations

import threading
from array import array
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.store.bank import Bank

TITLE = 1
PIN = 0


@pytest.fixture
def view(qtbot: QtBot, bank: Bank, worker: BankWorker) -> EntryView:
    bank.add(Memory(title="Deploy on Mondays", content="x", tags=("deploy",)), Actor())
    table = EntryTable(worker, COLUMNS["memory"], Query(kinds=("memory",)))
    view = EntryView(table, list, list, list)  # type: ignore[arg-type]
    qtbot.addWidget(view)
    view.resize(800, 400)
    view.show()
    with qtbot.waitSignal(table.keys_changed):
        table.refresh()
    return view


def look_for(qtbot: QtBot, view: EntryView, text: str) -> None:
    with qtbot.waitSignal(view.table.keys_changed):
        view.table.set_query(replace(view.table.query, text=text))


def picture(view: EntryView, column: int) -> QImage:
    """A cell as it is painted."""
    place = view.visualRect(view.table.index(0, column))
    return view.viewport().grab(place).toImage()


def painted_from_python(view: EntryView) -> list[bool]:
    delegates = (view.itemDelegateForColumn(n) for n in range(len(view.table.columns)))
    return [type(delegate).paint is not QStyledItemDelegate.paint for delegate in delegates]


def test_words_are_marked_in_every_cell_that_holds_them_and_in_no_other(
    qtbot: QtBot, view: EntryView
) -> None:
    tags = next(n for n, column in enumerate(view.table.columns) if column.field == "tags")
    relevance = tags - 1
    before = [picture(view, column) for column in (TITLE, tags, relevance)]
    look_for(qtbot, view, "depl")
    marked = [picture(view, column) for column in (TITLE, tags, relevance)]
    assert marked[0] != before[0] and marked[1] != before[1]
    assert marked[2] == before[2]
    look_for(qtbot, view, "on")
    assert picture(view, TITLE) not in (before[0], marked[0])
    assert picture(view, tags) == before[1]
    look_for(qtbot, view, "")
    assert [picture(view, column) for column in (TITLE, tags, relevance)] == before


def test_only_a_table_that_marks_is_painted_from_python(qtbot: QtBot, view: EntryView) -> None:
    assert not any(painted_from_python(view))
    look_for(qtbot, view, "deploy")
    assert all(painted_from_python(view))
    look_for(qtbot, view, "")
    assert not any(painted_from_python(view))


def test_rows_keep_their_marks_until_the_next_ones_are_there(
    qtbot: QtBot, view: EntryView, worker: BankWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, search = threading.Event(), worker.bank.keys

    def when_open(query: Query) -> array[int]:
        assert gate.wait(60)
        return search(query)

    before = picture(view, TITLE)
    with monkeypatch.context() as patched:
        patched.setattr(worker.bank, "keys", when_open)
        with qtbot.waitSignal(view.table.keys_changed):
            view.table.set_query(replace(view.table.query, text="deploy"))
            assert picture(view, TITLE) == before
            gate.set()
    assert picture(view, TITLE) != before


def test_cells_that_are_marked_are_edited_as_all_are(
    qtbot: QtBot, view: EntryView, bank: Bank
) -> None:
    look_for(qtbot, view, "deploy")
    view.edit(view.table.index(0, TITLE))
    line = view.viewport().findChild(QLineEdit)
    assert line.text() == "Deploy on Mondays"
    line.setText("Deploy on Tuesdays")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    (key,) = bank.keys(Query(kinds=("memory",)))
    qtbot.waitUntil(lambda: bank.rows([key])[key].label == "Deploy on Tuesdays")

    place = view.visualRect(view.table.index(0, PIN)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bank.rows([key])[key].pinned)
