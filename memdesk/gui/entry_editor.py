"""What the editors of memories, tasks, works and the profile share: saving as you go (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry
from memdesk.core.errors import BankUnavailable, Conflict, MemdeskError, NotFound
from memdesk.core.validation import check_entry
from memdesk.gui import words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.draft import Draft
from memdesk.gui.entry_form import EntryForm
from memdesk.gui.put_aside import PutAside
from memdesk.gui.save_pace import SavePace
from memdesk.store.bank import Bank, Change

USER = Actor()


class EntryEditor(EntryForm):
    """Edits one entry at a time. Nothing typed is ever lost.

    Valid fields are saved after a pause, when a field is left, and before another entry is
    shown. Invalid ones are marked, kept, and shown again when the entry comes back.
    """

    draft_changed = Signal(object)
    """The Entry as it stands on the screen, with every keystroke; None: nothing is edited."""
    saved = Signal(object)
    """The Entry as the bank has it now."""
    entry_wanted = Signal(str)
    """The id of another entry of this kind to go to."""
    said = Signal(str)
    """A sentence for the status bar."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._draft: Draft[Any] | None = None
        self.aside = PutAside(self)
        self._sent: dict[str, dict[str, object]] = {}
        """What is on its way to the bank, by id."""
        self._waiting: list[Callable[[], None]] = []
        """What is done once the save on its way is answered."""
        self._pace = SavePace(self)
        self._pace.due.connect(self.flush)
        self._in_trouble = False
        """Whether the last save failed and the notice says so."""

    # --- for the editors of each kind

    def update_in(
        self, bank: Bank, subject: Any, fields: dict[str, object], expected: dict[str, object]
    ) -> Any:
        """Store some fields (in the writing thread); returns the subject as it is then."""
        return bank.update(subject.id, fields, USER, kind=subject.kind, expected=expected)

    def fetch_from(self, bank: Bank, subject: Any) -> Any:
        """The subject as the bank has it now (in the reading thread)."""
        return bank.get(subject.id, kind=subject.kind)

    def is_concerned(self, change: Change, subject: Any) -> bool:
        """Whether the change can be one of the subject."""
        return change.ids is None or subject.id in change.ids or "tag" in change.kinds

    def identity(self, subject: Any) -> str:
        """What tells a subject from others."""
        return subject.id

    def show_subject(self, entry: Any) -> None:
        """Show what follows from what is typed, as a verdict; called with every keystroke."""

    def begun(self, entry: Any) -> None:
        """Another subject is on the screen; called before what follows from it is shown."""

    def with_draft(self, act: Callable[[Draft[Any]], None]) -> None:
        """Do something else with what is edited than to save it, once no save is on its way."""
        self._pace.stop()
        draft = self._draft
        if draft is None:
            return
        if self.identity(draft.base) in self._sent:
            self._waiting.append(lambda: self.with_draft(act))
        else:
            act(draft)

    def submit_draft(
        self, draft: Draft[Any], work: Callable[[Bank], Any], done: Callable[[Any], None]
    ) -> None:
        """Do something with a draft in the writing thread; when it is done, the draft is let go."""
        self._sent[self.identity(draft.base)] = dict(draft.typed)

        def finished(result: Any) -> None:
            self._sent.pop(self.identity(draft.base), None)
            self._let_go(draft)
            done(result)

        self._worker.submit(work, finished, lambda error: self._on_failed(draft, error))

    # --- what is edited

    @property
    def entry(self) -> Any:
        """The entry as it stands on the screen, or None."""
        return self._draft.subject if self._draft else None

    @property
    def dirty(self) -> bool:
        """Whether something on the screen is not in the bank."""
        return self._draft is not None and bool(self._draft.typed)

    @property
    def drafts(self) -> list[Draft[Any]]:
        """Everything that holds something typed and not stored yet."""
        drafts = self.aside.drafts
        if self._draft is not None and self._draft.typed:
            drafts.append(self._draft)
        return drafts

    @property
    def unstored(self) -> list[Draft[Any]]:
        """Of `drafts`, those that are not on their way to the bank as they stand."""
        return [
            draft
            for draft in self.drafts
            if self._sent.get(self.identity(draft.base)) != draft.typed
        ]

    @property
    def unsaved(self) -> list[Any]:
        """Entries that hold something typed which could not be saved."""
        return [draft.subject for draft in self.drafts]

    def adopt(self, draft: Draft[Any]) -> None:
        """Take over what was typed elsewhere and could not be saved there."""
        here = self._draft
        if here is not None and self.identity(here.base) == self.identity(draft.base):
            if here.typed:
                return
            self._begin(draft)
            self._pace.rest()  # what can be stored is
        else:
            self.aside.put(self.identity(draft.base), draft)
            self._save(draft)

    def adopt_drafts(self, other: EntryEditor) -> None:
        """Take over what is typed in another editor and could not be saved."""
        for draft in other.drafts:
            self.adopt(draft)
            if draft.new and draft is other._draft:
                self.resume(self.identity(draft.base))

    def resume(self, identity: str) -> None:
        """Go on with a draft that was put aside, be its entry in the bank or not."""
        draft = self.aside.get(identity)
        if draft is None:
            return
        self._put_aside()
        self.aside.take(identity)
        self._begin(draft)
        if not draft.new:
            self._read_again(draft)
        self.focus_first()

    def let_go(self, identity: str) -> None:
        """Give up a draft that was put aside."""
        self.aside.take(identity)

    def show_entry(self, entry: Any) -> None:
        """Edit another entry, or none. What is typed so far is saved or kept."""
        if (
            self._draft is not None
            and entry is not None
            and self.identity(entry) == self.identity(self._draft.base)
        ):
            self.take_fresh(entry)
            return
        self._put_aside()
        if entry is None:
            self._begin(None)
        else:
            kept = self.aside.take(self.identity(entry))
            if kept is not None and not kept.disputed(entry):
                kept.take_fresh(entry)
            self._begin(kept or Draft(entry))
            if kept is not None:
                self._pace.rest()  # what could not be stored then may be by now

    def begin_new(self, entry: Entry) -> None:
        """Edit an entry that is not in the bank yet. Its id must be given."""
        self._put_aside()
        self._begin(Draft(entry, new=True))
        self.focus_first()

    def flush(self) -> None:
        """Save now what can be saved. The answer arrives later."""
        self._pace.stop()
        if self._draft is not None:
            self._save(self._draft)

    def take_changes(self, changes: list[Change]) -> None:
        """What anyone changed: read the entry again if it can be among it."""
        draft = self._draft
        if draft is None or draft.new:
            return
        if any(self.is_concerned(change, draft.base) for change in changes):
            self._read_again(draft)
            if self._foot is not None:
                self._foot.section.refresh()

    def take_fresh(self, fresh: Any) -> None:
        """The bank holds this now: show it where the person isn't typing."""
        draft = self._draft
        if draft is None or self._is_other(draft, fresh):
            return
        draft.new = False
        for name in draft.take_fresh(fresh):
            if name in self._fields:
                self._fields[name].set_value(getattr(fresh, name))
        self._show_state(draft)

    def take_typed(self, entry: Any, name: str, value: object, began_from: object) -> None:
        """Go on with what the person typed elsewhere and what could not be stored there.

        `began_from` is what the field held when they began.
        """
        draft = self._draft
        if draft is not None and self.identity(draft.base) == self.identity(entry):
            draft.type(name, value, began_from)
            self._fields[name].set_value(value)
            self._on_edited(name)
        else:
            kept = self.aside.get(self.identity(entry)) or Draft(entry)
            kept.type(name, value, began_from)
            self.aside.put(self.identity(entry), kept)

    # --- inside

    def _is_other(self, draft: Draft[Any], fresh: Any) -> bool:
        """Whether this isn't news of the draft, or older than what is on its way."""
        here = self.identity(draft.base)
        return self.identity(fresh) != here or here in self._sent

    def _begin(self, draft: Draft[Any] | None) -> None:
        self._draft = draft
        self.notice.clear()
        self.show_fields_of(draft.subject if draft is not None else None)
        if draft is None:
            self.draft_changed.emit(None)
            return
        self.begun(draft.subject)
        self._show_state(draft)

    def _show_state(self, draft: Draft[Any]) -> None:
        for name in self._rows:
            self._mark(draft, name)
        subject = draft.subject
        if self._foot is not None:
            self._foot.show_entry(subject)
        self.show_subject(subject)
        self.draft_changed.emit(subject)

    def _mark(self, draft: Draft[Any], name: str) -> None:
        problem = draft.problem(name)
        self._rows[name].show_problem(words.field_sentence(problem) if problem else "")
        value = getattr(draft.subject, name)
        if isinstance(value, str):
            self._rows[name].show_length(len(value))

    def _put_aside(self) -> None:
        """Leave the entry on the screen: save it; keep what can't be saved."""
        if self._draft is None:
            return
        self.finish_fields()
        self.flush()
        if self._draft.typed:
            self.aside.put(self.identity(self._draft.base), self._draft)

    def _on_edited(self, name: str) -> None:
        draft = self._draft
        if draft is None:
            return
        draft.type(name, self._fields[name].value())
        self._mark(draft, name)
        subject = draft.subject
        self.show_subject(subject)
        self.draft_changed.emit(subject)
        self._pace.typed()

    def _on_left(self, name: str) -> None:
        if self._draft is not None and name in self._draft.typed:
            self.flush()

    def _save(self, draft: Draft[Any]) -> None:
        if self.identity(draft.base) in self._sent:
            return  # the answer of the save before decides what this one expects
        if draft.new:
            self._add(draft)
            return
        fields, expected = draft.to_save()
        if not fields:
            return
        entry = draft.base
        self._sent[self.identity(entry)] = fields
        self._worker.submit(
            lambda bank: self.update_in(bank, entry, fields, expected),
            lambda stored: self._on_saved(draft, stored),
            lambda error: self._on_failed(draft, error),
        )

    def _add(self, draft: Draft[Any]) -> None:
        entry = draft.subject
        try:
            check_entry(entry)
        except MemdeskError:
            return  # not ready yet; the fields say what is missing
        self._sent[self.identity(entry)] = dict(draft.typed)
        self._worker.submit(
            lambda bank: bank.add(entry, USER),
            lambda stored: self._on_saved(draft, stored),
            lambda error: self._on_not_added(draft, error),
        )

    def _on_not_added(self, draft: Draft[Any], error: MemdeskError) -> None:
        if isinstance(error, Conflict):
            draft.new = False  # it is there: others have put it back, or an answer came too late
        self._on_failed(draft, error)

    def _on_saved(self, draft: Draft[Any], stored: Any) -> None:
        sent = self._sent.pop(self.identity(draft.base), {})
        before = draft.subject
        draft.saved(stored, sent)
        if draft is self._draft:
            for name, field in self._fields.items():
                if getattr(draft.subject, name) != getattr(before, name):
                    field.set_value(getattr(draft.subject, name))
            self._show_state(draft)
        elif not draft.typed:
            self.aside.take(self.identity(stored))
        if self._in_trouble:
            self._in_trouble = False
            self.notice.clear()
        self.saved.emit(stored)
        if self._waiting:
            self._go_on_waiting()
        elif draft.typed and not self._pace.resting:
            self._save(draft)

    def _go_on_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    def _on_failed(self, draft: Draft[Any], error: MemdeskError) -> None:
        self._sent.pop(self.identity(draft.base), None)
        self._waiting.clear()
        if draft is not self._draft:
            if not draft.typed:
                return  # nothing of it is left to be saved, nor to be asked about
            self.aside.put(self.identity(draft.base), draft)
        else:
            self.draft_changed.emit(draft.subject)  # it is not on its way any more
        if isinstance(error, NotFound) and draft.new:
            self._save(draft)  # meanwhile the person has said that it is to be put back
        else:
            self._say_refused(draft, error)

    def _on_read_failed(self, draft: Draft[Any], error: MemdeskError) -> None:
        # What is on its way is answered, too, and by then it is known what is left of it.
        if self.identity(draft.base) not in self._sent:
            self._say_refused(draft, error)

    def _say_refused(self, draft: Draft[Any], error: MemdeskError) -> None:
        if isinstance(error, Conflict) and not draft.new:
            self._read_again(draft, asking=True)
        elif isinstance(error, NotFound):
            self._ask_about_deleted(draft)
        else:
            self._in_trouble = True
            if isinstance(error, BankUnavailable) and draft is self._draft:
                self._pace.rest()  # a lock of another program goes away by itself
            self.notice.say(
                words.error_sentence(error), (self.tr("Try again"), lambda: self._save(draft))
            )

    # --- someone else changed it too

    def _read_again(self, draft: Draft[Any], *, asking: bool = False) -> None:
        entry = draft.base
        self._worker.read(
            lambda bank: self.fetch_from(bank, entry),
            lambda fresh: self._on_read_again(draft, fresh, asking=asking),
            lambda error: self._on_read_failed(draft, error),
        )

    def _on_read_again(self, draft: Draft[Any], fresh: Any, *, asking: bool) -> None:
        if self.identity(draft.base) in self._sent:
            return
        disputed = draft.disputed(fresh)
        if draft is self._draft:
            self.take_fresh(fresh)
        else:
            draft.take_fresh(fresh)
        if not disputed:
            if asking:
                self._save(draft)
            return
        if draft is not self._draft:
            return  # asked when the entry is shown again and saved
        named = words.listed(words.field_word(name) for name in disputed)
        self.notice.say(
            self.tr("This was changed by someone else while you were editing it: {fields}.").format(
                fields=named
            ),
            (self.tr("Keep mine"), lambda: self._keep_mine(draft, fresh)),
            (self.tr("Take theirs"), lambda: self._take_theirs(draft, fresh)),
        )

    def _keep_mine(self, draft: Draft[Any], fresh: Any) -> None:
        draft.keep_mine(fresh)
        self._save(draft)

    def _take_theirs(self, draft: Draft[Any], fresh: Any) -> None:
        draft.take_theirs(fresh)
        if draft is self._draft:
            self._begin(draft)

    def _ask_about_deleted(self, draft: Draft[Any]) -> None:
        if draft is not self._draft:
            return
        if not draft.typed:
            self._begin(None)
            return
        self.notice.say(
            self.tr("This was deleted while you were editing it."),
            (self.tr("Put it back"), lambda: self._put_back(draft)),
            (self.tr("Let it go"), lambda: self._let_go(draft)),
        )

    def _put_back(self, draft: Draft[Any]) -> None:
        draft.new = True
        self._save(draft)

    def forget(self, gone: Container[tuple[str, str]]) -> None:
        """Give up what was typed into entries, by kind and id, that were forgotten everywhere."""
        for draft in self.drafts:
            if (draft.kind, draft.base.id) in gone:
                self._let_go(draft)

    def _let_go(self, draft: Draft[Any]) -> None:
        draft.typed.clear()
        self.aside.take(self.identity(draft.base))
        if draft is self._draft:
            self._begin(None)
