"""The bank: the one door to everything memdesk keeps (spec 1).

What does the work stands in the other modules of the store, each loaded when it is first used
(`memdesk.store`).
"""

from __future__ import annotations

import sqlite3
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memdesk import store
from memdesk.core.authors import IMPORT_PREFIX, Actor
from memdesk.core.entry import Entry, Kind, Profile
from memdesk.core.errors import NotAllowed, NotFound
from memdesk.core.scope import EVERYTHING, Viewer
from memdesk.store.connection import Connections, begin_writing, in_words

if TYPE_CHECKING:
    from memdesk.core.errors import MemdeskError
    from memdesk.core.preset import Preset
    from memdesk.core.query import Query
    from memdesk.core.similar import LookAlike
    from memdesk.store.access import AccessRow
    from memdesk.store.block_source import BlockSource
    from memdesk.store.changes import Change
    from memdesk.store.frozen import FrozenBlock, FrozenKey
    from memdesk.store.history import Revision
    from memdesk.store.hosts import HostRecord, Policy
    from memdesk.store.search import Hit
    from memdesk.store.suggestions import Suggestion
    from memdesk.store.writing import Writing
else:
    _HOMES = {
        "AccessRow": "access",
        "BlockSource": "block_source",
        "Change": "changes",
        "FrozenBlock": "frozen",
        "FrozenKey": "frozen",
        "Hit": "search",
        "HostRecord": "hosts",
        "LookAlike": "similarity",
        "Revision": "history",
        "Suggestion": "suggestions",
    }

    def __getattr__(name: str) -> object:
        """What the bank takes and gives, from the module that it belongs to."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(getattr(store, home), name)


__all__ = [
    "AccessRow",
    "Bank",
    "BlockSource",
    "Change",
    "FrozenBlock",
    "FrozenKey",
    "Hit",
    "HostRecord",
    "LookAlike",
    "Revision",
    "Suggestion",
]

Field = Literal["status", "workspace", "role", "author", "work_kind", "tech"]
Named = Sequence[tuple[Kind, str]]
"""Entries by kind and id."""


class Bank:
    """One bank file. Safe to use from any thread: each gets a connection of its own.

    There is no file before the first write; reading a bank that isn't there gives nothing. Every
    method raises BankUnavailable when the file is locked, damaged, from a newer memdesk, or on a
    full disk. A thread that ends calls `close_thread` first.
    """

    def __init__(self, path: Path, *, backups: Path | None = None) -> None:
        self.path = path
        self.backups = path.parent / "backups" if backups is None else backups
        self._connections = Connections(path, self._back_up_before_migration)
        self._open = _Open()

    def exists(self) -> bool:
        """Whether there is a file already."""
        return self.path.exists()

    def close(self) -> None:
        """Close the calling thread's connection; the bank opens again when it is used."""
        self.close_thread()

    def close_thread(self) -> None:
        """Close the calling thread's connection."""
        self._connections.close()

    # --- reading

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the bank, for as long as the block lasts."""
        with in_words(self.path):
            if (written := self._open.connection) is not None:
                yield written
                return
            connection = self._connections.reading()
            if connection.in_transaction:  # a reading inside a reading
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:  # SQLite itself ends it on a disk that fails
                    connection.execute("ROLLBACK")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside is of one moment, whatever others write meanwhile."""
        with self._reading():
            yield

    def get(
        self,
        id: str,
        *,
        kind: Kind | None = None,
        viewer: Viewer = EVERYTHING,
        trashed: bool = False,
    ) -> Entry:
        """The entry of that id; with `trashed`, one in the trash too.

        Raises NotFound, and Conflict when a bare id fits two kinds (spec 1.1).
        """
        with self._reading() as connection:
            return store.reading.find_entry(
                connection, kind, id, Actor(viewer=viewer), trashed=trashed
            )

    def entries(self, query: Query | None = None) -> list[Entry]:
        """The entries of a query, in its order; without one, all that are not in the trash."""
        if query is None:
            from memdesk.core.query import Query  # nothing that a start waits for asks one

            query = Query()
        with self._reading() as connection:
            if _has_no_text(query):
                return store.reading.entries(connection, query)
            keys = store.search.keys(connection, query)
            found = store.reading.rows(connection, keys)
            return [found[key] for key in keys]

    def keys(self, query: Query) -> array[int]:
        """The keys of a query's entries, in its order: what a table model holds.

        With text, at most `search.LISTED`.
        """
        with self._reading() as connection:
            if _has_no_text(query):
                return store.reading.keys(connection, query)
            return store.search.keys(connection, query)

    def rows(self, keys: Sequence[int]) -> dict[int, Entry]:
        """Entries by key, trashed ones too; keys that aren't there are left out."""
        with self._reading() as connection:
            return store.reading.rows(connection, keys)

    def count(self, query: Query) -> int:
        """How many entries meet a query; with text, `search.LISTED` stands for so many or more."""
        with self._reading() as connection:
            if _has_no_text(query):
                return store.reading.count(connection, query)
            return store.search.count(connection, query)

    def search(self, query: Query) -> list[Hit]:
        """What `query.text` finds, the best first; by `query.sort` when that is not "recent"."""
        with self._reading() as connection:
            if _has_no_text(query):
                keys: Sequence[int] = store.reading.keys(connection, query)
            elif query.sort == "recent":
                keys = store.search.ranked(connection, query)
            else:
                keys = store.search.keys(connection, query)
            found = store.reading.rows(connection, keys)
        return store.search.hits(query, [found[key] for key in keys])

    def profile(self) -> Profile:
        """The person's profile."""
        with self._reading() as connection:
            return store.reading.read_profile(connection)

    def look_alikes(
        self, entry: Entry, *, viewer: Viewer = EVERYTHING, limit: int = 5
    ) -> list[LookAlike]:
        """Entries of the same kind that say what this one says, the likest first (spec 1.4)."""
        with self._reading() as connection:
            return store.similarity.look_alikes(connection, entry, viewer, limit)

    def stats(self, viewer: Viewer = EVERYTHING) -> dict[str, object]:
        """memories, tasks, works, by_scope, by_category, by_relevance, tags (spec 3.1)."""
        with self._reading() as connection:
            return store.reading.stats(connection, viewer)

    def distinct(self, field: Field, kind: Kind | None = None) -> list[str]:
        """The values of a field that are in use, the most used first."""
        with self._reading() as connection:
            return store.reading.distinct(connection, field, kind)

    # --- writing

    @contextmanager
    def transaction(self, actor: Actor, label: str) -> Iterator[None]:
        """All writes inside are one change and one step of undo, or none of them happens.

        The actor of the whole makes the change, whoever the actors inside are.
        """
        with self._writing(actor, label):
            yield

    @contextmanager
    def _writing(self, actor: Actor, label: str) -> Iterator[Writing]:
        """The open change, or a new one that is committed at the end of the block."""
        outer = self._open.writing
        with in_words(self.path):
            if outer is not None:
                whole, outer.actor = outer.actor, actor
                try:
                    yield outer
                finally:
                    outer.actor = whole
                return
            bulky = actor.author.startswith(IMPORT_PREFIX)
            with self._transaction(bulky=bulky) as connection:
                writing = store.writing.Writing(connection, actor, label)
                self._open.writing = writing
                try:
                    yield writing
                    writing.finish()
                finally:
                    self._open.writing = None

    @contextmanager
    def _quietly(self, patience: float | None = None) -> Iterator[sqlite3.Connection]:
        """A write that is no change: nobody's view of the entries differs after it.

        `patience`: how many seconds to wait for another's transaction to end.
        """
        with in_words(self.path):
            if (connection := self._open.connection) is not None:
                yield connection
                return
            with self._transaction(patience) as connection:
                yield connection

    @contextmanager
    def _transaction(
        self, patience: float | None = None, *, bulky: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """A new transaction that writes, committed at the end of the block."""
        connection = self._connections.writing()
        if bulky:
            connection.execute("PRAGMA synchronous = normal")
        try:
            begin_writing(connection, patience)
            self._open.connection = connection
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite itself rolls back on a full disk
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._open.connection = None
        finally:
            if bulky:
                connection.execute("PRAGMA synchronous = full")

    def add(self, entry: Entry, actor: Actor) -> Entry:
        """Store a new entry and give it back as stored: id, key, times, author.

        A trashed entry of the same id and kind is revived with the new values; a living one
        raises Conflict (spec 1.1).
        """
        with self._writing(actor, "add") as writing:
            return writing.add(entry)

    def update(
        self,
        id: str,
        fields: Mapping[str, object],
        actor: Actor,
        *,
        kind: Kind | None = None,
        expected: Mapping[str, object] | None = None,
    ) -> Entry:
        """Change fields, named as the attributes of the entry's class.

        `expected` holds the values that the editor began from. When a field was changed
        meanwhile to something else than the new value, nothing is written and Conflict is
        raised; its `values` hold `field` and `theirs`. Imports may set times and authors too.
        """
        with self._writing(actor, "update") as writing:
            return writing.update(writing.find(kind, id), fields, expected)

    def update_many(
        self,
        keys: Sequence[int],
        fields: Mapping[str, object],
        actor: Actor,
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        label: str = "bulk",
    ) -> int:
        """Change many entries alike, as one step. Gives how many became different.

        A field that a kind doesn't have is passed over for entries of that kind.
        """
        with self._writing(actor, label) as writing:
            return store.bulk.update_many(writing, keys, fields, add_tags, remove_tags)

    def set_profile(
        self,
        fields: Mapping[str, object],
        actor: Actor,
        *,
        expected: Mapping[str, object] | None = None,
    ) -> Profile:
        """Change interests, preferences or notes. `expected` as in `update`."""
        with self._writing(actor, "profile") as writing:
            return writing.set_profile(fields, expected)

    def delete(self, ids: Named, actor: Actor) -> int:
        """Move entries to the trash; gives how many were there."""
        with self._writing(actor, "delete") as writing:
            return store.bulk.each(writing, ids, writing.delete, trashed=False)

    def restore(self, ids: Named, actor: Actor) -> int:
        """Take entries out of the trash; gives how many were in it."""
        with self._writing(actor, "restore") as writing:
            return store.bulk.each(writing, ids, writing.restore, trashed=True)

    def destroy(self, ids: Named, actor: Actor) -> int:
        """Delete entries forever, from the trash or not, with their revisions (spec 1.6)."""
        with self._writing(actor, "destroy") as writing:
            return store.bulk.each(writing, ids, writing.destroy, trashed=None)

    def forget_everywhere(
        self, ids: Named, actor: Actor, progress: Callable[[str], None] | None = None
    ) -> list[MemdeskError]:
        """Delete entries forever, and their text from all that memdesk keeps (spec 1.6).

        Gives what it could not reach, each to be said as an error is. `progress` is called with
        the step that begins: bank, file, backups.
        """
        say = progress or (lambda step: None)
        say("bank")
        with self._writing(actor, "forget") as writing:
            store.forgetting.forget(writing, ids)
        say("file")
        with in_words(self.path):
            left = store.forgetting.sweep(self._connections.writing(), self.path)
        say("backups")
        left += store.forgetting.forget_in_backups(self.backups, ids, actor)
        return [
            *left,
            NotAllowed("What was exported, and what other programs have read, is out of reach."),
        ]

    def reorder(self, kind: Kind, ids: Sequence[str], before: str | None, actor: Actor) -> None:
        """Put these tasks or works, in this order, before that one; None: at the end."""
        with self._writing(actor, "reorder") as writing:
            store.bulk.reorder(writing, kind, ids, before)

    def merge(
        self,
        keep: tuple[Kind, str],
        others: Named,
        fields: Mapping[str, object],
        actor: Actor,
    ) -> Entry:
        """Make one entry of several: it gets the fields, the others go to the trash."""
        with self._writing(actor, "merge") as writing:
            return store.bulk.merge(writing, keep, others, fields)

    # --- tags

    def tags(self, viewer: Viewer = EVERYTHING) -> list[tuple[str, int]]:
        """The tags in use and how many entries carry each, by name."""
        with self._reading() as connection:
            return store.reading.tags(connection, viewer)

    def rename_tag(self, old: str, new: str, actor: Actor) -> int:
        """Rename a tag on every entry, joining the new one where it is; gives how many."""
        with self._writing(actor, "rename tag") as writing:
            return store.tags.rename(writing, old, new)

    def delete_tag(self, name: str, actor: Actor) -> int:
        """Take a tag off every entry; gives how many carried it."""
        with self._writing(actor, "delete tag") as writing:
            return store.tags.delete(writing, name)

    # --- history

    def history(
        self,
        id: str | None = None,
        *,
        kind: str | None = None,
        limit: int = 100,
        before: int | None = None,
    ) -> list[Revision]:
        """The newest revisions first, of one thing or of all; `before` a revision's number."""
        with self._reading() as connection:
            return store.history.history(connection, id, kind, limit, before)

    def undo(self, actor: Actor, change: int | None = None) -> Change | None:
        """Take back a change; without a number, the person's last one not taken back yet.

        Gives the change that did it, or None when there is nothing to undo. Raises Conflict
        when someone has overwritten since what would come back, NotFound for a number of none.
        """
        if not self.exists():  # and none must come to be for it (spec 1.8)
            if change is None:
                return None
            raise NotFound("There is no change {number}.", number=change)
        with self._writing(actor, "undo") as writing:
            if change is None:
                target = store.changes.undoable(writing.connection)
                if target is None:
                    return None
            else:
                target = store.changes.by_number(writing.connection, change)
                if target is None:
                    raise NotFound("There is no change {number}.", number=change)
            return store.history.undo(writing, target)

    def redo(self, actor: Actor) -> Change | None:
        """Take back the last undo, unless the person has changed something since."""
        if not self.exists():
            return None
        with self._writing(actor, "redo") as writing:
            target = store.changes.redoable(writing.connection)
            return None if target is None else store.history.redo(writing, target)

    def can_undo(self) -> Change | None:
        """What `undo` would take back."""
        with self._reading() as connection:
            return store.changes.undoable(connection)

    def can_redo(self) -> Change | None:
        """The undo that `redo` would take back."""
        with self._reading() as connection:
            return store.changes.redoable(connection)

    def revert(self, revision: int, actor: Actor) -> Entry | Profile | None:
        """Bring back what was before one revision, as a new change. Raises as `undo` does."""
        with self._writing(actor, "revert") as writing:
            return store.history.take_back_one(
                writing, store.history.by_number(writing.connection, revision)
            )

    # --- changes of anyone

    def generation(self) -> int:
        """The number of the newest change, by whatever thread or process. Cheap."""
        with in_words(self.path):
            return store.changes.generation(self._open.connection or self._connections.reading())

    def changes_since(self, number: int) -> list[Change]:
        """The changes after that number, in order."""
        with self._reading() as connection:
            return store.changes.since(connection, number)

    # --- the block

    def block_source(self, preset: Preset, viewer: Viewer, host: str = "") -> BlockSource:
        """What `build_block` needs for a preset, without reading the whole bank."""
        with self._reading() as connection:
            return store.block_source.block_source(connection, preset, viewer, host)

    def frozen_block(self, key: FrozenKey, limit: int | None = None) -> FrozenBlock | None:
        """The system layer that was frozen for a key, if it fits the limit (spec 2.4)."""
        with self._reading() as connection:
            return store.frozen.find(connection, key, limit)

    def freeze(
        self,
        key: FrozenKey,
        limit: int | None,
        text: str,
        details: Mapping[str, object],
        *,
        refresh: bool = False,
        patience: float | None = None,
    ) -> FrozenBlock:
        """Keep a system layer; of several processes the first one wins, and all get its bytes.

        `patience` is how many seconds to wait for a bank that another program has locked.
        """
        with self._quietly(patience) as connection:
            return store.frozen.freeze(connection, key, limit, text, details, refresh=refresh)

    # --- presets, hosts, roles

    def presets(self) -> dict[str, Preset]:
        """The built-in presets and the person's own, by name."""
        with self._reading() as connection:
            return store.hosts.all_presets(connection)

    def preset(self, name: str) -> Preset | None:
        """A preset, built-in or the person's own; None where there is none."""
        with self._reading() as connection:
            return store.hosts.one_preset(connection, name)

    def save_preset(self, preset: Preset, actor: Actor) -> None:
        """Store a preset of the person's own. Raises BadParameters for a built-in's name."""
        with self._writing(actor, "preset") as writing:
            store.hosts.save_preset(writing, preset)

    def delete_preset(self, name: str, actor: Actor) -> None:
        """Delete one of the person's own presets; who used it gets `default`."""
        with self._writing(actor, "preset") as writing:
            store.hosts.delete_preset(writing, name)

    def preset_for(self, host: str, role: str) -> str:
        """The name of the role's preset, else the host's, else `default` (spec 2.2)."""
        with self._reading() as connection:
            return store.hosts.preset_for(connection, host, role)

    def hosts(self) -> list[HostRecord]:
        """The hosts that have called or were set, by name."""
        with self._reading() as connection:
            return store.hosts.all_hosts(connection)

    def host(self, name: str) -> HostRecord:
        """A host; an unknown one as it would start."""
        with self._reading() as connection:
            return store.hosts.one_host(connection, name)

    def set_host(self, name: str, actor: Actor, **choices: Policy | str | None) -> HostRecord:
        """Choose `policy` (read, write, review, blocked) or `preset` (None: default) of a host."""
        with self._writing(actor, "host") as writing:
            return store.hosts.set_host(writing, name, choices)

    def note_host(self, name: str) -> None:
        """Note that a host calls. A new one starts as "write" and shows up as a change."""
        if self.host(name).first_seen is not None:
            with self._quietly() as connection:
                store.hosts.note_host(connection, name)
            return
        with self._writing(Actor(author=name), "host") as writing:
            if store.hosts.note_host(writing.connection, name):
                writing.touch("host", name)

    def roles(self) -> dict[str, str | None]:
        """Every role there is, with the preset chosen for it or None."""
        with self._reading() as connection:
            return store.hosts.all_roles(connection)

    def set_role_preset(self, role: str, preset: str | None, actor: Actor) -> None:
        """Choose the preset of a role; None leaves it to the host's."""
        with self._writing(actor, "role") as writing:
            store.hosts.set_role_preset(writing, role, preset)

    # --- suggestions

    def add_suggestion(
        self, host: str, session_id: str | None, operation: str, parameters: Mapping[str, object]
    ) -> int:
        """Keep a host's write for the person to decide on; gives the suggestion's number."""
        actor = Actor(author=host, session_id=session_id)
        with self._writing(actor, "suggestion") as writing:
            return store.suggestions.add(writing, operation, parameters)

    def suggestions(self, *, waiting: bool = True) -> list[Suggestion]:
        """The suggestions that wait, or all of them, the newest first."""
        with self._reading() as connection:
            return store.suggestions.every(connection, waiting=waiting)

    def resolve_suggestion(self, number: int, accepted: bool, actor: Actor) -> Suggestion:
        """Note what the person decided; carrying it out is the caller's. Raises NotFound."""
        with self._writing(actor, "suggestion") as writing:
            return store.suggestions.resolve(writing, number, accepted)

    # --- access: no changes

    @contextmanager
    def unnoticed(self) -> Iterator[None]:
        """Access that is written inside is one transaction, and no change."""
        with self._quietly():
            yield

    def record_access(self, ids: Mapping[Kind, Sequence[str]], *, recalled: bool) -> None:
        """Touch accessed_at of entries; a recall also counts (spec 1.6)."""
        with self._quietly() as connection:
            store.access.record(connection, ids, recalled=recalled)

    def log_access(self, records: Sequence[AccessRow]) -> None:
        """Keep who read what (spec 3.1)."""
        with self._quietly() as connection:
            store.access.log(connection, records)

    def access_log(self, *, limit: int = 100, before: int | None = None) -> list[AccessRow]:
        """Who read what, the newest first."""
        with self._reading() as connection:
            return store.access.logged(connection, limit, before)

    # --- the file

    def backup(self, to: Path | None = None) -> Path:
        """Copy the bank as it is now, checked, to a file or into the backups directory."""
        with in_words(self.path):
            return store.backup.backup(
                self.path, to or store.backup.free_name(self.backups, self.path)
            )

    def check(self) -> list[str]:
        """Everything that is wrong with the file, in sentences; reads all of it."""
        if not self.exists():
            return []
        with self._writing(Actor(), "") as writing:
            return (
                store.backup.faults(writing.connection)
                + store.search_index.SearchIndex(writing.connection).faults()
            )

    def _back_up_before_migration(self, path: Path) -> None:
        store.backup.backup(path, store.backup.free_name(self.backups, path))


class _Open(threading.local):
    """The transaction that writes in the calling thread: its connection, and its change if any."""

    connection: sqlite3.Connection | None = None
    writing: Writing | None = None


def _has_no_text(query: Query) -> bool:
    # Most queries have none, and what reads a question would be loaded for it.
    return not query.text or store.question.ask(query.text).empty
