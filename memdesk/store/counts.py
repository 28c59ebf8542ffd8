"""How many living entries there are of each group, which the bank knows without counting.

A group is what blocks choose entries by: scope, kind, category, … Triggers keep `entry_count` with
every write, so a block takes no longer in a bank of a million entries (spec 6.1).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

DIMENSIONS = (
    "workspace", "role", "kind", "is_constraint", "pinned", "relevance", "category", "status",
)  # fmt: skip
"""The columns of `entry` that a group is told by."""


class Group(NamedTuple):
    """Entries that are alike in DIMENSIONS, and how many there are of them: at least one."""

    workspace: str
    role: str
    kind: str
    is_constraint: int
    pinned: int
    relevance: int
    category: str
    status: str
    number: int


_ALL = ", ".join((*DIMENSIONS, "number"))


def groups(
    connection: sqlite3.Connection, where: str, parameters: Iterable[object] = ()
) -> list[Group]:
    """The groups that meet a condition on DIMENSIONS."""
    rows = connection.execute(
        f"SELECT {_ALL} FROM entry_count WHERE {where}", tuple(parameters)
    ).fetchall()
    return list(map(Group._make, rows))


def total(connection: sqlite3.Connection, where: str, parameters: Iterable[object] = ()) -> int:
    """How many living entries meet a condition on DIMENSIONS."""
    number: int = connection.execute(
        f"SELECT coalesce(sum(number), 0) FROM entry_count WHERE {where}", tuple(parameters)
    ).fetchone()[0]
    return number


def faults(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the counts: nothing, unless the file is damaged. Looks at all entries."""
    wrong: int = connection.execute(
        f"WITH counted AS (SELECT {', '.join(DIMENSIONS)}, count(*) AS number FROM entry"
        f"  WHERE deleted_at IS NULL GROUP BY {', '.join(DIMENSIONS)})"
        f" SELECT (SELECT count(*) FROM"
        f"   (SELECT {_ALL} FROM counted EXCEPT SELECT {_ALL} FROM entry_count))"
        f"  + (SELECT count(*) FROM"
        f"   (SELECT {_ALL} FROM entry_count EXCEPT SELECT {_ALL} FROM counted))"
    ).fetchone()[0]
    return [f"entry_count: {wrong} counts differ from the entries"] if wrong else []
