"""A log as a table that reads further as it is scrolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.row_table import NOWHERE, AnyIndex, RowTable
from memdesk.store.bank import Bank

PAGE = 100
"""Rows that are read at once."""


class Numbered(Protocol):
    """A row of a log: its number only grows."""

    @property
    def number(self) -> int: ...


LogRow = TypeVar("LogRow", bound=Numbered)

ReadPage = Callable[[Bank, int | None], list[LogRow]]
"""Reads the PAGE newest rows, or those before a number; runs in another thread."""


class PagedTable(RowTable[LogRow]):
    """A log, the newest first, read as far as it is scrolled to."""

    arrived = Signal()
    """Rows were read, if any."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._read: ReadPage[LogRow] | None = None
        self._all_here = True
        self._fetching = False
        self._asked = 0
        """Counts the questions, so that an answer to an older one is known."""

    def show_log(self, read: ReadPage[LogRow] | None) -> None:
        """Show another log; the rows arrive a moment later."""
        self._read = read
        self._all_here = read is None
        self.show([])
        self.refresh()

    def refresh(self) -> None:
        """Read from the beginning again. What stays, stays where it is."""
        self._asked += 1
        self._fetching = False  # an answer that is under way doesn't count any more
        self._ask(None)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        more = not self._all_here and not self._fetching and bool(self._rows)
        return more and not parent.isValid()

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            self._fetching = True
            self._ask(self._rows[-1].number)

    def _ask(self, before: int | None) -> None:
        read, asked = self._read, self._asked
        if read is not None:
            self._worker.survey(
                lambda bank: (asked, before, read(bank, before)),
                self._on_read,
                replaces=(id(self), "page"),
            )

    def _on_read(self, answer: tuple[int, int | None, list[LogRow]]) -> None:
        asked, before, rows = answer
        if asked != self._asked:
            return
        if before is None:
            self._put_on_top(rows)
        else:
            self._put_below(rows)
        self.arrived.emit()

    def _put_on_top(self, rows: list[LogRow]) -> None:
        first = next((n for n, row in enumerate(rows) if self._rows[:1] == [row]), None)
        if first is None or self._rows[: len(rows) - first] != rows[first:]:
            self._all_here = len(rows) < PAGE
            if rows or self._rows:
                self.show(rows)
        elif first:
            self.beginInsertRows(NOWHERE, 0, first - 1)
            self._rows[:0] = rows[:first]
            self.endInsertRows()

    def _put_below(self, rows: list[LogRow]) -> None:
        self._fetching = False
        self._all_here = len(rows) < PAGE
        if rows:
            self.beginInsertRows(NOWHERE, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()
