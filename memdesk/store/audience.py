"""Where an entry stood before and after each of its revisions, and so who may hear of them.

What an entry is now does not do: it may have been private before, may be since, or may be gone.
Another role's private entry does not exist for a caller, its id and its history neither
(spec 1.2); one that moved out of a caller's sight has changed for that caller.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memdesk.core.entry import KINDS, Entry
from memdesk.core.scope import Viewer, is_kept_from
from memdesk.store.changes import Change
from memdesk.store.rows import from_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an entry is seen: its scope, and the hosts it is kept from."""

    workspace: str = ""
    role: str = ""
    never_send_to: tuple[str, ...] = ()

    def is_seen_by(self, viewer: Viewer, host: str | None = None) -> bool:
        """Whether an entry there exists for a viewer, and for a host where one asks."""
        kept = host is not None and is_kept_from(host, self.never_send_to)
        return not kept and viewer.sees(self.workspace, self.role)


_FIELDS = ("workspace", "role", "never_send_to")


def place_of(entry: Entry) -> dict[str, object]:
    """An entry's place, as the revision of its destruction keeps it."""
    return {name: getattr(entry, name) for name in _FIELDS}


@dataclass(frozen=True, slots=True)
class Step:
    """One revision of an entry: where the entry stood before it and after. None: nowhere."""

    number: int
    change: int
    kind: str
    id: str
    before: Place | None
    after: Place | None

    def is_seen_by(self, viewer: Viewer) -> bool:
        """Whether all that the revision tells of was the viewer's to see."""
        places = [place for place in (self.before, self.after) if place is not None]
        return bool(places) and all(place.is_seen_by(viewer) for place in places)


@dataclass(frozen=True, slots=True)
class Concerned:
    """Something that a change names. `places` is where an entry stood; empty for other kinds."""

    kind: str
    id: str
    places: tuple[Place, ...] = ()


def steps(connection: sqlite3.Connection, ids: Iterable[str], since: int) -> list[Step]:
    """The revisions of entries with these ids in that change and the later ones, newest first."""
    wanted = json.dumps(sorted(set(ids)))
    now: dict[tuple[str, str], Place | None] = {
        (kind, id): Place(workspace=workspace, role=role, never_send_to=from_json(never))
        for kind, id, workspace, role, never in connection.execute(
            "SELECT kind, id, workspace, role, never_send_to FROM entry"
            " WHERE id IN (SELECT value FROM json_each(?))",
            (wanted,),
        )
    }
    found = []
    for number, change, kind, id, action, before in connection.execute(
        "SELECT number, change_number, kind, id, action, before FROM revision"
        " WHERE id IN (SELECT value FROM json_each(?)) AND change_number >= ?"
        " ORDER BY number DESC",
        (wanted, since),
    ):
        if kind not in KINDS:
            continue
        after = now.get((kind, id))
        now[kind, id] = _taken_back(after, action, None if before is None else json.loads(before))
        found.append(Step(number, change, kind, id, now[kind, id], after))
    return found


def _taken_back(place: Place | None, action: str, before: Mapping[str, Any] | None) -> Place | None:
    if action == "create":
        return None
    moved: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (before or {}).items()
        if name in _FIELDS
    }
    if action == "destroy":
        # Older ones kept no place: whose it was nobody knows, and so nobody is told.
        return Place(**moved) if before else None
    return None if place is None else replace(place, **moved)


def concerned(connection: sqlite3.Connection, change: Change) -> list[Concerned]:
    """What a change names, each with where it stood before the change and after."""
    ids = change.ids or ()
    of_entries = steps(connection, ids, change.number)
    places: dict[tuple[str, str], list[Place]] = {}
    for step in of_entries:
        if step.change == change.number:
            there = [place for place in (step.before, step.after) if place is not None]
            places.setdefault((step.kind, step.id), []).extend(there)
    named = {id for _kind, id in places}
    for step in of_entries:
        # Destroyed since, and its revisions with it: what is left is where it stood at its end.
        gone = step.id not in named and step.kind in change.kinds and step.after is None
        if gone and step.before is not None:
            places[step.kind, step.id] = [step.before]
    found = [Concerned(kind, id, tuple(there)) for (kind, id), there in places.items()]
    others = connection.execute(
        "SELECT DISTINCT kind, id FROM revision WHERE change_number = ? AND id <> ''",
        (change.number,),
    ).fetchall()
    found += [Concerned(kind, id) for kind, id in others if kind not in KINDS]
    known = {one.id for one in found}
    if "host" in change.kinds:  # one that called for the first time is named without a revision
        found += [Concerned("host", id) for id in ids if id not in known]
    order = {id: place for place, id in enumerate(ids)}
    return sorted(found, key=lambda one: order.get(one.id, len(order)))
