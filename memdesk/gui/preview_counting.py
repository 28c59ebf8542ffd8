"""Counts the preview's tokens off the interface thread; only the newest texts matter."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal, Slot

from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.paths import resources

REST_MS = 120
"""How long typing must pause before tokens are counted anew."""

_log = logging.getLogger(__name__)


class Counting(QObject):
    """Give it named texts with `want`; `counted` brings {name: tokens} for the newest ones."""

    counted = Signal(object)
    _arrived = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counter = TokenCounter(resources() / VOCABULARY)
        self._texts: Callable[[], Mapping[str, str]] = dict
        self._turn = 0
        self._stopped = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._start)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    def want(self, texts: Callable[[], Mapping[str, str]]) -> None:
        """Count soon what this gives, in another thread; texts wanted before are dropped."""
        if self._stopped:
            return
        self._texts = texts
        self._turn += 1
        self._rest.start()

    def stop(self) -> None:
        """Count no more, for good. Blocks until the text in hand is counted."""
        self._stopped = True
        self._rest.stop()
        self._pool.clear()
        self._pool.waitForDone()

    def _start(self) -> None:
        turn, texts, counter = self._turn, self._texts, self._counter

        def count() -> None:
            try:
                counts = {name: counter.count(text) for name, text in texts().items()}
            except (OSError, ImportError) as error:
                # An installation without its vocabulary: the preview does without tokens.
                _log.warning("tokens can't be counted: %s", error)
                return
            self._arrived.emit(turn, counts)

        # The function itself, no QRunnable: the pool deletes one behind Python's back, and what
        # Qt then makes at its address comes out as a QRunnable.
        self._pool.start(count)

    @Slot(int, object)
    def _on_arrived(self, turn: int, counts: dict[str, int]) -> None:
        if turn == self._turn:
            self.counted.emit(counts)
