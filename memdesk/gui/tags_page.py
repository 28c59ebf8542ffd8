"""The tags of the bank: rename, merge, delete everywhere, and how many entries have each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QObject,
    QPoint,
    QSettings,
    Qt,
    Signal,
)
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.errors import MemdeskError
from memdesk.core.validation import check_field
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.flow import FlowRow
from memdesk.gui.icons import icon
from memdesk.gui.long_work import Tell, WorkBar
from memdesk.gui.marks import filter_words, holds
from memdesk.gui.remembered import remembered
from memdesk.gui.row_selection import select_row, selected_spans, selection_of
from memdesk.gui.row_table import AnyIndex, RowTable
from memdesk.store.bank import Bank, Change

USER = Actor()

NAME, COUNT = 0, 1


class TagTable(RowTable[tuple[str, int]]):
    """Tag names and counts, filtered and sorted here: a bank has hundreds, not millions."""

    renamed = Signal(str, str)
    """The person gave a tag (old) another name (new) in its cell."""
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[tuple[str, int]] = []
        self._filter = ""
        self._sort: tuple[int, bool] = (NAME, False)

    @property
    def names(self) -> list[str]:
        """Every tag of the bank."""
        return [name for name, _count in self._all]

    def set_tags(self, tags: list[tuple[str, int]]) -> None:
        if tags != self._all:
            self._all = tags
            self._arrange()

    def set_filter(self, text: str) -> None:
        self._filter = text
        self._arrange()

    def name_at(self, row: int) -> str:
        return self._rows[row][0]

    def row_of(self, name: str) -> int | None:
        return next((row for row, (known, _) in enumerate(self._rows) if known == name), None)

    def rows_of(self, names: Iterable[str]) -> list[int]:
        """Where those of the names stand that are shown."""
        wanted = set(names)
        return [row for row, (name, _count) in enumerate(self._rows) if name in wanted]

    def _arrange(self) -> None:
        wanted = filter_words(self._filter)
        column, descending = self._sort
        self.beginResetModel()
        self._rows = sorted(
            ((name, count) for name, count in self._all if holds(name, wanted)),
            key=lambda row: (row[COUNT], row[NAME]) if column == COUNT else row[NAME].casefold(),
            reverse=descending,
        )
        self.endResetModel()

    def headings(self) -> tuple[str, ...]:
        return self.tr("Tag"), self.tr("Entries")

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        name, count = self._rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return name
        if index.column() == NAME:
            if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
                return name
            return icon("tag") if role == Qt.ItemDataRole.DecorationRole else None
        return str(count) if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == NAME else flags

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        old, new = self._rows[index.row()][0], str(value).strip()
        if new == old:
            return False
        try:
            check_field("memory", "tags", (new,))
        except MemdeskError as error:
            self.refused.emit(error)
            return False
        self.renamed.emit(old, new)
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sort = (column, order == Qt.SortOrder.DescendingOrder)
        self._arrange()


class TagsPage(QWidget):
    """Every tag, and what can be done with it across the bank."""

    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)
    tag_opened = Signal(str)
    """The person wants to see the entries of a tag."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._kept: list[str] = []
        self._outdated = False
        """Whether something has changed since the tags were read, while nobody saw them."""
        self.table = TagTable(self)
        self.view = QTableView(self)
        self.view.setModel(self.table)
        self._set_up_view()

        self._line = QLineEdit(self)
        self._line.setClearButtonEnabled(True)
        self._line.setPlaceholderText(self.tr("Filter"))
        self._line.setAccessibleName(self.tr("Filter"))
        self._line.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._show = QPushButton(icon("search"), self.tr("Show entries"), self)
        self._rename = QPushButton(icon("edit"), self.tr("Rename…"), self)
        self._merge = QPushButton(icon("merge"), self.tr("Merge…"), self)
        self._delete = QPushButton(icon("delete"), self.tr("Delete…"), self)
        self._line.setMinimumWidth(self.fontMetrics().averageCharWidth() * 16)
        head = FlowRow(self, first_fills=True)
        for part in (self._line, self._show, self._rename, self._merge, self._delete):
            head.add(part)
        self._empty = EmptyState(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(head)
        column.addWidget(self._stack, 1)
        self.work_bar = WorkBar(self)
        column.addWidget(self.work_bar)

        self._line.textChanged.connect(self._on_filter_changed)
        self._show.clicked.connect(self._on_show_clicked)
        self._rename.clicked.connect(self.rename)
        self._merge.clicked.connect(self.merge)
        self._delete.clicked.connect(self.delete)
        self.table.renamed.connect(self._on_renamed)
        self.table.refused.connect(self.refused)
        self.table.modelAboutToBeReset.connect(self._on_about_to_be_reset)
        self.table.modelReset.connect(self._on_reset)
        self.view.activated.connect(self._on_show_clicked)
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self._on_reset()

    def _set_up_view(self) -> None:
        view = self.view
        view.setAccessibleName(self.tr("Tags"))
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        view.setShowGrid(False)
        view.setTabKeyNavigation(False)
        view.setSortingEnabled(True)
        view.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
        view.verticalHeader().hide()
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = view.horizontalHeader()
        # Else it asks of every selected cell whether its column is selected, as in an EntryView.
        header.setSelectionModel(QItemSelectionModel(self.table, header))
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        view.setColumnWidth(COUNT, view.fontMetrics().horizontalAdvance("0") * 14)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(
            lambda point: self.menu_wanted.emit(view.viewport().mapToGlobal(point))
        )

    @property
    def title(self) -> str:
        return self.tr("Tags")

    def refresh(self) -> None:
        self._outdated = False
        self._worker.survey(
            lambda bank: bank.tags(), self.table.set_tags, replaces=(id(self), "tags")
        )

    def take_changes(self, changes: list[Change]) -> None:
        del changes  # every change of an entry can change a count
        if self.isVisible():
            self.refresh()
        else:  # ten thousand tags are put in order for nobody
            self._outdated = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._outdated:
            self.refresh()

    def focus(self) -> None:
        self.view.setFocus()

    def focus_filter(self) -> None:
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._line.selectAll()

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("columns", self.view.horizontalHeader().saveState())

    def restore_look(self, settings: QSettings) -> None:
        self.view.horizontalHeader().restoreState(remembered(settings, "columns"))

    def selected_names(self) -> list[str]:
        return [self.table.name_at(row) for span in selected_spans(self.view) for row in span]

    def selected_count(self) -> int:
        return sum(map(len, selected_spans(self.view)))

    # --- what can be done

    def rename(self) -> None:
        """Give the selected tag another name, on every entry that has it."""
        names = self.selected_names()
        if len(names) != 1:
            return
        new = modals.ask_text(
            self,
            self.tr("Rename a tag"),
            self.tr("The new name of “{tag}”:").format(tag=names[0]),
            names[0],
        )
        if new is not None:
            row = self.table.row_of(names[0])
            if row is not None:
                self.table.setData(self.table.index(row, NAME), new)

    def merge(self) -> None:
        """Make one tag of the selected ones."""
        names = self.selected_names()
        if not names:
            return
        into = modals.ask_text(
            self,
            self.tr("Merge tags"),
            self.tr("Make one tag of {tags}:").format(tags=words.listed(names)),
            names[0],
        )
        if into is None or not into.strip():
            return
        self._give_name(names, into.strip())

    def _give_name(self, names: list[str], new: str) -> None:
        label = "merge tags" if len(names) > 1 else "rename tag"

        def work(bank: Bank, tell: Tell) -> int:
            with bank.transaction(USER, label):
                return sum(
                    bank.rename_tag(name, new, USER, progress=tell) for name in names if name != new
                )

        self._change(work)

    def _change(self, work: Callable[[Bank, Tell], int]) -> None:
        def done(count: int) -> None:
            number = self.locale().toString(count)
            self.said.emit(self.tr("Changed: {count}.").format(count=number))

        self.work_bar.carry_out(
            self._worker, self.tr("Changing tags…"), work, done, self.refused.emit
        )

    def delete(self) -> None:
        """Take the selected tags off every entry, once the person has said so."""
        names = self.selected_names()
        if not names:
            return
        answer = modals.ask(
            self,
            self.tr("Delete tags"),
            self.tr("Take {tags} off every entry?").format(tags=words.listed(names)),
            [
                modals.Choice("delete", self.tr("Delete"), "destroy"),
                modals.Choice("keep", self.tr("Keep"), "reject"),
            ],
            detail=self.tr("The entries stay. Ctrl+Z brings the tags back."),
            weight="warning",
            default="keep",
        )
        if answer != "delete":
            return

        def work(bank: Bank, tell: Tell) -> int:
            with bank.transaction(USER, "delete tag"):
                return sum(bank.delete_tag(name, USER, progress=tell) for name in names)

        self._change(work)

    # --- inside

    def _on_renamed(self, old: str, new: str) -> None:
        if new in self.table.names and not self._sure_to_merge(old, new):
            return
        self._give_name([old], new)

    def _sure_to_merge(self, old: str, new: str) -> bool:
        answer = modals.ask(
            self,
            self.tr("Merge tags"),
            self.tr("“{new}” is there already. Merge “{old}” into it?").format(old=old, new=new),
            [
                modals.Choice("merge", self.tr("Merge")),
                modals.Choice("keep", self.tr("Cancel"), "reject"),
            ],
        )
        return answer == "merge"

    def _on_filter_changed(self, text: str) -> None:
        self.table.set_filter(text)

    def _on_show_clicked(self) -> None:
        names = self.selected_names()
        if names:
            self.tag_opened.emit(names[0])

    def _on_about_to_be_reset(self) -> None:
        self._kept = self.selected_names()

    def _on_reset(self) -> None:
        self.view.selectionModel().select(
            selection_of(self.table, self.table.rows_of(self._kept)),
            QItemSelectionModel.SelectionFlag.ClearAndSelect,
        )
        if self.table.rowCount() and not self.view.selectionModel().hasSelection():
            select_row(self.view, 0)
        self._stack.setCurrentIndex(0 if self.table.rowCount() else 1)
        if self.table.names:
            self._empty.say(
                "search", self.tr("Nothing matches"), self.tr("No tag fits the filter.")
            )
        else:
            self._empty.say(
                "tag",
                self.tr("No tags yet"),
                self.tr("Tags are given to memories, tasks and works in their editors."),
            )
        self._on_selection_changed()

    def _on_selection_changed(self) -> None:
        count = self.selected_count()
        self._show.setEnabled(count == 1)
        self._rename.setEnabled(count == 1)
        self._merge.setEnabled(count > 1)
        self._delete.setEnabled(count > 0)
        self.selection_changed.emit()
