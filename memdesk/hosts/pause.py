"""That serving is paused, for doors in other processes: a mark beside the socket (spec 7.3).

`memdesk mcp` opens the bank itself. What the person pauses in the window must hold there too.
"""

from __future__ import annotations

import os

from memdesk import paths
from memdesk.hosts.late_log import LateLog
from memdesk.hosts.socket_client import is_served
from memdesk.lock import beside

_log = LateLog(__name__)


class PauseMark:
    """The mark of one address. Only the server there sets it and takes it away."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._path = beside(address, ".paused")

    def set(self) -> None:
        """Say that serving is paused."""
        try:
            os.close(paths.open_private(self._path, os.O_WRONLY | os.O_CREAT))
        except OSError as error:
            _log.warning("other doors can't be told of the pause: %s", error)

    def clear(self) -> None:
        """Say that it goes on."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("other doors can't be told that serving goes on: %s", error)

    def holds(self) -> bool:
        """Whether serving is paused: what a server that was killed left behind doesn't count."""
        return self._path.exists() and is_served(self._address)
