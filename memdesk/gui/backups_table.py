"""The backups of a bank as a person chooses among them: when, why, and how much is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from memdesk.core import times
from memdesk.core.errors import BankUnavailable
from memdesk.gui import words
from memdesk.gui.icons import icon
from memdesk.gui.list_view import fit_columns
from memdesk.store import backup
from memdesk.store.backup import Backup

translate = QCoreApplication.translate

_PATH = Qt.ItemDataRole.UserRole
_ROWS = 3
"""So many are seen on the smallest screen with the largest text."""
_WHY = 2
"""The column that has the rest of the width."""


@dataclass(frozen=True, slots=True)
class Found:
    """A backup, and what is in it: the number of entries, or why it can't be used."""

    backup: Backup
    entries: int | None
    trouble: BankUnavailable | None = None


def find(folder: Path, bank: Path) -> list[Found]:
    """The backups of a bank, each looked into. Reads files: off the interface thread."""
    found = []
    for one in backup.listed(folder, bank):
        try:
            found.append(Found(one, backup.look_inside(one.path).entries))
        except BankUnavailable as error:
            found.append(Found(one, None, error))
    return found


def reason_word(reason: str) -> str:
    return {
        "daily": translate("Backups", "Each day"),
        "import": translate("Backups", "Before an import"),
        "migration": translate("Backups", "Before an update"),
        "restore": translate("Backups", "Before a restore"),
        "hand": translate("Backups", "By hand"),
        "salvage": translate("Backups", "Read out of the damaged bank"),
    }[reason]


def age(at: datetime, now: datetime | None = None) -> str:
    """How long ago something was, roughly."""
    minutes = int(((now or datetime.now(UTC)) - at).total_seconds() // 60)
    if minutes < 1:
        return translate("Backups", "just now")
    if minutes < 60:
        return translate("Backups", "{count} min ago").format(count=minutes)
    if minutes < 48 * 60:
        return Backups().hours_ago(minutes // 60)
    return Backups().days_ago(minutes // (24 * 60))


class Backups(words.Counting):
    """Sentences with a number."""

    def hours_ago(self, count: int) -> str:
        return self.tr("%Ln hours ago", "", count)

    def days_ago(self, count: int) -> str:
        return self.tr("%Ln days ago", "", count)


class BackupsTable(QTreeWidget):
    """One row a backup, the newest first. What can't be used can't be chosen, and says why."""

    chosen_changed = Signal()
    agreed = Signal()
    """Enter, or a double click, on one that can be used."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Backups"))
        self.setHeaderLabels([self.tr("Made"), self.tr("Age"), self.tr("Why"), self.tr("Entries")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        fit_columns(self, _WHY)
        self.headerItem().setTextAlignment(3, Qt.AlignmentFlag.AlignRight)
        self.itemSelectionChanged.connect(self.chosen_changed)
        self.itemActivated.connect(lambda *_where: self.agreed.emit())
        self.setMinimumHeight(self.fontMetrics().height() * (_ROWS + 2))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def chosen(self) -> Path | None:
        """The file of the chosen backup."""
        items = self.selectedItems()
        path = items[0].data(0, _PATH) if items else None
        return path if isinstance(path, Path) else None

    def choose(self, path: Path) -> None:
        """Choose a backup by its file."""
        for index in range(self.topLevelItemCount()):
            item = self.topLevelItem(index)
            if item is not None and item.data(0, _PATH) == path:
                self.setCurrentItem(item)

    def show_found(self, found: Sequence[Found]) -> None:
        """Show these, and choose the newest that can be used."""
        self.clear()
        best = None
        for one in found:
            item = self._item(one)
            self.addTopLevelItem(item)
            if best is None and one.entries is not None:
                best = item
        fit_columns(self, _WHY)
        if best is not None:
            self.setCurrentItem(best)

    def _item(self, one: Found) -> QTreeWidgetItem:
        item = QTreeWidgetItem()
        item.setData(0, _PATH, one.backup.path)
        item.setText(0, words.moment(times.iso(one.backup.at)))
        item.setText(1, age(one.backup.at))
        item.setText(2, reason_word(one.backup.reason))
        item.setTextAlignment(3, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        tip = str(one.backup.path)
        if one.entries is None:
            item.setText(3, self.tr("Damaged"))
            item.setIcon(0, icon("warning"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            if one.trouble is not None:
                tip += "\n" + words.error_sentence(one.trouble)
        else:
            item.setIcon(0, icon("check"))
            item.setText(3, self.locale().toString(one.entries))
        for column in range(4):
            item.setToolTip(column, tip)
        return item
