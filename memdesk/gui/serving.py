"""How serving stands, for the window and the tray. Knows no door: it is handed one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.core.errors import MemdeskError
from memdesk.gui import words

RETRY_MS = 5_000
"""How often a bank that someone else serves is looked at, to take over when they end."""


class Server(Protocol):
    """What is asked of a server (the socket server is one)."""

    address: str

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...


class Serving(QObject):
    """Starts a server, tries again while another process serves, pauses, stops."""

    changed = Signal()

    def __init__(
        self,
        make_server: Callable[[], Server],
        served_already: Callable[[], type[MemdeskError]],
        *,
        enabled: bool,
        parent: QObject | None = None,
    ) -> None:
        """`served_already` gives what a server raises where another process serves the bank."""
        super().__init__(parent)
        self._make_server = make_server
        self._served_already = served_already
        self._enabled = enabled
        self._server: Server | None = None
        self._paused = False
        self._elsewhere = False
        self._trouble = ""
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self.start)

    @property
    def paused(self) -> bool:
        return self._paused

    @property
    def running(self) -> bool:
        """Whether this process serves."""
        return self._server is not None

    def start(self) -> None:
        """Serve, if that is wanted and nobody does."""
        if not self._enabled or self._server is not None:
            return
        server = self._make_server()
        before = (self._elsewhere, self._trouble)
        self._elsewhere, self._trouble = False, ""
        try:
            server.start()
        except self._served_already():
            self._elsewhere = True
        except MemdeskError as error:
            self._trouble = words.error_sentence(error)
        else:
            self._server = server
            if self._paused:
                server.pause()
        if self._server is None:
            self._retry.start()
        else:
            self._retry.stop()
        if self._server is not None or before != (self._elsewhere, self._trouble):
            self.changed.emit()

    def stop(self) -> None:
        """Serve no longer. Connections are closed."""
        self._retry.stop()
        if self._server is not None:
            self._server.stop()
            self._server = None

    def set_enabled(self, enabled: bool) -> None:
        """Whether this window serves at all."""
        self._enabled = enabled
        self._elsewhere, self._trouble = False, ""
        if enabled:
            self.start()
        else:
            self.stop()
        self.changed.emit()

    def set_paused(self, paused: bool) -> None:
        """While paused, hosts get empty blocks and may not write (spec 7.3)."""
        self._paused = paused
        if self._server is not None:
            if paused:
                self._server.pause()
            else:
                self._server.resume()
        self.changed.emit()

    def state(self) -> tuple[str, str, str]:
        """A word for the status bar, its picture, and the detail."""
        if not self._enabled:
            return self.tr("Serving is off"), "pause", self.tr("Hosts can't reach this bank")
        if self._trouble:
            return self.tr("Not serving"), "warning", self._trouble
        if self._elsewhere:
            return (
                self.tr("Served elsewhere"),
                "info",
                self.tr("Another memdesk serves this bank; hosts and this window share it"),
            )
        if self._server is None:
            return self.tr("Starting to serve"), "refresh", ""
        if self._paused:
            return self.tr("Paused"), "pause", self.tr("Hosts get an empty block")
        return self.tr("Serving"), "check", self._server.address
