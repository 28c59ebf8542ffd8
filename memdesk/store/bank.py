"""The bank: the one door to everything memdesk keeps (spec 1).

What does the work stands in the other modules of the store, each loaded when it is first used.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind, Profile
from memdesk.core.errors import NotFound
from memdesk.core.scope import EVERYTHING, Viewer
from memdesk.store.connection import in_words
from memdesk.store.keeping import KeptBank
from memdesk.store.later import (
    access,
    audience,
    block_source,
    bulk,
    change_log,
    changes,
    frozen,
    history,
    hosts,
    insights,
    question,
    reading,
    remembered_words,
    reviewed,
    search,
    similarity,
    stats,
    suggestions,
    tags,
)
from memdesk.store.later import apart as apart_pairs

if TYPE_CHECKING:
    from memdesk.core.block.result import Language
    from memdesk.core.preset import Preset
    from memdesk.core.query import Query
    from memdesk.core.similar import LookAlike
    from memdesk.store.access import AccessRow
    from memdesk.store.audience import Concerned
    from memdesk.store.block_source import BlockSource
    from memdesk.store.bulk import Progress
    from memdesk.store.change_log import LoggedChange
    from memdesk.store.changes import Change
    from memdesk.store.frozen import FrozenBlock, FrozenKey, Given
    from memdesk.store.history import Revision
    from memdesk.store.hosts import HostRecord, Policy
    from memdesk.store.insights import Fetches, Tally
    from memdesk.store.search import Hit
    from memdesk.store.suggestions import Suggestion

_HOMES = {
    "AccessRow": access,
    "BlockSource": block_source,
    "Change": changes,
    "Concerned": audience,
    "FrozenBlock": frozen,
    "FrozenKey": frozen,
    "Given": frozen,
    "Hit": search,
    "HostRecord": hosts,
    "LoggedChange": change_log,
    "LookAlike": similarity,
    "Revision": history,
    "Suggestion": suggestions,
}
__all__ = [
    "AccessRow",
    "Bank",
    "BlockSource",
    "Change",
    "Concerned",
    "FrozenBlock",
    "FrozenKey",
    "Given",
    "Hit",
    "HostRecord",
    "LoggedChange",
    "LookAlike",
    "Revision",
    "Suggestion",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """What the bank takes and gives, from the module that it belongs to."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(home, name)


Field = Literal["status", "workspace", "role", "author", "work_kind", "tech"]
Named = Sequence[tuple[Kind, str]]
"""Entries by kind and id."""


