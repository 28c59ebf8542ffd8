"""What another start of memdesk, or the desktop, hands over to the one that runs (spec 7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.core.errors import MemdeskError
from memdesk.gui.bank_trouble import tell
from memdesk.hosts.window_socket import Handover, opening

if TYPE_CHECKING:
    from memdesk.gui.application import Program

ANSWERED_MS = 200
"""While a dialog is open, so often it is looked whether it has been answered."""


class HandedOver(QObject):
    """Does what others ask for, once the first questions of this start are answered."""

    arrived = Signal(object)
    """A Handover, from whatever thread it came in."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        self.waiting: list[Handover] = []
        """What came while the bank was being opened."""
        self.arrived.connect(self.take, Qt.ConnectionType.QueuedConnection)

    def open_file(self, path: str) -> None:
        """Open a bank in this window, or import what is none."""
        try:
            self.arrived.emit(opening(Path(path)))
        except MemdeskError as error:
            tell(self._program.window if self._program.running else None, error)

    def take(self, request: Handover) -> None:
        """Do what is asked for now, or once the bank is open."""
        program = self._program
        if not program.running or program.welcoming:  # a dialog stands where the window will
            self.waiting.append(request)
            to_front(QApplication.activeModalWidget())
            return
        match request.action:
            case "raise":
                program.show_window(request.token)
            case "quick-add":
                program.at_hand.open_quick_add(request.token, request.argument)
            case "open-bank":
                program.show_window(request.token)
                self._open_when_answered(Path(request.argument))
            case "import":
                program.show_window(request.token)
                self._import_when_answered(Path(request.argument))

    def go_on(self) -> None:
        """The bank is open: now what came meanwhile."""
        waiting, self.waiting = self.waiting, []
        for request in waiting:
            self.arrived.emit(request)

    def _import_when_answered(self, path: Path) -> None:
        """Import a file: with what is being looked at already, or once no dialog asks anything."""
        from memdesk.gui.import_dialog import taken_along

        if not self._program.running:
            return
        asking = QApplication.activeModalWidget()
        if asking is None:
            self._program.import_from((path,))
        elif not taken_along(asking, path):
            QTimer.singleShot(ANSWERED_MS, self, lambda: self._import_when_answered(path))

    def _open_when_answered(self, path: Path) -> None:
        """Open another bank once no dialog is left that asks something about this one."""
        if not self._program.running:
            return
        if QApplication.activeModalWidget() is None:
            self._program.open_instead(path)
        else:
            QTimer.singleShot(ANSWERED_MS, self, lambda: self._open_when_answered(path))


def to_front(*windows: QWidget | None) -> None:
    """Bring these to the front, the last of them foremost."""
    for window in windows:
        if window is not None:
            window.raise_()
            window.activateWindow()
