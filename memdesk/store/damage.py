"""Whether a bank's file can be relied on, looked at whenever it is opened (spec 6.2).

Two small files stand beside a bank. `-mark` says how far it has been written: a bank that knows
less has lost its write-ahead log. `-damaged` says that it was found damaged: it keeps every
process off the file until the person has decided. A cold start waits for all of this: no more
than a few system calls, and no module that it would not need anyway.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from memdesk.core.errors import BankDamaged
from memdesk.store.uri import uri_of

NOTE = "-damaged"
MARK = "-mark"
BESIDE = (NOTE, MARK)
"""The endings of the files that are kept beside a bank."""

LOG_HEAD, FRAME_HEAD = 32, 24
"""Bytes before the first frame of a write-ahead log, and before the page of a frame."""
_NOT_WAITING = getattr(os, "O_NONBLOCK", 0)
"""Of a pipe that lies in a file's place nobody would ever come to the other end."""
QUICK_BYTES = 64 * 1024 * 1024
"""A file up to this size is looked at whole when a person opens it: in a tenth of a second. Of a
bigger one that is done behind their back."""


def beside(bank: Path, ending: str) -> Path:
    """The file of that ending that belongs to a bank."""
    return bank.with_name(bank.name + ending)


# --- the note


def note(bank: Path, fault: str) -> None:
    """Keep everyone off this file: it is damaged. Raises OSError."""
    status = bank.stat()
    _write(
        beside(bank, NOTE), f"{status.st_dev} {status.st_ino}\n{' '.join(fault.split())}\n".encode()
    )


def noted(bank: Path) -> str | None:
    """What was found wrong with the file that lies there now; None where nothing was.

    While one file is put in the place of another, none lies there: then the note is still meant.
    """
    try:
        text = beside(bank, NOTE).read_text("utf-8", "replace")
    except FileNotFoundError:
        return None
    place, _, fault = text.partition("\n")
    if not place.replace(" ", "", 1).isdecimal():
        return "the note of its damage can't be made out"  # better asked once too often
    try:
        status = bank.stat()
    except FileNotFoundError:
        return fault.strip()
    return fault.strip() if place == f"{status.st_dev} {status.st_ino}" else None


def take_note_away(bank: Path) -> None:
    """The person has decided, or the file was found whole. Raises OSError."""
    beside(bank, NOTE).unlink(missing_ok=True)


def refuse_noted(bank: Path) -> None:
    """Raise BankDamaged for a file that was found damaged."""
    fault = noted(bank)
    if fault is not None:
        raise damaged(bank, fault)


def damaged(bank: Path, fault: str) -> BankDamaged:
    """What is said of a file that SQLite finds wrong."""
    return BankDamaged(
        "The bank {path} is damaged ({fault}). Nothing is read from it or written to it until a"
        " backup is restored: see memdesk restore-backup --help.",
        what="pages",
        path=bank,
        fault=fault,
    )


# --- the mark


class Mark(NamedTuple):
    """How far a bank has been written: its newest change, and the log that it stands in."""

    file: int
    """The inode: another file in its place is not meant."""
    generation: int
    salts: bytes
    """What tells one round of a write-ahead log from another; empty without a log."""


_MARK_BYTES = 24


def read_mark(bank: Path) -> Mark | None:
    """The mark of the file that lies there now, if it has one."""
    try:
        mark = _mark_of(_beginning(f"{bank}{MARK}", _MARK_BYTES))
        return mark if mark is not None and mark.file == os.stat(bank).st_ino else None  # noqa: PTH116 - each write waits
    except FileNotFoundError:
        return None


def set_mark(bank: Path, generation: int | None) -> None:
    """Note how far the bank is written now; None when that has not changed.

    What is noted is on the disk already. A mark that can't be written takes nothing from it: an
    older one only notices less.
    """
    with suppress(OSError):
        salts = _salts(bank)
        if generation is None:
            before = read_mark(bank)
            if before is None or before.salts == salts:
                return
            generation = before.generation
        mark = Mark(os.stat(bank).st_ino, generation, salts)  # noqa: PTH116 - each write waits
        file = os.open(f"{bank}{MARK}", os.O_WRONLY | os.O_CREAT | _NOT_WAITING, 0o600)
        try:
            os.write(file, _bytes_of(mark))
        finally:
            os.close(file)


def _mark_of(found: bytes) -> Mark | None:
    if len(found) != _MARK_BYTES:
        return None
    salts = found[16:24]
    return Mark(
        int.from_bytes(found[:8], "big"),
        int.from_bytes(found[8:16], "big"),
        salts if any(salts) else b"",
    )


def _bytes_of(mark: Mark) -> bytes:
    return (
        mark.file.to_bytes(8, "big")
        + mark.generation.to_bytes(8, "big")
        + mark.salts.ljust(8, b"\x00")
    )


def _salts(bank: Path) -> bytes:
    """What the log's header says of its round. No lock is ever held on a log: it may be read."""
    try:
        head = _beginning(f"{bank}-wal", LOG_HEAD)
    except FileNotFoundError:
        return b""
    return head[16:24] if len(head) == LOG_HEAD else b""


