"""Searching: hits of a question, and which of them come first (spec 1.5, 6.1).

No search may touch every hit of a common word: hits are counted up to a cap, below it they are
ranked by bm25, above it those in titles come first and then the newest.
"""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memdesk.core.entry import Entry, body_of
from memdesk.core.query import Query
from memdesk.store import reading
from memdesk.store.query_sql import WANTED, as_list, condition
from memdesk.store.question import Piece, Question, ask, begins_with_all
from memdesk.store.rows import from_json, searched_body
from memdesk.store.search_index import bare, folded
from memdesk.store.snippet import Marks, snippet

RANKED = 500
"""Up to so many hits are ranked by bm25, which touches each; of more, the newest come."""
LISTED = 5_000
"""Most hits that a table lists."""
_NEWEST_STARTS = 20_000
_TITLES_AMONG = 200_000
"""Of a common word, titles are looked at in so many of the newest entries."""
_READ = 1_000
"""Where only their texts say whether one word stands behind another, so many of the newest that
may be hits are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What a search found. `marks` are [start, end) code points of `snippet`."""

    entry: Entry
    snippet: str
    marks: Marks


def hits(query: Query, entries: Iterable[Entry]) -> list[Hit]:
    """These entries, each with the line that shows why it was found."""
    needles = ask(query.text).needles
    found = []
    for entry in entries:
        text, marks = snippet(entry.label, body_of(entry), needles)
        found.append(Hit(entry=entry, snippet=text, marks=marks))
    return found


def keys(connection: sqlite3.Connection, query: Query) -> array[int]:
    """The keys of a query with text, in the query's order; at most LISTED, the newest."""
    question = ask(query.text)
    if question.impossible:
        return array("q")
    asked = _asked(connection, question)
    if asked.words and asked.starts:
        found = _hits(connection, query, asked, LISTED)
        return reading.keys_among(connection, query, found.keys)
    table = "entry_words" if asked.words else "entry_starts"
    expression = asked.words or asked.starts
    return reading.keys_matching(connection, query, table, expression, LISTED)


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many hits a query with text has; LISTED stands for that many or more."""
    question = ask(query.text)
    if question.impossible:
        return 0
    return len(_hits(connection, query, _asked(connection, question), LISTED).keys)


def ranked(connection: sqlite3.Connection, query: Query) -> list[int]:
    """The best hits first: title over tags over text, then relevance, then recency."""
    question = ask(query.text)
    if question.impossible:
        return []
    asked = _asked(connection, question)
    found = _hits(connection, query, asked, RANKED)
    end = None if query.limit is None else query.offset + query.limit
    if found.all:
        best = _by_score(connection, found.keys, asked)
    else:
        best = _by_newness(connection, query, found.keys, asked, end or RANKED)
    return best[query.offset : end]


@dataclass(frozen=True, slots=True)
class _Hits:
    """Hits that meet the query, the newest first. `all` says whether there are no more."""

    keys: list[int]
    all: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the indexes are asked, "" for nothing. `settled` says it of each piece for
    `entry_words`.

    Where there are `follows`, what both find may be a hit, and its text says whether it is one;
    `surely` is what `entry_words` knows to be.
    """

    question: Question
    words: str
    starts: str
    settled: Mapping[Piece, str]
    follows: tuple[re.Pattern[str], ...] = ()
    surely: str = ""

    def of_words(self, piece: Piece) -> str | None:
        """What finds a piece by `entry_words` alone: the word itself, where its longer ones are
        too many. None where nothing does."""
        said = self.settled.get(piece)
        return piece.exact if said in (None, piece.lead) else said


def _asked(connection: sqlite3.Connection, question: Question) -> _Asked:
    settled = {
        piece: _settled(connection, piece)
        for piece in question.pieces
        if piece.lead or not piece.start
    }
    apart = [piece for piece, said in settled.items() if said == piece.lead]
    starts = [piece for piece in question.pieces if piece not in settled or piece in apart]
    sure = [piece.exact if piece in apart else said for piece, said in settled.items()]
    return _Asked(
        question,
        words=" AND ".join(settled.values()),
        starts=" AND ".join(f'"{piece.start}"' for piece in starts),
        settled=settled,
        follows=tuple(piece.follows for piece in apart if piece.follows),
        surely=" AND ".join(filter(None, sure)) if all(sure) else "",
    )


