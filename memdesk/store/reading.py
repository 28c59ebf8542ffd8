"""Entries read out of the bank: one by its id, those of a query, those of keys; and the profile."""

from __future__ import annotations

import json
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import Conflict, NotFound
from memdesk.store.query_sql import WANTED, as_list, condition, limits, order, ordering
from memdesk.store.rows import SELECTED, entries_of, parts, places, profile_of
from memdesk.store.spare import give_back

if TYPE_CHECKING:
    from memdesk.core.authors import Actor
    from memdesk.core.query import Query


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
    compared = {f"compared{number}": one for number, (one, _) in enumerate(ordering(query)[:-1])}
    ways = ", ".join(
        f"{name} {way}" for name, (_, way) in zip((*compared, "key"), ordering(query), strict=True)
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


def titled(connection: sqlite3.Connection, titles: Iterable[str]) -> list[Entry]:
    """The entries of these titles, trashed ones too. Goes once over the whole bank."""
    rows = connection.execute(
        f"SELECT {SELECTED} FROM entry WHERE title IN (SELECT value FROM json_each(?))",
        (json.dumps([*titles]),),
    )
    return entries_of(connection, rows)


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
