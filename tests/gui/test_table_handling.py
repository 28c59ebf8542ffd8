"""Columns, sorting, keys, copying and dropping in a table, by mouse and keyboard (spec 7.1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import edit
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.query import Query
from memdesk.core.shapes import entry_to_dict
from memdesk.gui.entry_view import EntryView
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()


def column(view: EntryView, field: str) -> int:
    return next(n for n, one in enumerate(view.table.columns) if one.field == field)


def header_place(view: EntryView, number: int) -> QPoint:
    header = view.horizontalHeader()
    return QPoint(header.sectionViewportPosition(number) + 12, header.height() // 2)


def labels(window: MainWindow) -> list[str]:
    table = window.page.table
    return [entry.label for row in range(table.rowCount()) if (entry := table.entry_at(row))]


@pytest.fixture
def reopened(
    window: MainWindow, make_window: Callable[..., MainWindow]
) -> Callable[[], MainWindow]:
    """Closes the window and opens it again, as the next start does."""

    def again() -> MainWindow:
        window.save_look()
        made = make_window()
        made.show()
        return made

    return again


# --- columns


def test_a_column_is_hidden_and_shown_by_the_headers_menu(
    qtbot: QtBot, window: MainWindow, reopened: Callable[[], MainWindow]
) -> None:
    view = window.page.view
    tags = column(view, "tags")
    header = view.horizontalHeader()
    header.customContextMenuRequested.emit(header_place(view, tags))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    action = next(one for one in menu.actions() if one.text() == "Tags")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert view.isColumnHidden(tags)
    again = reopened()
    assert again.page.view.isColumnHidden(tags)
    assert not again.page.view.isColumnHidden(column(view, "title"))


def test_the_title_cannot_be_hidden(window: MainWindow) -> None:
    menu = QMenu(window)
    window.page.view.fill_columns_menu(menu)
    assert not next(one for one in menu.actions() if one.text() == "Title").isEnabled()


def test_columns_are_moved_and_widened_by_mouse_and_remembered(
    qtbot: QtBot, window: MainWindow, reopened: Callable[[], MainWindow]
) -> None:
    view = window.page.view
    header = view.horizontalHeader()
    place = column(view, "category")
    start = header_place(view, place)
    target = QPoint(header_place(view, column(view, "title")).x() - 8, start.y())
    press(qtbot, header.viewport(), start, target)
    assert header.visualIndex(place) < header.visualIndex(column(view, "title"))
    edge = header.sectionViewportPosition(place) + header.sectionSize(place) - 1
    before = header.sectionSize(place)
    press(qtbot, header.viewport(), QPoint(edge, start.y()), QPoint(edge + 40, start.y()))
    assert header.sectionSize(place) > before
    wide, order = header.sectionSize(place), header.visualIndex(place)
    again = reopened().page.view.horizontalHeader()
    assert (again.sectionSize(place), again.visualIndex(place)) == (wide, order)


def press(qtbot: QtBot, widget: QWidget, start: QPoint, target: QPoint) -> None:
    """Press, move and release the left button."""
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    for part in (0.3, 0.6, 1.0):
        qtbot.mouseMove(widget, start + (target - start) * part)
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=target)


@pytest.mark.parametrize("place", ["memories", "tasks", "works"])
def test_every_column_sorts_both_ways_by_a_click(
    qtbot: QtBot, window: MainWindow, bank: Bank, place: str
) -> None:
    bank.add(Work(name="A work"), USER)
    window.go(place)
    view, table = window.page.view, window.page.table
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    sorted_by = []
    for number, one in enumerate(table.columns):
        view.setColumnHidden(number, False)
        view.scrollTo(table.index(0, number))
        view.horizontalScrollBar().setValue(view.columnViewportPosition(number))
        header = view.horizontalHeader().viewport()
        if one.sort is None:
            before = table.query
            qtbot.mouseClick(header, Qt.MouseButton.LeftButton, pos=header_place(view, number))
            assert table.query == before
            continue
        for _click in range(2):
            with qtbot.waitSignal(table.keys_changed):
                qtbot.mouseClick(header, Qt.MouseButton.LeftButton, pos=header_place(view, number))
            sorted_by.append((table.query.sort, table.query.descending))
    wanted = [one.sort for one in table.columns if one.sort is not None]
    assert {sort for sort, _way in sorted_by} == set(wanted)
    assert len(set(sorted_by)) == 2 * len(wanted)


# --- keys


def test_ctrl_end_goes_down_and_not_sideways(qtbot: QtBot, window: MainWindow) -> None:
    edit(qtbot, window, labels(window)[0])
    view = window.page.view
    view.setFocus()
    before = view.currentIndex().column()
    qtbot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, before)
    assert view.selected_count() == 1
    qtbot.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (0, before)
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view, Qt.Key.Key_End, shift)
    assert view.selected_count() == 2


def test_tasks_are_moved_by_keys(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    bank.add(Task(title="Third"), USER)
    window.go("tasks")
    qtbot.waitUntil(lambda: labels(window) == ["First battle", "Release notes", "Third"])
    edit(qtbot, window, "Third")
    window.actions_by_name["up"].trigger()
    qtbot.waitUntil(lambda: labels(window) == ["First battle", "Third", "Release notes"])
    assert window.page.view.current_entry().label == "Third"
    window.actions_by_name["down"].trigger()
    qtbot.waitUntil(lambda: labels(window) == ["First battle", "Release notes", "Third"])
    window.undoing.undo()
    qtbot.waitUntil(lambda: labels(window) == ["First battle", "Third", "Release notes"])


# --- copying


def test_selected_entries_are_copied_as_markdown_and_json(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.page.view.selectAll()
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("")
    window.actions_by_name["copy-markdown"].trigger()
    qtbot.waitUntil(lambda: "## Node version" in clipboard.text())
    assert "The build needs Node 22." in clipboard.text()
    window.actions_by_name["copy-json"].trigger()
    qtbot.waitUntil(lambda: clipboard.text().startswith("["))
    assert [one["title"] for one in json.loads(clipboard.text())] == labels(window)


def test_copied_json_is_written_as_all_of_it_at_once_would_be(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    content = "two\nlines, 两行, שתי, 👩🏽‍🚀, e\u0301 \t\u2028"
    bank.add(Memory(title="Strange", content=content, tags=("a", "b")), USER)
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    window.page.view.selectAll()
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("")
    window.actions_by_name["copy-json"].trigger()
    qtbot.waitUntil(lambda: clipboard.text() != "")
    shapes = [
        entry_to_dict(window.page.table.entry_at(row))
        for row in range(window.page.table.rowCount())
    ]
    assert clipboard.text() == json.dumps(shapes, ensure_ascii=False, indent=2) + "\n"


def test_what_is_copied_may_outlive_the_program(tmp_path: Path) -> None:
    """Data that Python made would be taken apart after Python's end."""
    program = tmp_path / "copying.py"
    program.write_text(COPYING, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "bank.sqlite")],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, "## Kept\n"), ended.stderr


