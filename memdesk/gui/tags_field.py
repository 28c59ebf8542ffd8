"""Tags as chips, with a line at the end to type the next one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from memdesk.core.lists import split_list, without_repeats
from memdesk.gui.completion import Suggestions
from memdesk.gui.icons import icon

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


class Chip(QWidget):
    """A value with a button that takes it away."""

    removed = Signal(str)

    def __init__(self, text: str, remove_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self.setObjectName("chip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # Palette roles, so that it follows light and dark by itself.
        self.setStyleSheet(
            "#chip { background: palette(alternate-base); border: 1px solid palette(mid);"
            " border-radius: 4px; }"
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 1, 2, 1)
        row.setSpacing(2)
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMaximumWidth(220)
        label.setToolTip(text)
        button = QToolButton(self)
        button.setIcon(icon("close"))
        button.setIconSize(QSize(10, 10))
        button.setAutoRaise(True)
        button.setFixedSize(18, 18)
        button.setAccessibleName(remove_words)
        button.setToolTip(remove_words)
        button.clicked.connect(lambda: self.removed.emit(self.text))
        row.addWidget(label)
        row.addWidget(button)


class _TagLine(QLineEdit):
    """The line where tags are typed; its keys also take tags away."""

    backspaced = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.backspaced.emit()
            return
        super().keyPressEvent(event)


class TagsField(QWidget):
    """An ordered set of tags (spec 1.1). A comma or Enter ends one; Backspace takes the last."""

    edited = Signal()
    left = Signal()

    def __init__(self, suggestions: Suggestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: tuple[str, ...] = ()
        self._chips: list[Chip] = []
        self.setObjectName("tags")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(
            "#tags { background: palette(base); border: 1px solid palette(mid);"
            " border-radius: 3px; }"
        )
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._flow = FlowLayout(self, last_fills=True)
        self._line = _TagLine(self)
        self._line.setFrame(False)
        self._line.setMinimumWidth(90)
        self._line.setPlaceholderText(self.tr("Add a tag"))
        completer = suggestions.completer(self._line)
        completer.activated.connect(self._on_completed, Qt.ConnectionType.QueuedConnection)
        self._line.setCompleter(completer)
        self._flow.addWidget(self._line)
        self.setFocusProxy(self._line)
        self._line.textEdited.connect(self._on_typed)
        self._line.returnPressed.connect(self._take_typed)
        self._line.editingFinished.connect(self._on_finished)
        self._line.backspaced.connect(self._on_backspaced)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._line.setAccessibleName(name)

    def value(self) -> object:
        """The tags, and what is being typed as the last of them."""
        typed = split_list(self._line.text())
        return without_repeats((*self._tags, *typed))

    def set_value(self, value: Any) -> None:
        if value == self.value():
            return
        self._line.clear()
        self._set_tags(tuple(value))

    def _set_tags(self, tags: tuple[str, ...]) -> None:
        self._tags = tags
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for place, tag in enumerate(tags):
            chip = Chip(tag, self.tr("Remove the tag {tag}").format(tag=tag), self)
            chip.removed.connect(self._on_removed)
            self._chips.append(chip)
            self._flow.insert_widget(place, chip)
            chip.show()
        self.updateGeometry()

    def _take_typed(self) -> None:
        tags = self.value()
        assert isinstance(tags, tuple)
        self._line.clear()
        if tags != self._tags:
            self._set_tags(tags)
        self.edited.emit()

    def _on_typed(self, text: str) -> None:
        if text and text[-1] in ",，、;；":
            self._take_typed()
        else:
            self.edited.emit()

    def _on_completed(self) -> None:
        self._take_typed()

    def _on_finished(self) -> None:
        if self._line.text():
            self._take_typed()
        self.left.emit()

    def _on_backspaced(self) -> None:
        if self._tags:
            self._set_tags(self._tags[:-1])
            self.edited.emit()

    def _on_removed(self, tag: str) -> None:
        self._set_tags(tuple(kept for kept in self._tags if kept != tag))
        self.edited.emit()
        self.left.emit()
