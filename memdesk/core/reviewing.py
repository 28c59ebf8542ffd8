"""What a host's suggestion would do, told so that a person can decide (spec 3.1, 7.1). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from memdesk.core.entry import RELEVANCES, Entry, Kind, Memory, Profile
from memdesk.core.lists import without_repeats
from memdesk.core.updating import (
    TASK_PARAMETERS,
    WORK_PARAMETERS,
    Creation,
    EntryChange,
    ProfileChange,
    Removal,
    Step,
)

Subject = Kind | Literal["profile"]
Action = Literal["create", "update", "delete"]

SHOWN: dict[Kind, tuple[str, ...]] = {
    "memory": ("title", "content", "category", "relevance", "tags", "workspace", "role"),
    "task": ("title", "status", "notes", "tags", "relevance", "workspace", "role"),
    "work": (
        "name", "work_kind", "summary", "tech", "path", "status", "tags", "relevance",
        "workspace", "role",
    ),
}  # fmt: skip
"""The fields of an entry that a host can give, in the order in which they are read."""


@dataclass(frozen=True, slots=True)
class Aim:
    """One thing that a suggestion is about, as far as its parameters tell."""

    action: Action
    kind: Subject | None
    """None where only the bank knows: an id to forget."""
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing as it is and as it would be, by the names of its fields.

    A new one has nothing in `before`, one that goes to the trash nothing in `after`.
    """

    action: Action
    kind: Subject
    id: str
    label: str
    before: Mapping[str, object]
    after: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Proposal:
    """All that accepting a suggestion would do."""

    outcomes: tuple[Outcome, ...]

    @property
    def new_memory(self) -> Outcome | None:
        """The memory that it makes: what can be merged into another instead."""
        made = [one for one in self.outcomes if one.action == "create" and one.kind == "memory"]
        return made[0] if made else None


def aims(operation: str, parameters: Mapping[str, Any]) -> list[Aim]:
    """What a suggestion is about, without looking into the bank."""

    def given(name: str) -> str:
        return str(parameters.get(name, ""))

    if operation == "memory_write":
        return [Aim("create", "memory", "", given("title"))]
    if operation == "memory_forget":
        return [Aim("delete", None, given("id"), "")]
    found = []
    if parameters.keys() & _OF_PROFILE:
        found.append(Aim("update", "profile", "", ""))
    removals: tuple[tuple[str, Kind], ...] = (("removeTaskId", "task"), ("removeWorkId", "work"))
    found += [Aim("delete", kind, given(name), "") for name, kind in removals if given(name)]
    groups: tuple[tuple[Kind, str, str, set[str]], ...] = (
        ("task", "taskId", "taskTitle", {"taskId", *TASK_PARAMETERS}),
        ("work", "workId", "workName", {"workId", "addTech", "removeTech", *WORK_PARAMETERS}),
    )
    for kind, id_name, title_name, names in groups:
        if parameters.keys() & names:
            id = given(id_name)
            found.append(Aim("update" if id else "create", kind, id, given(title_name)))
    if given("id"):
        found.append(Aim("update", "memory", given("id"), given("title")))
    return found


_OF_PROFILE = {
    "interests", "preferences", "profileNotes", "addInterests", "removeInterests",
    "addPreferences", "removePreferences",
}  # fmt: skip


def outcomes(
    steps: Iterable[Step], profile: Profile, entries: Mapping[tuple[Kind, str], Entry]
) -> tuple[Outcome, ...]:
    """What planned steps come to. `entries` holds those that the steps change or remove."""
    return tuple(_outcome(step, profile, entries) for step in steps)


def _outcome(step: Step, profile: Profile, entries: Mapping[tuple[Kind, str], Entry]) -> Outcome:
    match step:
        case ProfileChange(fields=fields):
            before = {name: getattr(profile, name) for name in fields}
            return Outcome("update", "profile", "", "", before, fields)
        case Creation(entry=entry):
            return Outcome("create", entry.kind, entry.id, entry.label, {}, fields_of(entry))
        case Removal(kind=kind, id=id):
            gone = entries[kind, id]
            return Outcome("delete", kind, id, gone.label, fields_of(gone), {})
        case EntryChange(kind=kind, id=id, fields=fields):
            there = entries[kind, id]
            before = {name: getattr(there, name) for name in fields}
            return Outcome("update", kind, id, there.label, before, fields)


def fields_of(entry: Entry) -> dict[str, object]:
    """What an entry says, in the order of SHOWN."""
    return {name: getattr(entry, name) for name in SHOWN[entry.kind]}


def merged(into: Memory, new: Mapping[str, object]) -> dict[str, object]:
    """The fields of a memory that takes up what a new one says; those that stay are left out.

    Its content is added below, unless it says so already; tags are joined; the higher relevance
    wins. Title and category stay.
    """
    content = str(new.get("content", ""))
    tags: Any = new.get("tags", ())
    relevance: Any = new.get("relevance", into.relevance)
    fields: dict[str, object] = {
        "content": into.content
        if content.strip() in into.content
        else f"{into.content.rstrip()}\n\n{content}".lstrip("\n"),
        "tags": without_repeats([*into.tags, *tags]),
        "relevance": min(into.relevance, relevance, key=RELEVANCES.index),
    }
    return {name: value for name, value in fields.items() if value != getattr(into, name)}
