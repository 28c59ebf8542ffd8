"""What an example of a format is: files as its program writes them, made on the spot."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memdesk.core.entry import Entry, Memory, Task, Work

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True)
class Example:
    """One format, or one of its shapes.

    `write` makes a file or a folder below the given folder that holds one entry for each text,
    and gives back what is to be imported. `wrong` makes one with missing, null and wrongly typed
    fields, of which `taken` entries are good and the things at the places `noted` are listed.
    What becomes of a file that is cut in the middle: it is refused, read as far as it is good, or
    nobody can see it (`cut`).
    """

    format: str
    write: Callable[[Path, Sequence[str]], Path]
    wrong: Callable[[Path], Path]
    taken: int
    noted: tuple[str, ...] = ()
    cut: Literal["refused", "partly", "unseen"] = "refused"
    shape: str = ""
    most: int = 100_000
    """How many entries a big one holds. Fewer where each is a file of its own, or where another
    shape of the format is put to it already."""

    def __str__(self) -> str:
        return f"{self.format} {self.shape}".strip()


def body(entry: Entry) -> str:
    """Whatever an entry says, as one text."""
    match entry:
        case Memory():
            return f"{entry.title}\n{entry.content}"
        case Task():
            return f"{entry.title}\n{entry.notes}"
        case Work():
            return f"{entry.name}\n{entry.summary}"
    raise AssertionError(entry)


def write_json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), "utf-8", newline="")
    return path


def write_lines(path: Path, values: Iterable[object]) -> Path:
    """One JSON value a line; a text stands as it is. No newline at the end."""
    lines = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in values)
    path.write_text("\n".join(lines), "utf-8", newline="")
    return path


def write_rows(path: Path, tables: str, rows: dict[str, Iterable[Sequence[object]]]) -> Path:
    """An SQLite file: the tables, made by a script, and rows for each by its name."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(tables)
        for name, several in rows.items():
            for row in several:
                places = ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {name} VALUES ({places})", row)
    return path
