"""The window is killed while typing: at most the last second is lost (spec 1.8, 7.1)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.gui.main_window import MainWindow
from memdesk.store import drafts
from memdesk.store.bank import Bank

USER = Actor()
PROGRAM = Path(__file__).with_name("typing_program.py")


@pytest.fixture
def killed(bank: Bank) -> Callable[[str], None]:
    """Types something in a window of another process, which is killed a second later."""
    bank.add(Memory(id="m1", title="Node version", content="Node 22."), USER)

    def type_and_kill(what: str) -> None:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", PROGRAM, bank.path, what],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        said = process.stdout.readline()
        process.kill()
        _rest, complaints = process.communicate(timeout=60)
        assert said == "typed\n", complaints

    return type_and_kill


@pytest.fixture
def start(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> Callable[[], MainWindow]:
    """The next start of the window, once it has looked for what was kept."""

    def open_window() -> MainWindow:
        made = make_window("again.ini")
        with qtbot.waitSignal(made.keeper.restored):
            made.show()
        qtbot.waitUntil(lambda: made.page.table.rowCount() == 1)
        return made

    return open_window


def test_what_can_be_stored_is_in_the_bank(bank: Bank, killed: Callable[[str], None]) -> None:
    killed("title")
    assert bank.get("m1").label == "Typed at the end"


def test_what_is_too_long_is_back_in_its_field(
    qtbot: QtBot, bank: Bank, killed: Callable[[str], None], start: Callable[[], MainWindow]
) -> None:
    killed("too much")
    assert bank.get("m1").label == "Node version"
    window = start()
    editor = window.page.editor
    qtbot.waitUntil(lambda: editor.field("title").value() == "x" * 201)
    assert "200" in editor.row("title").problem


def test_half_a_new_memory_is_back(
    qtbot: QtBot, bank: Bank, killed: Callable[[str], None], start: Callable[[], MainWindow]
) -> None:
    killed("new")
    window = start()
    bar = window.page.aside_bar
    qtbot.waitUntil(lambda: "without a title" in bar.text)
    bar.buttons[0].click()
    editor = window.page.editor
    assert editor.field("content").value() == "A text that has no title yet"
    assert bar.text == ""
    with qtbot.waitSignal(editor.saved):
        qtbot.keyClicks(editor.field("title"), "Now it has")
    assert bank.count(Query(kinds=("memory",))) == 2
    qtbot.waitUntil(lambda: not drafts.path_of(bank.path).exists())


def test_what_stood_in_an_open_cell_is_stored_at_the_next_start(
    qtbot: QtBot, bank: Bank, killed: Callable[[str], None], start: Callable[[], MainWindow]
) -> None:
    killed("cell")
    assert bank.get("m1").label == "Node version"
    window = start()
    qtbot.waitUntil(lambda: window.page.editor.field("title").value() == "In the cell")
    qtbot.waitUntil(lambda: bank.get("m1").label == "In the cell")


def test_what_waited_for_a_locked_bank_is_stored_at_the_next_start(
    qtbot: QtBot, bank: Bank, killed: Callable[[str], None], start: Callable[[], MainWindow]
) -> None:
    killed("locked")
    assert bank.get("m1").label == "Node version"
    start()
    qtbot.waitUntil(lambda: bank.get("m1").label == "Typed while it was locked")