def _beginning(path: str, size: int) -> bytes:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | _NOT_WAITING)
    try:
        return os.read(file, size)
    finally:
        os.close(file)


# --- the looks


def refuse_strange_log(bank: Path, mark: Mark | None) -> None:
    """Raise BankDamaged when the log that lies there can't be this bank's.

    Before the file is opened to be written: SQLite takes every page of a log that is whole in
    itself, whatever bank it comes from, and writes them over this one's.
    """
    salts = _salts(bank)
    if not salts or (mark is not None and mark.salts == salts):
        return
    # One that was begun and not marked yet, or a stranger: read both together, writing nothing.
    generation = 0
    with closing(reading(bank)) as connection:
        found = quick_fault(connection)
        if found is None:
            refuse_older(bank, connection, mark)
            generation = _generation(connection)
    if found is None:
        set_mark(bank, generation)
    else:
        raise BankDamaged(
            "The write-ahead log {log} does not belong to the bank {path} ({fault}). Nothing was"
            " written: see memdesk restore-backup --help.",
            what="log",
            log=beside(bank, "-wal").name,
            path=bank,
            fault=found,
        )


def refuse_older(bank: Path, connection: sqlite3.Connection, mark: Mark | None) -> None:
    """Raise BankDamaged when the bank knows less than was written into it. `mark` is of before."""
    if mark is None or not mark.generation:
        return
    found = _generation(connection)
    if found < mark.generation:
        raise BankDamaged(
            "The bank {path} lacks its newest changes, in number {count}: its write-ahead log {log}"
            " is gone, or an older copy lies in its place. See memdesk restore-backup --help.",
            what="missing",
            count=mark.generation - found,
            path=bank,
            log=beside(bank, "-wal").name,
        )


def _generation(connection: sqlite3.Connection) -> int:
    number: int | None = connection.execute("SELECT max(number) FROM change").fetchone()[0]
    return number or 0


def refuse_cut(bank: Path, connection: sqlite3.Connection) -> None:
    """Raise BankDamaged for a file that ends before its last page does."""
    page: int = connection.execute("PRAGMA page_size").fetchone()[0]
    missing = 0
    for _try in range(3):  # another process may be moving pages out of the log right now
        size = bank.stat().st_size
        count: int = connection.execute("PRAGMA page_count").fetchone()[0]
        missing = count * page - size
        if missing <= _in_log(beside(bank, "-wal"), page):
            return
    raise BankDamaged(
        "The bank {path} is cut off; bytes that are missing at its end: {count}. See memdesk"
        " restore-backup --help.",
        what="cut",
        path=bank,
        count=missing,
    )


def _in_log(log: Path, page: int) -> int:
    """How many bytes of pages a log can hold."""
    try:
        size = log.stat().st_size
    except FileNotFoundError:
        return 0
    return max(0, (size - LOG_HEAD) // (page + FRAME_HEAD)) * page


def garbled(error: UnicodeDecodeError) -> sqlite3.DatabaseError | None:
    """The damage that SQLite means: it quotes the table that it can't make out, and where bytes of
    that are no text, Python can't even say what is wrong. None for any other text's fault."""
    if not error.object.startswith(b"malformed database schema"):
        return None
    damage = sqlite3.DatabaseError(error.object.decode("utf-8", "replace"))
    damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return damage


def met(bank: Path, error: sqlite3.Error) -> BankDamaged:
    """What to say when SQLite came upon damage. Everyone is kept off the file from now on, unless
    it is whole after all: another program may have put it there while it was being read."""
    fault: str | None = str(error)
    if (
        error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT_VTAB
    ):  # the pages are whole, their index isn't
        with closing(reading(bank)) as connection:
            fault = quick_fault(connection)
    if fault is not None:
        with suppress(OSError):  # a folder that may only be read: it is met again
            note(bank, fault)
    return damaged(bank, fault or str(error))


def refuse_if_found(bank: Path, connection: sqlite3.Connection) -> None:
    """Look at every page, and raise BankDamaged when one is wrong. For a file up to QUICK_BYTES."""
    if bank.stat().st_size <= QUICK_BYTES and (fault := quick_fault(connection)) is not None:
        with suppress(OSError):
            note(bank, fault)
        raise damaged(bank, fault)


def reading(bank: Path) -> sqlite3.Connection:
    """A connection that can't change the file, not even by closing it."""
    return sqlite3.connect(uri_of(bank, "mode=ro"), uri=True)


def quick_fault(connection: sqlite3.Connection) -> str | None:
    """The first thing that SQLite finds wrong with the pages; None for nothing.

    It reads them all: a gigabyte in a second or two.
    """
    try:
        said: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return str(error)
        raise
    except UnicodeDecodeError as error:
        if (meant := garbled(error)) is None:
            raise
        return str(meant)
    return None if said == "ok" else said.splitlines()[-1]


def _write(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(file, content)
        os.fsync(file)
    finally:
        os.close(file)
