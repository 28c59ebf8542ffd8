"""History in the window: of an entry and of the bank, and undo in words (spec 1.7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from driving import edit
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import history_table, paged_table
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.history_table import HistoryTable, of_all
from memdesk.gui.history_view import HistoryView
from memdesk.gui.history_window import HistoryWindow
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()
HOST = Actor(author="some-host")


def lines(table: HistoryTable) -> list[str]:
    return [table.index(row, 2).data() for row in range(table.rowCount())]


def opened_section(qtbot: QtBot, window: MainWindow, title: str) -> HistoryView:
    """Select an entry and open its history in the editor, by mouse."""
    edit(qtbot, window, title)
    section = window.page.editor.foot.section
    qtbot.mouseClick(section.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: section.history.table.rowCount() > 0)
    return section.history


def opened_window(qtbot: QtBot, window: MainWindow) -> HistoryWindow:
    window.actions_by_name["history"].trigger()
    found = window.findChild(HistoryWindow)
    assert found is not None
    qtbot.waitUntil(lambda: found.history.table.rowCount() > 0)
    return found


def test_the_rules_of_models_are_kept(
    qtbot: QtBot, filled: Bank, worker: BankWorker, qtmodeltester: object
) -> None:
    table = HistoryTable(worker)
    qtmodeltester.check(table)  # type: ignore[attr-defined]
    with qtbot.waitSignal(table.arrived):
        table.show_log(of_all(None, None))
    with qtbot.waitSignal(table.arrived):
        filled.add(Memory(title="Another", content="x"), HOST)
        table.refresh()
    assert lines(table)[0] == "New: “Another”"


def test_an_entrys_history_shows_what_changed_and_brings_the_old_back(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    bank.update(entry_id, {"content": "The build needs Node 24.", "relevance": "high"}, HOST)
    history = opened_section(qtbot, window, "Node version")
    qtbot.waitUntil(lambda: lines(history.table) == ["Changed: Relevance, Content", "Added"])
    assert history.table.index(0, 1).data() == "some-host"
    qtbot.waitUntil(lambda: "Node 24" in history.diff.toPlainText())
    shown = history.diff.toPlainText()
    assert "− The build needs Node 22." in shown
    assert "+ High" in shown
    qtbot.mouseClick(history.revert_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bank.get(entry_id).content == "The build needs Node 22.")
    qtbot.waitUntil(lambda: history.table.rowCount() == 3)
    assert bank.get(entry_id).relevance == "medium"
    window.page.view.setFocus()
    window.undoing.undo()
    qtbot.waitUntil(lambda: bank.get(entry_id).content == "The build needs Node 24.")


def test_what_was_overwritten_since_is_said_not_reverted(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    bank.update(entry_id, {"content": "Second."}, HOST)
    bank.update(entry_id, {"content": "Third."}, HOST)
    history = opened_section(qtbot, window, "Node version")
    qtbot.waitUntil(lambda: history.table.rowCount() == 3)
    history.view.selectRow(1)
    qtbot.mouseClick(history.revert_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "changed since" in history.notice.text)
    assert bank.get(entry_id).content == "Third."


def test_the_history_of_the_profile(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    bank.set_profile({"notes": "Likes chess."}, USER)
    window.go("profile")
    section = window.page.editor.foot.section
    section.button.click()
    qtbot.waitUntil(lambda: lines(section.history.table) == ["Changed: Notes"])


def test_a_bulk_change_is_one_line_that_is_reverted_whole(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.page.view.selectAll()
    window.actions_by_name["relevance-high"].trigger()
    qtbot.waitUntil(lambda: window.actions_by_name["undo"].text().endswith("Change of 2 entries"))
    found = opened_window(qtbot, window)
    history = found.history
    assert lines(history.table)[:2] == ["Change of 2 entries", "New: “Release notes”"]
    qtbot.waitUntil(lambda: "Node version · Relevance" in history.diff.toPlainText())
    qtbot.mouseClick(history.revert_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lines(history.table)[1] == "Change of 2 entries")
    rows = window.page.table
    qtbot.waitUntil(
        lambda: {rows.entry_at(row).relevance for row in range(2)} == {"medium"}  # type: ignore[union-attr]
    )


def test_it_is_narrowed_by_author_and_kind(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    bank.add(Memory(title="From a host", content="x"), HOST)
    found = opened_window(qtbot, window)
    table = found.history.table
    qtbot.waitUntil(lambda: found.author_box.findData("some-host") > 0)
    found.author_box.setCurrentIndex(found.author_box.findData("some-host"))
    found.author_box.activated.emit(found.author_box.currentIndex())
    qtbot.waitUntil(lambda: lines(table) == ["New: “From a host”"])
    found.author_box.setCurrentIndex(0)
    found.kind_box.setCurrentIndex(found.kind_box.findData("task"))
    found.kind_box.activated.emit(found.kind_box.currentIndex())
    qtbot.waitUntil(lambda: lines(table) == ["New: “Release notes”", "New: “First battle”"])


def test_it_is_read_in_pages(
    qtbot: QtBot, filled: Bank, worker: BankWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (history_table, paged_table):
        monkeypatch.setattr(module, "PAGE", 3)
    table = HistoryTable(worker)
    with qtbot.waitSignal(table.arrived):
        table.show_log(of_all(None, None))
    assert table.rowCount() == 3
    parent = table.index(-1, -1)
    assert table.canFetchMore(parent)
    with qtbot.waitSignal(table.arrived):
        table.fetchMore(parent)
    assert table.rowCount() == 4
    assert not table.canFetchMore(parent)


def test_enter_goes_to_the_entry_even_in_the_trash(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    found = opened_window(qtbot, window)
    row = lines(found.history.table).index("New: “Forum game”")
    found.history.view.selectRow(row)
    qtbot.keyClick(found.history.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page.editor.entry.label == "Forum game")
    bank.delete([("memory", entry_id)], HOST)
    qtbot.waitUntil(lambda: lines(found.history.table)[0] == "Deletion of “Node version”")
    found.history.view.selectRow(0)
    qtbot.mouseClick(found.history.go_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.navigation.chosen == "trash")
    qtbot.waitUntil(lambda: window.page.view.current_entry() is not None)
    assert window.page.view.current_entry().id == entry_id


def test_undo_and_redo_say_what_they_do(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    undo, redo = window.actions_by_name["undo"], window.actions_by_name["redo"]
    edit(qtbot, window, "Node version")
    window.page.view.setFocus()
    window.actions_by_name["delete"].trigger()
    qtbot.waitUntil(lambda: undo.text() == "&Undo: Deletion of “Node version”")
    assert redo.text() == "&Redo"
    undo.trigger()
    qtbot.waitUntil(
        lambda: window.status_line.currentMessage().startswith("Undone: Deletion of “Node version”")
    )
    qtbot.waitUntil(lambda: redo.text() == "&Redo: Deletion of “Node version”")
    redo.trigger()
    qtbot.waitUntil(
        lambda: window.status_line.currentMessage() == "Done again: Deletion of “Node version”."
    )


def test_a_host_is_not_undone_and_nothing_more_is_said(
    qtbot: QtBot, bank: Bank, make_window: Callable[..., MainWindow]
) -> None:
    bank.add(Memory(title="From a host", content="x"), HOST)
    made = make_window()
    qtbot.waitUntil(lambda: made.pages["memories"].table.rowCount() == 1)
    made.undoing.undo()
    qtbot.waitUntil(lambda: made.status_line.currentMessage() == "Nothing to undo.")
    assert made.actions_by_name["undo"].text() == "&Undo"
