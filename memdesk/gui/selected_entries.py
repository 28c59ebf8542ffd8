"""What can be done with the entries selected in a table, one or ten thousand (spec 7.1).

Each is one change of the bank and one step of undo, done in the writing thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import MemdeskError
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.copying import Form, copied
from memdesk.gui.entry_view import EntryView
from memdesk.gui.long_work import Tell, WorkBar
from memdesk.store.bank import Bank

USER = Actor()

MANY = 200
"""Entries from which a bulk change or deletion is asked about first."""


class SelectedEntries(QObject):
    """Acts on the selection of a view. `before_acting` saves what is still being typed."""

    said = Signal(str)
    """A sentence for the status bar."""
    refused = Signal(object)
    """A MemdeskError that the person should read."""
    added = Signal(int)
    """The key of an entry that came to be and should be selected."""

    def __init__(
        self,
        kind: Kind,
        worker: BankWorker,
        view: EntryView,
        bar: WorkBar,
        before_acting: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._worker = worker
        self._view = view
        self._bar = bar
        self._before_acting = before_acting
        self._window = parent

    def delete(self) -> None:
        """Move them to the trash."""
        keys = self._view.selected_keys()
        count = len(keys)
        question = self.tr("Move %Ln entries to the trash?", "", count)
        if not keys or not self._sure(question, count):
            return
        kind = self._kind

        def work(bank: Bank, tell: Tell) -> int:
            entries = bank.rows(keys)
            named = [(kind, entry.id) for entry in entries.values()]
            return bank.delete(named, USER, progress=tell)

        self._act(
            self.tr("Moving %Ln entries to the trash…", "", count),
            work,
            self.tr("Moved to the trash: {count}. Ctrl+Z brings it back."),
        )

    def change(
        self,
        fields: dict[str, object],
        add_tags: tuple[str, ...] = (),
        remove_tags: tuple[str, ...] = (),
    ) -> None:
        """Give them these values."""
        keys = self._view.selected_keys()
        count = len(keys)
        if not keys or not self._sure(self.tr("Change %Ln entries?", "", count), count):
            return
        self._act(
            self.tr("Changing %Ln entries…", "", count),
            lambda bank, tell: bank.update_many(
                keys, fields, USER, add_tags=add_tags, remove_tags=remove_tags, progress=tell
            ),
            self.tr("Changed: {count}. Ctrl+Z takes it back."),
        )

    def _act(self, doing: str, work: Callable[[Bank, Tell], int], done: str) -> None:
        """Do it in the writing thread, with progress; `done` has a place for a count."""
        self._before_acting()
        self._bar.carry_out(
            self._worker,
            doing,
            work,
            lambda number: self.said.emit(done.format(count=self._number(number))),
            self.refused.emit,
        )

    def duplicate(self) -> None:
        """Add a copy of the current entry, and select it."""
        entry = self._view.current_entry()
        if entry is None:
            return
        self._before_acting()
        kind = self._kind

        def work(bank: Bank) -> Entry:
            stored = bank.get(entry.id, kind=kind)
            copy = replace(
                stored,
                id="",
                key=0,
                position=0,
                author=USER.author,
                created_at="",
                updated_at="",
                accessed_at=None,
                access_count=0,
                session_id=None,
                source_sessions=(),
            )
            return bank.add(copy, USER)

        self._worker.submit(work, lambda added: self.added.emit(added.key), self.refused.emit)

    def copy(self, form: Form) -> None:
        """Put them into the clipboard, in the table's order."""
        keys = self._view.selected_keys()
        if not keys:
            return
        self._before_acting()
        tell = self._bar.begin(self.tr("Copying %Ln entries…", "", len(keys)))

        def finished(made: tuple[QByteArray, int]) -> None:
            self._bar.end(tell)
            text, count = made
            clipboard = QGuiApplication.clipboard()
            # Qt's own data, filled with bytes as they are: only who pastes them turns them into a
            # string. Data made here might outlive Python in the clipboard, and end it badly.
            clipboard.setText("")
            clipboard.mimeData().setData("text/plain", text)
            self.said.emit(self.tr("Copied: {count}.").format(count=self._number(count)))

        def failed(error: MemdeskError) -> None:
            self._bar.end(tell)
            self.refused.emit(error)

        def read(_stored: object) -> None:
            self._worker.survey(lambda bank: copied(bank, keys, form, tell), finished, failed)

        # After what was just handed to the bank, so that it is among what is copied.
        self._worker.submit(lambda _bank: None, read)

    def move(self, step: int) -> None:
        """Move tasks or works up (-1) or down (1) in their own order."""
        spans, table = self._view.selected_spans(), self._view.table
        if not table.can_reorder or not spans:
            return
        if step < 0 and spans[0].start > 0:
            table.move_before(self._view.selected_keys(), spans[0].start - 1)
        elif step > 0 and spans[-1].stop < table.rowCount():
            target = spans[-1].stop + 1
            at = target if target < table.rowCount() else None
            table.move_before(self._view.selected_keys(), at)

    def _sure(self, question: str, count: int) -> bool:
        if count < MANY:
            return True
        answer = modals.ask(
            self._window,
            self.tr("Many entries"),
            question,
            [
                modals.Choice("go", self.tr("Go on")),
                modals.Choice("no", self.tr("Cancel"), "reject"),
            ],
            detail=self.tr("It is one step: Ctrl+Z takes it back."),
            default="no",
        )
        return answer == "go"

    def _number(self, count: int) -> str:
        return self._window.locale().toString(count)
