"""Open WebUI's memories: rows of its database, or what its interface gives as JSON (spec 4.1).

A row is {id, user_id, content, created_at, updated_at}, times in seconds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memdesk.core.entry import Memory
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source

NAME = "open-webui"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content")}
_TABLE = "memory"
_COLUMNS = {"id", "user_id", "content", "created_at", "updated_at"}
_OF_OTHERS = {"memory", "metadata", "hash", "app", "state", "categories", "memory_type"}
"""Fields by which memory servers show that a row with a user is theirs."""


def places() -> Iterator[Path]:
    """The database in `$DATA_DIR`, and that of the desktop program."""
    if named := os.environ.get("DATA_DIR", "").strip():
        yield Path(named).expanduser() / "webui.db"
    yield _settings() / "open-webui" / "data" / "webui.db"


def claims(source: Source) -> bool:
    """Whether it is such a database, or a list of such rows."""
    if source.tables.get(_TABLE, frozenset()) >= _COLUMNS:
        return True
    first = source.first_item
    return (
        isinstance(first, dict)
        and {"user_id", "content"} <= first.keys()
        and bool({"created_at", "updated_at"} & first.keys())
        and not _OF_OTHERS & first.keys()
    )


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where it is neither database nor JSON."""
    take = _rows if source.is_sqlite else _items
    return Found(source, lambda found: take(source, found), name=NAME, brings=BRINGS)


def _settings() -> Path:
    """Where the system keeps the settings of desktop programs, its own included."""
    if sys.platform == "win32":
        named = os.environ.get("APPDATA", "").strip()
        return Path(named) if named else Path.home() / "AppData" / "Roaming"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = os.environ.get("XDG_CONFIG_HOME", "").strip()
    return Path(named) if named else Path.home() / ".config"


def _rows(source: Source, found: Found) -> Iterator[FoundEntry]:
    with source.database() as connection:
        for row in connection.execute(f"SELECT * FROM {_TABLE} ORDER BY created_at, id"):
            yield _memory(dict(row), f"{_TABLE}[{row['id']}]", found)


def _items(source: Source, found: Found) -> Iterator[FoundEntry]:
    for number, item in enumerate(source.items()):
        where = f"[{number}]"
        if isinstance(item, dict):
            yield _memory(item, where, found)
        else:
            found.skip(where, wrong_type(item, "an object"))


def _memory(item: dict[str, Any], where: str, found: Found) -> FoundEntry:
    loose = Loose(item, where + ".", found)
    title, content = title_and_content("", loose.text("content"))
    return FoundEntry(
        where=where,
        needs="content",
        entry=Memory(
            id=loose.text("id").strip(),
            title=title,
            content=content,
            created_at=loose.moment("created_at", "updated_at"),
            updated_at=loose.moment("updated_at", "created_at"),
        ),
    )
