"""A row of columns for each name, one a day: who did how much, and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from memdesk.gui import theme
from memdesk.gui.charts.parts import Part, Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day of one row."""

    value: int
    name: str
    act: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its label, its days, and its sum as the locale writes it."""

    label: str
    figure: str
    days: tuple[Day, ...]


class DayPart(Part):
    """Draws one column; the whole height of the row can be hit."""

    def __init__(self, day: Day, most: int, parent: QWidget) -> None:
        super().__init__(day.name, parent)
        self.day = day
        self._share = day.value / most if most else 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.leads_to(day.act if day.value else None)

    def sizeHint(self) -> QSize:
        return QSize(10, max(36, self.fontMetrics().height() * 2))

    def minimumSizeHint(self) -> QSize:
        return QSize(5, self.sizeHint().height())

    def draw(self, painter: QPainter, box: QRectF) -> None:
        palette = self.palette()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        bottom = box.bottom() - 2
        painter.drawLine(int(box.left()), int(bottom), int(box.right()), int(bottom))
        if not self.day.value:
            return
        high = max(3.0, (box.height() - 6) * self._share)
        wide = min(12.0, box.width() - 2)
        left = box.center().x() - wide / 2
        shade = theme.colour("accent", palette)
        painter.fillRect(QRectF(left, bottom - high, wide, high), shade)


class Timeline(Picture):
    """Rows over the same days. All columns share one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SMALL)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._others: list[QWidget] = []

    def show_rows(self, rows: Sequence[Row], first: str, last: str) -> None:
        """Show these rows; `first` and `last` name the days at both ends."""
        for widget in self._others:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._others = []
        most = max((day.value for row in rows for day in row.days), default=0)
        parts: list[list[Part]] = []
        for number, row in enumerate(rows):
            label = self._label(row.label, number, 0)
            label.setMaximumWidth(150)
            label.setToolTip(row.label)
            strip = QWidget(self)
            line = QHBoxLayout(strip)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(0)
            made: list[Part] = [DayPart(day, most, strip) for day in row.days]
            for part in made:
                line.addWidget(part)
            self._grid.addWidget(strip, number, 1)
            strip.show()
            self._others.append(strip)
            figure = self._label(row.figure, number, 2)
            figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            parts.append(made)
        if rows:
            ends = QWidget(self)
            line = QHBoxLayout(ends)
            line.setContentsMargins(0, 0, 0, 0)
            for word in (first, last):
                end = QLabel(word, ends)
                end.setFont(theme.font(self.font(), scale=0.92))
                theme.tint(end, "dim")
                line.addWidget(end)
            line.insertStretch(1, 1)
            self._grid.addWidget(ends, len(rows), 1)
            ends.show()
            self._others.append(ends)
        self.take(parts)

    def _label(self, word: str, row: int, column: int) -> QLabel:
        label = QLabel(word, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self._grid.addWidget(label, row, column)
        label.show()
        self._others.append(label)
        return label
