"""The tray icon never pretends to be there, and comes when the panel does (spec 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import tray as tray_module
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.tray import Tray
from memdesk.store.bank import Bank

Reason = QSystemTrayIcon.ActivationReason


class Panel:
    """Whether the desktop shows a tray, for as long as a test says so."""

    there = False


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> Panel:
    made = Panel()
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: made.there))
    monkeypatch.setattr(tray_module, "RETRY_MS", 20)
    monkeypatch.setattr(tray_module, "GIVE_UP_MS", 50)
    return made


@pytest.fixture
def tray(panel: Panel, worker: BankWorker, qtbot: QtBot) -> Iterator[Tray]:
    made = Tray(worker)
    yield made
    made.stop()
    made.deleteLater()


def action(tray: Tray, text: str):  # type: ignore[no-untyped-def]
    return next(one for one in tray.menu.actions() if one.text().replace("&", "") == text)


def test_without_a_panel_it_is_not_present_and_says_so_once(tray: Tray, qtbot: QtBot) -> None:
    told: list[bool] = []
    tray.not_found.connect(lambda: told.append(True))
    tray.start()
    assert not tray.present
    qtbot.waitUntil(lambda: told == [True])
    assert not tray.present
    assert "memdesk quick-add" in tray.absence_sentence()


def test_it_comes_when_the_panel_comes_late(tray: Tray, panel: Panel, qtbot: QtBot) -> None:
    tray.start()
    with qtbot.waitSignal(tray.not_found):
        pass
    with qtbot.waitSignal(tray.came):
        panel.there = True
    assert tray.present
    panel.there = False  # the panel was ended: the window may not hide now
    assert not tray.present


def test_with_a_panel_it_is_there_at_once(tray: Tray, panel: Panel) -> None:
    panel.there = True
    tray.start()
    assert tray.present
    tray.stop()
    assert not tray.present


def test_a_click_opens_quick_add(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.quick_add_wanted):
        tray._icon.activated.emit(Reason.Trigger)
    with qtbot.waitSignal(tray.window_wanted):
        tray._icon.activated.emit(Reason.MiddleClick)
    with qtbot.assertNotEmitted(tray.quick_add_wanted):
        tray._icon.activated.emit(Reason.Context)


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("Quick add…", "quick_add_wanted"),
        ("Quick add from the clipboard…", "clipboard_wanted"),
        ("Open memdesk", "window_wanted"),
        ("Quit", "quit_wanted"),
    ],
)
def test_the_menu(tray: Tray, qtbot: QtBot, text: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(tray, signal)):
        action(tray, text).trigger()


def test_pausing(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.pause_toggled) as toggled:
        action(tray, "Pause serving").trigger()
    assert toggled.args == [True]
    tray.show_state("memdesk", paused=True)
    assert "paused" in tray._icon.toolTip()
    with qtbot.waitSignal(tray.pause_toggled) as toggled:
        action(tray, "Resume serving").trigger()
    assert toggled.args == [False]
    with qtbot.assertNotEmitted(tray.pause_toggled):
        tray.show_state("memdesk", paused=False)  # showing a state is no act of the person
    assert action(tray, "Pause serving").isEnabled()
    assert tray._icon.toolTip() == "memdesk — memdesk"


def test_what_changed_last_leads_there(tray: Tray, bank: Bank, qtbot: QtBot) -> None:
    tray.start()
    assert not tray.recent_menu.isEnabled()
    stored = bank.add(Memory(title="Salt & pepper", content="x"), Actor(author="cursor"))
    qtbot.waitUntil(lambda: bool(tray.recent_menu.actions()))
    (recent,) = tray.recent_menu.actions()
    assert recent.text() == "Salt && pepper — cursor"
    with qtbot.waitSignal(tray.entry_chosen) as chosen:
        recent.trigger()
    assert chosen.args == ["memory", stored.id]


def test_a_click_on_the_notice_takes_it_back_once(
    tray: Tray, panel: Panel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(tray._icon, "showMessage", lambda title, *_: said.append(title))
    tray.say_saved(Memory(title="a"), 1)
    assert said == []  # no tray, no notice
    panel.there = True
    tray.start()
    tray.say_saved(Memory(title="b"), 7)
    assert said == ["Saved: b"]
    with qtbot.waitSignal(tray.undo_wanted) as asked:
        tray._icon.messageClicked.emit()
    assert asked.args == [7]
    with qtbot.assertNotEmitted(tray.undo_wanted):
        tray._icon.messageClicked.emit()


def test_suggestions_that_wait_lead_to_their_review(tray: Tray, bank: Bank, qtbot: QtBot) -> None:
    tray.start()
    assert not tray.suggestions_menu.isEnabled()
    numbers = [
        bank.add_suggestion("cursor", None, "memory_write", {"title": title, "content": "x"})
        for title in ("First & best", "Second")
    ]
    qtbot.waitUntil(lambda: len(tray.suggestions_menu.actions()) == 2)
    assert "(2)" in tray.suggestions_menu.title()
    second, first = tray.suggestions_menu.actions()  # the newest first
    assert first.text() == "New memory: First && best — cursor"
    with qtbot.waitSignal(tray.suggestion_chosen) as chosen:
        second.trigger()
    assert chosen.args == [numbers[1]]
    for number in numbers:
        bank.resolve_suggestion(number, False, Actor())
    qtbot.waitUntil(lambda: not tray.suggestions_menu.isEnabled())


def test_a_panel_that_ends_is_missed_unless_it_comes_back(
    tray: Tray, panel: Panel, qtbot: QtBot
) -> None:
    panel.there = True
    tray.start()
    panel.there = False
    with qtbot.waitSignal(tray.not_found):
        pass
    assert not tray.present
    with qtbot.waitSignal(tray.came):
        panel.there = True
    assert tray.present
