"""What can be read out of a damaged bank, as a bank of its own (spec 7.4).

Every page is looked at for rows, whatever became of the header and of the pages above it. What
the search index, the access log and frozen blocks held is left: the first is made anew, and the
others say nothing that the person wrote.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from memdesk.core.entry import KINDS, Kind
from memdesk.private import make_file, make_folders
from memdesk.store import migrations
from memdesk.store.backup import faults, flush
from memdesk.store.connection import raw_connection
from memdesk.store.pages import Pages, Record, Row, Value
from memdesk.store.rows import places
from memdesk.store.search_index import SearchIndex

Progress = Callable[[int, int], None]
"""Called with the pages done and the pages there are. What it raises ends the reading."""

_TOLD_EVERY = 256


@dataclass(slots=True, kw_only=True)
class Salvaged:
    """What was read out, and what is known to be missing."""

    path: Path
    read: Counter[Kind] = field(default_factory=Counter)
    lost: Counter[Kind] = field(default_factory=Counter)
    """Entries that are named somewhere in the file and nowhere whole."""
    profile: bool = False
    revisions: int = 0
    """Steps of the history."""

    @property
    def entries(self) -> int:
        return self.read.total()


def salvage(source: Path, to: Path, progress: Progress, *, log: bool = True) -> Salvaged:
    """Read out of a damaged bank what can be read, and write it as a new bank.

    The damaged file is not changed. `log`: whether the write-ahead log beside it is its own.
    Raises OSError, and sqlite3.Error for a disk that is full.
    """
    draft = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
    make_folders(to.parent)
    pages = Pages(source, source.with_name(source.name + "-wal") if log else None)
    try:
        make_file(draft)
        with closing(raw_connection(draft)) as copy:
            copy.execute("PRAGMA foreign_keys = 0")  # parents come after their children here
            migrations.migrate(copy)
            copy.execute("BEGIN IMMEDIATE")
            collected = _Collected(copy)
            for row in pages.rows(_seldom(progress)):
                collected.take(row)
            found = collected.finish(to)
            copy.execute("COMMIT")
            wrong = faults(copy)
        if wrong:
            raise sqlite3.DatabaseError("what was read out is not whole: " + wrong[0])
        flush(draft)
        draft.replace(to)
    finally:
        pages.close()
        draft.unlink(missing_ok=True)
    return found


class _Collected:
    """Rows sorted into the tables of a new bank."""

    def __init__(self, copy: sqlite3.Connection) -> None:
        self._copy = copy
        self._named: dict[int, Kind] = {}
        """The entries that an index names, by key."""
        self._inserts = {
            table: f"INSERT INTO {table} VALUES ({places(columns)})"
            for table in _SHAPES
            if (columns := copy.execute(f"PRAGMA table_info({table})").fetchall())
        }
        columns = copy.execute("PRAGMA table_info(entry)").fetchall()
        self._updated_at = [column[1] for column in columns].index("updated_at")

    def take(self, row: Row) -> None:
        """Keep a row, if it is one of those that are worth it."""
        if row.rowid is None and _names_an_entry(row.values):
            self._named[cast("int", row.values[2])] = cast("Kind", row.values[3])
            return
        for table, fits in _SHAPES.items():
            if fits(row):
                values = row.values
                if row.rowid is not None:
                    values = (row.rowid, *values[1:])  # the key stands for it, and is not stored
                self._insert(table, values)
                return

    def _insert(self, table: str, values: Record) -> None:
        try:
            self._copy.execute(self._inserts[table], values)
        except sqlite3.IntegrityError:
            # Refused as no such row, or there already: of two states of one entry, the newer.
            if table == "entry" and self._is_newer(values):
                self._copy.execute("DELETE FROM entry WHERE key = ?", (values[0],))
                self._insert(table, values)

    def _is_newer(self, values: Record) -> bool:
        found = self._copy.execute(
            "SELECT updated_at FROM entry WHERE key = ?", (values[0],)
        ).fetchone()
        return found is not None and found[0] < values[self._updated_at]

    def finish(self, path: Path) -> Salvaged:
        """Make a bank of it: what points nowhere is dropped, and everything is indexed."""
        copy = self._copy
        copy.execute("DELETE FROM entry_tag WHERE entry_key NOT IN (SELECT key FROM entry)")
        copy.execute("DELETE FROM revision WHERE change_number NOT IN (SELECT number FROM change)")
        SearchIndex(copy).rebuild()
        result = Salvaged(path=path)
        result.read.update(
            dict(copy.execute("SELECT kind, count(*) FROM entry GROUP BY kind").fetchall())
        )
        there = {key for (key,) in copy.execute("SELECT key FROM entry")}
        result.lost.update(kind for key, kind in self._named.items() if key not in there)
        result.profile = copy.execute("SELECT 1 FROM profile").fetchone() is not None
        result.revisions = copy.execute("SELECT count(*) FROM revision").fetchone()[0]
        return result


def _seldom(progress: Progress) -> Progress:
    def told(done: int, total: int) -> None:
        if done % _TOLD_EVERY == 0 or done == total:
            progress(done, total)

    return told


# --- which table a row belongs to, by what is in it


def _names_an_entry(values: Record) -> bool:
    """A row of the index `entry_updated`: deleted_at, updated_at, key, kind, and the key again."""
    return (
        len(values) == 5
        and values[3] in KINDS
        and isinstance(values[2], int)
        and values[2] == values[4]
        and isinstance(values[1], str)
    )


def _is_entry(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is not None
        and row.rowid > 0
        and len(values) == 29
        and values[0] is None
        and values[1] in KINDS
        and all(isinstance(values[place], str) for place in (2, 27, 28))
        and all(_is_list(values[place]) for place in (8, 21, 24))
    )


def _is_profile(row: Row) -> bool:
    values = row.values
    return row.rowid == 1 and len(values) == 5 and _is_list(values[1]) and _is_list(values[2])


def _is_change(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is not None
        and len(values) == 10
        and values[4] in ("change", "undo", "redo")
        and _is_list(values[5])
        and (values[6] is None or _is_list(values[6]))
    )


def _is_revision(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is not None
        and len(values) == 7
        and isinstance(values[1], int)
        and values[4] in ("create", "update", "delete", "restore", "destroy")
        and all(value is None or _is_object(value) for value in values[5:])
    )


def _is_suggestion(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is not None
        and len(values) == 7
        and values[6] in ("waiting", "accepted", "refused")
        and _is_object(values[5])
    )


def _is_tag(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is None
        and len(values) == 3
        and isinstance(values[0], int)
        and isinstance(values[1], int)
        and isinstance(values[2], str)
    )


def _is_spent_id(row: Row) -> bool:
    return row.rowid is None and len(row.values) == 1 and isinstance(row.values[0], str)


def _is_host(row: Row) -> bool:
    values = row.values
    return (
        row.rowid is None
        and len(values) == 5
        and isinstance(values[0], str)
        and values[1] in ("read", "write", "review", "blocked")
    )


def _is_preset(row: Row) -> bool:
    return _is_pair(row) and _is_object(row.values[1])


def _is_role(row: Row) -> bool:
    return _is_pair(row) and not _is_object(row.values[1])


def _is_pair(row: Row) -> bool:
    values = row.values
    return row.rowid is None and len(values) == 2 and all(isinstance(one, str) for one in values)


def _is_list(value: Value) -> bool:
    return _parsed(value, list)


def _is_object(value: Value) -> bool:
    return _parsed(value, dict)


def _parsed(value: Value, kind: type) -> bool:
    if not isinstance(value, str) or value[:1] not in ("[", "{"):
        return False
    try:
        return isinstance(json.loads(value), kind)
    except ValueError:
        return False


_SHAPES: dict[str, Callable[[Row], bool]] = {
    "entry": _is_entry,
    "entry_tag": _is_tag,
    "revision": _is_revision,
    "change": _is_change,
    "profile": _is_profile,
    "suggestion": _is_suggestion,
    "spent_id": _is_spent_id,
    "preset": _is_preset,
    "host": _is_host,
    "role": _is_role,
}
