"""The suggestions that wait, as the rows of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from memdesk.gui import review_words, words
from memdesk.store.bank import Bank, Suggestion

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()

WHAT, HOST, WHEN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """A suggestion and what it is about."""

    suggestion: Suggestion
    what: str


def read_waiting(bank: Bank) -> list[Waiting]:
    """What waits, the oldest first: in the order in which the host asked."""
    with bank.snapshot():
        return [Waiting(one, review_words.what(bank, one)) for one in bank.suggestions()][::-1]


class ReviewTable(QAbstractTableModel):
    """What each suggests, who, when."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Waiting] = []

    def show(self, rows: list[Waiting]) -> None:
        """Show these."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def at(self, row: int) -> Waiting | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, number: int) -> int | None:
        """Where a suggestion stands."""
        places = (row for row, one in enumerate(self._rows) if one.suggestion.number == number)
        return next(places, None)

    def of_host(self, host: str) -> list[Waiting]:
        """All that a host suggests."""
        return [one for one in self._rows if one.suggestion.host == host]

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Suggestion"), self.tr("Host"), self.tr("When"))[section]
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index.row()) if index.isValid() else None
        if one is None:
            return None
        suggestion = one.suggestion
        if role == Qt.ItemDataRole.ToolTipRole:
            return one.what if index.column() == WHAT else review_words.where(suggestion)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (one.what, suggestion.host, words.moment_short(suggestion.at))[index.column()]
