"""What is being typed into a cell of a table, until the bank and the editor know it.

Nothing typed is lost: what can't be stored goes into the editor, and what someone else changed
meanwhile is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from memdesk.core.entry import Entry
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.draft import Draft
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.entry_table import CellEdit, EntryTable
from memdesk.gui.entry_view import EntryView


@dataclass(frozen=True, slots=True)
class _Typed:
    """What stands in the open cell. `began_from` is what stood there when it was opened."""

    key: int
    field: str
    value: object
    began_from: object


class CellDraft(QObject):
    """Stands between a view's cells, its table and the editor beside it."""

    changed = Signal()
    """What is typed into a cell is another, or nothing any more."""
    refused = Signal(object)
    """A MemdeskError that the person should read."""

    def __init__(
        self, worker: BankWorker, view: EntryView, editor: EntryEditor, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._view = view
        self._table: EntryTable = view.table
        self._editor = editor
        self._window = parent
        self._typed: _Typed | None = None
        view.cell_typed.connect(self._on_cell_typed)
        view.cell_left.connect(self._on_cell_left)
        # The view would close a cell without storing it when its row goes.
        self._table.rows_leaving.connect(self._on_rows_leaving)
        self._table.refused.connect(self.refused)
        self._table.not_stored.connect(self._on_not_stored)
        self._table.conflicted.connect(self._on_conflicted)

    def pending(self) -> Draft[Entry] | None:
        """What is typed into the open cell, as a draft; None: nothing is."""
        typed = self._typed
        entry = self._entry_of(typed.key) if typed is not None else None
        if typed is None or entry is None:
            return None
        draft = Draft(entry)
        draft.type(typed.field, typed.value, typed.began_from)
        return draft if draft.typed else None

    def over(self, draft: Entry | None) -> Entry | None:
        """The editor's draft, with what is typed into a cell over it."""
        typed = self._typed
        if typed is None:
            return draft
        if draft is None or draft.key != typed.key:
            return self._shown(typed)
        return replace(draft, **{typed.field: typed.value})

    def _shown(self, typed: _Typed) -> Entry | None:
        entry = self._entry_of(typed.key)
        return None if entry is None else replace(entry, **{typed.field: typed.value})

    def _entry_of(self, key: int) -> Entry | None:
        row = self._table.row_of(key)
        return None if row is None else self._table.entry_at(row)

    def take_editor(self, draft: Entry | None) -> None:
        """The editor shows this now: what it knows of the cell needs no keeping."""
        typed = self._typed
        if typed is None:
            return
        if draft is None or draft.key != typed.key or getattr(draft, typed.field) == typed.value:
            self._typed = None

    def _on_cell_typed(self, key: int, field: str, value: object, began_from: object) -> None:
        self._typed = _Typed(key, field, value, began_from)
        self.changed.emit()

    def _on_cell_left(self) -> None:
        typed = self._typed
        if typed is None:
            return
        entry = self._entry_of(typed.key)
        if entry is None or getattr(entry, typed.field) != typed.value:
            self._forget()  # left without storing it

    def _on_rows_leaving(self, first: int, count: int) -> None:
        """What is typed into a cell whose row goes is typed on in the editor."""
        typed = self._typed
        row = None if typed is None else self._table.row_of(typed.key)
        if typed is None or row is None or not first <= row < first + count:
            return
        self._typed = None
        entry = self._table.entry_at(row)
        self._view.close_cell()
        if entry is not None and typed.value != typed.began_from:
            self._editor.take_typed(entry, typed.field, typed.value, typed.began_from)
            self._editor.go_on_in(typed.field)

    def _forget(self) -> None:
        if self._typed is not None:
            self._typed = None
            self.changed.emit()

    def _on_not_stored(self, edit: CellEdit) -> None:
        """What can't be stored from a cell isn't lost: the editor keeps it, marked."""
        self._typed = None
        self._editor.take_typed(edit.entry, edit.field, edit.mine, edit.began_from)

    def _on_conflicted(self, edit: CellEdit) -> None:
        """Someone else changed the field while it was edited in its cell."""
        self._forget()
        entry = edit.entry
        self._worker.read(
            lambda bank: bank.get(entry.id, kind=entry.kind),
            lambda fresh: self._ask(fresh, edit.field, edit.mine),
            lambda _error: self._on_not_stored(edit),  # gone meanwhile: the editor asks
        )

    def _ask(self, fresh: Entry, field: str, mine: object) -> None:
        theirs = getattr(fresh, field)
        answer = modals.ask(
            self._window,
            self.tr("Changed by someone else"),
            self.tr("“{entry}” was changed by someone else while you were editing it.").format(
                entry=fresh.label
            ),
            [
                modals.Choice("mine", self.tr("Keep mine")),
                modals.Choice("theirs", self.tr("Take theirs"), "reject"),
            ],
            detail=self.tr("{field}: yours is “{mine}”, theirs is “{theirs}”.").format(
                field=words.field_word(field), mine=_plain(mine), theirs=_plain(theirs)
            ),
        )
        if answer == "mine":
            self._table.store(fresh, field, mine, theirs)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
