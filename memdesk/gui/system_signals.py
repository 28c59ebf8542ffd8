"""Ctrl+C and `kill` end the program as Quit does."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication


def quit_on_signals(app: QApplication) -> Callable[[], None]:
    """Let SIGINT and SIGTERM quit the application. Returns what takes that back.

    Python runs a signal's handler only between its own instructions, and Qt's loop waits in
    none: so the signal writes into a socket that the loop listens to.
    """
    if sys.platform == "win32":
        return lambda: None
    reading, writing = socket.socketpair()
    reading.setblocking(False)
    writing.setblocking(False)
    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, app)
    notifier.activated.connect(lambda: reading.recv(64))
    before_fd = signal.set_wakeup_fd(writing.fileno())
    before = {
        number: signal.signal(number, lambda _number, _frame: app.exit(0))
        for number in (signal.SIGINT, signal.SIGTERM)
    }

    def take_back() -> None:
        signal.set_wakeup_fd(before_fd)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        notifier.deleteLater()
        reading.close()
        writing.close()

    return take_back
