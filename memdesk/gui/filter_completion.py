"""Completion in the filter's line: a word that names a tag, a status, … becomes a chip."""

from __future__ import annotations

from collections.abc import Iterable

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

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
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

    def set_offers(self, offers: Iterable[Offer]) -> None:
        """What can be chosen from now on."""
        offers = list(offers)
        if offers != self._offers:
            self._offers = offers
            self._model.setStringList([words for _field, _value, words in offers])

    def splitPath(self, path: str) -> list[str]:
        self._before, _space, word = path.rpartition(" ")
        return [word if len(word) >= SHORTEST else _NOTHING]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return self._before  # the word becomes a chip

    def _on_activated(self, index: QModelIndex) -> None:
        words = index.data()  # the words of an offer: Qt has its own model in between
        for field, value, offered in self._offers:
            if offered == words:
                self.chosen.emit(field, value)
                return
