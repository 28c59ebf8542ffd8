"""Entries of a certain age: what time alone does to them is written into the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

from memdesk.core import times
from memdesk.store.bank import Bank


def ago(days: float) -> str:
    """The time so many days ago, as a bank keeps times."""
    return times.iso(times.parse(times.now()) - timedelta(days=days))


def set_back(bank: Bank, id: str, **values: object) -> None:
    """Write columns of an entry past the bank."""
    with closing(sqlite3.connect(bank.path)) as connection, connection:
        columns = ", ".join(f"{name} = ?" for name in values)
        done = connection.execute(
            f"UPDATE entry SET {columns} WHERE id = ?", (*values.values(), id)
        )
        assert done.rowcount == 1


def written(bank: Bank, id: str, days: float, accessed: float | None = None) -> None:
    """Have an entry be written so many days ago, and accessed so many days ago or never."""
    seen = None if accessed is None else ago(accessed)
    set_back(bank, id, created_at=ago(days), updated_at=ago(days), accessed_at=seen)
