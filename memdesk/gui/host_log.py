"""What a host fetched and wrote, and when: "who read what" (spec 3.1, 7.1)."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import Entry
from memdesk.gui import hosts_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.icons import icon
from memdesk.gui.list_view import show_as_list
from memdesk.gui.paged_table import PAGE, PagedTable, ReadPage
from memdesk.gui.row_selection import select_row
from memdesk.gui.row_table import AnyIndex
from memdesk.store.bank import AccessRow, Bank

ENTRIES_SHOWN = 200
LOOK_MS = 2_000
"""Calls are no changes of the bank: while it is in sight, the log looks for new ones itself."""

_COLUMNS = ("at", "operation", "ids", "workspace", "role", "session", "bytes", "took")


class LogTable(PagedTable[AccessRow]):
    """The calls of one host."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent)
        self._host: str | None = None

    def show_host(self, host: str | None) -> None:
        """Show the calls of this host; what is new where they are shown already."""
        if host == self._host:
            self.refresh()
            return
        self._host = host
        self.show_log(None if host is None else _calls_of(host))

    def headings(self) -> tuple[str, ...]:
        return (
            self.tr("When"),
            self.tr("What"),
            self.tr("Entries"),
            self.tr("Workspace"),
            self.tr("Role"),
            self.tr("Session"),
            self.tr("Bytes"),
            self.tr("Took"),
        )

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.at(index.row()) if index.isValid() else None
        if row is None:
            return None
        column = _COLUMNS[index.column()]
        number = column in ("ids", "bytes", "took")
        if role == Qt.ItemDataRole.TextAlignmentRole and number:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            full = {"at": words.moment(row.at), "workspace": row.workspace}
            return full.get(column) or self.data(index)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            "at": lambda: words.moment_short(row.at),
            "operation": lambda: hosts_words.operation_word(row.operation),
            "ids": lambda: str(len(row.ids)) if row.ids else "",
            "workspace": lambda: words.workspace_word(row.workspace),
            "role": lambda: row.role,
            "session": lambda: row.session,
            "bytes": lambda: str(row.bytes),
            "took": lambda: hosts_words.took(row.microseconds),
        }[column]()


def _calls_of(host: str) -> ReadPage[AccessRow]:
    def read(bank: Bank, before: int | None) -> list[AccessRow]:
        return bank.access_log(limit=PAGE, before=before, host=host)

    return read


class HostLog(QWidget):
    """The calls above, the entries of the chosen one below; Enter goes to an entry."""

    entry_wanted = Signal(str, str)
    """Kind and id."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.table = LogTable(worker, self)
        self.view = QTableView(self)
        self.view.setModel(self.table)
        self._set_up_view()
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.entries = QListWidget(self)
        self.entries.setAccessibleName(self.tr("Entries of the call"))
        self.entries.setUniformItemSizes(True)
        side = theme.beside(self.entries)
        self.entries.setIconSize(QSize(side, side))
        self.entries.itemActivated.connect(self._on_entry_activated)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addWidget(self._label)
        column.addWidget(self.entries, 1)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.view)
        split.addWidget(below)
        split.setSizes([200, 120])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.table.refresh)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.table.arrived.connect(self._on_arrived)
        self._show_count(None)

    def _set_up_view(self) -> None:
        view = self.view
        show_as_list(view, self.tr("What it fetched and wrote"), least_height=80, room=8)
        digit = view.fontMetrics().horizontalAdvance("0")
        for place, width in enumerate((11, 18, 8, 13, 9, 13, 9, 10)):
            view.setColumnWidth(place, digit * width)

    def show_host(self, host: str | None) -> None:
        """Show the calls of this host."""
        self.table.show_host(host)
        if host is None:
            self._show_count(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.table.refresh()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _on_arrived(self) -> None:
        if self.table.rowCount() and not self.view.currentIndex().isValid():
            select_row(self.view, 0)
        elif not self.table.rowCount():
            self._show_count(None)

    def _on_current_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.table.at(current.row())
        self.entries.clear()
        self._show_count(row)
        if row is None or not row.ids:
            return
        ids = row.ids[:ENTRIES_SHOWN]

        def work(bank: Bank) -> tuple[int, list[Entry]]:
            with bank.snapshot():
                keys = [key for named in bank.keys_of(ids).values() for key in named]
                found = bank.rows(keys).values()
            order = {id: place for place, id in enumerate(ids)}
            return row.number, sorted(found, key=lambda entry: order[entry.id])

        self._worker.read(work, self._on_entries, replaces=(id(self), "entries"))

    def _show_count(self, row: AccessRow | None) -> None:
        if row is None:
            text = "" if self.table.rowCount() else self.tr("It has not called yet.")
        elif not row.ids:
            text = self.tr("No entries went out or came in with this call.")
        else:
            text = self.tr("Entries: {count}").format(count=len(row.ids))
        self._label.setText(text)

    def _on_entries(self, answer: tuple[int, list[Entry]]) -> None:
        number, entries = answer
        row = self.table.at(self.view.currentIndex().row())
        if row is None or row.number != number:
            return
        self.entries.clear()
        for entry in entries:
            item = QListWidgetItem(icon(entry.kind), entry.label)
            item.setData(Qt.ItemDataRole.UserRole, (entry.kind, entry.id))
            self.entries.addItem(item)
        gone = min(len(row.ids), ENTRIES_SHOWN) - len(entries)
        if gone > 0:
            text = self.tr("Entries: {count}, of which deleted since: {gone}")
            self._label.setText(text.format(count=len(row.ids), gone=gone))

    def _on_entry_activated(self, item: QListWidgetItem) -> None:
        self.entry_wanted.emit(*item.data(Qt.ItemDataRole.UserRole))
