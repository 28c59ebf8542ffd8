"""What a person answers to a suggestion: carried out, perhaps otherwise, or rejected (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.errors import MemdeskError
from memdesk.core.reviewing import Outcome, merged
from memdesk.gui import modals, review_words, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.entry_picker import EntryPicker
from memdesk.gui.host_side import Edits, HostSide
from memdesk.gui.review_editor import SuggestionEditor
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Bank

if TYPE_CHECKING:
    from memdesk.gui.review_page import ReviewPage

USER = Actor()


class ReviewAnswers(QObject):
    """Answers the chosen suggestion of the page, or all of its host."""

    said = Signal(str)
    refused = Signal(object)
    """A MemdeskError that the person should read."""
    given = Signal()
    """An answer is on its way: what it answers waits no more."""
    came_back = Signal(int)
    """The number of a suggestion whose answer the bank has refused."""

    def __init__(
        self, page: ReviewPage, worker: BankWorker, host_side: HostSide, vocabulary: Vocabulary
    ) -> None:
        super().__init__(page)
        self._page = page
        self._worker = worker
        self._host_side = host_side
        self._vocabulary = vocabulary
        self.on_their_way: set[int] = set()
        """Numbers whose answer is on its way to the bank."""
        self.refusals: dict[int, MemdeskError] = {}
        """Why the bank refused an answer, until another one is given."""

    @property
    def can_accept(self) -> bool:
        """Whether the chosen suggestion can be carried out."""
        return self._page.seen.proposal is not None

    @property
    def can_edit(self) -> bool:
        """Whether there are fields in it that the person could change before."""
        proposal = self._page.seen.proposal
        return proposal is not None and any(one.action != "delete" for one in proposal.outcomes)

    @property
    def can_merge(self) -> bool:
        """Whether it would make a memory that another could take up."""
        proposal = self._page.seen.proposal
        return proposal is not None and proposal.new_memory is not None

    def accept(self) -> None:
        """Carry out the chosen suggestion."""
        self._accept({})

    def edit_and_accept(self) -> None:
        """Carry it out with other values in its fields."""
        proposal = self._page.seen.proposal
        if self._page.current is None or proposal is None or not self.can_edit:
            return
        edits = self._edited(self.tr("Edit and accept"), proposal.outcomes)
        if edits is not None:
            self._accept(edits)

    def merge_into(self) -> None:
        """Let a memory that is there take up what a new one says."""
        current, proposal = self._page.current, self._page.seen.proposal
        new = proposal.new_memory if proposal is not None else None
        if current is None or proposal is None or new is None:
            return
        into = self._page.seen.chosen_similar or self._picked()
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
        current = self._page.current
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
        current = self._page.current
        if current is None or self._page.seen.proposal is None:
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
        self.on_their_way.add(number)
        self.refusals.pop(number, None)
        self.given.emit()

        def done(_result: object) -> None:
            self.on_their_way.discard(number)
            self.said.emit(sentence)

        def failed(error: MemdeskError) -> None:
            self.on_their_way.discard(number)
            self.refusals[number] = error
            self.came_back.emit(number)

        self._worker.submit(work, done, failed)

    def _answer_all(
        self,
        question: Callable[[int], str],
        doing: Callable[[int], str],
        work: Callable[[Bank, Sequence[int], Callable[[int, int], None]], int],
        done: str,
    ) -> None:
        current = self._page.current
        if current is None:
            return
        host = current.suggestion.host
        numbers = [one.suggestion.number for one in self._page.table.of_host(host)]
        host = words.author_word(host)
        answer = modals.ask(
            self._page,
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
            self.said.emit(done.format(count=self._page.locale().toString(number)))

        self._page.work_bar.carry_out(
            self._worker,
            doing(len(numbers)),
            lambda bank, tell: work(bank, numbers, tell),
            said,
            self.refused.emit,
        )

    def _edited(
        self, title: str, outcomes: Sequence[Outcome]
    ) -> Mapping[int, Mapping[str, object]] | None:
        dialog = SuggestionEditor(title, outcomes, self._vocabulary, self._page)
        accepted = modals.run(dialog)
        edits = dialog.edits
        dialog.deleteLater()
        return edits if accepted else None

    def _picked(self) -> Memory | None:
        named: list[tuple[str, Entry]] = [
            (review_words.resembles(score, memory), memory)
            for score, memory in self._page.seen.similar
        ]
        dialog = EntryPicker(self._worker, self.tr("Merge into…"), named, self._page)
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
