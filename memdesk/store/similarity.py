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
"""So many of the entry's words are looked at: the first ones."""
_RAREST = 12
"""So many of those look for candidates."""
_NEWEST = 100
"""Of the entries that have a word, so many are looked at."""
_CANDIDATES = 12
_WORTH_WEIGHING = 0.33
"""Score, with all words weighing the same, from which the weights of words are looked up."""
_WEIGHED = 6
"""For so many of them, the likest."""
_COUNTED = 1_000
"""Entries that have a word are counted up to so many."""
_REMEMBERED = 50_000
"""Words whose counts are remembered, some megabytes of them."""
_COMMON = 100
"""Entries that have a word whose count is remembered: a few more then make no difference."""
_GROWN = 100
"""The counts are right while a bank has grown by less than this part of it."""


def look_alikes(
    connection: sqlite3.Connection, entry: Entry, viewer: Viewer, limit: int, telling: Telling
) -> list[LookAlike]:
    """Entries of the same kind that say what this one says, the likest first.

    Not those that the person has called no duplicates of it.
    """
    own = gist(entry)
    weigh = telling.in_bank(connection)
    apart = called_apart(connection, entry.key) if entry.key else set()
    worth = []
    for other in reading.rows(connection, _candidates(connection, entry, weigh)).values():
        if other.kind != entry.kind or other.key == entry.key or other.deleted_at is not None:
            continue
        if not viewer.sees(other.workspace, other.role):
            continue
        if (min(entry.key, other.key), max(entry.key, other.key)) in apart:
            continue
        theirs = gist(other)
        if (value := score(own, theirs)) >= _WORTH_WEIGHING:
            worth.append((value, other, theirs))
    worth.sort(key=lambda one: (-one[0], one[1].id))
    alike = [
        LookAlike(id=other.id, title=other.label, score=round(value, 3), kind=other.kind)
        for _even, other, theirs in worth[: max(_WEIGHED, limit)]
        if (value := score(own, theirs, weigh)) >= ENOUGH
    ]
    alike.sort(key=lambda one: (-one.score, one.id))
    return alike[:limit]


def _candidates(connection: sqlite3.Connection, entry: Entry, weigh: _Weights) -> list[int]:
    """Entries of the same title, and those that share the entry's rarer words."""
    weights: dict[int, float] = {}
    title = folded(entry.label)
    if tokens := tokens_of(title):
        phrase = words_of(title).replace('"', " ")
        same = _newest(connection, f'{{title}} : "{phrase}"', _NEWEST)
        weights.update(dict.fromkeys(same, 1.0))
    words = list(dict.fromkeys([*tokens, *tokens_of(folded(body_of(entry)))]))[:_WORDS]
    numbers = {word: number for word in words if (number := weigh.number(word))}
    for word in sorted(numbers, key=numbers.__getitem__)[:_RAREST]:
        keys = _newest(connection, f'"{word}"', _NEWEST)
        for key in keys:
            weights[key] = weights.get(key, 0.0) + 1.0 / len(keys)
    return sorted(weights, key=lambda key: (-weights[key], -key))[:_CANDIDATES]


def _newest(connection: sqlite3.Connection, expression: str, most: int) -> list[int]:
    rows = connection.execute(
        "SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid DESC LIMIT ?",
        (expression, most),
    )
    return [row[0] for row in rows]


class Telling:
    """How many entries of a bank have a common word, remembered from one write to the next.

    A text of 300 characters has hundreds of words and pairs of characters, those that it is
    compared with as many again, and each is counted in the search index.
    """

    def __init__(self) -> None:
        self._entries = 0
        self._numbers: dict[str, int] = {}

    def in_bank(self, connection: sqlite3.Connection) -> _Weights:
        """The weights of words as the bank is now, or nearly: see _GROWN."""
        # Keys, not rows: counting those would read them all.
        newest = connection.execute("SELECT max(key) FROM entry").fetchone()[0] or 1
        stale = abs(newest - self._entries) * _GROWN > newest
        if stale or len(self._numbers) > _REMEMBERED:
            self._entries, self._numbers = newest, {}
        return _Weights(connection, max(2, self._entries), self._numbers)


class _Weights:
    """How much words tell in this bank: the more entries have one, the less."""

    def __init__(
        self, connection: sqlite3.Connection, entries: int, remembered: dict[str, int]
    ) -> None:
        self._connection = connection
        self._entries = entries
        self._remembered = remembered
        self._known: dict[str, int] = {}
        self._weights: dict[str, float] = {}

    def __call__(self, unit: str) -> float:
        weight = self._weights.get(unit)
        if weight is None:
            weight = self._weights[unit] = self._weight(self.number(unit))
        return weight

    def _weight(self, number: int) -> float:
        if not number:
            return 1.0
        return math.log(1 + self._entries / number) / math.log(1 + self._entries)

    def number(self, unit: str) -> int:
        """How many entries have it, up to _COUNTED."""
        number = self._remembered.get(unit) or self._known.get(unit)
        if number is None:
            number = self._counted(unit)
            kept = self._remembered if number >= _COMMON else self._known
            kept[unit] = number
        return number

    def _counted(self, unit: str) -> int:
        table, asked = "entry_words", token(unit)
        if len(unit) == 1 and RUNS.match(unit):
            table, asked = "entry_starts", start_token(unit)
        found = self._connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)",
            (f'"{asked}"', _COUNTED),
        )
        return int(found.fetchone()[0])
