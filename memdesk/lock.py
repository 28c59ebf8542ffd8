"""A lock on a file: held by one process, and let go by the system when that process dies."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from memdesk import paths
from memdesk.core.errors import BankUnavailable
from memdesk.core.limits import MAX_ID
from memdesk.core.reasons import reason_of

TURN_SECONDS = 30.0
"""How long one waits for its turn: whoever takes longer hangs."""
_LOOK_SECONDS = 0.01
"""Between two tries of a lock that another process holds: the system wakes no one in time."""


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


class Turns:
    """One after another, whatever thread of whatever process: `with turns: …`, not nested."""

    def __init__(self, path: Callable[[], Path]) -> None:
        """`path` gives the file of the lock, in a directory that is the person's alone."""
        self._path = path
        self._threads = threading.Lock()
        self._processes: FileLock | None = None

    def __enter__(self) -> None:
        """Wait for the turn. Raises BankUnavailable where another has it for TURN_SECONDS, or the
        file can't be opened; NotAllowed where its directory is someone else's."""
        until = time.monotonic() + TURN_SECONDS
        path = self._path()
        if not self._threads.acquire(timeout=TURN_SECONDS):
            raise _taken(path)
        try:
            lock = _opened(path)
            while not _acquired(lock):
                if time.monotonic() > until:
                    raise _taken(path)
                self.wait()
            self._processes = lock
        except BaseException:
            self._threads.release()
            raise

    def __exit__(self, *_: object) -> None:
        if self._processes is not None:
            self._processes.release()
            self._processes = None
        self._threads.release()

    def wait(self) -> None:
        """Pause before the next try."""
        time.sleep(_LOOK_SECONDS)


def _opened(path: Path) -> FileLock:
    try:
        paths.make_private(path.parent)
    except OSError as error:
        raise _unusable(path, error) from error
    return FileLock(path)


def _acquired(lock: FileLock) -> bool:
    try:
        return lock.acquire()
    except OSError as error:
        raise _unusable(lock.path, error) from error


def _unusable(path: Path, error: OSError) -> BankUnavailable:
    return BankUnavailable("{path} can't be opened: {reason}.", path=path, reason=reason_of(error))


def _taken(path: Path) -> BankUnavailable:
    return BankUnavailable(
        "Another program holds {path} for more than {seconds} seconds: end it, or wait for it.",
        path=path,
        seconds=round(TURN_SECONDS),
    )


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
