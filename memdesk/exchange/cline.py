"""Cline's memory bank: Markdown files in a project's folder `memory-bank` (spec 4.1).

A memory for each section of a file, which is its tag; deeper headings stay in the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from memdesk.core.entry import Memory
from memdesk.core.errors import MemdeskError
from memdesk.core.limits import MAX_TAG
from memdesk.exchange.agent_folders import above_here, workspace_of
from memdesk.exchange.loose import title_under
from memdesk.exchange.outline import sections
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.conversation import changed_at

NAME = "cline"
FOLDER = "memory-bank"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_DEEPEST = 2


def places() -> Iterator[Path]:
    """The memory bank of the folder that memdesk was started in, or of one above it."""
    yield from (folder / FOLDER for folder in above_here())


def claims(source: Source) -> bool:
    """Whether it is a memory bank, the folder that has one, or a file of one."""
    folder = _folder(source)
    if source.is_folder:
        return folder is not None and next(Source(folder).each(".md"), None) is not None
    return folder is not None and source.name.lower().endswith(".md") and source.may_be_text


def read(source: Source) -> Found:
    """Read the files. Raises BadParameters where the one that was named is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _folder(source: Source) -> Path | None:
    """The memory bank that a source is, has, or is in."""
    path = source.path.absolute()
    if source.is_folder and (path / FOLDER).is_dir():
        return path / FOLDER
    return next((one for one in (path, *path.parents) if one.name == FOLDER and one.is_dir()), None)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    folder = _folder(source)
    workspace = workspace_of(folder) if folder else ""
    inside = Source(folder) if folder and source.is_folder else source
    for _name, file in inside.each(".md"):
        path = file.path.absolute()
        place = path.relative_to(folder).as_posix() if folder else path.name
        try:
            text = file.text
        except MemdeskError as error:
            if not source.is_folder:
                raise
            found.skip(place, error)
            continue
        yield from _sections(file, text, place, workspace)


def _sections(file: Source, text: str, place: str, workspace: str) -> Iterator[FoundEntry]:
    at = changed_at(file.path)
    tag = " ".join(file.path.stem.split())[:MAX_TAG]
    seen: Counter[str] = Counter()
    for section in sections(text, deepest=_DEEPEST):
        if not section.body:
            continue
        seen[section.title] += 1
        key = (NAME, workspace, place, section.title, str(seen[section.title]))
        yield FoundEntry(
            where=f"{place}:{section.number}",
            entry=Memory(
                id=derived_id("memory", key),
                title=title_under(section.title, section.body),
                content=section.body,
                tags=(tag,),
                workspace=workspace,
                created_at=at,
                updated_at=at,
            ),
        )
