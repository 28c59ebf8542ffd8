"""mcp-memory-service: the hash of a content is its id, its types are categories or tags."""

from __future__ import annotations

from pathlib import Path

from example import write_json, write_rows  # type: ignore[import-not-found]
from examples_servers import MCP_MEMORY_SERVICE, hashed  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.exchange import formats, mcp_memory_service
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source

ITEM = {
    "content": "Use uv, not pip.",
    "content_hash": hashed(1),
    "tags": ["commands", "untagged"],
    "created_at": 1783161000.25,
    "created_at_iso": "2026-07-04T10:30:00Z",
    "updated_at": 1783247400.0,
    "memory_type": "tool_choice",
    "metadata": {"source": "desk"},
}


def exported(folder: Path, *items: object) -> Found:
    return mcp_memory_service.read(
        Source(write_json(folder / "export.json", {"export_metadata": {}, "memories": items}))
    )


def memories(found: Found) -> list[Memory]:
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_an_export(tmp_path: Path) -> None:
    found = exported(tmp_path, ITEM)
    assert memories(found) == [
        Memory(
            id=hashed(1),
            title="Use uv, not pip.",
            content="Use uv, not pip.",
            category="decision",
            tags=("commands",),
            created_at="2026-07-04T10:30:00.250Z",
            updated_at="2026-07-05T10:30:00.000Z",
        )
    ]


def test_a_type_that_is_no_category_is_a_tag(tmp_path: Path) -> None:
    (memory,) = memories(exported(tmp_path, ITEM | {"memory_type": "milestone"}))
    assert (memory.category, memory.tags) == ("note", ("commands", "milestone"))


def test_what_was_deleted_or_replaced_stays_behind(tmp_path: Path) -> None:
    gone = ITEM | {"content_hash": hashed(2), "deleted_at": 1783161000.0}
    old = ITEM | {"content_hash": hashed(3), "superseded_by": hashed(1)}
    found = exported(tmp_path, ITEM, gone, old)
    assert [one.id for one in memories(found)] == [hashed(1)]
    assert [one.where for one in found.skipped] == ["memories[1]", "memories[2]"]


def test_its_database_is_read_as_its_export_is(tmp_path: Path) -> None:
    row = (1, hashed(1), "Use uv, not pip.", "commands,untagged", "tool_choice", "{}")
    path = write_rows(
        tmp_path / "sqlite_vec.db",
        MCP_MEMORY_SERVICE,
        {"memories": [(*row, 1783161000.25, 1783247400.0, None)]},
    )
    assert formats.detected(Source(path)).name == "mcp-memory-service"
    assert memories(mcp_memory_service.read(Source(path))) == memories(exported(tmp_path, ITEM))


def test_a_database_with_a_table_of_an_extension(tmp_path: Path) -> None:
    """Beside the memories it holds vectors, in a table that plain SQLite can't open."""
    path = write_rows(
        tmp_path / "sqlite_vec.db",
        MCP_MEMORY_SERVICE
        + "PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0,"
        " 'CREATE VIRTUAL TABLE v USING vec0 (e float[3])');",
        {"memories": [(1, hashed(1), "text", "", "note", "{}", 1.0, 1.0, None)]},
    )
    assert formats.detected(Source(path)).name == "mcp-memory-service"
    assert len(memories(mcp_memory_service.read(Source(path)))) == 1
