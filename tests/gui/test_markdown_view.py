"""Markdown as it is read: its tables follow light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPalette, QTextTable
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.gui import theme
from memdesk.gui.markdown_view import MarkdownView
from memdesk.gui.theme import Look

TABLE = "# Title\n\n| key | value |\n|---|---|\n| a | b |\n\nAfter it."


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    before = qapp.palette()
    made = Look(qapp)
    yield made
    made.apply("system")
    made.deleteLater()
    qapp.setPalette(before)


def lines(view: MarkdownView) -> list[str]:
    """The colours of the lines of its tables."""
    frames = view.document().rootFrame().childFrames()
    tables = [frame for frame in frames if isinstance(frame, QTextTable)]
    return [table.format().borderBrush().color().name() for table in tables]


def test_the_lines_of_a_table_follow_the_theme(look: Look, qtbot: QtBot) -> None:
    look.apply("dark")
    view = MarkdownView()
    qtbot.addWidget(view)
    view.show()
    view.show_markdown(TABLE)
    assert lines(view) == [_line(dark=True)]
    look.apply("light")
    qtbot.waitUntil(lambda: lines(view) == [_line(dark=False)])
    assert view.toPlainText().startswith("Title")


def _line(*, dark: bool) -> str:
    return theme.palette(dark).color(QPalette.ColorRole.Mid).name()
