"""A bank as a knowledge graph of the MCP server "memory": a line an entity (spec 4.2).

Names are what its entities are known by, so a second entry of one name gets its id behind it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from memdesk.core.entry import KINDS, Entry, Memory, Profile, Task, Work
from memdesk.exchange.writing import LeftOut, Waiting, Written

PROFILE = "User"
"""What the entity is called that stands for the profile."""
_BULLET = "- "


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's lines, and what they can't hold."""
    left_out = LeftOut("category", "status", "work_kind", "tech", "path")
    return Written(_lines(profile, entries, left_out), left_out)


def _lines(profile: Profile, entries: Iterable[Entry], left_out: LeftOut) -> Iterator[str]:
    names: set[str] = set()
    if said := observations(profile):
        yield _line(_free(PROFILE, "profile", names), "profile", said)
    waiting = Waiting(entries)
    for kind in KINDS:
        for entry in waiting.of(kind):
            left_out.look_at(entry)
            name = _free(entry.label, entry.id, names)
            yield _line(name, _type(entry), observations(entry))
    waiting.refuse_left()


def _line(name: str, entity_type: str, said: list[str]) -> str:
    shape = {
        "type": "entity",
        "name": name,
        "entityType": entity_type,
        "observations": said,
    }
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":")) + "\n"


def _free(name: str, id: str, names: set[str]) -> str:
    if name in names:
        name = called_apart(name, id)
    names.add(name)
    return name


def called_apart(name: str, id: str) -> str:
    """The name of an entry where another one has it already."""
    return f"{name} ({id})"


def _type(entry: Entry) -> str:
    return entry.category if isinstance(entry, Memory) else entry.kind


def observations(entry: Entry | Profile) -> list[str]:
    """What an entity is given for an entry, or for the profile."""
    match entry:
        case Profile():
            said = [*entry.interests, *entry.preferences, entry.notes]
            return [one for one in said if one]
        case Memory():
            return _bullets(entry.content)
        case Task():
            return [f"status: {entry.status}", *filter(None, [entry.notes])]
        case Work():
            facts = {
                "kind": entry.work_kind,
                "status": entry.status,
                "tech": ", ".join(entry.tech),
                "path": entry.path,
            }
            lines = [f"{name}: {value}" for name, value in facts.items() if value]
            return [*lines, *filter(None, [entry.summary])]
    return []


def _bullets(content: str) -> list[str]:
    """The lines of a flat list, each an observation of its own; anything else as one."""
    lines = content.split("\n")
    if all(line.startswith(_BULLET) and line[2:].strip() for line in lines):
        return [line.removeprefix(_BULLET) for line in lines]
    return [content]
