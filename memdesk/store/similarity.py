"""Entries that look alike, found through the search index (spec 1.4)."""

from __future__ import annotations

import sqlite3

from memdesk.core.entry import Entry
from memdesk.core.query import Query
from memdesk.core.scope import Viewer
from memdesk.core.similar import ENOUGH, LookAlike, gist, score, text_of
from memdesk.store import reading
from memdesk.store.search_index import folded, tokens_of, words_of

_WORDS = 100
"""So many of the entry's words look for candidates: the first ones."""
_COMMON = 300
"""Of the entries that have a word, so many are looked at, the newest."""
_SAME_TITLE = 20
_CANDIDATES = 60


def look_alikes(
    connection: sqlite3.Connection, entry: Entry, viewer: Viewer, limit: int
) -> list[LookAlike]:
    """Entries of the same kind that say what this one says, the likest first."""
    own = gist(entry)
    found = [key for key in _candidates(connection, entry, viewer) if key != entry.key]
    alike = []
    for other in reading.rows(connection, found).values():
        value = score(own, gist(other))
        if value >= ENOUGH:
            alike.append(
                LookAlike(id=other.id, title=other.label, score=round(value, 3), kind=other.kind)
            )
    alike.sort(key=lambda one: (-one.score, one.id))
    return alike[:limit]


def _candidates(connection: sqlite3.Connection, entry: Entry, viewer: Viewer) -> list[int]:
    """Entries of the same title, and those that share the entry's rarer words."""
    met = reading.condition(Query(kinds=(entry.kind,), viewer=viewer))

    def hits(expression: str, most: int) -> list[int]:
        rows = connection.execute(
            "SELECT key FROM entry_words CROSS JOIN entry ON key = entry_words.rowid"
            f" WHERE entry_words MATCH ? AND {met.sql} ORDER BY entry_words.rowid DESC LIMIT ?",
            (expression, *met.parameters, most),
        )
        return [row[0] for row in rows]

    weights: dict[int, float] = {}
    title = tokens_of(folded(entry.label))
    if title:
        same = "{title} : " + f'"{words_of(folded(entry.label)).replace(chr(34), " ")}"'
        weights.update(dict.fromkeys(hits(same, _SAME_TITLE), 2.0))
    words = list(dict.fromkeys([*title, *tokens_of(folded(text_of(entry)))]))[:_WORDS]
    found = sorted((hits(f'"{word}"', _COMMON) for word in words), key=len)
    for keys in found:
        for key in keys:
            weights[key] = weights.get(key, 0.0) + 1.0 / len(keys)
    best = sorted(weights, key=lambda key: (-weights[key], -key))
    return best[:_CANDIDATES]
