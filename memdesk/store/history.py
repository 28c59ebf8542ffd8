"""Revisions: what each change did, and taking it back (spec 1.7)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import Conflict, NotFound
from memdesk.core.scope import Viewer
from memdesk.store import audience, changes
from memdesk.store.bulk import Progress
from memdesk.store.changes import Change
from memdesk.store.reading import find_entry, read_profile
from memdesk.store.writing import Writing

# The bank sees to these by itself: they don't make an edit of someone else, nor does reading.
_UNWATCHED = {"updated_at", "by_person", "author", "accessed_at", "access_count"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """What one change did to one thing (spec 1.7).

    `kind` is memory, task, work, profile, preset, host, role or suggestion; a profile's id is "".
    `action` is create, update, delete, restore or destroy. `before` and `after` hold the fields
    that an update changed, lists as lists; they are None for the other actions, but for where a
    destroyed entry stood, in `before`.
    """

    number: int
    change: int
    kind: str
    id: str
    action: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    author: str
    at: str
    label: str = ""


_SELECT = (
    "SELECT revision.number, change_number, kind, id, action, before, after, author, at, label"
    " FROM revision JOIN change ON change.number = change_number"
)


def history(
    connection: sqlite3.Connection,
    id: str | None,
    kind: str | None,
    limit: int,
    before: int | None,
) -> list[Revision]:
    """The newest revisions first; of one thing, or of everything."""
    terms, parameters = ["1"], []
    for term, value in (("id = ?", id), ("kind = ?", kind), ("revision.number < ?", before)):
        if value is not None:
            terms.append(term)
            parameters.append(value)
    rows = connection.execute(
        f"{_SELECT} WHERE {' AND '.join(terms)} ORDER BY revision.number DESC LIMIT ?",
        (*parameters, limit),
    )
    return [_revision(row) for row in rows]


def seen_by(
    connection: sqlite3.Connection,
    viewer: Viewer,
    id: str | None,
    kind: str | None,
    limit: int,
    before: int | None,
) -> list[Revision]:
    """As `history`, but only what was the viewer's to see (spec 1.2)."""
    found: list[Revision] = []
    while len(found) < limit:
        page = history(connection, id, kind, _AT_ONCE, before)
        found += _seen(connection, viewer, page)
        if len(page) < _AT_ONCE:
            break
        before = page[-1].number
    return found[:limit]


_AT_ONCE = 500


def _seen(
    connection: sqlite3.Connection, viewer: Viewer, revisions: Sequence[Revision]
) -> list[Revision]:
    ids = [revision.id for revision in revisions if revision.kind in KINDS]
    since = min((revision.change for revision in revisions), default=0)
    seen = {
        step.number for step in audience.steps(connection, ids, since) if step.is_seen_by(viewer)
    }
    return [one for one in revisions if one.kind == "profile" or one.number in seen]


def to_undo(writing: Writing, number: int | None) -> Change | None:
    """The change of that number; without one, the person's last one that is in effect, if any.

    Raises NotFound for one that isn't there, or concerns more than the actor may see.
    """
    connection, viewer = writing.connection, writing.actor.viewer

    def is_seen(change: Change) -> bool:
        if viewer.sees_all:
            return True
        revisions = of_change(connection, change.number)
        return bool(revisions) and len(_seen(connection, viewer, revisions)) == len(revisions)

    if number is None:
        target = changes.undoable(connection)
        while target is not None and not is_seen(target):
            target = changes.undoable(connection, target.number)
        return target
    target = changes.by_number(connection, number)
    if target is None or not is_seen(target):
        raise NotFound("There is no change {number}.", number=number)
    return target


def of_change(
    connection: sqlite3.Connection, number: int, *, first: int | None = None
) -> list[Revision]:
    """The revisions of one change, the last first: the order in which they are taken back.

    `first` gives only so many, from the beginning.
    """
    way, limit = ("DESC", -1) if first is None else ("ASC", first)
    rows = connection.execute(
        f"{_SELECT} WHERE change_number = ? ORDER BY revision.number {way} LIMIT ?",
        (number, limit),
    )
    return [_revision(row) for row in rows]


def by_number(connection: sqlite3.Connection, number: int) -> Revision:
    """One revision. Raises NotFound."""
    row = connection.execute(f"{_SELECT} WHERE revision.number = ?", (number,)).fetchone()
    if row is None:
        raise NotFound("There is no revision {number} any more.", number=number)
    return _revision(row)


def _revision(row: tuple[Any, ...]) -> Revision:
    number, change, kind, id, action, before, after, author, at, label = row
    return Revision(
        number=number,
        change=change,
        kind=kind,
        id=id,
        action=action,
        before=None if before is None else json.loads(before),
        after=None if after is None else json.loads(after),
        author=author,
        at=at,
        label=label,
    )


