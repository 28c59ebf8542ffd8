"""Entries that look alike and that the person has called no duplicates (spec 1.4)."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from itertools import combinations

Pair = tuple[int, int]
"""Two keys, the smaller first."""


def called_apart(connection: sqlite3.Connection, key: int | None = None) -> set[Pair]:
    """The pairs that the person has called no duplicates: all, or those of one entry."""
    if key is None:
        return set(connection.execute("SELECT one, other FROM apart"))
    return set(
        connection.execute("SELECT one, other FROM apart WHERE one = ? OR other = ?", (key, key))
    )


def call_apart(connection: sqlite3.Connection, keys: Collection[int], *, apart: bool) -> None:
    """Call each two of these entries no duplicates, or take that back."""
    pairs = list(combinations(sorted(keys), 2))
    if apart:
        connection.executemany("INSERT OR IGNORE INTO apart (one, other) VALUES (?, ?)", pairs)
    else:
        connection.executemany("DELETE FROM apart WHERE one = ? AND other = ?", pairs)
