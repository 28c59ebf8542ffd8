"""When Python looks through everything for garbage: when nobody is at work.

It does so in whatever thread has just made many objects, and lets no other run meanwhile. While
a thread holds half a bank, that would keep the window still for a third of a second. The young
objects are looked through as ever; that takes a millisecond.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 20_000
ENOUGH = 10
"""Times that the younger objects were looked through, from which looking at all is worth it."""
_NEVER = 1 << 30


class Garbage(QObject):
    """Looks through all objects now and then, in the interface thread."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        """`busy` says whether any thread is at work for the window."""
        super().__init__(parent)
        self._busy = busy
        self._before = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """From now on it is not left to chance."""
        young, middle, _all = self._before
        gc.set_threshold(young, middle, _NEVER)
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.set_threshold(*self._before)

    def collect(self) -> None:
        """Look through everything, if there is a reason to and nobody is at work."""
        if gc.get_count()[2] >= ENOUGH and not self._busy():
            gc.collect()
