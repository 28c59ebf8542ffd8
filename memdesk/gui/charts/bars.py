"""Bars beneath each other: a label, a bar, a figure; a part of it may be hatched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from memdesk.gui import theme
from memdesk.gui.charts.parts import Part, Picture, hatched

_THICK = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One bar: `value` long, of which `hatched`; `figure` stands behind it.

    `name` says all of it in a sentence. `act` opens the rows behind it.
    """

    label: str
    value: int
    figure: str
    name: str
    hatched: int = 0
    act: Callable[[], None] | None = None


class BarPart(Part):
    """A whole row of the picture, so that it is easily hit."""

    def __init__(self, bar: Bar, whole: int, parent: QWidget) -> None:
        super().__init__(bar.name, parent)
        self.bar = bar
        self._whole = max(1, whole)
        self.label_width = 0
        self.figure_width = 0
        self.setText(bar.label)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.leads_to(bar.act)

    def sizeHint(self) -> QSize:
        width = self.label_width + self.figure_width + 120
        return QSize(width, self.fontMetrics().height() + theme.SMALL)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def draw(self, painter: QPainter, box: QRectF) -> None:
        metrics, palette = self.fontMetrics(), self.palette()
        # The bar keeps a third of the width; a long label is cut, its tip says it whole.
        figure_width = min(self.figure_width, int(box.width() * 0.5))
        label_width = int(min(self.label_width, (box.width() - figure_width) * 0.55))
        middle = Qt.AlignmentFlag.AlignVCenter
        room = box.adjusted(theme.HAIR, 0, -theme.HAIR, 0)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        label = metrics.elidedText(self.bar.label, Qt.TextElideMode.ElideRight, label_width)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, label)
        figure = metrics.elidedText(self.bar.figure, Qt.TextElideMode.ElideRight, figure_width)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, figure)
        left = room.left() + label_width + theme.SMALL
        width = room.right() - figure_width - theme.SMALL - left
        if width < theme.SMALL:
            return
        top = box.center().y() - _THICK / 2
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(int(left), int(top + _THICK), int(left + width), int(top + _THICK))
        if not self.bar.value:
            return
        shade = theme.colour("accent", palette)
        long = max(2.0, width * min(1.0, self.bar.value / self._whole))
        striped = long * self.bar.hatched / self.bar.value
        painter.fillRect(QRectF(left, top, long - striped, _THICK), shade)
        if striped >= 1:
            hatched(painter, QRectF(left + long - striped, top, striped, _THICK), shade)


class Bars(Picture):
    """Bars that share one scale. `whole` is what a full length stands for; None: the longest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)

    def show_bars(self, bars: Sequence[Bar], whole: int | None = None) -> None:
        """Show these instead of those before."""
        whole = whole or max((bar.value for bar in bars), default=1)
        parts = [BarPart(bar, whole, self) for bar in bars]
        for part in parts:
            self._column.addWidget(part)
            part.show()
        self.take([[part] for part in parts])
        self._measure()

    def _measure(self) -> None:
        """All labels take as much room as the longest, and all figures."""
        parts = [part for row in self.parts for part in row if isinstance(part, BarPart)]
        metrics = self.fontMetrics()
        labels = max((metrics.horizontalAdvance(part.bar.label) for part in parts), default=0)
        figures = max((metrics.horizontalAdvance(part.bar.figure) for part in parts), default=0)
        for part in parts:
            # At some scales a text needs a fraction of a pixel more than it says.
            part.label_width, part.figure_width = labels + 2, figures + 2
            part.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
