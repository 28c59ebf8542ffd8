"""The entries of one duplicate group: one stays, the ticked others are merged into it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from memdesk.core.entry import Entry
from memdesk.gui import theme, words
from memdesk.gui.check_delegate import CheckDelegate
from memdesk.gui.duplicates_work import where_seen
from memdesk.gui.icons import icon
from memdesk.gui.list_view import fit_columns

KEY = Qt.ItemDataRole.UserRole
_TITLE, _WHERE, _UPDATED, _RECALLS, _AUTHOR = range(5)


class Members(QTreeWidget):
    """The one that stays comes first and has no box to tick."""

    chosen = Signal()
    """Another one is selected."""
    ticked_changed = Signal()
    keep_wanted = Signal(int)
    """The key of the entry that is to stay instead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[int, Entry] = {}
        self._kept = 0
        self.setAccessibleName(self.tr("Entries of the group"))
        self.setItemDelegate(CheckDelegate(self))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHeaderLabels(
            [
                words.field_word("title"),
                self.tr("Where"),
                words.field_word("updated_at"),
                words.field_word("access_count"),
                words.field_word("author"),
            ]
        )
        fit_columns(self, _TITLE)
        self.currentItemChanged.connect(self._on_current_item_changed)
        self.itemChanged.connect(self._on_item_changed)
        self.itemDoubleClicked.connect(lambda item: self.keep_wanted.emit(item.data(0, KEY)))

    @property
    def kept(self) -> Entry | None:
        """The one that is to stay."""
        return self._entries.get(self._kept)

    @property
    def selected(self) -> Entry | None:
        item = self.currentItem()
        return None if item is None else self._entries.get(item.data(0, KEY))

    @property
    def ticked(self) -> list[Entry]:
        """Those to be merged into the one that stays."""
        return [
            self._entries[item.data(0, KEY)]
            for item in self._items()
            if item.data(0, KEY) != self._kept and item.checkState(_TITLE) == Qt.CheckState.Checked
        ]

    def show_entries(self, entries: Mapping[int, Entry], kept: int) -> None:
        """Show these, by key. What was unticked before stays so."""
        current = self.selected
        unticked = {
            item.data(0, KEY)
            for item in self._items()
            # The one that stayed until now has no box: it is ticked from now on.
            if item.data(_TITLE, Qt.ItemDataRole.CheckStateRole) is not None
            and item.checkState(_TITLE) == Qt.CheckState.Unchecked
        }
        self._entries, self._kept = dict(entries), kept
        self.blockSignals(True)
        self.clear()
        for key in sorted(entries, key=lambda key: (key != kept, key)):
            self._add(entries[key], ticked=key not in unticked)
        fit_columns(self, _TITLE)
        others = [item for item in self._items() if item.data(0, KEY) != kept]
        again = [item for item in others if current and item.data(0, KEY) == current.key]
        if others:
            self.setCurrentItem((again or others)[0])
        self.blockSignals(False)
        self.chosen.emit()
        self.ticked_changed.emit()

    def _add(self, entry: Entry, *, ticked: bool) -> None:
        item = QTreeWidgetItem(self)
        item.setData(0, KEY, entry.key)
        item.setText(_WHERE, where_seen(entry))
        item.setToolTip(_WHERE, entry.workspace)
        item.setText(_UPDATED, words.moment_short(entry.updated_at))
        item.setText(_RECALLS, self.locale().toString(entry.access_count))
        item.setText(_AUTHOR, words.author_word(entry.author))
        item.setToolTip(_TITLE, entry.label)
        if entry.key == self._kept:
            item.setText(_TITLE, self.tr("{title} — stays").format(title=entry.label))
            item.setFont(_TITLE, theme.font(self.font(), bold=True))
            item.setIcon(_TITLE, icon("check"))
        else:
            item.setText(_TITLE, entry.label)
            state = Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            item.setCheckState(_TITLE, state)

    def _items(self) -> list[QTreeWidgetItem]:
        return [self.topLevelItem(row) for row in range(self.topLevelItemCount())]

    def _on_current_item_changed(self, *_items: object) -> None:
        self.chosen.emit()

    def _on_item_changed(self, *_item: object) -> None:
        self.ticked_changed.emit()
