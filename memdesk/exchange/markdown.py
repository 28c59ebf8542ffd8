"""Markdown for people: the profile, then a section an entry (spec 4.2). Contents stay verbatim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.core.entry import KINDS, Entry, Kind, Memory, Profile, Task, Work, body_of
from memdesk.exchange.writing import LeftOut, Waiting, Written

NAME = "markdown"
HELD = (
    *("category", "constraint", "status", "work_kind", "tech", "path"),
    *("tags", "workspace", "role", "pinned", "relevance"),
)
"""Fields that stand in a section."""
CHAPTERS: dict[Kind, str] = {"memory": "Memories", "task": "Tasks", "work": "Works"}


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's text: a chapter for the profile and one for each kind that has any entry."""
    left_out = LeftOut(*HELD)
    return Written(_pieces(profile, entries, left_out), left_out)


def _pieces(profile: Profile, entries: Iterable[Entry], left_out: LeftOut) -> Iterator[str]:
    begun = _profile(profile)
    yield begun
    waiting = Waiting(entries)
    for kind in KINDS:
        heading = f"# {CHAPTERS[kind]}\n\n"
        for entry in waiting.of(kind):
            left_out.look_at(entry)
            yield ("\n" if begun else "") + heading + section(entry)
            begun, heading = "yes", ""
    waiting.refuse_left()


def section(entry: Entry) -> str:
    """One entry: its title as a heading, its facts as a list, its text as it is."""
    facts = {name: value for name, value in _facts(entry).items() if value}
    lines = [f"## {_one_line(entry.label)}", ""]
    lines += [f"- {name}: {_one_line(value)}" for name, value in facts.items()]
    body = body_of(entry)
    if body:
        lines += ["", body]
    return "\n".join(lines).rstrip("\n") + "\n"


def _facts(entry: Entry) -> dict[str, str]:
    facts = {"id": entry.id}
    if isinstance(entry, Memory):
        facts["category"] = entry.category
        facts["constraint"] = "" if entry.constraint == "auto" else entry.constraint
    elif isinstance(entry, Task):
        facts["status"] = entry.status
    elif isinstance(entry, Work):
        facts |= {
            "kind": entry.work_kind,
            "status": entry.status,
            "tech": ", ".join(entry.tech),
            "path": entry.path,
        }
    return facts | {
        "relevance": entry.relevance,
        "tags": ", ".join(entry.tags),
        "workspace": entry.workspace,
        "role": entry.role,
        "pinned": "yes" if entry.pinned else "",
        "author": entry.author,
        "created": entry.created_at,
        "updated": entry.updated_at,
    }


def _profile(profile: Profile) -> str:
    parts = []
    for name, items in (("Interests", profile.interests), ("Preferences", profile.preferences)):
        if items:
            parts.append(f"## {name}\n\n" + "".join(f"- {_one_line(item)}\n" for item in items))
    if profile.notes:
        parts.append("## Notes\n\n" + profile.notes.rstrip("\n") + "\n")
    return "# Profile\n\n" + "\n".join(parts) if parts else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
