"""Entries that look alike, found through the search index (spec 1.4)."""

from __future__ import annotations

import math
import sqlite3

from memdesk.core.entry import Entry
from memdesk.core.scope import Viewer
from memdesk.core.similar import ENOUGH, LookAlike, body_of, gist, score
from memdesk.store import reading
from memdesk.store.apart import called_apart
from memdesk.store.search_index import RUNS, folded, start_token, token, tokens_of, words_of

_WORDS = 80
"""So many of the entry's words look for candidates: the first ones."""
_NEWEST = 100
"""Of the entries that have a word, so many are looked at."""
_CANDIDATES = 40
_WORTH_WEIGHING = 0.33
"""Score, with all words weighing the same, from which the weights of words are looked up."""
_COUNTED = 1_000
"""Entries that have a word are counted up to so many."""


def look_alikes(
    connection: sqlite3.Connection, entry: Entry, viewer: Viewer, limit: int
) -> list[LookAlike]:
    """Entries of the same kind that say what this one says, the likest first.

    Not those that the person has called no duplicates of it.
    """
    own = gist(entry)
    weigh = _Weights(connection)
    apart = called_apart(connection, entry.key) if entry.key else set()
    alike = []
    for other in reading.rows(connection, _candidates(connection, entry)).values():
        if other.kind != entry.kind or other.key == entry.key or other.deleted_at is not None:
            continue
        if not viewer.sees(other.workspace, other.role):
            continue
        if (min(entry.key, other.key), max(entry.key, other.key)) in apart:
            continue
        theirs = gist(other)
        if score(own, theirs) < _WORTH_WEIGHING:
            continue
        value = score(own, theirs, weigh)
        if value >= ENOUGH:
            alike.append(
                LookAlike(id=other.id, title=other.label, score=round(value, 3), kind=other.kind)
            )
    alike.sort(key=lambda one: (-one.score, one.id))
    return alike[:limit]


def _candidates(connection: sqlite3.Connection, entry: Entry) -> list[int]:
    """Entries of the same title, and those that share the entry's rarer words."""
    weights: dict[int, float] = {}
    title = folded(entry.label)
    if tokens := tokens_of(title):
        phrase = words_of(title).replace('"', " ")
        same = _newest(connection, "entry_words", f'{{title}} : "{phrase}"', _NEWEST)
        weights.update(dict.fromkeys(same, 1.0))
    words = list(dict.fromkeys([*tokens, *tokens_of(folded(body_of(entry)))]))[:_WORDS]
    for word in words:
        keys = _newest(connection, "entry_words", f'"{word}"', _NEWEST)
        for key in keys:
            weights[key] = weights.get(key, 0.0) + 1.0 / len(keys)
    return sorted(weights, key=lambda key: (-weights[key], -key))[:_CANDIDATES]


def _newest(connection: sqlite3.Connection, table: str, expression: str, most: int) -> list[int]:
    rows = connection.execute(
        f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?",
        (expression, most),
    )
    return [row[0] for row in rows]


class _Weights:
    """How much words tell in this bank: the more entries have one, the less."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, float] = {}
        # Keys, not rows: counting those would read them all.
        newest = connection.execute("SELECT max(key) FROM entry").fetchone()[0] or 1
        self._entries = max(2, newest)

    def __call__(self, unit: str) -> float:
        if unit not in self._known:
            self._known[unit] = self._weight(unit)
        return self._known[unit]

    def _weight(self, unit: str) -> float:
        table, asked = "entry_words", token(unit)
        if len(unit) == 1 and RUNS.match(unit):
            table, asked = "entry_starts", start_token(unit)
        number = len(_newest(self._connection, table, f'"{asked}"', _COUNTED))
        if not number:
            return 1.0
        return math.log(1 + self._entries / number) / math.log(1 + self._entries)
