"""Hermes Agent's MEMORY.md and USER.md: entries with a line `§` between them (spec 4.1).

MEMORY.md holds what the agent noted, USER.md what it knows of the person; both lie in the folder
`memories` of its home, or of one of its profiles.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from memdesk.core.entry import Memory
from memdesk.core.errors import MemdeskError
from memdesk.exchange.inside import (
    Several,
    Whole,
    each,
    fits,
    folder_of,
    grouped,
    holds_files,
)
from memdesk.exchange.loose import title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source

NAME = "hermes"
FOLDER = "memories"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_FILES = {"memory.md": (), "user.md": ("user",)}
"""The files, and the tags of what stands in them."""
_BETWEEN = "§"


def home() -> Path:
    """`$HERMES_HOME`, else where Hermes puts it on this system."""
    if named := os.environ.get("HERMES_HOME", "").strip():
        return Path(named).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "").strip()
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "hermes"
    return Path.home() / ".hermes"


def places() -> Iterator[Path]:
    """The folders of memories of its home and of its profiles."""
    yield home() / FOLDER
    yield from sorted(home().glob(f"profiles/*/{FOLDER}"))


def claims(source: Source) -> bool:
    """Whether it is such a file, or a folder that has one."""
    return any(map(_holds_entries, _files(source)))


def wholes(folder: Several) -> Iterator[Whole]:
    """The folders of memories in a folder or a zip."""
    for root, places in grouped(folder.places, _memories_of):
        if any(fits(_holds_entries, folder.file(place)) for place in places):
            yield root, places


def _memories_of(place: str) -> str | None:
    root, _, name = place.rpartition("/")
    return root if name.lower() in _FILES else None


def read(source: Source) -> Found:
    """Read the entries. Raises BadParameters where a file is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _files(source: Source) -> Iterator[Source]:
    """The files, those of a folder by name: of one of memories in it, where there is one."""
    if not holds_files(source):
        yield source
        return
    inside = {place: file for place, file in each(source, ".md") if _memories_of(place) is not None}
    folder = FOLDER if any(folder_of(place) == FOLDER for place in inside) else ""
    yield from (file for place, file in inside.items() if folder_of(place) == folder)


def _holds_entries(source: Source) -> bool:
    if source.name.lower() not in _FILES or not source.may_be_text:
        return False
    lines = source.first_text.split("\n")
    return source.above[-1:] == (FOLDER,) or any(line.strip() == _BETWEEN for line in lines)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for file in _files(source):
        try:
            text = file.text
        except MemdeskError as error:
            if not holds_files(source):
                raise
            found.skip(file.name, error)
            continue
        yield from _entries(file, text)


def _entries(file: Source, text: str) -> Iterator[FoundEntry]:
    tags = _FILES.get(file.name.lower(), ())
    at = file.changed_at
    begun, kept = 1, list[str]()
    lines = text.replace("\r\n", "\n").split("\n")
    for number, line in enumerate([*lines, _BETWEEN], 1):
        if line.strip() != _BETWEEN:
            begun = begun if kept else number
            kept += [line] if kept or line.strip() else []
            continue
        if said := "\n".join(kept).rstrip():
            title, content = title_and_content("", said)
            yield FoundEntry(
                where=f"{file.name}:{begun}",
                entry=Memory(title=title, content=content, tags=tags, created_at=at, updated_at=at),
            )
        kept = []
