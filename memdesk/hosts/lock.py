"""A lock on a file: held by one process, and let go by the system when that process dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from memdesk import paths
from memdesk.core.limits import MAX_ID


class FileLock:
    """Says who may serve an address. The file stays: removing it would let two hold it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    def acquire(self) -> bool:
        """Take the lock without waiting; False when another holds it. OSError also for links."""
        if self._file is not None:
            return True
        file = paths.open_private(self.path, os.O_RDWR | os.O_CREAT)
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            os.close(file)
            return False
        except BaseException:
            os.close(file)
            raise
        self._file = file
        return True

    def release(self) -> None:
        """Let go of the lock; nothing happens when it isn't held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def beside(address: str, ending: str) -> Path:
    """A file that belongs to an address: beside its socket, or in the runtime directory for a
    pipe, which has no place of its own."""
    if address.startswith("\\\\"):
        return paths.runtime_dir() / (address.rsplit("\\", 1)[-1][:MAX_ID] + ending)
    return Path(address + ending)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
