"""Searching: what a person types, as a question to the search index (spec 1.5)."""

from __future__ import annotations

import json
import re
import sqlite3
from array import array
from dataclasses import dataclass, replace

from memdesk.core.query import Query
from memdesk.store import reading
from memdesk.store.search_index import (
    LONGEST_START,
    RUN,
    RUNS,
    bare,
    folded,
    pairs,
    start_token,
    token,
)

RANKED = 1_000
"""Up to so many hits are ranked by bm25, which touches each; of more, the newest come."""
LISTED = 5_000
"""Most hits that a table lists."""
_NEWEST_STARTS = 20_000

_PHRASES = re.compile(r'"([^"]*)"|([^\s"]+)')
_WORDS = re.compile(rf"(?:{RUN})+|(?:(?!{RUN})[^\W_])+")


@dataclass(frozen=True, slots=True)
class Question:
    """What a text asks: expressions for `entry_words`, tokens for `entry_starts`, all needed.

    `impossible`: the text holds something, but nothing that could be found. `needles` are the
    bare words as a person sees them, for the snippet.
    """

    words: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    needles: tuple[str, ...] = ()
    impossible: bool = False

    @property
    def empty(self) -> bool:
        return not self.words and not self.starts and not self.impossible

    @property
    def words_expression(self) -> str:
        return " AND ".join(self.words)

    @property
    def starts_expression(self) -> str:
        return " AND ".join(f'"{start}"' for start in self.starts)


def ask(text: str) -> Question:
    """The question in a text. Takes anything; nothing in it is syntax but a pair of quotes."""
    words: list[str] = []
    starts: list[str] = []
    needles: list[str] = []
    for phrase, piece in _PHRASES.findall(folded(text).replace("\x00", " ")):
        found = _WORDS.findall(phrase or piece)
        needles += [bare(word) for word in found]
        if len(found) == 1 and _is_start(found[0]) and (piece or RUNS.match(found[0])):
            starts.append(start_token(bare(found[0])))
        elif phrase and found:
            words.append(_phrase(found, whole=True))
        elif found:
            words.append(_phrase(found, whole=False))
    needles = list(dict.fromkeys(needles))
    nothing = not words and not starts and bool(text.strip(' "\t\n'))
    return Question(tuple(words), tuple(starts), tuple(needles), nothing)


def _is_start(word: str) -> bool:
    return len(word) == 1 if RUNS.match(word) else len(word) <= LONGEST_START


def _phrase(found: list[str], *, whole: bool) -> str:
    """Words that stand one behind the other. Unless `whole`, the last may be a beginning."""
    tokens: list[str] = []
    for place, word in enumerate(found):
        if not RUNS.match(word):
            tokens.append(word)
            continue
        tokens += pairs(word)
        if len(word) > 1 and place < len(found) - 1:
            tokens.append(token(word[-1]))  # the run ends here in the entry too
    last = found[-1]
    # A character stands in the index with the next one; a pair is whole as it is.
    open_end = len(last) == 1 if RUNS.match(last) else not whole
    return '"' + " ".join(tokens) + '"' + (" *" if open_end else "")


