"""Copies of a bank, made through SQLite so that nothing of it is missing, and its health."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from memdesk.core.errors import BankUnavailable, NotFound


def free_name(folder: Path, bank: Path) -> Path:
    """Where the next backup of a bank goes: its name and the moment."""
    stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    path = folder / f"{bank.stem}-{stamp}.sqlite"
    number = 2
    while path.exists():
        path = folder / f"{bank.stem}-{stamp}-{number}.sqlite"
        number += 1
    return path


def backup(bank: Path, to: Path) -> Path:
    """Copy a bank as it is now, check the copy, and only then give it its name (spec 1.8)."""
    if not bank.exists():
        raise NotFound("There is no bank {path} to back up yet.", path=bank)
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with (
            closing(sqlite3.connect(bank.absolute().as_uri() + "?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(draft)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = delete")  # one file, complete in itself
            found = faults(copy)
        if found:
            raise BankUnavailable(
                "The bank {path} is damaged, so its copy is: {fault}.", path=bank, fault=found[0]
            )
        flush(draft)
        draft.replace(to)
    finally:
        draft.unlink(missing_ok=True)
    return to


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
