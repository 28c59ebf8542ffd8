"""Long texts are shown and pasted with as little laying out as there can be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from memdesk.core.limits import MAX_CONTENT
from memdesk.gui.fields import TextField
from memdesk.gui.long_text import LONG
from memdesk.gui.main_window import MainWindow
from memdesk.gui.markdown_view import MarkdownView

ALWAYS = Qt.ScrollBarPolicy.ScrollBarAlwaysOn
AS_NEEDED = Qt.ScrollBarPolicy.ScrollBarAsNeeded


@pytest.fixture
def field(qtbot: QtBot) -> TextField:
    field = TextField()
    qtbot.addWidget(field)
    field.resize(300, 200)
    field.show()
    return field


def test_the_scroll_bar_stands_before_a_long_text_and_goes_with_it(field: TextField) -> None:
    for length, policy in ((LONG, AS_NEEDED), (LONG + 1, ALWAYS), (5, AS_NEEDED)):
        field.set_value("x" * length)
        assert field.verticalScrollBarPolicy() == policy


def test_what_is_pasted_counts_with_what_is_there(field: TextField) -> None:
    field.set_value("x" * (LONG - 10))
    data = QMimeData()
    data.setText("yyyy\n")
    for policy in (AS_NEEDED, ALWAYS, ALWAYS):
        field.insertFromMimeData(data)
        assert field.verticalScrollBarPolicy() == policy
    assert field.value() == "yyyy\n" * 3 + "x" * (LONG - 10)


def test_reading_a_long_text_has_the_bar_too(qtbot: QtBot) -> None:
    view = MarkdownView()
    qtbot.addWidget(view)
    for text, policy in (("# A\n" + "x" * LONG, ALWAYS), ("# A", AS_NEEDED)):
        view.show_markdown(text)
        assert view.verticalScrollBarPolicy() == policy


@pytest.mark.parametrize(
    "text", ["", "one", "two\nlines", "a\r\nb\r\n", "\u00a0x\u2028y\t两行 👩🏽‍🚀\n"]
)
def test_a_value_that_is_set_has_no_step_to_take_back_and_is_no_change(
    field: TextField, text: str
) -> None:
    field.set_value("before")
    field.textCursor().insertText("typed ")
    assert field.document().isUndoAvailable()
    said: list[None] = []
    field.edited.connect(lambda: said.append(None))
    field.set_value(text)
    assert field.value() == text
    assert not field.document().isUndoAvailable()
    assert not field.document().isModified()
    assert said == []
    field.moveCursor(QTextCursor.MoveOperation.End)
    field.insertPlainText("more")
    field.undo()
    assert field.value() == text


def test_the_count_of_a_long_text_makes_its_editor_no_wider(
    window: MainWindow, qtbot: QtBot
) -> None:
    editor = window.pages["memories"].editor
    row = editor.row("content")
    qtbot.waitUntil(row.isVisible)
    before = editor.least_width()
    row.show_length(MAX_CONTENT)
    count = next(label for label in row.findChildren(QLabel) if label.text() == "100,000 / 100,000")
    qtbot.waitUntil(lambda: count.isVisible() and count.width() == count.sizeHint().width())
    assert editor.least_width() == before
