"""A page of memories, tasks or works: filter, table, and the editor of what is selected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from memdesk.core import ids
from memdesk.core.authors import Actor
from memdesk.core.entry import ENTRY_TYPES, Entry, Kind
from memdesk.core.query import Query
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.entry_table import CellConflict, EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.gui.filter_bar import FilterBar
from memdesk.gui.memory_editor import MemoryEditor
from memdesk.gui.task_editor import TaskEditor
from memdesk.gui.vocabulary import Vocabulary
from memdesk.gui.work_editor import WorkEditor
from memdesk.store.bank import Bank, Change

USER = Actor()

_EDITORS: dict[Kind, type[MemoryEditor] | type[TaskEditor] | type[WorkEditor]] = {
    "memory": MemoryEditor,
    "task": TaskEditor,
    "work": WorkEditor,
}

MANY = 200
"""Entries from which a bulk change or deletion is asked about first."""


class EntriesPage(QWidget):
    """One kind of entry (spec 7.1)."""

    draft_changed = Signal(object)
    """The Entry being edited as it stands, or None; for the preview."""
    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    import_wanted = Signal()
    said = Signal(str)
    """A sentence for the status bar."""
    refused = Signal(object)
    """A MemdeskError that the person should read."""

    def __init__(
        self, kind: Kind, worker: BankWorker, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.kind = kind
        self._worker = worker
        self._to_select: tuple[int, bool] | None = None
        self._rows_moving = False
        self._kept_from_row: int | None = None
        """Where the entry stood that the editor keeps although it left the table."""
        self._in_cell: tuple[int, str, object] | None = None
        """Key, field and value of what is typed into a cell, until the editor knows it."""
        own_order = kind in ("task", "work")
        self._base = Query(kinds=(kind,), sort="position" if own_order else "recent")
        self.table = EntryTable(worker, COLUMNS[kind], self._base, self)
        self.view = EntryView(
            self.table, vocabulary.statuses, vocabulary.tags, vocabulary.tech, self
        )
        self.view.setAccessibleName(words.kind_words(kind))
        self.filter = FilterBar(kind, vocabulary, self)
        self.editor: EntryEditor = _EDITORS[kind](worker, vocabulary, self)
        self._empty = EmptyState(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)

        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(8, 8, 4, 8)
        column.setSpacing(6)
        column.addWidget(self.filter)
        column.addWidget(self._stack, 1)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(4, 8, 8, 8)
        column.addWidget(self.editor)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        left.setMinimumWidth(240)
        right.setMinimumWidth(260)
        self.splitter.setSizes([460, 300])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)

        self.filter.filter_changed.connect(self._on_filter_changed)
        self.view.entry_selected.connect(self._on_entry_selected)
        self.view.cell_typed.connect(self._on_cell_typed)
        self.view.cell_left.connect(self._on_cell_left)
        self.view.menu_wanted.connect(self.menu_wanted)
        self.view.activated.connect(lambda _index: self.editor.focus_first())
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.keys_changing.connect(self._on_keys_changing)
        self.table.keys_changed.connect(self._on_keys_changed)
        self.table.refused.connect(self.refused)
        self.table.refused.connect(self._on_cell_refused)
        self.table.conflicted.connect(self._forget_cell)
        self.table.conflicted.connect(self._on_conflicted)
        self.editor.draft_changed.connect(self._on_draft_changed)
        self.editor.saved.connect(self._on_saved)

    # --- what the window asks of any page

    @property
    def title(self) -> str:
        return words.kind_words(self.kind)

    def refresh(self) -> None:
        self.table.refresh()

    def take_changes(self, changes: list[Change]) -> None:
        """What anyone changed."""
        self.table.take_changes(changes)
        self.editor.take_changes(changes)

    def focus(self) -> None:
        """Put the keyboard where it is of most use."""
        self.view.setFocus()

    def focus_filter(self) -> None:
        self.filter.focus()

    def flush(self) -> None:
        """Save what is typed and can be saved."""
        self.view.store_cell()
        self.editor.flush()

    def current_draft(self) -> Entry | None:
        """What is being edited as it stands: in the editor, and over it in a cell."""
        draft = self.editor.entry
        if self._in_cell is None:
            return draft
        key, field, value = self._in_cell
        if draft is None or draft.key != key:
            row = self.table.row_of(key)
            draft = None if row is None else self.table.entry_at(row)
        return None if draft is None else replace(draft, **{field: value})

    def selected_count(self) -> int:
        return self.view.selected_count()

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("columns", self.view.horizontalHeader().saveState())
        settings.setValue("splitter", self.splitter.saveState())

    def restore_look(self, settings: QSettings) -> None:
        columns = settings.value("columns")
        if columns is not None:
            self.view.horizontalHeader().restoreState(columns)
        splitter = settings.value("splitter")
        if splitter is not None:
            self.splitter.restoreState(splitter)

    # --- what the person can do here

    def new(self) -> None:
        """Begin a new entry. It is stored as soon as it can be."""
        self.view.clearSelection()
        self.view.setCurrentIndex(self.table.index(-1, -1))
        entry = ENTRY_TYPES[self.kind](id=ids.new_id(self.kind), **self._from_filter())
        self.editor.begin_new(entry)

    def _from_filter(self) -> dict[str, object]:
        """A new entry belongs where the person is looking."""
        given: dict[str, object] = {}
        tags: list[str] = []
        for field, value in self.filter.narrowings:
            if field == "tag":
                tags.append(value)
            elif field in ("category", "relevance", "status", "workspace", "role"):
                given[field] = value
        return {**given, "tags": tuple(tags)}

    def select(self, entry_id: str) -> None:
        """Show that entry, taking the filter away if it hides it."""
        self._worker.read(
            lambda bank: bank.get(entry_id, kind=self.kind),
            lambda entry: self._show(entry.key),
            self.refused.emit,
        )

    def _show(self, key: int) -> None:
        if self.view.select_key(key):
            return
        self._to_select = (key, False)
        if self.filter.active:
            self.filter.clear()
        else:
            self.table.refresh()

    def delete(self) -> None:
        """Move the selected entries to the trash."""
        keys = self.view.selected_keys()
        if not keys or not self._sure(len(keys)):
            return
        self.editor.flush()
        kind = self.kind

        def work(bank: Bank) -> int:
            entries = bank.rows(keys)
            return bank.delete([(kind, entry.id) for entry in entries.values()], USER)

        self._worker.submit(work, self._on_deleted, self.refused.emit)

    def _on_deleted(self, count: int) -> None:
        self.said.emit(
            self.tr("Moved to the trash: {count}. Ctrl+Z brings it back.").format(count=count)
        )

    def duplicate(self) -> None:
        """Add a copy of the current entry, and select it."""
        entry = self.view.current_entry()
        if entry is None:
            return
        self.editor.flush()
        kind = self.kind

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

        self._worker.submit(work, lambda added: self._show(added.key), self.refused.emit)

    def change_selected(
        self,
        fields: dict[str, object],
        add_tags: tuple[str, ...] = (),
        remove_tags: tuple[str, ...] = (),
    ) -> None:
        """Give the selected entries these values, as one undo step."""
        keys = self.view.selected_keys()
        if not keys or not self._sure(len(keys)):
            return
        self.editor.flush()
        self._worker.submit(
            lambda bank: bank.update_many(
                keys, fields, USER, add_tags=add_tags, remove_tags=remove_tags
            ),
            lambda count: self.said.emit(self.tr("Changed: {count}.").format(count=count)),
            self.refused.emit,
        )

    def selected_entries(self, give: Callable[[list[Entry]], None]) -> None:
        """Read the selected entries whole and hand them over, in the table's order."""
        keys = self.view.selected_keys()

        def work(bank: Bank) -> list[Entry]:
            entries = bank.rows(keys)
            return [entries[key] for key in keys if key in entries]

        self._worker.read(work, give, self.refused.emit)

    def move_selected(self, step: int) -> None:
        """Move the selected tasks or works up (-1) or down (1) in their own order."""
        spans = self.view.selected_spans()
        if not self.table.can_reorder or not spans:
            return
        if step < 0 and spans[0].start > 0:
            self.table.move_before(self.view.selected_keys(), spans[0].start - 1)
        elif step > 0 and spans[-1].stop < self.table.rowCount():
            target = spans[-1].stop + 1
            at = target if target < self.table.rowCount() else None
            self.table.move_before(self.view.selected_keys(), at)

    def _sure(self, count: int) -> bool:
        if count < MANY:
            return True
        answer = modals.ask(
            self,
            self.tr("Many entries"),
            self.tr("This concerns {count} entries. Go on?").format(
                count=self.locale().toString(count)
            ),
            [
                modals.Choice("go", self.tr("Go on")),
                modals.Choice("no", self.tr("Cancel"), "reject"),
            ],
            default="no",
        )
        return answer == "go"

    # --- inside

    def _on_filter_changed(self) -> None:
        self.view.set_marked_text(self.filter.text)
        now = self.table.query
        base = replace(self._base, sort=now.sort, descending=now.descending)
        self.table.set_query(self.filter.applied_to(base))

    def _on_entry_selected(self, entry: Entry | None) -> None:
        if self._rows_moving and self._is_being_edited():
            # The row went away under the person's hands (a filter, someone else): what they
            # are typing stays where it is.
            self._kept_from_row = self.view.currentIndex().row()
        elif entry is not None:
            self._kept_from_row = None
            self.editor.show_entry(entry)
        elif (
            self.editor.entry is not None
            and not self._editing_new()
            and (self._kept_from_row is None)
        ):
            self.editor.show_entry(None)

    def _is_being_edited(self) -> bool:
        focus = QApplication.focusWidget()
        return self.editor.dirty or (focus is not None and self.editor.isAncestorOf(focus))

    def _on_cell_typed(self, key: int, field: str, value: object) -> None:
        self._in_cell = (key, field, value)
        self.draft_changed.emit(self.current_draft())

    def _on_cell_left(self) -> None:
        if self._in_cell is None:
            return
        key, field, value = self._in_cell
        row = self.table.row_of(key)
        entry = None if row is None else self.table.entry_at(row)
        if entry is None or getattr(entry, field) != value:
            self._forget_cell()  # left without storing it

    def _on_cell_refused(self, _error: object) -> None:
        """What can't be stored from a cell isn't lost: the editor keeps it, marked."""
        cell, entry = self._in_cell, self.editor.entry
        self._in_cell = None
        if cell is not None and entry is not None and entry.key == cell[0]:
            self.editor.take_typed(cell[1], cell[2])

    def _forget_cell(self, _why: object = None) -> None:
        if self._in_cell is not None:
            self._in_cell = None
            self.draft_changed.emit(self.editor.entry)

    def _on_draft_changed(self, draft: Entry | None) -> None:
        if self._in_cell is not None and self._knows_cell(draft):
            self._in_cell = None
        self.draft_changed.emit(self.current_draft())
        if draft is None and self._kept_from_row is not None and self.table.rowCount():
            row = min(max(0, self._kept_from_row), self.table.rowCount() - 1)
            self._kept_from_row = None
            self.view.select_key(self.table.key_at(row))

    def _knows_cell(self, draft: Entry | None) -> bool:
        """Whether the editor shows what was typed into the cell, or another entry."""
        assert self._in_cell is not None
        key, field, value = self._in_cell
        return draft is None or draft.key != key or getattr(draft, field) == value

    def _on_keys_changing(self) -> None:
        self._rows_moving = True

    def _editing_new(self) -> bool:
        entry = self.editor.entry
        return entry is not None and not entry.created_at

    def _on_selection_changed(self) -> None:
        self.selection_changed.emit()

    def _on_saved(self, entry: Entry) -> None:
        if self.view.current_entry() is None:
            # A new entry: it becomes the selected one as soon as the table has it.
            self._to_select = (entry.key, True)
            self.table.refresh()

    def _on_keys_changed(self) -> None:
        self._rows_moving = False
        if self._kept_from_row is not None and self.view.currentIndex().isValid():
            # No row is the one in the editor: so none is marked, and each can be chosen.
            self.view.clearSelection()
            self.view.setCurrentIndex(self.table.index(-1, -1))
        self._stack.setCurrentIndex(0 if self.table.rowCount() else 1)
        if not self.table.rowCount():
            self._say_why_empty()
        if self._to_select is not None:
            key, quietly = self._to_select
            self._to_select = None
            found = self.view.select_key(key)
            if not found and not quietly:
                self.said.emit(self.tr("That entry is not here any more."))
        elif (
            not self.view.currentIndex().isValid()
            and self.table.rowCount()
            and self.editor.entry is None
        ):
            # Something to look at, rather than an empty editor.
            self.view.select_key(self.table.key_at(0))

    def _say_why_empty(self) -> None:
        if self.filter.active:
            self._empty.say(
                "search",
                self.tr("Nothing matches"),
                self.tr("No entry fits the filter."),
                (self.tr("Show everything"), self.filter.clear),
            )
        elif self.kind == "memory":
            self._empty.say(
                "memory",
                self.tr("No memories yet"),
                self.tr("What your assistants should remember: decisions, preferences, facts."),
                (self.tr("New memory"), self.new),
                (self.tr("Import…"), self.import_wanted.emit),
            )
        elif self.kind == "task":
            self._empty.say(
                "task",
                self.tr("No tasks yet"),
                self.tr("What you are working on, so that an assistant knows where you are."),
                (self.tr("New task"), self.new),
                (self.tr("Import…"), self.import_wanted.emit),
            )
        else:
            self._empty.say(
                "work",
                self.tr("No works yet"),
                self.tr("Your past and running projects, a line each."),
                (self.tr("New work"), self.new),
                (self.tr("Import…"), self.import_wanted.emit),
            )

    def _on_conflicted(self, conflict: CellConflict) -> None:
        """Someone else changed the field while it was edited in its cell."""
        entry, field, mine = conflict.entry, conflict.field, conflict.mine
        self._worker.read(
            lambda bank: bank.get(entry.id, kind=entry.kind),
            lambda fresh: self._ask_about(fresh, field, mine),
            self.refused.emit,
        )

    def _ask_about(self, fresh: Entry, field: str, mine: object) -> None:
        theirs = getattr(fresh, field)
        answer = modals.ask(
            self,
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
            self.table.store(fresh, field, mine, theirs)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
