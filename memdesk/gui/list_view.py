"""A table that is read and chosen from, one whole row at a time, and never typed into."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QTreeView

from memdesk.gui import theme

LEAST_NAME = 16
"""Letters that the column has room for by which a row is known, where the others leave none."""


def show_as_list(view: QTableView, name: str, *, least_height: int, room: int = 10) -> None:
    """Dress a table as a list. `name` is for screen readers, `room` the pixels around a line."""
    view.setAccessibleName(name)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setMinimumHeight(least_height)
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(view.fontMetrics().height() + room)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def fill_with(view: QTableView, column: int) -> None:
    """Have that column take all the room the others leave, and never less than it needs.

    With large text the others may leave nothing; then they are scrolled to.
    """
    _Filling(view, column)


def fit_columns(tree: QTreeView, filling: int) -> None:
    """Make each column as wide as what it holds now, apart from the next one; `filling` takes the
    rest. By itself Qt leaves a gap between two columns that is hardly wider than a space."""
    header = tree.header()
    header.setStretchLastSection(False)
    for column in range(header.count()):
        if column != filling:
            tree.resizeColumnToContents(column)
            header.resizeSection(column, header.sectionSize(column) + theme.MEDIUM)
    header.setSectionResizeMode(filling, QHeaderView.ResizeMode.Stretch)


class _Filling(QObject):
    def __init__(self, view: QTableView, column: int) -> None:
        super().__init__(view)
        self._view = view
        self._header = view.horizontalHeader()
        self._column = column
        self._header.sectionResized.connect(self._fit)
        view.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        header = self._header
        least = LEAST_NAME * self._view.fontMetrics().averageCharWidth()
        others = header.length() - header.sectionSize(self._column)
        wanted = max(least, self._view.viewport().width() - others)
        if wanted != header.sectionSize(self._column):
            header.resizeSection(self._column, wanted)
