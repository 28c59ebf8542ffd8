"""Putting a backup in a bank's place; what lies there now is kept aside (spec 7.4).

A bank that can be read is kept as a backup, and then written over in one transaction: whoever has
it open goes on. A damaged file is moved away as it is, with its log.
"""

from __future__ import annotations

import errno
import os
import secrets
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from memdesk.core import times
from memdesk.core.authors import USER
from memdesk.core.errors import BankUnavailable, NotFound
from memdesk.private import make_file, make_folders
from memdesk.store import backup as backups
from memdesk.store import changes, damage, migrations
from memdesk.store.connection import raw_connection, refuse_other_files
from memdesk.store.examining import can_be_read
from memdesk.store.rows import as_json

_STAMP = "%Y%m%d-%H%M%S"
_TRIES = 5
_STEP_PAGES = 32
"""Fewer than any bank has: there is a step after which all can still be taken back."""
_AHEAD = 100_000
"""How far a restored bank's changes are put ahead when no one knows how far the damaged one was:
what is kept of a change must not be taken for what another change of that number did."""
_EVERYTHING = ("memory", "task", "work", "profile", "tag", "preset", "host", "role", "suggestion")


def restore(bank: Path, chosen: Path, folder: Path, author: str = USER) -> Path | None:
    """Put a backup in a bank's place. Gives where what lay there is kept; None where none did.

    `folder` is the backups' directory. The restoring is a change of its own, which every reader
    hears of. Raises NotFound, BankUnavailable for a backup that is no bank, damaged or of a newer
    memdesk, and OSError and sqlite3.Error for what the system refuses: then all is as before.
    """
    if not chosen.exists():
        raise NotFound("There is no backup {path}.", path=chosen)
    make_folders(bank.parent)
    for _try in range(backups.TRIES):
        draft = bank.with_name(f".{bank.name}.{secrets.token_hex(4)}")
        make_file(draft)
        try:
            _draw(chosen, draft)
            if can_be_read(bank):
                return _write_over(bank, draft, folder, author)
            number = _enter(draft, _known_generation(bank), author)
            backups.flush(draft)
        except (sqlite3.Error, OSError):
            if draft.exists():
                raise
            # Something is being forgotten everywhere, and what was drawn may still hold it.
        else:
            aside = _swap(bank, draft)
            damage.set_mark(bank, number)
            return aside
        finally:
            for ending in ("", "-journal", "-wal", "-shm"):
                damage.beside(draft, ending).unlink(missing_ok=True)
    raise backups.being_forgotten(bank)


def _draw(chosen: Path, draft: Path) -> None:
    """Make a checked copy of a backup, of this memdesk's schema."""
    try:
        refuse_other_files(chosen)
        with (
            closing(damage.reading(chosen)) as source,
            closing(raw_connection(draft)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = delete")
            found = backups.faults(copy)
            if not found:
                migrations.migrate(copy)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        found = [str(error)]
    except UnicodeDecodeError as error:
        if (meant := damage.garbled(error)) is None:
            raise
        found = [str(meant)]
    if found:
        raise BankUnavailable(
            "The backup {path} is damaged itself ({fault}): choose another one.",
            path=chosen,
            fault=found[0],
        )


def _enter(draft: Path, generation: int, author: str) -> int:
    """Add the restoring as a change after every other, those of the bank that it replaces too.

    It destroys: nothing that was made of the bank before it may be taken for what it holds now.
    """
    with closing(raw_connection(draft)) as copy:
        number = max(generation, changes.generation(copy)) + 1
        copy.execute(
            "INSERT INTO change (number, at, author, label, step, kinds, destroys)"
            " VALUES (?, ?, ?, 'restore backup', 'change', ?, 1)",
            (number, times.now(), author, as_json(_EVERYTHING)),
        )
    return number


def _write_over(bank: Path, draft: Path, folder: Path, author: str) -> Path:
    """Replace what a bank holds in one transaction. Other processes see it as any other write."""
    aside = backups.free_name(folder, bank, "restore")
    with closing(raw_connection(bank)) as present:
        for _try in range(_TRIES):
            generation = changes.generation(present)
            backups.backup(bank, aside)
            if changes.generation(present) == generation:
                break  # else someone wrote meanwhile, and that must be kept aside, too
        number = _enter(draft, generation, author)
        _write_in(present, draft)
    damage.set_mark(bank, number)
    return aside


def _write_in(present: sqlite3.Connection, draft: Path) -> None:
    """Copy the pages. Raises FileNotFoundError when the draft is taken away before that begins."""

    def look(_status: int, _left: int, _pages: int) -> None:
        # From the first step on nobody else writes, who forgets neither: he comes after this, and
        # finds what it brings back, or came before, and then he has taken the draft away.
        if not draft.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(draft))

    with closing(raw_connection(draft)) as source:
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master")
        source.backup(present, pages=_STEP_PAGES, progress=look, sleep=0)
        source.execute("ROLLBACK")


def _known_generation(bank: Path) -> int:
    mark = damage.read_mark(bank)
    return _AHEAD if mark is None else mark.generation


def _swap(bank: Path, draft: Path) -> Path | None:
    """Move a damaged file away, with its log, and put another in its place.

    The note keeps everyone off until that is done, also when it is cut short.
    """
    aside = None
    if bank.exists():
        damage.note(bank, damage.noted(bank) or "a backup is being restored")
        aside = _free_aside(bank)
        log = damage.beside(bank, "-wal")
        if log.exists():
            log.rename(damage.beside(aside, "-wal"))
        bank.rename(aside)
    for ending in ("-shm", "-wal", "-journal", damage.MARK):
        damage.beside(bank, ending).unlink(missing_ok=True)
    draft.rename(bank)
    damage.take_note_away(bank)
    return aside


def _free_aside(bank: Path) -> Path:
    stamp = f"{datetime.now(UTC):{_STAMP}}"
    path = bank.with_name(f"{bank.stem}-{stamp}-damaged{bank.suffix}")
    number = 2
    while path.exists():
        path = bank.with_name(f"{bank.stem}-{stamp}-damaged-{number}{bank.suffix}")
        number += 1
    return path
