"""What a bank notes of its own upkeep: small values by name, no part of what it remembers."""

from __future__ import annotations

import sqlite3


def noted(connection: sqlite3.Connection, name: str) -> str:
    """The value of a name; "" where nothing was noted."""
    row = connection.execute("SELECT value FROM upkeep WHERE name = ?", (name,)).fetchone()
    return row[0] if row else ""


def note(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Note a value, instead of what was noted before."""
    connection.execute("INSERT OR REPLACE INTO upkeep (name, value) VALUES (?, ?)", (name, value))


def count(connection: sqlite3.Connection, name: str) -> int:
    """Add one to a number, which begins with 0, and give it."""
    number: int = connection.execute(
        "INSERT INTO upkeep (name, value) VALUES (?, '1') ON CONFLICT (name)"
        " DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING CAST(value AS INTEGER)",
        (name,),
    ).fetchone()[0]
    return number
