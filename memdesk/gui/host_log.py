"""What a host fetched and wrote, and when: "who read what" (spec 3.1, 7.1)."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
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
from memdesk.gui.row_selection import select_row
from memdesk.store.bank import AccessRow, Bank

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()

PAGE = 100
ENTRIES_SHOWN = 200
LOOK_MS = 2_000
"""Calls are no changes of the bank: while it is in sight, the log looks for new ones itself."""

_COLUMNS = ("at", "operation", "ids", "workspace", "role", "session", "bytes", "took")


class LogTable(QAbstractTableModel):
    """The calls of one host, the newest first, read as far as they are scrolled to."""

    arrived = Signal()

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._host: str | None = None
        self._rows: list[AccessRow] = []
        self._all_here = True

    def show(self, host: str | None) -> None:
        """Show the calls of this host."""
        if host == self._host:
            self.look()
            return
        self._host = host
        self.beginResetModel()
        self._rows = []
        self.endResetModel()
        self._all_here = host is None
        self.look()

    def look(self) -> None:
        """Read what is new."""
        self._ask(None)

    def at(self, row: int) -> AccessRow | None:
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def _ask(self, before: int | None) -> None:
        host = self._host
        if host is None:
            return

        def work(bank: Bank) -> tuple[str, int | None, list[AccessRow]]:
            return host, before, bank.access_log(limit=PAGE, before=before, host=host)

        self._worker.survey(work, self._on_read, replaces=(id(self), before is None))

    def _on_read(self, answer: tuple[str, int | None, list[AccessRow]]) -> None:
        host, before, rows = answer
        if host != self._host:
            return
        if before is not None:
            self._all_here = len(rows) < PAGE
            if rows and self._rows and self._rows[-1].number == before:
                end = len(self._rows)
                self.beginInsertRows(_NOWHERE, end, end + len(rows) - 1)
                self._rows += rows
                self.endInsertRows()
            return
        newest = self._rows[0].number if self._rows else 0
        new = [row for row in rows if row.number > newest]
        if self._rows and len(new) == PAGE:  # more than a page came meanwhile: begin anew
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        elif new:
            self.beginInsertRows(_NOWHERE, 0, len(new) - 1)
            self._rows[:0] = new
            self.endInsertRows()
        self._all_here = len(self._rows) < PAGE if newest == 0 else self._all_here
        self.arrived.emit()

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(_COLUMNS)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and not self._all_here and bool(self._rows)

    def fetchMore(self, parent: AnyIndex) -> None:
        if self.canFetchMore(parent):
            self._all_here = True  # until the answer says otherwise: one question at a time
            self._ask(self._rows[-1].number)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            "at": self.tr("When"),
            "operation": self.tr("What"),
            "ids": self.tr("Entries"),
            "workspace": self.tr("Workspace"),
            "role": self.tr("Role"),
            "session": self.tr("Session"),
            "bytes": self.tr("Bytes"),
            "took": self.tr("Took"),
        }[_COLUMNS[section]]

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
        self.entries.setIconSize(QSize(16, 16))
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
        self._timer.timeout.connect(self.table.look)
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
        self.table.show(host)
        if host is None:
            self._show_count(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.table.look()
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