def _settled(connection: sqlite3.Connection, piece: Piece) -> str:
    """What to ask `entry_words` for a piece. A word that is common enough by itself needs no
    longer ones.

    A beginning makes FTS5 merge all entries of all words that begin so before the first hit; a
    word alone is read hit by hit. So where many entries have one, it is asked of `entry_starts`.
    """
    if piece.exact and len(_first(connection, "entry_words", piece.exact, RANKED)) > RANKED:
        return piece.exact
    if piece.lead:
        begun = _first(connection, "entry_starts", f'"{piece.start}"', _NEWEST_STARTS)
        if len(begun) > _NEWEST_STARTS:
            return piece.lead
    return piece.words


def _hits(connection: sqlite3.Connection, query: Query, asked: _Asked, most: int) -> _Hits:
    if not asked.words:
        return _one_index(connection, query, "entry_starts", asked.starts, most)
    if asked.follows:
        return _read(connection, query, asked, most)
    return _words_and_starts(connection, query, asked.words, asked.starts, most)


def _words_and_starts(
    connection: sqlite3.Connection, query: Query, words: str, starts: str, most: int
) -> _Hits:
    if not starts:
        return _one_index(connection, query, "entry_words", words, most)
    return _both_indexes(connection, query, words, starts, most)


def _read(connection: sqlite3.Connection, query: Query, asked: _Asked, most: int) -> _Hits:
    """Hits among those that may be some; of more than can be read, the newest and the sure."""
    maybe = _both_indexes(connection, query, asked.words, asked.starts, _READ)
    found = set(_following(connection, maybe.keys, asked.follows))
    if not maybe.all and asked.surely:
        others = [piece for piece in asked.question.pieces if piece not in asked.settled]
        starts = " AND ".join(f'"{piece.start}"' for piece in others)
        found.update(_words_and_starts(connection, query, asked.surely, starts, most).keys)
    newest = sorted(found, reverse=True)
    return _Hits(newest[:most], maybe.all and len(newest) <= most)


def _following(
    connection: sqlite3.Connection, keys: Sequence[int], follows: Iterable[re.Pattern[str]]
) -> list[int]:
    """Those of the entries in one of whose texts the words stand one behind the other."""
    rows = connection.execute(
        f"{WANTED} SELECT key, title, body, tech, (SELECT group_concat(tag, char(10)) FROM"
        " (SELECT tag FROM entry_tag WHERE entry_key = key ORDER BY position))"
        " FROM wanted CROSS JOIN entry ON key = one",
        (as_list(keys),),
    )
    found = []
    for key, title, body, tech, tags in rows:
        texts = [bare(folded(text)) for text in (title, searched_body(body, from_json(tech)))]
        if tags:
            texts.append(bare(folded(tags)))
        if all(any(map(pattern.search, texts)) for pattern in follows):
            found.append(key)
    return found


def _one_index(
    connection: sqlite3.Connection,
    query: Query,
    table: str,
    expression: str,
    most: int,
    oldest: int = 0,
) -> _Hits:
    met = condition(query)
    found = connection.execute(
        # CROSS JOIN: the index leads, from its newest entry, and stops at the limit.
        f"SELECT key FROM {table} CROSS JOIN entry ON key = {table}.rowid"
        f" WHERE {table} MATCH ? AND {table}.rowid >= ? AND {met.sql}"
        f" ORDER BY {table}.rowid DESC LIMIT ?",
        (expression, oldest, *met.parameters, most + 1),
    ).fetchall()
    return _Hits([row[0] for row in found[:most]], len(found) <= most)


def _both_indexes(
    connection: sqlite3.Connection, query: Query, words: str, starts: str, most: int
) -> _Hits:
    """Hits that both indexes have; when both have many, only among the newest."""
    rare = _first(connection, "entry_words", words, RANKED)
    if not rare:
        return _Hits([], True)
    if len(rare) <= RANKED:
        return _Hits(_meeting(connection, query, _having(connection, rare, starts)), True)
    begun = _first(connection, "entry_starts", starts, _NEWEST_STARTS)
    if not begun:
        return _Hits([], True)
    among = set(begun)
    met = condition(query)
    found = []
    for (key,) in connection.execute(
        "SELECT key FROM entry_words CROSS JOIN entry ON key = entry_words.rowid"
        f" WHERE entry_words MATCH ? AND entry_words.rowid >= ? AND {met.sql}"
        " ORDER BY entry_words.rowid DESC",
        (words, begun[-1], *met.parameters),
    ):
        if key in among:
            found.append(key)
            if len(found) > most:
                break
    return _Hits(found[:most], len(found) <= most and len(begun) <= _NEWEST_STARTS)


