"""Long work on the whole bank, in slices: it can be watched and stopped, and nothing waits for it.

The work is a generator that yields how far it is and returns its result. Between two slices the
thread of surveys does what else is asked of it, and the interface gets its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Signal

from memdesk.core.errors import MemdeskError
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank

SLICE_SECONDS = 0.05

Steps = Generator[tuple[int, int], None, Any]


class Slices(QObject):
    """Does one long work at a time; a new one ends the one before."""

    progressed = Signal(int, int)
    """How much is done, and of how much."""
    finished = Signal(object)
    """What the work returned."""
    failed = Signal(object)
    """The MemdeskError that ended it."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._turn = 0
        self._running = False
        self._began = 0.0
        self._took = 0.0

    @property
    def took(self) -> float:
        """Seconds that the last work took which came to its end."""
        return self._took

    @property
    def running(self) -> bool:
        return self._running

    def start(self, work: Callable[[Bank], Steps]) -> None:
        """Begin; what ran before is dropped. `work` is called in the thread of surveys."""
        self._turn += 1
        self._running = True
        self._began = monotonic()
        steps: list[Steps] = []

        def begin(bank: Bank) -> tuple[bool, Any]:
            steps.append(work(bank))
            return _advance(steps[0])

        self._survey(begin, steps, self._turn)

    def stop(self) -> None:
        """Do no more of it. Nothing is reported afterwards."""
        self._turn += 1
        self._running = False

    def _survey(self, slice_: Callable[[Bank], Any], steps: list[Steps], turn: int) -> None:
        self._worker.survey(
            slice_,
            lambda answer: self._on_slice(answer, steps, turn),
            lambda error: self._on_failed(error, turn),
        )

    def _on_slice(self, answer: tuple[bool, Any], steps: list[Steps], turn: int) -> None:
        if turn != self._turn:
            return
        done, value = answer
        if done:
            self._running = False
            self._took = monotonic() - self._began
            self.finished.emit(value)
            return
        self.progressed.emit(*value)
        if turn == self._turn:  # whoever was told may have stopped it
            self._survey(lambda _bank: _advance(steps[0]), steps, turn)

    def _on_failed(self, error: MemdeskError, turn: int) -> None:
        if turn == self._turn:
            self._running = False
            self.failed.emit(error)


def _advance(steps: Steps) -> tuple[bool, Any]:
    """Go on for a slice: whether it ended, and its result or how far it is."""
    until = monotonic() + SLICE_SECONDS
    try:
        far = next(steps)
        while monotonic() < until:
            far = next(steps)
    except StopIteration as end:
        return True, end.value
    return False, far
