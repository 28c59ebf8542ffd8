"""Whatever has the keyboard is seen to have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from memdesk.gui import theme
from memdesk.gui.completion import Suggestions
from memdesk.gui.focus_ring import FocusRing
from memdesk.gui.tags_field import TagsField
from memdesk.gui.theme import Look


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Look]:
    before = qapp.palette()
    made = Look(qapp)
    made.apply(request.param)
    yield made
    made.apply("system")
    made.deleteLater()
    qapp.setPalette(before)


@pytest.fixture
def following(qapp: QApplication, look: Look) -> Iterator[FocusRing]:
    made = FocusRing(qapp)
    yield made
    made.stop()


@pytest.fixture
def window(qtbot: QtBot, following: FocusRing) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    column = QVBoxLayout(made)
    for part in (QLineEdit(made), QListWidget(made), QPlainTextEdit(made), QScrollArea(made)):
        column.addWidget(part)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def ringed(following: FocusRing) -> QWidget | None:
    """What has a ring that is seen."""
    ring = following.ring
    return ring.parentWidget() if ring is not None and ring.isVisible() else None


def corner(widget: QWidget) -> QColor:
    """What is painted on the frame of a widget, in the middle of its upper edge."""
    drawn = widget.window().grab().toImage()
    return drawn.pixelColor(widget.mapTo(widget.window(), QPoint(widget.width() // 2, 0)))


def test_a_list_and_a_text_have_a_ring_with_the_keyboard(
    window: QWidget, following: FocusRing
) -> None:
    rows, text = window.findChild(QListWidget), window.findChild(QPlainTextEdit)
    for one, other in ((rows, text), (text, rows)):
        one.setFocus()
        assert ringed(following) is one
        assert corner(one) == theme.colour("accent")
        assert corner(other) != theme.colour("accent")


def test_a_field_and_what_only_scrolls_have_none(window: QWidget, following: FocusRing) -> None:
    for kind in (QLineEdit, QScrollArea):
        window.findChild(kind).setFocus()
        assert ringed(following) is None


def test_the_ring_is_as_large_as_what_it_is_around(
    window: QWidget, following: FocusRing, qtbot: QtBot
) -> None:
    rows = window.findChild(QListWidget)
    rows.setFocus()
    ring = following.ring
    assert ring is not None
    window.resize(640, 480)
    qtbot.waitUntil(lambda: rows.width() > 600)
    assert ring.geometry() == rows.rect()
    assert ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_nothing_that_scrolls_lies_under_the_ring(window: QWidget, following: FocusRing) -> None:
    rows = window.findChild(QListWidget)
    rows.setFocus()
    ring = following.ring
    assert ring is not None
    assert not ring.mask().intersects(rows.viewport().geometry())


def test_where_there_is_no_frame_the_ring_is_seen_all_the_same(window: QWidget) -> None:
    rows = window.findChild(QListWidget)
    rows.setFrameShape(QFrame.Shape.NoFrame)
    rows.setFocus()
    assert corner(rows) == theme.colour("accent")


def test_what_had_the_keyboard_may_be_gone(
    window: QWidget, following: FocusRing, qtbot: QtBot
) -> None:
    rows = window.findChild(QListWidget)
    rows.setFocus()
    with qtbot.waitSignal(rows.destroyed):
        rows.deleteLater()
    text = window.findChild(QPlainTextEdit)
    text.setFocus()
    assert ringed(following) is text


def test_tags_have_the_ring_of_their_line(window: QWidget, qtbot: QtBot) -> None:
    tags = TagsField(Suggestions(window), window)
    window.layout().addWidget(tags)
    tags.show()
    window.findChild(QListWidget).setFocus()
    without = corner(tags)
    tags.setFocus()
    assert corner(tags) == theme.colour("accent")
    window.findChild(QListWidget).setFocus()
    assert corner(tags) == without


def test_at_the_end_of_the_program_it_follows_nothing_any_more(
    window: QWidget, qapp: QApplication
) -> None:
    following = FocusRing(qapp)
    window.findChild(QListWidget).setFocus()
    assert ringed(following) is window.findChild(QListWidget)
    following.stop()
    assert following.ring is None
    window.findChild(QPlainTextEdit).setFocus()
    assert following.ring is None
