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
from memdesk.exchange.agent_folders import (
    above_here,
    project_names,
    workspace_at,
    workspace_of,
)
from memdesk.exchange.inside import Several, Whole, each, grouped
from memdesk.exchange.loose import title_under
from memdesk.exchange.outline import sections
from memdesk.exchange.reading import (
    BRINGS_MEMORIES,
    Elsewhere,
    Found,
    FoundEntry,
    derived_id,
)
from memdesk.exchange.source import Source

NAME = "cline"
FOLDER = "memory-bank"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_DEEPEST = 2


def places() -> Iterator[Path]:
    """The memory bank of the folder that memdesk was started in, or of one above it."""
    yield from (folder / FOLDER for folder in above_here())


def claims(source: Source) -> bool:
    """Whether it is a memory bank, the folder that has one, or a file of one."""
    if source.is_folder:
        bank = _bank_in(source)
        return bank is not None and next(each(bank, ".md"), None) is not None
    return FOLDER in source.above and source.name.lower().endswith(".md") and source.may_be_text


def wholes(folder: Several) -> Iterator[Whole]:
    """The memory banks in a folder or a zip, or the one that it lies in."""

    def bank_of(place: str) -> str | None:
        above = folder.file(place).above
        if FOLDER not in above or not place.lower().endswith(".md"):
            return None
        below = place.split("/")[:-1]
        return "/".join(below[: max(0, len(below) - _depth(above))])

    yield from grouped(folder.places, bank_of)


def read(source: Source) -> Found:
    """Read the files. Raises BadParameters where the one that was named is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _bank_in(source: Source) -> Source | None:
    """The memory bank that a folder has, or is, or is in; None for another one."""
    if isinstance(source, Several):
        return source
    inside = source.path / FOLDER
    if inside.is_dir():
        return Source(inside)
    return source if FOLDER in (*source.above, source.name) else None


def _depth(above: tuple[str, ...]) -> int:
    """How many folders a file of a memory bank lies below that."""
    return above[::-1].index(FOLDER)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    bank = _bank_in(source) if source.is_folder else None
    for _name, file in each(bank or source, ".md"):
        above, place, workspace = file.above, file.name, workspace_at(file)
        names = project_names(file, above)
        if FOLDER in above:
            below = len(above) - _depth(above)
            place = "/".join((*above[below:], file.name))
            workspace = "" if file.is_packed else workspace_of(Path(*above[:below]))
            names = project_names(file, above[:below])
        try:
            text = file.text
        except MemdeskError as error:
            if not source.is_folder:
                raise
            found.skip(place, error)
            continue
        yield from _sections(file, text, place, workspace, names)


def _sections(
    file: Source, text: str, place: str, workspace: str, names: tuple[str, ...]
) -> Iterator[FoundEntry]:
    at = file.changed_at
    tag = " ".join(file.stem.split())[:MAX_TAG]
    seen: Counter[str] = Counter()
    for section in sections(text, deepest=_DEEPEST):
        if not section.body:
            continue
        seen[section.title] += 1
        behind = (place, section.title, str(seen[section.title]))

        def id_in(project: str, behind: tuple[str, ...] = behind) -> str:
            return derived_id("memory", (NAME, project, *behind))

        elsewhere, id = None, id_in(workspace)
        if file.is_packed:
            # Every project has such files: the zip's name tells them apart, else their text.
            elsewhere = Elsewhere(names, id_in, by_text=False)
            id = id_in(f"zip:{names[-1]}" if names else f"text:{section.body}")
        yield FoundEntry(
            where=f"{place}:{section.number}",
            elsewhere=elsewhere,
            entry=Memory(
                id=id,
                title=title_under(section.title, section.body),
                content=section.body,
                tags=(tag,),
                workspace=workspace,
                created_at=at,
                updated_at=at,
            ),
        )
