"""A page of memories, tasks or works: filter, table, and the editor of what is selected."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSettings, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget, QVBoxLayout, QWidget

from memdesk.core.entry import ENTRY_TYPES, Entry, Kind
from memdesk.core.query import Query
from memdesk.gui import theme, words
from memdesk.gui.aside_bar import AsideBar
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import COLUMNS
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.gui.filter_bar import FilterBar
from memdesk.gui.remembered import remembered
from memdesk.gui.table_and_editor import TableAndEditor
from memdesk.gui.vocabulary import Vocabulary

if TYPE_CHECKING:
    from memdesk.gui.cell_draft import CellDraft
    from memdesk.gui.entry_editor import EntryEditor
    from memdesk.gui.long_work import WorkBar
    from memdesk.gui.no_entries import NoEntries
    from memdesk.gui.selected_entries import SelectedEntries
    from memdesk.store.bank import Change

LEAST_WIDTH = 260
EXPECTED_EDITOR = 36
"""Letters of room that is kept for an editor that isn't there yet."""


class EntriesPage(QWidget):
    """One kind of entry (spec 7.1).

    The editor, and what acts through it, may come later than the table: whoever asks for it
    gets it.
    """

    draft_changed = Signal(object)
    """The Entry being edited as it stands, or None; for the preview."""
    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    import_wanted = Signal()
    said = Signal(str)
    """A sentence for the status bar."""
    refused = Signal(object)
    """A MemdeskError that the person should read."""

    editor_came = Signal()
    """The editor is there."""

    def __init__(
        self,
        kind: Kind,
        worker: BankWorker,
        vocabulary: Vocabulary,
        parent: QWidget | None = None,
        *,
        editor_later: bool = False,
    ) -> None:
        """`editor_later`: only the table now; `begin` is called once it has been painted."""
        super().__init__(parent)
        self.kind = kind
        self._worker = worker
        self._vocabulary = vocabulary
        self._editor: EntryEditor | None = None
        self._cell: CellDraft | None = None
        self._selected: SelectedEntries | None = None
        self._work_bar: WorkBar | None = None
        self._empty: NoEntries | None = None
        self._to_select: tuple[int, bool] | None = None
        self._rows_moving = False
        self._kept_from_row: int | None = None
        """Where the entry stood that the editor keeps although it left the table."""
        self._go_on_in = ""
        """The field that is to get the keyboard when the editor comes."""
        own_order = kind in ("task", "work")
        self._base = Query(
            kinds=(kind,), sort="position" if own_order else "recent", descending=not own_order
        )
        self.table = EntryTable(worker, COLUMNS[kind], self._base, self)
        self.view = EntryView(
            self.table, vocabulary.statuses, vocabulary.tags, vocabulary.tech, self
        )
        self.view.setAccessibleName(words.kind_words(kind))
        self.filter = FilterBar(kind, vocabulary, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)

        self._lay_out()
        self.filter.filter_changed.connect(self._on_filter_changed)
        self.view.entry_selected.connect(self._on_entry_selected)
        self.view.menu_wanted.connect(self.menu_wanted)
        self.view.cell_opened.connect(self.complete)
        self.view.activated.connect(lambda _index: self.editor.focus_first())
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.keys_changing.connect(self._on_keys_changing)
        self.table.keys_changed.connect(self._on_keys_changed)
        if not editor_later:
            self.complete()

    # --- the editor, and what acts through it

    def complete(self) -> None:
        """Build the editor and all that belongs to it, if that has not been done."""
        if self._editor is not None:
            return
        from memdesk.gui.cell_draft import CellDraft
        from memdesk.gui.long_work import WorkBar
        from memdesk.gui.selected_entries import SelectedEntries

        self._editor = editor = self._make_editor()
        self.splitter.editor_side.addWidget(editor, 1)
        self._work_bar = work_bar = WorkBar(self)
        self.splitter.table_side.addWidget(work_bar)
        self._selected = selected = SelectedEntries(
            self.kind, self._worker, self.view, work_bar, editor.flush, self
        )
        self._cell = cell = CellDraft(self._worker, self.view, editor, self)
        selected.said.connect(self.said)
        selected.refused.connect(self.refused)
        selected.added.connect(self._show)
        cell.refused.connect(self.refused)
        cell.changed.connect(self._on_cell_changed)
        editor.draft_changed.connect(self._on_draft_changed)
        editor.room_changed.connect(self._arrange)
        editor.saved.connect(self._on_saved)
        self.aside_bar.follow(editor)
        editor.entry_wanted.connect(self.select)
        editor.said.connect(self.said)
        editor.foot.section.history.said.connect(self.said)
        self._arrange()
        self.editor_came.emit()
        if self.view.currentIndex().isValid():
            self._on_entry_selected(self.view.current_entry())
        editor.go_on_soon_in(self._go_on_in)

    def begin(self) -> None:
        """The table is painted: now the editor, with something in it."""
        self.complete()
        self._select_first()

    def _make_editor(self) -> EntryEditor:
        side = self.splitter.editor_side.parentWidget()
        if self.kind == "memory":
            from memdesk.gui.memory_editor import MemoryEditor

            return MemoryEditor(self._worker, self._vocabulary, side)
        from memdesk.gui.plain_editor import PlainEditor

        return PlainEditor(self.kind, self._worker, self._vocabulary, side)

    @property
    def editor(self) -> EntryEditor:
        """The editor of what is selected."""
        self.complete()
        assert self._editor is not None
        return self._editor

    @property
    def cell(self) -> CellDraft:
        """What is being typed into a cell of the table."""
        self.complete()
        assert self._cell is not None
        return self._cell

    @property
    def selected(self) -> SelectedEntries:
        """What can be done with the selected entries."""
        self.complete()
        assert self._selected is not None
        return self._selected

    @property
    def work_bar(self) -> WorkBar:
        """How far long work on the selected entries is."""
        self.complete()
        assert self._work_bar is not None
        return self._work_bar

    @property
    def has_editor(self) -> bool:
        """Whether the editor is there: without one nothing is typed."""
        return self._editor is not None

    # --- laying out

    def _lay_out(self) -> None:
        self.aside_bar = AsideBar(self)
        self.aside_bar.go_on_wanted.connect(self._resume)
        self.hidden_mark = QLabel(self.tr("The filter hides this entry."), self)
        self.hidden_mark.setWordWrap(True)
        theme.tint(self.hidden_mark, "warning")
        self.hidden_mark.hide()
        self.splitter = TableAndEditor(self)
        self.splitter.table_side.addWidget(self.filter)
        self.splitter.table_side.addWidget(self.aside_bar)
        self.splitter.table_side.addWidget(self._stack, 1)
        self.splitter.editor_side.addWidget(self.hidden_mark)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        editor = self._editor.least_width() if self._editor else EXPECTED_EDITOR * letter
        self.splitter.arrange(self.width(), editor)

    def minimumSizeHint(self) -> QSize:
        # Also while it stands beside the table: it can go below it.
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    # --- what the window asks of any page

    @property
    def title(self) -> str:
        return words.kind_words(self.kind)

    def refresh(self) -> None:
        self.table.refresh()

    def take_changes(self, changes: list[Change]) -> None:
        """What anyone changed."""
        self.table.take_changes(changes)
        if self._editor is not None:
            self._editor.take_changes(changes)

    def focus(self) -> None:
        """Put the keyboard where it is of most use."""
        self.view.setFocus()

    def focus_filter(self) -> None:
        self.filter.focus()

    def take_over(self, other: EntriesPage) -> None:
        """Stand as another page of this kind does, with what is typed there and isn't saved."""
        if other.filter.active:
            self.filter.take_over(other.filter)
        self.view.take_over(other.view)
        editor = other._editor
        self._go_on_in = other._go_on_in if editor is None else editor.keyboard_in
        if editor is not None and editor.unsaved:
            self.editor.adopt_drafts(editor)

    def flush(self) -> None:
        """Save what is typed and can be saved."""
        self.view.store_cell()
        if self._editor is not None:
            self._editor.flush()

    def current_draft(self) -> Entry | None:
        """What is being edited as it stands: in the editor, and over it in a cell."""
        if self._editor is None or self._cell is None:
            return None
        return self._cell.over(self._editor.entry)

    def selected_count(self) -> int:
        return self.view.selected_count()

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("columns", self.view.horizontalHeader().saveState())
        settings.setValue("splitter", self.splitter.saveState())

    def restore_look(self, settings: QSettings) -> None:
        self.view.horizontalHeader().restoreState(remembered(settings, "columns"))
        self.splitter.restoreState(remembered(settings, "splitter"))

    # --- what the person can do here

    def new(self) -> None:
        """Begin a new entry. It is stored as soon as it can be."""
        from memdesk.core import ids

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

    def let_go(self) -> None:
        """Select nothing, so that the first of the rows to come is; not while something is typed
        that isn't stored."""
        self.flush()
        if not self.editor.dirty:
            self.view.clearSelection()
            self.view.setCurrentIndex(self.table.index(-1, -1))
            self.editor.show_entry(None)

    def select(self, entry_id: str) -> None:
        """Show that entry, taking the filter away if it hides it."""
        self._worker.read(
            lambda bank: bank.get(entry_id, kind=self.kind),
            lambda entry: self._show(entry.key),
            self.refused.emit,
        )

    def _show(self, key: int) -> None:
        if self.view.select_key(key):
            shown = self.editor.entry
            if shown is None or shown.key != key:  # its row was the current one already
                self._on_entry_selected(self.view.current_entry())
            return
        self._to_select = (key, False)
        if self.filter.active:
            self.filter.clear()
        else:
            self.table.refresh()

    def delete(self) -> None:
        self.selected.delete()

    def duplicate(self) -> None:
        self.selected.duplicate()

    # --- inside

    def _on_filter_changed(self) -> None:
        now = self.table.query
        base = replace(self._base, sort=now.sort, descending=now.descending)
        self.table.set_query(self.filter.applied_to(base))

    def _on_entry_selected(self, entry: Entry | None) -> None:
        if self._editor is None:
            return  # it begins with what is selected when it comes
        if self._rows_moving and self._is_being_edited():
            # The row went away under the person's hands (a filter, someone else): what they
            # are typing stays where it is.
            self._kept_from_row = self.view.currentIndex().row()
        elif entry is not None:
            self._kept_from_row = None
            self.editor.show_entry(entry)
            self.hidden_mark.hide()
        elif (
            self.editor.entry is not None
            and not self._editing_new()
            and (self._kept_from_row is None)
        ):
            self.editor.show_entry(None)

    def _is_being_edited(self) -> bool:
        focus = QApplication.focusWidget()
        return self.editor.dirty or (focus is not None and self.editor.isAncestorOf(focus))

    def _on_cell_changed(self) -> None:
        self.draft_changed.emit(self.current_draft())

    def _on_draft_changed(self, draft: Entry | None) -> None:
        self.cell.take_editor(draft)
        self.draft_changed.emit(self.current_draft())
        if draft is None and self._kept_from_row is not None and self.table.rowCount():
            row = min(max(0, self._kept_from_row), self.table.rowCount() - 1)
            self._kept_from_row = None
            self.view.select_key(self.table.key_at(row))

    def _resume(self, identity: str) -> None:
        draft = self.editor.aside.get(identity)
        if draft is not None and self.view.select_key(draft.base.key):
            self.editor.focus_first()  # its row is here: selecting it has brought the draft back
        else:
            self.view.clearSelection()
            self.view.setCurrentIndex(self.table.index(-1, -1))
            self.editor.resume(identity)

    def _on_keys_changing(self) -> None:
        self._rows_moving = True

    def _mark_hidden(self) -> None:
        """Say so when the editor keeps an entry that the table doesn't show."""
        if self._editor is None:
            return
        entry = self._editor.entry
        stored = entry is not None and bool(entry.created_at)
        self.hidden_mark.setVisible(
            stored and self.filter.active and self.table.row_of(entry.key) is None
        )

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
        self._mark_hidden()
        self._say_if_not_all()
        if self.table.rowCount():
            self._stack.setCurrentWidget(self.view)
        else:
            self._say_why_empty()
        if self._to_select is not None:
            key, quietly = self._to_select
            self._to_select = None
            found = self.view.select_key(key)
            if not found and not quietly:
                self.said.emit(self.tr("That entry is not here any more."))
        else:
            self._select_first()

    def _select_first(self) -> None:
        """Something to look at, rather than an empty editor."""
        if (
            not self.view.currentIndex().isValid()
            and not self.selected_count()
            and self.table.rowCount()
            and self._editor is not None
            and self._editor.entry is None
        ):
            self.view.select_key(self.table.key_at(0))

    def _say_if_not_all(self) -> None:
        """A search lists the newest of very many: who selects all of them should know."""
        most = None
        if self.filter.text:
            from memdesk.store.search import LISTED

            most = LISTED if self.table.rowCount() == LISTED else None
        self.filter.say_only_newest(most)

    def _say_why_empty(self) -> None:
        if self._empty is None:
            from memdesk.gui.no_entries import NoEntries

            self._empty = NoEntries(self.kind, self.new, self.import_wanted.emit, self)
            self._stack.addWidget(self._empty)
        if self.filter.active:
            self._empty.say_filtered(self.filter.clear)
        else:
            self._empty.say_empty()
        self._stack.setCurrentWidget(self._empty)
