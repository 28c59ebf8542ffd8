"""A host and the person write in the same row: both are kept, or asked about (spec 7.1).

Every way through: the editor and a cell; another field, the same field, the entry deleted, the
entry moved out of the filter. Nothing typed is ever lost.
"""

from __future__ import annotations

from driving import edit, edit_cell, type_into
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import modals
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

HOST = Actor(author="some-host")


def id_of(window: MainWindow, title: str) -> str:
    table = window.page.table
    rows = (table.entry_at(row) for row in range(table.rowCount()))
    return next(entry.id for entry in rows if entry is not None and entry.label == title)


# --- in a cell


def test_a_cell_and_a_host_in_different_fields(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    assert isinstance(line, QLineEdit)
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Mine")
    with qtbot.waitSignal(window.page.table.keys_changed):
        bank.update(entry_id, {"status": "done", "notes": "Theirs"}, HOST)
    assert line.text() == "Mine"
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Mine")
    stored = bank.get(entry_id)
    assert (stored.status, stored.notes) == ("done", "Theirs")  # type: ignore[union-attr]


def test_a_cell_and_a_host_in_the_same_field_is_asked_and_mine_kept(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Mine")
    with qtbot.waitSignal(window.page.table.keys_changed):
        bank.update(entry_id, {"title": "Theirs"}, HOST)
    modals.next_answers.append("mine")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Mine")
    assert "yours is “Mine”, theirs is “Theirs”" in modals.shown[0].detail


def test_a_cell_and_a_host_in_the_same_field_is_asked_and_theirs_taken(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    box = edit_cell(qtbot, window, "First battle", "status")
    assert isinstance(box, QComboBox)
    entry_id = id_of(window, "First battle")
    type_into(qtbot, box.lineEdit(), "mine")
    bank.update(entry_id, {"status": "theirs"}, HOST)
    modals.next_answers.append("theirs")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(modals.shown) == 1)
    qtbot.waitUntil(lambda: window.page.editor.field("status").value() == "theirs")
    assert bank.get(entry_id).status == "theirs"  # type: ignore[union-attr]


def test_a_cell_whose_entry_a_host_deletes_goes_on_in_the_editor(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Worth keeping")
    bank.delete([("task", entry_id)], HOST)
    editor = window.page.editor
    qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
    assert editor.field("title").value() == "Worth keeping"
    editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id, trashed=True).deleted_at is None)
    assert bank.get(entry_id).label == "Worth keeping"


def test_a_cell_that_is_left_just_when_a_host_deletes_its_entry(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Worth keeping")
    bank.delete([("task", entry_id)], HOST)
    qtbot.keyClick(line, Qt.Key.Key_Return)  # before the window has heard of it
    editor = window.page.editor
    qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
    assert editor.field("title").value() == "Worth keeping"


def test_a_cell_that_a_host_moves_out_of_the_filter_is_stored_all_the_same(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.go("tasks")
    window.page.filter.narrow("status", "todo")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 2)
    line = edit_cell(qtbot, window, "First battle", "title")
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Mine")
    bank.update(entry_id, {"status": "done"}, HOST)
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    editor = window.page.editor
    assert editor.field("title").value() == "Mine"
    assert window.page.hidden_mark.isVisible()
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Mine")
    assert bank.get(entry_id).status == "done"  # type: ignore[union-attr]


def test_a_cell_moved_out_of_the_filter_by_who_changed_the_same_field_is_asked_about(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.go("tasks")
    window.page.filter.set_text("battle")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    line = edit_cell(qtbot, window, "First battle", "title")
    entry_id = id_of(window, "First battle")
    type_into(qtbot, line, "Mine")
    bank.update(entry_id, {"title": "Theirs"}, HOST)
    editor = window.page.editor
    qtbot.waitUntil(lambda: "Title" in editor.notice.text)
    assert editor.field("title").value() == "Mine"
    assert bank.get(entry_id).label == "Theirs"
    editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Mine")


# --- in the editor


def test_the_editor_and_a_host_in_different_fields(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    type_into(qtbot, editor.field("content"), "Mine.")
    bank.update(entry_id, {"title": "Theirs", "tags": ("theirs",)}, HOST)
    qtbot.waitUntil(lambda: editor.field("title").value() == "Theirs")
    assert editor.field("content").value() == "Mine."
    qtbot.waitUntil(lambda: bank.get(entry_id).content == "Mine.")
    stored = bank.get(entry_id)
    assert (stored.label, stored.tags) == ("Theirs", ("theirs",))


def test_the_editor_keeps_what_a_host_moves_out_of_the_filter(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    page = window.page
    page.filter.narrow("tag", "game")
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)
    edit(qtbot, window, "Forum game")
    entry_id = page.editor.entry.id
    window.activateWindow()
    page.editor.field("content").setFocus()
    qtbot.waitUntil(page.editor.field("content").hasFocus)
    type_into(qtbot, page.editor.field("content"), "Mine.")
    bank.update(entry_id, {"tags": ()}, HOST)
    qtbot.waitUntil(lambda: page.table.rowCount() == 0)
    assert page.editor.field("content").value() == "Mine."
    assert page.hidden_mark.isVisible()
    qtbot.waitUntil(lambda: bank.get(entry_id).content == "Mine.")
    assert page.editor.entry.id == entry_id
    page.filter.clear()
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    assert not page.hidden_mark.isVisible()


def test_an_edit_that_moves_the_entry_out_of_the_filter_leaves_it_in_the_editor(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    page = window.page
    bank.add(Memory(title="Another game", content="x", tags=("game",)), HOST)
    page.filter.narrow("tag", "game")
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    edit(qtbot, window, "Forum game")
    window.activateWindow()
    line = page.editor.field("tags").focusProxy()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: page.table.rowCount() == 1)
    assert page.editor.entry.label == "Forum game"
    assert page.hidden_mark.isVisible()
    qtbot.keyClicks(line, "new,")
    page.editor.flush()
    qtbot.waitUntil(lambda: bank.get(page.editor.entry.id).tags == ("new",))
    edit(qtbot, window, "Another game")
    assert not page.hidden_mark.isVisible()
