"""A transaction that changes something: how entries and the profile are written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from memdesk.core import times
from memdesk.core.authors import IMPORT_PREFIX, Actor, is_person
from memdesk.core.constraint import verdict
from memdesk.core.entry import Entry, Kind, Memory, Profile, lower
from memdesk.core.errors import BadParameters, Conflict, NotFound
from memdesk.core.ids import is_generated, new_id
from memdesk.core.lists import without_repeats
from memdesk.core.validation import check_entry, check_profile
from memdesk.store.audience import place_of
from memdesk.store.journal import Journal
from memdesk.store.reading import find_entry, read_profile
from memdesk.store.rows import (
    COLUMNS,
    RANKS,
    SELECTED,
    as_json,
    entries_of,
    places,
    texts_of,
    values_of,
    write_tags,
)
from memdesk.store.search_index import SearchIndex

MOVING = {
    "title", "content", "notes", "name", "summary", "work_kind", "tech", "path", "status",
    "category", "tags", "relevance",
}  # fmt: skip
"""Fields whose change moves `updated_at` (spec 1.1). Pinning, dragging, scope and marks don't."""

FIXED = {"key", "kind", "label", "id", "deleted_at"}
"""What no update may change of an entry."""

FOR_IMPORTS = {"created_at", "updated_at", "by_person", "author"}
"""What only an import may set: for everyone else the bank sees to it."""

KEEPING_AUTHORS = IMPORT_PREFIX + "memdesk"
"""memdesk's own files keep the author of each entry (spec 4)."""

STEP = 1 << 20
"""Room between the positions of two tasks, so that dragging one moves only that one."""

# OR FAIL: one row is written or refused as without it. But a statement that may be taken back for
# itself, after triggers have run, makes the search index write down all that it gathered (its
# savepoint): an import would take five times as long.
_INSERT = f"INSERT OR FAIL INTO entry ({', '.join(COLUMNS)}) VALUES ({places(COLUMNS)})"


