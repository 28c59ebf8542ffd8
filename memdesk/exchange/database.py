"""SQLite files of other programs, read from a private copy.

A copy, with the write-ahead log beside it: whoever owns the file may be writing to it, and reading
it in place would leave files beside it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

MOST_BYTES = 64 * 1024 * 1024
"""Of one value, or one row: a column that is worked out may say to be a gigabyte."""


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a copy, rows by name; what is no UTF-8 comes with replacements.

    Raises OSError where the file can't be read, sqlite3.Error where it is damaged or cut off.
    """
    with tempfile.TemporaryDirectory(prefix="memdesk-import-") as folder:
        copy = Path(folder) / "copy.sqlite"
        shutil.copyfile(path, copy)
        log = path.with_name(path.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        elif _is_cut_off(copy):
            raise sqlite3.DatabaseError("it is cut off")
        with closing(sqlite3.connect(copy)) as connection:
            connection.row_factory = sqlite3.Row
            connection.text_factory = _lenient
            connection.execute("PRAGMA trusted_schema = 0")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            connection.set_authorizer(_no_views)
            try:
                yield connection
            except UnicodeDecodeError as error:
                # SQLite quotes the statement that it stumbled over, which needn't be text.
                raise sqlite3.DatabaseError(_lenient(error.object)) from error


def _no_views(
    _action: int, _one: str | None, _other: str | None, _schema: str | None, view: str | None
) -> int:
    """No program keeps what it remembers in a view; one that was put in a table's place may have
    rows without end."""
    return sqlite3.SQLITE_OK if view is None else sqlite3.SQLITE_DENY


def columns(connection: sqlite3.Connection) -> Mapping[str, frozenset[str]]:
    """The columns of each table."""
    found: dict[str, set[str]] = {}
    for row in connection.execute(
        "SELECT m.name AS name, c.name AS column_name FROM sqlite_master AS m,"
        " pragma_table_info (m.name) AS c WHERE m.type = 'table'"
        # One whose module is an extension of its program can't even be described.
        " AND m.sql NOT LIKE 'CREATE VIRTUAL TABLE%'"
    ):
        found.setdefault(row["name"], set()).add(row["column_name"])
    return {name: frozenset(several) for name, several in found.items()}


def _is_cut_off(database: Path) -> bool:
    """Whether the file is shorter than it says. What lay behind would be missed unseen."""
    with database.open("rb") as file:
        header = file.read(32)
    page_size, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
    return database.stat().st_size < (65536 if page_size == 1 else page_size) * pages


def _lenient(data: bytes) -> str:
    return data.decode("utf-8", "replace")
