"""The suggestions that wait, as the rows of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt

from memdesk.gui import review_words, words
from memdesk.gui.row_table import AnyIndex, RowTable
from memdesk.store.bank import Bank, Suggestion

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


class ReviewTable(RowTable[Waiting]):
    """What each suggests, who, when."""

    def row_of(self, number: int) -> int | None:
        """Where a suggestion stands."""
        places = (row for row, one in enumerate(self._rows) if one.suggestion.number == number)
        return next(places, None)

    def of_host(self, host: str) -> list[Waiting]:
        """All that a host suggests."""
        return [one for one in self._rows if one.suggestion.host == host]

    def headings(self) -> tuple[str, ...]:
        return self.tr("Suggestion"), self.tr("Host"), self.tr("When")

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        one = self.at(index.row()) if index.isValid() else None
        if one is None:
            return None
        suggestion = one.suggestion
        if role == Qt.ItemDataRole.ToolTipRole:
            return one.what if index.column() == WHAT else review_words.where(suggestion)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        host = words.author_word(suggestion.host)
        return (one.what, host, words.moment_short(suggestion.at))[index.column()]
