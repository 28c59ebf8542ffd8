"""Selected rows as stretches: Qt's own lists of selected rows take minutes for ten thousands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
)
from PySide6.QtWidgets import QAbstractItemView

STRETCHES_KEPT = 2_000
"""Stretches of rows that are selected again: Qt compares each with each."""


def selected_spans(view: QAbstractItemView) -> list[range]:
    """The selected rows as ranges: a million selected rows are one range."""
    spans = {(span.top(), span.bottom() + 1) for span in view.selectionModel().selection()}
    return [range(first, last) for first, last in sorted(spans)]


def selection_of(model: QAbstractItemModel, rows: Iterable[int]) -> QItemSelection:
    """Whole rows, to be selected at once; none where they are too scattered."""
    chosen = QItemSelection()
    last = model.columnCount(QModelIndex()) - 1
    found = stretches(sorted(rows))
    for span in found if len(found) <= STRETCHES_KEPT else []:
        first, end = model.index(span.start, 0), model.index(span.stop - 1, last)
        chosen.append(QItemSelectionRange(first, end))
    return chosen


def select_row(view: QAbstractItemView, row: int) -> None:
    """Make that row the current and the only selected one.

    Unlike `QTableView.selectRow` also while the header was never laid out: that finds no column
    then, and selects nothing.
    """
    view.selectionModel().setCurrentIndex(
        view.model().index(row, 0),
        # Whole, whatever key is down: the view itself would toggle the row while Ctrl is.
        QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows,
    )


def stretches(rows: Sequence[int]) -> list[range]:
    """Rising numbers as ranges of those that follow one another."""
    # By pairs and not by places: there may be a hundred thousand while nothing is painted.
    gaps = [(row, after) for row, after in pairwise(rows) if after != row + 1]
    if not rows:
        return []
    firsts = (rows[0], *(after for _row, after in gaps))
    lasts = (*(row for row, _after in gaps), rows[-1])
    return [range(first, last + 1) for first, last in zip(firsts, lasts, strict=True)]
