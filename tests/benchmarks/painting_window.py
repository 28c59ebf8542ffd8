"""A window that serves hosts while it paints its whole table at 60 Hz, or as fast as it can (6.1).

`python tests/benchmarks/painting_window.py BANK` opens the real window on an offscreen screen,
prints a line once it serves and paints, and another, when a line comes in, that says how often it
has painted. Then it ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from memdesk import config
from memdesk.gui.application import Program
from memdesk.hosts.window_socket import Handover

A_SECOND = 60


class Painter(QObject):
    """Has a window paint its table again and again, each time with rows elsewhere in it.

    The painting comes from the event loop, as it does when a person scrolls: asked for in Python,
    it would keep Python's lock from the first row to the last.
    """

    told_to_end = Signal()

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._program = program
        self._times = 0
        self._begun = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(1000 // A_SECOND)
        self._timer.timeout.connect(self._scroll)
        self._timer.start()
        program.window.page.view.viewport().installEventFilter(self)
        self.told_to_end.connect(self._end)

    def _scroll(self) -> None:
        page = self._program.window.page
        if page.table.loaded:
            bar = page.view.verticalScrollBar()
            bar.setValue((bar.value() + 7) % (bar.maximum() + 1))
            page.view.viewport().update()

    def eventFilter(self, viewport: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._program.window.page.table.loaded:
            self._times += 1
            if self._times == A_SECOND:
                self._begun = time.perf_counter()
                print(flush=True)
                threading.Thread(target=self._listen, daemon=True).start()
        return False

    def _listen(self) -> None:
        sys.stdin.readline()
        self.told_to_end.emit()

    def _end(self) -> None:
        self._timer.stop()
        seconds = time.perf_counter() - self._begun
        print(json.dumps({"a second": (self._times - A_SECOND) / seconds}), flush=True)
        QApplication.quit()


def main() -> None:
    bank = Path(sys.argv[1])
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    program = Program(app, config.load())
    program.claim(bank, Handover("raise"))
    program.open(bank)
    painter = Painter(program)
    app.exec()
    del painter
    program.shut_down()


if __name__ == "__main__":
    main()
