"""An ordered list edited item by item: the profile's interests and preferences."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui.icons import icon


class ListField(QWidget):
    """Items to add to, edit, reorder (by dragging, buttons or Alt+Up/Down) and remove."""

    edited = Signal()
    left = Signal()

    def __init__(self, add_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = QListWidget(self)
        self._list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self._list.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self._line = QLineEdit(self)
        self._line.setPlaceholderText(add_words)
        self._line.setAccessibleName(add_words)
        self._add = self._button(icon("add"), self.tr("Add"))
        self._up = self._button(icon("up"), self.tr("Move up"))
        self._down = self._button(icon("down"), self.tr("Move down"))
        self._remove = self._button(icon("remove"), self.tr("Remove"))

        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._line, 1)
        for button in (self._add, self._up, self._down, self._remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._list, 1)
        column.addLayout(row)
        self.setFocusProxy(self._list)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

        self._line.returnPressed.connect(self._on_added)
        self._add.clicked.connect(self._on_added)
        self._up.clicked.connect(lambda: self._move(-1))
        self._down.clicked.connect(lambda: self._move(1))
        self._remove.clicked.connect(self._on_removed)
        self._list.itemChanged.connect(self._on_item_changed)
        self._list.model().rowsMoved.connect(self._told)
        self._list.currentRowChanged.connect(self._on_current_row_changed)
        self._shortcut(QKeySequence(Qt.Key.Key_Delete), self._on_removed)
        self._shortcut(QKeySequence("Alt+Up"), lambda: self._move(-1))
        self._shortcut(QKeySequence("Alt+Down"), lambda: self._move(1))
        self._on_current_row_changed(-1)

    def _button(self, picture: QIcon, word: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(picture)
        button.setAutoRaise(True)
        button.setToolTip(word)
        button.setAccessibleName(word)
        return button

    def _shortcut(self, keys: QKeySequence, act: Any) -> None:
        shortcut = QShortcut(keys, self._list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(act)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._list.setAccessibleName(name)

    @property
    def line(self) -> QLineEdit:
        """Where the next item is typed."""
        return self._line

    def value(self) -> object:
        return tuple(self._list.item(row).text() for row in range(self._list.count()))

    def set_value(self, value: Any) -> None:
        if tuple(value) == self.value():
            return
        row = self._list.currentRow()
        self._list.blockSignals(True)
        self._list.clear()
        for text in value:
            self._list.addItem(self._item(text))
        self._list.blockSignals(False)
        self._list.setCurrentRow(min(row, self._list.count() - 1))
        self._on_current_row_changed(self._list.currentRow())

    def _item(self, text: str) -> QListWidgetItem:
        item = QListWidgetItem(text)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        return item

    def _told(self) -> None:
        self.edited.emit()
        self.left.emit()

    def _on_added(self) -> None:
        text = self._line.text().strip()
        if text:
            self._line.clear()
            self._list.blockSignals(True)
            self._list.addItem(self._item(text))
            self._list.blockSignals(False)
            self._list.setCurrentRow(self._list.count() - 1)
            self._told()

    def _on_removed(self) -> None:
        row = self._list.currentRow()
        if row >= 0:
            self._list.takeItem(row)
            self._told()

    def _move(self, step: int) -> None:
        row = self._list.currentRow()
        if row < 0 or not 0 <= row + step < self._list.count():
            return
        self._list.blockSignals(True)
        item = self._list.takeItem(row)
        self._list.insertItem(row + step, item)
        self._list.blockSignals(False)
        self._list.setCurrentRow(row + step)
        self._told()

    def _on_item_changed(self, item: QListWidgetItem) -> None:
        if not item.text().strip():
            self._list.takeItem(self._list.row(item))
        self._told()

    def _on_current_row_changed(self, row: int) -> None:
        self._remove.setEnabled(row >= 0)
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < self._list.count() - 1)
