"""The list of everything that happened, a line a change: what History shows of the whole bank."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from memdesk.store import changes, history
from memdesk.store.changes import Change
from memdesk.store.history import Revision


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedChange:
    """One change as a person reads it.

    `count` is how many things it concerned. `revision` is the first of them, `title` what that
    thing is called now, "" where it has no title or is gone. For an undo or a redo, `of` is
    the change that it took back or did again.
    """

    change: Change
    count: int
    revision: Revision
    title: str
    of: LoggedChange | None = None


def logged(
    connection: sqlite3.Connection,
    *,
    author: str | None,
    kind: str | None,
    before: int | None,
    limit: int,
) -> list[LoggedChange]:
    """The newest changes first; by one author, of one kind of thing, before a number."""
    numbers = connection.execute(
        "SELECT number FROM change WHERE (:before IS NULL OR number < :before)"
        " AND (:author IS NULL OR author = :author)"
        # `kinds` is a JSON list of plain words.
        " AND (:kind IS NULL OR instr(kinds, '\"' || :kind || '\"'))"
        " AND EXISTS (SELECT 1 FROM revision WHERE change_number = change.number)"
        " ORDER BY number DESC LIMIT :limit",
        {"before": before, "author": author, "kind": kind, "limit": limit},
    ).fetchall()
    found = (one(connection, number) for (number,) in numbers)
    return [log for log in found if log is not None]


def one(connection: sqlite3.Connection, number: int) -> LoggedChange | None:
    """One change; None when it, or all that is remembered of it, is gone."""
    change = changes.by_number(connection, number)
    revisions = history.of_change(connection, number, first=1)
    if change is None or not revisions:
        return None
    revision = revisions[0]
    count = connection.execute(
        "SELECT count(*) FROM revision WHERE change_number = ?", (number,)
    ).fetchone()[0]
    return LoggedChange(
        change=change,
        count=count,
        revision=revision,
        title=title(connection, revision.kind, revision.id),
        of=None if change.undoes is None else one(connection, change.undoes),
    )


def title(connection: sqlite3.Connection, kind: str, id: str) -> str:
    """What an entry is called now, in the trash too; "" where there is none."""
    row = connection.execute(
        "SELECT title FROM entry WHERE id = ? AND kind = ?", (id, kind)
    ).fetchone()
    return row[0] if row else ""


def authors(connection: sqlite3.Connection) -> list[str]:
    """Everyone who has changed something, by name."""
    rows = connection.execute("SELECT DISTINCT author FROM change ORDER BY author")
    return [row[0] for row in rows]