def _first(connection: sqlite3.Connection, table: str, expression: str, most: int) -> list[int]:
    """The newest hits of one index, whatever they are; one more than `most` if there are."""
    return [
        row[0]
        for row in connection.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?",
            (expression, most + 1),
        )
    ]


def _having(connection: sqlite3.Connection, keys: Iterable[int], starts: str) -> list[int]:
    """Those of the entries that `entry_starts` has under the expression."""
    ask_one = "SELECT 1 FROM entry_starts WHERE entry_starts MATCH ? AND rowid = ?"
    return [key for key in keys if connection.execute(ask_one, (starts, key)).fetchone()]


def _meeting(connection: sqlite3.Connection, query: Query, found: Sequence[int]) -> list[int]:
    """Those that meet the rest of the query, the newest first."""
    whole = replace(query, sort="recent", limit=None, offset=0)
    return sorted(reading.keys_among(connection, whole, found), reverse=True)


def _by_score(connection: sqlite3.Connection, found: Sequence[int], asked: _Asked) -> list[int]:
    """Few hits: by bm25; of those with the same score by title, relevance, recency."""
    scores = _scores(connection, asked)
    rows = connection.execute(
        f"{WANTED} SELECT key, title, relevance FROM wanted CROSS JOIN entry ON key = one"
        " ORDER BY updated_at DESC, key DESC",
        (as_list(found),),
    ).fetchall()

    needles = asked.question.needles

    def rank(row: tuple[int, str, int]) -> tuple[float, bool, int]:
        key, title, relevance = row
        return scores.get(key, 0.0), not begins_with_all(title, needles), relevance

    rows.sort(key=rank)
    return [row[0] for row in rows]


def _scores(connection: sqlite3.Connection, asked: _Asked) -> dict[int, float]:
    """bm25 by the pieces that few entries have: the others say little. The better, the lower."""
    telling = []
    pieces = asked.question.pieces
    for piece in pieces:
        table, expression, said = "entry_words", piece.words, piece.words
        if piece.lead:
            expression = said = asked.settled[piece]
        elif piece.start:
            table, expression = "entry_starts", f'"{piece.start}"'
        elif piece.exact:
            expression = asked.settled[piece]
        elif len(pieces) == 1:
            telling.append(piece.words)  # counted already, as what was asked
            continue
        if len(_first(connection, table, expression, LISTED)) <= LISTED:
            telling.append(said)
    if not telling:
        return {}
    return dict(
        connection.execute(
            "SELECT rowid, bm25(entry_words, 10.0, 5.0, 1.0) FROM entry_words"
            " WHERE entry_words MATCH ? LIMIT ?",
            (" AND ".join(telling), LISTED),
        ).fetchall()
    )


def _by_newness(
    connection: sqlite3.Connection,
    query: Query,
    newest: Sequence[int],
    asked: _Asked,
    most: int,
) -> list[int]:
    """Too many hits: those in titles, then the newest."""
    titled: dict[int, None] = {}
    pieces, needles = asked.question.pieces, asked.question.needles
    wanted = [asked.of_words(piece) for piece in pieces]
    # One character alone stands in the index only at the beginning of pairs.
    if all(wanted):
        last = connection.execute("SELECT max(key) FROM entry").fetchone()[0]
        expression = "{title} : (" + " AND ".join(filter(None, wanted)) + ")"
        oldest = last - _TITLES_AMONG
        found = _one_index(connection, query, "entry_words", expression, most, oldest)
        titled.update(dict.fromkeys(found.keys))
    window = [*titled, *(key for key in newest[: max(most, 200)] if key not in titled)]
    rows = connection.execute(
        f"{WANTED} SELECT key, title FROM wanted CROSS JOIN entry ON key = one"
        " ORDER BY updated_at DESC, key DESC",
        (as_list(window),),
    ).fetchall()
    rows.sort(key=lambda row: row[0] not in titled and not begins_with_all(row[1], needles))
    first = [row[0] for row in rows]
    shown = set(first)
    return first + [key for key in newest if key not in shown]
