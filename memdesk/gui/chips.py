"""Small rounded labels that say what something was understood as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.gui import theme, words
from memdesk.gui.icons import icon
from memdesk.gui.theme import Tone


@dataclass(frozen=True, slots=True)
class Chip:
    """What one chip shows: an icon's name ("" for none), a text, and a tone."""

    picture: str
    text: str
    tone: Tone | None = None
    tip: str = ""


class ChipLabel(QWidget):
    """Draws one chip."""

    def __init__(self, chip: Chip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chip = chip
        self.setToolTip(chip.tip)
        self.setAccessibleName(chip.text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        picture = theme.beside(self, _PICTURE) + theme.HAIR if self.chip.picture else 0
        # One more: at some scales a text needs a fraction of a pixel more than it says.
        width = metrics.horizontalAdvance(self.chip.text) + 1 + picture + 2 * theme.SMALL
        width += theme.HAIR
        return QSize(min(width, 260), metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), 40), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            palette = self.palette()
            shade = palette.color(QPalette.ColorRole.WindowText)
            if self.chip.tone is not None:
                shade = theme.colour(self.chip.tone, palette)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid)))
            painter.setBrush(palette.color(QPalette.ColorRole.AlternateBase))
            painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
            left = theme.SMALL
            if self.chip.picture:
                picture = icon(self.chip.picture, self.chip.tone)
                side = theme.beside(self, _PICTURE)
                picture.paint(painter, left, (self.height() - side) // 2, side, side)
                left += side + theme.HAIR
            painter.setPen(shade)
            room = self.rect().adjusted(left, 0, -theme.SMALL, 0)
            text = self.fontMetrics().elidedText(
                self.chip.text, Qt.TextElideMode.ElideMiddle, room.width()
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


_PICTURE = 14


class ChipRow(QWidget):
    """Chips side by side, from the left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.HAIR + 2)
        self._row.addStretch(1)
        self._labels: list[ChipLabel] = []

    @property
    def chips(self) -> tuple[Chip, ...]:
        """What is shown."""
        return tuple(label.chip for label in self._labels)

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Show these instead of those before; nothing flickers when they are the same."""
        if tuple(chips) == self.chips:
            return
        for label in self._labels:
            self._row.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._labels = [ChipLabel(chip, self) for chip in chips]
        for place, label in enumerate(self._labels):
            self._row.insertWidget(place, label)
        self.setAccessibleName(words.listed(chip.text for chip in chips))
