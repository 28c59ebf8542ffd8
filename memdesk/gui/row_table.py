"""Rows of one kind under headings: what the models of the smaller tables share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

AnyIndex = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()

Row = TypeVar("Row")


class RowTable(QAbstractTableModel, Generic[Row]):
    """All rows are here, in a list. A subclass says what stands in the cells."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def headings(self) -> Sequence[str]:
        """What stands above each column, in the person's language."""
        raise NotImplementedError

    def show(self, rows: list[Row]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def at(self, row: int) -> Row | None:
        """The row of that number; None where there is none."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    # --- what a view asks

    def rowCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.headings())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings()[section]
        return None
