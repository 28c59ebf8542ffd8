"""What goes over many entries at once and has a window of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from memdesk import config
from memdesk.gui.actions import Actions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.due_hint import DueHint
from memdesk.gui.entries_page import EntriesPage

if TYPE_CHECKING:
    from memdesk.exchange.transcripts.conversation import Conversation
    from memdesk.gui.clean_window import CleanWindow
    from memdesk.gui.consolidation_window import ConsolidationWindow
    from memdesk.gui.duplicates_search import DuplicatesSearch
    from memdesk.gui.duplicates_window import DuplicatesWindow
    from memdesk.gui.find_replace_window import FindReplaceWindow
    from memdesk.gui.find_replace_work import Keys
    from memdesk.gui.main_window import MainWindow


class WholeBank(QObject):
    """Duplicates, find and replace, cleaning up, conversations, other banks: from the menu, loaded
    and made at first use."""

    def __init__(
        self,
        window: MainWindow,
        actions: Actions,
        worker: BankWorker,
        duplicates: Callable[[], DuplicatesSearch],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._worker = worker
        self._search = duplicates
        self.duplicates: DuplicatesWindow | None = None
        self.find_replace: FindReplaceWindow | None = None
        self.clean: CleanWindow | None = None
        self.consolidation: ConsolidationWindow | None = None
        self._due: list[Conversation] = []
        """The conversations that are due for consolidation."""
        self.due_hint = DueHint(worker, window)
        self.due_hint.found.connect(self._on_due_found)
        window.status_line.due_clicked.connect(self._on_due_clicked)
        actions.bind("duplicates", self.show_duplicates)
        actions.bind("find-replace", self.show_find_replace)
        actions.bind("clean", self.show_clean)
        actions.bind("consolidate", self.show_consolidation)
        actions.bind("copy-to-bank", lambda: self._to_bank(move=False))
        actions.bind("move-to-bank", lambda: self._to_bank(move=True))

    def show_duplicates(self, number: int = 0) -> None:
        """Go through the duplicate groups, beginning with that one."""
        self._window.flush()
        if self.duplicates is None:
            from memdesk.gui.duplicates_window import DuplicatesWindow

            undo = (self._actions["undo"], self._actions["redo"])
            self.duplicates = DuplicatesWindow(self._worker, self._search(), undo, self._window)
            self.duplicates.said.connect(self._window.status_line.say)
            self.duplicates.entry_wanted.connect(self._window.showing.entry)
        self.duplicates.show_group(number)
        _on_top(self.duplicates)

    def show_clean(self) -> None:
        """Show what cleaning up would do."""
        self._window.flush()
        if self.clean is None:
            from memdesk.gui.clean_window import CleanWindow

            undo = (self._actions["undo"], self._actions["redo"])
            self.clean = CleanWindow(self._worker, undo, self._window)
            self.clean.said.connect(self._window.status_line.say)
            self.clean.entry_wanted.connect(self._window.showing.entry)
        _on_top(self.clean)
        self.clean.begin()

    def show_consolidation(self) -> None:
        """Make memories out of conversations."""
        self._window.flush()
        if self.consolidation is None:
            from memdesk.gui.consolidation_window import ConsolidationWindow

            self.consolidation = ConsolidationWindow(self._worker, self._window)
            self.consolidation.said.connect(self._window.status_line.say)
            self.consolidation.review_wanted.connect(lambda: self._window.go("review"))
            self.consolidation.gone_through.connect(self.due_hint.look)
        self.consolidation.begin()
        _on_top(self.consolidation)

    def _on_due_found(self, due: list[Conversation]) -> None:
        self._due = due
        titles = [one.title or one.id for one in due]
        most = config.load().consolidate_at_messages
        self._window.status_line.show_due(titles, most)

    def _on_due_clicked(self) -> None:
        self.show_consolidation()
        assert self.consolidation is not None
        self.consolidation.tick(self._due)

    def show_find_replace(self) -> None:
        """Find and replace: among the selected rows, those that the filter shows, or all."""
        self._window.flush()
        if self.find_replace is None:
            from memdesk.gui.find_replace_window import FindReplaceWindow

            undo = (self._actions["undo"], self._actions["redo"])
            self.find_replace = FindReplaceWindow(self._worker, undo, self._window)
            self.find_replace.said.connect(self._window.status_line.say)
            self.find_replace.entry_wanted.connect(self._window.showing.entry)
        _on_top(self.find_replace)
        text = ""
        narrower: dict[str, tuple[str, Keys]] = {}
        page = self._window.page
        if isinstance(page, EntriesPage):
            text = page.filter.text
            keys = page.view.selected_keys()
            if len(keys) > 1:
                word = self.tr("The selected entries ({count})").format(
                    count=self._window.locale().toString(len(keys))
                )
                narrower["selected"] = (word, lambda _bank, keys=keys: keys)
            if page.filter.active:
                query = page.table.query
                narrower["shown"] = (
                    self.tr("What the filter shows"),
                    lambda bank: bank.keys(query),
                )
        self.find_replace.begin(narrower, text)

    def _to_bank(self, *, move: bool) -> None:
        page = self._window.page
        if not isinstance(page, EntriesPage):
            return
        keys: array[int] = page.view.selected_keys()
        if keys:
            from memdesk.gui.move_dialog import copy_or_move

            self._window.flush()
            copy_or_move(
                self._window,
                self._worker,
                keys,
                move=move,
                say=self._window.status_line.say,
            )


def _on_top(window: QDialog) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
