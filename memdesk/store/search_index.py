"""The search index: what words an entry is found by, and the one place that keeps it (spec 1.5).

Two indexes without content of their own. `entry_words` holds every word with its place, for
words, phrases and ranking. Chinese, Japanese and Korean is written without spaces, so each run of
it goes in as overlapping pairs and a final single: `进度表` becomes `进度 度表 表`. `entry_starts`
holds, once an entry, every single one of these characters and the beginnings of all other words
up to six letters: a prefix search in `entry_words` would have to merge thousands of words.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from memdesk.store.rows import from_json, searched_body

RUN = (
    "[\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c"
    "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003fffd]"
)
RUNS = re.compile(RUN + "+")
LONGEST_START = 6
_GATHERED = 16 * 1024 * 1024
"""Bytes of words that a transaction holds in memory, of each index."""
_PIECES = 200
"""Pieces of one size from which on a write merges them itself. By SQLite's own measure, 16, one
short text would have the words of a whole import written anew with it, for seconds."""
_MERGED = 64
"""Pages of each index that are merged at once: some milliseconds, as long as others wait."""

# A word as the tokenizer sees it: letters, digits and the marks that belong to them.
_WORDS = re.compile(r"[^\W_]+")
_DIACRITICS = re.compile("[\u0300-\u036f]+")
_ASTRAL = "\U00010000"


def folded(text: str) -> str:
    """One form for what looks alike: full-width letters as plain ones, composed characters."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def bare(text: str) -> str:
    """Lower case without diacritics, as the tokenizer sees Latin letters; composed."""
    text = text.lower()
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", _DIACRITICS.sub("", apart))


def words_of(text: str) -> str:
    """What `entry_words` indexes of a text that is folded already."""
    return text if text.isascii() else RUNS.sub(_pairs, text)


def pairs(run: str) -> list[str]:
    """The overlapping pairs of a run; a run of one character is itself."""
    if len(run) == 1:
        return [token(run)]
    if max(run) < _ASTRAL:
        return [first + second for first, second in pairwise(run)]
    return [token(run[place : place + 2]) for place in range(len(run) - 1)]


def token(characters: str) -> str:
    """Characters as the tokenizer takes them whole.

    It knows no character that is younger than itself, so those beyond the basic plane are
    spelled out.
    """
    return "".join(char if char < _ASTRAL else f"u{ord(char):x}" for char in characters)


@lru_cache(maxsize=20_000)
def start_token(characters: str) -> str:
    """Characters as one token of `entry_starts`, which knows no phrases: spelled in ASCII.

    Six digits: no beginning of an ASCII word is that long.
    """
    if characters.isascii():
        return characters
    return "".join(char if char.isascii() else f"u{ord(char):06x}" for char in characters)


def _pairs(found: re.Match[str]) -> str:
    run = found.group()
    if len(run) == 1:
        return f" {token(run)} "
    return f" {' '.join(pairs(run))} {token(run[-1])} "


def tokens_of(text: str) -> list[str]:
    """The words and pairs of a text that is folded already, in order, as `entry_words` has them."""
    return [word for word in _WORDS.findall(words_of(text.lower())) if len(word) > 1]


def units_of(text: str) -> set[str]:
    """By what a text that is folded already is counted: words, pairs, single characters."""
    if text.isascii():
        return set(_WORDS.findall(text.lower()))
    return {*_WORDS.findall(words_of(text.lower())), *"".join(RUNS.findall(text))}


def starts_of(text: str) -> set[str]:
    """What `entry_starts` indexes of a text that is folded already."""
    text = bare(text)
    found: set[str] = set()
    if not text.isascii():
        # Apart from the words: a run is no word, and a word no run.
        found.update(map(start_token, set().union(*RUNS.findall(text))))
        text = RUNS.sub(" ", text)
    return found.union(*map(_beginnings, set(_WORDS.findall(text))))


@lru_cache(maxsize=50_000)
def _beginnings(word: str) -> tuple[str, ...]:
    longest = min(len(word), LONGEST_START)
    return tuple(start_token(word[:length]) for length in range(1, longest + 1))


