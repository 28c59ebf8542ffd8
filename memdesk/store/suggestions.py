"""Writes of hosts that wait for the person's yes (spec 3.1)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memdesk.core.errors import NotFound
from memdesk.store.rows import as_json
from memdesk.store.writing import Writing

State = Literal["waiting", "accepted", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """What a host asked to write: the operation and its parameters."""

    number: int
    at: str
    host: str
    session_id: str | None
    operation: str
    parameters: Mapping[str, Any]
    state: State


_SELECT = "SELECT number, at, host, session_id, operation, parameters, state FROM suggestion"


def add(writing: Writing, operation: str, parameters: Mapping[str, object]) -> int:
    """Keep a suggestion of the writing's actor; gives its number."""
    number = writing.connection.execute(
        "INSERT INTO suggestion (at, host, session_id, operation, parameters, state)"
        " VALUES (?, ?, ?, ?, ?, 'waiting')",
        (
            writing.at,
            writing.actor.author,
            writing.actor.session_id,
            operation,
            as_json(parameters),
        ),
    ).lastrowid
    assert number is not None
    writing.touch("suggestion")
    return number


def every(connection: sqlite3.Connection, *, waiting: bool) -> list[Suggestion]:
    """Suggestions, the newest first."""
    which = " WHERE state = 'waiting'" if waiting else ""
    return [
        _suggestion(row) for row in connection.execute(_SELECT + which + " ORDER BY number DESC")
    ]


def resolve(writing: Writing, number: int, accepted: bool) -> Suggestion:
    """Note the person's answer. Raises NotFound unless it waits."""
    suggestion = _one(writing.connection, number)
    if suggestion.state != "waiting":
        raise NotFound("There is no waiting suggestion {number}.", number=number)
    writing.connection.execute(
        "UPDATE suggestion SET state = ? WHERE number = ?",
        ("accepted" if accepted else "refused", number),
    )
    writing.touch("suggestion")
    return _one(writing.connection, number)


def _one(connection: sqlite3.Connection, number: int) -> Suggestion:
    row = connection.execute(_SELECT + " WHERE number = ?", (number,)).fetchone()
    if row is None:
        raise NotFound("There is no waiting suggestion {number}.", number=number)
    return _suggestion(row)


def _suggestion(row: tuple[Any, ...]) -> Suggestion:
    number, at, host, session_id, operation, parameters, state = row
    return Suggestion(
        number=number,
        at=at,
        host=host,
        session_id=session_id,
        operation=operation,
        parameters=json.loads(parameters),
        state=state,
    )
