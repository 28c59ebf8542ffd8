"""Which entries a block may hold at all: scope, secrecy, relevance, category, status (spec 2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memdesk.core.block.order import RANK
from memdesk.core.block.result import SECTIONS, BlockRequest, Omission, Reason, Section
from memdesk.core.constraint import verdict
from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.preset import Preset
from memdesk.core.scope import is_kept_from


@dataclass(slots=True)
class Selection:
    """The entries that may be in a block, not yet in order, and those that may not."""

    constraints: list[Memory] = field(default_factory=list)
    memories: list[Memory] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    omitted: list[Omission] = field(default_factory=list)


def omission(section: Section, entry: Entry, reason: Reason) -> Omission:
    """The note that an entry was left out."""
    return Omission(section=section, kind=entry.kind, id=entry.id, label=entry.label, reason=reason)


def select(entries: Iterable[Entry], preset: Preset, request: BlockRequest) -> Selection:
    """Sort out entries. Those in the trash or outside the viewer's scope leave no trace.

    The category narrows constraints too: the spec exempts them from `min_relevance` and
    `max_inject`, and from nothing else.
    """
    selection = Selection()
    for entry in entries:
        if entry.deleted_at is not None or not _in_scope(entry, preset, request):
            continue
        section, reason = _section(entry), _withheld(entry, request)
        if reason is None:
            reason = _unwanted(entry, section, preset)
        if reason is not None:
            selection.omitted.append(omission(section, entry, reason))
        elif isinstance(entry, Task):
            selection.tasks.append(entry)
        elif isinstance(entry, Work):
            selection.works.append(entry)
        elif isinstance(entry, Memory):
            chosen = selection.constraints if section == "constraints" else selection.memories
            chosen.append(entry)
    # In whatever order they came: what is told of them may not depend on it.
    selection.omitted.sort(key=lambda omission: (SECTIONS.index(omission.section), omission.id))
    return selection


def section_of(entry: Entry, preset: Preset, request: BlockRequest) -> Section | None:
    """The section that an entry may stand in, or None when it may not be in the block."""
    if entry.deleted_at is not None or not _in_scope(entry, preset, request):
        return None
    section = _section(entry)
    if _withheld(entry, request) or _unwanted(entry, section, preset):
        return None
    return section


def _in_scope(entry: Entry, preset: Preset, request: BlockRequest) -> bool:
    if preset.scope == "workspace" and entry.role:
        return False
    if preset.scope == "role" and not entry.role:
        return False
    return request.viewer.sees(entry.workspace, entry.role)


def _withheld(entry: Entry, request: BlockRequest) -> Reason | None:
    kept = bool(entry.never_send_to) and is_kept_from(request.host, entry.never_send_to)
    return "never_send" if kept else None


def _section(entry: Entry) -> Section:
    if isinstance(entry, Task):
        return "tasks"
    if isinstance(entry, Work):
        return "works"
    assert isinstance(entry, Memory)
    return "constraints" if verdict(entry).is_constraint else "memories"


def _unwanted(entry: Entry, section: Section, preset: Preset) -> Reason | None:
    if isinstance(entry, Task):
        hidden = {status.casefold() for status in preset.hide_statuses}
        return "status" if entry.status.strip().casefold() in hidden else None
    if isinstance(entry, Memory):
        if entry.category not in preset.categories:
            return "category"
        if section == "memories" and RANK[entry.relevance] > RANK[preset.min_relevance]:
            return "relevance"
    return None
