"""Ctrl+C and `kill` end the program as Quit does."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable

from PySide6.QtCore import QSocketNotifier
from PySide6.QtWidgets import QApplication

_ENDING = (signal.SIGINT, signal.SIGTERM)


def quit_on_signals(app: QApplication) -> Callable[[], None]:
    """Let SIGINT and SIGTERM quit the application. Returns what takes that back.

    Python runs a signal's handler between any two of its own instructions, amid a painting say, and
    Qt's loop waits in none of them. So the handler does nothing: the signal writes its number into
    a socket that the loop listens to, and the loop ends itself.
    """
    if sys.platform == "win32":
        return lambda: None
    reading, writing = socket.socketpair()
    reading.setblocking(False)
    writing.setblocking(False)

    def heard() -> None:
        if set(reading.recv(64)) & set(_ENDING):
            app.exit(0)

    notifier = QSocketNotifier(reading.fileno(), QSocketNotifier.Type.Read, app)
    notifier.activated.connect(heard)
    before_fd = signal.set_wakeup_fd(writing.fileno())
    before = {number: signal.signal(number, lambda _number, _frame: None) for number in _ENDING}

    def take_back() -> None:
        signal.set_wakeup_fd(before_fd)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        notifier.deleteLater()
        reading.close()
        writing.close()

    return take_back
