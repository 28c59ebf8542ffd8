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
from memdesk.exchange.loose import title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.conversation import changed_at

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
    if source.is_folder:
        return any(_holds_entries(file) for file in _files(source))
    return _holds_entries(source)


def read(source: Source) -> Found:
    """Read the entries. Raises BadParameters where a file is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _files(source: Source) -> list[Source]:
    """The files, those of a folder by name."""
    if not source.is_folder:
        return [source]
    inside = source.path / FOLDER
    folder = inside if inside.is_dir() else source.path
    found = [path for path in sorted(folder.glob("*.[mM][dD]")) if path.name.lower() in _FILES]
    return [Source(path) for path in found if path.is_file()]


def _holds_entries(source: Source) -> bool:
    if source.name.lower() not in _FILES or not source.may_be_text:
        return False
    lines = source.first_text.split("\n")
    return source.path.parent.name == FOLDER or any(line.strip() == _BETWEEN for line in lines)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for file in _files(source):
        try:
            text = file.text
        except MemdeskError as error:
            if not source.is_folder:
                raise
            found.skip(file.name, error)
            continue
        yield from _entries(file, text)


def _entries(file: Source, text: str) -> Iterator[FoundEntry]:
    tags = _FILES.get(file.name.lower(), ())
    at = changed_at(file.path)
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
