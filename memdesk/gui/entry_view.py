"""The table of entries as it is seen: columns, a selection that stays, keys, dragging, marks."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QMenu,
    QTableView,
    QWidget,
)

from memdesk.core.entry import Entry
from memdesk.gui import theme, words
from memdesk.gui.columns import Column
from memdesk.gui.completion import Suggestions
from memdesk.gui.delegates import CellDelegate, Variant, as_it_is, delegate_for
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.first_rows import LookedAt
from memdesk.gui.marks import filter_words
from memdesk.gui.row_selection import selected_spans, selection_of

if TYPE_CHECKING:
    from memdesk.gui.marked_cells import Marking

DIGIT = 8
"""Pixels of a digit where the columns have the widths that they are described with."""
SELECTION_KEPT = 100_000
"""Selected rows that are looked for after a reset; more are let go."""


class EntryView(QTableView):
    """A table of an EntryTable model."""

    entry_selected = Signal(object)
    """The Entry of the current row, or None."""
    menu_wanted = Signal(QPoint)
    """A context menu is wanted at a global point."""
    cell_opened = Signal()
    """A cell is being edited from now on."""
    cell_typed = Signal(int, str, object, object)
    """Key of an entry, field, the value being typed into its cell, and the one it began from."""
    cell_left = Signal()
    """No cell is being edited any more."""

    def __init__(
        self,
        model: EntryTable,
        statuses: Suggestions,
        tags: Suggestions,
        tech: Suggestions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._table = model
        self._offered = (statuses, tags, tech)
        self._delegates = self._make_delegates()
        self._marking: list[Marking] = []
        """As the others; made when something is first to be marked."""
        self._marked: tuple[str, ...] = ()
        self._top_key: int | None = None
        self._current_key: int | None = None
        self._kept: array[int] | None = None
        self._taken: tuple[array[int] | None, int | None, int | None] | None = None
        """Of another view: selected keys, and the current one, and the one at the top."""
        self.setModel(model)
        self._set_up()
        self._set_delegates(self._delegates)
        self._set_up_header(model.columns)
        self.wait_sign = self._make_wait_sign()
        model.asking.connect(self._on_asking)
        model.awaited.connect(self._on_awaited)
        model.keys_changing.connect(self._on_keys_changing)
        model.modelAboutToBeReset.connect(self._on_about_to_be_reset)
        model.keys_changed.connect(self._on_keys_changed)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.customContextMenuRequested.connect(self._on_context_menu_requested)

    @property
    def table(self) -> EntryTable:
        return self._table

    def _set_up(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        # Not by a click on a selected row: it opens half a second later, and takes the keyboard
        # from whatever is being typed into by then.
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        side = theme.beside(self)
        self.setIconSize(QSize(side, side))
        self.setShowGrid(False)
        self.setAlternatingRowColors(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDragDropOverwriteMode(False)
        rows = self.verticalHeader()
        rows.hide()
        # Fixed, and never by contents: that took 14 s at 20,000 rows (spec 6.1).
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 12)

    def _set_up_header(self, columns: Sequence[Column]) -> None:
        header = self.horizontalHeader()
        # With the view's own selection, every painting of the header asks of every selected
        # cell whether its whole column is selected: five seconds with 100,000 rows.
        header.setSelectionModel(QItemSelectionModel(self._table, header))
        header.setSectionsMovable(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(24)
        header.setStretchLastSection(True)
        header.setSectionsClickable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._on_header_menu_requested)
        digit = self.fontMetrics().horizontalAdvance("0")
        for number, column in enumerate(columns):
            self.setColumnWidth(number, column.width * digit // DIGIT)
            self.setColumnHidden(number, column.hidden)
            if column.field in ("title", "name"):
                header.setSectionResizeMode(number, QHeaderView.ResizeMode.Interactive)
            if column.sort == self._table.query.sort:
                order = Qt.SortOrder.AscendingOrder
                if self._table.query.descending:
                    order = Qt.SortOrder.DescendingOrder
                header.setSortIndicator(number, order)
        header.setSortIndicatorShown(True)
        header.sortIndicatorChanged.connect(self._on_sort_indicator_changed)

    # --- what takes a while

    def _make_wait_sign(self) -> QLabel:
        sign = QLabel(self)
        sign.setFrameShape(QFrame.Shape.StyledPanel)
        sign.setAutoFillBackground(True)
        sign.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        sign.setForegroundRole(QPalette.ColorRole.ToolTipText)
        sign.setMargin(6)
        sign.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        sign.hide()
        return sign

    def _on_awaited(self, awaited: bool) -> None:
        if awaited:
            self.wait_sign.setText(
                self.tr("Sorting…") if self._table.sorting else self.tr("Looking…")
            )
            self._place_wait_sign()
        self.wait_sign.setVisible(awaited)

    def _place_wait_sign(self) -> None:
        self.wait_sign.adjustSize()
        # Not of the viewport: PySide would make every kind of widget ready, to tell of which it is.
        self.wait_sign.move(self.rect().center() - self.wait_sign.rect().center())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.wait_sign.isHidden():
            self._place_wait_sign()

    # --- selection

    def selected_spans(self) -> list[range]:
        """The selected rows as ranges: a million selected rows are one range."""
        return selected_spans(self)

    def selected_keys(self) -> array[int]:
        return self._table.keys_at(self.selected_spans())

    def selected_count(self) -> int:
        return sum(len(span) for span in self.selected_spans())

    def current_entry(self) -> Entry | None:
        index = self.currentIndex()
        return self._table.entry_at(index.row()) if index.isValid() else None

    def select_key(self, key: int) -> bool:
        """Make that entry the current one, if it is among the rows."""
        row = self._table.row_of(key)
        if row is None:
            return False
        sideways = self.horizontalScrollBar().value()
        self._select_row(row)
        self.scrollTo(self._table.index(row, self._first_column()))
        self.horizontalScrollBar().setValue(sideways)
        return True

    def _select_row(self, row: int) -> None:
        self.selectionModel().setCurrentIndex(
            self._table.index(row, self._first_column()),
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows,
        )

    def store_cell(self) -> None:
        """Store what is being typed into a cell, as Enter would."""
        cell = self.indexWidget(self.currentIndex())
        if cell is not None and self.state() == QAbstractItemView.State.EditingState:
            self.commitData(cell)
            self.closeEditor(cell, QAbstractItemDelegate.EndEditHint.NoHint)

    def close_cell(self) -> None:
        """Close an open cell without storing what stands in it."""
        cell = self.indexWidget(self.currentIndex())
        if cell is not None and self.state() == QAbstractItemView.State.EditingState:
            self.closeEditor(cell, QAbstractItemDelegate.EndEditHint.NoHint)

    def _first_column(self) -> int:
        """The title's or name's column: where a cell's focus makes sense."""
        for number, column in enumerate(self._table.columns):
            if column.field in ("title", "name") and not self.isColumnHidden(number):
                return number
        return self.horizontalHeader().logicalIndex(0)

    # --- the cells, and a filter's words in them

    def _make_delegates(self, variant: Variant = as_it_is) -> list[CellDelegate]:
        made = []
        for column in self._table.columns:
            delegate = delegate_for(column, *self._offered, self, variant)
            delegate.opened.connect(self.cell_opened)
            delegate.typed.connect(self._on_cell_typed)
            delegate.left.connect(self.cell_left)
            made.append(delegate)
        return made

    def _set_delegates(self, delegates: Sequence[CellDelegate]) -> None:
        for number, delegate in enumerate(delegates):
            self.setItemDelegateForColumn(number, delegate)

    def _mark(self, text: str) -> None:
        """Mark the words of a filter in every cell."""
        marked = filter_words(text)
        if marked == self._marked:
            return
        self._marked = marked
        if marked and not self._marking:
            from memdesk.gui.marked_cells import Marking, marking  # no start marks anything

            made = self._make_delegates(marking)
            self._marking = [delegate for delegate in made if isinstance(delegate, Marking)]
        for delegate in self._marking:
            delegate.marked = marked
        self._set_delegates(self._marking if marked else self._delegates)

    # --- keeping its place while rows come and go

    def _on_asking(self) -> None:
        if self._table.rowCount():
            self._table.looked_at = self._looked_at()

    def _on_keys_changing(self) -> None:
        self._kept = None
        self._top_key, self._current_key = self._looked_at()

    def _looked_at(self) -> LookedAt:
        top, current = self.rowAt(0), self.currentIndex()
        at_top = top < 0 or self.verticalScrollBar().value() == 0
        return LookedAt(
            None if at_top else self._table.key_at(top),
            self._table.key_at(current.row()) if current.isValid() else None,
        )

    def _on_about_to_be_reset(self) -> None:
        if self.selected_count() <= SELECTION_KEPT:
            self._kept = self.selected_keys()

    def take_over(self, other: EntryView) -> None:
        """Stand where another view of the same entries does, once there are rows."""
        other._on_keys_changing()
        other._on_about_to_be_reset()
        self._taken = other._taken or (other._kept, other._current_key, other._top_key)
        if self._table.loaded:
            self._on_keys_changed()

    def _on_keys_changed(self) -> None:
        if self._taken is not None:
            self._kept, self._current_key, self._top_key = self._taken
            self._taken = None
        # Now, with the rows in which the words were found: marked in those before, each letter of
        # a filter would be painted twice.
        self._mark(self._table.query.text)
        if self._kept is not None:
            self._select_again(self._kept)
            self._kept = None
        if self._top_key is not None:
            row = self._table.row_of(self._top_key)
            if row is not None and row != self.rowAt(0):
                self.scrollTo(
                    self._table.index(row, self._first_column()),
                    QAbstractItemView.ScrollHint.PositionAtTop,
                )

    def _select_again(self, keys: Sequence[int]) -> None:
        others = set(keys)
        current = None
        if self._current_key is not None:
            others.discard(self._current_key)  # among a million it is looked for once
            current = self._table.row_of(self._current_key)
        rows = self._table.rows_of(others)
        if current is not None:
            rows = sorted([*rows, current])
            self.selectionModel().setCurrentIndex(
                self._table.index(current, self._first_column()),
                QItemSelectionModel.SelectionFlag.NoUpdate,
            )
        chosen = selection_of(self._table, rows)
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    # --- what the person does

    def _on_current_row_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.entry_selected.emit(self._table.entry_at(current.row()) if current.isValid() else None)

    def _on_cell_typed(
        self, cell: QPersistentModelIndex, field: str, value: object, began_from: object
    ) -> None:
        if cell.isValid():
            self.cell_typed.emit(self._table.key_at(cell.row()), field, value, began_from)

    def _on_sort_indicator_changed(self, column: int, order: Qt.SortOrder) -> None:
        if self._table.columns[column].sort is not None:
            self._table.sort(column, order)

    def _on_context_menu_requested(self, point: QPoint) -> None:
        self.menu_wanted.emit(self.viewport().mapToGlobal(point))

    def _on_header_menu_requested(self, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_columns_menu(menu)
        menu.popup(self.horizontalHeader().mapToGlobal(point))

    def fill_columns_menu(self, menu: QMenu) -> None:
        """One checkable action a column; the title always stays."""
        for number, column in enumerate(self._table.columns):
            action = QAction(words.field_word(column.field), menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(number))
            action.setEnabled(column.field not in ("title", "name"))
            action.toggled.connect(lambda on, at=number: self.setColumnHidden(at, not on))
            menu.addAction(action)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        current = self.currentIndex()
        if current.isValid() and not self.selectionModel().hasSelection():
            # Qt makes the first cell current without selecting it: the editor would show an
            # entry that no row is marked for.
            self._select_row(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if (
            event.key() == Qt.Key.Key_Space
            and index.isValid()
            and self._table.columns[index.column()].editing == "pinned"
        ):
            pinned = bool(index.data(Qt.ItemDataRole.EditRole))
            self._table.setData(index, not pinned, Qt.ItemDataRole.EditRole)
            return
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and index.isValid()
            and self.state() != QAbstractItemView.State.EditingState
        ):
            self.activated.emit(index)
            return
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            # With Ctrl, Qt would leave the selection where it is and only move the keyboard.
            plain = event.modifiers() & ~Qt.KeyboardModifier.ControlModifier
            event = QKeyEvent(event.type(), event.key(), plain)
        super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        # Home and End, with Ctrl or without: the first and the last row, in the same column. Qt
        # would jump sideways.
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self._table.rowCount() - 1,
        }
        if action not in ends or not self._table.rowCount():
            return super().moveCursor(action, modifiers)
        current = self.currentIndex()
        column = current.column() if current.isValid() else self._first_column()
        return self._table.index(ends[action], column)
