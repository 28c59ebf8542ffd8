"""What cleaning would do, as rows to tick: the entry, what becomes of it, and why (spec 1.6)."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon

from memdesk.core.entry import Entry, lower
from memdesk.core.text import one_line
from memdesk.gui import words
from memdesk.gui.columns import relevance_icon
from memdesk.gui.icons import icon
from memdesk.store.ageing import Cleaning, days_since, last_seen
from memdesk.store.bank import Bank

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
TITLE, KIND, BECOMES, WHY = range(4)
ENTRY = Qt.ItemDataRole.UserRole
PAGE = 100
"""Rows that are fetched at once, as they are painted."""


class CleanRows(QAbstractTableModel):
    """Keys only; the entries behind are read as they are painted. All are ticked at first."""

    ticked_changed = Signal()

    def __init__(self, bank: Bank, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bank = bank
        self._keys: array[int] = array("q")
        self._trashed = 0
        self._ticked = bytearray()
        self._pages: dict[int, dict[int, Entry]] = {}

    def show_cleaning(self, cleaning: Cleaning, unticked: Collection[int] = ()) -> None:
        """Show these, all ticked but those keys: what goes to the trash, then what falls."""
        self.beginResetModel()
        self._keys = cleaning.trash + cleaning.downgrade
        self._trashed = len(cleaning.trash)
        self._ticked = bytearray(key not in unticked for key in self._keys)
        self._pages = {}
        self.endResetModel()
        self.ticked_changed.emit()

    @property
    def ticked(self) -> list[int]:
        """The keys of what is to be cleaned."""
        return [key for key, tick in zip(self._keys, self._ticked, strict=True) if tick]

    @property
    def unticked(self) -> set[int]:
        """The keys of what is to stay."""
        return {key for key, tick in zip(self._keys, self._ticked, strict=True) if not tick}

    @property
    def ticked_counts(self) -> tuple[int, int]:
        """How many ticked entries go to the trash, and how many become less relevant."""
        going = self._ticked.count(1, 0, self._trashed)
        return going, self._ticked.count(1) - going

    def tick_all(self, on: bool) -> None:
        self._ticked = bytearray([on]) * len(self._keys)
        if self._keys:
            self.dataChanged.emit(self.index(0, TITLE), self.index(len(self._keys) - 1, TITLE))
        self.ticked_changed.emit()

    def entry_at(self, row: int) -> Entry | None:
        """The entry of a row; None when it is gone meanwhile."""
        page = row // PAGE
        if page not in self._pages:
            if len(self._pages) > 20:
                self._pages.clear()
            self._pages[page] = self._bank.rows(self._keys[page * PAGE : (page + 1) * PAGE])
        return self._pages[page].get(self._keys[row])

    # --- the model

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            names = (self.tr("Entry"), self.tr("Kind"), self.tr("Becomes"), self.tr("Why"))
            return names[section]
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == TITLE:
            on = self._ticked[row]
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role not in (
            ENTRY,
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.DecorationRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        entry = self.entry_at(row)
        if role == ENTRY or entry is None:
            return entry
        if role == Qt.ItemDataRole.DecorationRole:
            return self._picture(row, entry) if column == BECOMES else None
        if role == Qt.ItemDataRole.AccessibleTextRole and column == TITLE:
            return f"{entry.label}, {self._becomes(row, entry)}, {self._why(row, entry)}"
        match column:
            case 0:
                return one_line(entry.label)
            case 1:
                return words.kind_word(entry.kind)
            case 2:
                return self._becomes(row, entry)
        return self._why(row, entry)

    def _picture(self, row: int, entry: Entry) -> QIcon:
        return icon("trash") if row < self._trashed else relevance_icon(lower(entry.relevance))

    def _becomes(self, row: int, entry: Entry) -> str:
        if row < self._trashed:
            return self.tr("To the trash")
        named = words.relevance_words()
        return f"{named[entry.relevance]} → {named[lower(entry.relevance)]}"

    def _why(self, row: int, entry: Entry) -> str:
        seen = days_since(last_seen(entry))
        if row >= self._trashed:
            return self.tr("Not accessed for %Ln days", "", seen)
        made = days_since(entry.created_at)
        if entry.accessed_at is None:
            return self.tr("Never asked for in %Ln days", "", made)
        return self.tr("Never recalled in %Ln days, in a block {ago}", "", made).format(
            ago=self.tr("%Ln days ago", "", seen)
        )

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        self._ticked[index.row()] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == TITLE else flags
