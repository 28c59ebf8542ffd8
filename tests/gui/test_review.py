"""Review as a person does it: by keys, with the next one chosen after each answer."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.entry_picker import EntryPicker
from memdesk.gui.main_window import MainWindow
from memdesk.gui.review_editor import SuggestionEditor
from memdesk.gui.review_page import ReviewPage
from memdesk.store.bank import Bank

USER = Actor()
Key = Qt.Key


def suggest(bank: Bank, operation: str, host: str = "cursor", **parameters: Any) -> int:
    return bank.add_suggestion(host, "s9", operation, parameters)


@pytest.fixture
def three(filled: Bank) -> list[int]:
    """Three suggestions: a new memory that resembles one, a change of a task, a forgetting."""
    task = filled.entries(Query(kinds=("task",), text="battle"))[0]
    game = filled.entries(Query(kinds=("memory",), text="Forum"))[0]
    return [
        suggest(
            filled, "memory_write", title="Node version", content="The build needs Node 24.",
            tags=["build"],
        ),
        suggest(filled, "memory_update", taskId=task.id, taskStatus="doing", taskNotes="Polish"),
        suggest(filled, "memory_forget", host="claude", id=game.id),
    ]  # fmt: skip


@pytest.fixture
def page(three: list[int], window: MainWindow, qtbot: QtBot) -> ReviewPage:
    window.go("review")
    page: ReviewPage = window.pages["review"]
    qtbot.waitUntil(lambda: page.table.rowCount() == 3 and page.seen.proposal is not None)
    return page


def shown(page: ReviewPage) -> list[str]:
    return [page.table.index(row, 0).data() for row in range(page.table.rowCount())]


def settled(qtbot: QtBot, page: ReviewPage, waiting: int) -> None:
    """Wait until so many wait, in the bank too, and the chosen one has been looked at."""
    bank = page._worker.bank
    qtbot.waitUntil(lambda: bank.waiting_suggestions() == waiting)
    qtbot.waitUntil(lambda: page.table.rowCount() == waiting)
    if waiting:
        qtbot.waitUntil(lambda: page.seen._looked is not None)


def press(page: ReviewPage, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    page.list.setFocus()
    QTest.keyClick(page.list, key, *modifiers)


def test_each_suggestion_says_what_it_is_about(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    assert shown(page) == [
        "New memory: Node version",
        "Changes the task First battle",
        "Forgets Forum game",
    ]
    qtbot.waitUntil(lambda: window.navigation.count_of("review") == "3")
    assert page.table.index(2, 1).data() == "claude"
    text = page.seen.diff.toPlainText()
    assert "Content\n+ The build needs Node 24." in text
    assert "Tags\n+ build" in text


def test_the_count_follows_what_hosts_suggest(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    suggest(window._worker.bank, "memory_write", title="Another", content="One")
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: page.table.rowCount() == 4)
    qtbot.waitUntil(lambda: window.navigation.count_of("review") == "4")
    assert page.current is not None and page.current.what == "New memory: Node version"


def test_a_change_stands_beside_what_it_changes(page: ReviewPage, qtbot: QtBot) -> None:
    press(page, Key.Key_J)
    qtbot.waitUntil(lambda: "Status" in page.seen.diff.toPlainText())
    assert page.seen.diff.toPlainText() == "Status\n− todo\n+ doing\nNotes\n+ Polish"
    press(page, Key.Key_J)
    qtbot.waitUntil(lambda: "论坛游戏的进度要写下来" in page.seen.diff.toPlainText())
    assert not page.buttons["edit"].isEnabled()
    assert not page.buttons["merge"].isEnabled()
    press(page, Key.Key_K)
    assert page.list.currentIndex().row() == 1


@pytest.mark.parametrize("key", [Key.Key_A, Key.Key_Return])
def test_a_key_accepts_and_the_next_one_is_chosen(
    page: ReviewPage, window: MainWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    press(page, key)
    settled(qtbot, page, 2)
    bank = window._worker.bank
    new = bank.entries(Query(kinds=("memory",), text="Node 24"))[0]
    assert (new.author, new.tags) == ("cursor", ("build",))
    assert page.current is not None and page.current.what == "Changes the task First battle"
    qtbot.waitUntil(lambda: "Accepted: New memory" in window.status_line.currentMessage())


@pytest.mark.parametrize(("key", "said"), [(Key.Key_A, "Accepted"), (Key.Key_R, "Rejected")])
def test_a_title_with_a_full_stop_ends_no_sentence_twice(
    page: ReviewPage, window: MainWindow, qtbot: QtBot, key: Qt.Key, said: str
) -> None:
    for row in range(3):
        press(page, Key.Key_R)
        settled(qtbot, page, 2 - row)
    suggest(window._worker.bank, "memory_write", title="Say it once.", content="Not twice")
    window._worker._reading.look_soon()
    settled(qtbot, page, 1)
    press(page, key)
    sentence = f"{said}: New memory: Say it once. Ctrl+Z takes it back."
    qtbot.waitUntil(lambda: window.status_line.currentMessage() == sentence)


def test_what_memdesk_found_itself_is_called_so(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    window._worker.bank.add_suggestion(
        "consolidation", "s1", "memory_write", {"title": "Found", "content": "In a conversation"}
    )
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: page.table.rowCount() == 4)
    assert page.table.index(3, 1).data() == "Consolidation"
    page.move(3)
    assert page.all_of_host.text() == "All of Consolidation: 1"


@pytest.mark.parametrize("key", [Key.Key_R, Key.Key_Delete])
def test_a_key_rejects(page: ReviewPage, window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    press(page, Key.Key_J)
    press(page, key)
    settled(qtbot, page, 2)
    assert shown(page) == ["New memory: Node version", "Forgets Forum game"]
    assert page.current is not None and page.current.what == "Forgets Forum game"
    assert window._worker.bank.count(Query(kinds=("task",), status="doing")) == 0


def test_undo_brings_the_suggestion_back(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    press(page, Key.Key_A)
    settled(qtbot, page, 2)
    QTest.keyClick(page.list, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, page, 3)
    assert shown(page)[0] == "New memory: Node version"
    assert window._worker.bank.count(Query(kinds=("memory",))) == 2


def test_edit_and_accept_stores_what_the_person_wrote(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    def edit(dialog: QDialog) -> None:
        assert isinstance(dialog, SuggestionEditor)
        qtbot.waitUntil(dialog.isActiveWindow)
        title = dialog.field("title")
        title.selectAll()
        QTest.keyClick(title, Key.Key_Delete)
        assert not dialog.store_button.isEnabled()
        assert dialog.row("title").problem
        QTest.keyClicks(title, "Node for the build")
        assert dialog.store_button.isEnabled()
        QTest.keyClick(title, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    modals.next_answers.append(edit)
    press(page, Key.Key_E)
    settled(qtbot, page, 2)
    found = window._worker.bank.entries(Query(kinds=("memory",), text="Node for"))
    assert [(one.label, one.author, one.by_person) for one in found] == [
        ("Node for the build", "cursor", True)
    ]


def test_leaving_the_editor_changes_nothing(page: ReviewPage, window: MainWindow) -> None:
    modals.next_answers.append(0)
    press(page, Key.Key_E)
    assert page.table.rowCount() == 3
    assert window._worker.bank.waiting_suggestions() == 3


def test_a_new_memory_can_be_merged_into_what_it_resembles(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: page.seen.beside.count() == 2)
    page.seen.beside.setFocus()
    QTest.keyClick(page.seen.beside, Key.Key_Down)
    qtbot.waitUntil(lambda: "− The build needs Node 22." in page.seen.diff.toPlainText())

    def edit(dialog: QDialog) -> int:
        assert isinstance(dialog, SuggestionEditor)
        assert dialog.windowTitle() == "Merge into “Node version”"
        content = dialog.field("content")
        assert content.value() == "The build needs Node 22.\n\nThe build needs Node 24."
        content.selectAll()
        QTest.keyClicks(content, "It needs Node 24.")
        return QDialog.DialogCode.Accepted

    modals.next_answers.append(edit)
    press(page, Key.Key_M)
    settled(qtbot, page, 2)
    bank = window._worker.bank
    (merged,) = bank.entries(Query(kinds=("memory",), text="Node version"))
    assert isinstance(merged, Memory)
    assert (merged.content, merged.tags) == ("It needs Node 24.", ("build",))


def test_or_into_any_other_that_is_searched_for(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    def pick(dialog: QDialog) -> int:
        assert isinstance(dialog, EntryPicker)
        assert dialog.list.count() == 1
        QTest.keyClicks(dialog.line, "forum")
        qtbot.waitUntil(lambda: dialog.list.item(0).text() == "Forum game")
        return QDialog.DialogCode.Accepted

    qtbot.waitUntil(lambda: page.seen.beside.count() == 2)
    modals.next_answers.extend([pick, QDialog.DialogCode.Accepted])
    press(page, Key.Key_M)
    settled(qtbot, page, 2)
    game = window._worker.bank.entries(Query(kinds=("memory",), text="Forum"))[0]
    assert isinstance(game, Memory)
    assert game.content == "论坛游戏的进度要写下来\n\nThe build needs Node 24."


def test_what_can_no_longer_be_done_says_why_and_stays(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    bank = window._worker.bank
    game = bank.entries(Query(kinds=("memory",), text="Forum"))[0]
    page.list.selectRow(2)
    qtbot.waitUntil(page.buttons["accept"].isEnabled)
    bank.delete([("memory", game.id)], USER)
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: "can't be accepted" in page.seen.notice.text)
    assert not page.buttons["accept"].isEnabled()
    press(page, Key.Key_A)
    assert page.table.rowCount() == 3
    press(page, Key.Key_R)
    settled(qtbot, page, 2)


def test_a_refusal_of_the_bank_brings_the_suggestion_back(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    bank = window._worker.bank
    page.list.selectRow(2)
    qtbot.waitUntil(page.buttons["accept"].isEnabled)
    page.seen.blockSignals(True)  # what the window hasn't heard of yet
    window._worker.bank_changed.disconnect(window._on_bank_changed)
    game = bank.entries(Query(kinds=("memory",), text="Forum"))[0]
    bank.delete([("memory", game.id)], USER)
    press(page, Key.Key_A)
    qtbot.waitUntil(lambda: "can't be accepted" in page.seen.notice.text)
    assert page.current is not None and page.current.what == "Forgets Forum game"
    assert bank.waiting_suggestions() == 3


def test_all_of_one_host_at_once(page: ReviewPage, window: MainWindow, qtbot: QtBot) -> None:
    modals.next_answers.append("yes")
    press(page, Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    settled(qtbot, page, 1)
    assert modals.shown[-1].text == "Accept all 2 suggestions of cursor?"
    assert shown(page) == ["Forgets Forum game"]
    QTest.keyClick(page.list, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, page, 3)
    page.list.selectRow(0)
    modals.next_answers.append("yes")
    press(page, Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    settled(qtbot, page, 1)
    assert window._worker.bank.count(Query(kinds=("memory",))) == 2


def test_of_many_those_that_cannot_be_done_stay(
    page: ReviewPage, window: MainWindow, qtbot: QtBot
) -> None:
    bank = window._worker.bank
    suggest(bank, "memory_forget", id="gone")
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: page.table.rowCount() == 4)
    modals.next_answers.append("yes")
    press(page, Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    settled(qtbot, page, 2)
    assert shown(page) == ["Forgets Forum game", "Forgets gone"]


def test_letters_answer_nothing_elsewhere(page: ReviewPage, window: MainWindow) -> None:
    window.go("memories")
    QTest.keyClick(window.page.view, Key.Key_R)
    QTest.keyClick(window.page.view, Key.Key_A)
    assert not window.actions_by_name["accept"].isEnabled()
    assert window._worker.bank.waiting_suggestions() == 3


def test_with_nothing_waiting_it_says_what_it_is_for(window: MainWindow, qtbot: QtBot) -> None:
    window.go("review")
    page: ReviewPage = window.pages["review"]
    assert not page.list.isVisible()
    assert window.focusWidget() is not None and page.isAncestorOf(window.focusWidget())
