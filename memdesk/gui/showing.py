"""Going to what is to be seen, wherever it is: an entry, a tag's entries, the rows of a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings

from memdesk.core.entry import KINDS, Entry
from memdesk.core.query import Query
from memdesk.gui.actions import Actions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.pages import KIND_OF_PLACE, PLACE_OF_KIND

if TYPE_CHECKING:
    from memdesk.exchange.importing import ImportPlan
    from memdesk.gui.history_window import HistoryWindow
    from memdesk.gui.insights_pictures import Rows
    from memdesk.gui.main_window import MainWindow
    from memdesk.store.bank import Bank


class Showing(QObject):
    """Takes the main window to the page where something is, and chooses it there."""

    def __init__(
        self, window: MainWindow, actions: Actions, worker: BankWorker, settings: QSettings
    ) -> None:
        super().__init__(window)
        self._window = window
        self._worker = worker
        self._settings = settings
        self._history: HistoryWindow | None = None
        actions.bind("history", self.history)

    def take_changes(self) -> None:
        """Anyone changed something."""
        if self._history is not None:
            self._history.take_changes()

    def entry(self, kind: str, entry_id: str) -> None:
        """Go to an entry, wherever it is; kind `profile` goes to the profile."""
        if kind == "profile":
            self._window.go("profile")
            return
        self._window.go(PLACE_OF_KIND[kind])
        self._window.page.select(entry_id)

    def suggestion(self, number: int) -> None:
        """Go to a suggestion that waits."""
        self._window.go("review")
        self._window.page.select(number)

    def history(self) -> None:
        """Open the history of the whole bank, in a window of its own."""
        if self._history is None:
            from memdesk.gui.history_window import HistoryWindow

            self._history = HistoryWindow(self._worker, self._settings, self._window)
            self._history.entry_wanted.connect(self._on_entry_wanted)
            self._history.said.connect(self._window.status_line.say)
        self._history.open()

    def _on_entry_wanted(self, kind: str, entry_id: str) -> None:
        self._window.raise_()
        self._window.activateWindow()
        if kind == "profile":
            self._window.go("profile")
            return
        self._worker.read(
            lambda bank: bank.get(entry_id, kind=kind, trashed=True), self._show_even_trashed
        )

    def _show_even_trashed(self, entry: Entry) -> None:
        if entry.deleted_at is None:
            self.entry(entry.kind, entry.id)
        else:
            self._window.go("trash")
            self._window.page.select_key(entry.key)

    def imported(self, plans: list[ImportPlan]) -> None:
        """Say what an import brought, and show a page that has some of it."""
        self._window.status_line.say(
            self.tr("Imported: {added} new, {updated} updated. Ctrl+Z takes it back.").format(
                added=sum(plan.added for plan in plans),
                updated=sum(plan.updated for plan in plans),
            )
        )
        came = {kind for plan in plans for kind in plan.new.keys() | plan.newer.keys()}
        if KIND_OF_PLACE.get(self._window.navigation.chosen) in came:
            return
        self._window.go(next((PLACE_OF_KIND[kind] for kind in KINDS if kind in came), "profile"))

    def tag(self, tag: str) -> None:
        """Show the entries that have a tag, on the first page that has any."""

        def work(bank: Bank) -> str | None:
            for place, kind in KIND_OF_PLACE.items():
                if bank.count(Query(kinds=(kind,), tags=(tag,))):
                    return place
            return None

        self._worker.read(work, lambda place: self._tag_at(place, tag))

    def _tag_at(self, place: str | None, tag: str) -> None:
        if place is not None:
            self._window.go(place)
            self._window.page.filter.clear()
            self._window.page.filter.narrow("tag", tag)

    def rows(self, shown: Rows) -> None:
        """Show the rows behind a picture: on the page that has most of them, named by a chip."""
        # The other pages are narrowed alike: who goes there sees the rest of what was asked for.
        for kind, behind in shown.behind.items():
            page = self._window.pages[PLACE_OF_KIND[kind]]
            page.let_go()
            filter_bar = page.filter
            filter_bar.clear()
            for field, value in shown.narrowings:
                filter_bar.narrow(field, value)
            filter_bar.show_behind(behind)
        self._window.go(PLACE_OF_KIND[shown.first])
