"""The window as a person uses it: typing, saving, undoing, filtering, and others' changes."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driving import edit, edit_cell, type_into
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QMenu,
    QMenuBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import BankUnavailable
from memdesk.exchange.importing import ImportPlan
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.main_window import MainWindow
from memdesk.store import drafts
from memdesk.store.bank import Bank

USER = Actor()
HOST = Actor(author="some-host")


def test_a_tasks_status_is_edited_in_the_table(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.go("tasks")
    page = window.page
    edit(qtbot, window, "First battle")
    place = next(n for n, column in enumerate(page.table.columns) if column.field == "status")
    page.view.edit(page.table.index(0, place))
    box = page.view.viewport().findChild(QComboBox)
    assert [box.itemText(number) for number in range(4)] == ["todo", "doing", "blocked", "done"]
    box.setEditText("polishing")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bank.get(page.table.entry_at(0).id).status == "polishing")
    qtbot.waitUntil(lambda: "[polishing] First battle" in window.preview.block.system)
    qtbot.waitUntil(lambda: page.editor.field("status").value() == "polishing")


def test_the_preview_changes_before_anything_is_saved(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    type_into(qtbot, window.page.editor.field("title"), "Node 24 it is")
    qtbot.waitUntil(lambda: "Node 24 it is" in window.preview.block.system)
    assert bank.get(window.page.editor.entry.id).label == "Node version"


def test_the_preview_follows_what_is_typed_into_a_cell(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    box = edit_cell(qtbot, window, "First battle", "status")
    assert isinstance(box, QComboBox)
    assert box.lineEdit().selectedText() == "todo"
    qtbot.keyClicks(box.lineEdit(), "blocked")
    qtbot.waitUntil(lambda: "[blocked] First battle" in window.preview.block.system)
    assert bank.get(window.page.editor.entry.id).status == "todo"
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: "[todo] First battle" in window.preview.block.system)


def test_what_is_stored_from_a_cell_never_leaves_the_preview(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    box = edit_cell(qtbot, window, "First battle", "status")
    qtbot.keyClicks(box.lineEdit(), "done soon")
    qtbot.waitUntil(lambda: "[done soon] First battle" in window.preview.block.system)
    seen: list[str] = []
    window.preview.measured.connect(lambda _size: seen.append(window.preview.block.system))
    qtbot.keyClick(box, Qt.Key.Key_Return)
    editor = window.page.editor
    qtbot.waitUntil(lambda: editor.field("status").value() == "done soon")
    qtbot.waitUntil(lambda: bank.get(editor.entry.id).status == "done soon")
    assert all("[done soon] First battle" in system for system in seen)


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab])
def test_a_cell_is_closed_once(qtbot: QtBot, qtlog: Any, window: MainWindow, key: Qt.Key) -> None:
    box = edit_cell(qtbot, window, "First battle", "status")
    qtbot.keyClicks(box, "doing")  # one of the box's own items
    qtbot.keyClick(box, key)
    qtbot.waitUntil(lambda: not isValid(box))  # Tab has opened the next cell's
    assert [record.message for record in qtlog.records] == []


def test_a_save_that_met_a_lock_is_tried_again(
    qtbot: QtBot, window: MainWindow, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    real, tries = editor.update_in, []

    def locked_once(*args: Any) -> Any:
        tries.append(args)
        if len(tries) == 1:
            raise BankUnavailable("The bank is locked.")
        return real(*args)

    monkeypatch.setattr(editor, "update_in", locked_once)
    with qtbot.waitSignal(editor.saved):
        type_into(qtbot, editor.field("title"), "Node 24")
    assert len(tries) == 2
    assert bank.get(editor.entry.id).label == "Node 24"
    assert editor.notice.isHidden()


def test_closing_stores_what_is_typed_into_a_cell(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    line.setText("Last battle")
    entry_id = window.page.editor.entry.id
    window.close()
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Last battle")


def test_a_click_on_a_selected_row_opens_no_cell(window: MainWindow) -> None:
    unwanted = QAbstractItemView.EditTrigger.SelectedClicked
    for name in ("memories", "tasks", "works", "tags", "trash"):
        assert not window.pages[name].view.editTriggers() & unwanted


def test_typing_without_a_pause_is_saved_too(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    editor._pace._pause.setInterval(60_000)
    with qtbot.waitSignal(editor.saved):
        type_into(qtbot, editor.field("title"), "Node 24")
    assert bank.get(editor.entry.id).label == "Node 24"


def test_what_a_cell_cannot_store_is_kept_in_the_editor(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    line = edit_cell(qtbot, window, "First battle", "title")
    assert isinstance(line, QLineEdit)
    line.setText("x" * 201)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    editor = window.page.editor
    qtbot.waitUntil(lambda: editor.field("title").value() == "x" * 201)
    assert "200" in editor.row("title").problem
    assert bank.get(editor.entry.id).label == "First battle"


def test_a_pause_saves_what_was_typed_as_one_step(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    before = bank.generation()
    with qtbot.waitSignal(window.page.editor.saved):
        type_into(qtbot, window.page.editor.field("title"), "Node 24")
    assert bank.get(entry_id).label == "Node 24"
    assert bank.generation() == before + 1
    assert not window.page.editor.dirty


def test_leaving_a_field_saves(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    edit(qtbot, window, "Node version")
    field = window.page.editor.field("content")
    with qtbot.waitSignal(window.page.editor.saved):
        type_into(qtbot, field, "Changed.")
        field.left.emit()
    assert bank.get(window.page.editor.entry.id).content == "Changed."


def test_invalid_input_is_marked_not_saved_and_not_lost(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    editor.field("title").clear()
    editor.field("title").edited.emit()
    assert "empty" in editor.row("title").problem
    edit(qtbot, window, "Forum game")
    assert editor.row("title").problem == ""
    assert bank.get(entry_id).label == "Node version"
    assert [entry.id for entry in window.unsaved()] == [entry_id]
    window.page.view.select_key(bank.get(entry_id).key)
    assert editor.field("title").value() == ""
    assert "empty" in editor.row("title").problem


def test_undo_and_redo_take_back_whole_changes(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    window.page.view.setFocus()
    window.page.selected.change({"relevance": "high"})
    qtbot.waitUntil(lambda: bank.get(entry_id).relevance == "high")
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: bank.get(entry_id).relevance == "medium")
    qtbot.waitUntil(lambda: window.page.editor.field("relevance").value() == "medium")
    window.actions_by_name["redo"].trigger()
    qtbot.waitUntil(lambda: bank.get(entry_id).relevance == "high")


def test_selected_entries_are_changed_together(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.go("tasks")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 2)
    window.page.view.selectAll()
    before = bank.generation()
    modals.next_answers.append("blocked")
    window.actions_by_name["set-status"].trigger()
    ids = [window.page.table.entry_at(row).id for row in range(2)]
    qtbot.waitUntil(lambda: [bank.get(one).status for one in ids] == ["blocked"] * 2)
    assert bank.generation() == before + 1
    modals.next_answers.append("x" * 101)
    window.actions_by_name["set-status"].trigger()
    assert "100" in window.status_line.currentMessage()
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: [bank.get(one).status for one in ids] == ["todo"] * 2)


def test_undo_in_a_text_takes_back_typing_first(qtbot: QtBot, window: MainWindow) -> None:
    edit(qtbot, window, "Node version")
    field = window.page.editor.field("title")
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    field.end(False)
    qtbot.keyClicks(field, "!")
    window.undoing.undo()
    assert field.text() == "Node version"


def test_deleted_entries_go_to_the_trash_and_come_back(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    window.actions_by_name["delete"].trigger()
    qtbot.waitUntil(lambda: window.navigation.count_of("trash") == "1")
    qtbot.waitUntil(lambda: window.page.editor.entry.label == "Forum game")
    window.go("trash")
    trash = window.page
    qtbot.waitUntil(lambda: trash.table.rowCount() == 1)
    trash.view.selectAll()
    window.actions_by_name["restore"].trigger()
    qtbot.waitUntil(lambda: trash.table.rowCount() == 0)
    assert bank.get(entry_id).label == "Node version"


def test_deleting_forever_is_asked_about(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    task = bank.get(bank.add(Task(title="Gone"), USER).id)
    bank.delete([("task", task.id)], USER)
    window.go("trash")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    window.page.view.selectAll()
    modals.next_answers.append("keep")
    window.page.delete()
    modals.next_answers.append("delete")
    window.page.delete()
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 0)
    assert "cannot be undone" in modals.shown[0].text


def test_the_filter_finds_chinese_inside_running_text_and_marks_nothing_else(
    qtbot: QtBot, window: MainWindow
) -> None:
    table = window.page.table
    window.page.filter.set_text("进度")
    qtbot.waitUntil(lambda: table.rowCount() == 1)
    assert table.entry_at(0).label == "Forum game"
    window.page.filter.set_text('"AND (')
    qtbot.waitUntil(lambda: table.rowCount() == 0)
    window.page.filter.clear()
    qtbot.waitUntil(lambda: table.rowCount() == 2)
    window.page.filter.narrow("tag", "game")
    qtbot.waitUntil(lambda: table.rowCount() == 1)
    window.page.filter.widen("tag", "game")
    qtbot.waitUntil(lambda: table.rowCount() == 2)


def test_a_change_from_outside_appears_and_disturbs_nothing(
    qtbot: QtBot, window: MainWindow, bank: Bank, memdesk: object, bank_path: Path
) -> None:
    edit(qtbot, window, "Node version")
    editor, view = window.page.editor, window.page.view
    field = editor.field("content")
    field.setFocus()
    type_into(qtbot, field, "half a sen")
    ran = memdesk("--bank", bank_path, "add", "From another process")  # type: ignore[operator]
    assert ran.returncode == 0, ran.stderr
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    assert field.toPlainText() == "half a sen"
    assert view.current_entry().label == "Node version"
    assert view.selected_count() == 1
    qtbot.waitUntil(lambda: window.navigation.count_of("memories") == "3")


def test_both_edited_the_same_field_and_mine_is_kept(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    type_into(qtbot, editor.field("title"), "Mine")
    bank.update(entry_id, {"title": "Theirs", "category": "fact"}, HOST)
    qtbot.waitUntil(lambda: editor.notice.text != "")
    assert "Title" in editor.notice.text
    assert editor.field("title").text() == "Mine"
    qtbot.waitUntil(lambda: editor.field("category").value() == "fact")
    editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id).label == "Mine")


def test_both_edited_the_same_field_and_theirs_is_taken(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    type_into(qtbot, editor.field("title"), "Mine")
    bank.update(entry_id, {"title": "Theirs"}, HOST)
    qtbot.waitUntil(lambda: editor.notice.text != "")
    editor.notice.buttons[1].click()
    assert editor.field("title").text() == "Theirs"
    assert bank.get(entry_id).label == "Theirs"


def test_an_entry_deleted_while_it_is_edited_can_be_put_back(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    type_into(qtbot, editor.field("content"), "Worth keeping")
    editor._pace.stop()
    bank.delete([("memory", entry_id)], HOST)
    qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
    editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id, trashed=True).deleted_at is None)
    assert bank.get(entry_id).content == "Worth keeping"


def test_an_entry_that_others_have_put_back_takes_what_was_typed(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    type_into(qtbot, editor.field("content"), "Worth keeping")
    editor._pace.stop()
    bank.delete([("memory", entry_id)], HOST)
    qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
    bank.restore([("memory", entry_id)], HOST)
    editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id).content == "Worth keeping")
    qtbot.waitUntil(lambda: not editor.dirty)
    assert editor.notice.text == ""


@pytest.mark.parametrize("asked", ["before the save", "after the save"])
def test_an_entry_is_put_back_though_a_save_is_on_its_way(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker, asked: str
) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    entry_id = editor.entry.id
    go_on = threading.Event()

    def delete() -> None:
        with qtbot.waitSignal(worker.bank_changed):
            bank.delete([("memory", entry_id)], HOST)

    type_into(qtbot, editor.field("content"), "Worth keeping")
    editor._pace.stop()
    if asked == "before the save":
        delete()
        qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
    worker.submit(lambda _bank: go_on.wait(90))
    type_into(qtbot, editor.field("content"), "Well worth keeping")
    editor.flush()
    if asked == "before the save":
        editor.notice.buttons[0].click()
        go_on.set()
    else:
        delete()
        go_on.set()
        qtbot.waitUntil(lambda: "deleted" in editor.notice.text)
        editor.notice.buttons[0].click()
    qtbot.waitUntil(lambda: bank.get(entry_id, trashed=True).deleted_at is None)
    assert bank.get(entry_id).content == "Well worth keeping"
    qtbot.waitUntil(lambda: not worker.writing and editor.notice.text == "")


def test_a_new_memory_is_stored_once_it_can_be(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.actions_by_name["new"].trigger()
    editor = window.page.editor
    type_into(qtbot, editor.field("title"), "Fresh")
    qtbot.waitUntil(lambda: "Fresh" in window.preview.block.system)
    editor.flush()
    with qtbot.waitSignal(editor.saved):
        type_into(qtbot, editor.field("content"), "Never push to main.")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    qtbot.waitUntil(lambda: window.page.view.current_entry() is not None)
    assert window.page.view.current_entry().label == "Fresh"
    assert "Never" in editor.verdict_text
    editor.override_button.click()
    qtbot.waitUntil(lambda: bank.get(editor.entry.id).constraint == "no")


def test_tags_are_renamed_merged_and_deleted(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    bank.add(Memory(title="More", content="x", tags=("play",)), USER)
    window.go("tags")
    page = window.page
    qtbot.waitUntil(lambda: page.table.names == ["game", "play"])
    page.view.selectRow(1)
    modals.next_answers.extend(["game", "merge"])
    page.rename()
    qtbot.waitUntil(lambda: bank.tags() == [("game", 2)])
    qtbot.waitUntil(lambda: page.table.names == ["game"])
    page.view.selectRow(0)
    modals.next_answers.append("delete")
    page.delete()
    qtbot.waitUntil(lambda: page.table.names == [])


def test_the_profile_is_edited_in_lists(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    window.go("profile")
    editor = window.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    field = editor.field("interests")
    qtbot.keyClicks(field.line, "chess")
    qtbot.keyClick(field.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bank.profile().interests == ("chess",))
    qtbot.waitUntil(lambda: "chess" in window.preview.block.system)


def test_closing_saves_what_was_typed(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker
) -> None:
    edit(qtbot, window, "Node version")
    entry_id = window.page.editor.entry.id
    type_into(qtbot, window.page.editor.field("title"), "Typed at the last moment")
    window.close()
    worker.stop()
    assert bank.get(entry_id).label == "Typed at the last moment"
    assert not drafts.path_of(bank.path).exists()  # what is in the bank stands nowhere else


def test_the_look_comes_back(window: MainWindow, make_window: Callable[..., MainWindow]) -> None:
    window.go("tasks")
    window.page.view.setColumnHidden(5, True)
    window.page.view.setColumnWidth(1, 333)
    window.preview_dock.hide()
    window.save_look()
    again = make_window()
    again.show()
    assert again.navigation.chosen == "tasks"
    assert again.page.view.isColumnHidden(5)
    assert again.page.view.columnWidth(1) == 333
    assert not again.preview_dock.isVisible()


@pytest.mark.parametrize(
    "place",
    ["memories", "tasks", "works", "profile", "tags", "review", "trash", "hosts", "insights"],
)
def test_the_window_opens_where_it_was_left(
    qtbot: QtBot, window: MainWindow, make_window: Callable[..., MainWindow], place: str
) -> None:
    window.go(place)
    window.save_look()
    again = make_window()
    assert list(again.pages.built) == [place]
    again.show()
    qtbot.waitUntil(lambda: again.painted and again.steps.done)
    assert again.navigation.chosen == place
    assert again.page.isVisible()


def test_every_control_has_a_name_and_every_key_is_given_once(window: MainWindow) -> None:
    nameless = [
        child
        for kind in (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)
        for child in window.findChildren(kind)
        if not _name(child) and not _is_qts_own(child)
    ]
    assert [f"{type(child).__name__} in {_where(child)}" for child in nameless] == []
    keys = [
        keys.toString()
        for action in window.findChildren(QAction)
        for keys in action.shortcuts()[:1]
    ]
    assert len(keys) == len(set(keys))


def _is_qts_own(widget: QWidget) -> bool:
    """Parts that Qt puts into its widgets: the clear button of a line, headers, lists."""
    parents = (QLineEdit, QAbstractItemView, QTabBar, QDockWidget, QMenuBar)
    parent = widget.parentWidget()
    in_a_choice = isinstance(parent.parentWidget(), QComboBox)  # its list that drops down
    return isinstance(widget, QHeaderView) or isinstance(parent, parents) or in_a_choice


def _where(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{type(parent).__name__} in {_where(parent)}" if parent is not None else "nothing"


def _name(widget: QWidget) -> str:
    parent = widget.parentWidget()
    if isinstance(parent, QComboBox):
        return parent.accessibleName()  # its list and its line speak for it
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def test_no_letter_of_a_menu_is_given_twice(window: MainWindow) -> None:
    for menu in window.menuBar().findChildren(QMenu):
        texts = [action.text().replace("&&", "") for action in menu.actions()]
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert len(letters) == len(set(letters)), (menu.title(), sorted(letters))


def test_a_context_menu_has_only_what_can_be_done(qtbot: QtBot, window: MainWindow) -> None:
    edit(qtbot, window, "Node version")
    window.entry_actions.update()
    menu = QMenu(window)
    window.actions_by_name.fill_context(menu)
    offered = [action for action in menu.actions() if not action.isSeparator()]
    assert offered
    assert all(action.isEnabled() for action in offered)
    window.go("trash")
    assert not menu.actions()[0].isEnabled()  # nothing can be new in the trash
    titles = [found.menuAction() for found in window.menuBar().findChildren(QMenu)]
    assert not next(one for one in titles if one.text() == "&Relevance").isEnabled()


def test_the_status_line_says_what_of_the_budget_is_used(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: "≈" in window.status_line.block_text)
    assert window.status_line.block_text.endswith("% of the budget")


def test_after_an_import_its_entries_are_shown(window: MainWindow) -> None:
    window.go("memories")
    window.showing.imported([ImportPlan(format="gameassist", new=Counter({"task": 1}))])
    assert window.navigation.chosen == "tasks"
    assert "1" in window.status_line.currentMessage()


def test_a_choice_without_room_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    box = ElidedBox()
    qtbot.addWidget(box)
    box.addItem("As host (claude-code with a long name)")
    box.resize(120, box.sizeHint().height())
    assert box.shown_text().endswith("…")
    box.resize(600, box.sizeHint().height())
    assert box.shown_text() == "As host (claude-code with a long name)"
