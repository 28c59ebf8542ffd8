"""Counts the preview's tokens off the interface thread; only the newest texts matter."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal, Slot

from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.gui.kept_counts import KeptCounts
from memdesk.paths import resources

REST_MS = 120
"""How long typing must pause before tokens are counted anew."""

_log = logging.getLogger(__name__)


class Counting(QObject):
    """Give it named texts with `want`; `counted` brings {name: tokens} for the newest ones."""

    counted = Signal(object)
    _arrived = Signal(int, object, object)

    def __init__(self, parent: QObject | None = None, kept: KeptCounts | None = None) -> None:
        super().__init__(parent)
        self._kept = kept
        self._counter = TokenCounter(resources() / VOCABULARY)
        self._texts: Callable[[], Mapping[str, str]] = dict
        self._generation: int | None = None
        self._turn = 0
        self._stopped = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._start)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    def want(self, texts: Callable[[], Mapping[str, str]], generation: int | None = None) -> None:
        """Count soon what this gives, in another thread; texts wanted before are dropped.

        `generation` is the number of the bank's newest change, where the texts are made of nothing
        but what it holds: then the counts of the last time do.
        """
        if self._stopped:
            return
        self._texts, self._generation = texts, generation
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
        kept, generation = self._kept, self._generation

        def count() -> None:
            found = texts()
            sizes = {name: len(text) for name, text in found.items()}
            counts = None
            if kept is not None and generation is not None:
                counts = kept.find(generation, sizes)
            try:
                if counts is None:
                    counts = {name: counter.count(text) for name, text in found.items()}
            except (OSError, ImportError) as error:
                # An installation without its vocabulary: the preview does without tokens.
                _log.warning("tokens can't be counted: %s", error)
                return
            self._arrived.emit(turn, sizes, counts)

        # The function itself, no QRunnable, as in `preview_making`.
        self._pool.start(count)

    @Slot(int, object, object)
    def _on_arrived(self, turn: int, sizes: dict[str, int], counts: dict[str, int]) -> None:
        if turn != self._turn:
            return
        if self._kept is not None and self._generation is not None:
            self._kept.keep(self._generation, sizes, counts)
        self.counted.emit(counts)
