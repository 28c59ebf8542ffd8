"""What happened, newest first: a table model that reads further as it is scrolled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.core.entry import KINDS
from memdesk.gui import history_words, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank, LoggedChange, Revision

PAGE = 100

_NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex
HappenedColumn = Literal["at", "author", "what"]
COLUMNS: tuple[HappenedColumn, ...] = ("at", "author", "what")


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """A line of a history: one revision, or a whole change (`whole`) of many things."""

    number: int
    """What the next page begins before."""
    at: str
    author: str
    what: str
    revision: Revision
    """The only one, or the first."""
    count: int = 1
    whole: bool = False

    @property
    def entry(self) -> tuple[str, str] | None:
        """Kind and id of the one thing it is about, if that can be shown."""
        revision = self.revision
        if self.count > 1 or revision.kind not in (*KINDS, "profile"):
            return None
        return revision.kind, revision.id

    @property
    def can_revert(self) -> bool:
        return self.revision.action != "destroy"


Read = Callable[[Bank, int | None], list[Happened]]
"""Reads a page of lines before a number; runs in another thread."""


def of_one(kind: str, id: str) -> Read:
    """The history of one thing."""

    def read(bank: Bank, before: int | None) -> list[Happened]:
        return [
            Happened(
                number=revision.number,
                at=revision.at,
                author=revision.author,
                what=history_words.action_words(revision),
                revision=revision,
            )
            for revision in bank.history(id, kind=kind, before=before, limit=PAGE)
        ]

    return read


def of_all(author: str | None, kind: str | None) -> Read:
    """The history of the whole bank, a line a change."""

    def read(bank: Bank, before: int | None) -> list[Happened]:
        found = bank.change_log(author=author, kind=kind, before=before, limit=PAGE)
        return [_line(log) for log in found]

    return read


def _line(log: LoggedChange) -> Happened:
    return Happened(
        number=log.change.number,
        at=log.change.at,
        author=log.change.author,
        what=history_words.change_words(log),
        revision=log.revision,
        count=log.count,
        whole=True,
    )


class HistoryTable(QAbstractTableModel):
    """When, who, what."""

    arrived = Signal()
    """Lines were read, if any."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._read: Read | None = None
        self._lines: list[Happened] = []
        self._all_here = True
        self._asked = 0
        """Counts the questions, so that an answer to an older one is known."""

    def show(self, read: Read | None) -> None:
        """Show another history; the lines arrive a moment later."""
        self._read = read
        self.beginResetModel()
        self._lines = []
        self.endResetModel()
        self.refresh()

    def refresh(self) -> None:
        """Read from the beginning again."""
        self._asked += 1
        self._all_here = self._read is None
        self._ask(None)

    def line_at(self, row: int) -> Happened | None:
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def _ask(self, before: int | None) -> None:
        read, asked = self._read, self._asked
        if read is not None:
            self._worker.survey(
                lambda bank: (asked, before, read(bank, before)),
                self._on_read,
                replaces=(id(self), "history"),
            )

    def _on_read(self, answer: tuple[int, int | None, list[Happened]]) -> None:
        asked, before, lines = answer
        if asked != self._asked:
            return
        self._all_here = len(lines) < PAGE
        if before is None:
            self._replace(lines)
        elif lines:
            self.beginInsertRows(_NOWHERE, len(self._lines), len(self._lines) + len(lines) - 1)
            self._lines += lines
            self.endInsertRows()
        self.arrived.emit()

    def _replace(self, lines: list[Happened]) -> None:
        """What is new comes on top; nothing moves that stays."""
        first = next((n for n, line in enumerate(lines) if self._lines[:1] == [line]), None)
        if self._lines and first is not None and self._lines[: len(lines) - first] == lines[first:]:
            if first:
                self.beginInsertRows(_NOWHERE, 0, first - 1)
                self._lines[:0] = lines[:first]
                self.endInsertRows()
            self._all_here = False  # whether there is more is known when the end is reached
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    # --- what a view asks

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and not self._all_here and bool(self._lines)

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            self._all_here = True  # until the answer says otherwise: one question at a time
            self._ask(self._lines[-1].number)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            "at": self.tr("When"),
            "author": self.tr("Who"),
            "what": self.tr("What"),
        }[COLUMNS[section]]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line_at(index.row()) if index.isValid() else None
        if line is None:
            return None
        column = COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            if column == "at":
                return words.moment_short(line.at)
            return words.author_word(line.author) if column == "author" else line.what
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.moment(line.at) if column == "at" else self.data(index)
        return None
