"""A history with what each line of it changed, and a button that brings the old back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.errors import MemdeskError
from memdesk.gui import history_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.history_table import Happened, HistoryTable, Read
from memdesk.gui.icons import icon
from memdesk.gui.list_view import show_as_list
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.row_selection import select_row
from memdesk.store.bank import Bank, Revision

USER = Actor()

REVISIONS_SHOWN = 50
"""Of a change of many things, what the first ones became is shown."""


class HistoryView(QWidget):
    """The lines of a history above, what the chosen one changed below."""

    entry_wanted = Signal(str, str)
    """Kind and id of the entry to go to."""
    said = Signal(str)

    def __init__(
        self, worker: BankWorker, parent: QWidget | None = None, *, narrow: bool = False
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self.table = HistoryTable(worker, self)
        self.view = QTableView(self)
        self.view.setModel(self.table)
        self._set_up_view(narrow)
        self.diff = DiffView(self)
        self.notice = NoticeBar(self, narrow=narrow)
        self.revert_button = QPushButton(icon("undo"), self.tr("Bring the old back"), self)
        self.revert_button.setToolTip(
            self.tr("Undo this one change; what came after it stays. Ctrl+Z takes that back.")
        )
        self.go_button = QPushButton(icon("open"), self.tr("Show the entry"), self)
        self.go_button.setVisible(not narrow)

        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SMALL)
        row.addStretch(1)
        row.addWidget(self.go_button)
        row.addWidget(self.revert_button)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addWidget(self.notice)
        column.addWidget(self.diff, 1)
        column.addLayout(row)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.view)
        split.addWidget(below)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)

        self.view.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.view.activated.connect(lambda _index: self._go())
        self.table.arrived.connect(self._on_arrived)
        self.revert_button.clicked.connect(self.revert)
        self.go_button.clicked.connect(self._go)
        self._show(None)

    def _set_up_view(self, narrow: bool) -> None:
        view = self.view
        show_as_list(view, self.tr("History"), least_height=90)
        header = view.horizontalHeader()
        header.setStretchLastSection(True)
        digits = view.fontMetrics().horizontalAdvance("0")
        header.setMinimumSectionSize(digits * 4)
        if narrow:
            view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setColumnWidth(0, digits * (9 if narrow else 12))
        view.setColumnWidth(1, digits * (9 if narrow else 16))

    # --- what is shown

    @property
    def chosen(self) -> Happened | None:
        """The line that is chosen."""
        return self.table.at(self.view.currentIndex().row())

    def show_history(self, read: Read | None) -> None:
        """Show another history."""
        self.notice.clear()
        self.table.show_log(read)
        self._show(None)

    def refresh(self) -> None:
        """Something happened: read it again."""
        self.table.refresh()

    def _on_arrived(self) -> None:
        if not self.view.currentIndex().isValid() and self.table.rowCount():
            select_row(self.view, 0)

    def _on_current_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self.notice.clear()
        self._show(self.table.at(current.row()))

    def _show(self, line: Happened | None) -> None:
        self.revert_button.setEnabled(line is not None and line.can_revert)
        self.go_button.setEnabled(line is not None and line.entry is not None)
        if line is None:
            self.diff.clear()
            return
        self._worker.survey(
            lambda bank: _compared(bank, line),
            lambda parts: self._on_compared(line, parts),
            replaces=(id(self), "differences"),
        )

    def _on_compared(self, line: Happened, parts: list[Compared]) -> None:
        if line is self.chosen:
            self.diff.show_compared(parts, nothing=line.what)

    # --- what the person does

    def revert(self) -> None:
        """Bring back what was before the chosen line."""
        line = self.chosen
        if line is None or not line.can_revert:
            return

        def work(bank: Bank) -> Any:
            if line.whole:
                return bank.revert_change(line.number, USER)
            return bank.revert(line.number, USER)

        self._worker.submit(work, self._on_reverted, self._on_refused)

    def _on_reverted(self, _result: object) -> None:
        self.said.emit(self.tr("The old is back. Ctrl+Z takes that back."))

    def _on_refused(self, error: MemdeskError) -> None:
        self.notice.say(words.error_sentence(error))

    def _go(self) -> None:
        line = self.chosen
        if line is not None and line.entry is not None:
            self.entry_wanted.emit(*line.entry)


def _compared(bank: Bank, line: Happened) -> list[Compared]:
    """What a line changed, field by field; in another thread, since texts can be long."""
    if line.count == 1:
        return compare(history_words.pairs([("", line.revision)]))
    revisions = bank.revisions_of(line.number, REVISIONS_SHOWN)
    return compare(history_words.pairs((_heading(bank, one), one) for one in revisions))


def _heading(bank: Bank, revision: Revision) -> str:
    return bank.title_of(revision.kind, revision.id) or revision.id
