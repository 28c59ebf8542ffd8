"""A run of consolidation: the ticked conversations gone through, one after the other (spec 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from memdesk.consolidation.consolidator import Consolidator
from memdesk.consolidation.endpoint import Endpoint
from memdesk.consolidation.harvesting import Cost
from memdesk.consolidation.proposing import Outcome
from memdesk.consolidation.stopping import Stop
from memdesk.core.errors import MemdeskError
from memdesk.gui.consolidation_talks import Talk
from memdesk.gui.model_thread import ModelThread


class ConsolidationRun(QObject):
    """Ends with the last conversation, or with the first at which something fails."""

    told = Signal(int, int)
    """How far it is in the conversation in hand, and how far that goes."""
    went_through = Signal(object)
    """The Talk that is done; it says what came of it."""
    finished = Signal(object)
    """All are done: the Outcome of the last."""
    broken_off = Signal(object)
    """A MemdeskError or an OSError that ended it too early."""

    def __init__(self, thread: ModelThread, parent: QObject) -> None:
        super().__init__(parent)
        self._thread = thread
        self._queue: list[Talk] = []
        """Those that are still to be gone through."""
        self.busy = False
        """Whether a model is at work."""
        self.suggested = 0
        """The suggestions of this run that wait in Review."""
        self.broken_off_at: Talk | None = None
        """Where the last run ended too early."""

    def begin(
        self, talks: Sequence[Talk], consolidator: Consolidator, make: Callable[[], Endpoint]
    ) -> None:
        """Go through these, at least one; `make` gives the model, in the other thread."""
        self._queue = list(talks)
        self.busy, self.suggested, self.broken_off_at = True, 0, None
        self._next(consolidator, make)

    def _next(self, consolidator: Consolidator, make: Callable[[], Endpoint]) -> None:
        talk = self._queue[0]

        def work(stop: Stop) -> Outcome:
            return consolidator.run(talk.conversation, make(), stop, self.told.emit)

        def done(outcome: Outcome) -> None:
            self._queue.pop(0)
            talk.suggested = len(outcome.proposed)
            talk.ticked, talk.cost = False, Cost(messages=0, tokens=0, calls=0)
            self.suggested += len(outcome.numbers)
            self.went_through.emit(talk)
            if self._queue:
                self._next(consolidator, make)
            else:
                self.busy = False
                self.finished.emit(outcome)

        def failed(error: MemdeskError | OSError) -> None:
            self.busy = False
            self.broken_off_at = talk
            talk.cost = None
            self.broken_off.emit(error)

        self._thread.do(work, done, failed)
