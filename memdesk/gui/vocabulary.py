"""The values in use across the bank, offered wherever one of them can be typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.completion import Suggestions
from memdesk.gui.delegates import offered_statuses

if TYPE_CHECKING:
    from memdesk.store.bank import Bank, Change

LATER_MS = 400


class Vocabulary(QObject):
    """Tags, statuses, workspaces, roles, … in use; kept up to date with the bank."""

    updated = Signal()

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._found: dict[str, list[str]] = {}
        self.tags = Suggestions(self)
        self.statuses = Suggestions(self)
        self.tech = Suggestions(self)
        self.work_kinds = Suggestions(self)
        self.workspaces: list[str] = []
        self.roles: list[str] = []
        self.authors: list[str] = []
        self.statuses.set_values(offered_statuses(()))
        # Many changes in a row (an import, a busy host) are one survey.
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self.refresh)

    def refresh(self) -> None:
        self._worker.survey(_read_vocabulary, self._on_read, replaces=(id(self), "vocabulary"))

    def take_changes(self, changes: Iterable[Change]) -> None:
        del changes  # every kind of change can bring a new word
        self._later.start()

    def _on_read(self, found: dict[str, list[str]]) -> None:
        if found == self._found:
            return
        self._found = found
        self.tags.set_values(found["tags"])
        self.statuses.set_values(offered_statuses(found["status"]))
        self.tech.set_values(found["tech"])
        self.work_kinds.set_values(found["work_kind"])
        self.workspaces = found["workspace"]
        self.roles = found["role"]
        self.authors = found["author"]
        self.updated.emit()


def _read_vocabulary(bank: Bank) -> dict[str, list[str]]:
    return {
        "tags": [name for name, _count in bank.tags()],
        "status": bank.distinct("status"),
        "tech": bank.distinct("tech"),
        "work_kind": bank.distinct("work_kind"),
        "workspace": [value for value in bank.distinct("workspace") if value],
        "role": [value for value in bank.distinct("role") if value],
        "author": bank.distinct("author"),
    }
