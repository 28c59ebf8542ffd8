"""One suggestion beside what it would change, and beside what it resembles (spec 7.1)."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from memdesk.core.entry import Memory
from memdesk.core.errors import MemdeskError
from memdesk.core.reviewing import Proposal
from memdesk.gui import review_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.host_side import HostSide
from memdesk.gui.icons import icon
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.sentence import Sentence
from memdesk.store.bank import Bank, Suggestion


@dataclass(frozen=True, slots=True)
class _Looked:
    """What accepting a suggestion would do, or why it can't be; and both sides compared."""

    number: int
    proposal: Proposal | None
    refusal: MemdeskError | None
    parts: list[Compared]


class ReviewView(QWidget):
    """Shows a suggestion field by field. What can't be accepted says why."""

    looked = Signal()
    """It is known what accepting would do, or that it can't be."""
    entry_wanted = Signal(str, str)
    """Kind and id of an entry to go to."""

    def __init__(
        self, worker: BankWorker, host_side: HostSide, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._propose = host_side.propose
        self._find_similar = host_side.similar
        self._suggestion: Suggestion | None = None
        self._refused: MemdeskError | None = None
        self._looked: _Looked | None = None
        self.similar: list[tuple[float, Memory]] = []
        """What a new memory resembles, as far as it has been looked for."""
        self._who = Sentence(self)
        self.notice = NoticeBar(self)
        self.beside = ElidedBox(self)
        self.beside.setAccessibleName(self.tr("Compared with"))
        self.beside.activated.connect(self._on_beside_chosen)
        self._open = QToolButton(self)
        self._open.setIcon(icon("open"))
        self._open.setToolTip(self.tr("Show the entry"))
        self._open.setAccessibleName(self.tr("Show the entry"))
        self._open.clicked.connect(self._on_open_clicked)
        self.diff = DiffView(self)
        self.diff.setMinimumHeight(6 * self.fontMetrics().lineSpacing())
        row = QHBoxLayout()
        row.setSpacing(theme.SMALL)
        row.addWidget(self.beside, 1)
        row.addWidget(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._who)
        column.addWidget(self.notice)
        column.addLayout(row)
        column.addWidget(self.diff, 1)

    @property
    def proposal(self) -> Proposal | None:
        """What accepting would do; None while that isn't known or can't be done."""
        return None if self._looked is None else self._looked.proposal

    @property
    def chosen_similar(self) -> Memory | None:
        """The look-alike that the suggestion is compared with."""
        place = self.beside.currentIndex() - 1
        return self.similar[place][1] if 0 <= place < len(self.similar) else None

    def show_suggestion(
        self, suggestion: Suggestion | None, refused: MemdeskError | None = None
    ) -> None:
        """Show this one, or none. `refused`: why the bank refused the person's answer to it."""
        before, self._suggestion, self._refused = self._suggestion, suggestion, refused
        self._who.say(review_words.where(suggestion) if suggestion is not None else "")
        if before != suggestion:
            self._show(None)
        if suggestion is not None:
            self.look()

    def look(self) -> None:
        """Look again at what it would change: that may be another by now."""
        suggestion, propose = self._suggestion, self._propose
        if suggestion is None:
            return

        def work(bank: Bank) -> _Looked:
            try:
                proposal = propose(bank, suggestion)
            except MemdeskError as error:
                parts = compare(review_words.pairs_asked(suggestion.parameters))
                return _Looked(suggestion.number, None, error, parts)
            parts = compare(review_words.pairs(proposal))
            return _Looked(suggestion.number, proposal, None, parts)

        self._worker.read(work, self._on_looked, replaces=(id(self), "look"))

    def _on_looked(self, looked: _Looked) -> None:
        if self._suggestion is not None and self._suggestion.number == looked.number:
            self._show(looked)

    def _show(self, looked: _Looked | None) -> None:
        before, self._looked = self._looked, looked
        refusal = looked.refusal if looked is not None else None
        refusal = self._refused or refusal
        if refusal is None:
            self.notice.clear()
        else:
            self.notice.say(
                self.tr("This can't be accepted: {reason}").format(
                    reason=words.error_sentence(refusal)
                )
            )
        if looked is None:
            self.diff.clear()
            self._offer([])
        elif before is None or before.parts != looked.parts or before.proposal != looked.proposal:
            self._offer([])
            self._show_parts()
            self._look_for_similar(looked)
        self.looked.emit()

    def _show_parts(self) -> None:
        if self._looked is not None:
            self.diff.show_compared(
                self._looked.parts, self.tr("It changes nothing: everything is so already.")
            )

    def _look_for_similar(self, looked: _Looked) -> None:
        suggestion, find = self._suggestion, self._find_similar
        if suggestion is None or looked.proposal is None or looked.proposal.new_memory is None:
            return

        def work(bank: Bank) -> tuple[int, list[tuple[float, Memory]]]:
            return looked.number, find(bank, suggestion)

        # Not among what a person waits for: it can be answered before this is known.
        self._worker.survey(work, self._on_similar, replaces=(id(self), "similar"))

    def _on_similar(self, answer: tuple[int, list[tuple[float, Memory]]]) -> None:
        number, found = answer
        if self._looked is not None and self._looked.number == number:
            self._offer(found)

    def _offer(self, similar: list[tuple[float, Memory]]) -> None:
        self.similar = similar
        self.beside.clear()
        nothing = self.tr("Compared with nothing; look-alikes: {count}").format(count=len(similar))
        self.beside.addItem(nothing)
        for score, memory in similar:
            proposal = self.proposal
            new = proposal.new_memory if proposal is not None else None
            one = review_words.resembles(score, memory, new)
            self.beside.addItem(self.tr("Compared with {entry}").format(entry=one))
        for widget in (self.beside, self._open):
            widget.setVisible(bool(similar))
        self._open.setEnabled(False)

    def _on_beside_chosen(self) -> None:
        proposal, memory = self.proposal, self.chosen_similar
        self._open.setEnabled(memory is not None)
        new = proposal.new_memory if proposal is not None else None
        if memory is None or new is None:
            self._show_parts()
            return
        pairs = review_words.pairs_with(memory, new)
        self._worker.read(
            lambda _bank: compare(pairs), self.diff.show_compared, replaces=(id(self), "beside")
        )

    def _on_open_clicked(self) -> None:
        memory = self.chosen_similar
        if memory is not None:
            self.entry_wanted.emit(memory.kind, memory.id)
