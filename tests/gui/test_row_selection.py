"""Selected rows as stretches."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from memdesk.gui import row_selection
from memdesk.gui.row_selection import selected_spans, selection_of, stretches


@given(st.sets(st.integers(0, 60)))
def test_stretches_hold_just_those_rows_and_none_touches_the_next(rows: set[int]) -> None:
    found = stretches(sorted(rows))
    assert [row for span in found for row in span] == sorted(rows)
    assert all(before.stop < after.start for before, after in pairwise(found))


@pytest.fixture
def view(qtbot: QtBot) -> QTableView:
    made = QTableView()
    qtbot.addWidget(made)
    made.setModel(QStandardItemModel(30, 2, made))
    made.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
    return made


def test_what_is_selected_is_what_was_asked_for(view: QTableView) -> None:
    chosen = selection_of(view.model(), [9, 3, 4, 5, 29])
    view.selectionModel().select(chosen, view.selectionModel().SelectionFlag.ClearAndSelect)
    assert selected_spans(view) == [range(3, 6), range(9, 10), range(29, 30)]


def test_too_scattered_rows_are_let_go(view: QTableView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_selection, "STRETCHES_KEPT", 2)
    assert len(selection_of(view.model(), [1, 2, 4])) == 2
    assert len(selection_of(view.model(), [1, 4, 7])) == 0