class Writing:
    """One open write transaction: one change in the history, made by one actor.

    Its methods check first and write after, so a refusal writes nothing.
    """

    def __init__(self, connection: sqlite3.Connection, actor: Actor, label: str) -> None:
        self.connection = connection
        self.actor = actor
        self.at = times.now()
        self.journal = Journal(connection, self.at, actor.author, label)
        self.index = SearchIndex(connection)
        if actor.author.startswith(IMPORT_PREFIX):
            self.index.expect_many()
        self._last_position: dict[Kind, int] = {}

    # --- finding

    def find(self, kind: Kind | None, id: str, *, trashed: bool = False) -> Entry:
        """The entry that the actor may see. Raises NotFound, Conflict."""
        return find_entry(self.connection, kind, id, self.actor, trashed=trashed)

    # --- entries

    def add(self, entry: Entry) -> Entry:
        """Store a new entry, or revive the trashed one of that id. Raises Conflict."""
        actor = self.actor
        old = self._taken(entry) if entry.id else None
        created_at = entry.created_at or (old.created_at if old else self.at)
        new = replace(
            entry,
            id=entry.id or self._free_id(entry.kind),
            tags=_each_once(entry.tags),
            author=entry.author if actor.author == KEEPING_AUTHORS else actor.author,
            created_at=created_at,
            updated_at=entry.updated_at or self.at,
            session_id=entry.session_id or actor.session_id,
            position=entry.position or self._next_position(entry.kind),
            by_person=entry.by_person or is_person(actor.author),
            deleted_at=None,
            key=0,
        )
        check_entry(new)
        if old is not None:
            new = replace(new, key=old.key)
            before, after = differences(old, new)
            self._store(old, new)
            self.journal.note(new.kind, new.id, "update", before, after)
        else:
            new = self._insert(new)
            self.journal.note(new.kind, new.id, "create")
        return new

    def _insert(self, entry: Entry) -> Entry:
        key = self.connection.execute(_INSERT, values_of(entry)).lastrowid
        assert key is not None
        if entry.tags:
            write_tags(self.connection, key, entry.tags)
        self.index.put(key, *texts_of(entry))
        object.__setattr__(entry, "key", key)  # just made by `add`: no one else has it yet
        return entry

    def _taken(self, entry: Entry) -> Entry | None:
        rows = self.connection.execute(
            f"SELECT {SELECTED} FROM entry WHERE id = ? AND kind = ?", (entry.id, entry.kind)
        ).fetchall()
        if not rows:
            return None
        old = entries_of(self.connection, rows)[0]
        if not self.actor.viewer.sees(old.workspace, old.role):
            # It doesn't exist for the actor: nothing of it may come back, nor be told.
            raise NotFound("There is no {kind} with the id {id}.", kind=entry.kind, id=entry.id)
        if old.deleted_at is None:
            raise Conflict(
                "There is a {kind} with the id {id} already: update it, or give another id.",
                kind=entry.kind,
                id=entry.id,
            )
        return old

    def _free_id(self, kind: Kind) -> str:
        while True:
            id = new_id(kind)
            if not self.connection.execute(
                "SELECT 1 FROM entry WHERE id = ? UNION ALL SELECT 1 FROM spent_id WHERE id = ?",
                (id, id),
            ).fetchone():
                return id

    def _next_position(self, kind: Kind) -> int:
        if kind == "memory":
            return 0
        if kind not in self._last_position:
            self._last_position[kind] = self.connection.execute(
                "SELECT coalesce(max(position), 0) FROM entry WHERE kind = ? AND kind <> 'memory'",
                (kind,),
            ).fetchone()[0]
        self._last_position[kind] += STEP
        return self._last_position[kind]

    def update(
        self,
        old: Entry,
        fields: Mapping[str, object],
        expected: Mapping[str, object] | None = None,
    ) -> Entry:
        """Change fields of a stored entry. Raises Conflict, BadParameters, LimitExceeded."""
        fixed = FIXED if self.actor.author.startswith(IMPORT_PREFIX) else FIXED | FOR_IMPORTS
        for field in fields:
            if field in fixed or not hasattr(old, field):
                raise BadParameters(
                    "{field} of a {kind} can't be changed.", field=field, kind=old.kind
                )
        new = replace(old, **_frozen(fields))
        if "tags" in fields:
            new = replace(new, tags=_each_once(new.tags))
        return self.change(old, new, expected)

    def change(
        self,
        old: Entry,
        new: Entry,
        expected: Mapping[str, object] | None = None,
        *,
        moves: bool = True,
    ) -> Entry:
        """Store a new state of an entry that the actor asked for.

        `moves`: whether a new text, status, … moves `updated_at`, as it does by itself.
        """
        before, after = differences(old, new)
        if not after:
            return old
        refuse_overwriting(old, after, expected, old.id)
        check_entry(new)
        if moves and MOVING & after.keys() and "updated_at" not in after:
            new = replace(new, updated_at=self.at)
        if is_person(self.actor.author):
            new = replace(new, by_person=True)
        elif isinstance(old, Memory) and isinstance(new, Memory):
            new = _no_order_of_a_host(old, new, self.actor.author)
        self._store(old, new)
        before, after = differences(old, new)
        self.journal.note(new.kind, new.id, "update", before, after)
        return new

    def put_back(self, old: Entry, fields: Mapping[str, object]) -> Entry:
        """Give fields the values a revision remembers, the bank's own among them."""
        new = replace(old, **_frozen(fields))
        before, after = differences(old, new)
        if after:
            self._store(old, new)
            if "relevance" in after:  # cleaned, or cleaning was taken back
                fell = RANKS[new.relevance] > RANKS[old.relevance]
                self.connection.execute(
                    "UPDATE entry SET downgraded_at = ? WHERE key = ?",
                    (self.at if fell else None, new.key),
                )
            self.journal.note(new.kind, new.id, "update", before, after)
        return new

    def downgrade(self, entry: Entry) -> None:
        """Make an entry one step less relevant, of which `updated_at` knows nothing (spec 1.1)."""
        self.put_back(entry, {"relevance": lower(entry.relevance)})

    def _store(self, old: Entry, new: Entry) -> None:
        """Write all of an entry's columns that differ, its tags and its words."""
        values = values_of(new)
        changed = [
            (column, value)
            for column, value, was in zip(COLUMNS, values, values_of(old), strict=True)
            if value != was
        ]
        if changed:
            self.connection.execute(
                f"UPDATE OR FAIL entry SET {', '.join(f'{column} = ?' for column, _ in changed)}"
                " WHERE key = ?",
                (*(value for _, value in changed), new.key),
            )
        if old.tags != new.tags:
            self.connection.execute("DELETE FROM entry_tag WHERE entry_key = ?", (new.key,))
            write_tags(self.connection, new.key, new.tags)
        was_found_by, found_by = texts_of(old), texts_of(new)
        if was_found_by != found_by:
            self.index.take(new.key, *was_found_by)
            self.index.put(new.key, *found_by)

    # --- the trash

    def delete(self, entry: Entry) -> None:
        """Move an entry to the trash."""
        self._set_deleted(entry, self.at)
        self.journal.note(entry.kind, entry.id, "delete")

    def restore(self, entry: Entry) -> None:
        """Take an entry out of the trash."""
        self._set_deleted(entry, None)
        self.journal.note(entry.kind, entry.id, "restore")

    def _set_deleted(self, entry: Entry, at: str | None) -> None:
        self.connection.execute(
            "UPDATE OR FAIL entry SET deleted_at = ? WHERE key = ?", (at, entry.key)
        )

    def destroy(self, entry: Entry, *, namelessly: bool = False) -> None:
        """Delete an entry forever, with all that history remembers of it (spec 1.6).

        `namelessly` leaves not even the id behind, which may say something itself.
        """
        self.index.take(entry.key, *texts_of(entry))
        self.connection.execute("DELETE FROM entry WHERE key = ?", (entry.key,))
        self.connection.execute(
            "DELETE FROM revision WHERE id = ? AND kind = ?", (entry.id, entry.kind)
        )
        if is_generated(entry.id):  # others may say something, and can't come back by chance
            self.connection.execute("INSERT OR IGNORE INTO spent_id (id) VALUES (?)", (entry.id,))
        self.journal.destroys = True
        if namelessly:
            self.journal.touch_namelessly(entry.kind)
        else:
            self.journal.note(entry.kind, entry.id, "destroy", place_of(entry))

    # --- the profile

    def profile(self) -> Profile:
        return read_profile(self.connection)

    def set_profile(
        self,
        fields: Mapping[str, object],
        expected: Mapping[str, object] | None = None,
        updated_at: str = "",
    ) -> Profile:
        """Change fields of the profile. Raises Conflict, BadParameters, LimitExceeded."""
        for field in fields:
            if field not in ("interests", "preferences", "notes"):
                raise BadParameters("{field} of the profile can't be changed.", field=field)
        old = self.profile()
        new = replace(old, **_frozen(fields))
        before, after = differences(old, new)
        if not after:
            return old
        refuse_overwriting(old, after, expected, "profile")
        new = replace(new, updated_at=updated_at or self.at)
        check_profile(new)
        self.put_profile(new)
        self.journal.note("profile", "", "update", before, after)
        return new

    def put_profile(self, profile: Profile) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO profile (key, interests, preferences, notes, updated_at)"
            " VALUES (1, ?, ?, ?, ?)",
            (
                as_json(profile.interests),
                as_json(profile.preferences),
                profile.notes,
                profile.updated_at,
            ),
        )


