"""Connections to a bank's file: one a thread, opened late, refused in words (spec 1.8)."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

from memdesk.core.errors import BadParameters, BankDamaged, BankLocked, BankUnavailable
from memdesk.core.reasons import is_of_full_disk, reason_of
from memdesk.private import make_file, make_folders
from memdesk.store import damage, migrations
from memdesk.store.uri import uri_of

BUSY_SECONDS = 5
"""How long a write waits for another process before the bank counts as locked."""

_BETWEEN_TRIES = (0.000_5, 0.004)
"""Seconds between two tries to write while another does."""

_LOOK_SECONDS = 0.5
"""How long an open connection goes on before it looks whether the file was found damaged."""

_CACHE_KIB = 4_000
"""Of each of half a dozen connections. More makes no search faster: the system keeps the file."""
_BULK_CACHE_KIB = 128_000
"""New ids fall anywhere into the indexes of ids. Where these don't fit into the cache, a page is
read and written for nearly every entry of a large import."""

_PRAGMAS = (
    ("journal_mode", "wal"),
    ("foreign_keys", 1),
    ("synchronous", "full"),
    ("secure_delete", 1),
    ("temp_store", "memory"),
    ("cache_size", -_CACHE_KIB),
    # Else a thread that reads a long time lets the log grow without bound behind it.
    ("journal_size_limit", 64 * 1024 * 1024),
)


class Connections(threading.local):
    """The calling thread's connection to one file.

    As long as there is no file, reading goes to an empty bank in memory, and only writing makes
    one. Raises BankUnavailable for whatever keeps the file from being used.
    """

    def __init__(self, path: Path, bring_up_to_date: Callable[[sqlite3.Connection], None]) -> None:
        # Runs once in each thread: that is how threading.local works.
        self._path = path
        self._bring_up_to_date = bring_up_to_date
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._looked = 0.0

    def reading(self) -> sqlite3.Connection:
        """A connection to read from; to an empty bank while there is no file."""
        if not self._still_open():
            self._open(create=False)
        assert self._connection is not None
        return self._connection

    def writing(self) -> sqlite3.Connection:
        """A connection to write to; the file is made when there is none yet."""
        if not self._still_open() or self._file is None:
            self._open(create=True)
        assert self._connection is not None
        return self._connection

    def close(self) -> None:
        """Close this thread's connection. It opens again when asked for."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def mark(self, generation: int | None) -> None:
        """Note how far the bank is written, after a commit; None when nothing changed by it."""
        damage.set_mark(self._path, generation)

    def _still_open(self) -> bool:
        """Whether the connection still leads to the file of that name.

        A backup that was put in its place is opened anew. Writing on into a file that was
        deleted would lose what is acknowledged.
        """
        if self._connection is None:
            return False
        found = _identity(self._path)
        if found == self._file:
            if found is not None and monotonic() > self._looked + _LOOK_SECONDS:
                damage.refuse_noted(self._path)
                self._looked = monotonic()  # what is refused is refused again at once
            return True
        if found is None:
            raise BankUnavailable(
                "The bank {path} was there and is gone: put it back, or restore a backup.",
                path=self._path,
            )
        return False

    def _open(self, *, create: bool) -> None:
        self.close()
        path = self._path
        damage.refuse_noted(path)
        if not path.exists():
            if not create:
                self._connection = _connect(":memory:")
                migrations.migrate(self._connection)
                self._file = None
                return
            create_bank(path)
        refuse_other_files(path)
        _keep_private(path)
        self._file = _identity(path)
        self._looked = monotonic()
        mark = damage.read_mark(path)  # before what is read: others go on writing
        damage.refuse_strange_log(path, mark)
        connection = _connect(_uri(path))
        try:
            damage.refuse_cut(path, connection)
            if migrations.version(connection) < migrations.NEWEST:
                self._bring_up_to_date(connection)
            damage.refuse_older(path, connection, mark)
        except BaseException:
            connection.close()
            raise
        self._connection = connection


def _connect(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name, uri=name.startswith("file:"), isolation_level=None, timeout=BUSY_SECONDS
    )
    try:
        for pragma, value in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma} = {value}")
    except BaseException:
        connection.close()
        raise
    return connection


