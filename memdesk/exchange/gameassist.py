"""gameassist's memory.json: one object of a profile, tasks and works (spec 4.1, the seed).

Its own program reads the file without checking it, so fields may be missing, null or wrongly
typed: what can be read is, the rest is listed with its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from memdesk.core.entry import Entry, Kind, Profile, Task, Work
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.validation import check_field
from memdesk.exchange.dsh import dsh_home
from memdesk.exchange.json_pieces import object_of
from memdesk.exchange.json_value import json_type, wrong_type
from memdesk.exchange.loose import Loose, moment_of
from memdesk.exchange.mirror_note import digest, noted_at
from memdesk.exchange.reading import Found, FoundEntry, derived_id, used_already
from memdesk.exchange.source import Source
from memdesk.exchange.writing import LeftOut, Waiting, Written

NAME = "gameassist"
_KEYS = {"interests", "preferences", "profileNotes", "tasks", "works"}
BRINGS: dict[Kind, tuple[str, ...]] = {
    "memory": (),
    "task": ("title", "status", "notes"),
    "work": ("name", "work_kind", "summary", "tech", "path", "status"),
}
_NEVER = "1970-01-01T00:00:00.000Z"
"""When an empty bank was updated: the file wants a time and no clock may decide its bytes."""


def places() -> Iterator[Path]:
    """Where gameassist keeps its file."""
    yield dsh_home() / NAME / "memory.json"


def claims(source: Source) -> bool:
    """Whether the file is an object with any field of this format."""
    return "format" not in source.top and bool(_KEYS & source.top.keys())


def read(source: Source) -> Found:
    """Read profile, tasks and works. Raises BadParameters if the file is no JSON object."""
    root = source.json
    if not isinstance(root, dict):
        raise BadParameters(
            "{path} holds {found} where {expected} belongs.",
            path=source.called,
            found=json_type(root),
            expected="an object",
        )
    found = Found(source, lambda found: _take(root, found), name=NAME, brings=BRINGS)
    mirror = noted_at(source.path)
    if mirror is not None:
        found.equal_at = mirror.at
        found.mirror = mirror.path, digest(source.data.decode("utf-8", "replace"))
    return found


def _take(root: dict[str, object], found: Found) -> Iterator[FoundEntry]:
    found.profile = Profile(
        interests=_profile_list(root, "interests", found),
        preferences=_profile_list(root, "preferences", found),
        notes=_profile_notes(root, found),
    )
    changed = moment_of(root.get("updatedAt"))
    yield from _entries(root, "tasks", "task", changed, found)
    yield from _entries(root, "works", "work", changed, found)


def _profile_list(root: dict[str, object], name: str, found: Found) -> tuple[str, ...]:
    kept = []
    for item in Loose(root, "", found).items(name):
        try:
            check_field("profile", name, (item,))
        except MemdeskError as error:
            found.skip(name, error)
        else:
            kept.append(item)
    try:
        check_field("profile", name, tuple(kept))
    except MemdeskError as error:
        found.skip(name, error)
        return ()
    return tuple(kept)


def _profile_notes(root: dict[str, object], found: Found) -> str:
    notes = Loose(root, "", found).text("profileNotes")
    try:
        check_field("profile", "notes", notes, called="profileNotes")
    except MemdeskError as error:
        found.skip("profileNotes", error)
        return ""
    return notes


def _entries(
    root: dict[str, object], name: str, kind: Kind, changed: str, found: Found
) -> Iterator[FoundEntry]:
    items = root.get(name)
    if items is None:
        return
    if not isinstance(items, list):
        found.skip(name, wrong_type(items, "a list"))
        return
    titles: set[str] = set()
    places: dict[str, str] = {}
    for number, item in enumerate(items):
        where = f"{name}[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
            continue
        loose = Loose(item, where + ".", found)
        entry = _task(loose, changed) if kind == "task" else _work(loose, changed)
        if not entry.id:
            # The title alone is the key, so that a later file may bring new notes; two of one
            # title are told apart by the rest.
            whole = _derived_id(entry, whole=True)
            if whole in places:
                found.skip(where, used_already(whole, places[whole]))
                continue
            places[whole] = where
            entry = replace(entry, id=whole if entry.label in titles else _derived_id(entry))
            titles.add(entry.label)
        yield FoundEntry(entry=entry, where=where)


def _task(loose: Loose, changed: str) -> Task:
    return Task(
        id=loose.text("id").strip(),
        title=loose.text("title"),
        status="todo" if loose.absent("status") else loose.text("status"),
        notes=loose.text("notes"),
        updated_at=loose.moment("updatedAt") or changed,
    )


def _work(loose: Loose, changed: str) -> Work:
    return Work(
        id=loose.text("id").strip(),
        name=loose.text("name"),
        work_kind=loose.text("kind"),
        summary=loose.text("summary"),
        tech=loose.items("tech"),
        path=loose.text("path"),
        status=loose.text("status"),
        updated_at=loose.moment("updatedAt") or changed,
    )


def _derived_id(entry: Task | Work, *, whole: bool = False) -> str:
    """The id of an entry that brings none, made of its title; or of its text too."""
    if isinstance(entry, Task):
        return derived_id("task", (NAME, entry.title, entry.notes)[: 3 if whole else 2])
    return derived_id("work", (NAME, entry.name, entry.summary)[: 3 if whole else 2])


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's text: two-space indent, one final newline; and what it can't hold."""
    left_out = LeftOut("status", "work_kind", "tech", "path")
    return Written(object_of(_parts(profile, entries, left_out)), left_out)


def _parts(
    profile: Profile, entries: Iterable[Entry], left_out: LeftOut
) -> Iterator[tuple[str, object]]:
    moments = [profile.updated_at or _NEVER]
    waiting = Waiting(entries)
    for _memory in waiting.of("memory"):
        left_out.note("memories")
    yield "interests", list(profile.interests)
    yield "preferences", list(profile.preferences)
    yield "profileNotes", profile.notes
    yield "tasks", _shapes(waiting.of("task"), moments, left_out)
    yield "works", _shapes(waiting.of("work"), moments, left_out)
    waiting.refuse_left()
    yield "updatedAt", lambda: moments[0]


def _shapes(
    entries: Iterator[Entry], moments: list[str], left_out: LeftOut
) -> Iterator[dict[str, object]]:
    for entry in entries:
        moments[0] = max(moments[0], entry.updated_at)
        left_out.look_at(entry)
        if isinstance(entry, Task):
            yield _task_shape(entry)
        elif isinstance(entry, Work):
            yield _work_shape(entry)


def _task_shape(task: Task) -> dict[str, object]:
    shape: dict[str, object] = {"id": task.id, "title": task.title, "status": task.status}
    if task.notes:
        shape["notes"] = task.notes
    return shape | {"updatedAt": task.updated_at}


def _work_shape(work: Work) -> dict[str, object]:
    shape: dict[str, object] = {"id": work.id, "name": work.name}
    optional = {
        "kind": work.work_kind,
        "summary": work.summary,
        "tech": list(work.tech),
        "path": work.path,
        "status": work.status,
    }
    shape |= {name: value for name, value in optional.items() if value}
    return shape | {"updatedAt": work.updated_at}
