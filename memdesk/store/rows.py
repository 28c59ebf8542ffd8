"""Entries as rows, and rows as entries: the one place that knows both."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memdesk.core.constraint import verdict
from memdesk.core.entry import (
    RELEVANCES,
    Entry,
    Memory,
    Profile,
    Relevance,
    Task,
    Work,
    body_of,
)

RELEVANCE_OF: tuple[Relevance, ...] = RELEVANCES
RANKS: dict[str, int] = {relevance: rank for rank, relevance in enumerate(RELEVANCE_OF)}
"""Relevance is stored as a rank, so that an index can sort by it: 0 high, 1 medium, 2 low."""

COLUMNS = (
    "kind", "id", "title", "body", "category", "constraint_mode", "is_constraint", "status",
    "work_kind", "tech", "path", "relevance", "workspace", "role", "pinned", "position",
    "created_at", "updated_at", "accessed_at", "access_count", "author", "session_id",
    "source_sessions", "by_person", "not_secret", "never_send_to", "deleted_at",
)  # fmt: skip
"""The columns that an entry fills. The rest is the bank's own bookkeeping."""

SELECTED = "key, " + ", ".join(COLUMNS)
"""What `entry_of` wants of a SELECT."""


def texts_of(entry: Entry) -> tuple[str, tuple[str, ...], str]:
    """What an entry is found by (spec 1.5): title, tags, and the rest as one text."""
    return entry.label, entry.tags, searched_body(body_of(entry), getattr(entry, "tech", ()))


def searched_body(body: str, tech: tuple[str, ...]) -> str:
    """The body, and what a work is made with."""
    return "\n".join((body, *tech)) if tech else body


def values_of(entry: Entry) -> tuple[object, ...]:
    """The values of COLUMNS."""
    category, mode, is_constraint = "", "", 0
    status, work_kind, tech, path = "", "", "[]", ""
    if isinstance(entry, Memory):
        category, mode = entry.category, entry.constraint
        is_constraint = int(verdict(entry).is_constraint)
    elif isinstance(entry, Task):
        status = entry.status
    elif isinstance(entry, Work):
        status, work_kind, path = entry.status, entry.work_kind, entry.path
        tech = as_json(entry.tech)
    return (
        entry.kind, entry.id, entry.label, body_of(entry), category, mode, is_constraint,
        status, work_kind, tech, path, RANKS[entry.relevance], entry.workspace, entry.role,
        int(entry.pinned), entry.position, entry.created_at, entry.updated_at, entry.accessed_at,
        entry.access_count, entry.author, entry.session_id, as_json(entry.source_sessions),
        int(entry.by_person), int(entry.not_secret), as_json(entry.never_send_to),
        entry.deleted_at,
    )  # fmt: skip


def entry_of(row: Sequence[Any], tags: tuple[str, ...]) -> Entry:
    """The entry of a row of SELECTED and its tags."""
    (
        key, kind, id, title, body, category, mode, _is_constraint, status, work_kind, tech, path,
        rank, workspace, role, pinned, position, created_at, updated_at, accessed_at,
        access_count, author, session_id, source_sessions, by_person, not_secret, never_send_to,
        deleted_at,
    ) = row  # fmt: skip
    common: dict[str, Any] = {
        "key": key,
        "id": id,
        "tags": tags,
        "relevance": RELEVANCE_OF[rank],
        "workspace": workspace,
        "role": role,
        "pinned": bool(pinned),
        "position": position,
        "created_at": created_at,
        "updated_at": updated_at,
        "accessed_at": accessed_at,
        "access_count": access_count,
        "author": author,
        "session_id": session_id,
        "source_sessions": from_json(source_sessions),
        "by_person": bool(by_person),
        "not_secret": bool(not_secret),
        "never_send_to": from_json(never_send_to),
        "deleted_at": deleted_at,
    }
    if kind == "memory":
        return Memory(title=title, content=body, category=category, constraint=mode, **common)
    if kind == "task":
        return Task(title=title, notes=body, status=status, **common)
    return Work(
        name=title, summary=body, status=status, work_kind=work_kind, path=path,
        tech=from_json(tech), **common,
    )  # fmt: skip


def entries_of(connection: sqlite3.Connection, rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """The entries of rows of SELECTED, in their order, with their tags."""
    rows = list(rows)
    tags = tags_of(connection, [row[0] for row in rows])
    return [entry_of(row, tags.get(row[0], ())) for row in rows]


def tags_of(connection: sqlite3.Connection, keys: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """The tags of each of these entries that has any, in order."""
    found: dict[int, list[str]] = {}
    for part in parts(keys):
        for key, tag in connection.execute(
            "SELECT entry_key, tag FROM entry_tag"
            f" WHERE entry_key IN ({places(part)}) ORDER BY entry_key, position",
            part,
        ):
            found.setdefault(key, []).append(tag)
    return {key: tuple(tags) for key, tags in found.items()}


def write_tags(connection: sqlite3.Connection, key: int, tags: Sequence[str]) -> None:
    """Give an entry that has no tags these."""
    connection.executemany(
        "INSERT INTO entry_tag (entry_key, position, tag) VALUES (?, ?, ?)",
        [(key, position, tag) for position, tag in enumerate(tags)],
    )


def profile_of(row: Sequence[Any] | None) -> Profile:
    """The profile of a row (interests, preferences, notes, updated_at); an empty one of None."""
    if row is None:
        return Profile()
    interests, preferences, notes, updated_at = row
    return Profile(
        interests=from_json(interests),
        preferences=from_json(preferences),
        notes=notes,
        updated_at=updated_at,
    )


def parts(keys: Sequence[int], size: int = 500) -> Iterable[Sequence[int]]:
    """Keys in handfuls: SQLite takes only so many parameters in a statement."""
    for start in range(0, len(keys), size):
        yield keys[start : start + size]


def places(values: Sequence[object]) -> str:
    """`?, ?, ?` for as many values."""
    return ", ".join("?" * len(values))


def as_json(value: Sequence[object] | Mapping[str, object]) -> str:
    """A list or a dict as the bank keeps it."""
    return "[]" if value == () else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> tuple[str, ...]:
    """A list of texts."""
    return () if text == "[]" else tuple(json.loads(text))
