"""rolebox's memory.db: one table of memories in a project's `.rolebox` folder (spec 4.1, the seed).

What it shares in its workspace belongs to that folder, what a role wrote to that role there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memdesk.core.entry import Memory
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source
from memdesk.paths import normalise_workspace

NAME = "rolebox"
FOLDER, FILE = ".rolebox", "memory.db"
_COLUMNS = {"id", "scope", "role_id", "title", "content", "relevance"}
BRINGS = {
    **BRINGS_MEMORIES,
    "memory": (*BRINGS_MEMORIES["memory"], "source_sessions"),
}


def places() -> Iterator[Path]:
    """The bank of the folder that memdesk was started in, or of one above it."""
    here = Path.cwd()
    yield from (folder / FOLDER / FILE for folder in (here, *here.parents))


def claims(source: Source) -> bool:
    """Whether it is such a database, the folder that has one, or what its program exports."""
    if source.first_text.lstrip()[:1] == "[":
        return isinstance(source.first_item, dict) and source.first_item.keys() >= _COLUMNS
    return _file(source).tables.get("memories", frozenset()) >= _COLUMNS


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters for another database."""
    file = _file(source)
    take = _take_exported if file.looks_like_json else _take
    return Found(file, lambda found: take(file, found), name=NAME, brings=BRINGS)


def _file(source: Source) -> Source:
    if not source.is_folder:
        return source
    inside = source.path / FILE if source.path.name == FOLDER else source.path / FOLDER / FILE
    return Source(inside) if inside.is_file() else source


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    workspace = _workspace(source)
    with source.database() as connection:
        for row in connection.execute("SELECT * FROM memories ORDER BY created_at, id"):
            where = f"memories[{row['id']}]"
            yield _entry(_fields(row, where, found), where, workspace, found)


def _take_exported(source: Source, found: Found) -> Iterator[FoundEntry]:
    """The array that `rolebox memory export --format json` writes."""
    workspace = _workspace(source)
    for number, item in enumerate(source.items()):
        where = f"[{number}]"
        if isinstance(item, dict):
            yield _entry(item, where, workspace, found)
        else:
            found.skip(where, wrong_type(item, "an object"))


def _entry(fields: dict[str, Any], where: str, workspace: str, found: Found) -> FoundEntry:
    loose = Loose(fields, where + ".", found)
    private = loose.text("scope") == "role"
    title, content = title_and_content(loose.text("title"), loose.text("content"))
    return FoundEntry(
        where=where,
        needs="content",
        entry=Memory(
            id=loose.text("id"),
            title=title,
            content=content,
            category=loose.category(),
            tags=loose.tags(),
            relevance=loose.relevance(),
            workspace=workspace,
            role=loose.text("role_id") if private else "",
            created_at=loose.moment("created_at"),
            updated_at=loose.moment("updated_at", "created_at"),
            accessed_at=loose.moment("accessed_at") or None,
            access_count=loose.count("access_count"),
            session_id=loose.text("session_id") or None,
            source_sessions=loose.items("source_sessions"),
        ),
    )


def _fields(row: sqlite3.Row, where: str, found: Found) -> dict[str, Any]:
    """The columns of a row, its JSON lists as lists."""
    fields = dict(row)
    for name in ("tags", "source_sessions"):
        written = fields.get(name)
        if not written:
            fields[name] = []
            continue
        try:
            fields[name] = json.loads(written)
        except (ValueError, TypeError):
            found.skip(f"{where}.{name}", wrong_type(written, "a list"))
            fields[name] = []
    return fields


def _workspace(file: Source) -> str:
    """The project that a bank lies in; none when it lies anywhere else, or is in a zip."""
    folder = file.path.resolve().parent
    if file.is_packed:
        return ""
    return normalise_workspace(str(folder.parent)) if folder.name == FOLDER else ""
