"""claude-mem: its JSON export and its SQLite file (spec 4.1).

An observation is a memory, and so is the summary of a session. Prompts and sessions are none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from memdesk.core.entry import Memory
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source

NAME = "claude-mem"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_TABLES = {"observations": {"project", "type", "created_at_epoch"}, "sdk_sessions": {"project"}}
_SESSION = ("memory_session_id", "sdk_session_id")
"""What the session is called: the program renamed it."""
_SAID = (
    ("investigated", "Investigated"),
    ("learned", "Learned"),
    ("completed", "Completed"),
    ("next_steps", "Next steps"),
    ("notes", "Notes"),
)
_FILES = (
    ("files_read", "Files read"),
    ("files_modified", "Files modified"),
    ("files_edited", "Files edited"),
)


def places() -> Iterator[Path]:
    """The program's database."""
    named = os.environ.get("CLAUDE_MEM_DATA_DIR")
    yield (Path(named).expanduser() if named else Path.home() / ".claude-mem") / "claude-mem.db"


def claims(source: Source) -> bool:
    """Whether it is such a database, or an export with its own words about itself."""
    if source.is_sqlite:
        return all(source.tables.get(name, frozenset()) >= _TABLES[name] for name in _TABLES)
    return {"exportedAt", "observations"} <= source.top.keys()


def read(source: Source) -> Found:
    """Read observations and summaries. Raises BadParameters where the file is broken."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    yield from _entries(source, "observations", "observations", "narrative", _observation, found)
    yield from _entries(source, "summaries", "session_summaries", "request", _summary, found)


def _entries(
    source: Source,
    name: str,
    table: str,
    needs: str,
    memory: Callable[[Loose], Memory],
    found: Found,
) -> Iterator[FoundEntry]:
    for number, item in enumerate(_things(source, name, table)):
        where = f"{name}[{number}]"
        if isinstance(item, dict):
            entry = memory(Loose(item, where + ".", found))
            yield FoundEntry(where=where, entry=entry, needs=needs)
        else:
            found.skip(where, wrong_type(item, "an object"))


def _things(source: Source, name: str, table: str) -> Iterator[object]:
    """The items of a list of the export, or the rows of a table."""
    if not source.is_sqlite:
        yield from source.items(name)
    elif table in source.tables:
        with source.database() as connection:
            yield from map(dict, connection.execute(f"SELECT * FROM {table} ORDER BY id"))


def _observation(loose: Loose) -> Memory:
    facts = "\n".join(f"- {fact}" for fact in loose.items("facts"))
    texts = [loose.text(name) for name in ("subtitle", "narrative", "text")]
    said = _joined([*texts, facts, *_files(loose)])
    title, content = title_and_content(loose.text("title"), said)
    kind = loose.text("type").strip()
    category = category_of(kind)
    more = ["" if category else kind, loose.text("project")]
    created = loose.moment("created_at", "created_at_epoch")
    session = loose.text(*_SESSION).strip()
    return Memory(
        # As the program itself tells them apart: numbers are another machine's, too.
        id=derived_id("memory", (NAME, session, created, title)) if session else "",
        title=title,
        content=content,
        category=category or "note",
        tags=loose.tags("concepts", more=more),
        created_at=created,
        updated_at=created,
        session_id=session or None,
    )


def _summary(loose: Loose) -> Memory:
    said = [f"{word}: {text}" for name, word in _SAID if (text := loose.text(name).strip())]
    title, content = title_and_content(loose.text("request"), _joined([*said, *_files(loose)]))
    created = loose.moment("created_at", "created_at_epoch")
    session = loose.text(*_SESSION).strip()
    return Memory(
        id=derived_id("memory", (NAME, "summary", session, created)) if session else "",
        title=title,
        content=content,
        tags=loose.tags("tags", more=["session summary", loose.text("project")]),
        created_at=created,
        updated_at=created,
        session_id=session or None,
    )


def _files(loose: Loose) -> list[str]:
    return [f"{word}: {', '.join(items)}" for name, word in _FILES if (items := loose.items(name))]


def _joined(parts: list[str]) -> str:
    return "\n\n".join(part for part in parts if part.strip())
