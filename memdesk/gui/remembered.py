"""Where windows stood and how wide columns were, as it was written down last time (spec 7.1)."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings


def remembered(settings: QSettings, name: str) -> QByteArray:
    """What a `saveState` or `saveGeometry` gave that is kept under a name; empty where nothing is.

    The file may be damaged, or written by hand: whatever else stands there is nothing, too. What
    is handed on and is not its own, Qt refuses by itself.
    """
    value = settings.value(name)
    return value if isinstance(value, QByteArray) else QByteArray()
