"""The table model: rows by key, edits, and what changes from outside."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind, Memory, Task, Work
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS, TRASH_COLUMNS
from memdesk.gui.entry_table import ENTRY_ROLE, EntryTable
from memdesk.gui.first_rows import PAGE
from memdesk.store.bank import Bank

USER = Actor()
HOST = Actor(author="some-host")


def column(table: EntryTable, field: str) -> int:
    return next(n for n, column in enumerate(table.columns) if column.field == field)


def loaded(qtbot: QtBot, worker: BankWorker, query: Query, columns: Any = None) -> EntryTable:
    table = EntryTable(worker, columns or COLUMNS[query.kinds[0]], query)
    worker.bank_changed.connect(table.take_changes)
    with qtbot.waitSignal(table.keys_changed):
        table.refresh()
    until_no_news(qtbot, worker)
    return table


def until_no_news(qtbot: QtBot, worker: BankWorker) -> None:
    """Until what the test has filled the bank with is no news any more, which would be read again
    just when the answer to something else is waited for.
    """
    qtbot.waitUntil(lambda: worker._reading._seen == worker.bank.generation())
    for _what_came_first in ("the news", "the rows"):
        answered: list[None] = []
        worker.read(lambda _bank: None, answered.append)
        qtbot.waitUntil(lambda answered=answered: len(answered) == 1)


def titles(table: EntryTable) -> list[str]:
    place = next(n for n, column in enumerate(table.columns) if column.field in ("title", "name"))
    return [table.index(row, place).data() for row in range(table.rowCount())]


@pytest.fixture
def tasks(bank: Bank, worker: BankWorker, qtbot: QtBot) -> EntryTable:
    for title in ("First", "Second", "Third"):
        bank.add(Task(title=title, tags=("a", "b,c")), USER)
    return loaded(qtbot, worker, Query(kinds=("task",), sort="position"))


@pytest.mark.parametrize("kind", ["memory", "task", "work"])
def test_every_kind_keeps_the_rules_of_models(
    kind: Kind, bank: Bank, worker: BankWorker, qtbot: QtBot, qtmodeltester: Any
) -> None:
    bank.add(Memory(title="Memory", content="Text", tags=("x",)), USER)
    bank.add(Task(title="Task"), USER)
    bank.add(Work(name="Work", tech=("Qt",)), USER)
    qtmodeltester.check(loaded(qtbot, worker, Query(kinds=(kind,))), force_py=False)


def test_it_keeps_the_rules_while_rows_come_go_and_move(
    tasks: EntryTable, bank: Bank, qtbot: QtBot, qtmodeltester: Any
) -> None:
    qtmodeltester.check(tasks)
    first = tasks.entry_at(0)
    assert first is not None
    with qtbot.waitSignal(tasks.keys_changed):
        bank.add(Task(title="Fourth"), HOST)
    with qtbot.waitSignal(tasks.keys_changed):
        bank.reorder("task", [first.id], None, USER)
    assert titles(tasks) == ["Second", "Third", "Fourth", "First"]
    with qtbot.waitSignal(tasks.keys_changed):
        bank.delete([("task", first.id)], USER)
    assert titles(tasks) == ["Second", "Third", "Fourth"]


def test_a_status_edited_in_its_cell_is_stored(tasks: EntryTable, bank: Bank, qtbot: QtBot) -> None:
    index = tasks.index(1, column(tasks, "status"))
    with qtbot.waitSignal(tasks.keys_changed):
        assert tasks.setData(index, "doing")
        assert index.data() == "doing"  # shown before it is stored
    entry = tasks.entry_at(1)
    assert isinstance(entry, Task)
    assert bank.get(entry.id).status == "doing"
    assert tasks.rowCount() == 3


def test_what_is_not_valid_is_refused_and_not_shown(
    tasks: EntryTable, bank: Bank, qtbot: QtBot
) -> None:
    index = tasks.index(0, column(tasks, "title"))
    with qtbot.waitSignal(tasks.refused) as refused:
        assert not tasks.setData(index, "x" * 201)
    assert "200" in str(refused.args[0])
    assert index.data() == "First"


def test_an_edit_over_someone_elses_edit_is_asked_about(
    tasks: EntryTable, bank: Bank, qtbot: QtBot
) -> None:
    entry = tasks.entry_at(0)
    assert entry is not None
    with qtbot.waitSignal(tasks.keys_changed):
        bank.update(entry.id, {"title": "Theirs"}, HOST)
    with qtbot.waitSignal(tasks.conflicted) as conflicted:
        tasks.edit(0, "title", "Mine", "First")
    assert conflicted.args[0].mine == "Mine"
    assert bank.get(entry.id).label == "Theirs"


def test_rows_are_read_a_page_at_a_time(bank: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    with bank.transaction(USER, "many"):
        for number in range(PAGE * 3):
            bank.add(Memory(title=f"Memory {number}", content="x"), USER)
    table = loaded(qtbot, worker, Query(kinds=("memory",), sort="created", descending=False))
    asked: list[int] = []
    rows = bank.rows
    bank.rows = lambda keys: asked.append(len(keys)) or rows(keys)  # type: ignore[method-assign]
    place = column(table, "title")
    assert table.index(PAGE + 5, place).data() == f"Memory {PAGE + 5}"
    assert table.index(PAGE + 6, place).data() == f"Memory {PAGE + 6}"
    assert asked == [PAGE]


def test_sorting_is_done_by_the_bank(tasks: EntryTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tasks.keys_changed):
        tasks.sort(column(tasks, "title"), Qt.SortOrder.DescendingOrder)
    assert titles(tasks) == ["Third", "Second", "First"]


def test_dragging_puts_rows_before_another(tasks: EntryTable, qtbot: QtBot) -> None:
    data = tasks.mimeData([tasks.index(2, 0)])
    with qtbot.waitSignal(tasks.keys_changed):
        tasks.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, tasks.index(-1, -1))
    assert titles(tasks) == ["Third", "First", "Second"]


def test_the_trash_shows_every_kind(bank: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    work = bank.add(Work(name="Gone"), USER)
    bank.delete([("work", work.id)], USER)
    table = loaded(qtbot, worker, Query(trashed=True, sort="deleted"), columns=TRASH_COLUMNS)
    assert titles(table) == ["Gone"]
    assert table.index(0, 0).data(ENTRY_ROLE).deleted_at