class SearchIndex:
    """Keeps both indexes in step. Every write of an entry's text passes here, and only here."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def expect_many(self) -> None:
        """Gather more words in memory before they are written, for each transaction from now on.

        What is written is a piece of the index of its own, and pieces are merged again and again:
        the fewer there are, the less often each word of a large import is written anew.
        """
        for table in ("entry_words", "entry_starts"):
            self._connection.execute(
                f"INSERT INTO {table} ({table}, rank) VALUES ('hashsize', ?)", (_GATHERED,)
            )
            self._let_pieces_be(table)

    def merge(self) -> bool:
        """Merge pieces of the indexes, a few pages of them; gives whether more is left to do.

        Every write leaves a piece, and every search looks into each.
        """
        more = False
        for table in ("entry_words", "entry_starts"):
            self._let_pieces_be(table)
            before = self._connection.total_changes
            self._connection.execute(
                f"INSERT INTO {table} ({table}, rank) VALUES ('merge', ?)", (_MERGED,)
            )
            # The statement itself counts as one.
            more |= self._connection.total_changes - before > 1
        return more

    def _let_pieces_be(self, table: str) -> None:
        """Leave merging to `merge`, as far as can be."""
        found = self._connection.execute(f"SELECT v FROM {table}_config WHERE k = 'crisismerge'")
        if found.fetchone() != (_PIECES,):  # to say it again would be a write
            self._connection.execute(
                f"INSERT INTO {table} ({table}, rank) VALUES ('crisismerge', ?)", (_PIECES,)
            )

    def put(self, key: int, title: str, tags: Sequence[str], body: str) -> None:
        """Index an entry that isn't indexed."""
        words, starts = _indexed(title, tags, body)
        self._connection.execute(
            "INSERT INTO entry_words (rowid, title, tags, body) VALUES (?, ?, ?, ?)", (key, *words)
        )
        self._connection.execute(
            "INSERT INTO entry_starts (rowid, starts) VALUES (?, ?)", (key, starts)
        )

    def take(self, key: int, title: str, tags: Sequence[str], body: str) -> None:
        """Remove an entry. The texts must be those it was indexed with, to the letter."""
        words, starts = _indexed(title, tags, body)
        self._connection.execute(
            "INSERT INTO entry_words (entry_words, rowid, title, tags, body)"
            " VALUES ('delete', ?, ?, ?, ?)",
            (key, *words),
        )
        self._connection.execute(
            "INSERT INTO entry_starts (entry_starts, rowid, starts) VALUES ('delete', ?, ?)",
            (key, starts),
        )

    def rebuild(self) -> None:
        """Make both indexes anew from the entries."""
        for table in ("entry_words", "entry_starts"):
            self._connection.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
        self._put_all(self._connection)

    def _put_all(self, source: sqlite3.Connection) -> None:
        for key, title, body, tech, tags in source.execute(_ALL_TEXTS):
            self.put(key, title, _tags(tags), searched_body(body, from_json(tech)))

    def optimize(self) -> None:
        """Merge each index into one piece, leaving nothing of what was removed (spec 1.6)."""
        for table in ("entry_words", "entry_starts"):
            self._connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")

    def faults(self) -> list[str]:
        """What is wrong with the indexes: nothing, unless a write went past this class.

        It holds both in memory: not for a bank of a million.
        """
        found = self.own_faults()
        scratch = sqlite3.connect(":memory:")
        try:
            found += self._differences(scratch)
        finally:
            scratch.close()
        return found

    def own_faults(self) -> list[str]:
        """Where an index contradicts itself, whatever the entries say."""
        found = []
        for table in ("entry_words", "entry_starts"):
            try:
                self._connection.execute(
                    f"INSERT INTO {table} ({table}) VALUES ('integrity-check')"
                )
            except sqlite3.DatabaseError as error:
                found.append(f"{table}: {error}")
        return found

    def _differences(self, scratch: sqlite3.Connection) -> list[str]:
        """Compare with an index built anew: every word, in every entry, at every place."""
        for name in ("entry_words", "entry_starts"):
            sql = self._connection.execute(
                "SELECT sql FROM sqlite_master WHERE name = ?", (name,)
            ).fetchone()[0]
            scratch.execute(sql)
        fresh = SearchIndex(scratch)
        fresh._put_all(self._connection)
        found = []
        for name in ("entry_words", "entry_starts"):
            kept = _vocabulary(self._connection, name)
            wanted = _vocabulary(scratch, name)
            if kept != wanted:
                found.append(f"{name}: {len(kept ^ wanted)} places differ from the entries")
        return found


_ALL_TEXTS = """
SELECT key, title, body, tech,
    (SELECT group_concat(tag, char(0)) FROM
        (SELECT tag FROM entry_tag WHERE entry_key = key ORDER BY position))
FROM entry ORDER BY key
"""


def _tags(joined: str | None) -> list[str]:
    return [] if joined is None else joined.split("\x00")


def _indexed(title: str, tags: Sequence[str], body: str) -> tuple[tuple[str, str, str], str]:
    title, tagged, body = folded(title), folded("\n".join(tags)), folded(body)
    starts = starts_of(f"{title}\n{tagged}\n{body}")
    return (words_of(title), words_of(tagged), words_of(body)), " ".join(starts)


def _vocabulary(connection: sqlite3.Connection, name: str) -> set[tuple[object, ...]]:
    connection.execute(
        f"CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab ({_schema_of(name)}, instance)"
    )
    try:
        return set(connection.execute("SELECT term, doc, col, offset FROM temp.vocabulary"))
    finally:
        connection.execute("DROP TABLE temp.vocabulary")


def _schema_of(name: str) -> str:
    return f"'main', '{name}'"
