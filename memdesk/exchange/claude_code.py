"""Claude Code's own memory, and the instructions that coding agents read (spec 4.1).

Its memory is a folder with MEMORY.md, an index, and a file a topic with frontmatter. Instructions
(CLAUDE.md, AGENTS.md) are a person's: a memory for each bullet, and for what stands between them.
What belongs to a project is kept for its folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from memdesk.core.block.markdown import BEGIN, END
from memdesk.core.entry import Category, Memory
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.exchange import frontmatter, hermes
from memdesk.exchange.agent_folders import (
    above_here,
    claude_home,
    homes,
    project_names,
    workspace_at,
)
from memdesk.exchange.inside import (
    Several,
    Whole,
    fits,
    folder_of,
    grouped,
    holds_files,
    several,
)
from memdesk.exchange.loose import Loose, title_and_content, title_under
from memdesk.exchange.outline import points, sections
from memdesk.exchange.reading import (
    BRINGS_MEMORIES,
    Elsewhere,
    Found,
    FoundEntry,
    derived_id,
)
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.conversation import usable_id

NAME = "claude-code"
INDEX = "MEMORY.md"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md")
_NAMES = {Path(one).name.lower() for one in _INSTRUCTIONS}
_TYPES: dict[str, Category] = {
    "user": "fact",
    "feedback": "preference",
    "project": "note",
    "reference": "note",
}
"""The kinds of topics, and what they are to memdesk."""
_LINK = re.compile(r"\[(?P<title>[^\[\]\n]+)\]\((?P<file>[^()\n]+)\)")
_NAMED_FIRST = re.compile(rf"[*_`]*(?:{_LINK.pattern}|(?P<plain>[^\s`*]+))")
_OTHER_FILE = re.compile(r"@\S+")


def places() -> Iterator[Path]:
    """The memory of each project; the instructions for all, for this folder and for those above."""
    yield from (path.parent for path in sorted(claude_home().glob(f"projects/*/memory/{INDEX}")))
    for folder in homes():
        yield from (folder / one for one in _INSTRUCTIONS if "/" not in one)
    for folder in above_here():
        yield from (folder / one for one in _INSTRUCTIONS)


def claims(source: Source) -> bool:
    """Whether it is such a file, or a folder that has one."""
    if holds_files(source):
        return next(_files(source), None) is not None
    if not source.name.lower().endswith(".md") or not source.may_be_text:
        return False
    return source.name.lower() in _NAMES or _is_index(source) or _is_topic(source)


def wholes(folder: Several) -> Iterator[Whole]:
    """The memories in a folder or a zip: each index with the topics beside it."""
    texts = (place for place in folder.places if place.lower().endswith(".md"))
    for root, places in grouped(texts, folder_of):
        index = f"{root}/{INDEX}".lstrip("/")
        if index not in places or not fits(_is_readable_index, folder.file(index)):
            continue
        topics = _topics(folder.file(index), map(folder.file, places))
        names = {INDEX, *(one.name for one in topics)}
        yield root, [one for one in places if one.rpartition("/")[2] in names]


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where the file is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for place, file in _files(source):
        try:
            text = file.text
        except MemdeskError as error:
            if not holds_files(source):
                raise
            found.skip(place, error)
            continue
        if _is_index(file):
            yield from _memory(file, text, place, _beside(file, place, source), found)
        elif file.name.lower() in _NAMES:
            yield from _points(file, text, place, found)
        else:
            yield _topic(file, text, place, "", workspace_at(file), found)


def _files(source: Source) -> Iterator[tuple[str, Source]]:
    """The index of a folder of memories, or the instructions of a project; any other file."""
    if not holds_files(source):
        yield source.name, source
        return
    folder = several(source)
    there = set(folder.places)
    index = next((one for one in (INDEX, f"memory/{INDEX}") if one in there), None)
    if index is not None:
        if _is_index(folder.file(index)):
            yield index, folder.file(index)
        return
    yield from ((place, folder.file(place)) for place in _INSTRUCTIONS if place in there)


def _beside(index: Source, place: str, source: Source) -> list[Source]:
    """The Markdown files in the folder of an index."""
    if holds_files(source):
        folder = several(source)
        near = (one for one in folder.places if folder_of(one) == folder_of(place))
        return [folder.file(one) for one in near if one.lower().endswith(".md")]
    if index.is_packed:
        return []
    paths = sorted(index.path.parent.glob("*.md"))
    return [Source(path) for path in paths if path.is_file() and not path.is_symlink()]


def _is_index(file: Source) -> bool:
    return file.name.lower() == INDEX.lower() and not hermes.claims(file)


def _is_readable_index(file: Source) -> bool:
    return _is_index(file) and bool(file.text)


def _is_topic(file: Source) -> bool:
    fields = frontmatter.split(file.first_text).fields
    inside = fields.get("metadata")
    inside = inside if isinstance(inside, dict) else fields
    return inside.get("node_type") == "memory" or (
        "name" in fields and inside.get("type") in _TYPES
    )


# --- a folder of memories


def _memory(
    index: Source, text: str, place: str, beside: list[Source], found: Found
) -> Iterator[FoundEntry]:
    """The index, but for the lines that name a topic, then the topics."""
    titles = _titles(text)
    topics = {file.name: file for file in _topics(index, beside)}
    workspace = workspace_at(index)
    yield from _points(index, text, place, found, frozenset(topics))
    for name, file in topics.items():
        where = place.removesuffix(index.name) + name
        try:
            yield _topic(file, file.text, where, titles.get(name, ""), workspace, found)
        except MemdeskError as error:
            found.skip(where, error)


def _titles(text: str) -> dict[str, str]:
    """The files that an index names, and what it calls them."""
    return {unquote(link["file"]): link["title"] for link in _LINK.finditer(text)}


def _topics(index: Source, beside: Iterable[Source]) -> Iterator[Source]:
    """The files beside an index that belong to it."""
    titles = _titles(index.text)
    for file in beside:
        if file.name == index.name:
            continue
        if index.above[-1:] == ("memory",) or file.name in titles or fits(_is_topic, file):
            yield file


def _topic(
    file: Source, text: str, place: str, linked_as: str, workspace: str, found: Found
) -> FoundEntry:
    matter = frontmatter.split(text)
    if matter.problem is not None:
        found.skip(place, matter.problem)
    # What is said of a topic stands at the top or, since 2026, one level deeper.
    inside = matter.fields.get("metadata")
    fields = {**matter.fields, **inside} if isinstance(inside, dict) else matter.fields
    loose = Loose(fields, f"{place}: ", found)
    body = matter.body.strip("\n")
    headings = (one.title for one in sections(body) if one.title)
    title, content = title_and_content(
        loose.text("description") or linked_as or next(headings, "") or file.stem, body
    )
    kind = loose.text("type")
    session = usable_id(fields.get("originSessionId"))
    # The session that wrote it is known wherever it lies, its project only in some places.
    known = [one for one in (session, _project(file), workspace) if one] or [_folder(file)]

    def id_in(place: str) -> str:
        return derived_id("memory", (NAME, place, file.name))

    ids = [id_in(one) for one in known]
    at = loose.moment("modified") or file.changed_at
    return FoundEntry(
        where=place,
        also=tuple(ids[1:]),
        elsewhere=_elsewhere(file, id_in, by_text=False),
        entry=Memory(
            id=ids[0],
            title=title,
            content=content,
            category=_TYPES.get(kind, "note"),
            tags=(kind,) if kind in _TYPES else (),
            workspace=workspace,
            session_id=session or None,
            created_at=at,
            updated_at=at,
        ),
    )


def _project(file: Source) -> str:
    """What Claude Code calls the project of a memory, as far as the folders above tell it."""
    match file.above[-3:]:
        case ("projects", project, "memory"):
            return project
    return ""


def _folder(file: Source) -> str:
    if file.is_packed:
        return "/".join((*project_names(file, ())[-1:], *file.above))
    return str(file.path.parent)


def _elsewhere(file: Source, id_in: Callable[[str], str], *, by_text: bool) -> Elsewhere | None:
    names = project_names(file, file.above)
    return Elsewhere(names, id_in, by_text) if names else None


# --- instructions


def _points(
    file: Source, text: str, place: str, found: Found, topics: frozenset[str] = frozenset()
) -> Iterator[FoundEntry]:
    """A memory for each bullet and each text between bullets, save those that name a topic."""
    matter = frontmatter.split(text)
    several = list(sections(_without_own(matter.body, place, found), first=matter.line))
    is_document = sum(one.level == 1 for one in several) == 1
    workspace = workspace_at(file)
    project = _project(file) or workspace
    at = file.changed_at
    for section in several:
        heading = "" if section.level == 1 and is_document else section.title
        for point in points(section):
            where = f"{place}:{point.number}"
            if topics and _names_a_topic(point.text, topics):
                continue
            if _OTHER_FILE.fullmatch(point.text):
                found.skip(where, BadParameters("It names another file; import that by itself."))
                continue
            above = ": ".join(filter(None, (heading, point.introduced)))
            title = title_under(above, point.text)
            said = (title, point.text)

            def id_in(project: str, said: tuple[str, str] = said) -> str:
                return derived_id("memory", (NAME, project, *said))

            yield FoundEntry(
                where=where,
                also=(id_in(workspace),),
                elsewhere=_elsewhere(file, id_in, by_text=True),
                entry=Memory(
                    id=id_in(project),
                    title=title,
                    content=point.text,
                    workspace=workspace,
                    created_at=at,
                    updated_at=at,
                ),
            )


def _names_a_topic(text: str, topics: frozenset[str]) -> bool:
    first = _NAMED_FIRST.match(text)
    return first is not None and unquote(first["file"] or first["plain"]) in topics


def _without_own(text: str, place: str, found: Found) -> str:
    """The text without what memdesk wrote into it, every other line where it was."""
    start = text.find(BEGIN)
    end = text.find(END, start)
    if start < 0 or end < 0:
        return text
    end += len(END)
    found.skip(place, BadParameters("The section between its marks is memdesk's own."))
    return text[:start] + "\n" * text.count("\n", start, end) + text[end:]