def raw_connection(path: Path) -> sqlite3.Connection:
    """A connection of one's own to a copy of a bank."""
    connection = sqlite3.connect(_uri(path), uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA secure_delete = 1")
    connection.execute("PRAGMA foreign_keys = 1")
    return connection


def begin_writing(connection: sqlite3.Connection, patience: float | None = None) -> None:
    """Begin a transaction that writes, waiting at most so many seconds for another's to end.

    SQLite's own waiting sleeps longer and longer, while a writer that has just finished begins
    again at once: of a dozen busy writers some would wait in vain. Here all try equally often.
    """
    deadline = monotonic() + (BUSY_SECONDS if patience is None else patience)
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                    raise
            from random import SystemRandom  # hardly any start meets another writer

            # None of Python's own dice: whoever has seeded those counts on them.
            sleep(SystemRandom().uniform(*_BETWEEN_TRIES))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")


def begin_bulk(connection: sqlite3.Connection) -> None:
    """Make ready for a transaction that writes much, and could be made again (spec 6.2)."""
    connection.execute("PRAGMA synchronous = normal")
    connection.execute(f"PRAGMA cache_size = {-_BULK_CACHE_KIB}")


def end_bulk(connection: sqlite3.Connection) -> None:
    """As every other transaction wants it; what memory the cache had is given back."""
    connection.execute("PRAGMA synchronous = full")
    connection.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
    connection.execute("PRAGMA shrink_memory")


def create_bank(path: Path) -> None:
    """Make an empty bank, or do nothing when another process was faster.

    It is made under another name and then given its own, so that no one ever sees it half made.
    """
    make_folders(path.parent)
    draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        make_file(draft)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = wal")
            migrations.migrate(connection)
        _name_without_replacing(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _name_without_replacing(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links, such as FAT
        if not path.exists():
            draft.rename(path)


def refuse_other_files(path: Path) -> int:
    """Raise BankUnavailable for what is no bank of this memdesk, before anything touches it.
    Gives the version of its schema.

    The file is never opened but through SQLite: on POSIX, closing any other descriptor of it
    would drop the locks of this process's other connections, and another program could then
    delete the write-ahead log under them.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise BankUnavailable("{path} is no file: no bank can be kept in it.", path=path)
    if status.st_size == 0:
        raise BankDamaged(
            "The bank {path} is empty: 0 bytes. Its entries are lost from it; restore a backup"
            " with memdesk restore-backup.",
            what="empty",
            path=path,
        )
    mark, found = _mark_and_version(path)
    if mark != migrations.APPLICATION_ID:
        raise BankUnavailable(
            "{path} is a database of another program, no bank of memdesk.", path=path
        )
    if found > migrations.NEWEST:
        raise BankUnavailable(
            "The bank {path} was written by a newer memdesk: update memdesk to open it.",
            path=path,
        )
    return found


def refuse_unreliable(path: Path) -> None:
    """Raise BankUnavailable where opening a bank to write would, but for a note of its damage.

    Nothing is written, not even by closing it.
    """
    refuse_other_files(path)
    mark = damage.read_mark(path)
    damage.refuse_strange_log(path, mark)
    with closing(damage.reading(path)) as connection:
        damage.refuse_cut(path, connection)
        if migrations.version(connection):
            damage.refuse_older(path, connection, mark)


def _mark_and_version(path: Path) -> tuple[int, int]:
    """Whose file it is, and its schema's version, read without changing anything.

    Opened for writing, SQLite would first finish what a killed program left behind, a journal or
    a write-ahead log: in another program's file that isn't ours to do.
    """
    try:
        return _first_page(path, "mode=ro")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
    # Even reading would first roll a journal back. Without locks, but no one holds any: a journal
    # with a living writer is none to roll back.
    return _first_page(path, "immutable=1")


def _first_page(path: Path, how: str) -> tuple[int, int]:
    with closing(sqlite3.connect(uri_of(path, how), uri=True, timeout=BUSY_SECONDS)) as connection:
        mark: int = connection.execute("PRAGMA application_id").fetchone()[0]
        return mark, migrations.version(connection)


def _uri(path: Path) -> str:
    # rw: SQLite would make an empty file when this one goes away right now.
    return uri_of(path, "mode=rw")


def _keep_private(path: Path) -> None:
    """The bank is for the same user alone, whatever a copy from elsewhere allowed (spec 6.3)."""
    if os.name == "nt":
        return
    status = path.stat()
    if status.st_mode & 0o077 and status.st_uid == os.getuid():
        path.chmod(0o600)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system refuse into a BankUnavailable that says what to do.

    What only a fault of memdesk can cause (a wrong statement, say) is raised as it is. A question
    that holds what is no text (a surrogate from a shell's odd bytes, say) is BadParameters.
    """
    try:
        yield
    except UnicodeEncodeError as error:
        raise BadParameters(
            "{field} holds {character} at character {place}, which is no text.",
            field="query",
            character="half a surrogate pair",
            place=error.start + 1,
        ) from error
    except UnicodeDecodeError as error:
        meant = damage.garbled(error)
        if meant is None:
            raise
        raise damage.met(path, meant) from error
    except OSError as error:
        if is_of_full_disk(error):
            raise _no_room(path) from error
        raise BankUnavailable(
            "The bank {path} can't be used: {reason}.", path=path, reason=reason_of(error)
        ) from error
    except sqlite3.Error as error:
        refusal = _refusal(path, error)
        if refusal is None:
            raise
        raise refusal from error


def _refusal(path: Path, error: sqlite3.Error) -> BankUnavailable | None:
    """What to say of an error; None for what is no state of the file or the system."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BankLocked(
            "The bank {path} is locked by another program. Try again in a moment.", path=path
        )
    if code == sqlite3.SQLITE_READONLY:
        return BankUnavailable("The bank {path} may only be read, not written.", path=path)
    if code == sqlite3.SQLITE_NOTADB:
        return BankDamaged(
            "{path} is no bank, or is damaged at its very beginning: see memdesk"
            " restore-backup --help.",
            what="beginning",
            path=path,
        )
    if code == sqlite3.SQLITE_CORRUPT:
        return damage.met(path, error)
    from memdesk.store import room  # a start that meets no error does without

    if room.is_lacking(error, path):
        return _no_room(path)
    if code == sqlite3.SQLITE_CANTOPEN and path.exists() and not os.access(path.parent, os.W_OK):
        return BankUnavailable(
            "The bank {path} can't be used: nothing can be written in its folder, which is needed"
            " even to read it.",
            path=path,
        )
    if code in _OF_THE_SYSTEM:
        return BankUnavailable(
            "The bank {path} can't be used: {reason}.", path=path, reason=str(error)
        )
    return None


def _no_room(path: Path) -> BankUnavailable:
    return BankUnavailable(
        "The disk is full: there is no room left for the bank {path}. Nothing was written.",
        path=path,
    )


_OF_THE_SYSTEM = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)
