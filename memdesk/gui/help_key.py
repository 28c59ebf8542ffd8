"""F1 in a window of its own: the page of the help that it is about, in front of it."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


class HelpKey(QShortcut):
    """Of a dialog or window that stands over the main one, whose own keys don't reach it."""

    def __init__(self, window: QWidget, page: str) -> None:
        super().__init__(QKeySequence(QKeySequence.StandardKey.HelpContents), window)
        self._window = window
        self._page = page
        self.activated.connect(self._on_activated)

    def _on_activated(self) -> None:
        main = self._window.parentWidget()
        while main is not None and not hasattr(main, "helping"):
            main = main.parentWidget()
        if main is not None:
            main.helping.show(self._page, self._window if self._window.isModal() else None)
