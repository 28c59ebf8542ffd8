"""What the pictures of the window are drawn from (spec 7.1): counts, and the rows behind them.

The counts are one pass in SQL each. What needs every text (`secrets_found`) is a generator that
yields how far it is after a handful of entries, so that its caller can rest, tell, or stop.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.core.entry import Kind, body_of
from memdesk.core.query import Query
from memdesk.store.rows import RELEVANCE_OF, parts

if TYPE_CHECKING:
    from memdesk.store.bank import Bank

FETCHING = ("block", "memory_read", "memory_recall", "recall", "memory_list")
"""Operations by which a host gets something of what is remembered."""

HANDFUL = 50
"""Entries between two reports of a scan: some milliseconds."""

Progress = tuple[int, int]
"""How many entries are done, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many living entries are alike in kind, category, relevance and age.

    `age` counts the bounds that their creation lies before. `never` of the `count` were never
    recalled by a host.
    """

    kind: Kind
    category: str
    relevance: str
    age: int
    count: int
    never: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetches:
    """How often a host fetched something on a day (local time, `2026-07-04`)."""

    host: str
    day: str
    count: int


def tallies(connection: sqlite3.Connection, bounds: Sequence[str]) -> list[Tally]:
    """Every living entry counted, in one pass. `bounds` are times, the newest first."""
    age = " + ".join("(created_at < ?)" for _ in bounds) or "0"
    rows = connection.execute(
        f"SELECT kind, category, relevance, {age} AS age, count(*), sum(access_count = 0)"
        " FROM entry WHERE deleted_at IS NULL GROUP BY kind, category, relevance, age",
        tuple(bounds),
    )
    return [
        Tally(
            kind=kind,
            category=category,
            relevance=RELEVANCE_OF[rank],
            age=age,
            count=count,
            never=never,
        )
        for kind, category, rank, age, count, never in rows
    ]


def fetches(connection: sqlite3.Connection, since: str) -> list[Fetches]:
    """Fetches by host and local day from a time on, in that order."""
    rows = connection.execute(
        "SELECT host, date(at, 'localtime') AS day, count(*) FROM access_log"
        f" WHERE at >= ? AND operation IN ({', '.join('?' * len(FETCHING))})"
        " GROUP BY host, day ORDER BY host, day",
        (since, *FETCHING),
    )
    return [Fetches(host=host, day=day, count=count) for host, day, count in rows]


def fetched(
    connection: sqlite3.Connection, host: str, start: str, end: str
) -> dict[Kind, tuple[int, ...]]:
    """By kind, the keys of the living entries that a host fetched from `start` until `end`."""
    found: set[str] = set()
    for (ids,) in connection.execute(
        "SELECT ids FROM access_log WHERE at >= ? AND at < ? AND host = ?"
        f" AND operation IN ({', '.join('?' * len(FETCHING))})",
        (start, end, host, *FETCHING),
    ):
        found.update(json.loads(ids))
    return keys_of(connection, found)


def keys_of(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[Kind, tuple[int, ...]]:
    """By kind, the keys of the living entries that have one of these ids."""
    keys: dict[Kind, list[int]] = {}
    for key, kind in connection.execute(
        "SELECT key, kind FROM entry WHERE id IN (SELECT value FROM json_each(?))"
        " AND deleted_at IS NULL ORDER BY key",
        (json.dumps(sorted(ids)),),
    ):
        keys.setdefault(kind, []).append(key)
    return {kind: tuple(found) for kind, found in keys.items()}


def secrets_found(
    bank: Bank,
) -> Generator[Progress, None, dict[str, dict[Kind, tuple[int, ...]]]]:
    """By kind of secret and kind of entry, the keys of those that hold one (spec 2.5).

    What the person has called no secret is passed over, as in a block.
    """
    from memdesk.core import secrets  # here: most who open a bank look for none

    keys = bank.keys(Query(sort="created"))
    found: dict[str, dict[Kind, list[int]]] = {}
    done = 0
    for part in parts(keys, HANDFUL):
        for entry in bank.rows(part).values():
            if entry.not_secret or entry.deleted_at is not None:
                continue
            held = secrets.find(f"{entry.label}\n{body_of(entry)}")
            for kind in dict.fromkeys(secret.kind for secret in held):
                found.setdefault(kind, {}).setdefault(entry.kind, []).append(entry.key)
        done += len(part)
        yield done, len(keys)
    return {
        secret: {kind: tuple(held) for kind, held in by_kind.items()}
        for secret, by_kind in sorted(found.items())
    }