def take_back(
    writing: Writing, change: Change, step: str, progress: Progress | None = None
) -> None:
    """Bring back what was before a change, as that step. Raises Conflict when overwritten since."""
    # First: a long change is entered into the list of changes before its end.
    writing.journal.step, writing.journal.undoes = step, change.number
    revisions = _thing_by_thing(of_change(writing.connection, change.number))
    for number, revision in enumerate(revisions):
        if progress is not None:
            progress(number, len(revisions))
        take_back_one(writing, revision)


def _thing_by_thing(revisions: Sequence[Revision]) -> list[Revision]:
    """The newest revision of each thing first; the things in the order of the change.

    That is mostly the order of their keys. The search index gathers words only as long as keys
    rise: to take 2,000 new tags back in the other direction took eight times as long.
    """
    things: dict[tuple[str, str], list[Revision]] = {}
    for revision in revisions:
        things.setdefault((revision.kind, revision.id), []).append(revision)
    return [revision for thing in reversed(things.values()) for revision in thing]


def take_back_one(writing: Writing, revision: Revision) -> Entry | Profile | None:
    """Bring back what was before one revision. Gives the entry or profile as it is now."""
    if revision.kind == "profile":
        return _take_back_profile(writing, revision)
    if revision.kind in KINDS:
        return _take_back_entry(writing, revision)
    _take_back_setting(writing, revision)
    return None


def _take_back_profile(writing: Writing, revision: Revision) -> Profile:
    assert revision.before is not None and revision.after is not None
    old = read_profile(writing.connection)
    _refuse_if_overwritten(old, revision.after, "profile")
    return writing.set_profile(
        {field: value for field, value in revision.before.items() if field != "updated_at"}
    )


def _take_back_entry(writing: Writing, revision: Revision) -> Entry:
    kind: Kind = revision.kind  # type: ignore[assignment]
    try:
        entry = find_entry(writing.connection, kind, revision.id, writing.actor, trashed=True)
    except NotFound:
        raise Conflict(
            "The {kind} {id} has been deleted forever since: this can't be taken back.",
            kind=kind,
            id=revision.id,
        ) from None
    if revision.action == "update":
        assert revision.before is not None and revision.after is not None
        _refuse_if_overwritten(entry, revision.after, entry.id)
        return writing.put_back(entry, revision.before)
    if revision.action in ("create", "restore"):
        if entry.deleted_at is None:
            writing.delete(entry)
    elif revision.action == "delete":
        if entry.deleted_at is not None:
            writing.restore(entry)
    else:
        raise Conflict(
            "The {kind} {id} was deleted forever: this can't be taken back.",
            kind=kind,
            id=revision.id,
        )
    return find_entry(writing.connection, kind, revision.id, writing.actor, trashed=True)


def _take_back_setting(writing: Writing, revision: Revision) -> None:
    # They note their changes through Writing, as this module does.
    from memdesk.store import hosts, suggestions

    if revision.kind == "suggestion":
        suggestions.put_back(writing, revision.id, revision.before, revision.after)
    else:
        hosts.put_back(writing, revision.kind, revision.id, revision.before, revision.after)


def _refuse_if_overwritten(now: Entry | Profile, after: Mapping[str, Any], id: str) -> None:
    for field, value in after.items():
        theirs = getattr(now, field)
        left = tuple(value) if isinstance(value, list) else value
        if field not in _UNWATCHED and theirs != left:
            raise Conflict(
                "{field} of {id} was changed since: taking this back would undo that too.",
                field=field,
                id=id,
                theirs=theirs,
            )


def undo(writing: Writing, target: Change, progress: Progress | None = None) -> Change:
    """Take back a change, as a step that can be redone."""
    if target.undone:
        raise Conflict("The change {number} has been taken back already.", number=target.number)
    take_back(writing, target, "undo" if target.step == "change" else "change", progress)
    return _finished(writing, target)


def redo(writing: Writing, target: Change, progress: Progress | None = None) -> Change:
    """Take back an undo: what it undid is in effect again."""
    take_back(writing, target, "redo", progress)
    done = _finished(writing, target)
    writing.connection.execute(
        "UPDATE change SET undone_by = NULL WHERE number = ?", (target.undoes,)
    )
    return done


def _finished(writing: Writing, target: Change) -> Change:
    for kind in target.kinds:  # even where everything was so already
        writing.journal.touch(kind)
    number = writing.journal.enter()
    writing.connection.execute(
        "UPDATE change SET undone_by = ? WHERE number = ?", (number, target.number)
    )
    done = changes.by_number(writing.connection, number)
    assert done is not None
    return done
