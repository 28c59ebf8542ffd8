"""How many entries there are of each kind: beside the pages' names and in the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.core.entry import KINDS
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.navigation import Navigation
from memdesk.gui.pages import KIND_OF_PLACE
from memdesk.gui.status_line import StatusLine

if TYPE_CHECKING:
    from memdesk.store.bank import Bank


class Counts(QObject):
    """Counts the bank off the interface thread and shows it."""

    def __init__(
        self, worker: BankWorker, navigation: Navigation, status_line: StatusLine, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._navigation = navigation
        self._status_line = status_line

    def refresh(self) -> None:
        """Count again."""
        self._worker.survey(_counts, self._on_counted, replaces=(id(self), "counts"))

    def _on_counted(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self._navigation.set_count(name, count)
        self._status_line.show_entries(sum(counts[place] for place in KIND_OF_PLACE))


def _counts(bank: Bank) -> dict[str, int]:
    counts = {place: bank.count(Query(kinds=(kind,))) for place, kind in KIND_OF_PLACE.items()}
    return {
        **counts,
        "tags": len(bank.tags()),
        "review": bank.waiting_suggestions(),
        "trash": bank.count(Query(kinds=KINDS, trashed=True)),
    }
