"""Claude's account export: memories.json, and the projects that give names to them (spec 4.1).

[{conversations_memory, project_memories: {uuid: text}, memory_files: [{path, content}]}]: long
texts, of which each section is a memory. Since 2026 the file is one object, in the folder
`memories`, and a zip of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.exchange import account_files
from memdesk.exchange.inside import Several, Whole, holds_files
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, title_and_content, title_under
from memdesk.exchange.outline import sections
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source

NAME = "claude"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_GENERAL, _OF_PROJECTS, _FILES = _SIGNS = (
    "conversations_memory",
    "project_memories",
    "memory_files",
)
_TALK = "chat_messages"
_MEMORIES = re.compile(r"(?:.*/)?memories(?:[-_]\d{1,6})?(?:\.json|/[^/]+\.json)")
_PROJECTS = re.compile(r"(?:.*/)?projects(?:[-_]\d{1,6})?(?:\.json|/[^/]+\.json)")


def claims(source: Source) -> bool:
    """Whether it is an export with memories, or with conversations as Claude writes them."""
    if any(_has_memories(file) for _place, file in account_files.files(source, _MEMORIES)):
        return True
    several = account_files.files(source, account_files.CONVERSATIONS)
    return any(account_files.holds(file, _TALK) for _place, file in several)


def wholes(folder: Several) -> Iterator[Whole]:
    """The exports in a folder or a zip, with the projects that they name."""
    own = (_MEMORIES, account_files.CONVERSATIONS)
    return account_files.wholes(folder, claims, own, [_PROJECTS])


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where a file is no JSON."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _has_memories(file: Source) -> bool:
    return account_files.holds(file, *_SIGNS) or any(sign in file.top for sign in _SIGNS)


def _objects(place: str, file: Source) -> Iterator[tuple[str, object]]:
    """What a file holds, whether it is a list or one object."""
    if file.first_text.lstrip()[:1] == "[":
        yield from ((f"{place}[{number}]", item) for number, item in enumerate(file.items()))
    else:
        yield place, file.json


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    names = _project_names(source, found)
    any_memories = False
    for place, file in account_files.files(source, _MEMORIES):
        for where, item in _objects(place, file):
            if not isinstance(item, dict):
                found.skip(where, wrong_type(item, "an object"))
            elif _TALK in item:
                break
            else:
                any_memories = True
                yield from _account(Loose(item, where + ".", found), names)
    if not any_memories:
        for place, file in account_files.files(source, account_files.CONVERSATIONS):
            if account_files.holds(file, _TALK):
                found.skip(place, account_files.conversations_are_elsewhere())
                return


def _project_names(source: Source, found: Found) -> Mapping[str, str]:
    """The projects of an export by their ids; none where the memories were taken out of it."""
    names: dict[str, str] = {}
    if not holds_files(source):
        return names
    for place, file in account_files.files(source, _PROJECTS):
        try:
            for _where, item in _objects(place, file):
                if isinstance(item, dict):
                    id, name = item.get("uuid"), item.get("name")
                    if isinstance(id, str) and isinstance(name, str):
                        names[id] = " ".join(name.split())
        except MemdeskError as error:
            found.skip(place, error)
    return names


def _account(loose: Loose, names: Mapping[str, str]) -> Iterator[FoundEntry]:
    account = loose.text("account_uuid")
    yield from _sections(loose.text(_GENERAL), loose.prefix + _GENERAL, (account, ""), "", loose)
    projects = loose.item.get(_OF_PROJECTS)
    if isinstance(projects, dict):
        inside = Loose(projects, f"{loose.prefix}{_OF_PROJECTS}.", loose.found)
        for id in projects:
            text, name = inside.text(id), names.get(id, "")
            yield from _sections(text, inside.prefix + id, (account, id), name, loose)
    elif projects is not None:
        loose.found.skip(loose.prefix + _OF_PROJECTS, wrong_type(projects, "an object"))
    yield from _topics(loose, account)


def _sections(
    text: str, place: str, key: tuple[str, ...], project: str, loose: Loose
) -> Iterator[FoundEntry]:
    """A memory for each section of a text, under the project's name where it is of one."""
    seen: Counter[str] = Counter()
    tags = Loose({"project": [project]}, loose.prefix, loose.found).tags("project")
    for section in sections(text, bold=True):
        if not section.body:
            continue
        seen[section.title] += 1
        heading = ": ".join(filter(None, (project, section.title)))
        yield FoundEntry(
            where=f"{place}:{section.number}",
            entry=Memory(
                # A section is written anew every day: where it stands is its key.
                id=derived_id("memory", (NAME, *key, section.title, str(seen[section.title]))),
                title=title_under(heading, section.body),
                content=section.body,
                tags=tags,
            ),
        )


def _topics(loose: Loose, account: str) -> Iterator[FoundEntry]:
    """A memory for each of the files that Claude keeps of late, one a topic."""
    files = loose.item.get(_FILES)
    if not isinstance(files, list):
        if files is not None:
            loose.found.skip(loose.prefix + _FILES, wrong_type(files, "a list"))
        return
    for number, item in enumerate(files):
        where = f"{loose.prefix}{_FILES}[{number}]"
        if not isinstance(item, dict):
            loose.found.skip(where, wrong_type(item, "an object"))
            continue
        file = Loose(item, where + ".", loose.found)
        path, content = file.text("path"), file.text("content")
        if not content.strip():
            loose.found.skip(where, BadParameters("{field} may not be empty.", field="content"))
            continue
        headings = (one.title for one in sections(content) if one.title)
        name = next(headings, "") or PurePosixPath(path).stem
        title, content = title_and_content(name, content)
        at = file.moment("updated_at")
        yield FoundEntry(
            where=where,
            entry=Memory(
                id=derived_id("memory", (NAME, account, path)) if path else "",
                title=title,
                content=content,
                created_at=at,
                updated_at=at,
            ),
        )
