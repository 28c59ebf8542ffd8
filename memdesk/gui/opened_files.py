"""Files that the desktop hands to the running program. A Mac starts a program but once, and tells
it by an event what was double-clicked; elsewhere a second start hands it over (spec 7.4)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """The application, which says what it is to open."""

    file_opened = Signal(str)
    """With the path."""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(event.file())
            return True
        return super().event(event)
