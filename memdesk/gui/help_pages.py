"""The pages of the help: Markdown under resources/help, with the program's own words put in.

A page never names a menu or a key by hand: `{do:import}` becomes the way to that action and its
keys, `{key:undo}` the keys alone, `{keys}` the table of all of them. So the help says what the
program says, in either language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from memdesk.gui import words
from memdesk.gui.actions import PLAIN_WORD
from memdesk.gui.language import Language
from memdesk.paths import resources

PAGES: tuple[str, ...] = (
    "start",
    "entries",
    "block",
    "hosts",
    "quick-add",
    "review",
    "tidy",
    "files",
    "privacy",
    "shortcuts",
    "trouble",
)
"""In the order in which they are listed. Each is a file of that name in every language."""

_PAGE_OF_PLACE = {
    "memories": "entries",
    "tasks": "entries",
    "works": "entries",
    "profile": "entries",
    "tags": "entries",
    "trash": "entries",
    "insights": "tidy",
    "review": "review",
    "hosts": "hosts",
}

_MARK = re.compile(r"\{(do|key):([\w-]+)\}")
_KEYS = "{keys}"
_LINK = re.compile(r"\]\(([\w-]+)\.md\)")


def page_of_place(place: str) -> str:
    """The page that helps where the person is."""
    return _PAGE_OF_PLACE.get(place, "start")


@dataclass(frozen=True, slots=True)
class Way:
    """How an action is reached: the menu it stands in, its words, its keys as people read them."""

    menu: str
    word: str
    keys: str

    @property
    def path(self) -> str:
        return f"{self.menu} → {self.word}"


def ways(bar: QMenuBar, actions: Mapping[str, QAction]) -> dict[str, Way]:
    """The way to every action that stands in the menus, by the action's name, in their order."""
    named = {id(action): name for name, action in actions.items()}
    found: dict[str, Way] = {}

    def walk(menu: QMenu, title: str) -> None:
        for action in menu.actions():
            inner = action.menu()
            # Some say what they would do now, as undo does: here they have their plain word.
            text = action.property(PLAIN_WORD) or action.text()
            word = words.without_mnemonic(text).removesuffix("…")
            if isinstance(inner, QMenu):
                walk(inner, f"{title} → {word}")
            elif id(action) in named:
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                found[named[id(action)]] = Way(title, word, keys)

    for action in bar.actions():
        menu = action.menu()
        if isinstance(menu, QMenu):
            walk(menu, words.without_mnemonic(action.text()))
    return found


def source(page: str, language: Language) -> str:
    """A page as it is written. Raises FileNotFoundError."""
    return (resources() / "help" / language / f"{page}.md").read_text("utf-8")


def title(text: str) -> str:
    """The heading of a page."""
    return text.lstrip().split("\n", 1)[0].lstrip("# ").strip()


def links(text: str) -> list[str]:
    """The pages that a page links to."""
    return _LINK.findall(text)


def marks(text: str) -> list[str]:
    """The actions that a page names."""
    return [found[1] for found in _MARK.findall(text)]


def filled(text: str, known: Mapping[str, Way], headings: tuple[str, str]) -> str:
    """A page with the program's words in it. `headings` stand over the table of the keys.

    Raises KeyError for an action that is in no menu.
    """

    def put(found: re.Match[str]) -> str:
        way = known[found[2]]
        if found[1] == "key":
            return f"**{way.keys or way.path}**"
        return f"**{way.path}** ({way.keys})" if way.keys else f"**{way.path}**"

    text = _MARK.sub(put, text)
    return text.replace(_KEYS, _table(known, headings)) if _KEYS in text else text


def _table(known: Mapping[str, Way], headings: tuple[str, str]) -> str:
    rows = [f"| {headings[0]} | {headings[1]} |", "| --- | --- |"]
    rows += [f"| {way.path} | {way.keys} |" for way in known.values() if way.keys]
    return "\n".join(rows)
