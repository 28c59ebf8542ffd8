"""The filter: chips, completion, and what a big bank does to it (spec 7.1)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.filter_bar import MOST_IN_MENU, FilterBar
from memdesk.gui.filter_completion import FilterCompleter, Offer
from memdesk.gui.main_window import MainWindow
from memdesk.gui.tags_field import RemovableChip
from memdesk.store import search
from memdesk.store.bank import Bank

HOST = Actor(author="some-host")


def line_of(bar: FilterBar) -> QLineEdit:
    return bar.findChild(QLineEdit)


def chips(bar: FilterBar) -> list[str]:
    return [chip.text for chip in bar.findChildren(RemovableChip) if not chip.isHidden()]


def titles(window: MainWindow) -> list[str]:
    table = window.page.table
    return [entry.label for row in range(table.rowCount()) if (entry := table.entry_at(row))]


def test_a_typed_word_is_completed_into_a_chip(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    bar = window.page.filter
    line = line_of(bar)
    qtbot.waitUntil(lambda: window.vocabulary.tags.values == ["game"])
    window.activateWindow()
    bar.focus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClicks(line, "forum gam")
    popup = line.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    assert popup.model().index(0, 0).data() == "Tags: game"
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bar.narrowings == (("tag", "game"),))
    assert line.text() == "forum"
    assert chips(bar) == ["Tags: game"]
    qtbot.waitUntil(lambda: titles(window) == ["Forum game"])


def test_what_words_may_become_is_put_together_once_one_is_typed(qtbot: QtBot) -> None:
    line, tags, asked = QLineEdit(), ["game"], []

    def find() -> list[Offer]:
        asked.append(line.text())
        return [("tag", tag, f"Tags: {tag}") for tag in tags]

    qtbot.addWidget(line)
    completer = FilterCompleter(line, find)
    line.show()
    qtbot.keyClicks(line, "g")
    assert asked == []
    qtbot.keyClicks(line, "ame")
    assert asked == ["ga"]
    assert completer.completionCount() == 1
    tags.append("games")
    completer.expect_others()
    assert asked == ["ga"]
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert asked == ["ga", "gam"]
    assert completer.completionCount() == 2


def test_words_in_use_are_told_of_when_there_are_others(
    qtbot: QtBot, window: MainWindow, bank: Bank, worker: BankWorker
) -> None:
    vocabulary = window.vocabulary
    qtbot.waitUntil(lambda: vocabulary.tags.values == ["game"])
    told: list[list[str]] = []
    vocabulary.updated.connect(lambda: told.append(sorted(vocabulary.authors)))
    answered: list[object] = []
    vocabulary.refresh()
    worker.survey(lambda bank: bank.path, answered.append)  # is answered after it
    qtbot.waitUntil(lambda: answered == [bank.path])
    assert told == []
    bank.add(Memory(title="By a host", content="x"), HOST)
    qtbot.waitUntil(lambda: told == [["some-host", "user"]])


def test_enter_without_a_choice_filters_by_the_words(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.page.filter
    line = line_of(bar)
    window.activateWindow()
    bar.focus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClicks(line, "node")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: titles(window) == ["Node version"])
    assert bar.narrowings == ()


def test_a_chip_of_a_long_value_says_that_there_is_more(qtbot: QtBot) -> None:
    value = "as long as a tag can be " * 4
    chip = RemovableChip(value, "Remove it")
    qtbot.addWidget(chip)
    label = chip.findChild(QLabel)
    assert label.text().endswith("…") and value.startswith(label.text()[:-1])
    assert label.toolTip() == label.accessibleName() == value
    short = RemovableChip("short", "Remove it")
    qtbot.addWidget(short)
    assert short.findChild(QLabel).text() == "short"


def test_narrowings_are_combined_and_go_one_by_one_or_all_at_once(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    bank.add(
        Memory(title="Theirs", content="x", category="fact", relevance="high", tags=("game",)), HOST
    )
    bar = window.page.filter
    bar.narrow("tag", "game")
    qtbot.waitUntil(lambda: sorted(titles(window)) == ["Forum game", "Theirs"])
    bar.narrow("author", "some-host")
    bar.narrow("category", "fact")
    bar.narrow("relevance", "high")
    qtbot.waitUntil(lambda: titles(window) == ["Theirs"])
    assert chips(bar) == [
        "Tags: game", "Author: some-host", "Category: Fact", "Relevance: High"
    ]  # fmt: skip
    first = next(
        chip for chip in bar.findChildren(RemovableChip) if chip.text == "Author: some-host"
    )
    qtbot.mouseClick(first.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert chips(bar) == ["Tags: game", "Category: Fact", "Relevance: High"]
    everything = next(
        button for button in bar.findChildren(QToolButton) if button.text() == "Show everything"
    )
    qtbot.mouseClick(everything, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(titles(window)) == 3)
    assert chips(bar) == []


def test_constraints_are_told_apart(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    bank.add(Memory(title="Rule", content="Never push to main."), Actor())
    window.page.filter.narrow("constraint", "yes")
    qtbot.waitUntil(lambda: titles(window) == ["Rule"])
    window.page.filter.narrow("constraint", "no")
    qtbot.waitUntil(lambda: sorted(titles(window)) == ["Forum game", "Node version"])


def test_it_says_where_not_all_is_listed(
    qtbot: QtBot, window: MainWindow, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "LISTED", 3)
    with bank.transaction(HOST, "many"):
        for number in range(5):
            bank.add(Memory(title=f"Common {number}", content="x"), HOST)
    bar = window.page.filter
    qtbot.waitUntil(lambda: len(titles(window)) == 7)
    assert bar.remark == ""
    bar.set_text("common")
    qtbot.waitUntil(lambda: sorted(titles(window)) == ["Common 2", "Common 3", "Common 4"])
    qtbot.waitUntil(lambda: bar.remark == "Only the newest 3 that fit are listed.")
    bar.set_text("node")
    qtbot.waitUntil(lambda: bar.remark == "")
    bar.set_text("common")
    qtbot.waitUntil(lambda: bar.remark != "")
    bar.clear()
    qtbot.waitUntil(lambda: len(titles(window)) == 7)
    qtbot.waitUntil(lambda: bar.remark == "")


def test_a_page_remembers_its_filter(qtbot: QtBot, window: MainWindow) -> None:
    window.page.filter.set_text("node")
    window.go("tasks")
    assert window.page.filter.text == ""
    window.go("memories")
    assert window.page.filter.text == "node"


def test_a_menu_lists_no_thousand_tags(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    tags = [f"tag {number:03}" for number in range(100)]
    for start in range(0, 100, 25):
        bank.add(Memory(title="Many", content="x", tags=tuple(tags[start : start + 25])), HOST)
    qtbot.waitUntil(lambda: len(window.vocabulary.tags.values) == 101)
    menu = next(b for b in window.page.filter.findChildren(QToolButton) if b.menu()).menu()
    menu.aboutToShow.emit()
    listed = next(action for action in menu.actions() if action.text() == "Tags").menu().actions()
    assert len(listed) == MOST_IN_MENU + 1
    assert not listed[-1].isEnabled()
