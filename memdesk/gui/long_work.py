"""Work that takes longer than a blink: how far it is, and a button that stops it (spec 7.4)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from memdesk.core.errors import MemdeskError
from memdesk.gui import theme
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank

SHOWN_AFTER_MS = 300
"""What is done sooner needs no bar: it would only flicker."""
_TOLD_EVERY = 50

Tell = Callable[[int, int], None]
"""Called by the work with what is done and how much there is; raises Stopped."""


T = TypeVar("T")


class Stopped(MemdeskError):
    """The person has had enough; what was begun is rolled back."""


class WorkBar(QWidget):
    """Stands at the foot of a page while one of its changes is at work in another thread."""

    _told = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops: dict[Tell, threading.Event] = {}
        self._sentence = QLabel(self)
        self._progress = QProgressBar(self)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.setTextVisible(False)
        self.stop_button = QPushButton(self.tr("Stop"), self)
        self.stop_button.setToolTip(self.tr("Stop, and take back what was begun"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SMALL)
        row.addWidget(self._sentence)
        row.addWidget(self._progress, 1)
        row.addWidget(self.stop_button)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(SHOWN_AFTER_MS)
        self._late.timeout.connect(self.show)
        self.stop_button.clicked.connect(self.stop)
        self._told.connect(self._on_told)
        self.hide()

    @property
    def sentence(self) -> str:
        """What is being done; "" when nothing is."""
        return self._sentence.text() if self._stops else ""

    def begin(self, sentence: str) -> Tell:
        """Announce a piece of work; it must call what is given back, and `end` must follow."""
        stop = threading.Event()
        self._sentence.setText(sentence)
        self.stop_button.setEnabled(True)
        self._progress.setRange(0, 0)
        self._late.start()

        def tell(done: int, total: int) -> None:
            if stop.is_set():
                raise Stopped("Stopped. Nothing was changed.")
            if done == total or done % _TOLD_EVERY == 0:
                try:
                    self._told.emit(done, total)
                except RuntimeError as gone:  # the bar, and with it who wanted this done
                    raise Stopped("Stopped. Nothing was changed.") from gone

        self._stops[tell] = stop
        return tell

    def carry_out(
        self,
        worker: BankWorker,
        sentence: str,
        work: Callable[[Bank, Tell], T],
        done: Callable[[T], None],
        refused: Callable[[MemdeskError], None],
    ) -> None:
        """Do a piece of work in the writing thread, and show how far it is.

        Then `done` gets what came of it or, when it was refused or stopped, `refused` the reason.
        """
        tell = self.begin(sentence)

        def finished(result: T) -> None:
            self.end(tell)
            done(result)

        def failed(error: MemdeskError) -> None:
            self.end(tell)
            refused(error)

        worker.submit(lambda bank: work(bank, tell), finished, failed)

    def stop(self) -> None:
        """Let every piece of work end as soon as it hears of it."""
        self.stop_button.setEnabled(False)
        for stop in self._stops.values():
            stop.set()

    def end(self, tell: Tell | None = None) -> None:
        """A piece of work is done, or was given up: the oldest, where none is named."""
        del self._stops[next(iter(self._stops)) if tell is None else tell]
        if not self._stops:
            self._late.stop()
            self.hide()

    def _on_told(self, done: int, total: int) -> None:
        self._progress.setRange(0, total)
        self._progress.setValue(done)
