"""gameassist's memory.json: one object of a profile, tasks and works (spec 4.1, the seed).

Its own program reads the file without checking it, so fields may be missing, null or wrongly
typed: what can be read is, the rest is listed with its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from memdesk.core import times
from memdesk.core.entry import Entry, Kind, Profile, Task, Work
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.lists import split_list
from memdesk.core.validation import check_entry, check_field
from memdesk.exchange.reading import (
    Found,
    FoundEntry,
    Source,
    derived_id,
    json_type,
    used_already,
    wrong_type,
)
from memdesk.exchange.writing import Written

NAME = "gameassist"
_KEYS = {"interests", "preferences", "profileNotes", "tasks", "works"}
BRINGS: dict[Kind, tuple[str, ...]] = {
    "memory": (),
    "task": ("title", "status", "notes"),
    "work": ("name", "work_kind", "summary", "tech", "path", "status"),
}
_NEVER = "1970-01-01T00:00:00.000Z"
"""When an empty bank was updated: the file wants a time and no clock may decide its bytes."""


def claims(source: Source) -> bool:
    """Whether the file is an object with any field of this format."""
    if not source.looks_like_json:
        return False
    root = source.json
    return isinstance(root, dict) and "format" not in root and bool(_KEYS & root.keys())


def read(source: Source) -> Found:
    """Read profile, tasks and works. Raises BadParameters if the file is no JSON object."""
    root = source.json
    if not isinstance(root, dict):
        raise BadParameters(
            "{path} holds {found} where {expected} belongs.",
            path=str(source.path),
            found=json_type(root),
            expected="an object",
        )
    found = Found(format=NAME, brings=BRINGS)
    found.profile = Profile(
        interests=_profile_list(root, "interests", found),
        preferences=_profile_list(root, "preferences", found),
        notes=_profile_notes(root, found),
    )
    changed = _time(root.get("updatedAt"))
    _read_entries(root, "tasks", "task", changed, found)
    _read_entries(root, "works", "work", changed, found)
    return found


def _profile_list(root: dict[str, object], name: str, found: Found) -> tuple[str, ...]:
    reader = _Reader(root, "", found)
    kept = []
    for item in reader.items(name):
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
    notes = _Reader(root, "", found).text("profileNotes")
    try:
        check_field("profile", "notes", notes, called="profileNotes")
    except MemdeskError as error:
        found.skip("profileNotes", error)
        return ""
    return notes


def _read_entries(
    root: dict[str, object], name: str, kind: Kind, changed: str, found: Found
) -> None:
    items = root.get(name)
    if items is None:
        return
    if not isinstance(items, list):
        found.skip(name, wrong_type(items, "a list"))
        return
    places: dict[str, str] = {}
    for number, item in enumerate(items):
        where = f"{name}[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
            continue
        reader = _Reader(item, where + ".", found)
        entry = _task(reader, changed) if kind == "task" else _work(reader, changed)
        try:
            check_entry(entry)
        except MemdeskError as error:
            found.skip(where, error)
            continue
        if entry.id in places and reader.absent("id"):
            # The title alone is the key, so that a later file may bring new notes; two of one
            # title are told apart by the rest.
            entry = replace(entry, id=_derived_id(entry, whole=True))
        if entry.id in places:
            found.skip(where, used_already(entry.id, places[entry.id]))
            continue
        places[entry.id] = where
        if reader.absent("id"):  # the very same once more would be found by this one
            places[_derived_id(entry, whole=True)] = where
        found.entries.append(FoundEntry(entry=entry, where=where))


def _task(reader: _Reader, changed: str) -> Task:
    task = Task(
        id=reader.text("id").strip(),
        title=reader.text("title"),
        status="todo" if reader.absent("status") else reader.text("status"),
        notes=reader.text("notes"),
        updated_at=_time(reader.item.get("updatedAt")) or changed,
    )
    return replace(task, id=task.id or _derived_id(task))


def _work(reader: _Reader, changed: str) -> Work:
    work = Work(
        id=reader.text("id").strip(),
        name=reader.text("name"),
        work_kind=reader.text("kind"),
        summary=reader.text("summary"),
        tech=reader.items("tech"),
        path=reader.text("path"),
        status=reader.text("status"),
        updated_at=_time(reader.item.get("updatedAt")) or changed,
    )
    return replace(work, id=work.id or _derived_id(work))


def _derived_id(entry: Task | Work, *, whole: bool = False) -> str:
    """The id of an entry that brings none, made of its title; or of its text too."""
    if isinstance(entry, Task):
        return derived_id("task", (NAME, entry.title, entry.notes)[: 3 if whole else 2])
    return derived_id("work", (NAME, entry.name, entry.summary)[: 3 if whole else 2])


def _time(value: object) -> str:
    """A time in memdesk's form, or empty where there is none to be made out."""
    return (times.normalised(value) or "") if isinstance(value, str) else ""


@dataclass(slots=True)
class _Reader:
    """Takes fields out of one object, and notes those that are wrongly typed."""

    item: dict[str, object]
    prefix: str
    found: Found

    def absent(self, name: str) -> bool:
        return self.item.get(name) is None

    def text(self, name: str) -> str:
        """A text, or a number as text; empty where it is missing, null or something else."""
        value = self.item.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if value is not None:
            self.found.skip(self.prefix + name, wrong_type(value, "a text"))
        return ""

    def items(self, name: str) -> tuple[str, ...]:
        """A list of texts; one text is split as the program's own tool does."""
        value = self.item.get(name)
        if isinstance(value, str):
            return split_list(value)
        if isinstance(value, list):
            kept = []
            for number, item in enumerate(value):
                place = f"{self.prefix}{name}[{number}]"
                if not isinstance(item, str):
                    self.found.skip(place, wrong_type(item, "a text"))
                elif item.strip():
                    kept.append(item)
            return tuple(kept)
        if value is not None:
            self.found.skip(self.prefix + name, wrong_type(value, "a list"))
        return ()


@dataclass(slots=True)
class _LeftOut:
    """Counts what the format can't hold."""

    memories: int = 0
    fields: dict[str, int] = field(default_factory=dict)

    def look_at(self, entry: Entry) -> None:
        for name in ("tags", "workspace", "role", "pinned"):
            if getattr(entry, name):
                self.fields[name] = self.fields.get(name, 0) + 1
        if entry.relevance != "medium":
            self.fields["relevance"] = self.fields.get("relevance", 0) + 1


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's text: two-space indent, one final newline; and what it can't hold."""
    tasks, works = [], []
    left_out = _LeftOut()
    moments = [profile.updated_at] if profile.updated_at else []
    for entry in entries:
        if isinstance(entry, Task):
            tasks.append(_task_shape(entry))
        elif isinstance(entry, Work):
            works.append(_work_shape(entry))
        else:
            left_out.memories += 1
            continue
        moments.append(entry.updated_at)
        left_out.look_at(entry)
    root = {
        "interests": list(profile.interests),
        "preferences": list(profile.preferences),
        "profileNotes": profile.notes,
        "tasks": tasks,
        "works": works,
        "updatedAt": max(moments, default=_NEVER),
    }
    lost = [(name, count) for name, count in left_out.fields.items()]
    if left_out.memories:
        lost.insert(0, ("memories", left_out.memories))
    text = json.dumps(root, indent=2, ensure_ascii=False) + "\n"
    return Written(text=text, left_out=tuple(lost))


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
