"""The quick-add popup: understood as you type, saved without waiting, nothing typed lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Task
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.gui import quick_add
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.quick_add import QuickAddPopup
from memdesk.gui.quick_add_offers import MOST, fitting
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def popup(worker: BankWorker, qtbot: QtBot) -> Iterator[QuickAddPopup]:
    made = QuickAddPopup(worker)
    qtbot.addWidget(made)
    yield made
    made.close()


def chips(popup: QuickAddPopup) -> list[str]:
    return [chip.text for chip in popup.chips]


def test_it_appears_with_a_starting_text(popup: QuickAddPopup) -> None:
    assert not popup.isVisible()
    popup.open("two\nlines  of text")
    assert popup.isVisible()
    assert popup.line.text() == "two lines of text"
    popup.open()
    assert popup.line.text() == "two lines of text"


def test_an_open_question_does_not_keep_it_from_being_typed_into(
    popup: QuickAddPopup, qtbot: QtBot
) -> None:
    question = QDialog()
    qtbot.addWidget(question)
    popup.open()
    question.open()
    assert QApplication.activeModalWidget() is question
    popup.open()
    assert QApplication.activeModalWidget() is popup
    qtbot.keyClick(popup.line, Qt.Key.Key_Escape)
    assert QApplication.activeModalWidget() is question
    question.close()
    popup.open()
    assert QApplication.activeModalWidget() is None


def test_it_begins_with_what_was_copied(popup: QuickAddPopup, qtbot: QtBot) -> None:
    popup.open("half a thought")
    QGuiApplication.clipboard().setText("copied\nfrom elsewhere")
    popup.open_with_clipboard()
    assert popup.line.text() == "copied from elsewhere"
    popup.line.undo()
    assert popup.line.text() == "half a thought"


def test_it_shows_what_it_understood(popup: QuickAddPopup, qtbot: QtBot) -> None:
    popup.open()
    assert chips(popup) == ["Memory"]
    qtbot.keyClicks(popup.line, "task: buy a cable #home !high @/tmp/flat")
    assert chips(popup) == ["Task", "High", "flat", "home"]
    popup.line.setText("C# for issue #1")
    assert chips(popup) == ["Memory"]
    popup.line.setText("must: answer in English")
    assert chips(popup) == ["Must follow"]
    popup.line.setText("Never use tabs")
    assert chips(popup) == ["Must follow"]


def test_a_workspace_in_use_is_known_by_its_last_folder(
    bank: Bank, popup: QuickAddPopup, qtbot: QtBot
) -> None:
    popup.open("a @flat")
    assert chips(popup) == ["Memory"]
    bank.add(Memory(title="t", content="c", workspace="/home/me/flat"), USER)
    qtbot.waitUntil(lambda: chips(popup) == ["Memory", "flat"])


def test_enter_saves_and_closes(popup: QuickAddPopup, bank: Bank, qtbot: QtBot) -> None:
    popup.open()
    qtbot.keyClicks(popup.line, "task: buy a cable #home !high")
    with qtbot.waitSignal(popup.saved) as saved:
        qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert not popup.isVisible()
    entry, change = saved.args
    assert isinstance(entry, Task)
    (stored,) = bank.entries(Query())
    assert stored == entry
    assert (stored.label, stored.tags, stored.relevance, stored.author) == (
        "buy a cable",
        ("home",),
        "high",
        "user",
    )
    bank.undo(USER, change)
    assert bank.entries(Query()) == []


def test_ctrl_enter_saves_and_stays(popup: QuickAddPopup, bank: Bank, qtbot: QtBot) -> None:
    popup.open()
    for text in ("first", "second"):
        qtbot.keyClicks(popup.line, text)
        with qtbot.waitSignal(popup.saved):
            qtbot.keyClick(popup.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert popup.isVisible()
        assert popup.line.text() == ""
        assert popup.message == f"Saved: {text}"
    assert bank.count(Query()) == 2


def test_undo_stands_beside_what_was_saved(popup: QuickAddPopup, qtbot: QtBot) -> None:
    popup.open("first")
    with qtbot.waitSignal(popup.saved) as saved:
        qtbot.keyClick(popup.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(popup.undo_wanted) as asked:
        qtbot.mouseClick(popup._undo, Qt.MouseButton.LeftButton)
    assert asked.args == [saved.args[1]]


def test_escape_closes_and_keeps_the_text(popup: QuickAddPopup, bank: Bank, qtbot: QtBot) -> None:
    popup.open("half a thought")
    qtbot.keyClick(popup.line, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert bank.count(Query()) == 0
    popup.open()
    assert popup.line.text() == "half a thought"


@pytest.mark.parametrize("line", ["", "   ", "task:", "#tag !high"])
def test_nothing_is_not_saved(popup: QuickAddPopup, bank: Bank, qtbot: QtBot, line: str) -> None:
    popup.open()
    popup.line.setText(line)
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert popup.isVisible()
    assert popup.line.text() == line
    assert bank.count(Query()) == 0


def test_what_breaks_a_limit_is_said_and_not_saved(
    popup: QuickAddPopup, bank: Bank, qtbot: QtBot
) -> None:
    popup.open()
    popup.line.setText("text #" + "x" * 101)
    assert "100" in popup.message
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    assert popup.isVisible()
    assert bank.count(Query()) == 0


def test_a_secret_is_warned_of(popup: QuickAddPopup) -> None:
    popup.open()
    popup.line.setText("the login is password=correct-horse-7")
    assert "secret" in popup.message
    popup.line.setText("the login is known")
    assert popup.message == ""


def test_look_alikes_are_shown_and_lead_there(
    bank: Bank, popup: QuickAddPopup, qtbot: QtBot
) -> None:
    kept = bank.add(Memory(title="Auth uses JWT tokens", content="Auth uses JWT tokens"), USER)
    popup.open()
    qtbot.keyClicks(popup.line, "Auth uses JWT tokens")
    qtbot.waitUntil(lambda: bool(popup.look_alikes))
    assert "Auth uses JWT tokens" in popup.look_alikes[0].text()
    with qtbot.waitSignal(popup.entry_chosen) as chosen:
        qtbot.mouseClick(popup.look_alikes[0], Qt.MouseButton.LeftButton)
    assert chosen.args == ["memory", kept.id]
    assert not popup.isVisible()


def test_what_the_bank_refuses_comes_back(
    popup: QuickAddPopup, bank: Bank, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_bank: Bank, _entry: Entry) -> None:
        raise BankUnavailable("The disk is full.")

    monkeypatch.setattr(quick_add, "add", refuse)
    popup.open()
    qtbot.keyClicks(popup.line, "task: precious #thought")
    qtbot.keyClick(popup.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: popup.message == "The disk is full.")
    assert popup.isVisible()
    assert popup.line.text() == "task: precious #thought"


def test_every_control_has_a_name(popup: QuickAddPopup) -> None:
    assert popup.line.accessibleName()
    assert popup.windowTitle()


@pytest.fixture
def worded(popup: QuickAddPopup, bank: Bank, qtbot: QtBot) -> QuickAddPopup:
    """A popup that knows two tags and a workspace."""
    bank.add(Memory(title="a", content="a", tags=("home", "two words")), USER)
    bank.add(Memory(title="b", content="b", tags=("home",), workspace="/home/me/flat"), USER)
    qtbot.waitUntil(lambda: len(popup._tags) == 2 and popup._workspaces != ())
    popup.open()
    return popup


def test_tags_are_completed_by_keys(worded: QuickAddPopup, qtbot: QtBot) -> None:
    qtbot.keyClicks(worded.line, "buy a cable #")
    assert worded.offers.values == ["home", "two words"]  # the most used first
    qtbot.keyClick(worded.line, Qt.Key.Key_Down)
    qtbot.keyClick(worded.line, Qt.Key.Key_Down)
    qtbot.keyClick(worded.line, Qt.Key.Key_Return)
    assert worded.line.text() == 'buy a cable #"two words" '
    assert worded.isVisible()
    qtbot.keyClicks(worded.line, "#ho")
    qtbot.keyClick(worded.line, Qt.Key.Key_Tab)
    assert worded.line.text() == 'buy a cable #"two words" #home '
    assert chips(worded)[1:] == ["two words", "home"]
    assert worded.offers.isHidden()
    worded.line.undo()
    assert worded.line.text() == 'buy a cable #"two words" #ho'


def test_workspaces_are_completed_by_a_click(worded: QuickAddPopup, qtbot: QtBot) -> None:
    qtbot.keyClicks(worded.line, "paint it @f")
    assert worded.offers.values == ["/home/me/flat"]
    where = worded.offers.visualItemRect(worded.offers.item(0)).center()
    qtbot.mouseClick(worded.offers.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert worded.line.text() == "paint it @flat "
    assert "flat" in chips(worded)


def test_enter_saves_while_something_is_offered_and_nothing_chosen(
    worded: QuickAddPopup, bank: Bank, qtbot: QtBot
) -> None:
    qtbot.keyClicks(worded.line, "buy a cable #ho")
    assert not worded.offers.isHidden()
    with qtbot.waitSignal(worded.saved):
        qtbot.keyClick(worded.line, Qt.Key.Key_Return)
    assert bank.entries(Query(tags=("ho",)))[0].label == "buy a cable"


def test_escape_closes_what_is_offered_first(worded: QuickAddPopup, qtbot: QtBot) -> None:
    qtbot.keyClicks(worded.line, "x #")
    qtbot.keyClick(worded.line, Qt.Key.Key_Escape)
    assert worded.offers.isHidden()
    assert worded.isVisible()
    qtbot.keyClick(worded.line, Qt.Key.Key_Escape)
    assert not worded.isVisible()


def test_a_look_alike_is_opened_by_its_number(
    popup: QuickAddPopup, bank: Bank, qtbot: QtBot
) -> None:
    for number in range(2):
        bank.add(Memory(id=f"m{number}", title="Auth uses JWT", content="Auth uses JWT"), USER)
    popup.open()
    qtbot.keyClicks(popup.line, "Auth uses JWT")
    qtbot.waitUntil(lambda: len(popup.look_alikes) == 2)
    wanted = popup.look_alikes[1].property("key")
    assert "Alt+2" in popup.look_alikes[1].text()
    with qtbot.waitSignal(popup.entry_chosen) as chosen:
        qtbot.keyClick(popup.line, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert tuple(chosen.args) == tuple(wanted)
    assert not popup.isVisible()


def test_undo_in_the_emptied_line_takes_it_back(popup: QuickAddPopup, qtbot: QtBot) -> None:
    popup.open()
    qtbot.keyClicks(popup.line, "A thought")
    with qtbot.waitSignal(popup.saved) as stored:
        qtbot.keyClick(popup.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(popup.undo_wanted) as asked:
        qtbot.keyClick(popup.line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [stored.args[1]]
    assert popup.line.text() == "A thought"
    with qtbot.assertNotEmitted(popup.undo_wanted):
        qtbot.keyClick(popup.line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_news_of_the_clipboard_is_a_beginning_once(popup: QuickAddPopup, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("copied")
    popup.open_with_news()
    assert popup.line.text() == "copied"
    popup.line.clear()
    popup.close()
    popup.open_with_news()
    assert popup.line.text() == ""
    popup.line.setText("half a thought")
    QGuiApplication.clipboard().setText("copied since")
    popup.open_with_news()
    assert popup.line.text() == "half a thought"


def test_what_begins_so_is_offered_before_what_only_holds_it() -> None:
    assert fitting(["ungame", "Game", "play", "gamer"], "ga") == ["Game", "gamer", "ungame"]
    assert fitting(["game", "gamer"], "GAME") == []  # it is typed out
    assert len(fitting([f"tag-{number}" for number in range(50)], "")) == MOST
