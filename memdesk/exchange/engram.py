"""engram: its JSON export, a chunk of it as synchronised, and its SQLite file (spec 4.1).

A project is known by its name alone; its folder is the one that its sessions ran in. What is
personal there belongs to no project.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memdesk.core.entry import Memory
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id, set_aside
from memdesk.exchange.source import Source
from memdesk.paths import is_absolute, normalise_workspace

NAME = "engram"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_LISTS = {"sessions", "observations", "prompts"}
_COLUMNS = {"session_id", "type", "title", "content", "project", "scope"}
_PERSONAL = "personal"


def places() -> Iterator[Path]:
    """The program's database."""
    named = os.environ.get("ENGRAM_DATA_DIR")
    yield (Path(named).expanduser() if named else Path.home() / ".engram") / "engram.db"


def claims(source: Source) -> bool:
    """Whether it is such a database, or an object of the three lists."""
    if source.is_sqlite:
        return source.tables.get("observations", frozenset()) >= _COLUMNS
    top = source.inflated().top
    own = top.keys() >= _LISTS and "exportedAt" not in top
    return own or {"exported_at", "version", "observations"} <= top.keys()


def read(source: Source) -> Found:
    """Read the observations. Raises BadParameters where the file is broken."""
    source = source.inflated()
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    folders = _Folders()
    for session in _things(source, "sessions"):
        folders.note(session)
    for number, item in enumerate(_things(source, "observations")):
        where = f"observations[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
        elif item.get("deleted_at"):
            found.skip(where, set_aside("deleted"))
        else:
            memory = _memory(Loose(item, where + ".", found), folders)
            yield FoundEntry(where=where, entry=memory, needs="content")


def _things(source: Source, name: str) -> Iterator[object]:
    """The items of a list of the export, or the rows of a table."""
    if not source.is_sqlite:
        yield from source.items(name)
    elif name in source.tables:
        with source.database() as connection:
            yield from map(dict, connection.execute(f"SELECT * FROM {name} ORDER BY rowid"))


def _memory(loose: Loose, folders: _Folders) -> Memory:
    title, content = title_and_content(loose.text("title"), loose.text("content"))
    kind = loose.text("type").strip()
    category = category_of(kind)
    session, project = loose.text("session_id").strip(), loose.text("project").strip()
    created = loose.moment("created_at")
    own = loose.text("id").strip()
    return Memory(
        # Its numbers are counted on each machine: alone they would meet those of another.
        id=derived_id("memory", (NAME, own, session, created)) if own else "",
        title=title,
        content=content,
        category=category or "note",
        tags=loose.tags(more=[*([] if category else [kind]), loose.text("topic_key")]),
        workspace="" if loose.text("scope") == _PERSONAL else folders.of(session, project),
        created_at=created,
        updated_at=loose.moment("updated_at") or created,
        session_id=session or None,
    )


class _Folders:
    """Where each session ran, and each project's sessions last did."""

    def __init__(self) -> None:
        self._sessions: dict[tuple[str, str], str] = {}
        self._projects: dict[str, str] = {}

    def note(self, session: object) -> None:
        if not isinstance(session, dict):
            return
        id, project, folder = (_text(session, name) for name in ("id", "project", "directory"))
        if is_absolute(folder):
            workspace = normalise_workspace(folder)
            self._sessions[id, project] = self._projects[project] = workspace

    def of(self, session: str, project: str) -> str:
        """A workspace. Without any session of the project, its name is all there is."""
        return self._sessions.get((session, project)) or self._projects.get(project, project)


def _text(item: dict[str, Any], name: str) -> str:
    value = item.get(name)
    return value.strip() if isinstance(value, str) else ""
