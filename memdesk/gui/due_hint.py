"""Which conversations are due for consolidation, looked for now and then (spec 5.2).

Of the two rules only that of messages can be told here: how full a host's window is, only the host
knows, and asks with `consolidation_due`.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from memdesk import config
from memdesk.core.errors import MemdeskError
from memdesk.gui.bank_worker import BankWorker

if TYPE_CHECKING:
    from memdesk.consolidation.starting import DueCount
    from memdesk.consolidation.stopping import Stop
    from memdesk.exchange.transcripts.conversation import Conversation
    from memdesk.exchange.transcripts.finding import Finder
    from memdesk.gui.model_thread import ModelThread
    from memdesk.store.bank import Bank

FIRST_MS = 5_000
"""A window that has just opened has other things to do."""
AGAIN_MS = 600_000

_log = logging.getLogger(__name__)


class DueHint(QTimer):
    """Looks through the conversations of this machine, in a thread of its own."""

    found = Signal(object)
    """The conversations that are due, the newest first."""

    def __init__(self, worker: BankWorker, window: QWidget) -> None:
        super().__init__(window)
        self._worker = worker
        self._window = window
        self._thread: ModelThread | None = None
        self._tools: tuple[Finder, DueCount] | None = None
        self._looking = self._once_more = False
        self.setSingleShot(True)
        self.timeout.connect(self._on_timeout)
        self.start(FIRST_MS)

    def look(self) -> None:
        """Look now; what is being looked for already is looked for once more."""
        if self._looking:
            self._once_more = True
            return
        self._looking = True
        most = config.load().consolidate_at_messages
        bank = self._worker.bank
        self._own_thread().do(
            lambda stop: self._look(bank, most, stop), self._on_found, self._on_failed
        )

    def _own_thread(self) -> ModelThread:
        from memdesk.gui.model_thread import ModelThread  # late: no start of the window needs it

        if self._thread is None:
            self._thread = ModelThread(self._worker.bank, self)
            self._worker.stopping.connect(self._thread.end)
        return self._thread

    def _look(self, bank: Bank, most: int, stop: Stop) -> list[Conversation]:
        from memdesk.consolidation.here import machine
        from memdesk.consolidation.starting import DueCount
        from memdesk.exchange.transcripts.finding import Finder

        if self._tools is None:
            self._tools = Finder(), DueCount()
        finder, count = self._tools
        return count.among(bank, finder.all(machine()), most, stop, _note)

    def _on_timeout(self) -> None:
        if self._window.isVisible():
            self.look()
        else:
            self.start(AGAIN_MS)

    def _on_found(self, due: list[Conversation]) -> None:
        self._end()
        self.found.emit(due)

    def _on_failed(self, error: MemdeskError | OSError) -> None:
        _note(error)  # a hint that does not come keeps nobody from anything
        self._end()

    def _end(self) -> None:
        self._looking = False
        self.start(AGAIN_MS)
        if self._once_more:
            self._once_more = False
            self.look()


def _note(error: MemdeskError | OSError) -> None:
    _log.warning("what is due for consolidation can't be told: %s", error)