def keys(connection: sqlite3.Connection, query: Query) -> array[int]:
    """The keys of a query with text, in the query's order; at most LISTED, the newest."""
    return reading.keys_among(connection, query, hits(connection, query, LISTED).keys)


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many hits a query with text has; LISTED stands for that many or more."""
    return len(hits(connection, query, LISTED).keys)


@dataclass(frozen=True, slots=True)
class Hits:
    """Hits that meet the query, the newest first. `all` says whether there are no more."""

    keys: list[int]
    all: bool


def hits(connection: sqlite3.Connection, query: Query, most: int) -> Hits:
    """At most so many hits."""
    question = ask(query.text)
    if question.impossible:
        return Hits([], True)
    if not question.words:
        return _one_index(connection, query, "entry_starts", question.starts_expression, most)
    if not question.starts:
        return _one_index(connection, query, "entry_words", question.words_expression, most)
    return _both_indexes(connection, query, question, most)


def _one_index(
    connection: sqlite3.Connection, query: Query, table: str, expression: str, most: int
) -> Hits:
    met = reading.condition(query)
    found = connection.execute(
        # CROSS JOIN: the index leads, from its newest entry, and stops at the limit.
        f"SELECT key FROM {table} CROSS JOIN entry ON key = {table}.rowid"
        f" WHERE {table} MATCH ? AND {met.sql} ORDER BY {table}.rowid DESC LIMIT ?",
        (expression, *met.parameters, most + 1),
    ).fetchall()
    return Hits([row[0] for row in found[:most]], len(found) <= most)


def _both_indexes(
    connection: sqlite3.Connection, query: Query, question: Question, most: int
) -> Hits:
    """Hits of the rarer index that the other one has too; of two common ones, the newest."""
    rare = _first(connection, "entry_words", question.words_expression, RANKED)
    if len(rare) <= RANKED:
        found = [key for key in rare if _has(connection, key, question.starts_expression)]
        return Hits(_meeting(connection, query, found), True)
    starts = _first(connection, "entry_starts", question.starts_expression, _NEWEST_STARTS)
    if not starts:
        return Hits([], True)
    among = set(starts)
    met = reading.condition(query)
    found = []
    for (key,) in connection.execute(
        "SELECT key FROM entry_words CROSS JOIN entry ON key = entry_words.rowid"
        f" WHERE entry_words MATCH ? AND entry_words.rowid >= ? AND {met.sql}"
        " ORDER BY entry_words.rowid DESC",
        (question.words_expression, starts[-1], *met.parameters),
    ):
        if key in among:
            found.append(key)
            if len(found) > most:
                break
    return Hits(found[:most], len(found) <= most and len(starts) <= _NEWEST_STARTS)


def _first(connection: sqlite3.Connection, table: str, expression: str, most: int) -> list[int]:
    """The newest hits of one index, whatever they are; one more than `most` if there are."""
    return [
        row[0]
        for row in connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?",
            (expression, most + 1),
        )
    ]


def _has(connection: sqlite3.Connection, key: int, expression: str) -> bool:
    found = connection.execute(
        "SELECT 1 FROM entry_starts WHERE entry_starts MATCH ? AND rowid = ?", (expression, key)
    )
    return found.fetchone() is not None


def _meeting(connection: sqlite3.Connection, query: Query, found: list[int]) -> list[int]:
    whole = replace(query, sort="recent", limit=None, offset=0)
    return list(reading.keys_among(connection, whole, found))


def ranked(connection: sqlite3.Connection, query: Query) -> list[int]:
    """The best hits first: title over tags over text, then relevance, then recency (spec 1.5).

    Of more hits than RANKED, those in titles come first and then the newest.
    """
    question = ask(query.text)
    found = hits(connection, query, RANKED)
    if not found.keys:
        return []
    first: dict[int, float] = {}
    if question.words:
        if found.all and len(_all_of_words(connection, question)) <= LISTED:
            first = _scores(connection, question)
        elif not found.all:
            first = dict.fromkeys(_in_titles(connection, query, question), 0.0)
    among = list(dict.fromkeys([*first, *found.keys])) if not found.all else found.keys
    best = _sorted(connection, among, first, question)
    end = None if query.limit is None else query.offset + query.limit
    return best[query.offset : end]


def _all_of_words(connection: sqlite3.Connection, question: Question) -> list[int]:
    return _first(connection, "entry_words", question.words_expression, LISTED)


def _scores(connection: sqlite3.Connection, question: Question) -> dict[int, float]:
    """bm25 of each hit: the better, the lower."""
    return dict(
        connection.execute(
            "SELECT rowid, bm25(entry_words, 10.0, 5.0, 1.0) FROM entry_words"
            " WHERE entry_words MATCH ?",
            (question.words_expression,),
        )
    )


def _in_titles(connection: sqlite3.Connection, query: Query, question: Question) -> list[int]:
    expression = "{title} : (" + question.words_expression + ")"
    return _one_index(connection, query, "entry_words", expression, RANKED).keys


def _sorted(
    connection: sqlite3.Connection,
    found: list[int],
    scores: dict[int, float],
    question: Question,
) -> list[int]:
    """Hits by score, those in a title first where there is none; then relevance, recency."""
    rows = connection.execute(
        "SELECT key, title, relevance, updated_at FROM entry"
        " WHERE key IN (SELECT value FROM json_each(?)) ORDER BY updated_at DESC, key DESC",
        (json.dumps(found),),
    ).fetchall()

    def rank(row: tuple[int, str, int, str]) -> tuple[float, int]:
        key, title, relevance, _updated_at = row
        score = scores.get(key)
        if score is None:
            score = 0.0 if _begins_with_all(title, question) else 1.0
        return score, relevance

    rows.sort(key=rank)
    return [row[0] for row in rows]


def _begins_with_all(title: str, question: Question) -> bool:
    text = bare(folded(title))
    words = _WORDS.findall(text)
    return all(
        needle in text if RUNS.match(needle) else any(word.startswith(needle) for word in words)
        for needle in question.needles
    )
