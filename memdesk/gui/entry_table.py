"""The table model of entries: an array of keys, and pages of rows around what is painted.

A bank of a million entries opens at once (spec 6.1): the array holds 8 bytes an entry; the rows
that a view looks at come with the keys (`first_rows`), the others are read when it first paints
them, a page at a time, and all are forgotten when unused.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import Conflict, MemdeskError
from memdesk.core.query import Query
from memdesk.gui import words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import Column, picture, shown
from memdesk.gui.first_rows import PAGE, Answer, LookedAt, answer, page_of, row_of

if TYPE_CHECKING:
    from memdesk.store.bank import Bank, Change

PAGES_KEPT = 64
WAIT_MS = 200
"""How long an answer is awaited before the person is told that it takes a while."""

ENTRY_ROLE = Qt.ItemDataRole.UserRole
"""Hands out the Entry of a row, or None when it is gone from the bank."""

KEYS_MIME = "application/x-memdesk-keys"

_NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex

USER = Actor()


class CellEdit(NamedTuple):
    """An edit in a cell that was not stored; `began_from` is what the person saw before it."""

    entry: Entry
    field: str
    mine: object
    began_from: object


class EntryTable(QAbstractTableModel):
    """Entries of a query, as rows. Sorting and filtering happen in SQL (spec 6.1)."""

    refused = Signal(object)
    """A MemdeskError: an edit in a cell that was not stored."""
    not_stored = Signal(object)
    """A CellEdit: what was refused, so that it isn't lost."""
    conflicted = Signal(object)
    """A CellEdit: someone else changed the field while the person was editing it."""
    asking = Signal()
    """Right before the bank is asked, so that a view can say where it stands (`looked_at`)."""
    keys_changing = Signal()
    """Right before rows come, go or move, so that a view can note its place."""
    rows_leaving = Signal(int, int)
    """First row and number of those that are about to go; before any view hears of it."""
    keys_changed = Signal()
    """After it; also when a query first arrived."""
    counted = Signal(int)
    """How many rows there are now."""
    awaited = Signal(bool)
    """Whether the rows on the screen answer another question than the one that was asked, and
    have done so for a while: without an index, a million entries are sorted in seconds."""

    def __init__(
        self,
        worker: BankWorker,
        columns: Sequence[Column],
        query: Query,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._columns = tuple(columns)
        self._flags = [_flags_of(column) for column in columns]
        self._query = query
        self._keys: array[int] = array("q")
        self._pages: OrderedDict[int, dict[int, Entry]] = OrderedDict()
        self._rows: dict[int, int | None] = {}
        """Where the keys stand that were looked at: among a million, milliseconds each."""
        self._loaded = False
        self._answered: Query | None = None
        """What the rows on the screen are the answer to."""
        self._trouble: str | None = None
        self.looked_at = LookedAt()
        """Where the view stands: what it looks at is read with the keys."""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(WAIT_MS)
        self._patience.timeout.connect(lambda: self.awaited.emit(True))

    # --- what it shows

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._columns

    @property
    def query(self) -> Query:
        return self._query

    @property
    def loaded(self) -> bool:
        """Whether the first answer of the bank has arrived."""
        return self._loaded

    @property
    def sorting(self) -> bool:
        """Whether the rows that are awaited are those on the screen, in another order."""
        was, now = self._answered, self._query
        return (
            was is not None
            and was != now
            and (replace(was, sort=now.sort, descending=now.descending) == now)
        )

    def set_query(self, query: Query) -> None:
        """Show other entries, or the same in another order. Arrives a moment later."""
        self._query = query
        self.refresh()

    def refresh(self) -> None:
        """Ask the bank again; what stays keeps its selection and place."""
        query = self._query
        if query != self._answered and not self._patience.isActive():
            self._patience.start()
        self.asking.emit()
        looked_at = self.looked_at
        self._worker.read(
            lambda bank: answer(bank, query, looked_at),
            self._on_keys,
            self._on_no_keys,
            replaces=(id(self), "keys"),
            question=query,
        )

    def take_changes(self, changes: Iterable[Change]) -> None:
        """What others changed: read again when it can concern these rows."""
        concerned = {*self._query.kinds, "tag"}
        if any(not concerned.isdisjoint(change.kinds) for change in changes):
            self._pages.clear()  # who asks for a row before the answer is here gets no old one
            self.refresh()

    def key_at(self, row: int) -> int:
        return self._keys[row]

    def keys_at(self, rows: Iterable[range]) -> array[int]:
        """The keys of ranges of rows, without reading a single entry."""
        found: array[int] = array("q")
        for span in rows:
            found.extend(self._keys[span.start : span.stop])
        return found

    def row_of(self, key: int) -> int | None:
        """Where a key stands now, or None."""
        return self._rows[key] if key in self._rows else row_of(self._keys, key)

    def rows_of(self, keys: set[int]) -> list[int]:
        """Where those keys stand that are among the rows, rising."""
        if len(keys) <= 8:
            return sorted(row for key in keys if (row := self.row_of(key)) is not None)
        return [row for row, key in enumerate(self._keys) if key in keys]

    def entry_at(self, row: int) -> Entry | None:
        """The entry of a row, read with its page when it is not known yet."""
        if not 0 <= row < len(self._keys):
            return None
        number = row // PAGE
        page = self._pages.get(number)
        if page is None:
            page = self._read_page(number)
        else:
            self._pages.move_to_end(number)
        return page.get(self._keys[row])

    def _read_page(self, number: int) -> dict[int, Entry]:
        try:
            page = self._worker.bank.rows(page_of(self._keys, number))
        except MemdeskError as error:
            # Not while painting, and once: the same sentence would come with every cell.
            if self._trouble != str(error):
                self._trouble = str(error)
                self._worker.job_failed.emit(error)
            return {}
        self._trouble = None
        self._pages[number] = page
        while len(self._pages) > PAGES_KEPT:
            self._pages.popitem(last=False)
        return page

    # --- what a view asks

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        field = self._columns[section].field
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if field == "pinned" else words.field_word(field)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return words.field_word(field)
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        # First: a view asks for a dozen roles of every cell that it paints.
        if role not in _ANSWERED or not index.isValid():
            return None
        entry = self.entry_at(index.row())
        if entry is None:
            return None
        if role == ENTRY_ROLE:
            return entry
        column = self._columns[index.column()]
        if role == Qt.ItemDataRole.DecorationRole:
            return picture(entry, column.field)
        if role == Qt.ItemDataRole.EditRole:
            return getattr(entry, column.target) if column.editing != "no" else None
        text = shown(entry, column.field)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if column.field == "pinned":
            return words.field_word("pinned") if entry.pinned else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            full = words.moment(getattr(entry, column.field)) if text and _is_time(column) else text
            return full or None
        return f"{words.field_word(column.field)}: {text}"

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        # Qt may ask for every selected cell: nothing is put together here.
        return self._flags[index.column()] if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < len(self._columns):
            return
        sort = self._columns[column].sort
        if sort is None:
            return
        descending = order == Qt.SortOrder.DescendingOrder
        if (sort, descending) != (self._query.sort, self._query.descending):
            self.set_query(replace(self._query, sort=sort, descending=descending))

    # --- edits in cells

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        entry = self.entry_at(index.row())
        column = self._columns[index.column()]
        if entry is None or column.editing == "no":
            return False
        return self.edit(index.row(), column.target, value, getattr(entry, column.target))

    def edit(self, row: int, field: str, value: object, began_from: object) -> bool:
        """Store a field's new value. `began_from` is what the person saw when they began.

        What is not valid is refused at once, what someone else changed meanwhile is asked about
        (`conflicted`); both are reported by signals.
        """
        entry = self.entry_at(row)
        if entry is None or value == began_from:
            return False
        from memdesk.core.validation import check_field  # no start has anything to check

        try:
            check_field(entry.kind, field, value)
        except MemdeskError as error:
            edit = CellEdit(entry=entry, field=field, mine=value, began_from=began_from)
            self.not_stored.emit(edit)
            self.refused.emit(error)
            return False
        self._show_at_once(row, replace(entry, **{field: value}))
        self.store(entry, field, value, began_from)
        return True

    def store(self, entry: Entry, field: str, value: object, began_from: object) -> None:
        """Write one field of an entry; a conflict comes back by `conflicted`."""
        edit = CellEdit(entry=entry, field=field, mine=value, began_from=began_from)

        def failed(error: MemdeskError) -> None:
            self.forget_pages()
            if isinstance(error, Conflict):
                self.conflicted.emit(edit)
            else:
                self.not_stored.emit(edit)
                self.refused.emit(error)

        self._worker.submit(
            lambda bank: bank.update(
                entry.id, {field: value}, USER, kind=entry.kind, expected={field: began_from}
            ),
            None,
            failed,
        )

    def _show_at_once(self, row: int, entry: Entry) -> None:
        page = self._pages.get(row // PAGE)
        if page is not None:
            page[entry.key] = entry
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._columns) - 1))

    def forget_pages(self) -> None:
        """Read every painted row again."""
        self._pages.clear()
        if self._keys:
            last = self.index(len(self._keys) - 1, len(self._columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    # --- dragging: tasks and works have an order of their own (spec 2.2)

    @property
    def can_reorder(self) -> bool:
        """Whether a dragged row has a place to go: one kind, in its own order, unfiltered."""
        query = self._query
        return (
            query.sort == "position"
            and not query.descending
            and query.kinds in (("task",), ("work",))
            and not query.text
        )

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction if self.can_reorder else Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        return [KEYS_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        data = QMimeData()
        data.setData(KEYS_MIME, array("q", (self._keys[row] for row in rows)).tobytes())
        return data

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        return self.can_reorder and data.hasFormat(KEYS_MIME)

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        keys: array[int] = array("q")
        keys.frombytes(data.data(KEYS_MIME).data())
        self.move_before(keys, row if row >= 0 else parent.row() if parent.isValid() else None)
        # False: the rows move when the bank has moved them; the view must not remove them.
        return False

    def move_before(self, keys: Sequence[int], row: int | None) -> None:
        """Put these entries before that row, or at the end."""
        kind: Kind = self._query.kinds[0]
        moving = set(keys)
        if row is not None:
            while row < len(self._keys) and self._keys[row] in moving:
                row += 1
        target = self.entry_at(row) if row is not None else None
        before = target.id if target else None

        def reorder(bank: Bank) -> None:
            entries = bank.rows(keys)
            bank.reorder(kind, [entries[key].id for key in keys if key in entries], before, USER)

        self._worker.submit(reorder, None, self.refused.emit)

    # --- fresh keys

    def _on_keys(self, answered: Answer) -> None:
        query, keys, pages, rows = answered
        if query != self._query:
            return
        self._await_no_more()
        self._loaded = True
        self._rows = {}
        self._pages.clear()
        self.keys_changing.emit()
        asked, self._answered = self._answered, query
        if asked == query:
            self._move_to(keys)
        else:  # another question gets a whole new answer
            self._reset(keys)
        self._rows = rows
        self._pages.update(pages)
        if self._keys:
            last = self.index(len(self._keys) - 1, len(self._columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        self.keys_changed.emit()
        self.counted.emit(len(self._keys))

    def _on_no_keys(self, error: MemdeskError) -> None:
        self._await_no_more()
        self._worker.job_failed.emit(error)

    def _await_no_more(self) -> None:
        self._patience.stop()
        self.awaited.emit(False)

    def _move_to(self, keys: array[int]) -> None:
        """Show these keys. What stays keeps its selection and place."""
        # Here: a start has no rows that could move.
        from memdesk.gui.key_changes import Insertion, Removal, Reordering, Reset, plan_changes

        for change in plan_changes(self._keys, keys):
            self._pages.clear()
            match change:
                case Removal(row, count):
                    self.rows_leaving.emit(row, count)
                    self.beginRemoveRows(_NOWHERE, row, row + count - 1)
                    del self._keys[row : row + count]
                    self.endRemoveRows()
                case Insertion(row, new):
                    self.beginInsertRows(_NOWHERE, row, row + len(new) - 1)
                    self._keys[row:row] = new
                    self.endInsertRows()
                case Reordering(row, moved):
                    self._reorder(row, moved)
                case Reset(new):
                    self._reset(new)

    def _reset(self, keys: array[int]) -> None:
        self._pages.clear()
        self.rows_leaving.emit(0, len(self._keys))
        self.beginResetModel()
        self._keys = keys
        self.endResetModel()

    def _reorder(self, row: int, keys: array[int]) -> None:
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        new_row = {key: row + offset for offset, key in enumerate(keys)}
        moved = [
            self.index(new_row.get(self._keys[index.row()], index.row()), index.column())
            for index in old
        ]
        self._keys[row : row + len(keys)] = keys
        self.changePersistentIndexList(old, moved)
        self.layoutChanged.emit()


def _flags_of(column: Column) -> Qt.ItemFlag:
    """What can be done with every cell of a column."""
    flags = (
        Qt.ItemFlag.ItemIsEnabled
        | Qt.ItemFlag.ItemIsSelectable
        | Qt.ItemFlag.ItemNeverHasChildren
        | Qt.ItemFlag.ItemIsDragEnabled
    )
    if column.editing not in ("no", "pinned"):
        flags |= Qt.ItemFlag.ItemIsEditable
    return flags


def _is_time(column: Column) -> bool:
    return column.field.endswith("_at")


_ANSWERED = frozenset(
    (
        ENTRY_ROLE,
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.DecorationRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
)
