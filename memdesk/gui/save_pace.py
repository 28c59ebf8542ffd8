"""When what is typed is saved (spec 7.1): at a pause, and often enough where there is none."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

PAUSE_MS = 800
"""A pause in typing this long saves; each save is one undo step."""
LONGEST_MS = 1_000
"""Who types without a pause is saved this often: a killed program loses no more than that."""


class SavePace(QObject):
    """Says when a save is due."""

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pause = self._timer(PAUSE_MS)
        self._longest = self._timer(LONGEST_MS)

    def _timer(self, milliseconds: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(self.due)
        return timer

    @property
    def resting(self) -> bool:
        """Whether a pause is going on, at whose end a save is due."""
        return self._pause.isActive()

    def typed(self) -> None:
        """Something was typed."""
        self.rest()
        if not self._longest.isActive():
            self._longest.start()

    def rest(self) -> None:
        """A save is due when nothing is typed for a while."""
        self._pause.start()

    def stop(self) -> None:
        """It is saved now, or nothing is to be."""
        self._pause.stop()
        self._longest.stop()
