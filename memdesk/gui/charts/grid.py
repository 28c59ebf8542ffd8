"""A grid of counts: the more, the darker, and the number stands in each cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from memdesk.gui import theme
from memdesk.gui.charts.parts import Part, Picture, blended

_DARKEST = 0.45
"""How much of the accent a full cell takes on: the number must stay legible on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell; `figure` is its number as the locale writes it."""

    value: int
    figure: str
    name: str
    act: Callable[[], None] | None = None


class CellPart(Part):
    """Draws one cell."""

    def __init__(self, cell: Cell, most: int, parent: QWidget) -> None:
        super().__init__(cell.name, parent)
        self.cell = cell
        self._share = cell.value / most if most else 0.0
        self.setText(cell.figure)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.leads_to(cell.act if cell.value else None)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.cell.figure) + theme.MEDIUM
        return QSize(max(40, width), metrics.height() + theme.LARGE)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.cell.figure) + 6,
                     self.sizeHint().height())  # fmt: skip

    def ground(self) -> QColor:
        """The colour that the number stands on."""
        palette = self.palette()
        base = palette.color(QPalette.ColorRole.Base)
        if not self.cell.value:
            return base
        return blended(base, theme.colour("accent", palette), 0.1 + (_DARKEST - 0.1) * self._share)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        palette = self.palette()
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.setBrush(self.ground())
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 3, 3)
        role = QPalette.ColorRole.Text if self.cell.value else QPalette.ColorRole.PlaceholderText
        painter.setPen(palette.color(role))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.cell.figure)


class Grid(Picture):
    """Rows and columns with headings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._headings: list[QLabel] = []

    def show_cells(
        self, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Cell]]
    ) -> None:
        """Show a cell for each row and column."""
        for label in self._headings:
            self._grid.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._headings = []
        for number, word in enumerate(columns):
            self._heading(word, 0, number + 1, Qt.AlignmentFlag.AlignHCenter)
            self._grid.setColumnStretch(number + 1, 1)
        most = max((cell.value for row in cells for cell in row), default=0)
        parts: list[list[Part]] = []
        for number, (word, row) in enumerate(zip(rows, cells, strict=True)):
            self._heading(word, number + 1, 0, Qt.AlignmentFlag.AlignVCenter)
            made: list[Part] = []
            for column, cell in enumerate(row):
                part = CellPart(cell, most, self)
                self._grid.addWidget(part, number + 1, column + 1)
                part.show()
                made.append(part)
            parts.append(made)
        self.take(parts)

    def _heading(self, word: str, row: int, column: int, way: Qt.AlignmentFlag) -> None:
        label = QLabel(word, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(theme.font(self.font(), scale=0.92))
        label.setWordWrap(row == 0)
        label.setContentsMargins(1, 2, theme.SMALL if column == 0 else 1, 2)
        label.setAlignment(way | (Qt.AlignmentFlag.AlignBottom if row == 0 else way))
        theme.tint(label, "dim")
        self._grid.addWidget(label, row, column)
        label.show()
        self._headings.append(label)
