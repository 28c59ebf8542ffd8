"""Keeps what is typed and not stored through a crash, and brings it back (spec 7.1).

What is valid is in the bank a second after it was typed. The rest (what is invalid, half a new
entry, an open cell, what waits for a locked bank or was refused by it) is written beside the bank
as often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.core.entry import ENTRY_TYPES, Profile
from memdesk.core.errors import BankUnavailable, MemdeskError, NotFound
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.draft import Draft
from memdesk.store import drafts
from memdesk.store.bank import Bank, Change
from memdesk.store.drafts import KeptDraft

if TYPE_CHECKING:
    from memdesk.gui.cell_draft import CellDraft
    from memdesk.gui.entries_page import EntriesPage
    from memdesk.gui.entry_editor import EntryEditor
    from memdesk.gui.profile_page import ProfilePage

EVERY_MS = 700
FORGETTING = "forget"
"""The label of a change that forgot something everywhere."""

_Found = tuple[list[KeptDraft], list[Draft[Any]], int]

Pending = Callable[[], Draft[Any] | None]
"""Gives what is typed into an open cell."""


class DraftKeeper(QObject):
    """Watches the editors of a window, each from when it is there."""

    refused = Signal(object)
    """A MemdeskError: drafts could not be read or kept. Said once."""
    mended = Signal(object)
    """Drafts can be kept again; the error is the one that was said."""
    restored = Signal()
    """What was kept last time, if anything, is back in the editors."""

    def __init__(
        self,
        worker: BankWorker,
        editor_of: Callable[[str], EntryEditor],
        parent: QObject | None = None,
    ) -> None:
        """`editor_of` gives the editor of a kind (`profile` among them), to bring drafts back."""
        super().__init__(parent)
        self._worker = worker
        self._editor_of = editor_of
        self._editors: list[EntryEditor] = []
        self._pending: list[Pending] = []
        self._kept: list[KeptDraft] | None = None
        """What the file holds; None: not read yet, and not to be overwritten."""
        self._heard = 0
        """The last change of the bank that this heard of."""
        self._trouble: MemdeskError | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._on_time)
        worker.bank_changed.connect(self._on_bank_changed)
        worker.read(_read, self._on_read, self._on_unreadable)

    def watch(self, page: EntriesPage | ProfilePage) -> None:
        """Keep what is typed on this page too: in its editor, and in an open cell of its table."""
        editor = page.editor
        self._editors.append(editor)
        editor.draft_changed.connect(self.touch)
        editor.aside.changed.connect(self.touch)
        cell: CellDraft | None = getattr(page, "cell", None)
        if cell is not None:
            self._pending.append(cell.pending)
            cell.changed.connect(self.touch)

    def touch(self, _what: object = None) -> None:
        """Something was typed, or stored."""
        if not self._timer.isActive():
            self._timer.start()

    def keep(self) -> None:
        """Write down what is neither stored nor on its way, if it isn't written already."""
        every, unstored = self._every(), self._unstored()
        self._keep(unstored)
        if len(unstored) < len(every):
            self.touch()  # to see whether it has arrived

    def keep_at_the_end(self) -> None:
        """Write down what could not be stored, in this thread: the others have ended."""
        if self._kept is None:
            return
        now = [as_kept(draft) for draft in self._unstored()]
        if now != self._kept:
            self._kept = now
            try:
                drafts.keep(self._worker.bank.path, now)
            except MemdeskError as error:
                self._on_refused(error)

    def _on_time(self) -> None:
        # What is on its way for so long waits for a lock, and may do so for many seconds.
        self._keep(self._every())

    def _keep(self, unsaved: list[Draft[Any]]) -> None:
        if self._kept is None:
            return
        now = [as_kept(draft) for draft in unsaved]
        if now == self._kept:
            return
        self._kept, heard = now, self._heard
        # Not by the thread that writes: it may be the one that waits for a lock.
        self._worker.read(
            lambda bank: keep_unforgotten(bank, now, heard), self._on_written, self._on_refused
        )

    def _every(self) -> list[Draft[Any]]:
        found = [draft for editor in self._editors for draft in editor.drafts]
        return [*found, *self._in_cells()]

    def _unstored(self) -> list[Draft[Any]]:
        found = [draft for editor in self._editors for draft in editor.unstored]
        return [*found, *self._in_cells()]

    def _in_cells(self) -> list[Draft[Any]]:
        return [draft for give in self._pending if (draft := give()) is not None]

    def _on_written(self, _nothing: object) -> None:
        if (trouble := self._trouble) is not None:
            self._trouble = None
            self.mended.emit(trouble)

    def _on_refused(self, error: MemdeskError) -> None:
        if self._trouble is None:
            self._trouble = error
            self.refused.emit(error)

    def _on_unreadable(self, error: MemdeskError) -> None:
        self._kept = []
        self.refused.emit(error)
        self.touch()

    def _on_bank_changed(self, changes: Sequence[Change]) -> None:
        """What is forgotten everywhere is forgotten here, whoever did it (spec 1.6).

        The change doesn't name what it was about: that would be a trace, too.
        """
        self._heard = max(change.number for change in changes)
        if all(change.label != FORGETTING for change in changes):
            return
        named: list[tuple[Any, str]] = [
            (draft.kind, draft.base.id)
            for draft in self._every()
            if draft.kind != "profile" and not draft.new
        ]
        if named:
            self._worker.read(
                lambda bank: set(named).difference(bank.stored(named)), self._on_forgotten
            )

    def _on_forgotten(self, gone: set[tuple[str, str]]) -> None:
        for editor in self._editors:
            editor.forget(gone)
        self.touch()

    def _on_read(self, found: _Found) -> None:
        self._kept, unsaved, heard = found
        self._heard = max(self._heard, heard)
        if typed := self._every():  # before this was read, which may have taken its second
            self._keep([*unsaved, *typed])
        for draft in unsaved:
            self._editor_of(draft.kind).adopt(draft)
        self.touch()
        self.restored.emit()


