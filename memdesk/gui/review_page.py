"""Review: what hosts suggest, beside what it would change (spec 3.1, 7.1)."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.flow import FlowLayout
from memdesk.gui.host_side import HostSide
from memdesk.gui.icons import icon
from memdesk.gui.list_view import fill_with, show_as_list
from memdesk.gui.long_work import WorkBar
from memdesk.gui.remembered import remembered
from memdesk.gui.review_answers import ReviewAnswers
from memdesk.gui.review_table import HOST, WHAT, WHEN, ReviewTable, Waiting, read_waiting
from memdesk.gui.review_view import ReviewView
from memdesk.gui.row_selection import select_row
from memdesk.gui.scrolled import scrolled
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Change


class ReviewPage(QWidget):
    """The suggestions above, the chosen one below, and what the person can answer.

    An answered suggestion leaves the list at once and the next one is chosen; one that is
    refused comes back, with the reason.
    """

    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)
    entry_wanted = Signal(str, str)
    """Kind and id of an entry to go to."""
    hosts_wanted = Signal()
    """The person wants to choose which hosts are reviewed."""

    def __init__(
        self,
        worker: BankWorker,
        host_side: HostSide,
        vocabulary: Vocabulary,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._host_side = host_side
        self._to_select: int | None = None
        self._row = 0
        self.table = ReviewTable(self)
        self.list = QTableView(self)
        self.list.setModel(self.table)
        self._set_up_list()
        self.answers = ReviewAnswers(self, worker, host_side, vocabulary)
        self._build()
        self.answers.said.connect(self.said)
        self.answers.refused.connect(self.refused)
        self.answers.given.connect(self._take_out)
        self.answers.came_back.connect(self._on_came_back)
        self.list.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self._allow()

    # --- laying out

    def _set_up_list(self) -> None:
        view = self.list
        show_as_list(view, self.tr("Suggestions"), least_height=90)
        header = view.horizontalHeader()
        header.setSectionsClickable(False)
        digit = view.fontMetrics().horizontalAdvance("0")
        view.setColumnWidth(HOST, digit * 14)
        view.setColumnWidth(WHEN, digit * 12)
        fill_with(view, WHAT)

    def _build(self) -> None:
        self.seen = ReviewView(self._worker, self._host_side, self)
        self.seen.entry_wanted.connect(self.entry_wanted)
        self.seen.looked.connect(self._allow)
        self.work_bar = WorkBar(self)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addWidget(self.seen, 1)
        column.addWidget(self._buttons())
        column.addWidget(self.work_bar)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.list)
        split.addWidget(scrolled(below, self))
        split.setSizes([160, 400])
        split.setStretchFactor(1, 1)
        self._split = split
        self._empty = EmptyState(self)
        self._empty.say(
            "review",
            self.tr("Nothing waits for you"),
            self.tr(
                "When a host is set to “write to review”, what it wants to write comes here "
                "first, and you decide."
            ),
            (self.tr("Choose the hosts…"), self.hosts_wanted.emit),
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(split)
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 8, 8, 8)
        outer.addWidget(self._stack)

    def _buttons(self) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row)
        flow.setContentsMargins(0, 0, 0, 0)
        self.buttons: dict[str, QPushButton] = {}
        for name, picture, word, keys, act in (
            ("accept", "check", self.tr("Accept"), "A", self.answers.accept),
            ("edit", "edit", self.tr("Edit and accept…"), "E", self.answers.edit_and_accept),
            ("merge", "merge", self.tr("Merge into…"), "M", self.answers.merge_into),
            ("reject", "close", self.tr("Reject"), "R", self.answers.reject),
        ):
            button = QPushButton(icon(picture), word, row)
            button.setToolTip(f"{word} ({keys})")
            button.clicked.connect(lambda _checked=False, act=act: act())
            flow.addWidget(button)
            self.buttons[name] = button
        self.all_of_host = QPushButton(row)
        self.all_of_host.setText(self.tr("All of this host"))
        menu = QMenu(self.all_of_host)
        menu.addAction(icon("check"), self.tr("Accept all"), self.answers.accept_all)
        menu.addAction(icon("close"), self.tr("Reject all"), self.answers.reject_all)
        self.all_of_host.setMenu(menu)
        flow.addWidget(self.all_of_host)
        return row

    # --- as every page

    @property
    def title(self) -> str:
        return self.tr("Review")

    def refresh(self) -> None:
        self._worker.read(
            read_waiting, self._on_rows, self.refused.emit, replaces=(id(self), "waiting")
        )

    def take_changes(self, changes: list[Change]) -> None:
        if any("suggestion" in change.kinds for change in changes):
            self.refresh()
        else:
            self.seen.look()  # what it would change may be another by now

    def focus(self) -> None:
        if self._stack.currentWidget() is self._empty:
            self._empty.findChild(QPushButton).setFocus()
        else:
            self.list.setFocus()

    def selected_count(self) -> int:
        return 1 if self.current is not None else 0

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("split", self._split.saveState())

    def restore_look(self, settings: QSettings) -> None:
        self._split.restoreState(remembered(settings, "split"))

    # --- where the person is

    @property
    def current(self) -> Waiting | None:
        """The suggestion that is chosen."""
        return self.table.at(self.list.currentIndex().row())

    def select(self, number: int) -> None:
        """Choose the suggestion of that number, as soon as it is in the list."""
        place = self.table.row_of(number)
        if place is None:
            self._to_select = number
            self.refresh()
        else:
            select_row(self.list, place)

    def move(self, step: int) -> None:
        """Choose the next suggestion, or with -1 the one before."""
        row = self.list.currentIndex().row() + step
        if 0 <= row < self.table.rowCount():
            select_row(self.list, row)

    def _on_rows(self, rows: list[Waiting]) -> None:
        rows = [one for one in rows if one.suggestion.number not in self.answers.on_their_way]
        current = self.current
        number = current.suggestion.number if current else None
        wanted = number if self._to_select is None else self._to_select
        self.table.show(rows)
        waited = self._empty.isVisible() and self._empty.isAncestorOf(QApplication.focusWidget())
        self._stack.setCurrentIndex(0 if rows else 1)
        if waited and rows:
            self.list.setFocus()
        place = None if wanted is None else self.table.row_of(wanted)
        if place is not None:
            self._to_select = None
        if rows:
            self._row = min(self._row if place is None else place, len(rows) - 1)
            select_row(self.list, self._row)
        self._show_current()

    def _take_out(self) -> None:
        """Take what is answered out of the list, before the bank says so."""
        left = [
            one
            for row in range(self.table.rowCount())
            if (one := self.table.at(row))
            and one.suggestion.number not in self.answers.on_their_way
        ]
        self._on_rows(left)

    def _on_came_back(self, number: int) -> None:
        """The bank refused an answer: its suggestion is chosen again, with the reason."""
        self._to_select = number
        self.refresh()

    def _on_current_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._row = current.row()
            self._show_current()

    def _show_current(self) -> None:
        current = self.current
        if current is None:
            self.seen.show_suggestion(None)
            return
        suggestion = current.suggestion
        self.seen.show_suggestion(suggestion, self.answers.refusals.get(suggestion.number))
        self.all_of_host.setText(
            self.tr("All of {host}: {count}").format(
                host=words.author_word(suggestion.host),
                count=self.locale().toString(len(self.table.of_host(suggestion.host))),
            )
        )

    def _allow(self) -> None:
        self.buttons["accept"].setEnabled(self.answers.can_accept)
        self.buttons["edit"].setEnabled(self.answers.can_edit)
        self.buttons["merge"].setEnabled(self.answers.can_merge)
        self.buttons["reject"].setEnabled(self.current is not None)
        self.all_of_host.setEnabled(self.current is not None)
        self.selection_changed.emit()
