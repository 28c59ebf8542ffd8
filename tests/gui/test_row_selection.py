"""A row is chosen whole, also in a table that was never shown."""

from __future__ import annotations

from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTableView
from pytestqt.qtbot import QtBot

from memdesk.gui.row_selection import select_row, selected_spans


def test_a_row_is_selected_before_anything_is_laid_out(qtbot: QtBot) -> None:
    view = QTableView()
    qtbot.addWidget(view)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setModel(QStandardItemModel(5, 2, view))
    select_row(view, 1)
    select_row(view, 3)
    assert selected_spans(view) == [range(3, 4)]
    assert view.currentIndex().row() == 3
