"""A bank as a section of AGENTS.md or CLAUDE.md, between memdesk's markers (spec 4.2).

The section is updated in place; the rest of the file is not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.core.constraint import verdict
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.text import escape_comments
from memdesk.exchange.section_text import put_section
from memdesk.exchange.writing import LeftOut, Waiting, Written

NAME = "agents-md"
TITLES = {"rule": "Rules", "memory": "Memories", "task": "Tasks", "work": "Works"}


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """A file that is the section and nothing else. Rules, the constraints, come first."""
    left_out = LeftOut("category", "constraint", "status", "work_kind", "tech", "path")
    return Written([put_section("", section(profile, entries, left_out))], left_out)


def update(text: str, written: str) -> str:
    """The text of a file that is there, with the written section in it."""
    inside = written.split("\n", 1)[1].rsplit("\n", 2)[0]
    return put_section(text, inside)


def section(profile: Profile, entries: Iterable[Entry], left_out: LeftOut) -> str:
    """What stands between the markers."""
    waiting = Waiting(entries)
    rules: list[str] = []
    memories: list[str] = []
    for entry in waiting.of("memory"):
        left_out.look_at(entry)
        if isinstance(entry, Memory):
            (rules if verdict(entry).is_constraint else memories).append(_bullet(entry))
    tasks = list(_bullets(waiting.of("task"), left_out))
    works = list(_bullets(waiting.of("work"), left_out))
    waiting.refuse_left()
    parts = ["## Memory", *_profile(profile)]
    for kind, lines in zip(TITLES, (rules, memories, tasks, works), strict=True):
        if lines:
            parts.append(f"### {TITLES[kind]}\n\n" + "\n".join(lines))
    return "\n\n".join(parts)


def _bullets(entries: Iterator[Entry], left_out: LeftOut) -> Iterator[str]:
    for entry in entries:
        left_out.look_at(entry)
        yield _bullet(entry)


def _bullet(entry: Entry) -> str:
    """An entry as an item of a list; what its text has further lines is indented below."""
    match entry:
        case Memory():
            facts, body = "", entry.content
        case Task():
            facts, body = f" ({entry.status})" if entry.status else "", entry.notes
        case Work():
            named = (entry.work_kind, entry.status, ", ".join(entry.tech), entry.path)
            said = "; ".join(filter(None, named))
            facts, body = f" ({said})" if said else "", entry.summary
        case _:
            facts, body = "", ""
    label = " ".join(entry.label.split())
    body = body.strip("\n").rstrip()
    if body in ("", entry.label):
        text = label + facts
    elif "\n" in body:
        text = f"**{label}**{facts}\n\n{body}"
    else:
        text = f"**{label}**{facts}: {body}"
    lines = escape_comments(text).split("\n")
    return "\n".join(["- " + lines[0], *(f"  {line}".rstrip() for line in lines[1:])])


def _profile(profile: Profile) -> Iterator[str]:
    for title, items in (
        ("Interests", profile.interests),
        ("Preferences", profile.preferences),
    ):
        if items:
            said = (escape_comments(" ".join(item.split())) for item in items)
            yield f"### {title}\n\n" + "\n".join(f"- {item}" for item in said)
    if profile.notes.strip():
        yield "### Notes\n\n" + escape_comments(profile.notes.strip())
