"""The view of differences: readable without colour, folded, and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memdesk.gui import theme
from memdesk.gui.diff_view import MOST_AT_ONCE, DiffView, compare

NUMBERS = "\n".join(f"line {number}" for number in range(30))


@pytest.fixture
def view(qtbot: QtBot) -> DiffView:
    made = DiffView()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


def test_it_reads_without_colour(view: DiffView) -> None:
    view.show_texts("keep\nuse the old door", "keep\nuse the new door")
    assert view.toPlainText() == "keep\n− use the old door\n+ use the new door"
    assert view.accessibleDescription() == view.summary()
    cursor = view.document().find("old")
    assert cursor.charFormat().fontStrikeOut()
    cursor = view.document().find("new")
    assert cursor.charFormat().fontUnderline()
    assert not view.document().find("door").charFormat().fontUnderline()


def test_headings_part_the_fields(view: DiffView) -> None:
    view.show_compared(compare([("Title", "a", "b"), ("Tags", "x", "x\ny")]))
    assert view.toPlainText() == "Title\n− a\n+ b\nTags\nx\n+ y"


def test_where_nothing_differs_it_says_so(view: DiffView) -> None:
    view.show_compared(compare([("", "same", "same")]), "It is as it was.")
    assert view.toPlainText() == "It is as it was."
    assert view.summary() == "It is as it was."


def test_a_fold_opens_by_keyboard(view: DiffView) -> None:
    view.show_texts(NUMBERS, NUMBERS.replace("line 29", "line twenty-nine"))
    assert "line 3\n" not in view.toPlainText()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert "line 3\n" in view.toPlainText()
    assert "⋯" not in view.toPlainText()


def test_of_a_very_long_text_more_is_shown_on_demand(view: DiffView) -> None:
    lines = MOST_AT_ONCE + 20
    view.show_texts("", "\n".join(f"new {number}" for number in range(lines)))
    assert f"new {MOST_AT_ONCE}" not in view.toPlainText()
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.toPlainText().endswith(f"new {lines - 1}")


def test_what_is_copied_says_what_became_of_it(view: DiffView) -> None:
    view.show_texts("a", "b")
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "− a\n+ b"


@pytest.mark.parametrize("dark", [False, True])
def test_its_colours_are_readable_and_follow_the_theme(view: DiffView, dark: bool) -> None:
    view.setPalette(theme.palette(not dark))
    view.show_texts("use the old door", "use the new door")
    view.setPalette(theme.palette(dark))
    text = theme.palette(dark).color(QPalette.ColorRole.Text)
    grounds: set[QColor] = set()
    block = view.document().begin()
    while block.isValid():
        grounds.add(block.blockFormat().background().color().name())
        block = block.next()
    for word in ("old", "new"):
        cursor: QTextCursor = view.document().find(word)
        grounds.add(cursor.charFormat().background().color().name())
    assert len(grounds) == 4
    for ground in grounds:
        assert theme.contrast(text, QColor(ground)) >= theme.LEAST_CONTRAST
