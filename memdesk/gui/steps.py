"""Work of the interface thread that is done bit by bit, whenever nothing else is to be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

Step = Callable[[], object] | Iterator[object]
"""Something to do; or, as what a generator gives, something to do bit by bit."""


class Steps(QObject):
    """Does one bit at a turn of the event loop, so that no key waits for more than one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left: deque[Step] = deque()
        self._doing = False
        self._stopped = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._do_one)

    def then(self, *steps: Step) -> None:
        """Do these too, after those that wait already."""
        if self._stopped:
            return
        self._left.extend(steps)
        if not self._doing:
            self._timer.start()

    def stop(self) -> None:
        """Do none of those that wait, nor of those that a late answer asks for."""
        self._stopped = True
        self._left.clear()
        self._timer.stop()

    def finish(self) -> None:
        """Do all that wait, at once."""
        while self._left:
            self._do_one()
        self._timer.stop()

    @property
    def done(self) -> bool:
        """Whether none waits."""
        return not self._left

    def _do_one(self) -> None:
        # A step may let the event loop turn, in a dialog say: the next one waits for it.
        self._timer.stop()
        if not self._left:  # stopped since the timer's turn came
            return
        self._doing = True
        try:
            step = self._left.popleft()
            if callable(step):
                step()
            elif next(step, self) is not self and not self._stopped:
                self._left.appendleft(step)
        finally:
            self._doing = False
            if self._left:
                self._timer.start()
