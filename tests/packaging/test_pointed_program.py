"""What is pointed at for pictures is what a person would click on."""

from __future__ import annotations

import pytest
from pointed_program import places
from PySide6.QtCore import QPoint
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot


@pytest.fixture
def table(qtbot: QtBot) -> QTableView:
    view = QTableView()
    model = QStandardItemModel(view)
    for number in range(100):
        model.appendRow(QStandardItem(f"row {number}"))
    view.setModel(model)
    view.resize(300, 200)
    qtbot.addWidget(view)
    view.show()
    return view


def middle(table: QTableView, row: int) -> QPoint:
    area = table.visualRect(table.model().index(row, 0))
    return table.viewport().mapToGlobal(area.center())


def test_a_row_is_in_the_table_and_not_in_its_headers(table: QTableView) -> None:
    assert list(places("row 2")) == [middle(table, 2)]


def test_a_row_that_is_scrolled_out_is_nowhere(table: QTableView) -> None:
    assert list(places("row 90")) == []
    table.scrollTo(table.model().index(90, 0))
    assert list(places("row 90")) == [middle(table, 90)]
