"""The pages of the window, on the left, with how much each holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.gui import theme
from memdesk.gui.icons import icon

LETTERS_FOR_WORDS = 120
"""A window with room for so many letters has the words of its pages beside their pictures."""
COUNT_ROLE = Qt.ItemDataRole.UserRole + 1


class Place(NamedTuple):
    """One page: the name it is called by in the code, its picture, its word, its key."""

    name: str
    picture: str
    word: str


class Navigation(QListWidget):
    """A list of places to go to."""

    place_chosen = Signal(str)

    def __init__(self, places: Iterable[Place], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pages"))
        side = max(18, self.fontMetrics().height())
        self.setIconSize(QSize(side, side))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setItemDelegate(_PlaceDelegate(self))
        self._names: list[str] = []
        for place in places:
            item = QListWidgetItem(icon(place.picture), place.word)
            item.setSizeHint(QSize(0, self.fontMetrics().height() + 14))
            self.addItem(item)
            self._names.append(place.name)
        self._compact = False
        self.setFixedWidth(self._wanted_width())
        self.currentRowChanged.connect(self._on_current_row_changed)

    @property
    def compact(self) -> bool:
        """Whether only the pictures are shown, with the words as tips."""
        return self._compact

    def fit(self, width: int) -> None:
        """Leave the room to the page, where a window of that width is narrow for its text."""
        letters = width // max(self.fontMetrics().averageCharWidth(), 1)
        compact = letters < LETTERS_FOR_WORDS
        if compact != self._compact:
            self._compact = compact
            self.setFixedWidth(self._wanted_width())
            for row in range(self.count()):
                self._tell(self.item(row))

    def _wanted_width(self) -> int:
        if self._compact:
            return self.iconSize().width() + 2 * theme.MEDIUM
        words = max(
            (self.fontMetrics().horizontalAdvance(self.item(row).text())
             for row in range(self.count())),
            default=0,
        )  # fmt: skip
        return words + self.fontMetrics().horizontalAdvance("0") * 5 + 30 + self.iconSize().width()

    def choose(self, name: str) -> None:
        """Go to that place."""
        self.setCurrentRow(self._names.index(name))

    @property
    def chosen(self) -> str:
        return self._names[self.currentRow()] if self.currentRow() >= 0 else ""

    def set_count(self, name: str, count: int | None) -> None:
        """Show how much a place holds; None shows nothing."""
        item = self.item(self._names.index(name))
        shown = "" if count is None else self.locale().toString(count)
        item.setData(COUNT_ROLE, shown)
        self._tell(item)

    def _tell(self, item: QListWidgetItem) -> None:
        count = item.data(COUNT_ROLE)
        said = f"{item.text()} {count}" if count else item.text()
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        item.setToolTip(said if self._compact else "")

    def count_of(self, name: str) -> str:
        return self.item(self._names.index(name)).data(COUNT_ROLE) or ""

    def _on_current_row_changed(self, row: int) -> None:
        if row >= 0:
            self.place_chosen.emit(self._names[row])


class _PlaceDelegate(QStyledItemDelegate):
    """Draws the count at the right end of a row; of a compact one only the picture."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: object) -> None:
        super().initStyleOption(option, index)
        if self.parent().compact:
            option.features &= ~QStyleOptionViewItem.ViewItemFeature.HasDisplay
            option.text = ""
            option.decorationAlignment = Qt.AlignmentFlag.AlignCenter
            option.decorationSize = QSize(option.rect.width(), option.decorationSize.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: object) -> None:
        super().paint(painter, option, index)
        count = index.data(COUNT_ROLE)
        if not count or self.parent().compact:
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = (
            QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.PlaceholderText
        )
        painter.save()
        painter.setFont(option.font)
        painter.setPen(option.palette.color(role))
        room = option.rect.adjusted(0, 0, -8, 0)
        width = QFontMetrics(option.font).horizontalAdvance(count)
        if width < room.width() / 2:
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count
            )
        painter.restore()
