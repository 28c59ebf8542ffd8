"""Who read what, and when an entry was last of use (spec 1.6, 3.1). None of it is a change."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from memdesk.core import times
from memdesk.core.entry import Kind
from memdesk.core.ids import is_generated
from memdesk.store.rows import as_json

KEPT_DAYS = 90
"""How long the access log remembers a call."""
MAX_ROWS = 200_000
"""How many calls it remembers at most: else a host that calls without end would fill the disk."""
_DROPPED_AT_ONCE = 2_000


class AccessRow(NamedTuple):
    """One call of a host. `bytes` of the reply, `microseconds` it took, ids it returned."""

    host: str
    operation: str
    workspace: str = ""
    role: str = ""
    session: str = ""
    bytes: int = 0
    microseconds: int = 0
    ids: tuple[str, ...] = ()
    at: str = ""
    number: int = 0


_NAMES = (
    "number", "at", "host", "operation", "workspace", "role", "session", "bytes", "microseconds",
    "ids",
)  # fmt: skip


def record(
    connection: sqlite3.Connection, ids: Mapping[Kind, Sequence[str]], *, recalled: bool
) -> None:
    """Touch entries; a recall also counts. What isn't there any more is passed over."""
    at = times.now()
    counted = ", access_count = access_count + 1" if recalled else ""
    connection.executemany(
        f"UPDATE entry SET accessed_at = ?{counted} WHERE id = ? AND kind = ?",
        [(at, id, kind) for kind, named in ids.items() for id in named],
    )


def log(connection: sqlite3.Connection, records: Sequence[AccessRow]) -> None:
    """Keep records; one without a time happened now.

    Records wait for a moment before they come here. What was destroyed meanwhile must not come
    back by an id that someone chose: that may say something itself.
    """
    now = times.now()
    chosen = {id for call in records for id in call.ids if not is_generated(id)}
    find = "SELECT 1 FROM entry WHERE id = ? LIMIT 1"
    gone = {id for id in chosen if connection.execute(find, (id,)).fetchone() is None}
    connection.executemany(
        "INSERT INTO access_log (at, host, operation, workspace, role, session, bytes,"
        " microseconds, ids) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                call.at or now, call.host, call.operation, call.workspace, call.role, call.session,
                call.bytes, call.microseconds, as_json([id for id in call.ids if id not in gone]),
            )
            for call in records
        ],
    )  # fmt: skip
    connection.execute(
        "DELETE FROM access_log WHERE number <= (SELECT max(number) FROM access_log) - ?",
        (MAX_ROWS,),
    )


def drop_old(connection: sqlite3.Connection) -> bool:
    """Drop calls of more than KEPT_DAYS ago, so many at once; gives whether more are left."""
    oldest = times.iso(times.parse(times.now()) - timedelta(days=KEPT_DAYS))
    dropped = connection.execute(
        "DELETE FROM access_log WHERE number IN"
        " (SELECT number FROM access_log WHERE at < ? ORDER BY at LIMIT ?)",
        (oldest, _DROPPED_AT_ONCE),
    ).rowcount
    return dropped == _DROPPED_AT_ONCE


def logged(
    connection: sqlite3.Connection, limit: int, before: int | None, host: str | None = None
) -> list[AccessRow]:
    """The newest records first; of one host, or of all."""
    of_host, named = ("", ()) if host is None else (" AND host = ?", (host,))
    rows = connection.execute(
        f"SELECT {', '.join(_NAMES)} FROM access_log WHERE number < ?{of_host}"
        " ORDER BY number DESC LIMIT ?",
        (2**63 - 1 if before is None else before, *named, limit),
    )
    return [
        AccessRow(**{**dict(zip(_NAMES, row, strict=True)), "ids": tuple(json.loads(row[-1]))})
        for row in rows
    ]