def as_kept(draft: Draft[Any]) -> KeptDraft:
    """A draft as it is written down."""
    base = {field.name: getattr(draft.base, field.name) for field in fields(draft.base)}
    return KeptDraft(kind=draft.kind, base=_listed(base), typed=_listed(draft.typed), new=draft.new)


def from_kept(kept: KeptDraft) -> Draft[Any]:
    """The draft that was written down; what an older memdesk doesn't know is passed over."""
    blank = Profile() if kept.kind == "profile" else ENTRY_TYPES[kept.kind]()  # type: ignore[index]
    base = replace(blank, **_known(blank, kept.base))
    return Draft(base, kept.new, _known(blank, kept.typed))


def _listed(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in given.items()
    }


def _known(blank: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    known = {field.name for field in fields(blank)}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in given.items()
        if name in known
    }


def keep_unforgotten(bank: Bank, now: list[KeptDraft], heard: int) -> None:
    """Keep these drafts, but for those of entries that were forgotten everywhere, by whatever
    process, after the change that was heard of last. Raises BankUnavailable."""
    left = _unforgotten(bank, now, heard)
    drafts.keep(bank.path, left)
    # It may have happened between looking and writing.
    if (again := _unforgotten(bank, left, heard)) != left:
        drafts.keep(bank.path, again)


def _unforgotten(bank: Bank, now: list[KeptDraft], heard: int) -> list[KeptDraft]:
    named: list[tuple[Any, str]] = [
        (one.kind, one.id) for one in now if one.kind != "profile" and not one.new
    ]
    try:
        if all(change.label != FORGETTING for change in bank.changes_since(heard)):
            return now
        gone = set(named).difference(bank.stored(named))
    except BankUnavailable:  # what is typed is worth keeping all the more
        return now
    return [one for one in now if one.new or (one.kind, one.id) not in gone]


def _read(bank: Bank) -> _Found:
    """What is kept, of it what the bank still doesn't hold, and the last change up to here."""
    heard = bank.generation()
    kept = drafts.kept(bank.path)
    unsaved = [draft for one in kept if (draft := _still_unsaved(bank, from_kept(one))).typed]
    return kept, unsaved, heard


def _still_unsaved(bank: Bank, draft: Draft[Any]) -> Draft[Any]:
    """A draft without what came into the bank after all."""
    try:
        fresh = (
            bank.profile() if draft.kind == "profile" else bank.get(draft.base.id, kind=draft.kind)  # type: ignore[arg-type]
        )
    except NotFound:
        return draft
    draft.new = False
    draft.take_fresh(fresh)
    return draft
