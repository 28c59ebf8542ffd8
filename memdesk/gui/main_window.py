"""The main window: places on the left, a page in the middle, the preview beside (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import BankDamaged, BankUnavailable, MemdeskError
from memdesk.core.query import Query
from memdesk.gui import about, bank_files, words
from memdesk.gui.actions import Actions
from memdesk.gui.backup_actions import BackupActions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.draft_keeper import DraftKeeper
from memdesk.gui.dropped_files import dropped_files
from memdesk.gui.duplicates_search import DuplicatesSearch
from memdesk.gui.entries_page import EntriesPage
from memdesk.gui.entry_actions import EntryActions
from memdesk.gui.helping import Helping
from memdesk.gui.history_window import HistoryWindow
from memdesk.gui.host_side import HostSide
from memdesk.gui.hosts_page import HostsPage
from memdesk.gui.insights_page import InsightsPage, Rows
from memdesk.gui.navigation import Navigation, Place
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.preview import PreviewDock
from memdesk.gui.profile_page import ProfilePage
from memdesk.gui.review_actions import ReviewActions
from memdesk.gui.review_page import ReviewPage
from memdesk.gui.status_line import StatusLine
from memdesk.gui.tags_page import TagsPage
from memdesk.gui.trash_page import TrashPage
from memdesk.gui.undoing import Undoing
from memdesk.gui.vocabulary import Vocabulary
from memdesk.gui.whole_bank import WholeBank
from memdesk.store.bank import Bank, Change

if TYPE_CHECKING:
    from memdesk.exchange.importing import ImportPlan

USER = Actor()

KIND_OF_PLACE: dict[str, Kind] = {"memories": "memory", "tasks": "task", "works": "work"}
PLACE_OF_KIND = {kind: place for place, kind in KIND_OF_PLACE.items()}

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
        self.duplicates = DuplicatesSearch(worker, self)
        self.pages: dict[str, Any] = {
            "memories": EntriesPage("memory", worker, self.vocabulary, self),
            "tasks": EntriesPage("task", worker, self.vocabulary, self),
            "works": EntriesPage("work", worker, self.vocabulary, self),
            "profile": ProfilePage(worker, self),
            "tags": TagsPage(worker, self),
            "review": ReviewPage(worker, host_side, self.vocabulary, self),
            "trash": TrashPage(worker, self.vocabulary, self),
            "hosts": HostsPage(worker, host_side, self),
            "insights": InsightsPage(worker, lambda: self.preview.sight, self.duplicates, self),
        }
        self._fresh: set[str] = set()
        """Pages whose rows have been asked for; the others wait until they are gone to."""
        place = settings.value("window/place")
        self._first_place = place if place in self.pages else "memories"
        # Asked for before the preview is: the rows are what the person looks at first.
        self._fresh.add(self._first_place)
        self.pages[self._first_place].refresh()
        self.preview = PreviewDock(worker, self)
        self.preview.setObjectName("preview")
        self.status_line = StatusLine(worker.bank.path, self)
        self.notice = NoticeBar(self)
        self._lay_out()
        self.entry_actions = EntryActions(self, self.actions_by_name, worker)
        self.review_actions = ReviewActions(
            self.pages["review"], self.actions_by_name, lambda: self.navigation.chosen == "review"
        )
        self.undoing = Undoing(self, self.actions_by_name, worker)
        self._history: HistoryWindow | None = None
        self.keeper = self._make_keeper()
        self.whole_bank = WholeBank(self, self.actions_by_name, worker, self.duplicates)
        self.helping = Helping(self, self.actions_by_name)
        self.backing_up = BackupActions(self, self.actions_by_name, worker)
        self._connect_pages()
        self._connect_actions()
        worker.bank_changed.connect(self._on_bank_changed)
        worker.job_failed.connect(self.show_error)
        self._restore_look()
        self.vocabulary.refresh()
        self._count()
        self.undoing.refresh()

    def _make_keeper(self) -> DraftKeeper:
        """What keeps unsaved text through a crash."""
        editors = {kind: self.pages[place].editor for place, kind in KIND_OF_PLACE.items()}
        cells = [self.pages[place].cell for place in KIND_OF_PLACE]
        keeper = DraftKeeper(
            self._worker,
            {**editors, "profile": self.pages["profile"].editor},
            tuple(cell.pending for cell in cells),
            self,
        )
        for cell in cells:
            cell.changed.connect(keeper.touch)
        keeper.refused.connect(self.show_error)
        return keeper

    # --- laying out

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.navigation.fit(self.width())

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        for page in self.pages.values():
            self._stack.addWidget(page)
        middle = QWidget(self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.navigation)
        row.addWidget(self._stack, 1)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addLayout(row, 1)
        self.setCentralWidget(middle)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.preview)
        toggle = self.preview.toggleViewAction()
        toggle.setText(self.tr("Live &preview"))
        toggle.setShortcut("Ctrl+P")
        self.actions_by_name.fill(self.menuBar(), toggle)
        self.setStatusBar(self.status_line)
        self.navigation.place_chosen.connect(self._on_place_chosen)
        self.setWindowTitle(f"{self._worker.bank.path.stem} — memdesk")
        self.resize(1240, 760)
        self.setMinimumSize(760, 480)

    def _connect_pages(self) -> None:
        for page in self.pages.values():
            page.said.connect(self.status_line.say)
            page.refused.connect(self.show_error)
            page.menu_wanted.connect(self._on_menu_wanted)
            page.selection_changed.connect(self.entry_actions.update)
        for name, kind in KIND_OF_PLACE.items():
            page = self.pages[name]
            page.draft_changed.connect(lambda draft, at=name: self._on_draft_changed(at, draft))
            page.import_wanted.connect(lambda: self.import_wanted.emit(()))
            assert page.kind == kind
        self.pages["profile"].draft_changed.connect(
            lambda draft: self._on_draft_changed("profile", draft)
        )
        self.pages["tags"].tag_opened.connect(self.show_tag)
        self.pages["review"].entry_wanted.connect(self.show_entry)
        self.pages["review"].hosts_wanted.connect(lambda: self.go("hosts"))
        self.pages["hosts"].entry_wanted.connect(self.show_entry)
        insights = self.pages["insights"]
        insights.rows_wanted.connect(self.show_rows)
        insights.profile_wanted.connect(lambda: self.go("profile"))
        insights.duplicates_wanted.connect(self.whole_bank.show_duplicates)
        self.preview.entry_selected.connect(self._on_preview_entry_selected)
        self.preview.measured.connect(self._on_measured)
        self.preview.said.connect(self.status_line.say)

    def _connect_actions(self) -> None:
        actions = self.actions_by_name
        actions.bind("refresh", self._refresh_all)
        for place in self._places:
            actions.bind(f"go-{place.name}", lambda name=place.name: self.go(name))
        actions.bind("import", lambda: self.import_wanted.emit(()))
        actions.bind("export", self.export_wanted.emit)
        actions.bind("settings", self.settings_wanted.emit)
        actions.bind("history", self.show_history)
        actions.bind("quick-add", self.quick_add_wanted.emit)
        actions.bind("close", self.close)
        actions.bind("quit", self.quit_wanted.emit)
        actions.bind("open-bank", lambda: self._want_bank(bank_files.bank_to_open))
        actions.bind("new-bank", lambda: self._want_bank(bank_files.bank_to_make))
        actions.bind("about", lambda: about.show_about(self))

    # --- where the person is

    @property
    def page(self) -> Any:
        """The page on the screen."""
        return self.pages[self.navigation.chosen]

    def go(self, name: str) -> None:
        """Show a page and put the keyboard there."""
        self.navigation.choose(name)
        self.page.focus()

    def show_entry(self, kind: str, entry_id: str) -> None:
        """Go to an entry, wherever it is; kind `profile` goes to the profile."""
        if kind == "profile":
            self.go("profile")
            return
        self.go(PLACE_OF_KIND[kind])
        self.page.select(entry_id)

    def show_suggestion(self, number: int) -> None:
        """Go to a suggestion that waits."""
        self.go("review")
        self.page.select(number)

    def show_history(self) -> None:
        """Open the history of the whole bank, in a window of its own."""
        if self._history is None:
            self._history = HistoryWindow(self._worker, self._settings, self)
            self._history.entry_wanted.connect(self._on_history_entry_wanted)
            self._history.said.connect(self.status_line.say)
        self._history.open()

    def _on_history_entry_wanted(self, kind: str, entry_id: str) -> None:
        self.raise_()
        self.activateWindow()
        if kind == "profile":
            self.go("profile")
            return
        self._worker.read(
            lambda bank: bank.get(entry_id, kind=kind, trashed=True), self._show_even_trashed
        )

    def _show_even_trashed(self, entry: Entry) -> None:
        if entry.deleted_at is None:
            self.show_entry(entry.kind, entry.id)
        else:
            self.go("trash")
            self.page.select_key(entry.key)

    def show_imported(self, plans: list[ImportPlan]) -> None:
        """Say what an import brought, and show a page that has some of it."""
        self.status_line.say(
            self.tr("Imported: {added} new, {updated} updated. Ctrl+Z takes it back.").format(
                added=sum(plan.added for plan in plans),
                updated=sum(plan.updated for plan in plans),
            )
        )
        came = {kind for plan in plans for kind in plan.new.keys() | plan.newer.keys()}
        if KIND_OF_PLACE.get(self.navigation.chosen) in came:
            return
        self.go(next((PLACE_OF_KIND[kind] for kind in KINDS if kind in came), "profile"))

    def show_tag(self, tag: str) -> None:
        """Show the entries that have a tag, on the first page that has any."""

        def work(bank: Bank) -> str | None:
            for place, kind in KIND_OF_PLACE.items():
                if bank.count(Query(kinds=(kind,), tags=(tag,))):
                    return place
            return None

        self._worker.read(work, lambda place: self._show_tag_at(place, tag))

    def _show_tag_at(self, place: str | None, tag: str) -> None:
        if place is not None:
            self.go(place)
            self.page.filter.clear()
            self.page.filter.narrow("tag", tag)

    def show_rows(self, rows: Rows) -> None:
        """Show the rows behind a picture: on the page that has most of them, named by a chip."""
        # The other pages are narrowed alike: who goes there sees the rest of what was asked for.
        for kind, behind in rows.behind.items():
            page = self.pages[PLACE_OF_KIND[kind]]
            page.let_go()
            filter_bar = page.filter
            filter_bar.clear()
            for field, value in rows.narrowings:
                filter_bar.narrow(field, value)
            filter_bar.show_behind(behind)
        self.go(PLACE_OF_KIND[rows.first])

    def _on_place_chosen(self, name: str) -> None:
        before = self._stack.currentWidget()
        page = self.pages[name]
        if before is not page and hasattr(before, "flush"):
            before.flush()
        self._stack.setCurrentWidget(page)
        if name not in self._fresh:
            self._fresh.add(name)
            page.refresh()
        draft = page.current_draft() if hasattr(page, "current_draft") else None
        self.preview.set_draft(draft)
        self.entry_actions.update()
        self.review_actions.update()

    def _on_draft_changed(self, place: str, draft: Entry | Profile | None) -> None:
        if place == self.navigation.chosen:
            self.preview.set_draft(draft)

    def _on_preview_entry_selected(self, kind: str, entry_id: str) -> None:
        self.show_entry(kind, entry_id)

    def _on_menu_wanted(self, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.actions_by_name.fill_context(menu)
        menu.popup(point)

    # --- files

    def _want_bank(self, ask: Callable[[QWidget, Path], Path | None]) -> None:
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

    # --- the bank

    def _on_bank_changed(self, changes: list[Change]) -> None:
        for name in self._fresh:
            self.pages[name].take_changes(changes)
        self.vocabulary.take_changes(changes)
        self._count()
        self.undoing.refresh()
        if self._history is not None:
            self._history.take_changes()

    def _refresh_all(self) -> None:
        for name in self._fresh:
            self.pages[name].refresh()
        self.vocabulary.refresh()
        self.preview.reload()
        self._count()

    def _count(self) -> None:
        self._worker.survey(_counts, self._on_counted, replaces=(id(self), "counts"))

    def _on_counted(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self.navigation.set_count(name, count)
        self.status_line.show_entries(sum(counts[place] for place in KIND_OF_PLACE))

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
        for page in self.pages.values():
            if hasattr(page, "flush"):
                page.flush()
        self.keeper.keep()

    def unsaved(self) -> list[Any]:
        """What is typed and can't be saved as it stands."""
        return [
            subject
            for page in self.pages.values()
            if hasattr(page, "editor")
            for subject in page.editor.unsaved
        ]

    def adopt_drafts(self, other: MainWindow) -> None:
        """Take over what is typed in another window of this bank and could not be saved."""
        for name, page in self.pages.items():
            if hasattr(page, "editor"):
                page.editor.adopt_drafts(other.pages[name].editor)
            if hasattr(page, "filter"):
                page.filter.take_over(other.pages[name].filter)

    def save_look(self) -> None:
        """Remember where everything stands."""
        settings = self._settings
        settings.setValue("window/geometry", self.saveGeometry())
        settings.setValue("window/state", self.saveState(LOOK_VERSION))
        settings.setValue("window/place", self.navigation.chosen)
        for name, page in self.pages.items():
            settings.beginGroup(f"page-{name}")
            page.save_look(settings)
            settings.endGroup()
        settings.sync()

    def _restore_look(self) -> None:
        settings = self._settings
        for name, page in self.pages.items():
            settings.beginGroup(f"page-{name}")
            page.restore_look(settings)
            settings.endGroup()
        geometry = settings.value("window/geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        state = settings.value("window/state")
        if state is not None:
            self.restoreState(state, LOOK_VERSION)
        else:
            self.resizeDocks([self.preview], [380], Qt.Orientation.Horizontal)
        self.go(self._first_place)

    def closeEvent(self, event: QCloseEvent) -> None:
        # Accepted, always: refusing could hold up a logout.
        self.flush()
        self.save_look()
        event.accept()
        self.closing.emit(event)


def _counts(bank: Bank) -> dict[str, int]:
    counts = {place: bank.count(Query(kinds=(kind,))) for place, kind in KIND_OF_PLACE.items()}
    return {
        **counts,
        "tags": len(bank.tags()),
        "review": bank.waiting_suggestions(),
        "trash": bank.count(Query(kinds=KINDS, trashed=True)),
    }
