"""Queries as SQL: which entries, in which order."""

from __future__ import annotations

import json
import sqlite3
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.core.entry import ANONYMOUS, ANY_HOST, KINDS, Entry, Kind, Profile
from memdesk.core.errors import Conflict, NotFound
from memdesk.core.scope import Viewer, is_kept_from
from memdesk.store import counts
from memdesk.store.rows import RANKS, SELECTED, entries_of, from_json, parts, places, profile_of
from memdesk.store.spare import give_back

if TYPE_CHECKING:
    from memdesk.core.authors import Actor
    from memdesk.core.query import Query

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
    grouped, apart = _of_groups(query), _of_entries(query)
    return Condition(living + grouped.sql + apart.sql, (*grouped.parameters, *apart.parameters))


def _of_groups(query: Query) -> Condition:
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


def _of_entries(query: Query) -> Condition:
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
    return ", ".join(f"{expression} {way}" for expression, way in _order(query))


def _order(query: Query) -> list[tuple[str, str]]:
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


def find_entry(
    connection: sqlite3.Connection,
    kind: Kind | None,
    id: str,
    actor: Actor,
    *,
    trashed: bool = False,
) -> Entry:
    """The entry of that id that the actor may see. Raises NotFound, or Conflict for two kinds."""
    rows = connection.execute(
        f"SELECT {SELECTED} FROM entry WHERE id = ? AND kind IN ({places(KINDS)})",
        (id, *(KINDS if kind is None else (kind,) * len(KINDS))),
    ).fetchall()
    found = [
        entry
        for entry in entries_of(connection, rows)
        if (trashed or entry.deleted_at is None) and actor.viewer.sees(entry.workspace, entry.role)
    ]
    if not found:
        if kind is None:
            raise NotFound("There is no entry with the id {id}.", id=id)
        raise NotFound("There is no {kind} with the id {id}.", kind=kind, id=id)
    if len(found) > 1:
        living = [entry for entry in found if entry.deleted_at is None]
        if len(living) == 1:
            return living[0]
        raise Conflict(
            "The id {id} fits a {first} and a {second}: say which kind you mean.",
            id=id,
            first=found[0].kind,
            second=found[1].kind,
        )
    return found[0]


def read_profile(connection: sqlite3.Connection) -> Profile:
    """The profile; an empty one when there is none yet."""
    return profile_of(
        connection.execute(
            "SELECT interests, preferences, notes, updated_at FROM profile WHERE key = 1"
        ).fetchone()
    )


def keys_for_file(connection: sqlite3.Connection, kind: Kind) -> array[int]:
    """The living entries of a kind in the order of a file: no key and no chance decides it."""
    place = "created_at" if kind == "memory" else "position, created_at"
    rows = connection.execute(
        f"SELECT key FROM entry WHERE kind = ? AND deleted_at IS NULL ORDER BY {place}, id",
        (kind,),
    )
    return array("q", (key for (key,) in rows))


def keys(connection: sqlite3.Connection, query: Query) -> array[int]:
    """The keys of a query without text, in order."""
    met, cut = condition(query), limits(query)
    return _in_one_step(
        connection,
        f"SELECT key FROM entry WHERE {met.sql} ORDER BY {order(query)}{cut.sql}",
        (*met.parameters, *cut.parameters),
    )


def keys_matching(
    connection: sqlite3.Connection, query: Query, table: str, expression: str, most: int
) -> array[int]:
    """Of what a search index finds and the query is about, the newest, in the query's order."""
    met, cut = condition(query), limits(query)
    # What the order compares is taken along: each row is read once.
    compared = {f"compared{number}": one for number, (one, _) in enumerate(_order(query)[:-1])}
    ways = ", ".join(
        f"{name} {way}" for name, (_, way) in zip((*compared, "key"), _order(query), strict=True)
    )
    taken = "".join(f", {one} AS {name}" for name, one in compared.items())
    return _in_one_step(
        connection,
        # CROSS JOIN: the index leads, from its newest entry, and stops at the limit. Within a
        # SELECT of its own, since it has columns of the same names.
        f"SELECT key FROM (SELECT key{taken} FROM"
        f" (SELECT rowid AS hit FROM {table} WHERE {table} MATCH ?)"
        f" CROSS JOIN entry ON key = hit WHERE {met.sql} ORDER BY hit DESC LIMIT ?)"
        f" ORDER BY {ways}{cut.sql}",
        (expression, *met.parameters, most, *cut.parameters),
    )


