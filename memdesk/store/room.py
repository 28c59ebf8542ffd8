"""Whether it is for want of room that something can't be written (spec 3.2, 6.2).

SQLite says of a full disk that it is full, or "disk I/O error", or that it can't open a file: it
depends on which of its files met it first. A person needs to hear the one thing to do.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

from memdesk.core.errors import MemdeskError
from memdesk.core.reasons import DISK_FULL, is_of_full_disk, reason_of

_PROBE = 1024 * 1024
"""Bytes that there is room for on every disk that isn't full."""
_VAGUE = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def is_lacking(error: Exception, file: Path) -> bool:
    """Whether this file, or one beside it, could not be written because there is no room.

    Where SQLite is vague, some bytes are written beside it, and removed again.
    """
    if isinstance(error, OSError):
        return is_of_full_disk(error)
    if not isinstance(error, sqlite3.Error):
        return False
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code == sqlite3.SQLITE_FULL or (code in _VAGUE and _is_full_beside(file))


def reason(error: Exception, file: Path) -> MemdeskError | str:
    """What to say of a failure inside a sentence."""
    if is_lacking(error, file):
        return DISK_FULL
    if isinstance(error, OSError):
        return reason_of(error)
    return error if isinstance(error, MemdeskError) else str(error)


def _is_full_beside(file: Path) -> bool:
    # Named as a copy in the making is: what a killed program leaves of it is removed with those.
    probe = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
    try:
        with os.fdopen(os.open(probe, flags, 0o600), "wb") as stream:
            stream.write(os.urandom(_PROBE))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        return is_of_full_disk(error)
    finally:
        with suppress(OSError):
            probe.unlink(missing_ok=True)
    return False
