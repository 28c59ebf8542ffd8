"""Makes big blocks off the interface thread; only the newest one matters."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal, Slot

from memdesk.core.block.result import Block

Made = tuple[Block, int | None]


class Making(QObject):
    """Give it what makes a block with `want`; `made` brings what that gave, the block and of which
    of the bank's generations it is (None: of none), and the seconds it took.

    While one is being made the newest wish waits, and those before it are dropped.
    """

    made = Signal(object, float)
    _arrived = Signal(object, float)
    _failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = self._stopped = False
        self._waiting: Callable[[], Made] | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)
        self._failed.connect(self._on_failed, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether one is being made; it will be told of before any that is made from now on."""
        return self._busy

    def want(self, make: Callable[[], Made]) -> None:
        """Make this one soon. `make` is called in another thread and must be pure."""
        if self._stopped:
            return
        if self._busy:
            self._waiting = make
        else:
            self._start(make)

    def stop(self) -> None:
        """Make no more, whoever still wants some. Blocks until the block in hand is made."""
        self._stopped = True
        self._waiting = None
        self._pool.waitForDone()

    def _start(self, make: Callable[[], Made]) -> None:
        self._busy = True

        def run() -> None:
            started = monotonic()
            try:
                made = make()
            except Exception as error:  # noqa: BLE001 - it is raised again in the interface thread
                self._failed.emit(error)
                return
            self._arrived.emit(made, monotonic() - started)

        # The function itself, no QRunnable: the pool deletes one behind Python's back, and who is
        # next to be made at its address, a row of a list or an icon, ends the program as it goes.
        self._pool.start(run)

    def _go_on(self) -> None:
        self._busy = False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._start(waiting)

    @Slot(object, float)
    def _on_arrived(self, made: Made, seconds: float) -> None:
        self._go_on()
        self.made.emit(made, seconds)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._go_on()
        raise error
