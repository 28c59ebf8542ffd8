"""The tables of a bank as peewee models. `migrations` makes them; a test holds both together.

The models are bound to no database: every query names the connection it runs on, since each
thread has its own (`connection`). Lists and dicts are JSON text. Relevance is a rank, so that an
index can sort by it: 0 high, 1 medium, 2 low.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import peewee as pw


class _Adopted(pw.SqliteDatabase):
    """A connection that is open already, as peewee wants it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(":memory:", autoconnect=False)  # the name is never looked at
        self._adopted = connection

    def _connect(self) -> sqlite3.Connection:
        return self._adopted


@contextmanager
def database(connection: sqlite3.Connection) -> Iterator[pw.Database]:
    """What to run a query of the models on. Raises SQLite's own errors, as the store expects."""
    adopted = _Adopted(connection)
    adopted.connect()
    try:
        yield adopted
    except pw.PeeweeException as error:
        if isinstance(error.__context__, sqlite3.Error):
            raise error.__context__ from None
        raise


class _Table(pw.Model):
    class Meta:
        legacy_table_names = False
        strict_tables = True


class Entry(_Table):
    """A memory, a task or a work. `key` is what the search index points at (spec 1.1)."""

    key = pw.AutoField()
    kind = pw.TextField()
    id = pw.TextField()
    category = pw.TextField()
    constraint_mode = pw.TextField()
    is_constraint = pw.IntegerField()
    """The verdict of core.constraint on what is stored, so that an index finds constraints."""
    status = pw.TextField()
    work_kind = pw.TextField()
    tech = pw.TextField()
    path = pw.TextField()
    relevance = pw.IntegerField()
    workspace = pw.TextField()
    role = pw.TextField()
    pinned = pw.IntegerField()
    position = pw.IntegerField()
    created_at = pw.TextField()
    updated_at = pw.TextField()
    accessed_at = pw.TextField(null=True)
    access_count = pw.IntegerField()
    author = pw.TextField()
    session_id = pw.TextField(null=True)
    source_sessions = pw.TextField()
    by_person = pw.IntegerField()
    not_secret = pw.IntegerField()
    never_send_to = pw.TextField()
    downgraded_at = pw.TextField(null=True)
    deleted_at = pw.TextField(null=True)
    title = pw.TextField()
    body = pw.TextField()
    """A memory's content, a task's notes, a work's summary."""


class EntryCount(_Table):
    """How many living entries there are of a group. Triggers of `entry` keep it (`counts`)."""

    workspace = pw.TextField()
    role = pw.TextField()
    kind = pw.TextField()
    is_constraint = pw.IntegerField()
    pinned = pw.IntegerField()
    relevance = pw.IntegerField()
    category = pw.TextField()
    status = pw.TextField()
    number = pw.IntegerField()

    class Meta:
        primary_key = pw.CompositeKey(
            "workspace", "role", "kind", "is_constraint", "pinned", "relevance", "category",
            "status",
        )  # fmt: skip
        without_rowid = True


class EntryTag(_Table):
    """A tag of an entry; `position` keeps their order."""

    entry_key = pw.ForeignKeyField(Entry, column_name="entry_key", on_delete="CASCADE")
    position = pw.IntegerField()
    tag = pw.TextField()

    class Meta:
        primary_key = pw.CompositeKey("entry_key", "position")
        without_rowid = True


class Apart(_Table):
    """Two entries that the person has called no duplicates; the smaller key is `one`."""

    one = pw.ForeignKeyField(Entry, column_name="one", on_delete="CASCADE")
    other = pw.ForeignKeyField(Entry, column_name="other", on_delete="CASCADE")

    class Meta:
        primary_key = pw.CompositeKey("one", "other")
        without_rowid = True


class Profile(_Table):
    """The person: one row, whose key is 1."""

    key = pw.AutoField()
    interests = pw.TextField()
    preferences = pw.TextField()
    notes = pw.TextField()
    updated_at = pw.TextField()


class Change(_Table):
    """One transaction that changed something. `step` tells undo and redo from the rest."""

    number = pw.AutoField()
    at = pw.TextField()
    author = pw.TextField()
    label = pw.TextField()
    step = pw.TextField()
    kinds = pw.TextField()
    ids = pw.TextField(null=True)
    destroys = pw.IntegerField()
    """Whether something was deleted forever: then there is no way back."""
    undoes = pw.IntegerField(null=True)
    undone_by = pw.IntegerField(null=True)


class Revision(_Table):
    """What a change did to one thing. `before` and `after` hold only what differs (spec 1.7)."""

    number = pw.AutoField()
    change_number = pw.ForeignKeyField(Change, column_name="change_number", on_delete="CASCADE")
    kind = pw.TextField()
    id = pw.TextField()
    action = pw.TextField()
    before = pw.TextField(null=True)
    after = pw.TextField(null=True)


class SpentId(_Table):
    """A generated id whose entry was destroyed: it must not be generated again (spec 1.1)."""

    id = pw.TextField(primary_key=True)

    class Meta:
        without_rowid = True


class Preset(_Table):
    """A preset of the person's own; the built-in ones are in core."""

    name = pw.TextField(primary_key=True)
    settings = pw.TextField()

    class Meta:
        without_rowid = True


class Host(_Table):
    """A chat program that has called, and what it may do."""

    name = pw.TextField(primary_key=True)
    policy = pw.TextField()
    preset = pw.TextField(null=True)
    first_seen = pw.TextField(null=True)
    last_seen = pw.TextField(null=True)

    class Meta:
        without_rowid = True


class Role(_Table):
    """A role's own choice of preset."""

    name = pw.TextField(primary_key=True)
    preset = pw.TextField()

    class Meta:
        without_rowid = True


class FrozenBlock(_Table):
    """The system layer of a session, made once (spec 2.4). `most` is the limit it was made for."""

    key = pw.AutoField()
    host = pw.TextField()
    session = pw.TextField()
    workspace = pw.TextField()
    role = pw.TextField()
    preset = pw.TextField()
    language = pw.TextField()
    most = pw.IntegerField()
    text = pw.TextField()
    details = pw.TextField()
    frozen_at = pw.TextField()


class Suggestion(_Table):
    """A write of a host that waits for the person's yes."""

    number = pw.AutoField()
    at = pw.TextField()
    host = pw.TextField()
    session_id = pw.TextField(null=True)
    operation = pw.TextField()
    parameters = pw.TextField()
    state = pw.TextField()


class AccessLog(_Table):
    """One call of a host: who read what (spec 3.1)."""

    number = pw.AutoField()
    at = pw.TextField()
    host = pw.TextField()
    operation = pw.TextField()
    workspace = pw.TextField()
    role = pw.TextField()
    session = pw.TextField()
    bytes = pw.IntegerField()
    microseconds = pw.IntegerField()
    ids = pw.TextField()


class Upkeep(_Table):
    """What the bank notes of its own upkeep, by name: when it was done, how far it is."""

    name = pw.TextField(primary_key=True)
    value = pw.TextField()

    class Meta:
        without_rowid = True


TABLES: tuple[type[_Table], ...] = (
    Entry, EntryTag, Profile, Change, Revision, SpentId, Preset, Host, Role, FrozenBlock,
    Suggestion, AccessLog, Apart, Upkeep, EntryCount,
)  # fmt: skip
