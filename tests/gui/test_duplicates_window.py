"""Going through duplicates as a person does: comparing, choosing, merging (spec 1.4)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import modals
from memdesk.gui.duplicates_window import DuplicatesWindow
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shown(window: MainWindow, filled: Bank, qtbot: QtBot) -> DuplicatesWindow:
    """The window on one group of three and one of two exact twins."""
    filled.add(Memory(id="d1", title="Use tabs", content="Tabs in all Go code."), USER)
    filled.add(Memory(id="d2", title="Use tabs", content="Tabs in all Go code, never spaces.",
                      tags=("go",)), USER)  # fmt: skip
    filled.add(Memory(id="d3", title="Use tabs", content="Tabs in Go code.", role="r"), USER)
    filled.add(Memory(id="e1", title="Quiet hours", content="After ten.", tags=("home",)), USER)
    filled.add(Memory(id="e2", title="Quiet hours", content="After ten.", tags=("night",)), USER)
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier
                   | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    made = window.whole_bank.duplicates
    assert made is not None
    qtbot.waitUntil(lambda: made.groups.count() == 2)
    qtbot.waitUntil(lambda: made.members.topLevelItemCount() == 3)
    return made


def button(shown: DuplicatesWindow, word: str) -> QPushButton:
    return next(one for one in shown.findChildren(QPushButton) if word in one.text())


def members(shown: DuplicatesWindow) -> list[str]:
    return [shown.members.topLevelItem(row).text(0)
            for row in range(shown.members.topLevelItemCount())]  # fmt: skip


def test_the_groups_and_their_entries_are_listed(shown: DuplicatesWindow, qtbot: QtBot) -> None:
    assert [shown.groups.item(row).text() for row in range(2)] == [
        "Use tabs (3)",
        "Quiet hours (2)",
    ]
    assert members(shown)[0] == "Use tabs — stays"
    assert shown.members.topLevelItem(2).text(1) == "r"
    qtbot.waitUntil(lambda: "never spaces" in shown.diff.toPlainText())


def test_merging_unites_tags_and_can_be_undone(
    shown: DuplicatesWindow, filled: Bank, qtbot: QtBot
) -> None:
    shown.text_box.setFocus()
    qtbot.keyClick(shown.text_box, Qt.Key.Key_End)  # all texts
    qtbot.mouseClick(button(shown, "Merge"), LEFT)
    qtbot.waitUntil(lambda: shown.groups.count() == 1)
    merged = filled.get("d1")
    assert merged.tags == ("go",)
    assert merged.content == (
        "Tabs in all Go code.\n\nTabs in all Go code, never spaces.\n\nTabs in Go code."
    )
    assert [entry.id for entry in filled.entries() if entry.label == "Use tabs"] == ["d1"]
    qtbot.keyClick(shown, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(filled.entries()) == 9)
    assert filled.get("d1").tags == ()
    qtbot.keyClick(shown, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: shown.groups.count() == 2)


def test_enter_alone_merges_nothing(shown: DuplicatesWindow, filled: Bank, qtbot: QtBot) -> None:
    shown.groups.setFocus()
    generation = filled.generation()
    qtbot.keyClick(shown.groups, Qt.Key.Key_Return)
    qtbot.keyClick(shown.groups, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: shown.members.topLevelItemCount() == 2)
    assert filled.generation() == generation


def test_another_one_can_stay_and_one_be_left_out(
    shown: DuplicatesWindow, filled: Bank, qtbot: QtBot
) -> None:
    shown.members.setCurrentItem(shown.members.topLevelItem(1))
    qtbot.mouseClick(button(shown, "Keep this one"), LEFT)
    assert shown.members.kept is not None
    assert shown.members.kept.id == "d2"
    last = shown.members.topLevelItem(2)
    assert last.text(0) == "Use tabs"
    # Space unticks the selected one.
    shown.members.setFocus()
    shown.members.setCurrentItem(last)
    qtbot.keyClick(shown.members, Qt.Key.Key_Space)
    assert last.checkState(0) == Qt.CheckState.Unchecked
    qtbot.keyClick(shown, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: shown.groups.count() == 1)
    left = sorted(entry.id for entry in filled.entries() if entry.label == "Use tabs")
    assert left == ["d2", "d3"]


def test_entries_seen_in_other_places_are_pointed_out(
    shown: DuplicatesWindow, qtbot: QtBot
) -> None:
    assert not shown._note.isHidden()
    assert "not seen in the same places" in shown._note.text()
    shown.groups.setFocus()
    qtbot.keyClick(shown.groups, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: shown.members.topLevelItemCount() == 2)
    assert shown._note.isHidden()


def test_all_twins_are_merged_at_once(shown: DuplicatesWindow, filled: Bank, qtbot: QtBot) -> None:
    modals.next_answers.append("no")
    qtbot.mouseClick(button(shown, "twins"), LEFT)
    assert len(filled.entries()) == 9
    modals.next_answers.append("merge")
    qtbot.mouseClick(button(shown, "twins"), LEFT)
    assert modals.shown[-1].text == "Keep one of each and move the others to the trash: 1?"
    qtbot.waitUntil(lambda: shown.groups.count() == 1)
    (kept,) = (entry for entry in filled.entries() if entry.label == "Quiet hours")
    assert kept.tags == ("home", "night")
    assert button(shown, "twins").isHidden()
    assert filled.undo(USER) is not None
    assert len(filled.entries()) == 9


def test_a_merge_that_does_not_fit_is_refused_in_words(
    shown: DuplicatesWindow, filled: Bank, qtbot: QtBot
) -> None:
    for id in ("d1", "d2"):
        filled.update(id, {"content": f"Tabs in all Go code. {id}" + "x" * 60_000}, USER)
    qtbot.keyClick(shown, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: "60" in shown.diff.toPlainText() or "xxx" in shown.diff.toPlainText())
    shown.text_box.setCurrentIndex(2)
    qtbot.mouseClick(button(shown, "Merge"), LEFT)
    qtbot.waitUntil(lambda: "at most 100000" in shown._note.text())
    assert len(filled.entries()) == 9
    assert button(shown, "Merge").isEnabled()


def test_what_is_called_no_duplicate_is_not_shown_again(
    shown: DuplicatesWindow, filled: Bank, qtbot: QtBot
) -> None:
    qtbot.mouseClick(button(shown, "Not duplicates"), LEFT)
    qtbot.waitUntil(lambda: shown.groups.count() == 1)
    qtbot.keyClick(shown, Qt.Key.Key_F5)
    assert len(filled.called_apart()) == 3
    assert len(filled.entries()) == 9
    qtbot.mouseClick(button(shown, "Sho&w them again"), LEFT)
    qtbot.waitUntil(lambda: shown.groups.count() == 2)
    assert filled.called_apart() == set()


def test_an_entry_is_opened_where_it_stands(
    shown: DuplicatesWindow, window: MainWindow, qtbot: QtBot
) -> None:
    shown.members.setCurrentItem(shown.members.topLevelItem(1))
    qtbot.mouseClick(button(shown, "Open"), LEFT)
    qtbot.waitUntil(lambda: window.page.editor.entry is not None
                    and window.page.editor.entry.id == "d2")  # fmt: skip


def test_every_control_has_a_name(shown: DuplicatesWindow) -> None:
    for widget in (shown.groups, shown.members, shown.diff, shown.text_box):
        assert widget.accessibleName()
    assert all(one.text() for one in shown.findChildren(QPushButton) if not one.isHidden())


def test_a_bank_without_duplicates_says_so(window: MainWindow, filled: Bank, qtbot: QtBot) -> None:
    window.actions_by_name["duplicates"].trigger()
    made = window.whole_bank.duplicates
    assert made is not None
    qtbot.waitUntil(lambda: made._empty._heading.text() == "No duplicates")
    assert made.childAt(QPoint(20, 20)) is not None
