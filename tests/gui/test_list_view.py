"""The column by which a row is known is never squeezed away by the others."""

from __future__ import annotations

from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QTableView, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from memdesk.gui import theme
from memdesk.gui.list_view import LEAST_NAME, fill_with, fit_columns, show_as_list


def shown(qtbot: QtBot) -> QTableView:
    view = QTableView()
    qtbot.addWidget(view)
    view.setModel(QStandardItemModel(2, 3, view))
    show_as_list(view, "A list", least_height=60)
    view.setColumnWidth(1, 120)
    view.setColumnWidth(2, 100)
    fill_with(view, 0)
    view.show()
    return view


def test_it_takes_what_the_others_leave(qtbot: QtBot) -> None:
    view = shown(qtbot)
    for width in (700, 900):
        view.resize(width, 200)
        qtbot.waitUntil(lambda: view.horizontalHeader().length() == view.viewport().width())
        assert (view.columnWidth(1), view.columnWidth(2)) == (120, 100)
    view.setColumnWidth(1, 200)
    assert view.horizontalHeader().length() == view.viewport().width()


def test_where_they_leave_nothing_it_has_what_it_needs_and_they_are_scrolled_to(
    qtbot: QtBot,
) -> None:
    view = shown(qtbot)
    view.resize(250, 200)
    least = LEAST_NAME * view.fontMetrics().averageCharWidth()
    qtbot.waitUntil(lambda: view.columnWidth(0) == least)
    assert view.horizontalScrollBar().maximum() > 0


def test_columns_are_as_wide_as_what_they_hold_and_apart(qtbot: QtBot) -> None:
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.setHeaderLabels(["Name", "Where it is seen", "When"])
    tree.addTopLevelItem(QTreeWidgetItem(["one", "here", "on a day a long time ago"]))
    tree.resize(900, 200)
    tree.show()
    fit_columns(tree, 0)
    metrics = tree.fontMetrics()
    for column, longest in ((1, "Where it is seen"), (2, "on a day a long time ago")):
        assert tree.columnWidth(column) >= metrics.horizontalAdvance(longest) + theme.MEDIUM
    qtbot.waitUntil(lambda: tree.header().length() == tree.viewport().width())
