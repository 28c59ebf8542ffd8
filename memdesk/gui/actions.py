"""Every action of the window: its words, its keys, and the menu it stands in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from memdesk.core.entry import CATEGORIES, RELEVANCES
from memdesk.gui import words
from memdesk.gui.columns import relevance_icon
from memdesk.gui.icons import icon
from memdesk.gui.navigation import Place

SEPARATOR = "-"
LETTERS = {
    "memories": "m",
    "tasks": "t",
    "works": "w",
    "profile": "o",
    "tags": "g",
    "review": "v",
    "trash": "s",
    "hosts": "h",
    "insights": "i",
}
"""The underlined letters of the pages, each once in the menu that they stand in."""
PLAIN_WORD = "plain-word"
"""The property of an action that keeps its word while its text says what it would do now."""


class _Described(NamedTuple):
    name: str
    word: str
    picture: str = ""
    keys: str | QKeySequence.StandardKey = ""
    checkable: bool = False


class Actions(QObject):
    """The window's actions by name. The window connects them and says which can be used."""

    def __init__(self, places: tuple[Place, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._by_name: dict[str, QAction] = {}
        self._places = places
        for described in (
            *self._file(), *self._edit(), *self._entry(), *self._review(), *self._view()
        ):  # fmt: skip
            self._make(described)
        named = words.relevance_words()
        for value in RELEVANCES:
            word = words.with_mnemonic(named[value], value[0])
            action = QAction(relevance_icon(value), word, self)
            self._by_name[f"relevance-{value}"] = action
        for value, word in words.category_words().items():
            self._by_name[f"category-{value}"] = QAction(words.with_mnemonic(word, value[0]), self)
        for number, place in enumerate(places, start=1):
            word = words.with_mnemonic(place.word, LETTERS[place.name])
            action = QAction(icon(place.picture), word, self)
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            self._by_name[f"go-{place.name}"] = action

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    def bind(self, name: str, act: Callable[[], object]) -> None:
        """Do `act` when the action is triggered."""
        self._by_name[name].triggered.connect(lambda _checked=False: act())

    def _make(self, described: _Described) -> None:
        action = QAction(described.word, self)
        action.setProperty(PLAIN_WORD, described.word)
        if described.picture:
            action.setIcon(icon(described.picture))
        if described.keys != "":
            action.setShortcuts(QKeySequence(described.keys) if isinstance(described.keys, str)
                                else QKeySequence.keyBindings(described.keys))  # fmt: skip
        action.setCheckable(described.checkable)
        self._by_name[described.name] = action

    # --- what there is

    def _file(self) -> tuple[_Described, ...]:
        return (
            _Described("new-bank", self.tr("&New bank…"), "add"),
            _Described("open-bank", self.tr("&Open bank…"), "open", QKeySequence.StandardKey.Open),
            _Described("import", self.tr("&Import…"), "import", "Ctrl+I"),
            _Described("export", self.tr("&Export…"), "export", "Ctrl+Shift+E"),
            _Described("mirrors", self.tr("&Mirrors…"), "duplicate"),
            _Described("back-up", self.tr("&Back up now"), "copy"),
            _Described("restore-backup", self.tr("&Restore a backup…"), "restore"),
            _Described("settings", self.tr("&Settings…"), "settings", "Ctrl+,"),
            _Described("close", self.tr("&Close window"), "close", "Ctrl+W"),
            _Described("quit", self.tr("&Quit"), "quit", "Ctrl+Q"),
        )

    def _edit(self) -> tuple[_Described, ...]:
        return (
            _Described("undo", self.tr("&Undo"), "undo", QKeySequence.StandardKey.Undo),
            _Described("redo", self.tr("&Redo"), "redo", "Ctrl+Shift+Z"),
            _Described("history", self.tr("&History…"), "history", "Ctrl+Shift+H"),
            _Described("filter", self.tr("&Filter"), "search", QKeySequence.StandardKey.Find),
            _Described("select-all", self.tr("Select &all"), "", "Ctrl+A"),
            _Described("find-replace", self.tr("Find and r&eplace…"), "edit", "Ctrl+H"),
            _Described("duplicates", self.tr("Find &duplicates…"), "merge", "Ctrl+Shift+D"),
            _Described("clean", self.tr("&Clean up…"), "trash"),
            _Described("consolidate", self.tr("Consolidate con&versations…"), "review"),
        )

    def _entry(self) -> tuple[_Described, ...]:
        return (
            _Described("new", self.tr("&New"), "add", QKeySequence.StandardKey.New),
            _Described("duplicate", self.tr("D&uplicate"), "duplicate", "Ctrl+D"),
            _Described("delete", self.tr("&Delete"), "delete", "Del"),
            _Described("restore", self.tr("Re&store"), "restore"),
            _Described("rename", self.tr("Rena&me…"), "edit"),
            _Described("merge", self.tr("Mer&ge…"), "merge"),
            _Described("copy-markdown", self.tr("&Copy as Markdown"), "copy", "Ctrl+Shift+C"),
            _Described("copy-to-bank", self.tr("Copy to another &bank…"), "export"),
            _Described("move-to-bank", self.tr("Move to anot&her bank…"), "export"),
            _Described("copy-json", self.tr("Copy as &JSON"), "copy", "Ctrl+Alt+C"),
            _Described("pin", self.tr("&Pin"), "pin", "Ctrl+B"),
            _Described("unpin", self.tr("Unp&in")),
            _Described("set-status", self.tr("Set s&tatus…"), "check"),
            _Described("set-workspace", self.tr("Set wor&kspace…"), "work"),
            _Described("set-role", self.tr("Set r&ole…"), "profile"),
            _Described("add-tags", self.tr("&Add tags…"), "tag", "Ctrl+T"),
            _Described("remove-tags", self.tr("Remo&ve tags…"), "remove"),
            _Described("up", self.tr("Mov&e up"), "up", "Alt+Up"),
            _Described("down", self.tr("Move do&wn"), "down", "Alt+Down"),
        )

    def _review(self) -> tuple[_Described, ...]:
        return (
            _Described("accept", self.tr("&Accept"), "check", "A"),
            _Described("accept-edited", self.tr("&Edit and accept…"), "edit", "E"),
            _Described("accept-into", self.tr("&Merge into…"), "merge", "M"),
            _Described("reject", self.tr("&Reject"), "close", "R"),
            _Described("accept-all", self.tr("A&ccept all of this host…"), "", "Shift+A"),
            _Described("reject-all", self.tr("Re&ject all of this host…"), "", "Shift+R"),
            _Described("next-suggestion", self.tr("&Next suggestion"), "down", "J"),
            _Described("previous-suggestion", self.tr("&Previous suggestion"), "up", "K"),
        )

    def _view(self) -> tuple[_Described, ...]:
        return (
            _Described("read", self.tr("&Read or write the content"), "preview", "Ctrl+E"),
            _Described("refresh", self.tr("Re&fresh"), "refresh", "F5"),
            _Described("quick-add", self.tr("Quick-&add…"), "quick-add", "Ctrl+Shift+N"),
            _Described("help", self.tr("memdesk &help"), "", "F1"),
            _Described("shortcuts", self.tr("&Keyboard shortcuts"), "", "Ctrl+F1"),
            _Described("about", self.tr("&About memdesk"), "info"),
        )

    # --- where it stands

    def fill(self, bar: QMenuBar, preview: QAction | None) -> None:
        """Build the menus. `preview` shows and hides the preview."""
        file = bar.addMenu(self.tr("&File"))
        self._put(file, ("quick-add", SEPARATOR, "open-bank", "new-bank", SEPARATOR))
        self._put(file, ("import", "export", "mirrors", SEPARATOR))
        self._put(file, ("back-up", "restore-backup", SEPARATOR))
        self._put(file, ("settings", SEPARATOR, "close", "quit"))
        edit = bar.addMenu(self.tr("&Edit"))
        self._put(edit, ("undo", "redo", "history", SEPARATOR, "select-all", "filter"))
        self._put(edit, ("find-replace", "duplicates", "clean", SEPARATOR, "consolidate"))
        entry = bar.addMenu(self.tr("E&ntry"))
        self.fill_entry(entry)
        review = bar.addMenu(self.tr("&Review"))
        self._put(review, ("accept", "accept-edited", "accept-into", "reject", SEPARATOR))
        self._put(review, ("accept-all", "reject-all", SEPARATOR))
        self._put(review, ("next-suggestion", "previous-suggestion"))
        view = bar.addMenu(self.tr("&View"))
        self._put(view, tuple(f"go-{place.name}" for place in self._places))
        view.addSeparator()
        if preview is not None:
            view.addAction(preview)
        self._put(view, ("read", SEPARATOR, "refresh"))
        about = bar.addMenu(self.tr("&Help"))
        self._put(about, ("help", "shortcuts", SEPARATOR, "about"))

    def fill_entry(self, menu: QMenu) -> None:
        """Everything that can be done with what is selected: menu and context menu alike."""
        self._put(menu, ("new", "duplicate", SEPARATOR))
        relevances = tuple(f"relevance-{value}" for value in RELEVANCES)
        self._put_below(menu, self.tr("&Relevance"), relevances)
        categories = tuple(f"category-{value}" for value in CATEGORIES)
        self._put_below(menu, self.tr("Categor&y"), categories)
        self._put(menu, ("set-status", "set-workspace", "set-role", SEPARATOR))
        self._put(menu, ("pin", "unpin", "add-tags", "remove-tags", SEPARATOR, "up", "down"))
        self._put(menu, (SEPARATOR, "copy-markdown", "copy-json"))
        self._put(menu, ("copy-to-bank", "move-to-bank", SEPARATOR))
        self._put(menu, ("rename", "merge", "restore", "delete"))

    def _put_below(self, menu: QMenu, word: str, names: tuple[str, ...]) -> None:
        """A menu of choices inside a menu: it can be opened when they can be chosen."""
        choices = menu.addMenu(word)
        self._put(choices, names)
        follow, first = choices.menuAction(), self._by_name[names[0]]
        follow.setEnabled(first.isEnabled())
        first.enabledChanged.connect(follow.setEnabled)

    def fill_context(self, menu: QMenu) -> None:
        """What can be done with what is selected, and nothing that can't."""
        self.fill_entry(menu)
        for action in menu.actions():
            if not action.isSeparator() and not action.isEnabled():
                menu.removeAction(action)

    def _put(self, menu: QMenu, names: tuple[str, ...]) -> None:
        for name in names:
            if name == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self._by_name[name])

    def all(self) -> dict[str, QAction]:
        return dict(self._by_name)
