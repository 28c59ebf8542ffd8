"""Copies of a bank, made through SQLite so that nothing of it is missing (spec 1.8, 6.2).

A copy is checked before it gets its name: what lies in the backups' directory was whole once.
"""

from __future__ import annotations

import glob
import os
import re
import secrets
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from memdesk.core import times
from memdesk.core.errors import BankUnavailable, NotFound
from memdesk.core.reasons import reason_of
from memdesk.private import make_file, make_folders
from memdesk.store import changes, counts, damage, migrations, room
from memdesk.store.connection import refuse_unreliable
from memdesk.store.search_index import SearchIndex
from memdesk.store.uri import uri_of

Reason = Literal["daily", "import", "migration", "restore", "hand", "salvage"]
"""Why a backup was made: each day, before something that changes much, as the person asked, or of
what could be read out of a damaged bank."""

KEPT = 7
"""So many backups of each reason are kept, the newest; those that the person made all are."""

_AUTOMATIC: tuple[Reason, ...] = ("daily", "import", "migration", "restore")
_STAMP = "%Y%m%d-%H%M%S"
_STEP_PAGES = 4096
"""Pages that are copied between two looks at whether to go on."""
TRIES = 5
"""Of making a copy that is taken away meanwhile."""
_STEPS = 100_000
"""SQLite's steps, while a copy is checked, between two such looks."""
DRAFT_SECONDS = 600
"""A copy in the making that nothing was written to for so long is no one's any more."""


class Stopped(Exception):
    """The copy is not wanted any more; nothing of it is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A file in the backups' directory."""

    path: Path
    at: datetime
    """When it was made, UTC."""
    reason: Reason
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """What a backup holds."""

    entries: int
    generation: int


# --- the directory


def free_name(folder: Path, bank: Path, reason: Reason = "hand") -> Path:
    """Where the next backup of a bank goes: its name, the moment and the reason."""
    stamp = f"{datetime.now(UTC):{_STAMP}}"
    path = folder / f"{bank.stem}-{stamp}-{reason}.sqlite"
    number = 2
    while path.exists():
        path = folder / f"{bank.stem}-{stamp}-{reason}-{number}.sqlite"
        number += 1
    return path


def listed(folder: Path, bank: Path) -> list[Backup]:
    """The backups of a bank in that directory, the newest first."""
    named = re.compile(
        re.escape(bank.stem)
        + r"-(?P<at>\d{8}-\d{6})(?:-(?P<reason>daily|import|migration|restore|hand|salvage))?"
        r"(?:-(?P<number>\d+))?\.sqlite"
    )
    found: list[tuple[datetime, int, int, Backup]] = []
    for path in folder.glob("*.sqlite"):
        match = named.fullmatch(path.name)
        if match is None:
            continue
        at = datetime.strptime(match["at"], _STAMP).replace(tzinfo=UTC)
        with suppress(FileNotFoundError):  # another process has just removed it
            status = path.stat()
            reason: Reason = match["reason"] or "hand"  # type: ignore[assignment]
            one = Backup(path=path, at=at, reason=reason, size=status.st_size)
            # Of those of one second, each reason counts for itself: then the file's time decides.
            found.append((at, status.st_mtime_ns, int(match["number"] or 1), one))
    return [one[3] for one in sorted(found, key=lambda it: it[:3], reverse=True)]


def refuse_unreadable(folder: Path) -> None:
    """Raise BankUnavailable where it can't be told which backups a directory holds: `listed` finds
    none there. One that is missing holds none."""
    try:
        next(folder.iterdir(), None)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BankUnavailable(
            "The backups in {folder} can't be listed: {reason}.",
            folder=folder,
            reason=reason_of(error),
        ) from error


