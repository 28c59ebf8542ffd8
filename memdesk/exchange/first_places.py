"""Where each id of a file stands first, so that the second of two with one id is skipped.

A file may hold millions of entries. What is beyond the first IN_MEMORY of them is kept in a file
of the system's that has no name, and is gone with the program whatever becomes of it.
"""

from __future__ import annotations

import sqlite3
from functools import cached_property

from memdesk.core.entry import Kind
from memdesk.core.errors import BadParameters

IN_MEMORY = 100_000
"""Ids that are kept in memory, about a quarter of a kilobyte each with its place."""
_CACHE_KIB = 8 * 1024


class FirstPlaces:
    """Close it when the file has been read."""

    def __init__(self) -> None:
        self._few: dict[tuple[Kind, str], str] = {}

    def note(self, kind: Kind, id: str, where: str) -> str:
        """Where this id was met first: `where` itself, if it is met now.

        Raises BadParameters where there is no room left for it.
        """
        there = self._few.get((kind, id))
        if there is not None:
            return there
        if len(self._few) < IN_MEMORY:
            self._few[kind, id] = where
            return where
        try:
            return self._note_on_disk(kind, id, where)
        except sqlite3.Error as error:
            raise BadParameters(
                "There is no room for the ids of so many entries: {reason}.", reason=str(error)
            ) from error

    def close(self) -> None:
        """Let go of the file, if there is one."""
        if "_disk" in vars(self):
            self._disk.close()

    def _note_on_disk(self, kind: Kind, id: str, where: str) -> str:
        # The name of a file in a folder may be no text.
        place = where.encode("utf-8", "surrogatepass")
        added = self._disk.execute(
            "INSERT OR IGNORE INTO place (kind, id, place) VALUES (?, ?, ?)", (kind, id, place)
        )
        if added.rowcount:
            return where
        found: tuple[bytes] = self._disk.execute(
            "SELECT place FROM place WHERE kind = ? AND id = ?", (kind, id)
        ).fetchone()
        return found[0].decode("utf-8", "surrogatepass")

    @cached_property
    def _disk(self) -> sqlite3.Connection:
        """SQLite's temporary database. Who reads a file may end in another thread than it began."""
        connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
        connection.execute(
            "CREATE TABLE place (kind TEXT, id TEXT, place BLOB, PRIMARY KEY (kind, id))"
            " WITHOUT ROWID"
        )
        connection.execute("BEGIN")  # never committed: nobody reads it later
        return connection