COPYING = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.gui.long_work import WorkBar
from memdesk.gui.selected_entries import SelectedEntries
from memdesk.store.bank import Bank

app = QApplication(sys.argv)
bank = Bank(Path(sys.argv[1]))
bank.add(Memory(title="Kept", content="x"), Actor())
worker = BankWorker(bank)
worker.start()
table = EntryTable(worker, COLUMNS["memory"], Query(kinds=("memory",)))
view = EntryView(table, list, list, list)
bar = WorkBar(view)
loop = QEventLoop()
table.counted.connect(loop.quit)
table.refresh()
loop.exec()
view.selectAll()
selected = SelectedEntries("memory", worker, view, bar, lambda: None, view)
selected.said.connect(loop.quit)
selected.copy("markdown")
loop.exec()
print(app.clipboard().text().splitlines()[0])
worker.stop()
bank.close()
"""


def test_copying_can_be_stopped(qtbot: QtBot, window: MainWindow) -> None:
    window.page.view.selectAll()
    QGuiApplication.clipboard().setText("before")
    window.actions_by_name["copy-markdown"].trigger()
    window.page.work_bar.stop_button.click()
    qtbot.waitUntil(lambda: "Stopped" in window.status_line.currentMessage())
    assert QGuiApplication.clipboard().text() == "before"
    assert window.page.work_bar.sentence == ""


# --- dropping


def drop_on(widget: QWidget, data: QMimeData, place: QPoint, action: Qt.DropAction) -> None:
    """What the widget is told when something is dragged over it and let fall there."""
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for event in (
        QDragEnterEvent(place, action, data, *keys),
        QDragMoveEvent(place, action, data, *keys),
        QDropEvent(QPointF(place), action, data, *keys),
    ):
        event.setDropAction(action)
        QApplication.sendEvent(widget, event)


def test_a_file_dropped_onto_the_table_is_imported(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "memories.json"))])
    with qtbot.waitSignal(window.import_wanted) as wanted:
        drop_on(window.page.view.viewport(), data, QPoint(40, 40), Qt.DropAction.CopyAction)
    assert wanted.args == [(tmp_path / "memories.json",)]


def test_a_row_dropped_onto_another_goes_before_it_and_several_keep_their_order(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    bank.add(Task(title="Third"), USER)
    window.go("tasks")
    view, table = window.page.view, window.page.table
    qtbot.waitUntil(lambda: table.rowCount() == 3)
    data = table.mimeData([table.index(1, 0), table.index(2, 0)])
    place = view.visualRect(table.index(0, 1)).topLeft() + QPoint(30, 1)
    drop_on(view.viewport(), data, place, Qt.DropAction.MoveAction)
    qtbot.waitUntil(lambda: labels(window) == ["Release notes", "Third", "First battle"])


def test_memories_have_no_order_to_be_dragged_into(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    table = window.page.table
    before = bank.generation()
    row = table.mimeData([table.index(1, 0)])
    drop_on(window.page.view.viewport(), row, QPoint(40, 4), Qt.DropAction.MoveAction)
    assert bank.generation() == before
    assert bank.count(Query(kinds=("memory",))) == 2


# --- long texts


def test_long_texts_are_cut_with_an_ellipsis_and_whole_in_the_tip(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    bank.add(Memory(title="A very long title " * 10, content="x"), USER)
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    view, table = window.page.view, window.page.table
    index = table.index(0, column(view, "title"))
    assert view.textElideMode() == Qt.TextElideMode.ElideRight
    assert not view.wordWrap()
    assert index.data(Qt.ItemDataRole.ToolTipRole) == ("A very long title " * 10)


def test_the_newest_come_first_at_the_second_start_as_at_the_first(
    qtbot: QtBot, window: MainWindow, make_window: Callable[..., MainWindow], bank: Bank
) -> None:
    bank.add(Memory(title="The newest", content="Just now."), Actor())
    window.save_look()
    again = make_window()
    again.show()
    table = again.pages["memories"].table
    qtbot.waitUntil(lambda: table.rowCount() == 3)
    assert table.entry_at(0).label == "The newest"
