"""Tabs whose chosen one is seen at once."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from memdesk.gui import theme

LINE = 2
"""Pixels: the height of the line on the chosen tab."""


class TabBar(QTabBar):
    """Has a line in the accent's colour on the chosen tab.

    Fusion tells it from the others by a ground a shade lighter, which is hardly seen in the dark.
    A platform's own style marks it in its own way.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        chosen = self.tabRect(self.currentIndex())
        if not chosen.isValid() or not theme.is_own(self.palette()):
            return
        line = QRect(chosen.left() + 2, chosen.top() + 1, chosen.width() - 4, LINE)
        with QPainter(self) as painter:
            painter.fillRect(line, theme.colour("accent", self.palette()))


class Tabs(QTabWidget):
    """Pages with such tabs, which are called as the whole is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(TabBar(self))

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.tabBar().setAccessibleName(name)
