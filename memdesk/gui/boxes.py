"""Boxes to tick and to choose one by, with room for all of their words."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QRadioButton

ROOM = 4
"""Pixels: letters reach a little further than a font says they do, and where the box has another
size than the style's own, nothing is left for that."""


class CheckBox(QCheckBox):
    """A box to tick."""

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(ROOM, 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(ROOM, 0)


class RadioButton(QRadioButton):
    """One of several, of which one is chosen."""

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(ROOM, 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(ROOM, 0)
