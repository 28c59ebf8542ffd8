"""What has changed: the list of changes that views, servers and undo look at (spec 1.8)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Change(NamedTuple):
    """One transaction that changed something.

    `kinds` may hold memory, task, work, profile, tag, preset, host, role. `ids` is None for a
    change of too many entries to name. `step` is change, undo or redo.
    """

    number: int
    at: str
    author: str
    label: str
    kinds: tuple[str, ...]
    ids: tuple[str, ...] | None
    undone: bool
    step: str = "change"
    undoes: int | None = None


_COLUMNS = "number, at, author, label, kinds, ids, undone_by, step, undoes"


def generation(connection: sqlite3.Connection) -> int:
    """The number of the newest change; 0 before the first."""
    number: int | None = connection.execute("SELECT max(number) FROM change").fetchone()[0]
    return number or 0


def began(connection: sqlite3.Connection) -> str | None:
    """When the first change was made; None before it, and where it is no longer remembered."""
    found = connection.execute("SELECT at FROM change WHERE number = 1").fetchone()
    return found[0] if found else None


def since(connection: sqlite3.Connection, number: int) -> list[Change]:
    """The changes after that number, in order."""
    return _changes(
        connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE number > ? ORDER BY number", (number,)
        )
    )


def destroyed_since(connection: sqlite3.Connection, number: int) -> bool:
    """Whether anything was deleted forever after that change."""
    found = connection.execute(
        "SELECT 1 FROM change WHERE number > ? AND destroys LIMIT 1", (number,)
    ).fetchone()
    return found is not None


def by_number(connection: sqlite3.Connection, number: int) -> Change | None:
    """One change, or None."""
    found = _changes(
        connection.execute(f"SELECT {_COLUMNS} FROM change WHERE number = ?", (number,))
    )
    return found[0] if found else None


_PERSONS = "(author IN ('user', 'cli') OR author GLOB 'import:*')"
_REMEMBERED = "EXISTS (SELECT 1 FROM revision WHERE change_number = change.number)"


def undoable(connection: sqlite3.Connection, before: int | None = None) -> Change | None:
    """The person's last change that is in effect and can be taken back; before that number."""
    found = _changes(
        connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE (:before IS NULL OR number < :before)"
            " AND step = 'change' AND undone_by IS NULL"
            f" AND {_PERSONS} AND kinds <> '[]' AND {_REMEMBERED}"
            " AND NOT destroys"
            " ORDER BY number DESC LIMIT 1",
            {"before": before},
        )
    )
    return found[0] if found else None


def redoable(connection: sqlite3.Connection) -> Change | None:
    """The last undo that is in effect, unless the person has changed something since."""
    found = _changes(
        connection.execute(
            f"SELECT {_COLUMNS} FROM change WHERE step = 'undo' AND undone_by IS NULL"
            f" AND {_REMEMBERED} AND NOT EXISTS (SELECT 1 FROM change AS later"
            f" WHERE later.number > change.number AND later.step = 'change' AND {_PERSONS})"
            " ORDER BY number DESC LIMIT 1"
        )
    )
    return found[0] if found else None


def _changes(rows: Iterable[Sequence[Any]]) -> list[Change]:
    return [
        Change(
            number=number,
            at=at,
            author=author,
            label=label,
            kinds=tuple(json.loads(kinds)),
            ids=None if ids is None else tuple(json.loads(ids)),
            undone=undone_by is not None,
            step=step,
            undoes=undoes,
        )
        for number, at, author, label, kinds, ids, undone_by, step, undoes in rows
    ]
