"""Markdown by its headings: a memory for each (spec 4.1). A folder or a zip of such files, too.

What memdesk wrote itself is known by the ids in it, and comes back as what it was: of any kind,
with its facts, and with headings inside a text left in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import chain, pairwise

from memdesk.core.entry import (
    CONSTRAINT_MODES,
    Entry,
    Kind,
    Memory,
    Profile,
    Task,
    Work,
)
from memdesk.core.errors import MemdeskError
from memdesk.core.lists import with_items
from memdesk.exchange import frontmatter
from memdesk.exchange.inside import Several, Whole, common_folder, each, few, fits, holds_files
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.markdown import CHAPTERS, NAME
from memdesk.exchange.outline import Section, sections
from memdesk.exchange.reading import Found, FoundEntry
from memdesk.exchange.source import Source
from memdesk.exchange.text_lines import text_lines

_COMMON = ("tags", "relevance", "workspace", "role", "pinned")
BRINGS: Mapping[Kind, tuple[str, ...]] = {
    "memory": ("title", "content", "category", "constraint", *_COMMON),
    "task": ("title", "status", "notes", *_COMMON),
    "work": ("name", "work_kind", "summary", "tech", "path", "status", *_COMMON),
}
_SUFFIX = ".md"
_FACT = re.compile(r"- (?P<name>[a-z]+): (?P<value>.*\S)\s*$")
_PROFILE = "Profile"
_OF_ENTRIES = 2
"""The level of the headings of entries in our own file."""
_KINDS: Mapping[str, Kind] = {title: kind for kind, title in CHAPTERS.items()}


def claims(source: Source) -> bool:
    """Whether it is a text with a heading, or a folder or a zip with such a file."""
    files = few(source, _SUFFIX) if holds_files(source) else [source]
    return any(_has_heading(file) for file in files)


def wholes(folder: Several) -> Iterator[Whole]:
    """All Markdown in a folder or a zip, as far as any of it has a heading."""
    inside = [(place, fits(_has_heading, file)) for place, file in folder.each(_SUFFIX)]
    if any(headed for _place, headed in inside):
        places = [place for place, _headed in inside]
        yield common_folder(places), places


def _has_heading(source: Source) -> bool:
    if source.looks_like_json:
        return False
    return any(section.level for section in sections(source.first_text))


def read(source: Source) -> Found:
    """Read the sections. Raises BadParameters where the file is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    several = holds_files(source)
    for place, file in each(source, _SUFFIX):
        try:
            yield from _one(_Parts(file), f"{place}: " if several else "", found)
        except MemdeskError as error:
            if not several:
                raise
            found.skip(place, error)


def _one(parts: _Parts, prefix: str, found: Found) -> Iterator[FoundEntry]:
    matter = parts.matter
    if matter is not None and matter.problem is not None:
        found.skip(f"{prefix}frontmatter", matter.problem)
    counts = parts.counts()
    if counts is None:
        yield from _own(parts, prefix, found)
    else:
        tags = Loose(matter.fields, prefix, found).tags() if matter is not None else ()
        yield from _by_heading(parts, counts, tags, prefix)


class _Parts:
    """The sections of a file, read anew each time they are gone through: there may be a million.

    `matter` is its frontmatter, if it begins with one.
    """

    def __init__(self, file: Source) -> None:
        self._file = file
        with closing(text_lines(file)) as lines:
            begins = next(lines).rstrip() == frontmatter.MARK
        self.matter = frontmatter.split(file.text) if begins else None

    def __iter__(self) -> Iterator[Section]:
        if self.matter is None:
            return sections(text_lines(self._file), comments=True)
        return sections(self.matter.body, comments=True, first=self.matter.line)

    def with_facts(self) -> Iterator[tuple[Section, dict[str, str]]]:
        """Each with the facts that are told of it, if it may be an entry of our own file."""
        for part in self:
            yield part, _facts(part) if part.level == _OF_ENTRIES else {}

    def counts(self) -> Counter[int] | None:
        """How many headings of each level there are; None where the file is our own."""
        counts = Counter[int]()
        for part, told in self.with_facts():
            if "id" in told:
                return None
            if part.level:
                counts[part.level] += 1
        return counts


# --- what anybody wrote


def _by_heading(
    parts: Iterable[Section], counts: Mapping[int, int], tags: tuple[str, ...], prefix: str
) -> Iterator[FoundEntry]:
    """A memory for each heading of the level on which the text is divided.

    `counts` says how many headings there are of each level.
    """
    level = _dividing(counts)
    for heading, number, whole in _grouped(parts, level):
        body = "\n".join(whole).strip("\n").rstrip()
        # In a list of headings each says something; a title over nothing doesn't.
        if body or (heading and counts[level] > 1):
            title, content = title_and_content(heading, body)
            memory = Memory(title=title, content=content, tags=tags)
            yield FoundEntry(where=f"{prefix}line {number}", entry=memory)


