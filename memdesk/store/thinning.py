"""Thinning: what a bank drops by itself in time, so that it doesn't grow for ever (spec 1.6, 1.7).

The trash is emptied after 30 days. Of revisions older than 180 days each thing keeps its newest,
what an import needs to know what the person edited since, and those by which it moved in or out
of someone's sight. Frozen blocks are kept for 30 days, the access log for 90.

Each function does a little, in a transaction of someone else's, and gives whether more is left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from time import monotonic

from memdesk.core.authors import CLI, USER
from memdesk.store import access, frozen, reading, upkept
from memdesk.store.ageing import days_ago
from memdesk.store.writing import Writing

TRASH_DAYS = 30
REVISION_DAYS = 180
ANSWERED_DAYS = 180
"""How long a suggestion is kept that the person has answered: as long as its answer's revision."""

SLICE_SECONDS = 0.03
"""How long one transaction may take: a writer waits no longer than a person notices."""
_AT_ONCE = 100

_THINNED = "revisions thinned to change"


def empty_trash(writing: Writing) -> bool:
    """Destroy what has lain in the trash for more than TRASH_DAYS."""
    until = monotonic() + SLICE_SECONDS
    keys = [
        key
        for (key,) in writing.connection.execute(
            "SELECT key FROM entry WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?",
            (days_ago(TRASH_DAYS), _AT_ONCE),
        )
    ]
    for key in keys:
        for entry in reading.rows(writing.connection, [key]).values():
            writing.destroy(entry)
        if monotonic() > until:
            return True
    return len(keys) == _AT_ONCE


def thin_revisions(writing: Writing) -> bool:
    """Thin the revisions that became older than REVISION_DAYS since the last time."""
    connection, until = writing.connection, monotonic() + SLICE_SECONDS
    before = days_ago(REVISION_DAYS)
    done = int(upkept.noted(connection, _THINNED) or 0)
    changes = connection.execute(
        "SELECT number, at FROM change WHERE number > ? ORDER BY number LIMIT ?", (done, _AT_ONCE)
    ).fetchall()
    more = len(changes) == _AT_ONCE
    for number, at in changes:
        if at >= before:
            more = False
            break
        _thin_before(connection, number)
        done = number
        if monotonic() > until:
            more = True
            break
    if changes and done >= changes[0][0]:
        upkept.note(connection, _THINNED, str(done))
    return more


def _thin_before(connection: sqlite3.Connection, change: int) -> None:
    """Drop what is too old of the things that an old change concerned, and the change if it
    remembers nothing."""
    thinned = {change}
    for number, kind, id in connection.execute(
        "SELECT number, kind, id FROM revision WHERE change_number = ?", (change,)
    ).fetchall():
        thinned.update(_thin_thing(connection, number, kind, id))
    _forget_changes(connection, thinned)


def _thin_thing(connection: sqlite3.Connection, newest: int, kind: str, id: str) -> list[int]:
    """Drop a thing's revisions before its newest old one; gives which changes they were of."""
    imported = connection.execute(
        "SELECT coalesce(max(revision.number), 0) FROM revision"
        " JOIN change ON change.number = change_number"
        " WHERE id = ? AND kind = ? AND revision.number <= ? AND author GLOB 'import:*'",
        (id, kind, newest),
    ).fetchone()[0]
    return [
        number
        for (number,) in connection.execute(
            "DELETE FROM revision WHERE id = :id AND kind = :kind AND number < :newest"
            " AND number <> :imported"
            # What the person edited since an import is not overwritten by the next (spec 4).
            " AND NOT (:imported AND number > :imported AND"
            "  (SELECT author FROM change WHERE number = change_number) IN (:user, :cli))"
            # Who may see the others is read from where the thing was when (spec 1.2).
            " AND coalesce(json_type(before, '$.workspace'), json_type(before, '$.role'),"
            "  json_type(before, '$.never_send_to')) IS NULL"
            " RETURNING change_number",
            {
                "id": id,
                "kind": kind,
                "newest": newest,
                "imported": imported,
                "user": USER,
                "cli": CLI,
            },
        )
    ]


def _forget_changes(connection: sqlite3.Connection, changes: Iterable[int]) -> None:
    """Drop changes of which nothing is remembered; of others, not all may be left to undo.

    The newest change stays whatever it holds: its number is the bank's generation.
    """
    for number in changes:
        connection.execute(
            "DELETE FROM change WHERE number = ? AND number < (SELECT max(number) FROM change)"
            " AND NOT EXISTS (SELECT 1 FROM revision WHERE change_number = change.number)",
            (number,),
        )


def drop_old(writing: Writing) -> bool:
    """Drop old frozen blocks, answered suggestions and the access log's oldest lines."""
    connection = writing.connection
    frozen.drop_old(connection)
    connection.execute(
        "DELETE FROM suggestion WHERE state <> 'waiting' AND at < ?", (days_ago(ANSWERED_DAYS),)
    )
    return access.drop_old(connection)