def look_inside(path: Path) -> Inside:
    """What a backup holds. Raises BankUnavailable for one that is no bank, or damaged."""
    try:
        with closing(damage.reading(path)) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] != (
                migrations.APPLICATION_ID
            ):
                raise BankUnavailable("{path} is no bank of memdesk.", path=path)
            if path.stat().st_size <= damage.QUICK_BYTES:
                fault = damage.quick_fault(connection)
                if fault is not None:
                    raise sqlite3.DatabaseError(fault)
            entries = connection.execute(
                "SELECT count(*) FROM entry WHERE deleted_at IS NULL"
            ).fetchone()[0]
            return Inside(entries=entries, generation=changes.generation(connection))
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise BankUnavailable(
            "The backup {path} can't be used: {reason}.", path=path, reason=reason_of(error)
        ) from error


def apart(made: Sequence[Backup], began: str | None) -> tuple[Sequence[Backup], Sequence[Backup]]:
    """Of backups those of a bank that began then, and those of an older one in the same place."""
    if began is None:
        return made, ()
    first = times.parse(began) - timedelta(seconds=1)  # their names don't tell more
    return [one for one in made if one.at > first], [one for one in made if one.at <= first]


def of_this_bank(folder: Path, bank: Path) -> Sequence[Backup]:
    """The backups of the bank that is there now, the newest first: none of an older one, of which
    some change may have the same number. Raises sqlite3.Error."""
    return _by_bank(folder, bank)[0]


def _by_bank(folder: Path, bank: Path) -> tuple[Sequence[Backup], Sequence[Backup]]:
    with closing(damage.reading(bank)) as connection:
        connection.execute("BEGIN")
        if not migrations.version(connection):
            return (), ()  # emptied meanwhile: it can't tell whose they are; opening it tells
        began = changes.began(connection)
    return apart(listed(folder, bank), began)


def prune(folder: Path, bank: Path) -> None:
    """Remove what is too old of the backups that memdesk made by itself, and what killed
    programs left in the making, there and beside the bank. Raises OSError, sqlite3.Error.

    An older bank that lay there keeps its own: a new one that someone began in its place, while
    it was lost, doesn't push them out.
    """
    remove_drafts(folder.glob(".*.sqlite.*"))
    remove_drafts(bank.parent.glob(f".{glob.escape(bank.name)}.*"))
    for made in _by_bank(folder, bank):
        for reason in _AUTOMATIC:
            for one in [one for one in made if one.reason == reason][KEPT:]:
                one.path.unlink(missing_ok=True)


def remove_drafts(drafts: Iterable[Path]) -> None:
    """Remove files that were never finished; a fresh one may still be at work. Raises OSError."""
    for draft in drafts:
        with suppress(FileNotFoundError):
            if draft.stat().st_mtime < time.time() - DRAFT_SECONDS:
                draft.unlink()


# --- copying