class Bank(KeptBank):
    """One bank file. Safe to use from any thread: each gets a connection of its own.

    There is no file before the first write; reading a bank that isn't there gives nothing. Every
    method raises BankUnavailable when the file is locked, damaged, from a newer memdesk, or on a
    full disk. A thread that ends calls `close_thread` first.
    """

    _words: remembered_words.RememberedWords | None = None

    # --- reading

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
            return reading.find_entry(connection, kind, id, Actor(viewer=viewer), trashed=trashed)

    def entries(self, query: Query | None = None) -> list[Entry]:
        """The entries of a query, in its order; without one, all that are not in the trash."""
        if query is None:
            from memdesk.core.query import Query  # nothing that a start waits for asks one

            query = Query()
        with self._reading() as connection:
            if _has_no_text(query):
                return reading.entries(connection, query)
            keys = search.keys(connection, query)
            found = reading.rows(connection, keys)
            return [found[key] for key in keys]

    def keys(self, query: Query) -> array[int]:
        """The keys of a query's entries, in its order: what a table model holds.

        With text, at most `search.LISTED`.
        """
        with self._reading() as connection:
            if _has_no_text(query):
                return reading.keys(connection, query)
            return search.keys(connection, query)

    def keys_for_file(self, kind: Kind) -> array[int]:
        """The keys of a kind's entries in the order in which a file has them (spec 4.2)."""
        with self._reading() as connection:
            return reading.keys_for_file(connection, kind)

    def rows(self, keys: Sequence[int]) -> dict[int, Entry]:
        """Entries by key, trashed ones too; keys that aren't there are left out."""
        with self._reading() as connection:
            return reading.rows(connection, keys)

    def stored(self, named: Named) -> dict[tuple[Kind, str], Entry]:
        """Those of these entries that are there, trashed ones too: an import asks for many."""
        with self._reading() as connection:
            return reading.stored(connection, named)

    def titled(self, titles: Collection[str]) -> list[Entry]:
        """The entries of these titles, trashed ones too. Takes a second in a bank of a million."""
        with self._reading() as connection:
            return reading.titled(connection, titles)

    def count(self, query: Query) -> int:
        """How many entries meet a query; with text, `search.LISTED` stands for so many or more."""
        with self._reading() as connection:
            if _has_no_text(query):
                return stats.count(connection, query)
            return search.count(connection, query)

    def search(self, query: Query) -> list[Hit]:
        """What `query.text` finds, the best first; by `query.sort` when that is not "recent"."""
        with self._reading() as connection:
            if _has_no_text(query):
                keys: Sequence[int] = reading.keys(connection, query)
            elif query.sort == "recent":
                keys = search.ranked(connection, query)
            else:
                keys = search.keys(connection, query)
            found = reading.rows(connection, keys)
        return search.hits(query, [found[key] for key in keys])

    def profile(self) -> Profile:
        """The person's profile."""
        with self._reading() as connection:
            return reading.read_profile(connection)

    def look_alikes(
        self, entry: Entry, *, viewer: Viewer = EVERYTHING, limit: int = 5
    ) -> list[LookAlike]:
        """Entries of the same kind that say what this one says, the likest first (spec 1.4)."""
        with self._reading() as connection:
            words = self._words = self._words or remembered_words.RememberedWords()
            if self._has_written:
                words = remembered_words.RememberedWords()  # it may be taken back
            return similarity.look_alikes(connection, entry, viewer, limit, words)

    def learn_words(self) -> None:
        """Learn what was written last, where look-alikes are asked for: who asks next needn't."""
        if (words := self._words) is not None and not self._has_written:
            with self._reading() as connection, words.of(connection):
                pass

    def stats(self, viewer: Viewer = EVERYTHING, host: str | None = None) -> dict[str, object]:
        """memories, tasks, works, by_scope, by_category, by_relevance, tags (spec 3.1).

        For a host, what is kept from it is not counted.
        """
        with self._reading() as connection:
            return stats.stats(connection, viewer, host)

    def reviewed_sessions(
        self, viewer: Viewer = EVERYTHING, host: str | None = None
    ) -> dict[str, str]:
        """The sessions that visible entries name in `source_sessions` (spec 5.1), and when the
        newest of those was made. For a host, what is kept from it does not count."""
        with self._reading() as connection:
            return reviewed.reviewed_sessions(connection, viewer, host)

    def distinct(self, field: Field, kind: Kind | None = None) -> list[str]:
        """The values of a field that are in use, the most used first."""
        with self._reading() as connection:
            return stats.distinct(connection, field, kind)

    # --- writing

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
        progress: Progress | None = None,
    ) -> int:
        """Change many entries alike, as one step. Gives how many became different.

        A field that a kind doesn't have is passed over for entries of that kind. `progress` is
        told how many of how many are done; what it raises rolls everything back.
        """
        with self._writing(actor, label) as writing:
            return bulk.update_many(writing, keys, fields, add_tags, remove_tags, progress)

    def set_profile(
        self,
        fields: Mapping[str, object],
        actor: Actor,
        *,
        expected: Mapping[str, object] | None = None,
        updated_at: str = "",
    ) -> Profile:
        """Change interests, preferences or notes: now, or when they were changed elsewhere.

        `expected` as in `update`.
        """
        with self._writing(actor, "profile") as writing:
            return writing.set_profile(fields, expected, updated_at)

    def delete(self, ids: Named, actor: Actor, *, progress: Progress | None = None) -> int:
        """Move entries to the trash; gives how many were there. `progress` as in update_many."""
        with self._writing(actor, "delete") as writing:
            return bulk.each(writing, ids, writing.delete, trashed=False, progress=progress)

    def restore(self, ids: Named, actor: Actor, *, progress: Progress | None = None) -> int:
        """Take entries out of the trash; gives how many were in it."""
        with self._writing(actor, "restore") as writing:
            return bulk.each(writing, ids, writing.restore, trashed=True, progress=progress)

    def destroy(self, ids: Named, actor: Actor, *, progress: Progress | None = None) -> int:
        """Delete entries forever, from the trash or not, with their revisions (spec 1.6)."""
        with self._writing(actor, "destroy") as writing:
            return bulk.each(writing, ids, writing.destroy, trashed=None, progress=progress)

    def reorder(self, kind: Kind, ids: Sequence[str], before: str | None, actor: Actor) -> None:
        """Put these tasks or works, in this order, before that one; None: at the end."""
        with self._writing(actor, "reorder") as writing:
            bulk.reorder(writing, kind, ids, before)

    def merge(
        self,
        keep: tuple[Kind, str],
        others: Named,
        fields: Mapping[str, object],
        actor: Actor,
    ) -> Entry:
        """Make one entry of several: it gets the fields, the others go to the trash."""
        with self._writing(actor, "merge") as writing:
            return bulk.merge(writing, keep, others, fields)

    # --- tags

    def tags(self, viewer: Viewer = EVERYTHING) -> list[tuple[str, int]]:
        """The tags in use and how many entries carry each, by name."""
        with self._reading() as connection:
            return stats.tags(connection, viewer)

    def rename_tag(
        self, old: str, new: str, actor: Actor, *, progress: Progress | None = None
    ) -> int:
        """Rename a tag on every entry, joining the new one where it is; gives how many."""
        with self._writing(actor, "rename tag") as writing:
            return tags.rename(writing, old, new, progress)

    def delete_tag(self, name: str, actor: Actor, *, progress: Progress | None = None) -> int:
        """Take a tag off every entry; gives how many carried it."""
        with self._writing(actor, "delete tag") as writing:
            return tags.delete(writing, name, progress)

    # --- history

    def history(
        self,
        id: str | None = None,
        *,
        kind: str | None = None,
        limit: int = 100,
        before: int | None = None,
        viewer: Viewer = EVERYTHING,
    ) -> list[Revision]:
        """The newest revisions first, of one thing or of all; `before` a revision's number.

        A viewer gets those of entries that were its to see all along, and of the profile.
        """
        with self._reading() as connection:
            if viewer.sees_all:
                return history.history(connection, id, kind, limit, before)
            return history.seen_by(connection, viewer, id, kind, limit, before)

    def undo(
        self, actor: Actor, change: int | None = None, *, progress: Progress | None = None
    ) -> Change | None:
        """Take back a change; without a number, the person's last one not taken back yet.

        Gives the change that did it, or None when there is nothing to undo. Raises Conflict
        when someone has overwritten since what would come back, NotFound for a number of none,
        or of a change that concerns more than the actor may see.
        """
        if not self.exists():  # and none must come to be for it (spec 1.8)
            if change is None:
                return None
            raise NotFound("There is no change {number}.", number=change)
        with self._writing(actor, "undo") as writing:
            target = history.to_undo(writing, change)
            return None if target is None else history.undo(writing, target, progress)

    def redo(self, actor: Actor, *, progress: Progress | None = None) -> Change | None:
        """Take back the last undo, unless the person has changed something since."""
        if not self.exists():
            return None
        with self._writing(actor, "redo") as writing:
            target = changes.redoable(writing.connection)
            return None if target is None else history.redo(writing, target, progress)

    def can_undo(self) -> Change | None:
        """What `undo` would take back."""
        with self._reading() as connection:
            return changes.undoable(connection)

    def can_redo(self) -> Change | None:
        """The undo that `redo` would take back."""
        with self._reading() as connection:
            return changes.redoable(connection)

    def revert(self, revision: int, actor: Actor) -> Entry | Profile | None:
        """Bring back what was before one revision, as a new change. Raises as `undo` does."""
        with self._writing(actor, "revert") as writing:
            return history.take_back_one(writing, history.by_number(writing.connection, revision))

    def revert_change(self, number: int, actor: Actor) -> None:
        """Bring back what was before a whole change, as a new change. Raises as `undo` does."""
        with self._writing(actor, "revert") as writing:
            for revision in history.of_change(writing.connection, number):
                history.take_back_one(writing, revision)

    def change_log(
        self,
        *,
        author: str | None = None,
        kind: str | None = None,
        before: int | None = None,
        limit: int = 100,
    ) -> list[LoggedChange]:
        """The newest changes first, however many things each concerned; `before` a number."""
        with self._reading() as connection:
            return change_log.logged(
                connection, author=author, kind=kind, before=before, limit=limit
            )

    def logged_change(self, number: int) -> LoggedChange | None:
        """One change as the log has it."""
        with self._reading() as connection:
            return change_log.one(connection, number)

    def revisions_of(self, change: int, first: int) -> list[Revision]:
        """The first revisions of a change."""
        with self._reading() as connection:
            return history.of_change(connection, change, first=first)

    def title_of(self, kind: str, id: str) -> str:
        """What an entry is called, in the trash too; "" where there is none."""
        with self._reading() as connection:
            return change_log.title(connection, kind, id)

    def change_authors(self) -> list[str]:
        """Everyone who has changed something, by name."""
        with self._reading() as connection:
            return change_log.authors(connection)

    # --- changes of anyone

    def generation(self) -> int:
        """The number of the newest change, by whatever thread or process. Cheap."""
        try:
            return changes.generation(self._open.connection or self._connections.reading())
        except Exception:  # what goes well need not be watched over
            with in_words(self.path):
                raise

    def changes_since(self, number: int) -> list[Change]:
        """The changes after that number, in order."""
        with self._reading() as connection:
            return changes.since(connection, number)

    def concerned(self, change: Change) -> list[Concerned]:
        """What a change names, each with where it stood before it and after."""
        with self._reading() as connection:
            return audience.concerned(connection, change)

    def destroyed_since(self, number: int) -> bool:
        """Whether anything was deleted forever after that change."""
        with self._reading() as connection:
            return changes.destroyed_since(connection, number)

    # --- the block

    def block_source(
        self,
        preset: Preset,
        viewer: Viewer,
        host: str = "",
        *,
        language: Language | None = None,
        drafting: bool = False,
    ) -> BlockSource:
        """What `build_block` needs for a preset, without reading the whole bank.

        While one of the entries is a draft, it takes some more.
        """
        with self._reading() as connection:
            return block_source.block_source(
                connection, preset, viewer, host, language=language, drafting=drafting
            )

    def frozen_block(self, key: FrozenKey, limit: int | None = None) -> FrozenBlock | None:
        """The system layer that was frozen for a key and that limit (spec 2.4)."""
        with self._reading() as connection:
            return frozen.find(connection, key, limit)

    def freeze(
        self,
        key: FrozenKey,
        limit: int | None,
        text: str,
        details: Mapping[str, object],
        *,
        refresh: bool = False,
        at: str | None = None,
        of: int | None = None,
        patience: float | None = None,
    ) -> FrozenBlock | None:
        """Keep a system layer; of several processes the first one wins, and all get its bytes.

        It was made `at` that time (now, if not said) `of` that generation; None when something
        was deleted forever since then, so that it must be made anew. `patience` is how many
        seconds to wait for a bank that another program has locked.
        """
        with self._quietly(patience) as connection:
            return frozen.freeze(
                connection, key, limit, text, details, refresh=refresh, at=at, of=of
            )  # fmt: skip

    def frozen_given(self, host: str, limit: int = 50) -> list[Given]:
        """Which frozen blocks a host's sessions were given, the newest first (spec 7.1)."""
        with self._reading() as connection:
            return frozen.given(connection, host, limit)

    # --- presets, hosts, roles

    def presets(self) -> dict[str, Preset]:
        """The built-in presets and the person's own, by name."""
        with self._reading() as connection:
            return hosts.all_presets(connection)

    def preset(self, name: str) -> Preset | None:
        """A preset, built-in or the person's own; None where there is none."""
        with self._reading() as connection:
            return hosts.one_preset(connection, name)

    def save_preset(self, preset: Preset, actor: Actor) -> None:
        """Store a preset of the person's own. Raises BadParameters for a built-in's name."""
        with self._writing(actor, "preset") as writing:
            hosts.save_preset(writing, preset)

    def delete_preset(self, name: str, actor: Actor) -> None:
        """Delete one of the person's own presets; who used it gets `default`."""
        with self._writing(actor, "preset") as writing:
            hosts.delete_preset(writing, name)

    def preset_for(self, host: str, role: str) -> str:
        """The name of the role's preset, else the host's, else `default` (spec 2.2)."""
        with self._reading() as connection:
            return hosts.preset_for(connection, host, role)

    def hosts(self) -> list[HostRecord]:
        """The hosts that have called or were set, by name."""
        with self._reading() as connection:
            return hosts.all_hosts(connection)

    def host(self, name: str) -> HostRecord:
        """A host; an unknown one as it would start."""
        with self._reading() as connection:
            return hosts.one_host(connection, name)

    def set_host(self, name: str, actor: Actor, **choices: Policy | str | None) -> HostRecord:
        """Choose `policy` (read, write, review, blocked) or `preset` (None: default) of a host."""
        with self._writing(actor, "host") as writing:
            return hosts.set_host(writing, name, choices)

    def note_host(self, name: str) -> None:
        """Note that a host calls. A new one starts as "write" and shows up as a change."""
        if self.host(name).first_seen is not None:
            with self._quietly() as connection:
                hosts.note_host(connection, name)
            return
        with self._writing(Actor(author=name), "host") as writing:
            if hosts.note_host(writing.connection, name):
                writing.journal.touch("host", name)

    def roles(self) -> dict[str, str | None]:
        """Every role there is, with the preset chosen for it or None."""
        with self._reading() as connection:
            return hosts.all_roles(connection)

    def set_role_preset(self, role: str, preset: str | None, actor: Actor) -> None:
        """Choose the preset of a role; None leaves it to the host's."""
        with self._writing(actor, "role") as writing:
            hosts.set_role_preset(writing, role, preset)

    # --- suggestions

    def add_suggestion(
        self, host: str, session_id: str | None, operation: str, parameters: Mapping[str, object]
    ) -> int:
        """Keep a host's write for the person to decide on; gives the suggestion's number."""
        actor = Actor(author=host, session_id=session_id)
        with self._writing(actor, "suggestion") as writing:
            return suggestions.add(writing, operation, parameters)

    def suggestions(self, *, waiting: bool = True) -> list[Suggestion]:
        """The suggestions that wait, or all of them, the newest first."""
        with self._reading() as connection:
            return suggestions.every(connection, waiting=waiting)

    def suggestion(self, number: int) -> Suggestion:
        """One that waits. Raises NotFound."""
        with self._reading() as connection:
            return suggestions.one(connection, number)

    def waiting_suggestions(self) -> int:
        """How many suggestions wait."""
        with self._reading() as connection:
            return suggestions.count(connection)

    def resolve_suggestion(self, number: int, accepted: bool, actor: Actor) -> Suggestion:
        """Note what the person decided, as a step of undo; carrying it out is the caller's.

        Raises NotFound for one that doesn't wait.
        """
        with self._writing(actor, "suggestion") as writing:
            return suggestions.resolve(writing, number, accepted)

    # --- access: no changes

    def record_access(self, ids: Mapping[Kind, Sequence[str]], *, recalled: bool) -> None:
        """Touch accessed_at of entries; a recall also counts (spec 1.6)."""
        with self._quietly() as connection:
            access.record(connection, ids, recalled=recalled)

    def log_access(self, records: Sequence[AccessRow]) -> None:
        """Keep who read what (spec 3.1)."""
        with self._quietly() as connection:
            access.log(connection, records)

    def access_log(
        self, *, limit: int = 100, before: int | None = None, host: str | None = None
    ) -> list[AccessRow]:
        """Who read what, the newest first; of one host or of all."""
        with self._reading() as connection:
            return access.logged(connection, limit, before, host)

    # --- pictures (spec 7.1)

    def tallies(self, bounds: Sequence[str]) -> list[Tally]:
        """Living entries counted by kind, category, relevance and age; bounds newest first."""
        with self._reading() as connection:
            return insights.tallies(connection, bounds)

    def fetches(self, since: str) -> list[Fetches]:
        """How often each host fetched something on each day from a time on."""
        with self._reading() as connection:
            return insights.fetches(connection, since)

    def fetched(self, host: str, start: str, end: str) -> dict[Kind, tuple[int, ...]]:
        """By kind, the keys of what a host fetched from `start` until before `end`."""
        with self._reading() as connection:
            return insights.fetched(connection, host, start, end)

    def keys_of(self, ids: Sequence[str]) -> dict[Kind, tuple[int, ...]]:
        """By kind, the keys of the living entries that have one of these ids."""
        with self._reading() as connection:
            return insights.keys_of(connection, ids)

    def called_apart(self) -> set[tuple[int, int]]:
        """Pairs of keys, the smaller first, that the person has called no duplicates."""
        with self._reading() as connection:
            return apart_pairs.called_apart(connection)

    def call_apart(self, keys: Sequence[int], *, apart: bool = True) -> None:
        """Call each two of these entries no duplicates, or take that back. No change (1.7)."""
        with self._quietly() as connection:
            apart_pairs.call_apart(connection, keys, apart=apart)


def _has_no_text(query: Query) -> bool:
    # Most queries have none, and what reads a question would be loaded for it.
    return not query.text or question.ask(query.text).empty
