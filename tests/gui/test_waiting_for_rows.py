"""What the person sees while a table of a million is sorted or filtered (spec 7.1)."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.errors import BankLocked
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.store.bank import Bank


@pytest.fixture
def view(qtbot: QtBot, bank: Bank, worker: BankWorker) -> EntryView:
    for title in ("a", "c", "b"):
        bank.add(Memory(title=title, content="x"), Actor())
    view = EntryView(
        EntryTable(worker, COLUMNS["memory"], Query(kinds=("memory",))), list, list, list
    )  # type: ignore[arg-type]
    qtbot.addWidget(view)
    view.resize(800, 400)
    view.show()
    with qtbot.waitSignal(view.table.keys_changed):
        view.table.refresh()
    return view


@pytest.fixture
def slow(worker: BankWorker, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """As long as this is not set, the bank gives no keys."""
    gate, keys = threading.Event(), worker.bank.keys

    def when_open(query: Query) -> array[int]:
        assert gate.wait(60)
        return keys(query)

    monkeypatch.setattr(worker.bank, "keys", when_open)
    yield gate
    gate.set()


def titles(view: EntryView) -> list[str]:
    table = view.table
    return [entry.label for row in range(table.rowCount()) if (entry := table.entry_at(row))]


def test_a_sort_that_takes_a_while_is_told_of_until_it_is_done(
    qtbot: QtBot, view: EntryView, slow: threading.Event
) -> None:
    before = titles(view)
    title = next(n for n, one in enumerate(view.table.columns) if one.field == "title")
    view.sortByColumn(title, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(view.wait_sign.isVisible, timeout=30_000)
    assert view.wait_sign.text() == "Sorting…"
    assert view.viewport().geometry().contains(view.wait_sign.geometry())
    assert titles(view) == before, "what was there stays until the new order is"
    view.resize(500, 300)
    assert view.viewport().geometry().contains(view.wait_sign.geometry())
    slow.set()
    qtbot.waitUntil(view.wait_sign.isHidden, timeout=30_000)
    assert titles(view) == ["a", "b", "c"]


def test_a_filter_that_takes_a_while_is_told_of_too(
    qtbot: QtBot, view: EntryView, slow: threading.Event
) -> None:
    view.table.set_query(Query(kinds=("memory",), relevance="high"))
    qtbot.waitUntil(view.wait_sign.isVisible, timeout=30_000)
    assert view.wait_sign.text() == "Looking…"
    slow.set()
    qtbot.waitUntil(view.wait_sign.isHidden, timeout=30_000)
    assert titles(view) == []


def test_nothing_is_told_of_the_same_rows_read_again(
    qtbot: QtBot, view: EntryView, slow: threading.Event
) -> None:
    """As after each change that others make."""
    told: list[bool] = []
    view.table.awaited.connect(told.append)
    view.table.refresh()
    assert not view.table._patience.isActive()
    with qtbot.waitSignal(view.table.keys_changed, timeout=30_000):
        slow.set()
    assert told == [False]


def test_a_bank_that_gives_no_answer_ends_the_waiting(
    qtbot: QtBot, view: EntryView, worker: BankWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def fails(query: Query) -> array[int]:
        assert gate.wait(60)
        raise BankLocked("The bank {path} is locked.", path="p")

    monkeypatch.setattr(worker.bank, "keys", fails)
    view.table.set_query(Query(kinds=("memory",), sort="title"))
    qtbot.waitUntil(view.wait_sign.isVisible, timeout=30_000)
    with qtbot.waitSignal(worker.job_failed, timeout=30_000):
        gate.set()
    assert view.wait_sign.isHidden()


def test_what_is_looked_at_is_not_read_by_the_thread_that_paints(
    qtbot: QtBot, bank: Bank, view: EntryView, worker: BankWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bank.transaction(Actor(), "many"):
        for number in range(1_000):
            bank.add(Memory(title=f"t{number:04}", content="x"), Actor())
    table, here, rows = view.table, threading.current_thread(), worker.bank.rows
    read_here: list[int] = []

    def watched(keys: array[int]) -> dict[int, Entry]:
        if threading.current_thread() is here:
            read_here.append(len(keys))
        return rows(keys)

    def sort_by(field: str) -> list[str]:
        column = next(n for n, one in enumerate(table.columns) if one.field == field)
        with qtbot.waitSignal(table.keys_changed):
            view.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        assert view.grab().size() == view.size()  # every row that is seen has been painted
        first = view.rowAt(0)
        return [entry.label for row in range(first, first + 5) if (entry := table.entry_at(row))]

    with qtbot.waitSignal(table.keys_changed):
        table.refresh()
    monkeypatch.setattr(worker.bank, "rows", watched)
    assert sort_by("title") == ["a", "b", "c", "t0000", "t0001"]
    view.select_key(table.key_at(700))
    view.scrollTo(table.index(500, 1), QAbstractItemView.ScrollHint.PositionAtTop)
    view.grab()
    read_here.clear()  # who goes somewhere reads what is there
    assert sort_by("created_at") == [f"t{number:04}" for number in range(497, 502)]
    assert sort_by("updated_at") == [f"t{number:04}" for number in range(497, 502)]
    assert read_here == []
