"""Review: what hosts suggest, beside what it would change (spec 3.1, 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

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

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.errors import MemdeskError
from memdesk.core.reviewing import Outcome, merged
from memdesk.gui import modals, review_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.entry_picker import EntryPicker
from memdesk.gui.flow import FlowLayout
from memdesk.gui.host_side import Edits, HostSide
from memdesk.gui.icons import icon
from memdesk.gui.list_view import fill_with, show_as_list
from memdesk.gui.long_work import WorkBar
from memdesk.gui.remembered import remembered
from memdesk.gui.review_editor import SuggestionEditor
from memdesk.gui.review_table import HOST, WHAT, WHEN, ReviewTable, Waiting, read_waiting
from memdesk.gui.review_view import ReviewView
from memdesk.gui.row_selection import select_row
from memdesk.gui.scrolled import scrolled
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Bank, Change

USER = Actor()


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
        self._vocabulary = vocabulary
        self._answered: set[int] = set()
        """Numbers whose answer is on its way to the bank."""
        self._refusals: dict[int, MemdeskError] = {}
        """Why the bank refused an answer, until another one is given."""
        self._to_select: int | None = None
        self._row = 0
        self.table = ReviewTable(self)
        self.list = QTableView(self)
        self.list.setModel(self.table)
        self._set_up_list()
        self._build()
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
            ("accept", "check", self.tr("Accept"), "A", self.accept),
            ("edit", "edit", self.tr("Edit and accept…"), "E", self.edit_and_accept),
            ("merge", "merge", self.tr("Merge into…"), "M", self.merge_into),
            ("reject", "close", self.tr("Reject"), "R", self.reject),
        ):
            button = QPushButton(icon(picture), word, row)
            button.setToolTip(f"{word} ({keys})")
            button.clicked.connect(lambda _checked=False, act=act: act())
            flow.addWidget(button)
            self.buttons[name] = button
        self.all_of_host = QPushButton(row)
        self.all_of_host.setText(self.tr("All of this host"))
        menu = QMenu(self.all_of_host)
        menu.addAction(icon("check"), self.tr("Accept all"), self.accept_all)
        menu.addAction(icon("close"), self.tr("Reject all"), self.reject_all)
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
        rows = [one for one in rows if one.suggestion.number not in self._answered]
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
        self.seen.show_suggestion(suggestion, self._refusals.get(suggestion.number))
        self.all_of_host.setText(
            self.tr("All of {host}: {count}").format(
                host=words.author_word(suggestion.host),
                count=self.locale().toString(len(self.table.of_host(suggestion.host))),
            )
        )

    def _allow(self) -> None:
        proposal = self.seen.proposal
        can = proposal is not None
        self.buttons["accept"].setEnabled(can)
        self.buttons["edit"].setEnabled(
            can and any(one.action != "delete" for one in proposal.outcomes)
        )
        self.buttons["merge"].setEnabled(can and proposal.new_memory is not None)
        self.buttons["reject"].setEnabled(self.current is not None)
        self.all_of_host.setEnabled(self.current is not None)
        self.selection_changed.emit()

    # --- answers

    def accept(self) -> None:
        """Carry out the chosen suggestion."""
        self._accept({})

    def edit_and_accept(self) -> None:
        """Carry it out with other values in its fields."""
        current, proposal = self.current, self.seen.proposal
        if current is None or proposal is None or not self.buttons["edit"].isEnabled():
            return
        edits = self._edited(self.tr("Edit and accept"), proposal.outcomes)
        if edits is not None:
            self._accept(edits)

    def merge_into(self) -> None:
        """Let a memory that is there take up what a new one says."""
        current, proposal = self.current, self.seen.proposal
        new = proposal.new_memory if proposal is not None else None
        if current is None or proposal is None or new is None:
            return
        into = self.seen.chosen_similar or self._picked()
        if into is None:
            return
        number = current.suggestion.number
        outcome = _merging(into, new)
        edits = self._edited(self.tr("Merge into “{title}”").format(title=into.title), [outcome])
        if edits is not None:
            accept_into, fields = self._host_side.accept_into, edits.get(0, {})
            self._answer(
                number,
                lambda bank: accept_into(bank, number, into.id, fields),
                self.tr("Merged into {title}. Ctrl+Z takes it back.").format(
                    title=words.before_stop(into.title)
                ),
            )

    def reject(self) -> None:
        """Say no to the chosen suggestion."""
        current = self.current
        if current is not None:
            number = current.suggestion.number
            self._answer(
                number,
                lambda bank: _reject(bank, [number]),
                self.tr("Rejected: {what}. Ctrl+Z takes it back.").format(
                    what=words.before_stop(current.what)
                ),
            )

    def accept_all(self) -> None:
        """Carry out everything that the host of the chosen suggestion suggests, as one step."""
        accept = self._host_side.accept
        propose = self._host_side.propose

        def work(bank: Bank, numbers: Sequence[int], tell: Callable[[int, int], None]) -> int:
            done = 0
            with bank.transaction(USER, "accept suggestion"):
                for place, number in enumerate(numbers):
                    tell(place, len(numbers))
                    try:
                        propose(bank, bank.suggestion(number))
                    except MemdeskError:
                        continue  # it stays in the list, which says why when it is chosen
                    accept(bank, number, None)
                    done += 1
            return done

        self._answer_all(
            lambda count: self.tr("Accept all %Ln suggestions of {host}?", "", count),
            lambda count: self.tr("Accepting %Ln suggestions…", "", count),
            work,
            self.tr("Accepted: {count}. Ctrl+Z takes it back."),
        )

    def reject_all(self) -> None:
        """Say no to everything that the host of the chosen suggestion suggests, as one step."""

        def work(bank: Bank, numbers: Sequence[int], _tell: Callable[[int, int], None]) -> int:
            return _reject(bank, numbers)

        self._answer_all(
            lambda count: self.tr("Reject all %Ln suggestions of {host}?", "", count),
            lambda count: self.tr("Rejecting %Ln suggestions…", "", count),
            work,
            self.tr("Rejected: {count}. Ctrl+Z takes it back."),
        )

    # --- inside

    def _accept(self, edits: Edits) -> None:
        current = self.current
        if current is None or self.seen.proposal is None:
            return
        number, accept = current.suggestion.number, self._host_side.accept
        self._answer(
            number,
            lambda bank: accept(bank, number, edits),
            self.tr("Accepted: {what}. Ctrl+Z takes it back.").format(
                what=words.before_stop(current.what)
            ),
        )

    def _answer(self, number: int, work: Callable[[Bank], Any], sentence: str) -> None:
        """Store an answer; the next suggestion is chosen at once."""
        self._answered.add(number)
        self._refusals.pop(number, None)
        self._take_out()

        def done(_result: object) -> None:
            self._answered.discard(number)
            self.said.emit(sentence)

        def failed(error: MemdeskError) -> None:
            self._answered.discard(number)
            self._refusals[number] = error
            self._to_select = number
            self.refresh()

        self._worker.submit(work, done, failed)

    def _take_out(self) -> None:
        """Take what is answered out of the list, before the bank says so."""
        left = [
            one
            for row in range(self.table.rowCount())
            if (one := self.table.at(row)) and one.suggestion.number not in self._answered
        ]
        self._on_rows(left)

    def _answer_all(
        self,
        question: Callable[[int], str],
        doing: Callable[[int], str],
        work: Callable[[Bank, Sequence[int], Callable[[int, int], None]], int],
        done: str,
    ) -> None:
        current = self.current
        if current is None:
            return
        host = current.suggestion.host
        numbers = [one.suggestion.number for one in self.table.of_host(host)]
        host = words.author_word(host)
        answer = modals.ask(
            self,
            self.tr("All of {host}").format(host=host),
            question(len(numbers)).format(host=host),
            [
                modals.Choice("yes", self.tr("All of them")),
                modals.Choice("no", self.tr("Cancel"), "reject"),
            ],
            detail=self.tr("It is one step: Ctrl+Z takes it back."),
            default="no",
        )
        if answer != "yes":
            return

        def said(number: int) -> None:
            self.said.emit(done.format(count=self.locale().toString(number)))

        self.work_bar.carry_out(
            self._worker,
            doing(len(numbers)),
            lambda bank, tell: work(bank, numbers, tell),
            said,
            self.refused.emit,
        )

    def _edited(
        self, title: str, outcomes: Sequence[Outcome]
    ) -> Mapping[int, Mapping[str, object]] | None:
        dialog = SuggestionEditor(title, outcomes, self._vocabulary, self)
        accepted = modals.run(dialog)
        edits = dialog.edits
        dialog.deleteLater()
        return edits if accepted else None

    def _picked(self) -> Memory | None:
        named: list[tuple[str, Entry]] = [
            (review_words.resembles(score, memory), memory) for score, memory in self.seen.similar
        ]
        dialog = EntryPicker(self._worker, self.tr("Merge into…"), named, self)
        accepted = modals.run(dialog)
        chosen = dialog.chosen
        dialog.deleteLater()
        return chosen if accepted and isinstance(chosen, Memory) else None


def _reject(bank: Bank, numbers: Sequence[int]) -> int:
    with bank.transaction(USER, "reject suggestion"):
        for number in numbers:
            bank.resolve_suggestion(number, False, USER)
    return len(numbers)


def _merging(into: Memory, new: Outcome) -> Outcome:
    """What a memory becomes that takes up a new one: what the person is asked about."""
    stays = {name: getattr(into, name) for name in ("title", "content", "relevance", "tags")}
    return replace(
        new, action="update", id=into.id, label=into.title, before=stays,
        after={**stays, **merged(into, new.after)},
    )  # fmt: skip
