"""Entries that look alike, found through the search index (spec 1.4)."""

from __future__ import annotations

import sqlite3
from collections import Counter
from heapq import nlargest
from itertools import islice

from memdesk.core.entry import Entry, body_of
from memdesk.core.scope import Viewer
from memdesk.core.similar import ENOUGH, LookAlike, gist, score
from memdesk.store.apart import called_apart
from memdesk.store.remembered_words import RememberedWords, Words
from memdesk.store.search_index import folded, tokens_of, words_of

_WORDS = 80
"""So many of the entry's words are looked at: the first ones."""
_RAREST = 12
"""So many of those look for candidates."""
_CANDIDATES = 12
_WORTH_WEIGHING = 0.33
"""Score, with all words weighing the same, from which the weights of words are looked up."""
_WEIGHED = 6
"""For so many of them, the likest."""


def look_alikes(
    connection: sqlite3.Connection,
    entry: Entry,
    viewer: Viewer,
    limit: int,
    remembered: RememberedWords,
) -> list[LookAlike]:
    """Entries of the same kind that say what this one says, the likest first.

    Not those that the person has called no duplicates of it.
    """
    own = gist(entry)
    apart = called_apart(connection, entry.key) if entry.key else set()
    worth = []
    with remembered.of(connection) as words:
        for other in words.entries(_candidates(entry, words)):
            if (
                other.kind != entry.kind
                or other.key == entry.key
                or other.deleted_at is not None
                or not viewer.sees(other.workspace, other.role)
                or (min(entry.key, other.key), max(entry.key, other.key)) in apart
            ):
                continue
            theirs = gist(other)
            if (value := score(own, theirs)) >= _WORTH_WEIGHING:
                worth.append((value, other, theirs))
        worth.sort(key=lambda one: (-one[0], one[1].id))
        alike = [
            LookAlike(other, round(value, 3))
            for _even, other, theirs in worth[: max(_WEIGHED, limit)]
            if (value := score(own, theirs, words.together)) >= ENOUGH
        ]
    alike.sort(key=lambda one: (-one.score, one.id))
    return alike[:limit]


def _candidates(entry: Entry, words: Words) -> list[int]:
    """Entries of the same title, and those that share the entry's rarer words."""
    found: dict[int, float] = {}
    title = folded(entry.label)
    in_title = tokens_of(title)
    numbers = {
        word: number
        for word in islice(dict.fromkeys([*in_title, *tokens_of(folded(body_of(entry)))]), _WORDS)
        if (number := words.numbers[word])
    }
    if in_title and all(words.numbers[word] for word in in_title):
        phrase = words_of(title).replace('"', " ")
        found.update(dict.fromkeys(words.matching(f'{{title}} : "{phrase}"'), 1.0))
    lists: dict[int, list[int]] = {}
    for word in sorted(numbers, key=numbers.__getitem__)[:_RAREST]:
        keys = words.newest(word)
        lists.setdefault(len(keys), []).extend(keys)
    for length, keys in lists.items():
        for key, times in Counter(keys).items():
            found[key] = found.get(key, 0.0) + times / length
    best = nlargest(_CANDIDATES, zip(found.values(), found, strict=True))
    return [key for _share, key in best]
