"""Finding the duplicate groups of the bank once for all who show them (spec 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from memdesk.core.duplicates import Group
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.slices import Slices
from memdesk.store.duplicates import find_duplicates


class DuplicatesSearch(QObject):
    """Keeps the groups of the bank's last state that was looked at."""

    progressed = Signal(int, int)
    found = Signal(object)
    """list[Group], the largest first; again whenever someone asks and nothing has changed."""
    failed = Signal(object)
    """The MemdeskError that ended the search."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: list[Group] = []
        self._found_of: int | None = None
        self._looking_at: int | None = None
        self._slices = Slices(worker, self)
        self._slices.progressed.connect(self.progressed)
        self._slices.finished.connect(self._on_finished)
        self._slices.failed.connect(self._on_failed)

    @property
    def groups(self) -> list[Group]:
        """What was found last."""
        return self._groups

    @property
    def running(self) -> bool:
        return self._slices.running

    @property
    def took(self) -> float:
        """Seconds that the last search took."""
        return self._slices.took

    def look(self, generation: int) -> None:
        """Find the groups of that state of the bank, or give at once what is known of it.

        A search that runs is not begun anew by every change: who shows it asks again after it.
        """
        if generation == self._found_of:
            self.found.emit(self._groups)
        elif not self._slices.running:
            self._looking_at = generation
            self._slices.start(find_duplicates)

    def look_anew(self) -> None:
        """Find the groups again, though the entries are the same."""
        self._found_of = None
        self._slices.start(find_duplicates)

    def forget(self, gone: Sequence[int], settled: Sequence[int] = ()) -> None:
        """Take entries that are merged away out of the groups, and groups of those settled."""
        left = []
        for group in self._groups:
            keys = tuple(key for key in group.keys if key not in gone)
            if len(keys) > 1 and not (len(keys) < len(group.keys) and set(settled) & set(keys)):
                left.append(replace(group, keys=keys))
        self._groups = left
        self.found.emit(left)

    def stop(self) -> None:
        """Search no more."""
        self._slices.stop()

    def _on_finished(self, groups: list[Group]) -> None:
        self._groups = groups
        self._found_of = self._looking_at
        self.found.emit(groups)

    def _on_failed(self, error: object) -> None:
        self.failed.emit(error)