def _dividing(counts: Mapping[int, int]) -> int:
    """The highest level that has more than one heading; where none has, the highest at all."""
    repeated = [level for level, count in counts.items() if count > 1]
    return min(repeated or counts, default=1)


def _grouped(parts: Iterable[Section], level: int) -> Iterator[tuple[str, int, list[str]]]:
    """Title, line and text down to the next heading of the level. Bare higher ones are none."""
    open_one: tuple[str, int, list[str]] | None = None
    for part in parts:
        lines = [line.text for line in part.lines]
        if part.level > level and open_one is not None:
            open_one[2].extend(["#" * part.level + " " + part.title, *lines])
            continue
        if open_one is not None:
            yield open_one
        open_one = None
        if part.level >= level or part.body:
            open_one = (part.title, part.number, lines)
    if open_one is not None:
        yield open_one


# --- what memdesk wrote


def _own(parts: _Parts, prefix: str, found: Found) -> Iterator[FoundEntry]:
    """The entries of our own file. A heading without facts belongs to the text above it."""
    kind: Kind = "memory"
    begun: tuple[Section, dict[str, str], Kind] | None = None
    text: list[str] = []
    end: tuple[Section, dict[str, str]] = (Section(), {})
    for (part, told), (_next, below) in pairwise(chain(parts.with_facts(), [end])):
        chapter = part.level == 1 and part.title in _KINDS and not part.body and "id" in below
        if chapter or "id" in told:
            if begun is not None:
                yield _section(*begun, text, prefix, found)
            begun = None
        if chapter:
            kind = _KINDS[part.title]
        elif "id" in told:
            begun, text = (part, told, kind), _below_facts(part, len(told))
        elif begun is not None:
            text.append("#" * part.level + " " + part.title)
            text.extend(line.text for line in part.lines)
        elif part.above == (_PROFILE,):
            found.profile = _with(found.profile, part)
    if begun is not None:
        yield _section(*begun, text, prefix, found)


def _facts(part: Section) -> dict[str, str]:
    """The list of facts right below a heading: `- name: value`, down to the first other line."""
    facts: dict[str, str] = {}
    for line in part.lines:
        if match := _FACT.match(line.text):
            facts.setdefault(match["name"], match["value"])
        elif facts or line.text.strip():
            break
    return facts


def _below_facts(part: Section, count: int) -> list[str]:
    lines = [line.text for line in part.lines]
    first = next(n for n, line in enumerate(lines) if line.strip())
    return lines[first + count :]


def _section(
    part: Section, told: dict[str, str], kind: Kind, text: list[str], prefix: str, found: Found
) -> FoundEntry:
    where = f"{prefix}line {part.number}"
    loose = Loose(told, where + ".", found)
    entry = _of_kind(kind, part.title, "\n".join(text).strip("\n"), loose)
    entry = replace(
        entry,
        id=loose.text("id"),
        tags=loose.tags(),
        relevance=loose.relevance(),
        workspace=loose.text("workspace"),
        role=loose.text("role"),
        pinned=loose.text("pinned") == "yes",
        created_at=loose.moment("created"),
        updated_at=loose.moment("updated"),
    )
    return FoundEntry(where=where, entry=entry)


def _of_kind(kind: Kind, title: str, text: str, loose: Loose) -> Entry:
    if kind == "task":
        return Task(title=title, notes=text, status=loose.text("status"))
    if kind == "work":
        return Work(
            name=title,
            summary=text,
            work_kind=loose.text("kind"),
            tech=loose.items("tech"),
            path=loose.text("path"),
            status=loose.text("status"),
        )
    mode = loose.text("constraint")
    return Memory(
        title=title,
        content=text,
        category=category_of(loose.text("category")) or "note",
        constraint=mode if mode in CONSTRAINT_MODES else "auto",
    )


def _with(profile: Profile, part: Section) -> Profile:
    """The profile with what one of its chapters says."""
    items = [line.text[2:].strip() for line in part.lines if line.text.startswith("- ")]
    match part.title:
        case "Interests":
            return replace(profile, interests=with_items(profile.interests, items))
        case "Preferences":
            return replace(profile, preferences=with_items(profile.preferences, items))
        case "Notes":
            return replace(profile, notes=part.body)
    return profile
