"""A thread for what waits for a model: none of the bank's own may be held up that long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

from memdesk.consolidation.stopping import Stop
from memdesk.core.errors import MemdeskError
from memdesk.store.bank import Bank

Work = Callable[[Stop], Any]
_Job = tuple[Work, Stop, Callable[[Any], None], Callable[[Any], None]]


class ModelThread(QObject):
    """Does one piece of work after the other; the answers come in the interface thread.

    The thread starts with the first one.
    """

    _answered = Signal(object)

    def __init__(self, bank: Bank, parent: QObject) -> None:
        super().__init__(parent)
        self._bank = bank
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._stops: list[Stop] = []
        self._thread: threading.Thread | None = None
        self._answered.connect(self._on_answered, Qt.ConnectionType.QueuedConnection)
        # No answer may come when there is nobody any more to take it.
        parent.destroyed.connect(self.end)

    def do(
        self, work: Work, on_done: Callable[[Any], None], on_failed: Callable[[Any], None]
    ) -> None:
        """Do `work(stop)`; then one of these, with its result or the MemdeskError."""
        stop = Stop()
        self._stops.append(stop)
        self._jobs.put((work, stop, on_done, on_failed))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memdesk-model", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Let all that is being done, or waits to be, end with Cancelled."""
        for stop in self._stops:
            stop.set()

    def end(self) -> None:
        """Stop, and wait until the thread has ended."""
        self.stop()
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        try:
            while (job := self._jobs.get()) is not None:
                # A job may be the last to hold a widget, and a widget must not end here: the
                # answer takes it along, and no name of this thread keeps either.
                answer = [_done(job)]
                del job
                self._answered.emit(answer)
                del answer
        finally:
            self._bank.close_thread()

    @Slot(object)
    def _on_answered(self, answer: list[tuple[Stop, Callable[[Any], None], Any]]) -> None:
        stop, call, value = answer.pop()
        self._stops.remove(stop)
        call(value)


def _done(job: _Job) -> tuple[Stop, Callable[[Any], None], Any]:
    """Do a job; gives what is to be called with what."""
    work, stop, on_done, on_failed = job
    try:
        stop.check()
        return stop, on_done, work(stop)
    except (MemdeskError, OSError) as error:
        return stop, on_failed, error.with_traceback(None)
