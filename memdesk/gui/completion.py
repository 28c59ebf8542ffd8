"""Suggestions while typing: one value, or the last item of a comma-separated list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

_LAST_ITEM = re.compile(r"[^,，、;；\n]*$")


class Suggestions(QObject):
    """The values in use of a field, offered by every editor of that field."""

    updated = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = QStringListModel(self)
        self._values: list[str] = []
        """Those of the model, which would make new ones of ten thousand for who asks."""

    @property
    def values(self) -> list[str]:
        return self._values

    def set_values(self, values: Iterable[str]) -> None:
        values = list(values)
        if values != self._values:  # an open list of suggestions would close
            self._values = values
            self._model.setStringList(values)
            self.updated.emit()

    def completer(self, parent: QLineEdit, *, items: bool = False) -> QCompleter:
        """A completer for a line of one value, or (`items`) of values with commas between."""
        made = ItemCompleter(parent) if items else QCompleter(parent)
        made.setModel(self._model)
        made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        made.setFilterMode(Qt.MatchFlag.MatchContains)
        made.setMaxVisibleItems(8)
        measure_one(made)
        return made


def measure_one(completer: QCompleter) -> None:
    """Let the list of a completer measure one item, not ten thousand tags at every key."""
    popup = completer.popup()
    assert isinstance(popup, QListView)
    popup.setUniformItemSizes(True)


class ItemCompleter(QCompleter):
    """Completes the item that is being typed and keeps those before it."""

    def splitPath(self, path: str) -> list[str]:
        found = _LAST_ITEM.search(path)
        return [found.group().strip() if found else ""]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        item = super().pathFromIndex(index)
        line = self.widget()
        typed = line.text() if isinstance(line, QLineEdit) else ""
        before = _LAST_ITEM.sub("", typed)
        return f"{before} {item}" if before else item
