"""The preview of find and replace: each place with what goes struck and what comes in bold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from memdesk.core.errors import MemdeskError
from memdesk.core.replacing import Occurrence
from memdesk.gui import theme, words
from memdesk.gui.check_delegate import CheckDelegate

OCCURRENCE = Qt.ItemDataRole.UserRole
PROBLEM = Qt.ItemDataRole.UserRole + 1
_AROUND = 80
"""Code points of the text shown on both sides of a place."""
_NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


class Places(QAbstractListModel):
    """Each place is a row that can be ticked. One that can't be replaced says why."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: list[Occurrence] = []
        self._ticked = bytearray()
        self._problems: dict[int, str] = {}

    def show_places(
        self, places: Sequence[Occurrence], problems: Mapping[int, MemdeskError]
    ) -> None:
        """Show these, all ticked but those whose entry has a problem (by key)."""
        self.beginResetModel()
        self._places = list(places)
        self._problems = {key: words.field_sentence(error) for key, error in problems.items()}
        self._ticked = bytearray(one.key not in problems for one in self._places)
        self.endResetModel()
        self.ticked_changed.emit()

    @property
    def ticked(self) -> list[Occurrence]:
        """What is to be replaced."""
        return [one for one, tick in zip(self._places, self._ticked, strict=True) if tick]

    @property
    def ticked_count(self) -> int:
        return self._ticked.count(1)

    def tick_all(self, on: bool) -> None:
        """Tick every place or none; those with a problem stay as they are."""
        self._ticked = bytearray(on and one.key not in self._problems for one in self._places)
        if self._places:
            self.dataChanged.emit(self.index(0), self.index(len(self._places) - 1))
        self.ticked_changed.emit()

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        place = self._places[index.row()]
        if role == OCCURRENCE:
            return place
        if role == PROBLEM:
            return self._problems.get(place.key, "")
        if role == Qt.ItemDataRole.CheckStateRole:
            on = self._ticked[index.row()]
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self._sentence(place)
        return None

    def _sentence(self, place: Occurrence) -> str:
        found = place.found
        said = self.tr("{entry}, {field}: “{old}” becomes “{new}”").format(
            entry=place.label,
            field=words.field_word(place.field),
            old=place.text[found.start : found.end],
            new=found.new,
        )
        problem = self._problems.get(place.key)
        return f"{said}\n{problem}" if problem else said

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        self._ticked[index.row()] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemNeverHasChildren
        )


class PlaceDelegate(CheckDelegate):
    """Two lines a row: where it is, and the text around with what changes."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        style = full.widget.style() if full.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, full, painter, full.widget)
        box = style.subElementRect(
            QStyle.SubElement.SE_ItemViewItemCheckIndicator, full, full.widget
        )
        place: Occurrence = index.data(OCCURRENCE)
        room = QRect(full.rect)
        room.setLeft(box.right() + theme.SMALL)
        room.adjust(0, 3, -theme.SMALL, -3)
        chosen = bool(full.state & QStyle.StateFlag.State_Selected)
        text = full.palette.color(
            QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        )
        dim = text if chosen else theme.colour("dim", full.palette)
        painter.save()
        half = room.height() // 2
        where = f"{place.label} · {words.field_word(place.field)}"
        problem = index.data(PROBLEM)
        small = theme.font(full.font, scale=0.92)
        painter.setFont(small)
        painter.setPen(dim)
        if problem:
            painter.setPen(text if chosen else theme.colour("error", full.palette))
            where = f"{where} — {problem}"
        first = QRect(room.left(), room.top(), room.width(), half)
        painter.drawText(
            first,
            Qt.AlignmentFlag.AlignVCenter,
            QFontMetrics(small).elidedText(where, Qt.TextElideMode.ElideRight, room.width()),
        )
        second = QRect(room.left(), room.top() + half, room.width(), half)
        self._draw_change(painter, second, full, place, chosen)
        painter.restore()

    def _draw_change(
        self,
        painter: QPainter,
        room: QRect,
        option: QStyleOptionViewItem,
        place: Occurrence,
        chosen: bool,
    ) -> None:
        found, text = place.found, place.text
        struck, bold = QFont(option.font), theme.font(option.font, bold=True)
        struck.setStrikeOut(True)
        bold.setUnderline(True)
        before = text[max(0, found.start - _AROUND) : found.start]
        if found.start > _AROUND:
            before = "…" + before
        after = text[found.end : found.end + _AROUND]
        if found.end + _AROUND < len(text):
            after += "…"
        ink = option.palette.color(
            QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        )
        pieces = [
            (_one_line(text[found.start : found.end]), struck,
             ink if chosen else theme.colour("error", option.palette)),
            (_one_line(found.new), bold, ink if chosen else theme.colour("good", option.palette)),
            (_one_line(after), option.font, ink),
        ]  # fmt: skip
        # What changes must be seen: of what stands before it, no more than a third of the room.
        metrics = QFontMetrics(option.font)
        shown = metrics.elidedText(
            _one_line(before), Qt.TextElideMode.ElideLeft, max(20, room.width() // 3)
        )
        left = room.left()
        for word, font, shade in ((shown, option.font, ink), *pieces):
            wide = room.right() - left
            if not word or wide <= 0:
                continue
            metrics = QFontMetrics(font)
            cut = metrics.elidedText(word, Qt.TextElideMode.ElideRight, wide)
            painter.setFont(font)
            painter.setPen(shade)
            painter.drawText(
                QRect(left, room.top(), wide, room.height()), Qt.AlignmentFlag.AlignVCenter, cut
            )
            left += metrics.horizontalAdvance(cut)

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        return QSize(200, 2 * option.fontMetrics.height() + 10)


def _one_line(text: str) -> str:
    return text.replace("\n", "↵").replace("\t", " ").replace("\r", "")
