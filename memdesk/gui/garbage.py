"""Who looks for garbage, and when: the interface thread alone, the whole of it while nobody works.

Left to itself, Python looks in whatever thread has just made many objects. There it would take
apart widgets that nothing refers to any more while the interface thread still uses what belongs to
them: that ends the program. And it lets no other thread run meanwhile: while one holds half a
bank, the window would stand still for a third of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1_000
YOUNG = 700
"""New objects from which they are looked through, as Python's own threshold has it."""
MOST_YOUNG = 50_000
"""New objects that are looked through while a thread is at work, some milliseconds' worth: it may
hold a million."""
TIMES = 20
"""Looks at what is new before everything is looked through."""


class Garbage(QObject):
    """Looks through the objects now and then, in the thread that it lives in and in no other."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        """`busy` says whether any thread is at work for the window."""
        super().__init__(parent)
        self._busy = busy
        self._was_on = False
        self._settled = False
        """Whether what the start made is set apart."""
        self._looks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """From now on it is not left to chance."""
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again, if it was before."""
        self._timer.stop()
        if self._settled:
            self._settled = False
            gc.unfreeze()
        if self._was_on:
            gc.enable()

    def collect(self) -> None:
        """Look through what is new, or everything, if there is a reason to."""
        new, busy = gc.get_count()[0], self._busy()
        if new < YOUNG or (busy and new > MOST_YOUNG):
            return
        if self._looks < TIMES or busy:
            self._looks += 1
            gc.collect(1)
            return
        self._looks = 0
        if self._settled:
            gc.collect()
        else:
            # Modules, classes, the window: they are there to the end, and to look through them
            # holds the window up for more than a tenth of a second, each time.
            self._settled = True
            gc.collect(1)
            gc.freeze()
