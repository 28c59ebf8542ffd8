"""What one `memory_update` changes, planned before anything is written (spec 1.4).

The words and rules are those of the gameassist seed's "Tools and update semantics": what is
omitted stays, what is given replaces, an empty text clears, removal comes before upsert, creation
needs a title or a name. On top come single items of a list, and memories.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from memdesk.core.entry import Entry, Kind, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.lists import split_list, with_items, without_items, without_repeats
from memdesk.core.scope import EVERYTHING, Viewer
from memdesk.core.secrets import marks, put_back, redact
from memdesk.core.validation import check_field

Find = Callable[[Kind, str], Entry | None]
"""The entry of that kind and id that the caller may see and that is not in the trash, or None."""

PROFILE_PARAMETERS = {
    "interests": "interests",
    "preferences": "preferences",
    "profileNotes": "notes",
}
TASK_PARAMETERS = {"taskTitle": "title", "taskStatus": "status", "taskNotes": "notes"}
WORK_PARAMETERS = {
    "workName": "name",
    "workKind": "work_kind",
    "workSummary": "summary",
    "workTech": "tech",
    "workPath": "path",
    "workStatus": "status",
}
MEMORY_PARAMETERS = ("title", "content", "category", "tags", "relevance")
UPDATE_PARAMETERS: tuple[str, ...] = (
    *PROFILE_PARAMETERS,
    *("addInterests", "removeInterests", "addPreferences", "removePreferences"),
    *("taskId", *TASK_PARAMETERS, "removeTaskId"),
    *("workId", *WORK_PARAMETERS, "addTech", "removeTech", "removeWorkId"),
    *("id", *MEMORY_PARAMETERS, "scope"),
)
"""Every parameter of `memory_update`, in the order in which a door lists them."""

_CALLED: dict[tuple[str, str], str] = {
    **{("profile", field): name for name, field in PROFILE_PARAMETERS.items()},
    **{("task", field): name for name, field in TASK_PARAMETERS.items()},
    **{("work", field): name for name, field in WORK_PARAMETERS.items()},
}
"""What hosts call the fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChange:
    """New values of fields of the profile, named as the attributes of Profile."""

    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """An entry that goes to the trash."""

    kind: Kind
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """A new entry. Its id may be empty (the bank generates one) or that of a trashed entry."""

    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """New values of fields of an entry, named as the attributes of its class."""

    kind: Kind
    id: str
    fields: Mapping[str, object]


Step = ProfileChange | Removal | Creation | EntryChange


def plan_update(
    params: Mapping[str, object], profile: Profile, find: Find, viewer: Viewer = EVERYTHING
) -> list[Step]:
    """The steps that a call asks for, in order; none where everything is so already.

    `viewer` is whose eyes `find` has: its workspace and role are what `scope` stores. Raises
    BadParameters (nothing given, an unknown or wrongly typed field, a new entry without a title
    or a name), NotFound (an id to remove or change that isn't there), LimitExceeded.
    """
    unknown = [name for name in params if name not in UPDATE_PARAMETERS]
    if unknown:
        raise BadParameters(
            "memory_update has no field {field}.", field=unknown[0], allowed=UPDATE_PARAMETERS
        )
    if not params:
        raise BadParameters("Give at least one field to change.", allowed=UPDATE_PARAMETERS)
    removals = _removals(params, find)
    gone = {(step.kind, step.id) for step in removals}

    def find_after_removal(kind: Kind, id: str) -> Entry | None:
        return None if (kind, id) in gone else find(kind, id)

    return [
        *_profile_steps(params, profile),
        *removals,
        *_task_steps(params, find_after_removal),
        *_work_steps(params, find_after_removal),
        *_memory_steps(params, find_after_removal, viewer),
    ]


def described(step: Step) -> dict[str, object]:
    """A step as the reply's `changed` names it: kind, id, action, fields."""
    match step:
        case ProfileChange():
            return {"kind": "profile", "action": "updated", "fields": list(step.fields)}
        case Removal():
            return {"kind": step.kind, "id": step.id, "action": "removed"}
        case Creation():
            return {"kind": step.entry.kind, "id": step.entry.id, "action": "created"}
        case EntryChange():
            return {
                "kind": step.kind,
                "id": step.id,
                "action": "updated",
                "fields": list(step.fields),
            }


