"""A table and the editor of what is chosen in it, beside each other or one below the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

LEAST_TABLE_SIDE = 240
LEAST_TABLE = 36
"""Letters that a table beside an editor has room for."""
_BESIDE = [460, 300]
_BELOW = [200, 300]


class TableAndEditor(QSplitter):
    """Each side is a column to which widgets are added."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        left, self._right = QWidget(self), QWidget(self)
        self.table_side = QVBoxLayout(left)
        self.table_side.setContentsMargins(8, 8, 4, 8)
        self.table_side.setSpacing(6)
        self.editor_side = QVBoxLayout(self._right)
        self.editor_side.setContentsMargins(4, 8, 8, 8)
        self.setChildrenCollapsible(False)
        self.addWidget(left)
        self.addWidget(self._right)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        left.setMinimumWidth(LEAST_TABLE_SIDE)
        self.setSizes(_BESIDE)

    def arrange(self, room: int, editor: int) -> None:
        """Beside each other where `room` is wide enough for the table and for an editor of that
        least width, else the editor below. In pixels."""
        table = max(LEAST_TABLE_SIDE, LEAST_TABLE * self.fontMetrics().averageCharWidth())
        across = room >= table + self.handleWidth() + editor
        self._right.setMinimumWidth(editor if across else 0)
        way = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
        if way != self.orientation():
            self.setOrientation(way)
            self.setSizes(_BESIDE if across else _BELOW)
