"""The system layer that greets a host, read without loading the bank (spec 3.3, 6.1).

A chat host waits for `memdesk mcp` at each of its starts, and what opens a bank takes five times
as long to load as what reads one row of it. So the last greeting is kept among the frozen blocks
(and forgotten with them), with the generation of the bank that it was made of. It holds for that
generation and no other.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from memdesk.store import migrations
from memdesk.store.uri import uri_of

BUSY_SECONDS = 0.2
"""How long a bank that is locked is waited for: making the greeting anew waits longer."""


class Greeting(NamedTuple):
    """A system layer and which entries stand in it, each as (kind, id)."""

    text: str
    injected: tuple[tuple[str, str], ...]


def kept(path: Path, host: str, workspace: str, role: str, limit: int) -> Greeting | None:
    """The greeting if it is still what the bank would give; None where it must be made.

    Without a file there is nothing to say. None for whatever is wrong with one: opening the
    bank says that in words.
    """
    if not path.exists():
        return Greeting("", ())
    try:
        connection = sqlite3.connect(uri_of(path, "mode=ro"), uri=True, timeout=BUSY_SECONDS)
        with closing(connection):
            return _find(connection, (host, workspace, role, limit))
    except (sqlite3.Error, ValueError):
        return None


def _find(connection: sqlite3.Connection, key: tuple[str, str, str, int]) -> Greeting | None:
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if mark != migrations.APPLICATION_ID or migrations.version(connection) != migrations.NEWEST:
        return None
    # One statement sees one state of the bank.
    found = connection.execute(
        "SELECT text, details, (SELECT max(number) FROM change) FROM frozen_block"
        " WHERE session = '' AND host = ? AND workspace = ? AND role = ? AND preset = ''"
        " AND language = '' AND most = ?",
        key,
    ).fetchone()
    if found is None:
        return None
    text, details, generation = found
    known: dict[str, Any] = json.loads(details)
    if known.get("generation") != (generation or 0):
        return None
    return Greeting(text, tuple((kind, id) for kind, id in known["injected"]))
