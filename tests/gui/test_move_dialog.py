"""Copying and moving selected entries into another bank, by the menu (spec 7.1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import modals
from memdesk.gui.main_window import MainWindow
from memdesk.gui.move_dialog import MoveDialog
from memdesk.store.bank import Bank

USER = Actor()
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def other(filled: Bank) -> Path:
    """A bank beside the open one, in which one id means something else."""
    path = filled.path.parent / "other.sqlite"
    bank = Bank(path)
    bank.add(Memory(id="taken", title="Theirs", content="theirs"), USER)
    bank.close()
    filled.add(Memory(id="taken", title="Ours", content="ours"), USER)
    return path


def act(window: MainWindow, qtbot: QtBot, name: str) -> None:
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    window.page.view.selectAll()
    window.actions_by_name[name].trigger()


def labels(path: Path) -> list[str]:
    bank = Bank(path)
    found = sorted(entry.label for entry in bank.entries())
    bank.close()
    return found


def test_entries_are_moved_and_come_back_by_undo(
    window: MainWindow, filled: Bank, other: Path, qtbot: QtBot
) -> None:
    def operate(dialog: MoveDialog) -> None:
        assert dialog.windowTitle() == "Move to another bank"
        assert not dialog.can_go
        dialog._bank_box.setFocus()
        qtbot.keyClick(dialog._bank_box, Qt.Key.Key_Down)  # the bank beside it is offered
        assert dialog.target == other
        qtbot.waitUntil(lambda: dialog.can_go)
        assert dialog.summary == "New there: 2\nTheir id belongs to another entry there: 1"
        qtbot.mouseClick(dialog._go, LEFT)
        qtbot.waitUntil(lambda: dialog.moved is not None)

    modals.next_answers.append(operate)
    act(window, qtbot, "move-to-bank")
    assert labels(other) == ["Forum game", "Node version", "Theirs"]
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    assert filled.get("taken").label == "Ours"
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 3)
    assert "Forum game" in labels(other)


def test_both_are_kept_under_a_new_id_when_asked_for(
    window: MainWindow, filled: Bank, other: Path, qtbot: QtBot
) -> None:
    def operate(dialog: MoveDialog) -> None:
        dialog.choose(other)
        qtbot.waitUntil(lambda: dialog.can_go)
        dialog._skip.setFocus()
        qtbot.keyClick(dialog._skip, Qt.Key.Key_Down)
        assert dialog._both.isChecked()
        qtbot.mouseClick(dialog._go, LEFT)
        qtbot.waitUntil(lambda: dialog.moved is not None)

    modals.next_answers.append(operate)
    act(window, qtbot, "copy-to-bank")
    assert labels(other) == ["Forum game", "Node version", "Ours", "Theirs"]
    assert len(filled.entries()) == 5


def test_a_new_bank_is_made_by_copying_only(
    window: MainWindow, filled: Bank, other: Path, qtbot: QtBot
) -> None:
    fresh = filled.path.parent / "fresh"

    def operate(dialog: MoveDialog) -> None:
        modals.next_answers.extend((other, "ok", fresh))
        button = next(one for one in dialog.findChildren(QPushButton) if "New" in one.text())
        qtbot.mouseClick(button, LEFT)
        assert "is there already" in modals.shown[-1].text
        qtbot.mouseClick(button, LEFT)
        qtbot.waitUntil(lambda: dialog.can_go)
        assert not fresh.with_suffix(".sqlite").exists()
        qtbot.mouseClick(dialog._go, LEFT)
        qtbot.waitUntil(lambda: dialog.moved is not None)

    modals.next_answers.append(operate)
    act(window, qtbot, "copy-to-bank")
    assert labels(fresh.with_suffix(".sqlite")) == ["Forum game", "Node version", "Ours"]


def test_what_is_no_other_bank_is_said(
    window: MainWindow, filled: Bank, other: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    junk = tmp_path / "junk.sqlite"
    junk.write_text("This is no bank at all, however long it may be. " * 40)

    def operate(dialog: MoveDialog) -> None:
        dialog.choose(filled.path)
        qtbot.waitUntil(lambda: "bank that is open" in dialog.summary)
        assert not dialog.can_go
        dialog.choose(junk)
        qtbot.waitUntil(lambda: "junk.sqlite" in dialog.summary)
        assert not dialog.can_go
        dialog.reject()

    modals.next_answers.append(operate)
    act(window, qtbot, "move-to-bank")
    assert len(filled.entries()) == 5
