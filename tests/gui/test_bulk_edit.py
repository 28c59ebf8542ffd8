"""Many entries changed at once, with progress, a way to stop, and one step of undo (spec 7.1)."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.query import Query
from memdesk.gui import long_work, modals
from memdesk.gui.long_work import WorkBar
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()
MANY = 500


@pytest.fixture
def full(qtbot: QtBot, window: MainWindow, bank: Bank) -> MainWindow:
    """A window with 500 memories more, all selected."""
    with bank.transaction(USER, "many"):
        for number in range(MANY - 2):
            bank.add(Memory(title=f"Memory {number}", content="x"), USER)
    page = window.page
    qtbot.waitUntil(lambda: page.table.rowCount() == MANY)
    page.view.setFocus()
    qtbot.keyClick(page.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert page.selected_count() == MANY
    return window


def count(bank: Bank, **narrowed: Any) -> int:
    return bank.count(Query(kinds=("memory",), **narrowed))


@pytest.mark.parametrize(
    ("action", "answers", "narrowed"),
    [
        ("relevance-high", [], {"relevance": "high"}),
        ("category-lesson", [], {"category": "lesson"}),
        ("set-workspace", ["/home/me/project"], {"workspace": "/home/me/project"}),
        ("set-role", ["tester"], {"role": "tester"}),
    ],
)
def test_500_rows_are_changed_and_undone_in_one_step(
    qtbot: QtBot,
    full: MainWindow,
    bank: Bank,
    action: str,
    answers: list[str],
    narrowed: dict[str, Any],
) -> None:
    modals.next_answers.extend([*answers, "go"])
    full.actions_by_name[action].trigger()
    assert "500" in modals.shown[-1].text
    qtbot.waitUntil(lambda: count(bank, **narrowed) == MANY)
    qtbot.waitUntil(lambda: full.status_line.currentMessage().startswith("Changed: 500."))
    assert full.page.selected_count() == MANY
    full.undoing.undo()
    qtbot.waitUntil(lambda: count(bank, **narrowed) == 0)
    qtbot.waitUntil(lambda: "Change of 500 entries" in full.status_line.currentMessage())


def test_500_rows_are_pinned(qtbot: QtBot, full: MainWindow, bank: Bank) -> None:
    modals.next_answers.append("go")
    full.actions_by_name["pin"].trigger()
    qtbot.waitUntil(lambda: all(entry.pinned for entry in bank.entries(Query(kinds=("memory",)))))


def test_tags_are_put_on_500_rows_and_taken_off(qtbot: QtBot, full: MainWindow, bank: Bank) -> None:
    def choose(dialog: Any) -> int:
        qtbot.keyClicks(dialog.field.focusProxy(), "game, new")
        return 1

    modals.next_answers.extend([choose, "go"])
    full.actions_by_name["add-tags"].trigger()
    qtbot.waitUntil(lambda: count(bank, tags=("game", "new")) == MANY)
    modals.next_answers.extend([choose, "go"])
    full.actions_by_name["remove-tags"].trigger()
    qtbot.waitUntil(lambda: bank.tags() == [])
    full.undoing.undo()
    qtbot.waitUntil(lambda: count(bank, tags=("game", "new")) == MANY)


def test_500_rows_are_deleted_and_brought_back(qtbot: QtBot, full: MainWindow, bank: Bank) -> None:
    modals.next_answers.append("go")
    full.actions_by_name["delete"].trigger()
    qtbot.waitUntil(lambda: full.page.table.rowCount() == 0)
    assert bank.count(Query(trashed=True)) == MANY
    full.undoing.undo()
    qtbot.waitUntil(lambda: full.page.table.rowCount() == MANY)


def test_who_says_no_changes_nothing(full: MainWindow, bank: Bank) -> None:
    before = bank.generation()
    modals.next_answers.append("no")
    full.actions_by_name["relevance-high"].trigger()
    assert full.page.work_bar.sentence == ""
    assert bank.generation() == before


def test_the_status_of_all_tasks(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    with bank.transaction(USER, "many"):
        for number in range(20):
            bank.add(Task(title=f"Task {number}"), USER)
    window.go("tasks")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 22)
    window.page.view.selectAll()
    assert not window.actions_by_name["category-fact"].isEnabled()
    modals.next_answers.append("blocked")
    window.actions_by_name["set-status"].trigger()
    qtbot.waitUntil(lambda: bank.count(Query(kinds=("task",), status="blocked")) == 22)


def test_long_work_shows_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, full: MainWindow, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "_TOLD_EVERY", 1)
    bar = full.page.work_bar
    reached, go_on = threading.Event(), threading.Event()
    real = bank.update_many

    def slow(keys: Any, fields: Any, actor: Any, *, progress: Any, **rest: Any) -> int:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            reached.set()
            go_on.wait(90)
            progress(done, total)

        return real(keys, fields, actor, progress=tell, **rest)

    monkeypatch.setattr(bank, "update_many", slow)
    modals.next_answers.append("go")
    full.actions_by_name["relevance-high"].trigger()
    qtbot.waitUntil(bar.isVisible)
    assert bar.sentence == "Changing 500 entries…"
    assert reached.is_set()
    qtbot.mouseClick(bar.stop_button, Qt.MouseButton.LeftButton)
    go_on.set()
    qtbot.waitUntil(lambda: not bar.isVisible())
    qtbot.waitUntil(lambda: "Nothing was changed" in full.status_line.currentMessage())
    assert count(bank, relevance="high") == 0


def test_a_quick_change_shows_no_bar(qtbot: QtBot) -> None:
    bar = WorkBar()
    qtbot.addWidget(bar)
    bar.begin("Changing…")
    bar.end()
    assert not bar._late.isActive()
    assert bar.sentence == ""


def test_10_000_rows_never_hold_the_interface(qtbot: QtBot, window: MainWindow, bank: Bank) -> None:
    with bank.transaction(USER, "many"):
        for number in range(10_000):
            bank.add(Memory(title=f"Memory {number}", content="x"), USER)
    page = window.page
    qtbot.waitUntil(lambda: page.table.rowCount() == 10_002)
    asked = page.table._flags = _Counted(page.table._flags)
    page.view.selectAll()
    window.grab()
    # Qt asks every selected cell whether it can be selected, unless it is kept from it.
    assert asked.count < 1_000
    longest = _Longest()
    modals.next_answers.append("go")
    window.actions_by_name["relevance-high"].trigger()
    qtbot.waitUntil(lambda: count(bank, relevance="high") == 10_002)
    assert page.selected_count() == 10_002
    # Two cores for everything: what is meant is that nothing waits for the whole change.
    assert longest.stop() < 1_000


class _Counted(list[Any]):
    """Counts how often something is taken from a list."""

    count = 0

    def __getitem__(self, place: Any) -> Any:
        self.count += 1
        return super().__getitem__(place)


class _Longest:
    """The longest that the interface thread took no notice of a timer, in milliseconds."""

    def __init__(self) -> None:
        self._clock = QElapsedTimer()
        self._clock.start()
        self._worst = 0
        self._timer = QTimer()
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start(5)

    def _on_timeout(self) -> None:
        self._worst = max(self._worst, self._clock.restart())

    def stop(self) -> int:
        self._timer.stop()
        return self._worst
