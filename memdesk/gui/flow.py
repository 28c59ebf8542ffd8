"""Widgets in lines, as words in a paragraph: where there is little width there are more lines."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

GAP = 4


class FlowLayout(QLayout):
    """Widgets one after another, wrapped into as many lines as the width asks for.

    `last_fills` gives the last one what is left of its line, `first_fills` the first one.
    """

    def __init__(
        self, parent: QWidget, *, last_fills: bool = False, first_fills: bool = False
    ) -> None:
        super().__init__(parent)
        self._last_fills = last_fills
        self._first_fills = first_fills
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(GAP, 3, GAP, 3)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def insert_widget(self, place: int, widget: QWidget) -> None:
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        lines = self._lines(area.width())
        filling = {*self._items[-1:]} if self._last_fills else set()
        if self._first_fills:
            filling |= {*self._items[:1]}
        y = area.y()
        for line in lines:
            spare = area.width() - sum(size.width() for _, size in line) - GAP * (len(line) - 1)
            high = max(size.height() for _, size in line)
            x = area.x()
            for item, size in line:
                width = size.width() + max(spare, 0) * (item in filling)
                if move:
                    down = (high - size.height()) // 2 if self._first_fills else 0
                    place = QPoint(x, y + down)
                    item.setGeometry(QRect(place, QSize(width, size.height())))
                x += width + GAP
            y += high + GAP
        return y - (GAP if lines else 0) - rect.y() + margins.bottom()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """What stands on each line."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(max(40, width), 10_000))
            if not lines or used + size.width() > width:
                lines.append([])
                used = 0
            lines[-1].append((item, size))
            used += size.width() + GAP
        return lines


class FlowRow(QWidget):
    """A row of widgets that becomes several, and is never lower than these need: a splitter asks
    nobody how high a thing is at its width."""

    def __init__(self, parent: QWidget, *, first_fills: bool = False) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, first_fills=first_fills)
        self._flow.setContentsMargins(0, 0, 0, 0)

    def add(self, widget: QWidget) -> None:
        """Put a widget behind the others."""
        self._flow.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self._flow.heightForWidth(self.width())
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)
