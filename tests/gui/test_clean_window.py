"""Cleaning up as a person does it: looked at, ticked, done, taken back (spec 1.6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ages import written
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Relevance
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.clean_rows import BECOMES, PAGE, TITLE, WHY, CleanRows
from memdesk.gui.clean_window import CleanWindow
from memdesk.gui.main_window import MainWindow
from memdesk.store.ageing import Cleaning
from memdesk.store.bank import Bank

HOST = Actor(author="cursor")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def aged(bank: Bank) -> Bank:
    """A bank with two entries to go, one to fall, and one to stay."""

    def add(id: str, days: float, accessed: float | None, relevance: Relevance) -> None:
        bank.add(Memory(id=id, title=f"About {id}", content="c", relevance=relevance), HOST)
        written(bank, id, days, accessed)

    add("m-never", 300, None, "low")
    add("m-injected", 300, 200, "medium")
    add("m-falls", 100, 45, "high")
    add("m-new", 1, None, "high")
    return bank


@pytest.fixture
def clean_window(aged: Bank, make_window: Callable[..., MainWindow], qtbot: QtBot) -> CleanWindow:
    made = make_window()
    made.show()
    made.actions_by_name["clean"].trigger()
    cleaning = made.whole_bank.clean
    assert cleaning is not None
    qtbot.waitUntil(lambda: cleaning.rows.rowCount() == 3)
    return cleaning


def texts(rows: CleanRows, column: int) -> list[str]:
    return [rows.index(row, column).data() for row in range(rows.rowCount())]


def test_it_says_what_would_become_of_what_and_why(clean_window: CleanWindow) -> None:
    rows = clean_window.rows
    assert texts(rows, TITLE) == ["About m-never", "About m-injected", "About m-falls"]
    assert texts(rows, BECOMES) == ["To the trash", "To the trash", "High → Medium"]
    assert texts(rows, WHY) == [
        "Never asked for in 300 days",
        "Never recalled in 300 days, in a block 200 days ago",
        "Not accessed for 45 days",
    ]
    assert clean_window.sentence == "To the trash: 2. Less relevant: 1."
    assert clean_window.clean_button.text() == "Clean &up 3"


def test_what_is_ticked_is_done_and_undo_takes_it_back(
    clean_window: CleanWindow, aged: Bank, qtbot: QtBot
) -> None:
    view = clean_window.view
    view.setFocus()
    view.selectRow(0)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert clean_window.clean_button.text() == "Clean &up 2"
    said: list[str] = []
    clean_window.said.connect(said.append)
    qtbot.mouseClick(clean_window.clean_button, LEFT)
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["Moved to the trash: 1. Made less relevant: 1. Ctrl+Z takes it back."]
    assert {one.id for one in aged.entries(Query())} == {"m-never", "m-falls", "m-new"}
    assert aged.get("m-falls").relevance == "medium"
    qtbot.waitUntil(lambda: clean_window.rows.rowCount() == 1)
    assert clean_window.rows.ticked == [], "what was left out stays left out"
    undo = next(action for action in clean_window.actions() if "ndo" in action.text())
    qtbot.waitUntil(undo.isEnabled)
    undo.trigger()
    qtbot.waitUntil(lambda: aged.get("m-falls").relevance == "high")
    assert aged.get("m-injected").deleted_at is None
    qtbot.waitUntil(lambda: clean_window.rows.rowCount() == 3)


def test_the_bounds_can_be_moved(clean_window: CleanWindow, qtbot: QtBot) -> None:
    rows = clean_window.rows
    clean_window.days_box.setValue(250)
    assert not clean_window.clean_button.isEnabled(), "not what the list shows"
    qtbot.waitUntil(lambda: clean_window.sentence == "To the trash: 1. Less relevant: 2.")
    clean_window.days_box.setValue(40)
    qtbot.waitUntil(lambda: clean_window.sentence == "To the trash: 3. Less relevant: 0.")
    clean_window.kept_box.setCurrentIndex(2)
    qtbot.waitUntil(lambda: clean_window.sentence == "To the trash: 1. Less relevant: 2.")
    assert texts(rows, BECOMES)[1:] == ["Medium → Low", "High → Medium"]


def test_all_and_none(clean_window: CleanWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(clean_window._none_button, LEFT)
    assert not clean_window.clean_button.isEnabled()
    qtbot.mouseClick(clean_window._all_button, LEFT)
    assert clean_window.rows.ticked_counts == (2, 1)


def test_enter_leads_to_the_entry(clean_window: CleanWindow, qtbot: QtBot) -> None:
    wanted: list[tuple[str, str]] = []
    clean_window.entry_wanted.connect(lambda kind, id: wanted.append((kind, id)))
    clean_window.view.setCurrentIndex(clean_window.rows.index(2, WHY))
    qtbot.keyClick(clean_window.view, Qt.Key.Key_Return)
    assert wanted == [("memory", "m-falls")]


def test_what_changes_meanwhile_is_looked_at_anew(
    clean_window: CleanWindow, aged: Bank, qtbot: QtBot
) -> None:
    aged.update("m-never", {"title": "The person's now"}, Actor())
    qtbot.waitUntil(lambda: clean_window.rows.rowCount() == 2)


def test_nothing_to_clean(bank: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    made = CleanWindow(worker)
    qtbot.addWidget(made)
    made.begin()
    qtbot.waitUntil(lambda: made.sentence == "There is nothing to clean up.")
    assert not made.clean_button.isEnabled()
    assert not bank.exists()


def test_the_rows_are_a_sound_model(
    aged: Bank, qtmodeltester: ModelTester, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = CleanRows(aged)
    qtmodeltester.check(rows)
    rows.show_cleaning(aged.to_clean())
    qtmodeltester.check(rows)
    rows.show_cleaning(Cleaning())
    qtmodeltester.check(rows)


def test_only_what_is_painted_is_read(aged: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    rows_of = aged.rows
    monkeypatch.setattr(aged, "rows", lambda keys: asked.append(len(keys)) or rows_of(keys))
    rows = CleanRows(aged)
    cleaning = Cleaning()
    cleaning.trash.extend(range(1, 10 * PAGE))
    rows.show_cleaning(cleaning)
    assert rows.rowCount() == 10 * PAGE - 1
    assert asked == []
    assert rows.index(0, TITLE).data() is not None
    rows.index(1, TITLE).data()
    assert asked == [PAGE]
    assert rows.index(5 * PAGE, TITLE).data() is None, "gone meanwhile"
