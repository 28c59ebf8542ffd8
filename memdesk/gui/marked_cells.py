"""Cells in which the words of a filter are marked.

They are painted from Python, cell by cell, so only a table that marks anything has them.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from memdesk.gui.delegates import AnyIndex, CellDelegate, Delegate
from memdesk.gui.marks import marked_ranges

_WIDE = 10_000
"""Pixels: no elided text of a cell breaks into a second line."""


class Marking(CellDelegate):
    """Paints one line of text, with the words of a filter marked in it."""

    marked: tuple[str, ...] = ()
    """The words, as `marks.filter_words` gives them."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        ranges = marked_ranges(text, self.marked)
        if not ranges:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        style = option.widget.style() if option.widget else QApplication.style()
        place = style.subElementRect(
            QStyle.SubElement.SE_ItemViewItemText, option, option.widget
        ).adjusted(style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1, 0, 0, 0)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        _draw_marked(painter, option, place, text, ranges)


_kinds: dict[type[CellDelegate], type[CellDelegate]] = {}


def marking(kind: type[Delegate], /) -> type[Delegate]:
    """A kind of `Marking` that edits as this one does."""
    if kind not in _kinds:
        _kinds[kind] = type(f"Marking{kind.__name__}", (Marking, kind), {})
    return cast("type[Delegate]", _kinds[kind])


def _draw_marked(
    painter: QPainter,
    option: QStyleOptionViewItem,
    place: QRect,
    text: str,
    ranges: list[tuple[int, int]],
) -> None:
    """One elided line with stretches of it marked: bold on a tint, so it needs no colour."""
    elided = option.fontMetrics.elidedText(text, option.textElideMode, place.width())
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    active = bool(option.state & QStyle.StateFlag.State_Active)
    group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
    role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text

    layout = QTextLayout(elided, option.font)
    layout.setFormats(_formats(elided, ranges, option.palette, selected))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(_WIDE)
    layout.endLayout()

    painter.save()
    painter.setClipRect(place)
    painter.setPen(option.palette.color(group, role))
    top = place.top() + (place.height() - line.height()) / 2
    layout.draw(painter, QPointF(place.left(), top))
    painter.restore()


def _formats(
    text: str, ranges: list[tuple[int, int]], palette: QPalette, selected: bool
) -> list[QTextLayout.FormatRange]:
    tint = QColor(palette.color(QPalette.ColorRole.Highlight))
    tint.setAlpha(70)
    formats: list[QTextLayout.FormatRange] = []
    for start, end in ranges:
        marked = QTextLayout.FormatRange()
        # Qt counts UTF-16 units.
        marked.start = _units(text[:start])
        marked.length = _units(text[start:end])
        look = QTextCharFormat()
        look.setFontWeight(700)
        if not selected:
            look.setBackground(tint)
        marked.format = look
        formats.append(marked)
    return formats


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