def _removals(params: Mapping[str, object], find: Find) -> list[Removal]:
    steps = []
    named: tuple[tuple[str, Kind], ...] = (("removeTaskId", "task"), ("removeWorkId", "work"))
    for name, kind in named:
        if name not in params:
            continue
        id = _text(params, name)
        if not id:
            raise BadParameters("{field} may not be empty.", field=name)
        if find(kind, id) is None:
            raise NotFound("There is no {kind} with the id {id}.", kind=kind, id=id)
        steps.append(Removal(kind=kind, id=id))
    return steps


def _profile_steps(params: Mapping[str, object], profile: Profile) -> list[ProfileChange]:
    given: dict[str, object] = {}
    if "profileNotes" in params:
        given["notes"] = _text(params, "profileNotes")
    lists = (
        ("interests", "addInterests", "removeInterests"),
        ("preferences", "addPreferences", "removePreferences"),
    )
    for field, adding, removing in lists:
        if params.keys() & {field, adding, removing}:
            before = profile.interests if field == "interests" else profile.preferences
            given[field] = _edited_list(params, before, field, adding, removing)
    if "notes" in given:
        given["notes"] = unredacted(given["notes"], profile.notes, "profileNotes")
    changed = {field: value for field, value in given.items() if value != getattr(profile, field)}
    for field, value in changed.items():
        check_field("profile", field, value, called=_CALLED["profile", field])
    return [ProfileChange(fields=changed)] if changed else []


def _task_steps(params: Mapping[str, object], find: Find) -> list[Step]:
    given: dict[str, object] = {
        field: _text(params, name) for name, field in TASK_PARAMETERS.items() if name in params
    }
    if not given and "taskId" not in params:
        return []
    id = _text(params, "taskId")
    there = find("task", id) if id else None
    if there is None:
        if "title" not in given:
            raise _cannot_create("task", "taskTitle", id)
        return [_creation(replace(Task(id=id), **given), given, "taskId")]  # type: ignore[arg-type]
    return _entry_change(there, given)


def _work_steps(params: Mapping[str, object], find: Find) -> list[Step]:
    given: dict[str, object] = {
        field: _text(params, name)
        for name, field in WORK_PARAMETERS.items()
        if name in params and field != "tech"
    }
    edits_tech = bool(params.keys() & {"workTech", "addTech", "removeTech"})
    if not given and not edits_tech and "workId" not in params:
        return []
    id = _text(params, "workId")
    there = find("work", id) if id else None
    if edits_tech:
        before = there.tech if isinstance(there, Work) else ()
        given["tech"] = _edited_list(params, before, "workTech", "addTech", "removeTech")
    if there is None:
        if "name" not in given:
            raise _cannot_create("work", "workName", id)
        return [_creation(replace(Work(id=id), **given), given, "workId")]  # type: ignore[arg-type]
    return _entry_change(there, given)


def _memory_steps(params: Mapping[str, object], find: Find, viewer: Viewer) -> list[Step]:
    given: dict[str, object] = {}
    for name in MEMORY_PARAMETERS:
        if name in params:
            given[name] = (
                without_repeats(_items(params, name)) if name == "tags" else _text(params, name)
            )
    if "scope" in params:
        given |= _scope(params, viewer)
    if not given and "id" not in params:
        return []
    id = _text(params, "id")
    if not id:
        raise BadParameters(
            "Give the id of the memory to change; memory_write makes a new one.", field="id"
        )
    there = find("memory", id)
    if not isinstance(there, Memory):
        raise NotFound("There is no {kind} with the id {id}.", kind="memory", id=id)
    return _entry_change(there, given)


