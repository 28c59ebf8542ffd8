"""What a bank's words tell, remembered from one question for look-alikes to the next (spec 1.4).

A text of 300 characters has hundreds of words and pairs of characters, those that it is compared
with as many again. To ask the search index for each would take longer than all else in a write.
"""

from __future__ import annotations

import math
import sqlite3
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from memdesk.core.entry import KINDS, Entry, Kind
from memdesk.core.similar import weight
from memdesk.store import changes, reading
from memdesk.store.rows import texts_of
from memdesk.store.search_index import RUNS, bare, folded, start_token, token, units_of

NEWEST = 100
"""Of the entries that have a word, so many are looked at."""
COUNTED = 1_000
"""Entries that have a word are counted up to so many."""
NEW = 20
"""So many changes, and entries in them, are learnt; where there are more, all is forgotten."""
LASTING = 100
"""So many changes, and this part of the bank besides, the counts last: what an entry had that was
changed or trashed is still counted."""

_COUNTS, _LISTS, _ENTRIES = 50_000, 2_000, 256
"""Counts, lists and entries that are remembered, some megabytes of them."""


class RememberedWords:
    """The words of a bank, in whatever state it is asked about: any thread may ask, in turns."""

    def __init__(self) -> None:
        self.words = Words()
        self._turn = threading.Lock()

    @contextmanager
    def of(self, connection: sqlite3.Connection) -> Iterator[Words]:
        """The words of the state that a connection reads, for one question."""
        with self._turn:
            self.words.be_of(connection)
            yield self.words


class Words:
    """How many entries have a word, which ones, and how much that tells.

    Learnt are changes that are committed: who asks amid a transaction takes one of its own.
    """

    def __init__(self) -> None:
        self.numbers = _Numbers()
        """How many entries have a word, up to COUNTED: counted when it is first asked for."""
        self._newest: dict[str, array[int]] = {}
        self._entries: dict[int, Entry] = {}
        self._learnt = self._counted = 0
        """The number of the newest change that is learnt, and of that when all was counted."""
        self._last = 0
        """The key of the newest entry."""
        self._weights: list[float] = []
        self._weighed_among = 0

    # --- what is asked

    def together(self, units: Iterable[str]) -> float:
        """How much words, characters and pairs of them tell, the same in whatever order."""
        return math.fsum(map(self._weights.__getitem__, map(self.numbers.__getitem__, units)))

    def newest(self, word: str) -> Sequence[int]:
        """The keys of the newest entries that have a word."""
        name = bare(word)
        found = self._newest.get(name)
        if found is None:
            found = self._newest[name] = array("q", self.matching(f'"{word}"'))
        return found

    def matching(self, expression: str) -> list[int]:
        """The keys of the newest entries that the search index finds."""
        rows = self.numbers.connection.execute(
            "SELECT rowid FROM entry_words WHERE entry_words MATCH ? ORDER BY rowid DESC LIMIT ?",
            (expression, NEWEST),
        )
        return [row[0] for row in rows]

    def entries(self, keys: Iterable[int]) -> list[Entry]:
        """The entries of these keys, as they were changed last, trashed ones too."""
        keys = list(keys)
        known = self._entries
        known.update(
            reading.rows(self.numbers.connection, [key for key in keys if key not in known])
        )
        found = [known[key] for key in keys if key in known]
        for oldest in list(known)[:-_ENTRIES]:
            del known[oldest]
        return found

    # --- keeping in step

    def be_of(self, connection: sqlite3.Connection) -> None:
        """Learn what has changed since the last question, or forget all that may be wrong."""
        self.numbers.ask(connection)
        at = changes.generation(connection)
        last: int = connection.execute("SELECT max(key) FROM entry").fetchone()[0] or 0
        if at != self._learnt:
            changed = _changed(connection, self._learnt, at)
            if changed is None or not 0 <= at - self._counted <= LASTING + last // LASTING:
                self._forget()
                self._counted = at
            else:
                for entry in changed:
                    self._learn(entry)
            self._learnt, self._last = at, last
        if len(self.numbers) > _COUNTS:
            self._forget()
        if len(self._newest) > _LISTS:
            self._newest.clear()
        if not self._weights or abs(last - self._weighed_among) > last // LASTING:
            among = max(2, last)
            self._weights = [weight(number, among) for number in range(COUNTED + 1)]
            self._weighed_among = last

    def _learn(self, entry: Entry) -> None:
        self._entries.pop(entry.key, None)
        title, tags, body = texts_of(entry)
        text = folded("\n".join((title, *tags, body)))
        has = units_of(text)
        if entry.key > self._last:
            for unit in has & self.numbers.keys():
                self.numbers[unit] = min(self.numbers[unit] + 1, COUNTED)
        for name in (has if text.isascii() else units_of(bare(text))) & self._newest.keys():
            newest = self._newest[name]
            if entry.key > self._last or entry.key not in newest:
                newest.insert(0, entry.key)
                del newest[NEWEST:]

    def _forget(self) -> None:
        self.numbers.clear()
        self._newest.clear()
        self._entries.clear()


def _changed(connection: sqlite3.Connection, since: int, until: int) -> list[Entry] | None:
    """The entries that were changed after that change, as they are now.

    None where they are too many, not named or no longer there: their keys are given anew.
    """
    if not 0 < until - since <= NEW or changes.destroyed_since(connection, since):
        return None
    named: list[tuple[Kind, str]] = []
    for change in changes.since(connection, since):
        if change.ids is None:
            return None
        named += [(kind, id) for kind in KINDS if kind in change.kinds for id in change.ids]
        if len(named) > NEW:
            return None
    return list(reading.stored(connection, named).values())


class _Numbers(dict[str, int]):
    """How many entries have a unit: a word, a character, a pair of them."""

    connection: sqlite3.Connection

    def __init__(self) -> None:
        super().__init__()
        self._absent: list[str] = []

    def ask(self, connection: sqlite3.Connection) -> None:
        """Ask this connection from now on.

        That no entry has a unit is forgotten: one that is changed to have it must be found by it.
        """
        self.connection = connection
        for unit in self._absent:
            self.pop(unit, None)
        self._absent.clear()

    def __missing__(self, unit: str) -> int:
        number = self[unit] = self.counted(unit)
        if not number:
            self._absent.append(unit)
        return number

    def counted(self, unit: str) -> int:
        """How many entries have it, by the search index."""
        table, asked = "entry_words", token(unit)
        if len(unit) == 1 and RUNS.match(unit):
            table, asked = "entry_starts", start_token(unit)
        found = self.connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)",
            (f'"{asked}"', COUNTED),
        )
        return int(found.fetchone()[0])
