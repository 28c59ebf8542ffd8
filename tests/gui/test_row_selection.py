"""A row is chosen whole, also in a table that was never shown."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QTableView
from pytestqt.qtbot import QtBot

from memdesk.gui.row_selection import select_row, selected_spans, stretches


def test_a_row_is_selected_before_anything_is_laid_out(qtbot: QtBot) -> None:
    view = QTableView()
    qtbot.addWidget(view)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setModel(QStandardItemModel(5, 2, view))
    select_row(view, 1)
    select_row(view, 3)
    assert selected_spans(view) == [range(3, 4)]
    assert view.currentIndex().row() == 3


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], []),
        ([7], [range(7, 8)]),
        ([0, 1, 2], [range(3)]),
        ([0, 2, 3, 5], [range(1), range(2, 4), range(5, 6)]),
        ([1, 2, 9, 10, 11], [range(1, 3), range(9, 12)]),
    ],
)
def test_rows_that_follow_one_another_are_a_stretch(rows: list[int], found: list[range]) -> None:
    assert stretches(rows) == found