def _scope(params: Mapping[str, object], viewer: Viewer) -> dict[str, object]:
    """The workspace and role that a scope stores (spec 1.2)."""
    scope = _text(params, "scope")
    if scope not in ("workspace", "role"):
        raise BadParameters(
            "{field} must be one of {choices}.",
            field="scope",
            allowed=("workspace", "role"),
            choices="workspace, role",
        )
    if scope == "role" and not viewer.role:
        raise BadParameters("The scope role needs a role, and none is known.", field="scope")
    return {"workspace": viewer.workspace, "role": viewer.role if scope == "role" else ""}


def _cannot_create(kind: Kind, needed: str, id: str) -> BadParameters | NotFound:
    if id:
        return NotFound(
            "There is no {kind} with the id {id}; give {needed} to create it.",
            kind=kind,
            id=id,
            needed=needed,
        )
    return BadParameters("A new {kind} needs {field}.", kind=kind, field=needed)


def _creation(entry: Entry, given: Mapping[str, object], id_called: str) -> Creation:
    check_field(entry.kind, "id", entry.id, called=id_called)
    _check_given(entry.kind, given)
    return Creation(entry=entry)


def _check_given(kind: Kind, given: Mapping[str, object]) -> None:
    """Check the values under the names that the caller gave them."""
    for field, value in given.items():
        check_field(kind, field, value, called=_CALLED.get((kind, field), field))


def _entry_change(there: Entry, given: Mapping[str, object]) -> list[Step]:
    if not there.not_secret:
        given = {
            field: unredacted(value, getattr(there, field), _CALLED.get((there.kind, field), field))
            for field, value in given.items()
        }
    changed = {field: value for field, value in given.items() if value != getattr(there, field)}
    _check_given(there.kind, changed)
    return [EntryChange(kind=there.kind, id=there.id, fields=changed)] if changed else []


def _edited_list(
    params: Mapping[str, object], before: tuple[str, ...], field: str, adding: str, removing: str
) -> tuple[str, ...]:
    """A list replaced whole, then with items taken away, then with items added."""

    def given(name: str) -> tuple[str, ...]:
        return _unredacted_items(_items(params, name), before, name)

    items = given(field) if field in params else before
    if removing in params:
        items = without_items(items, given(removing))
    if adding in params:
        items = with_items(items, given(adding))
    return items


def unredacted(value: object, stored: object, called: str) -> object:
    """A value with the secrets that the caller was not shown in place of their marks (spec 2.5).

    A caller that reads a text, mends it and writes it back would store the marks instead. Raises
    BadParameters where it isn't certain what a mark stands for.
    """
    if isinstance(value, tuple) and isinstance(stored, tuple):
        return _unredacted_items(value, stored, called)
    if not isinstance(value, str) or not isinstance(stored, str):
        return value
    text = put_back(value, stored)
    if text is None:
        raise _unclear_mark(value, called)
    return text


def _unredacted_items(
    items: tuple[str, ...], stored: tuple[str, ...], called: str
) -> tuple[str, ...]:
    """The same for the items of a list, each of which stands for itself."""
    if not any(map(marks, items)):
        return items
    hidden: dict[str, set[str]] = {}
    for one in stored:
        hidden.setdefault(redact(one)[0], set()).add(one)
    found: list[str] = []
    for item in items:
        meant = hidden.get(item, set()) if marks(item) else {item}
        if len(meant) != 1:
            raise _unclear_mark(item, called)
        found += meant
    return tuple(found)


def _unclear_mark(value: str, called: str) -> BadParameters:
    return BadParameters(
        "{field} holds {mark}, which stands for a secret that you were not shown. Leave what "
        "stands around it as it was, or leave the mark out.",
        field=called,
        mark=marks(value)[0],
    )


def _text(params: Mapping[str, object], name: str) -> str:
    value = params.get(name, "")
    if not isinstance(value, str):
        raise BadParameters("{field} must be a text.", field=name)
    return value


def _items(params: Mapping[str, object], name: str) -> tuple[str, ...]:
    """The items of a list, given as one text to be split or as an array of texts."""
    value = params[name]
    if isinstance(value, str):
        return split_list(value)
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return tuple(item.strip() for item in value if item.strip())
    raise BadParameters("{field} must be a text or a list of texts.", field=name)
