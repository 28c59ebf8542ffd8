"""Frozen blocks: a session's system layer, made once and kept (spec 2.4)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import NamedTuple

from memdesk.core import times
from memdesk.store import changes
from memdesk.store.rows import as_json

UNLIMITED = -1
KEPT_DAYS = 30


class FrozenKey(NamedTuple):
    """What one frozen block belongs to."""

    host: str
    session: str
    workspace: str = ""
    role: str = ""
    preset: str = "default"
    language: str = "en"


class FrozenBlock(NamedTuple):
    """The bytes of a system layer, and whatever its maker wants to know of it again.

    `frozen_at` is empty as long as it is not stored: then it lives no longer than its maker.
    """

    text: str
    frozen_at: str
    limit: int | None = None
    details: Mapping[str, object] = MappingProxyType({})


class Given(NamedTuple):
    """That a session was given a frozen block: which, when, how many characters."""

    key: FrozenKey
    limit: int | None
    frozen_at: str
    chars: int


_KEY = "session = ? AND host = ? AND workspace = ? AND role = ? AND preset = ? AND language = ?"


def _values(key: FrozenKey) -> tuple[str, ...]:
    return (key.session, key.host, key.workspace, key.role, key.preset, key.language)


def find(connection: sqlite3.Connection, key: FrozenKey, limit: int | None) -> FrozenBlock | None:
    """The block that was frozen for a key and that very limit."""
    found = connection.execute(
        f"SELECT text, details, frozen_at FROM frozen_block WHERE {_KEY} AND most = ?",
        (*_values(key), UNLIMITED if limit is None else limit),
    ).fetchone()
    if found is None:
        return None
    text, details, frozen_at = found
    return FrozenBlock(text=text, frozen_at=frozen_at, limit=limit, details=json.loads(details))


def given(connection: sqlite3.Connection, host: str, limit: int) -> list[Given]:
    """What a host's sessions were given, the newest first."""
    rows = connection.execute(
        "SELECT most, frozen_at, length(text), session, workspace, role, preset, language"
        " FROM frozen_block WHERE host = ? ORDER BY frozen_at DESC, key DESC LIMIT ?",
        (host, limit),
    )
    names = ("session", "workspace", "role", "preset", "language")
    return [
        Given(
            key=FrozenKey(host=host, **dict(zip(names, key, strict=True))),
            limit=None if most == UNLIMITED else most,
            frozen_at=frozen_at,
            chars=chars,
        )
        for most, frozen_at, chars, *key in rows
    ]


def freeze(
    connection: sqlite3.Connection,
    key: FrozenKey,
    limit: int | None,
    text: str,
    details: Mapping[str, object],
    *,
    refresh: bool,
    at: str | None,
    of: int | None,
) -> FrozenBlock | None:
    """Keep a block. The first one wins, unless `refresh` throws away all older ones of the key.

    `at` is when it was made, `of` the generation of the bank that it was made of: when something
    was destroyed since, its text may stand in the block, and None is given instead.
    """
    if of is not None and changes.destroyed_since(connection, of):
        return None
    at = at or times.now()
    if refresh:
        connection.execute(
            f"DELETE FROM frozen_block WHERE {_KEY} AND frozen_at <= ?", (*_values(key), at)
        )
    there = find(connection, key, limit)
    if there is not None:
        return there
    drop_old(connection)
    frozen = FrozenBlock(text=text, frozen_at=at, limit=limit, details=details)
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


def drop_old(connection: sqlite3.Connection) -> None:
    """Drop the blocks that were frozen more than KEPT_DAYS ago (spec 2.4)."""
    oldest = times.parse(times.now()) - timedelta(days=KEPT_DAYS)
    connection.execute("DELETE FROM frozen_block WHERE frozen_at < ?", (times.iso(oldest),))
