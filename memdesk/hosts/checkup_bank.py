"""What `memdesk doctor` looks at of a bank: its file, room for it, its backups. `folder` is the
backups' directory. Nothing is written; what the system refuses is raised as OSError."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memdesk.core.errors import BankDamaged, MemdeskError, Remark
from memdesk.hosts.finding import Finding
from memdesk.store import backup, damage, forgetting, migrations, older_bank
from memdesk.store.connection import in_words, refuse_unreliable

LEAST_ROOM = 256 * 1024 * 1024
"""Bytes of the disk below which a day's work may not fit."""
OLD_BACKUP_DAYS = 2


def missing(bank: Path, folder: Path) -> Finding | None:
    """What is to be said where a bank is gone and backups of it are there: whatever comes next
    begins a new one."""
    made = [] if bank.exists() else backup.listed(folder, bank)
    if not made:
        return None
    return Finding(
        "bank",
        "wrong",
        Remark(
            "The bank {path} is gone, and backups of it are there, the newest of {day}.",
            path=bank,
            day=_minute(made[0]),
        ),
        Remark("memdesk restore-backup puts it back; else the first entry begins a new bank."),
    )


def _minute(one: backup.Backup) -> str:
    return f"{one.at:%Y-%m-%d %H:%M} UTC"


def file(bank: Path, folder: Path) -> Iterator[Finding]:
    """Whether it is there, whole, and the one that it was."""
    if not bank.exists():
        yield missing(bank, folder) or Finding(
            "bank", "ok", Remark("There is no bank yet: the first entry makes it.")
        )
        return
    try:
        with in_words(bank):
            yield from _health(bank, folder)
    except BankDamaged as error:
        yield Finding("bank", "wrong", error)
    except MemdeskError as error:
        advice = Remark("Or let another file be the bank: --bank, or MEMDESK_BANK.")
        yield Finding("bank", "wrong", error, advice)


def _health(bank: Path, folder: Path) -> Iterator[Finding]:
    damage.refuse_noted(bank)
    refuse_unreliable(bank)
    size = bank.stat().st_size
    with closing(damage.reading(bank)) as connection:
        version = migrations.version(connection)
        fault = damage.quick_fault(connection) if size <= damage.QUICK_BYTES else None
        entries = connection.execute("SELECT count(*) FROM entry").fetchone()[0] if version else 0
        current = version == migrations.NEWEST
        unforgotten = forgetting.unfinished(connection, bank) if current else []
        older = older_bank.newest_backup(connection, folder, bank) if current else None
    if fault is not None:
        raise damage.damaged(bank, fault)
    if version < migrations.NEWEST:
        what = Remark("The bank is of an older memdesk (schema {version}).", version=version)
        advice = Remark("It is brought up to date when it is next opened, after a backup.")
        yield Finding("bank", "note", what, advice)
    looked = size <= damage.QUICK_BYTES
    what = (
        Remark("Entries: {count}, bytes: {size}; every page is whole.", count=entries, size=size)
        if looked
        else Remark(
            "Entries: {count}, bytes: {size}; a bank of this size is checked whole once a day.",
            count=entries,
            size=size,
        )
    )
    yield Finding("bank", "ok", what)
    if older is not None:
        yield Finding(
            "bank",
            "note",
            Remark(
                "This bank was begun where another lay before, of which there are backups, the"
                " newest of {day}.",
                day=_minute(older),
            ),
            Remark("To go back to that one: memdesk restore-backup {path}", path=older.path),
        )
    for path in unforgotten:
        yield Finding(
            "bank",
            "wrong",
            Remark("{path} may still hold what was to be forgotten everywhere.", path=path),
            Remark("Let the window or memdesk serve run for some minutes, with room on the disk: it"
                   " is taken out then. What is damaged has to be deleted by you."),
        )  # fmt: skip


def disk(bank: Path) -> Iterator[Finding]:
    """Whether there is room for a day's work."""
    folder = next(one for one in bank.absolute().parents if one.exists())
    free = shutil.disk_usage(folder).free
    needed = max(LEAST_ROOM, 2 * bank.stat().st_size if bank.exists() else 0)
    what = Remark("{megabytes} MB free where the bank lies.", megabytes=free // 1_000_000)
    if free >= needed:
        yield Finding("disk", "ok", what)
        return
    advice = Remark("Make room: a backup needs as much as the bank, {megabytes} MB at least.",
                    megabytes=needed // 1_000_000)  # fmt: skip
    yield Finding("disk", "wrong", what, advice)


def _own(folder: Path, bank: Path) -> Sequence[backup.Backup]:
    if bank.stat().st_size == 0:  # an emptied one can't tell which are its own
        return backup.listed(folder, bank)
    try:
        return backup.of_this_bank(folder, bank)
    except (sqlite3.Error, UnicodeDecodeError):  # what is wrong with the bank was found already
        return backup.listed(folder, bank)


def backups(bank: Path, folder: Path) -> Iterator[Finding]:
    """Whether there is a backup that can be used, and of late."""
    if not bank.exists():
        return
    try:
        backup.refuse_unreadable(folder)
    except MemdeskError as error:
        advice = Remark("See to it that you may read it, and that its disk answers.")
        yield Finding("backups", "wrong", error, advice)
        return
    made = _own(folder, bank)
    if not made:
        written = datetime.fromtimestamp(bank.stat().st_mtime, UTC)
        fresh = datetime.now(UTC) - written < timedelta(days=OLD_BACKUP_DAYS)
        advice = Remark("memdesk backup makes one now; the window or memdesk serve one each day.")
        yield Finding("backups", "note" if fresh else "wrong", Remark("No backup yet."), advice)
        return
    newest = made[0]
    try:
        backup.look_inside(newest.path)
    except MemdeskError as error:
        advice = Remark("Remove it, and make one now with memdesk backup.")
        yield Finding("backups", "wrong", error, advice)
        return
    what = Remark(
        "Backups in {folder}: {count}, the newest of {day}",
        count=len(made),
        folder=folder,
        day=_minute(newest),
    )
    newer = bank.stat().st_mtime - newest.at.timestamp()
    old = newer > timedelta(days=OLD_BACKUP_DAYS).total_seconds()
    advice = Remark(
        "The bank was written since then: let the window or memdesk serve run for a while each"
        " day, or make one now with memdesk backup."
    )
    yield Finding("backups", "wrong" if old else "ok", what, advice if old else None)
