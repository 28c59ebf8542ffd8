"""Queries as SQL: what an entry must meet, in which order entries come, and how many of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.core.entry import ANONYMOUS, ANY_HOST, KINDS
from memdesk.store.rows import RANKS, places

if TYPE_CHECKING:
    from memdesk.core.query import Query
    from memdesk.core.scope import Viewer

_ORDERS: dict[str, tuple[str, bool]] = {
    "recent": ("updated_at", True),
    "relevance": ("relevance", False),
    "accessed": ("accessed_at", True),
    "created": ("created_at", True),
    "title": ("title COLLATE NOCASE", False),
    "status": ("status COLLATE NOCASE", False),
    "category": ("category", False),
    "author": ("author COLLATE NOCASE", False),
    "position": ("position", False),
    "workspace": ("workspace COLLATE NOCASE", False),
    "role": ("role COLLATE NOCASE", False),
    "tags": (
        "(SELECT tag FROM entry_tag WHERE entry_key = key AND position = 0) COLLATE NOCASE",
        False,
    ),
    "deleted": ("deleted_at", True),
    "id": ("id", False),
    "work_kind": ("work_kind COLLATE NOCASE", False),
    "access_count": ("access_count", True),
    "pinned": ("pinned", True),
    "constraint": ("is_constraint", True),
}
"""What a sort compares, and whether its natural direction is descending."""

_WITH_SECOND = {"relevance", "pinned", "constraint", "category", "status"}


class Condition(NamedTuple):
    """A WHERE clause and its parameters."""

    sql: str
    parameters: tuple[object, ...]


def condition(query: Query) -> Condition:
    """What an entry must meet, apart from the query's text."""
    living = "deleted_at IS NOT NULL" if query.trashed else "deleted_at IS NULL"
    grouped, apart = of_groups(query), of_entries(query)
    return Condition(living + grouped.sql + apart.sql, (*grouped.parameters, *apart.parameters))


def of_groups(query: Query) -> Condition:
    """` AND …` for what is the same for all entries of a group (`counts`), or nothing."""
    terms: list[str] = []
    parameters: list[object] = []
    if set(query.kinds) != set(KINDS):
        terms.append(f"kind IN ({places(query.kinds)})")
        parameters += query.kinds
    exact = (
        ("category", query.category),
        ("status", query.status),
        ("workspace", query.workspace),
        ("role", query.role),
        ("relevance", None if query.relevance is None else RANKS.get(query.relevance, -1)),
        ("is_constraint", None if query.constraint is None else int(query.constraint)),
    )
    for column, value in exact:
        if value is not None:
            terms.append(f"{column} = ?")
            parameters.append(value)
    if query.constraint is not None:
        terms.append("kind = 'memory'")
    seen = visible(query.viewer)
    return Condition(_and(terms) + seen.sql, (*parameters, *seen.parameters))


def of_entries(query: Query) -> Condition:
    """` AND …` for what tells entries of one group apart, or nothing."""
    terms: list[str] = []
    parameters: list[object] = []
    if query.author is not None:
        terms.append("author = ?")
        parameters.append(query.author)
    if query.host is not None:
        terms.append(
            "(never_send_to = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(never_send_to)"
            " WHERE lower(value) IN (?, lower(?))))"
        )
        parameters += (ANY_HOST, query.host or ANONYMOUS)
    if query.never_recalled:
        terms.append("access_count = 0")
    if query.created_from:
        terms.append("created_at >= ?")
        parameters.append(query.created_from)
    if query.created_before:
        terms.append("created_at < ?")
        parameters.append(query.created_before)
    if query.among is not None:
        # As one JSON text: there may be more than a statement takes parameters.
        terms.append("key IN (SELECT value FROM json_each(?))")
        parameters.append(as_list(query.among))
    for tag in query.tags:
        terms.append("key IN (SELECT entry_key FROM entry_tag WHERE tag = ?)")
        parameters.append(tag)
    return Condition(_and(terms), tuple(parameters))


def _and(terms: Iterable[str]) -> str:
    return "".join(f" AND {term}" for term in terms)


def visible(viewer: Viewer) -> Condition:
    """` AND …` for what a viewer may see (spec 1.2), or nothing. As Viewer.sees decides."""
    if viewer.sees_all:
        return Condition("", ())
    sql = " AND workspace IN ('', ?)"
    if viewer.scope == "workspace":
        return Condition(sql + " AND role = ''", (viewer.workspace,))
    if viewer.scope == "role":
        return Condition(sql + " AND role <> '' AND role = ?", (viewer.workspace, viewer.role))
    return Condition(sql + " AND role IN ('', ?)", (viewer.workspace, viewer.role))


def order(query: Query) -> str:
    """The ORDER BY of a query. Ties fall to the key, in the direction of the sort."""
    return ", ".join(f"{expression} {way}" for expression, way in ordering(query))


def ordering(query: Query) -> list[tuple[str, str]]:
    """What is compared, and in which direction, the key last."""
    expression, natural = _ORDERS[query.sort]
    descending = natural if query.descending is None else query.descending
    way = "DESC" if descending else "ASC"
    if query.sort == "position":
        return [("kind", way), ("position", way), ("key", way)]
    if query.sort in _WITH_SECOND:
        # By default, among equals the newest comes first.
        return [(expression, way), ("updated_at", "DESC"), ("key", "DESC")]
    return [(expression, way), ("key", way)]


def limits(query: Query) -> Condition:
    """` LIMIT …`, or nothing."""
    if query.limit is None and not query.offset:
        return Condition("", ())
    return Condition(
        " LIMIT ? OFFSET ?", (-1 if query.limit is None else query.limit, query.offset)
    )


WANTED = "WITH wanted (one) AS (SELECT value FROM json_each(?))"
"""Keys that a statement starts from. There may be more than it takes parameters."""


def as_list(keys: Sequence[int]) -> str:
    """Keys as a JSON list, for json_each."""
    return "[" + ",".join(map(str, keys)) + "]"
