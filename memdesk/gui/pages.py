"""The pages of the window, each loaded and built when it is first asked for (spec 7.1).

A start shows one of them. What the others take, a person who waits for a window need not wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from memdesk.core.entry import Kind
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.entries_page import EntriesPage
from memdesk.gui.host_side import HostSide

if TYPE_CHECKING:
    from memdesk.gui.main_window import MainWindow

KIND_OF_PLACE: dict[str, Kind] = {"memories": "memory", "tasks": "task", "works": "work"}
PLACE_OF_KIND = {kind: place for place, kind in KIND_OF_PLACE.items()}

Make = Callable[[str, QWidget], QWidget]
"""Builds the page of that name below a widget."""


class Pages(QStackedWidget):
    """The pages by name. To ask for one builds it; `built` are those that are there."""

    made = Signal(str, object)
    """The name and the page: built, and not shown yet."""

    def __init__(self, names: Sequence[str], make: Make, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = tuple(names)
        self._make = make
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        page = self._built.get(name)
        if page is None:
            page = self._built[name] = self._make(name, self)
            self.addWidget(page)
            self.made.emit(name, page)
        return page

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        """The names of all pages, in the order of the navigation."""
        return iter(self._names)

    @property
    def built(self) -> dict[str, Any]:
        """The pages that are there, by name, in the order of the navigation."""
        return {name: self._built[name] for name in self._names if name in self._built}


def has_editor(page: Any) -> bool:
    """Whether there is an editor on a page; asking for one would build it."""
    return page.has_editor if isinstance(page, EntriesPage) else hasattr(page, "editor")


class PageMaker:
    """Builds the pages of one window and connects them with it."""

    def __init__(
        self, window: MainWindow, worker: BankWorker, host_side: HostSide, first: str
    ) -> None:
        """The page called `first` is made for a window that isn't painted yet."""
        self._window = window
        self._worker = worker
        self._host_side = host_side
        self._first = first

    def make(self, name: str, parent: QWidget) -> QWidget:
        """Build the page of that name below a widget."""
        if name in KIND_OF_PLACE:
            return self._entries(name, parent)
        made: QWidget = getattr(self, f"_{name}")(parent)
        return made

    def connect(self, name: str, page: Any) -> None:
        """Connect what every page has with the window."""
        window = self._window
        page.said.connect(window.status_line.say)
        page.refused.connect(window.show_error)
        page.menu_wanted.connect(window.open_menu)
        window.entry_actions.take_page(page)
        if name == "profile" or name in KIND_OF_PLACE:
            page.draft_changed.connect(partial(window.take_draft, name))
        if name == "profile" or (name in KIND_OF_PLACE and page.has_editor):
            window.keeper.watch(page)

    def _entries(self, name: str, parent: QWidget) -> EntriesPage:
        window = self._window
        page = EntriesPage(
            KIND_OF_PLACE[name],
            self._worker,
            window.vocabulary,
            parent,
            editor_later=name == self._first,
        )
        page.import_wanted.connect(lambda: window.import_wanted.emit(()))
        page.editor_came.connect(lambda: window.keeper.watch(page))
        return page

    def _profile(self, parent: QWidget) -> QWidget:
        from memdesk.gui.profile_page import ProfilePage

        return ProfilePage(self._worker, parent)

    def _tags(self, parent: QWidget) -> QWidget:
        from memdesk.gui.tags_page import TagsPage

        page = TagsPage(self._worker, parent)
        page.tag_opened.connect(self._window.showing.tag)
        return page

    def _review(self, parent: QWidget) -> QWidget:
        from memdesk.gui.review_page import ReviewPage

        window = self._window
        page = ReviewPage(self._worker, self._host_side, window.vocabulary, parent)
        page.entry_wanted.connect(window.showing.entry)
        page.hosts_wanted.connect(lambda: window.go("hosts"))
        window.review_actions.take_page(page)
        return page

    def _trash(self, parent: QWidget) -> QWidget:
        from memdesk.gui.trash_page import TrashPage

        return TrashPage(self._worker, self._host_side, self._window.vocabulary, parent)

    def _hosts(self, parent: QWidget) -> QWidget:
        from memdesk.gui.hosts_page import HostsPage

        page = HostsPage(self._worker, self._host_side, parent)
        page.entry_wanted.connect(self._window.showing.entry)
        return page

    def _insights(self, parent: QWidget) -> QWidget:
        from memdesk.gui.insights_page import InsightsPage

        window = self._window
        page = InsightsPage(self._worker, lambda: window.preview.sight, window.duplicates, parent)
        page.rows_wanted.connect(window.showing.rows)
        page.profile_wanted.connect(lambda: window.go("profile"))
        page.duplicates_wanted.connect(window.whole_bank.show_duplicates)
        return page
