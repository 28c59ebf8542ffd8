"""Import, search, single writes and size of a bank (spec 6.1), against plain sqlite3."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import astuple
from pathlib import Path

from banks import copied_bank, entries, import_seconds
from measuring import Figure, percentile

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.query import Query
from memdesk.store.bank import Bank

SEARCHES = {
    "rare word": "1234",
    "common word": "deploy",
    "prefix of 2 letters": "de",
    "prefix of 4 letters": "depl",
    "Chinese, 1 character": "忆",
    "Chinese, 2 characters": "进度",
    "Chinese, 3 characters": "项目进",
    "two words": "server friday",
    "nothing found": "zebrafish",
}

FROM = 1_000
"""Entries of a bank from which on an import and the file are judged. An empty bank has 47 pages,
193 kB, and takes 27 ms to make: more than 100 entries and their 78 kB of bare rows."""

# The same rows and index as one write needs, with nothing around them.
FLOOR_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE entry (key INTEGER PRIMARY KEY, id TEXT UNIQUE, title TEXT, content TEXT,
    relevance TEXT, updated_at TEXT, author TEXT) STRICT;
CREATE INDEX entry_updated ON entry (updated_at);
CREATE TABLE change (number INTEGER PRIMARY KEY, at TEXT, author TEXT, label TEXT) STRICT;
CREATE TABLE revision (number INTEGER PRIMARY KEY, change INTEGER, kind TEXT, id TEXT,
    action TEXT) STRICT;
CREATE VIRTUAL TABLE words USING fts5 (title, tags, body, content = '');
"""


def measure(folder: Path, counts: tuple[int, ...], *, quick: bool) -> list[Figure]:
    figures = []
    for count in counts:
        bank_file = copied_bank(folder / f"speed-{count}.sqlite", count)
        seconds, processor = import_seconds(count)
        limit = 1 / 3_000 if count >= FROM else None
        figures += [
            Figure("bulk import, each entry", seconds / count, most=limit, entries=count),
            Figure("bulk import, each entry, on a processor", processor / count, entries=count),
            size(bank_file, folder, count),
        ]
        with closing(Bank(bank_file)) as bank:
            figures += searches(bank, count, 10 if quick else 40)
            figures.append(single_writes(bank, folder, count, 100 if quick else 500))
        bank_file.unlink()
    return figures


def searches(bank: Bank, count: int, rounds: int) -> list[Figure]:
    figures = []
    for name, text in SEARCHES.items():
        query = Query(text=text, limit=50)
        taken = []
        for _ in range(rounds):
            start = time.perf_counter()
            bank.search(query)
            taken.append(time.perf_counter() - start)
        what = f"search, {name}, p95"
        figures.append(Figure(what, percentile(taken, 0.95), most=0.020, entries=count))
    return figures


def single_writes(bank: Bank, folder: Path, count: int, rounds: int) -> Figure:
    """Each its own transaction; the bank and plain sqlite3 take turns."""
    ours: list[float] = []
    floor: list[float] = []
    actor = Actor()
    with closing(sqlite3.connect(folder / f"floor-{count}.sqlite", isolation_level=None)) as plain:
        plain.executescript(FLOOR_SCHEMA)
        for number, entry in enumerate(memories(rounds)):
            start = time.perf_counter()
            bank.add(entry, actor)
            middle = time.perf_counter()
            write_plainly(plain, number, entry)
            ours.append(middle - start)
            floor.append(time.perf_counter() - middle)
    name = "a single write in its own transaction, p50"
    return Figure(name, percentile(ours, 0.5), percentile(floor, 0.5), most=3, entries=count)


def memories(count: int) -> list[Memory]:
    made = [entry for entry in entries(count * 2) if isinstance(entry, Memory)]
    return made[:count]


def write_plainly(plain: sqlite3.Connection, number: int, entry: Memory) -> None:
    plain.execute("BEGIN IMMEDIATE")
    row = plain.execute(
        "INSERT INTO entry (id, title, content, relevance, updated_at, author)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (f"id-{number}", entry.title, entry.content, entry.relevance, "now", entry.author),
    )
    change = plain.execute("INSERT INTO change (at, author, label) VALUES ('now', 'user', 'add')")
    plain.execute(
        "INSERT INTO revision (change, kind, id, action) VALUES (?, 'memory', ?, 'create')",
        (change.lastrowid, f"id-{number}"),
    )
    plain.execute(
        "INSERT INTO words (rowid, title, tags, body) VALUES (?, ?, ?, ?)",
        (row.lastrowid, entry.title, " ".join(entry.tags), entry.content),
    )
    plain.execute("COMMIT")


def size(bank_file: Path, folder: Path, count: int) -> Figure:
    """The bank's file against a table that holds the same values and no index."""
    bare_file = folder / f"bare-{count}.sqlite"
    with closing(sqlite3.connect(bare_file)) as bare:
        bare.execute("CREATE TABLE entry (key INTEGER PRIMARY KEY, columns TEXT)")
        bare.executemany(
            "INSERT INTO entry (columns) VALUES (?)",
            ((values(entry),) for entry in entries(count)),
        )
        bare.commit()
    floor = float(bare_file.stat().st_size)
    bare_file.unlink()
    return Figure(
        "file of the bank",
        float(bank_file.stat().st_size),
        floor,
        most=3 if count >= FROM else None,
        unit="bytes",
        entries=count,
    )


def values(entry: Entry) -> str:
    """An entry's values side by side, with room for its id, its two times and its author."""
    kept = (value for value in astuple(entry) if value not in (None, "", (), 0, False))
    return "\x1f".join(map(str, kept)) + "x" * (12 + 24 + 24)
