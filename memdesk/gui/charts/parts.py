"""What every picture is made of: parts that can be seen, heard, reached by key, and opened.

A part is a button, so that screen readers know it. A picture is one stop of the Tab key; the
arrow keys go from part to part, Enter or Space opens one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from memdesk.gui import theme

_STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}


class Part(QAbstractButton):
    """One part of a picture. `name` says in a sentence what it shows; it is the tip too."""

    step_wanted = Signal(int, int)
    """Rows and columns that an arrow key goes on."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def leads_to(self, act: Callable[[], None] | None) -> None:
        """What opening it does; None: it leads nowhere, and can only be read."""
        if act is not None:
            self.clicked.connect(lambda _checked=False: act())
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in _STEPS:
            self.step_wanted.emit(*_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect())
            if self.underMouse() or self.isDown():
                painter.setPen(Qt.PenStyle.NoPen)
                shade = self.palette().color(QPalette.ColorRole.WindowText)
                shade.setAlphaF(0.07)
                painter.setBrush(shade)
                painter.drawRoundedRect(box, 4, 4)
            self.draw(painter, box)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(theme.colour("accent", self.palette()), 2))
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw the part into its box."""
        raise NotImplementedError


class Picture(QWidget):
    """A widget of parts in rows. Only one of them is in the Tab order; arrows reach the others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[list[Part]] = []

    @property
    def parts(self) -> list[list[Part]]:
        """The parts, by rows."""
        return self._rows

    def take(self, rows: Sequence[Sequence[Part]]) -> None:
        """These are the parts from now on; the old ones go. The keyboard stays where it was."""
        before = self._focused()
        old = [part for row in self._rows for part in row]
        self._rows = [list(row) for row in rows if row]
        for row in self._rows:
            for part in row:
                part.step_wanted.connect(
                    lambda down, right, part=part: self._step(part, down, right)
                )
        place = before or (0, 0)
        if self._rows:
            row = min(place[0], len(self._rows) - 1)
            column = min(place[1], len(self._rows[row]) - 1)
            self._offer(self._rows[row][column])
            if before is not None:
                self._rows[row][column].setFocus()
        for part in old:
            part.hide()
            part.deleteLater()

    def _focused(self) -> tuple[int, int] | None:
        focused = self.window().focusWidget()  # also where another window is the active one
        for number, row in enumerate(self._rows):
            for column, part in enumerate(row):
                if part is focused:
                    return number, column
        return None

    def _offer(self, chosen: Part) -> None:
        for row in self._rows:
            for part in row:
                part.setFocusPolicy(
                    Qt.FocusPolicy.StrongFocus if part is chosen else Qt.FocusPolicy.ClickFocus
                )

    def _step(self, part: Part, down: int, right: int) -> None:
        row = next(number for number, parts in enumerate(self._rows) if part in parts)
        column = self._rows[row].index(part)
        row = max(0, min(row + down, len(self._rows) - 1))
        column = max(0, min(column + right, len(self._rows[row]) - 1))
        target = self._rows[row][column]
        self._offer(target)
        target.setFocus(Qt.FocusReason.TabFocusReason)


def blended(over: QColor, shade: QColor, part: float) -> QColor:
    """A colour laid over another, opaque."""
    return QColor.fromRgbF(
        over.redF() + (shade.redF() - over.redF()) * part,
        over.greenF() + (shade.greenF() - over.greenF()) * part,
        over.blueF() + (shade.blueF() - over.blueF()) * part,
    )


def hatched(painter: QPainter, box: QRectF, shade: QColor) -> None:
    """Fill a box with stripes and a frame: told from a full one without colour."""
    painter.save()
    painter.setPen(QPen(shade, 1))
    painter.setBrush(QBrush(shade, Qt.BrushStyle.BDiagPattern))
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()
