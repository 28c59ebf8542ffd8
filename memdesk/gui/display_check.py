"""Whether a window and a tray icon can be shown here: for `memdesk doctor`, apart from a window."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QSystemTrayIcon

TRAY, NO_TRAY = 0, 3
"""What `tray_code` gives. Where no display answers, Qt ends the process instead."""


def tray_code() -> int:
    """TRAY where the desktop has a tray, NO_TRAY where it has none."""
    app = QApplication.instance() or QApplication([])
    app.processEvents()  # a tray on D-Bus answers in its own time
    return TRAY if QSystemTrayIcon.isSystemTrayAvailable() else NO_TRAY
