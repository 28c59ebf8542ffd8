"""What happened, newest first: a table model that reads further as it is scrolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import Qt

from memdesk.core.entry import KINDS
from memdesk.gui import history_words, words
from memdesk.gui.paged_table import PAGE, PagedTable, ReadPage
from memdesk.gui.row_table import AnyIndex
from memdesk.store.bank import Bank, LoggedChange, Revision

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


Read = ReadPage[Happened]


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


class HistoryTable(PagedTable[Happened]):
    """When, who, what."""

    def headings(self) -> tuple[str, ...]:
        return self.tr("When"), self.tr("Who"), self.tr("What")

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.at(index.row()) if index.isValid() else None
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
