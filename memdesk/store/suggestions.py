"""Writes of hosts that wait for the person's yes (spec 3.1)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memdesk.core.errors import Conflict, NotFound
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
    writing.journal.touch("suggestion")
    return number


def every(connection: sqlite3.Connection, *, waiting: bool) -> list[Suggestion]:
    """Suggestions, the newest first."""
    which = " WHERE state = 'waiting'" if waiting else ""
    return [
        _suggestion(row) for row in connection.execute(_SELECT + which + " ORDER BY number DESC")
    ]


def one(connection: sqlite3.Connection, number: int) -> Suggestion:
    """One that waits. Raises NotFound for one that doesn't."""
    suggestion = _one(connection, number)
    if suggestion.state != "waiting":
        raise NotFound("There is no waiting suggestion {number}.", number=number)
    return suggestion


def count(connection: sqlite3.Connection) -> int:
    """How many wait."""
    number: int = connection.execute(
        "SELECT count(*) FROM suggestion WHERE state = 'waiting'"
    ).fetchone()[0]
    return number


def resolve(writing: Writing, number: int, accepted: bool) -> Suggestion:
    """Note the person's answer, so that undo brings it back. Raises NotFound unless it waits."""
    suggestion = one(writing.connection, number)
    _set_state(writing, suggestion, "accepted" if accepted else "refused")
    return _one(writing.connection, number)


def put_back(
    writing: Writing, name: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> None:
    """Take back an answer. Raises Conflict where the suggestion was forgotten or answered anew."""
    assert before is not None and after is not None
    try:
        suggestion = _one(writing.connection, int(name.removeprefix(_PREFIX)))
    except NotFound:
        raise Conflict("The suggestion {id} was forgotten: it can't wait again.", id=name) from None
    if suggestion.state != after["state"]:
        raise Conflict("The suggestion {id} was answered since.", id=name)
    _set_state(writing, suggestion, before["state"])


_PREFIX = "s"
"""What the id of a suggestion begins with, where its host and the history name it."""


def _set_state(writing: Writing, suggestion: Suggestion, state: State) -> None:
    writing.connection.execute(
        "UPDATE suggestion SET state = ? WHERE number = ?", (state, suggestion.number)
    )
    writing.journal.note(
        "suggestion",
        f"{_PREFIX}{suggestion.number}",
        "update",
        {"state": suggestion.state},
        {"state": state},
    )


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