MANY_KEYS = 100_000
"""Keys from which on what it took to read them is given back at once: SQLite sorts a million of
them in fifty megabytes of small pieces, which would stay with the thread that has read them."""


def _in_one_step(
    connection: sqlite3.Connection, select: str, parameters: Sequence[object]
) -> array[int]:
    """The keys that a statement selects."""
    digits: str | None = connection.execute(
        f"SELECT group_concat(printf('%016x', key), '') FROM ({select})", parameters
    ).fetchone()[0]
    # As one text, in one step: a million rows one by one would ask a million times for Python's
    # lock, and the interface would wait each time.
    found: array[int] = array("q")
    found.frombytes(bytes.fromhex(digits or ""))
    if sys.byteorder == "little":
        found.byteswap()
    if len(found) > MANY_KEYS:
        del digits
        give_back()
    return found


def keys_among(
    connection: sqlite3.Connection, query: Query, candidates: Sequence[int]
) -> array[int]:
    """Those candidates that meet the query, in its order."""
    met, cut = condition(query), limits(query)
    # As one JSON text: there may be more candidates than a statement takes parameters.
    return _in_one_step(
        connection,
        # CROSS JOIN: the candidates lead, however tempting an index of the order may be.
        f"{WANTED} SELECT key FROM wanted CROSS JOIN entry ON key = one"
        f" WHERE {met.sql} ORDER BY {order(query)}{cut.sql}",
        (as_list(candidates), *met.parameters, *cut.parameters),
    )


WANTED = "WITH wanted (one) AS (SELECT value FROM json_each(?))"
"""Keys that a statement starts from. There may be more than it takes parameters."""


def as_list(keys: Sequence[int]) -> str:
    """Keys as a JSON list, for json_each."""
    return "[" + ",".join(map(str, keys)) + "]"


def entries(connection: sqlite3.Connection, query: Query) -> list[Entry]:
    """The entries of a query without text, in order."""
    met, cut = condition(query), limits(query)
    rows = connection.execute(
        f"SELECT {SELECTED} FROM entry WHERE {met.sql} ORDER BY {order(query)}{cut.sql}",
        (*met.parameters, *cut.parameters),
    )
    return entries_of(connection, rows)


def rows(connection: sqlite3.Connection, keys: Sequence[int]) -> dict[int, Entry]:
    """Entries by key, trashed ones too; a key that isn't there is left out."""
    found: dict[int, Entry] = {}
    for part in parts(keys):
        rows = connection.execute(
            f"SELECT {SELECTED} FROM entry WHERE key IN ({places(part)})", part
        )
        found.update((entry.key, entry) for entry in entries_of(connection, rows))
    return found


def stored(
    connection: sqlite3.Connection, named: Iterable[tuple[Kind, str]]
) -> dict[tuple[Kind, str], Entry]:
    """Those of these entries that are there, trashed ones too."""
    rows = connection.execute(f"{_ASKED} SELECT {SELECTED} {_FOUND}", (_as_asked(named),))
    return {(entry.kind, entry.id): entry for entry in entries_of(connection, rows)}


def by_key(
    connection: sqlite3.Connection, named: Iterable[tuple[Kind, str]]
) -> list[tuple[Kind, str]]:
    """Those of these entries that are there, trashed ones too, each once, in the order of keys."""
    rows = connection.execute(
        f"{_ASKED} SELECT DISTINCT kind, id, key {_FOUND} ORDER BY key", (_as_asked(named),)
    )
    return [(kind, id) for kind, id, _key in rows]


# As one JSON text: there may be more than a statement takes parameters.
_ASKED = (
    "WITH asked (by_id, of_kind) AS"
    " (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?))"
)
_FOUND = "FROM asked CROSS JOIN entry ON id = by_id AND kind = of_kind"


def _as_asked(named: Iterable[tuple[Kind, str]]) -> str:
    return json.dumps([[id, kind] for kind, id in named], ensure_ascii=False)


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many entries meet a query without text; its limit and offset don't matter."""
    if not query.trashed and not _of_entries(query).sql:
        grouped = _of_groups(query)
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
