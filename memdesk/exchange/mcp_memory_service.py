"""mcp-memory-service: its JSON export and backup, and the SQLite file it works on (spec 4.1)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from memdesk.core.entry import Memory
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, set_aside
from memdesk.exchange.source import Source

NAME = "mcp-memory-service"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_COLUMNS = {"content_hash", "content", "tags", "memory_type"}
_NAMED_BY = ("MCP_MEMORY_SQLITE_PATH", "MCP_MEMORY_SQLITEVEC_PATH")
_NO_TAG = "untagged"
"""What the program itself tags a memory with that has no tag."""


def places() -> Iterator[Path]:
    """The file that is named to the program, and the one in its folder."""
    yield from (Path(path).expanduser() for name in _NAMED_BY if (path := os.environ.get(name)))
    yield _folder() / "sqlite_vec.db"


def _folder() -> Path:
    if named := os.environ.get("MCP_MEMORY_BASE_DIR"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "mcp-memory"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/mcp-memory"
    return Path.home() / ".local/share/mcp-memory"


def claims(source: Source) -> bool:
    """Whether it is such a database, or an export with its own words about itself."""
    if source.is_sqlite:
        return source.tables.get("memories", frozenset()) >= _COLUMNS
    if "memories" not in source.top:
        return False
    first = next(source.items("memories"), None)
    hashed = isinstance(first, dict) and "content_hash" in first
    return hashed or "export_metadata" in source.top


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where the file is broken."""
    take = _rows if source.is_sqlite else _items
    return Found(source, lambda found: take(source, found), name=NAME, brings=BRINGS)


def _rows(source: Source, found: Found) -> Iterator[FoundEntry]:
    with source.database() as connection:
        for row in connection.execute("SELECT * FROM memories ORDER BY rowid"):
            where = f"memories[{row['content_hash']}]"
            yield from _memory(Loose(dict(row), where + ".", found), where)


def _items(source: Source, found: Found) -> Iterator[FoundEntry]:
    for number, item in enumerate(source.items("memories")):
        where = f"memories[{number}]"
        if isinstance(item, dict):
            yield from _memory(Loose(item, where + ".", found), where)
        else:
            found.skip(where, wrong_type(item, "an object"))


def _memory(loose: Loose, where: str) -> Iterator[FoundEntry]:
    for name, state in (("deleted_at", "deleted"), ("superseded_by", "replaced")):
        if loose.item.get(name):
            loose.found.skip(where, set_aside(state))
            return
    title, content = title_and_content("", loose.text("content"))
    kind = loose.text("memory_type").strip()
    category = category_of(kind)
    tags = loose.tags(more=[] if category else [kind])
    created = loose.moment("created_at", "created_at_iso")
    yield FoundEntry(
        where=where,
        needs="content",
        entry=Memory(
            id=loose.text("content_hash").strip(),
            title=title,
            content=content,
            category=category or "note",
            tags=tuple(tag for tag in tags if tag != _NO_TAG),
            created_at=created,
            updated_at=loose.moment("updated_at", "updated_at_iso") or created,
        ),
    )
