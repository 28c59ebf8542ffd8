"""The doors of one bank together: its socket, HTTP where the person wants it, and mirrors, the
files that stand in for a door (spec 3.2, 3.4, 4.3).

`memdesk serve` and the window open and close them as one server.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.core.errors import BankUnavailable, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.hosts.http_token import note_address
from memdesk.hosts.mirrors import Mirrors
from memdesk.hosts.socket_server import SocketServer
from memdesk.store.bank import Bank

if TYPE_CHECKING:
    from memdesk.hosts.http import HttpServer  # and h11 with it: only where HTTP is wanted


class Doors(SocketServer):
    """A socket server that opens the HTTP door, too, where `http_port` is a number (0: a free
    one). What keeps HTTP from opening keeps the socket from nothing: see `http_trouble`."""

    def __init__(
        self,
        bank_path: Path,
        address: str | None = None,
        *,
        http_port: int | None = None,
        http_origins: Sequence[str] = (),
        counts_soon: bool = True,
    ) -> None:
        super().__init__(bank_path, address, counts_soon=counts_soon)
        self._http_port = http_port
        self._http_origins = tuple(http_origins)
        self._http: HttpServer | None = None
        self.mirrors = Mirrors(Bank(bank_path), paused=lambda: self.service.paused)
        """The files that are kept equal to the bank while the doors are open."""
        self.http_address = ""
        """Where the HTTP door is open; empty while it isn't."""
        self.http_trouble: MemdeskError | None = None
        """Why it isn't, though it should be."""

    def start(self) -> None:
        """Open the doors. Raises as SocketServer.start."""
        super().start()
        self.mirrors.start()
        self.http_trouble = None
        if self._http_port is None:
            return
        from memdesk.hosts.http import HttpServer
        from memdesk.hosts.http_token import token

        try:
            door = HttpServer(self.service, self._http_port, token(), self._http_origins)
            door.start()
            self._http, self.http_address = door, door.address
            note_address(self.address, door.address)
        except MemdeskError as error:
            self.http_trouble = error
        except OSError as error:
            self.http_trouble = BankUnavailable(
                "The HTTP door can't open: {reason}.", reason=reason_of(error)
            )

    def stop(self) -> None:
        """Answer what is on its way, and close the doors."""
        self.mirrors.stop()
        if self._http is not None:
            self._http.stop()
            self._http, self.http_address = None, ""
            note_address(self.address, "")
        super().stop()
