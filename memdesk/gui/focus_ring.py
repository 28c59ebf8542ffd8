"""A ring around the list, table or text that has the keyboard: Fusion draws one around fields and
buttons alone, and two tables with a chosen row each look alike."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QWidget
from shiboken6 import isValid

from memdesk.gui import theme

UNFRAMED = 2
"""Pixels: how wide the ring is where there is no frame to lie on."""


class FocusRing(QObject):
    """Follows the keyboard from one to the next. A platform's own style marks them itself."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._ring: Ring | None = None
        app.focusChanged.connect(self._on_focus_changed)
        self._on_focus_changed(None, app.focusWidget())

    @property
    def ring(self) -> Ring | None:
        """The one that is shown now."""
        return self._ring

    def stop(self) -> None:
        """Follow it no more: the program ends."""
        self._app.focusChanged.disconnect(self._on_focus_changed)
        self._take_away()
        self.deleteLater()

    def _take_away(self) -> None:
        if self._ring is not None and isValid(self._ring):  # it may be gone with what it was around
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._take_away()
        if isinstance(new, QAbstractScrollArea) and _wants_ring(new):
            self._ring = Ring(new)


class Ring(QWidget):
    """Lies on the frame of what it is around, and lets the mouse through."""

    def __init__(self, around: QAbstractScrollArea) -> None:
        super().__init__(around)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # As wide as the frame: over what is scrolled, all of it would be painted with each line.
        self._wide = around.frameWidth() or UNFRAMED
        around.installEventFilter(self)
        self._fit(around.rect())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._fit(watched.rect())
        return False

    def _fit(self, room: QRect) -> None:
        wide = self._wide
        inside = room.adjusted(wide, wide, -wide, -wide)
        self.setGeometry(room)
        self.setMask(QRegion(room).subtracted(QRegion(inside)))
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.colour("accent", self.palette()))


def _wants_ring(widget: QAbstractScrollArea) -> bool:
    if isinstance(widget, QScrollArea) or widget.window().windowType() == Qt.WindowType.Popup:
        return False
    return theme.is_own(widget.palette())
