"""A part of a page that scrolls when the window is too low for it, as with large text."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(inside: QWidget, parent: QWidget) -> QScrollArea:
    """An area around a widget that gets all the room there is, and a bar where that is too low.

    It is never narrower than what is in it. The keyboard goes past it, to what is inside.
    """
    area = _Area(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    return area


class _Area(QScrollArea):
    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        least = super().minimumSizeHint()
        if inside is None:
            return least
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return least.expandedTo(QSize(wide, 0))
