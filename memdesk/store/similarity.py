"""Entries that look alike, found through the search index (spec 1.4)."""

from __future__ import annotations

import sqlite3
import threading
from itertools import islice

from memdesk.core.entry import Entry
from memdesk.core.scope import Viewer
from memdesk.core.similar import (
    ENOUGH,
    LookAlike,
    Weights,
    body_of,
    gist,
    score,
    weight,
)
from memdesk.store import changes, reading
from memdesk.store.apart import called_apart
from memdesk.store.rows import texts_of
from memdesk.store.search_index import (
    RUNS,
    folded,
    start_token,
    token,
    tokens_of,
    units_of,
    words_of,
)

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
_NEW = 20
"""Entries that came since the last question and are added to the counts; of more, all is counted
anew."""
_LASTING = 100
"""So many changes, and this part of the bank besides, the counts last: of what is changed or
deleted they know nothing."""


def look_alikes(
    connection: sqlite3.Connection, entry: Entry, viewer: Viewer, limit: int, telling: Telling
) -> list[LookAlike]:
    """Entries of the same kind that say what this one says, the likest first.

    Not those that the person has called no duplicates of it.
    """
    own = gist(entry)
    telling.catch_up(connection)
    weights = _BankWeights(connection, telling)
    apart = called_apart(connection, entry.key) if entry.key else set()
    worth = []
    for other in reading.rows(connection, _candidates(connection, entry, weights)).values():
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
        LookAlike(other, round(value, 3))
        for _even, other, theirs in worth[: max(_WEIGHED, limit)]
        if (value := score(own, theirs, weights.together)) >= ENOUGH
    ]
    alike.sort(key=lambda one: (-one.score, one.id))
    return alike[:limit]


def _candidates(connection: sqlite3.Connection, entry: Entry, weights: _BankWeights) -> list[int]:
    """Entries of the same title, and those that share the entry's rarer words."""
    found: dict[int, float] = {}
    title = folded(entry.label)
    if tokens := tokens_of(title):
        phrase = words_of(title).replace('"', " ")
        same = _newest(connection, f'{{title}} : "{phrase}"')
        found.update(dict.fromkeys(same, 1.0))
    words = dict.fromkeys([*tokens, *tokens_of(folded(body_of(entry)))])
    numbers = {word: number for word in islice(words, _WORDS) if (number := weights.number(word))}
    for word in sorted(numbers, key=numbers.__getitem__)[:_RAREST]:
        keys = _newest(connection, f'"{word}"')
        share = 1.0 / max(1, len(keys))
        for key in keys:
            found[key] = found.get(key, 0.0) + share
    return sorted(found, key=lambda key: (-found[key], -key))[:_CANDIDATES]


def _newest(connection: sqlite3.Connection, expression: str) -> list[int]:
    rows = connection.execute(
        "SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid DESC LIMIT ?",
        (expression, _NEWEST),
    )
    return [row[0] for row in rows]


class Telling:
    """How many entries of a bank have a word, remembered from one question to the next.

    A text of 300 characters has hundreds of words and pairs of characters, those that it is
    compared with as many again, and each is counted in the search index. Any thread may ask.
    """

    def __init__(self) -> None:
        self.entries = 0
        """Of the bank, nearly."""
        self.numbers: dict[str, int] = {}
        self._counted_at = 0
        self._lock = threading.Lock()

    def catch_up(self, connection: sqlite3.Connection) -> None:
        """Count what was added since the last question, or forget all that may be wrong by now."""
        # Keys, not rows: counting those would read them all.
        newest: int = connection.execute("SELECT max(key) FROM entry").fetchone()[0] or 0
        at = changes.generation(connection)
        with self._lock:
            lasting = _LASTING + newest // _LASTING
            if (
                not 0 <= newest - self.entries <= _NEW
                or not 0 <= at - self._counted_at <= lasting
                or len(self.numbers) > _REMEMBERED
            ):
                self.numbers, self._counted_at = {}, at
            else:
                for entry in reading.rows(connection, range(self.entries + 1, newest + 1)).values():
                    self._count(entry)
            self.entries = newest

    def _count(self, entry: Entry) -> None:
        title, tags, body = texts_of(entry)
        has = units_of(folded("\n".join((title, *tags, body))))
        for unit in has & self.numbers.keys():
            self.numbers[unit] = min(self.numbers[unit] + 1, _COUNTED)


class _BankWeights(Weights):
    """How much words tell in this bank, for one question."""

    def __init__(self, connection: sqlite3.Connection, telling: Telling) -> None:
        super().__init__()
        self._connection = connection
        self._entries = max(2, telling.entries)
        self._numbers = telling.numbers
        self._absent: set[str] = set()

    def __missing__(self, unit: str) -> float:
        self[unit] = tells = weight(self.number(unit), self._entries)
        return tells

    def number(self, unit: str) -> int:
        """How many entries have it, up to _COUNTED."""
        number = self._numbers.get(unit)
        if number is None:
            if unit in self._absent:
                return 0
            number = self._counted(unit)
            if number:
                self._numbers[unit] = number
            else:  # not remembered: one that is changed to have it must be found by it
                self._absent.add(unit)
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
