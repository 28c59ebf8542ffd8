"""The main window: places on the left, a page in the middle, the preview beside (spec 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import BankDamaged, BankUnavailable, MemdeskError
from memdesk.gui import ahead, words
from memdesk.gui.actions import Actions
from memdesk.gui.backup_actions import BackupActions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.counts import Counts
from memdesk.gui.dropped_files import dropped_files
from memdesk.gui.entries_page import EntriesPage
from memdesk.gui.entry_actions import EntryActions
from memdesk.gui.helping import Helping
from memdesk.gui.host_side import HostSide
from memdesk.gui.navigation import Navigation, Place
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.pages import PLACE_OF_KIND, PageMaker, Pages, has_editor
from memdesk.gui.preview_dock import PreviewDock
from memdesk.gui.remembered import remembered
from memdesk.gui.review_actions import ReviewActions
from memdesk.gui.showing import Showing
from memdesk.gui.status_line import StatusLine
from memdesk.gui.steps import Steps
from memdesk.gui.undoing import Undoing
from memdesk.gui.vocabulary import Vocabulary
from memdesk.gui.whole_bank import WholeBank

if TYPE_CHECKING:
    from memdesk.gui.draft_keeper import DraftKeeper
    from memdesk.gui.duplicates_search import DuplicatesSearch
    from memdesk.gui.entry_editor import EntryEditor
    from memdesk.gui.preview import Preview
    from memdesk.store.bank import Change

USER = Actor()

LOOK_VERSION = 1
"""Of the saved arrangement of docks: counted up when docks are added or taken away."""


class MainWindow(QMainWindow):
    """One bank, seen and edited. Everything that leaves the window goes out by a signal."""

    bank_wanted = Signal(object)
    """A Path: open that bank instead."""
    import_wanted = Signal(object)
    """A tuple of Paths; empty when the person is to choose."""
    export_wanted = Signal()
    restore_wanted = Signal()
    damaged = Signal(object)
    """A BankDamaged: the bank can't be relied on any more."""
    settings_wanted = Signal()
    quick_add_wanted = Signal()
    quit_wanted = Signal()
    ready = Signal()
    """It has been painted, and all that is on the screen is there."""
    closing = Signal(object)
    """The QCloseEvent, accepted: whoever keeps memdesk in the tray decides what it means."""

    def __init__(self, worker: BankWorker, settings: QSettings, host_side: HostSide) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self._worker = worker
        self._settings = settings
        self.vocabulary = Vocabulary(worker, self)
        self._places = (
            Place(name="memories", picture="memory", word=words.kind_words("memory")),
            Place(name="tasks", picture="task", word=words.kind_words("task")),
            Place(name="works", picture="work", word=words.kind_words("work")),
            Place(name="profile", picture="profile", word=self.tr("Profile")),
            Place(name="tags", picture="tag", word=self.tr("Tags")),
            Place(name="review", picture="review", word=self.tr("Review")),
            Place(name="trash", picture="trash", word=self.tr("Trash")),
            Place(name="hosts", picture="host", word=self.tr("Hosts")),
            Place(name="insights", picture="insights", word=self.tr("Insights")),
        )
        self.actions_by_name = Actions(self._places, self)
        self.navigation = Navigation(self._places, self)
        self._duplicates: DuplicatesSearch | None = None
        place = settings.value("window/place")
        names = [each.name for each in self._places]
        self._first_place = place if place in names else "memories"
        self._maker = PageMaker(self, worker, host_side, self._first_place)
        self.pages = Pages(names, self._maker.make, self)
        self.pages.made.connect(self._on_page_made)
        self._fresh: set[str] = set()
        """Pages whose rows have been asked for; the others wait until they are gone to."""
        self.preview_dock = PreviewDock(worker, settings, self)
        self.preview_dock.filled.connect(self._on_preview_filled)
        self.status_line = StatusLine(worker.bank.path, self)
        self.notice = NoticeBar(self)
        self._counts = Counts(worker, self.navigation, self.status_line, self)
        self._lay_out()
        self.entry_actions = EntryActions(self, self.actions_by_name, worker)
        self.review_actions = ReviewActions(
            self.actions_by_name, lambda: self.navigation.chosen == "review", self
        )
        self.undoing = Undoing(self, self.actions_by_name, worker)
        self._keeper: DraftKeeper | None = None
        self.whole_bank = WholeBank(self, self.actions_by_name, worker, lambda: self.duplicates)
        self.showing = Showing(self, self.actions_by_name, worker, settings)
        self.helping = Helping(self, self.actions_by_name)
        self.backing_up = BackupActions(self, self.actions_by_name, worker)
        # After what a page of any place is connected with, and before all else: its rows are what
        # the person looks at first.
        self._fresh.add(self._first_place)
        self.pages[self._first_place].refresh()
        self._connect_actions()
        worker.bank_changed.connect(self._on_bank_changed)
        worker.job_failed.connect(self.show_error)
        self.painted = False
        """Whether it has been painted: all else follows soon."""
        self.steps = Steps(self)
        """What waits until the window has been painted."""
        self._restore_look()

    # --- what comes after the first painting, or when it is first asked for

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.painted:
            self.painted = True
            self.steps.then(
                ahead.load_editor(),
                self._complete_page,
                ahead.load_preview(),
                lambda: self.preview,
                lambda: self.keeper,
                self._look_around,
                self.ready.emit,
            )

    def build_ahead(self) -> None:
        """Build the other pages, bit by bit, before anyone goes there."""
        self.steps.then(
            ahead.load_pages(), *(lambda name=name: self.pages[name] for name in self.pages)
        )

    def _complete_page(self) -> None:
        if isinstance(self.page, EntriesPage):
            self.page.begin()

    def _look_around(self) -> None:
        """Ask for what goes over the whole bank."""
        self.vocabulary.refresh()
        self._counts.refresh()
        self.undoing.refresh()
        self.backing_up.begin()

    @property
    def preview(self) -> Preview:
        """The live preview."""
        return self.preview_dock.preview

    @property
    def duplicates(self) -> DuplicatesSearch:
        """The search for duplicates, one for all who show them."""
        if self._duplicates is None:
            from memdesk.gui.duplicates_search import DuplicatesSearch

            self._duplicates = DuplicatesSearch(self._worker, self)
        return self._duplicates

    @property
    def keeper(self) -> DraftKeeper:
        """What keeps unsaved text through a crash."""
        if self._keeper is None:
            from memdesk.gui.draft_keeper import DraftKeeper

            self._keeper = DraftKeeper(self._worker, self._editor_of, self)
            self._keeper.refused.connect(self.show_error)
            self._keeper.mended.connect(
                lambda error: self.notice.take_back(words.error_sentence(error))
            )
        return self._keeper

    def _editor_of(self, kind: str) -> EntryEditor:
        return self.pages["profile" if kind == "profile" else PLACE_OF_KIND[kind]].editor

    def _on_preview_filled(self, preview: Preview) -> None:
        preview.entry_selected.connect(self.showing.entry)
        preview.measured.connect(self._on_measured)
        preview.said.connect(self.status_line.say)
        preview.set_draft(self._draft_here())

    def _on_page_made(self, name: str, page: Any) -> None:
        self._maker.connect(name, page)
        self._settings.beginGroup(f"page-{name}")
        page.restore_look(self._settings)
        self._settings.endGroup()

    # --- laying out

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.navigation.fit(self.width())

    def _lay_out(self) -> None:
        middle = QWidget(self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.navigation)
        row.addWidget(self.pages, 1)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addLayout(row, 1)
        self.setCentralWidget(middle)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.preview_dock)
        toggle = self.preview_dock.toggleViewAction()
        toggle.setText(self.tr("Live &preview"))
        toggle.setShortcut("Ctrl+P")
        self.actions_by_name.fill(self.menuBar(), toggle)
        self.setStatusBar(self.status_line)
        self.navigation.place_chosen.connect(self._on_place_chosen)
        self.setWindowTitle(f"{self._worker.bank.path.stem} — memdesk")
        self.resize(1240, 760)
        self.setMinimumSize(760, 480)

    def _connect_actions(self) -> None:
        actions = self.actions_by_name
        actions.bind("refresh", self._refresh_all)
        for place in self._places:
            actions.bind(f"go-{place.name}", lambda name=place.name: self.go(name))
        actions.bind("import", lambda: self.import_wanted.emit(()))
        actions.bind("export", self.export_wanted.emit)
        actions.bind("settings", self.settings_wanted.emit)
        actions.bind("quick-add", self.quick_add_wanted.emit)
        actions.bind("close", self.close)
        actions.bind("quit", self.quit_wanted.emit)
        actions.bind("open-bank", lambda: self._want_bank(new=False))
        actions.bind("new-bank", lambda: self._want_bank(new=True))
        actions.bind("about", self._show_about)

    # --- where the person is

    @property
    def page(self) -> Any:
        """The page on the screen."""
        return self.pages[self.navigation.chosen]

    def go(self, name: str) -> None:
        """Show a page and put the keyboard there."""
        self.navigation.choose(name)
        self.page.focus()

    def _on_place_chosen(self, name: str) -> None:
        before = self.pages.currentWidget()
        page = self.pages[name]
        if before is not page and hasattr(before, "flush"):
            before.flush()
        self.pages.setCurrentWidget(page)
        if name not in self._fresh:
            self._fresh.add(name)
            page.refresh()
        if self.painted:
            self._complete_page()
        if self.preview_dock.is_filled:
            self.preview.set_draft(self._draft_here())
        self.entry_actions.update()
        self.review_actions.update()

    def _draft_here(self) -> Entry | Profile | None:
        """What is being edited on the page that is shown."""
        page = self.page
        return page.current_draft() if hasattr(page, "current_draft") else None

    def take_draft(self, place: str, draft: Entry | Profile | None) -> None:
        """What is being edited on a page, as it stands on the screen."""
        if place == self.navigation.chosen and self.preview_dock.is_filled:
            self.preview.set_draft(draft)

    def open_menu(self, point: QPoint) -> None:
        """Open the context menu of what is selected."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.actions_by_name.fill_context(menu)
        menu.popup(point)

    # --- files

    def _want_bank(self, *, new: bool) -> None:
        from memdesk.gui import bank_files

        ask = bank_files.bank_to_make if new else bank_files.bank_to_open
        path = ask(self, self._worker.bank.path.parent)
        if path is not None:
            self.bank_wanted.emit(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = dropped_files(event)
        if paths:
            event.acceptProposedAction()
            self.import_wanted.emit(tuple(paths))

    def _show_about(self) -> None:
        from memdesk.gui import about

        about.show_about(self)

    # --- the bank

    def _on_bank_changed(self, changes: list[Change]) -> None:
        for name in self._fresh:
            self.pages[name].take_changes(changes)
        self.vocabulary.take_changes(changes)
        self._counts.refresh()
        self.undoing.refresh()
        self.showing.take_changes()

    def _refresh_all(self) -> None:
        for name in self._fresh:
            self.pages[name].refresh()
        self.vocabulary.refresh()
        if self.preview_dock.is_filled:
            self.preview.reload()
        self._counts.refresh()

    def _on_measured(self, measure: Any) -> None:
        self.status_line.show_block(measure, self.preview.budget)

    def show_error(self, error: MemdeskError) -> None:
        """Tell the person what was refused, without taking the keyboard."""
        sentence = words.error_sentence(error)
        if isinstance(error, BankDamaged):
            self.damaged.emit(error)
        elif isinstance(error, BankUnavailable):
            self.notice.say(sentence, (self.tr("Try again"), self._refresh_all))
        else:
            self.status_line.say(sentence, warning=True)

    # --- coming and going

    def flush(self) -> None:
        """Hand everything that is typed and valid to the bank."""
        for page in self.pages.built.values():
            if hasattr(page, "flush"):
                page.flush()
        if self._keeper is not None:
            self._keeper.keep()

    def stop(self) -> None:
        """Begin nothing more, and end what runs beside."""
        self.steps.stop()
        if self.preview_dock.is_filled:
            self.preview.stop()

    def leave(self) -> Iterator[None]:
        """Go, once another window has taken over: page by page, each takes milliseconds."""
        self._worker.bank_changed.disconnect(self._on_bank_changed)
        if self._keeper is not None:
            self._keeper.deleteLater()  # what it watches is the other window's now
        for page in self.pages.built.values():
            page.deleteLater()
            yield
        self.deleteLater()

    def keep_at_the_end(self) -> None:
        """Write down what could not be stored; the worker has ended."""
        if self._keeper is not None:
            self._keeper.keep_at_the_end()

    def unsaved(self) -> list[Any]:
        """What is typed and can't be saved as it stands."""
        return [
            subject
            for page in self.pages.built.values()
            if has_editor(page)
            for subject in page.editor.unsaved
        ]

    def take_over(self, other: MainWindow) -> Iterator[None]:
        """Stand as another window of this bank does, with what is typed there and could not be
        saved: first the page on the screen, then one after the other."""
        seen = self.navigation.chosen
        for name, theirs in sorted(other.pages.built.items(), key=lambda page: page[0] != seen):
            if isinstance(theirs, EntriesPage):
                self.pages[name].take_over(theirs)
            elif has_editor(theirs) and theirs.editor.unsaved:
                self.pages[name].editor.adopt_drafts(theirs.editor)
            yield

    def save_look(self) -> None:
        """Remember where everything stands."""
        settings = self._settings
        settings.setValue("window/geometry", self.saveGeometry())
        settings.setValue("window/state", self.saveState(LOOK_VERSION))
        settings.setValue("window/place", self.navigation.chosen)
        for name, page in self.pages.built.items():
            settings.beginGroup(f"page-{name}")
            page.save_look(settings)
            settings.endGroup()
        settings.sync()

    def _restore_look(self) -> None:
        settings = self._settings
        self.restoreGeometry(remembered(settings, "window/geometry"))
        if not self.restoreState(remembered(settings, "window/state"), LOOK_VERSION):
            self.resizeDocks([self.preview_dock], [380], Qt.Orientation.Horizontal)
        self.go(self._first_place)

    def closeEvent(self, event: QCloseEvent) -> None:
        # Accepted, always: refusing could hold up a logout.
        self.flush()
        self.save_look()
        event.accept()
        self.closing.emit(event)
