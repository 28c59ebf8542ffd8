"""Ageing: what nobody asks for becomes less relevant, and goes to the trash in the end (spec 1.6).

Only a person starts it, after a look at what it would do. It never touches what is pinned, a
constraint, or anything that the person wrote, imported or edited.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta

from memdesk.core import times
from memdesk.core.entry import Entry, Relevance
from memdesk.store import reading
from memdesk.store.bulk import Progress
from memdesk.store.rows import RANKS, parts
from memdesk.store.writing import Writing

UNSEEN_DAYS = 30
"""An entry that wasn't accessed for so long is downgraded, once in so many days."""
NEVER_RECALLED_DAYS = 180
"""One that was never recalled, made and last accessed before that, goes to the trash."""
MOST_DAYS = 36_500

OF_HOSTS = "by_person = 0 AND deleted_at IS NULL AND pinned = 0 AND is_constraint = 0"
"""What ageing and capacity may touch, as the index `entry_by_hosts` has it."""

_GOES = (
    " AND access_count = 0 AND created_at < ? AND coalesce(accessed_at, created_at) < ?"
    " AND relevance > ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ages:
    """What is old. `kept_relevance`: what has it, or a higher one, never goes to the trash."""

    days: int = NEVER_RECALLED_DAYS
    kept_relevance: Relevance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaning:
    """The keys of what goes to the trash and of what is downgraded, the least needed first."""

    trash: array[int] = field(default_factory=lambda: array("q"))
    downgrade: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.trash) + len(self.downgrade)


def to_clean(connection: sqlite3.Connection, ages: Ages) -> Cleaning:
    """What cleaning would do now."""
    old, unseen = days_ago(ages.days), days_ago(UNSEEN_DAYS)
    kept = -1 if ages.kept_relevance is None else RANKS[ages.kept_relevance]
    goes = (old, old, kept)
    trash = connection.execute(
        f"SELECT key FROM entry WHERE {OF_HOSTS}{_GOES}"
        " ORDER BY relevance DESC, coalesce(accessed_at, created_at), key",
        goes,
    )
    downgrade = connection.execute(
        f"SELECT key FROM entry WHERE {OF_HOSTS}"
        " AND relevance < ? AND coalesce(accessed_at, created_at) < ?"
        " AND coalesce(downgraded_at, '') < ?"
        f" AND NOT (1{_GOES}) ORDER BY relevance DESC, coalesce(accessed_at, created_at), key",
        (RANKS["low"], unseen, unseen, *goes),
    )
    return Cleaning(
        trash=array("q", (key for (key,) in trash)),
        downgrade=array("q", (key for (key,) in downgrade)),
    )


def clean(
    writing: Writing,
    ages: Ages,
    among: Collection[int] | None = None,
    progress: Progress | None = None,
) -> Cleaning:
    """Do it, to all or only to these keys; gives what was done.

    What has been accessed or edited since the person looked stays as it is.
    """
    found = to_clean(writing.connection, ages)
    if among is not None:
        chosen = among if isinstance(among, set | frozenset) else set(among)
        found = Cleaning(
            trash=array("q", (key for key in found.trash if key in chosen)),
            downgrade=array("q", (key for key in found.downgrade if key in chosen)),
        )
    done = 0
    for keys, do in ((found.trash, writing.delete), (found.downgrade, writing.downgrade)):
        for part in parts(keys):
            if progress is not None:
                progress(done, len(found))
            for entry in reading.rows(writing.connection, part).values():
                do(entry)
            done += len(part)
    return found


def days_ago(days: int) -> str:
    """The time so many days ago, as the bank keeps times."""
    return times.iso(times.parse(times.now()) - timedelta(days=days))


def days_since(moment: str) -> int:
    """How many whole days have passed since a time."""
    return max(0, (times.parse(times.now()) - times.parse(moment)).days)


def last_seen(entry: Entry) -> str:
    """When an entry was last accessed; when it was made, if it never was."""
    return entry.accessed_at or entry.created_at
