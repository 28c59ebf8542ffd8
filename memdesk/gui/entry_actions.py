"""What can be done with the entries on the screen, by menu, key and context menu alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt

from memdesk.core.authors import Actor
from memdesk.core.errors import MemdeskError
from memdesk.gui import words
from memdesk.gui.actions import Actions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.entries_page import EntriesPage
from memdesk.paths import normalise_workspace

if TYPE_CHECKING:
    from memdesk.gui.main_window import MainWindow

USER = Actor()

OF_THE_TABLE = ("delete", "select-all", "up", "down")
"""Actions whose keys do something else in a text."""


class EntryActions(QObject):
    """Connects the window's actions with the page that is shown."""

    def __init__(self, window: MainWindow, actions: Actions, worker: BankWorker) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._worker = worker
        self._connect()

    def _connect(self) -> None:
        on_page: dict[str, str] = {
            "new": "new",
            "duplicate": "duplicate",
            "delete": "delete",
            "restore": "restore",
            "rename": "rename",
            "merge": "merge",
            "filter": "focus_filter",
        }
        for name, method in on_page.items():
            self._actions.bind(name, lambda method=method: self._call_page(method))
        for value in words.relevance_words():
            self._actions.bind(f"relevance-{value}", self._changer({"relevance": value}))
        for value in words.category_words():
            self._actions.bind(f"category-{value}", self._changer({"category": value}))
        self._actions.bind("pin", self._changer({"pinned": True}))
        self._actions.bind("unpin", self._changer({"pinned": False}))
        for field in ("status", "workspace", "role"):
            self._actions.bind(f"set-{field}", lambda field=field: self._set_field(field))
        self._actions.bind("add-tags", lambda: self._change_tags(adding=True))
        self._actions.bind("remove-tags", lambda: self._change_tags(adding=False))
        self._actions.bind("up", lambda: self._on_selected("move", -1))
        self._actions.bind("down", lambda: self._on_selected("move", 1))
        self._actions.bind("select-all", self._select_all)
        self._actions.bind("copy-markdown", lambda: self._on_selected("copy", "markdown"))
        self._actions.bind("copy-json", lambda: self._on_selected("copy", "json"))
        self._actions.bind("read", self._toggle_reading)
        # These keys belong to the table; in a text they do what they do there.
        for name in OF_THE_TABLE:
            self._actions[name].setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def take_page(self, page: Any) -> None:
        """A page is there: its table gets the keys that are the table's."""
        page.selection_changed.connect(self.update)
        view = getattr(page, "view", None)
        if view is not None:
            for name in OF_THE_TABLE:
                view.addAction(self._actions[name])

    def update(self) -> None:
        """Which actions the page and its selection allow."""
        if not self._window.navigation.chosen:
            return  # still being put together
        page = self._window.page
        some = page.selected_count() > 0
        entries = isinstance(page, EntriesPage)
        trash = self._window.navigation.chosen == "trash"
        tags = self._window.navigation.chosen == "tags"
        allowed = {
            "new": entries,
            "duplicate": entries and some,
            "delete": (entries or trash or tags) and some,
            "restore": trash and some,
            "rename": tags and page.selected_count() == 1,
            "merge": tags and page.selected_count() > 1,
            "copy-markdown": entries and some,
            "copy-json": entries and some,
            "copy-to-bank": entries and some,
            "move-to-bank": entries and some,
            "set-status": entries and some and page.kind != "memory",
            "set-workspace": entries and some,
            "set-role": entries and some,
            "add-tags": entries and some,
            "remove-tags": entries and some,
            "pin": entries and some,
            "unpin": entries and some,
            "up": entries and some and page.table.can_reorder,
            "down": entries and some and page.table.can_reorder,
            "select-all": hasattr(page, "view"),
            "filter": hasattr(page, "focus_filter"),
            "read": entries and page.kind == "memory",
            **{f"relevance-{value}": entries and some for value in words.relevance_words()},
            **{
                f"category-{value}": entries and some and page.kind == "memory"
                for value in words.category_words()
            },
        }
        for name, can in allowed.items():
            self._actions[name].setEnabled(can)
        for name in ("restore", "rename", "merge"):
            self._actions[name].setVisible(trash if name == "restore" else tags)

    def _call_page(self, method: str, *args: object) -> None:
        act = getattr(self._window.page, method, None)
        if act is not None:
            act(*args)

    def _on_selected(self, method: str, *args: object) -> None:
        if isinstance(self._window.page, EntriesPage):
            getattr(self._window.page.selected, method)(*args)

    def _changer(self, fields: dict[str, object]) -> Callable[[], None]:
        return lambda: self._on_selected("change", fields)

    def _set_field(self, field: str) -> None:
        """Give every selected entry the same status, workspace or role."""
        from memdesk.core.validation import check_field
        from memdesk.gui import modals

        entry = self._window.page.view.current_entry()
        word = words.field_word(field)
        value = modals.ask_text(
            self._window,
            word,
            self.tr("{field} of the selected entries:").format(field=word),
            getattr(entry, field) if entry is not None else "",
        )
        if value is None or entry is None:
            return
        value = normalise_workspace(value) if field == "workspace" else value.strip()
        try:
            check_field(entry.kind, field, value)
        except MemdeskError as error:
            self._window.show_error(error)
        else:
            self._on_selected("change", {field: value})

    def _change_tags(self, *, adding: bool) -> None:
        from memdesk.gui.bulk import ask_tags

        tags = ask_tags(self._window, self._window.vocabulary, adding=adding)
        if tags:
            added, removed = (tags, ()) if adding else ((), tags)
            self._on_selected("change", {}, added, removed)

    def _select_all(self) -> None:
        view = getattr(self._window.page, "view", None)
        if view is not None:
            view.selectAll()

    def _toggle_reading(self) -> None:
        self._window.pages["memories"].editor.toggle_reading()
