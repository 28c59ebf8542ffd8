"""Completion in the filter's line: a word that names a tag, a status, … becomes a chip."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QCompleter, QLineEdit

from memdesk.gui.completion import measure_one

Offer = tuple[str, str, str]
"""Field, value, and the words it is offered by."""

SHORTEST = 2
"""Characters from which something is offered: one letter is in everything."""
_NOTHING = "\0"


class FilterCompleter(QCompleter):
    """Completes the last word of a line. What is chosen leaves the line and is given out."""

    chosen = Signal(str, str)
    """Field and value."""

    def __init__(self, line: QLineEdit, find: Callable[[], Iterable[Offer]]) -> None:
        """`find` gives what can be chosen; it is asked when something is typed."""
        super().__init__(line)
        self._find = find
        self._known = False
        """Whether the offers are those that there are now."""
        self._offers: list[Offer] = []
        self._before = ""
        """What stands before the word that is completed."""
        self._model = QStringListModel(self)
        self.setModel(self._model)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setMaxVisibleItems(8)
        measure_one(self)
        self.activated[QModelIndex].connect(self._on_activated)
        line.setCompleter(self)

    def expect_others(self) -> None:
        """Something else may be offered from now on."""
        self._known = False

    def _look(self) -> None:
        """Have the offers that there are now. Not before a word asks for them: a bank may have
        ten thousand tags, and get more of them many times a second."""
        if self._known:
            return
        self._known = True
        offers = list(self._find())
        if offers != self._offers:
            self._offers = offers
            self._model.setStringList([words for _field, _value, words in offers])

    def splitPath(self, path: str) -> list[str]:
        self._before, _space, word = path.rpartition(" ")
        if len(word) < SHORTEST:
            return [_NOTHING]
        self._look()
        return [word]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return self._before  # the word becomes a chip

    def _on_activated(self, index: QModelIndex) -> None:
        words = index.data()  # the words of an offer: Qt has its own model in between
        for field, value, offered in self._offers:
            if offered == words:
                self.chosen.emit(field, value)
                return
