"""Finding out whether a bank can be relied on, and taking one as it lies all the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from memdesk.core.errors import BankDamaged, BankUnavailable, MemdeskError
from memdesk.store import backup, damage
from memdesk.store.connection import in_words, refuse_other_files, refuse_unreliable


def examine(bank: Path, folder: Path) -> BankUnavailable | None:
    """What is wrong with a bank that is there, all of it looked at; None for nothing.

    A note that it was damaged goes, when it is not. `folder` is the backups' directory, where a
    copy is made and removed.
    """
    try:
        with in_words(bank):
            backup.check(bank, folder)
            damage.take_note_away(bank)
    except BankUnavailable as error:
        return error
    return None


def can_be_read(bank: Path) -> bool:
    """Whether there is a bank that can be relied on, as far as its pages tell. Raises OSError and
    sqlite3.Error where the system keeps it from being read."""
    if not bank.exists():
        return False
    try:
        damage.refuse_noted(bank)
        refuse_unreliable(bank)
        with closing(damage.reading(bank)) as connection:
            return damage.quick_fault(connection) is None
    except MemdeskError:
        return False
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise  # a full disk, say, tells nothing of the pages
        return False


def log_belongs_to(bank: Path) -> bool:
    """Whether the write-ahead log that lies beside a bank may be its own."""
    try:
        damage.refuse_strange_log(bank, damage.read_mark(bank))
    except BankDamaged:
        return False
    except sqlite3.DatabaseError:
        return True  # the bank itself is past being asked
    return True


def take_as_it_is(bank: Path) -> None:
    """Go on with a file that is whole, whatever was written into it once and isn't there now.

    A log that belongs to another bank is moved aside. Raises BankUnavailable for a file that
    isn't whole.
    """
    with in_words(bank):
        refuse_other_files(bank)
        if not log_belongs_to(bank):
            log = damage.beside(bank, "-wal")
            stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
            log.rename(log.with_name(f"{bank.stem}-{stamp}-strange{bank.suffix}-wal"))
            damage.beside(bank, "-shm").unlink(missing_ok=True)
        with closing(damage.reading(bank)) as connection:
            damage.refuse_cut(bank, connection)
            fault = damage.quick_fault(connection)
        if fault is not None:
            raise damage.damaged(bank, fault)
        damage.beside(bank, damage.MARK).unlink(missing_ok=True)
        damage.take_note_away(bank)
