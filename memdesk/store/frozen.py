"""Frozen blocks: a session's system layer, made once and kept (spec 2.4)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from memdesk.core import times
from memdesk.store.rows import as_json

UNLIMITED = -1
KEPT_DAYS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenKey:
    """What one frozen block belongs to."""

    host: str
    session: str
    workspace: str = ""
    role: str = ""
    preset: str = "default"
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenBlock:
    """The bytes of a system layer, and whatever its maker wants to know of it again."""

    text: str
    frozen_at: str
    limit: int | None = None
    details: Mapping[str, object] = field(default_factory=dict)


_KEY = "session = ? AND host = ? AND workspace = ? AND role = ? AND preset = ? AND language = ?"


def _values(key: FrozenKey) -> tuple[str, ...]:
    return (key.session, key.host, key.workspace, key.role, key.preset, key.language)


def find(connection: sqlite3.Connection, key: FrozenKey, limit: int | None) -> FrozenBlock | None:
    """The block that was frozen for a key, if it fits the limit, or the one for that limit."""
    rows = connection.execute(
        f"SELECT most, text, details, frozen_at FROM frozen_block WHERE {_KEY}"
        " AND most IN (?, ?) ORDER BY most",
        (*_values(key), UNLIMITED, UNLIMITED if limit is None else limit),
    ).fetchall()
    for most, text, details, frozen_at in rows:  # the unlimited one first
        if most != UNLIMITED or limit is None or len(text) <= limit:
            return FrozenBlock(
                text=text,
                frozen_at=frozen_at,
                limit=None if most == UNLIMITED else most,
                details=json.loads(details),
            )
    return None


def freeze(
    connection: sqlite3.Connection,
    key: FrozenKey,
    limit: int | None,
    text: str,
    details: Mapping[str, object],
    *,
    refresh: bool,
) -> FrozenBlock:
    """Keep a block. The first one wins, unless `refresh` throws away all of the key."""
    if refresh:
        connection.execute(f"DELETE FROM frozen_block WHERE {_KEY}", _values(key))
    else:
        there = find(connection, key, limit)
        if there is not None:
            return there
    _drop_old(connection)
    frozen = FrozenBlock(text=text, frozen_at=times.now(), limit=limit, details=details)
    connection.execute(
        "INSERT INTO frozen_block (session, host, workspace, role, preset, language, most, text,"
        " details, frozen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *_values(key),
            UNLIMITED if limit is None else limit,
            text,
            as_json(details),
            frozen.frozen_at,
        ),
    )
    return frozen


def _drop_old(connection: sqlite3.Connection) -> None:
    """Drop the blocks that were frozen more than KEPT_DAYS ago (spec 2.4)."""
    oldest = times.parse(times.now()) - timedelta(days=KEPT_DAYS)
    connection.execute("DELETE FROM frozen_block WHERE frozen_at < ?", (times.iso(oldest),))
