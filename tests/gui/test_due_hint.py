"""The window says which conversations are due, and takes a click for a yes (spec 5.2)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from memdesk import config
from memdesk.consolidation import progress
from memdesk.consolidation.progress import Progress
from memdesk.gui.due_hint import DueHint
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank


@pytest.fixture
def session() -> Path:
    """A session of Claude Code's on this machine, with more messages than the usual limit."""
    return said(36)


def said(messages: int) -> Path:
    path = Path.home() / ".claude" / "projects" / "-app" / "s-1.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    line = {"type": "user", "sessionId": "s-1", "cwd": "/app",
            "message": {"role": "user", "content": "Where is the harbour?"}}  # fmt: skip
    path.write_text((json.dumps(line) + "\n") * messages, "utf-8")
    return path


@pytest.fixture
def hint(window: MainWindow, qtbot: QtBot) -> DueHint:
    """The window's own, that looks only when the test says so."""
    hint = window.whole_bank.due_hint
    assert hint.isActive()  # it looks by itself, once the window stands
    qtbot.waitUntil(lambda: not hint._looking)
    hint.stop()
    return hint


def due_text(window: MainWindow) -> str:
    return window.status_line.due_text


def test_what_is_due_is_said_until_it_was_read(
    window: MainWindow, hint: DueHint, bank: Bank, session: Path, qtbot: QtBot
) -> None:
    hint.look()
    qtbot.waitUntil(lambda: due_text(window) == "Consolidate: 1")
    button = window.status_line.findChild(QToolButton)
    assert button.isVisible()
    assert button.toolTip() == (
        "Conversations with more than 35 messages since the last time:\nWhere is the harbour?"
    )
    size = session.stat().st_size
    progress.keep(bank.path, "s-1", Progress(begin=size, read_to=size, finished=True))
    hint.look()
    qtbot.waitUntil(lambda: due_text(window) == "")
    assert not button.isVisible()
    assert hint.isActive()  # and it looks again later


def test_how_many_are_due_is_a_setting(
    window: MainWindow, hint: DueHint, session: Path, qtbot: QtBot
) -> None:
    config.save(replace(config.Settings(), consolidate_at_messages=36))
    with qtbot.waitSignal(hint.found) as found:
        hint.look()
    assert found.args == [[]]
    config.save(replace(config.Settings(), consolidate_at_messages=2))
    hint.look()
    hint.look()  # while it looks: once more, with what holds then
    qtbot.waitUntil(lambda: due_text(window) == "Consolidate: 1")


def test_a_click_opens_them_ticked(
    window: MainWindow, hint: DueHint, session: Path, qtbot: QtBot
) -> None:
    hint.look()
    qtbot.waitUntil(lambda: due_text(window) != "")
    qtbot.mouseClick(window.status_line.findChild(QToolButton), Qt.MouseButton.LeftButton)
    dialog = window.whole_bank.consolidation
    assert dialog is not None
    assert dialog.isVisible()
    assert [one.conversation.id for one in dialog.talks.ticked] == ["s-1"]
    qtbot.waitUntil(lambda: "Found on this machine: 1" in dialog.searching.text())
    assert [one.conversation.id for one in dialog.talks.ticked] == ["s-1"]


def test_a_window_in_the_tray_does_not_look(
    window: MainWindow, hint: DueHint, session: Path, qtbot: QtBot
) -> None:
    window.hide()
    hint.timeout.emit()
    assert not hint._looking
    assert hint.isActive()
