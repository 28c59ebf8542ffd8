"""Numbers over the whole bank: entries of a query, of each kind and scope; values in use."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memdesk.core.scope import is_kept_from
from memdesk.store import counts
from memdesk.store.query_sql import (
    WANTED,
    Condition,
    as_list,
    condition,
    of_entries,
    of_groups,
    visible,
)
from memdesk.store.rows import RANKS, from_json

if TYPE_CHECKING:
    from memdesk.core.query import Query
    from memdesk.core.scope import Viewer


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many entries meet a query without text; its limit and offset don't matter."""
    if not query.trashed and not of_entries(query).sql:
        grouped = of_groups(query)
        return counts.total(connection, "true" + grouped.sql, grouped.parameters)
    met = condition(query)
    number: int = connection.execute(
        f"SELECT count(*) FROM entry WHERE {met.sql}", met.parameters
    ).fetchone()[0]
    return number


def stats(
    connection: sqlite3.Connection, viewer: Viewer, host: str | None = None
) -> dict[str, object]:
    """Counts by kind, scope, category, relevance and tag (spec 3.1).

    For a host, without the entries that are kept from it: there it does not count them.
    """
    seen = visible(viewer)
    kept = [] if host is None else _kept_from(connection, seen, host)

    by_scope: Counter[tuple[str, str]] = Counter()
    by_kind: Counter[str] = Counter()
    by_category: Counter[str] = Counter()
    by_relevance: Counter[int] = Counter()
    counted = connection.execute(
        "SELECT kind, relevance, category, workspace, role, number FROM entry_count"
        f" WHERE true{seen.sql}",
        seen.parameters,
    ).fetchall()
    uncounted = connection.execute(
        f"{WANTED} SELECT kind, relevance, category, workspace, role, -1"
        " FROM wanted CROSS JOIN entry ON key = one",
        (as_list(kept),),
    ).fetchall()
    for kind, relevance, category, workspace, role, number in (*counted, *uncounted):
        by_kind[kind] += number
        by_relevance[relevance] += number
        by_scope[workspace, role] += number
        if kind == "memory":
            by_category[category] += number
    return {
        "memories": by_kind["memory"],
        "tasks": by_kind["task"],
        "works": by_kind["work"],
        "by_scope": [
            {"workspace": workspace, "role": role, "count": number}
            for (workspace, role), number in sorted(by_scope.items())
            if number
        ],
        "by_category": {name: number for name, number in sorted(by_category.items()) if number},
        "by_relevance": {name: by_relevance[rank] for name, rank in RANKS.items()},
        "tags": dict(tags(connection, viewer, kept)),
    }


def _kept_from(connection: sqlite3.Connection, seen: Condition, host: str) -> list[int]:
    """The keys of entries that are kept from a host. Few are kept from anyone."""
    marked = connection.execute(
        "SELECT key, never_send_to FROM entry INDEXED BY entry_withheld"
        f" WHERE deleted_at IS NULL AND never_send_to <> '[]'{seen.sql}",
        seen.parameters,
    )
    return [key for key, never in marked if is_kept_from(host, from_json(never))]


def tags(
    connection: sqlite3.Connection, viewer: Viewer, without: Sequence[int] = ()
) -> list[tuple[str, int]]:
    """The tags of entries that are not in the trash, with how many carry each, by name.

    `without`: keys of entries among them that don't count.
    """
    seen = visible(viewer)
    numbers: Counter[str] = Counter()
    if without:
        numbers.subtract(
            row[0]
            for row in connection.execute(
                f"{WANTED} SELECT tag FROM wanted CROSS JOIN entry_tag ON entry_key = one",
                (as_list(without),),
            )
        )
    if viewer.sees_all:
        # All of them, from the index of tags alone, less those in the trash.
        numbers.update(dict(connection.execute("SELECT tag, count(*) FROM entry_tag GROUP BY tag")))
        trashed = "SELECT tag FROM entry CROSS JOIN entry_tag ON entry_key = key"
        numbers.subtract(
            row[0] for row in connection.execute(f"{trashed} WHERE deleted_at IS NOT NULL")
        )
    else:
        visible_ones = connection.execute(
            "SELECT tag, count(*) FROM entry_tag JOIN entry ON key = entry_key"
            f" WHERE deleted_at IS NULL{seen.sql} GROUP BY tag",
            seen.parameters,
        )
        numbers.update(dict(visible_ones.fetchall()))
    found = [(tag, number) for tag, number in numbers.items() if number]
    return sorted(found, key=lambda one: (one[0].casefold(), one[0]))


_WORKS = "deleted_at IS NULL AND kind = 'work' AND kind <> 'memory'"
"""The only ones that have it; said so that SQLite sees that the index of these is fit for it."""


def distinct(connection: sqlite3.Connection, field: str, kind: str | None) -> list[str]:
    """The values in use of a field, most used first."""
    which = "" if kind is None else " AND kind = ?"
    parameters = () if kind is None else (kind,)
    column, number = field, "count(*)"
    if field in ("status", "workspace", "role"):
        source, number = "entry_count WHERE true", "sum(number)"
    elif field == "author":
        source = "entry WHERE deleted_at IS NULL"
    elif field == "work_kind":
        source = f"entry WHERE {_WORKS}"
    elif field == "tech":
        source, column = f"entry, json_each(entry.tech) AS item WHERE {_WORKS}", "item.value"
    else:
        raise ValueError(field)
    return [
        row[0]
        for row in connection.execute(
            f"SELECT {column} FROM {source} AND {column} <> ''{which}"
            f" GROUP BY {column} ORDER BY {number} DESC, {column}",
            parameters,
        )
    ]
