"""What resembles a memory while it is written (spec 1.4, 7.1)."""

from __future__ import annotations

from driving import edit, type_into
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.core.query import Query
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank


def test_writing_a_twin_says_so_and_opens_the_other(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.actions_by_name["new"].trigger()
    editor = window.page.editor
    type_into(qtbot, editor.field("title"), "Node version")
    row = editor.look_alikes
    qtbot.waitUntil(lambda: [one.title for one in row.shown] == ["Node version"])
    assert row.isVisible()
    qtbot.mouseClick(row.open_buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: editor.entry.content == "The build needs Node 22.")
    assert not row.isVisible()


def test_a_new_one_is_merged_into_it_and_undone(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    window.actions_by_name["new"].trigger()
    editor = window.page.editor
    type_into(qtbot, editor.field("content"), "Node 24 from May on.")
    type_into(qtbot, editor.field("title"), "Node version")
    row = editor.look_alikes
    qtbot.waitUntil(lambda: len(row.shown) == 1)
    into = row.shown[0].id
    qtbot.mouseClick(row.merge_buttons[0], Qt.MouseButton.LeftButton)
    together = "The build needs Node 22.\n\nNode 24 from May on."
    qtbot.waitUntil(lambda: bank.get(into).content == together)
    qtbot.waitUntil(lambda: editor.field("content").value() == together)
    assert bank.count(Query(kinds=("memory",))) == 2
    assert window.unsaved() == []
    window.page.view.setFocus()
    window.undoing.undo()
    qtbot.waitUntil(lambda: bank.get(into).content == "The build needs Node 22.")


def test_an_edited_one_is_merged_with_what_is_typed(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    edit(qtbot, window, "Forum game")
    editor = window.page.editor
    mine = editor.entry.id
    type_into(qtbot, editor.field("title"), "Node version")
    qtbot.waitUntil(lambda: len(editor.look_alikes.shown) == 1)
    into = editor.look_alikes.shown[0].id
    qtbot.mouseClick(editor.look_alikes.merge_buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "论坛游戏" in bank.get(into).content)
    qtbot.waitUntil(lambda: editor.entry is not None and editor.entry.id == into)
    assert bank.get(into).tags == ("game",)
    gone = bank.get(mine, trashed=True)
    assert (gone.deleted_at is not None, gone.label) == (True, "Node version")


def test_looking_at_a_memory_says_nothing(qtbot: QtBot, window: MainWindow) -> None:
    edit(qtbot, window, "Node version")
    editor = window.page.editor
    assert not editor.look_alikes._pause.isActive()
    type_into(qtbot, editor.field("title"), "Nothing like it")
    assert editor.look_alikes._pause.isActive()