def backup(
    bank: Path,
    to: Path,
    *,
    thorough: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Path:
    """Copy a bank as it is now, check the copy, and only then give it its name.

    `thorough`: the search index and the counts, too. Raises NotFound, BankDamaged when the bank
    is, or its copy, BankUnavailable without room, Stopped when `stopped` says so.
    """
    if not bank.exists():
        raise NotFound("There is no bank {path} to back up yet.", path=bank)
    refuse_unreliable(bank)
    with _room_for(bank, to):
        make_folders(to.parent)
        _want_room(bank, to.parent)
        for _try in range(TRIES):
            draft = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
            make_file(draft)
            try:
                _make(bank, draft, thorough, stopped)
                draft.replace(to)
                return to
            except (sqlite3.Error, OSError):
                if draft.exists():
                    raise
                # Something is being forgotten everywhere: it took away what was begun before.
            finally:
                for ending in ("", "-journal"):
                    damage.beside(draft, ending).unlink(missing_ok=True)
    raise being_forgotten(bank)


def _make(bank: Path, draft: Path, thorough: bool, stopped: Callable[[], bool]) -> None:
    with closing(sqlite3.connect(_existing(draft), uri=True, isolation_level=None)) as copy:
        _copy(bank, copy, stopped)
        found = _checked(copy, thorough, stopped)
    if found:
        with suppress(OSError):  # a folder that may only be read: it is found again
            damage.note(bank, found[0])
        raise damage.damaged(bank, found[0])
    flush(draft)


def being_forgotten(bank: Path) -> BankUnavailable:
    """What is said where each copy in the making was taken away by who forgets."""
    return BankUnavailable(
        "Entries of the bank {path} are being forgotten everywhere, so that no copy of it can be"
        " made right now. Try again in a moment.",
        path=bank,
    )


def _copy(bank: Path, copy: sqlite3.Connection, stopped: Callable[[], bool]) -> None:
    def look(_status: int, _left: int, _pages: int) -> None:
        if stopped():
            raise Stopped

    with closing(sqlite3.connect(_existing(bank), uri=True, isolation_level=None)) as source:
        # One moment for all steps: else each write of another process would begin it anew.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master")
        source.backup(copy, pages=_STEP_PAGES, progress=look, sleep=0)
        source.execute("ROLLBACK")
    copy.execute("PRAGMA journal_mode = delete")  # one file, complete in itself


def _existing(file: Path) -> str:
    # rw: SQLite would make an empty file where another process has just taken this one away.
    return uri_of(file, "mode=rw")


def _checked(copy: sqlite3.Connection, thorough: bool, stopped: Callable[[], bool]) -> list[str]:
    copy.set_progress_handler(stopped, _STEPS)
    try:
        found = faults(copy)
        if not found and thorough:
            found = SearchIndex(copy).own_faults()
            if migrations.version(copy) == migrations.NEWEST:
                found += counts.faults(copy)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            raise Stopped from error
        raise
    if stopped():
        raise Stopped  # what was cut short tells nothing
    return found


@contextmanager
def _room_for(bank: Path, to: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        if room.is_lacking(error, to):
            raise _no_room(bank, to.parent) from error
        if isinstance(error, OSError):  # SQLite's own are about the bank, or damage of the copy
            raise BankUnavailable(
                "No backup of {path} can be made in {folder}: {reason}.",
                path=bank,
                folder=to.parent,
                reason=reason_of(error),
            ) from error
        raise


def _want_room(bank: Path, folder: Path) -> None:
    if shutil.disk_usage(folder).free < bank.stat().st_size:
        raise _no_room(bank, folder)


def _no_room(bank: Path, folder: Path) -> BankUnavailable:
    return BankUnavailable(
        "The disk is full: there is no room in {folder} for a backup of {path}, which takes"
        " {size} bytes.",
        folder=folder,
        path=bank,
        size=bank.stat().st_size,
    )


def check(bank: Path, folder: Path) -> None:
    """Check the whole bank in a copy, so that no one waits. Raises as `backup` does."""
    backup(bank, free_name(folder, bank), thorough=True).unlink()


def back_up_before(bank: Path, folder: Path, reason: Reason) -> Path | None:
    """Have a backup of the bank as it is now before something changes much of it.

    The newest does when nothing has changed since; None when there is nothing to keep. Raises as
    `backup` does.
    """
    if not bank.exists():
        return None
    with closing(damage.reading(bank)) as connection:
        generation = changes.generation(connection)
    if generation == 0:
        return None
    made = of_this_bank(folder, bank)
    if made and _holds(made[0], generation):
        return made[0].path
    path = backup(bank, free_name(folder, bank, reason))
    prune(folder, bank)
    return path


def _holds(one: Backup, generation: int) -> bool:
    try:
        return look_inside(one.path).generation == generation
    except BankUnavailable:
        return False  # whatever became of it, it is no backup any more


def back_up_daily(bank: Path, folder: Path, stopped: Callable[[], bool]) -> Path | None:
    """Copy and check the whole bank; the copy is kept where something changed since the last.

    Raises as `backup` does.
    """
    before = of_this_bank(folder, bank)
    path = backup(bank, free_name(folder, bank, "daily"), thorough=True, stopped=stopped)
    if before and _holds(before[0], look_inside(path).generation):
        path.unlink()
        return None
    prune(folder, bank)
    return path


def faults(connection: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong with the whole file."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check(20)")]
    broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    if broken:
        found.append(f"{len(broken)} rows point to rows that are missing")
    return [line for line in found if line != "ok"]


def flush(path: Path) -> None:
    """Have the system write a file to the disk before it takes the place of another."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
