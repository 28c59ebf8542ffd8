"""Who looks for garbage, and when: the interface thread alone, all of it while nobody is there.

Left to itself, Python looks in whatever thread has just made many objects. There it would take
apart widgets that nothing refers to any more while the interface thread still uses what belongs to
them: that ends the program. And it lets no other thread run meanwhile: while one holds half a
bank, the window would stand still for a third of a second.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

EVERY_MS = 1_000
YOUNG = 700
"""New objects from which they are looked through, as Python's own threshold has it."""
MOST_YOUNG = 50_000
"""New objects that are looked through at once, some milliseconds' worth."""
TIMES = 20
"""Looks at what is new before everything is looked through."""
MOST_SECONDS = 3_600.0
"""After so long everything is looked through even while a person is at the window."""


def _at_it() -> bool:
    """Whether a person may be at work in one of the program's windows."""
    active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
    # Some platforms still say so when the last window is hidden.
    return active and any(window.isVisible() for window in QGuiApplication.topLevelWindows())


class Garbage(QObject):
    """Looks through the objects now and then, in the thread that it lives in and in no other.

    To look through everything, the window itself and all that it holds, takes more than a tenth of
    a second, and finds next to nothing: it waits until nobody is there to notice.
    """

    def __init__(
        self,
        busy: Callable[[], bool],
        parent: QObject | None = None,
        at_it: Callable[[], bool] = _at_it,
    ) -> None:
        """`busy` says whether any thread is at work for the window, `at_it` whether a person is."""
        super().__init__(parent)
        self._busy = busy
        self._at_it = at_it
        self._was_on = False
        self._looks = 0
        self._everything_at = monotonic()
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
        gc.unfreeze()
        if self._was_on:
            gc.enable()

    def collect(self) -> None:
        """Look through what is new, or everything, if there is a reason to."""
        new, busy = gc.get_count()[0], self._busy()
        if YOUNG <= new <= MOST_YOUNG:
            self._looks += 1
            gc.collect(1)
        elif new > MOST_YOUNG and not busy:
            # What a job has brought: data, which hardly ever refers to itself. Set aside, it is
            # looked through with everything else.
            self._looks += 1
            gc.freeze()
        overdue = monotonic() - self._everything_at > MOST_SECONDS
        if self._looks >= TIMES and not busy and (overdue or not self._at_it()):
            self._looks = 0
            self._everything_at = monotonic()
            gc.unfreeze()
            gc.collect()