def differences(
    old: Entry | Profile, new: Entry | Profile
) -> tuple[dict[str, object], dict[str, object]]:
    """The fields in which two states differ: their old values and their new ones."""
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    for field in type(old).__dataclass_fields__:
        was, is_now = getattr(old, field), getattr(new, field)
        if was != is_now and field != "key":
            before[field] = was
            after[field] = is_now
    return before, after


def refuse_overwriting(
    old: object, after: Mapping[str, object], expected: Mapping[str, object] | None, id: str
) -> None:
    """Raise Conflict when another's edit of the same field would be lost unseen."""
    for field, value in after.items():
        theirs = getattr(old, field)
        if expected is not None and field in expected and _plain(expected[field]) != theirs:
            raise Conflict(
                "{field} of {id} was changed meanwhile by someone else.",
                field=field,
                id=id,
                theirs=theirs,
                mine=value,
            )


def _no_order_of_a_host(old: Memory, new: Memory, host: str) -> Memory:
    """A host's wording never makes a constraint, in whosever memory it is (spec 1.3).

    Where it would, the memory becomes the host's: shown as "looks like an order" instead.
    """
    if new.author == host or verdict(old).is_constraint or not verdict(new).is_constraint:
        return new
    by_host = replace(new, author=host)
    return new if verdict(by_host).is_constraint else by_host


def _each_once(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Tags without repetitions: twice on one entry, a tag would count as two entries.

    What is no list of texts is left as it is, to be refused with the rest of the entry.
    """
    if isinstance(tags, tuple) and all(isinstance(tag, str) for tag in tags):
        return without_repeats(tags)
    return tags


def _frozen(fields: Mapping[str, object]) -> dict[str, Any]:
    return {field: _plain(value) for field, value in fields.items()}


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
