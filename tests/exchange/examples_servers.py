"""Files of memory servers."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

from example import Example, write_json, write_lines, write_rows  # type: ignore[import-not-found]

JULY = "2026-07-04T10:30:00Z"

# --- server-memory


def server_memory(folder: Path, texts: Sequence[str]) -> Path:
    entities = [
        {"type": "entity", "name": f"E{n}", "entityType": "thing", "observations": [text]}
        for n, text in enumerate(texts)
    ]
    relation = {"type": "relation", "from": "E0", "to": "E1", "relationType": "precedes"}
    return write_lines(folder / "memory.jsonl", [*entities, *([relation] if entities else [])])


def server_memory_graph(folder: Path, texts: Sequence[str]) -> Path:
    entities = [{"name": f"E{n}", "observations": [text]} for n, text in enumerate(texts)]
    return write_json(folder / "graph.json", {"entities": entities, "relations": []})


def server_memory_wrong(folder: Path) -> Path:
    return write_lines(
        folder / "memory.jsonl",
        [
            {"type": "_aim", "source": "mcp-knowledge-graph"},
            {"type": "entity", "name": "null", "entityType": None, "observations": None},
            {"type": "entity", "name": ["x"], "entityType": "t", "observations": ["a"]},
            {"_type": "entity", "name": "dated", "entityType": 3, "observations": [{"text": "a"}]},
            {"type": "entity", "name": "odd", "observations": [["a"], None, 3, {"content": "b"}]},
            {"type": "entity", "name": "text", "observations": "one text"},
            {"type": "entity", "name": "object", "observations": {"a": 1}},
            {"type": "relation", "from": "nobody", "to": "text", "relationType": "knows"},
            {"type": "relation", "from": "text", "to": None},
            {"type": "agent"},
            "[1, 2]",
            "no JSON",
            '{"type": "entity", "name": "cut", "observations": ["a',
        ],
    )


def server_memory_graph_wrong(folder: Path) -> Path:
    entities = [{"name": "good", "entityType": None}, "text", {"observations": ["a"]}]
    return write_json(folder / "graph.json", {"entities": entities, "relations": None})


# --- mcp-memory-service

MCP_MEMORY_SERVICE = """
CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT, content TEXT, tags TEXT,
    memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, deleted_at REAL);
"""


def hashed(number: int) -> str:
    return f"{number:064x}"


def mcp_memory_service(folder: Path, texts: Sequence[str]) -> Path:
    items = [
        {
            "content": text,
            "content_hash": hashed(n),
            "tags": ["kept"],
            "created_at": 1783161000.5,
            "updated_at": 1783161000.5,
            "memory_type": "note",
            "metadata": {"source": "machine"},
        }
        for n, text in enumerate(texts)
    ]
    told = {"source_machine": "desk", "total_memories": len(items), "exporter_version": "6.2.4"}
    return write_json(folder / "export.json", {"export_metadata": told, "memories": items})


def mcp_memory_service_wrong(folder: Path) -> Path:
    items = [
        {"content": "good", "content_hash": None, "tags": None, "created_at": None},
        {"content": "good too", "tags": "a, b", "memory_type": 5, "created_at": "yesterday"},
        {"content": None, "content_hash": hashed(1)},
        {"content": ["list"], "content_hash": hashed(2)},
        None,
        {"content": "gone", "content_hash": hashed(3), "deleted_at": 1783161000.5},
        {"content": "odd", "content_hash": hashed(4), "tags": [1, "a"], "memory_type": {}},
    ]
    return write_json(folder / "export.json", {"export_metadata": None, "memories": items})


def mcp_memory_service_rows(folder: Path, texts: Sequence[str]) -> Path:
    rows = [
        (n, hashed(n), text, "a,b", "learning", "{}", 1783161000.5, 1783161000.5, None)
        for n, text in enumerate(texts, 1)
    ]
    return write_rows(folder / "sqlite_vec.db", MCP_MEMORY_SERVICE, {"memories": rows})


def mcp_memory_service_rows_wrong(folder: Path) -> Path:
    rows = [
        (1, hashed(1), "good", None, None, None, None, None, None),
        (2, hashed(2), None, "a", "note", "no JSON", "yesterday", 5, None),
        (3, hashed(3), "gone", "a", "note", "{}", 5, 5, 1783161000.5),
        (4, None, "good too", b"\xff", "note", "{}", 5, 5, None),
    ]
    return write_rows(folder / "sqlite_vec.db", MCP_MEMORY_SERVICE, {"memories": rows})


# --- engram

ENGRAM = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, project TEXT, directory TEXT, started_at TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT, type TEXT, title TEXT,
    content TEXT, project TEXT, scope TEXT, topic_key TEXT, created_at TEXT, updated_at TEXT,
    deleted_at TEXT);
"""


def engram_value(texts: Sequence[str]) -> dict[str, object]:
    items = [
        {
            "id": n,
            "session_id": "s1",
            "type": "decision",
            "title": f"T{n}",
            "content": text,
            "project": "app",
            "scope": "project",
            "created_at": "2026-07-04 10:30:00",
            "updated_at": "2026-07-04 10:30:00",
        }
        for n, text in enumerate(texts, 1)
    ]
    session = {"id": "s1", "project": "app", "directory": "/home/me/app"}
    told = {"version": "0.1.0", "exported_at": "2026-07-05 10:30:00"}
    return {**told, "sessions": [session], "observations": items, "prompts": []}


def engram(folder: Path, texts: Sequence[str]) -> Path:
    return write_json(folder / "export.json", engram_value(texts))


def engram_chunk(folder: Path, texts: Sequence[str]) -> Path:
    value = engram_value(texts)
    del value["version"], value["exported_at"]
    path = folder / "a3f8c1d2.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(value, ensure_ascii=False).encode(), 1))
    return path


def engram_wrong(folder: Path) -> Path:
    items = [
        {"id": 1, "title": "good", "content": None, "project": None, "scope": None},
        {"id": None, "title": None, "content": "good", "type": None, "topic_key": None},
        {"id": 3},
        7,
        {"id": 5, "title": "gone", "content": "x", "deleted_at": "2026-07-04 10:30:00"},
        {"id": [], "title": {}, "content": "odd", "created_at": "yesterday", "session_id": 5},
    ]
    sessions = [None, {"id": 5}, {"id": "s", "project": "p", "directory": 5}]
    value = {"version": 1, "exported_at": None, "sessions": sessions, "observations": items}
    return write_json(folder / "export.json", value | {"prompts": None})


def engram_rows(folder: Path, texts: Sequence[str]) -> Path:
    rows = [
        (n, "s1", "bugfix", f"T{n}", text, "app", "project", None, JULY, JULY, None)
        for n, text in enumerate(texts, 1)
    ]
    sessions = [("s1", "app", "/home/me/app", JULY)]
    return write_rows(folder / "engram.db", ENGRAM, {"sessions": sessions, "observations": rows})


def engram_rows_wrong(folder: Path) -> Path:
    rows = [
        (1, None, None, "good", None, None, None, None, None, None, None),
        (2, "s1", "note", None, None, "app", "project", None, JULY, JULY, None),
        (3, "s1", "note", "gone", "x", "app", "project", None, JULY, JULY, JULY),
        (4, "s1", "note", b"\xff", "good too", "app", "project", None, 5, "yesterday", None),
    ]
    return write_rows(folder / "engram.db", ENGRAM, {"sessions": [], "observations": rows})


# --- claude-mem

CLAUDE_MEM = """
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT,
    type TEXT, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT,
    files_read TEXT, files_modified TEXT, created_at TEXT, created_at_epoch INTEGER);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT,
    request TEXT, learned TEXT, created_at TEXT, created_at_epoch INTEGER);
"""


def claude_mem(folder: Path, texts: Sequence[str]) -> Path:
    items = [
        {
            "id": n,
            "memory_session_id": "s1",
            "project": "app",
            "type": "discovery",
            "title": f"T{n}",
            "facts": '["one fact"]',
            "narrative": text,
            "concepts": '["how-it-works"]',
            "created_at": JULY,
            "created_at_epoch": 1783161000000,
        }
        for n, text in enumerate(texts)
    ]
    told = {"exportedAt": JULY, "query": "x", "totalObservations": len(items)}
    lists = {"observations": items, "sessions": [], "summaries": [], "prompts": []}
    return write_json(folder / "memories.json", told | lists)


def claude_mem_wrong(folder: Path) -> Path:
    items = [
        {"id": 1, "title": "good", "facts": None, "narrative": None, "concepts": None},
        {"id": 2, "title": None, "text": "good", "facts": "no JSON", "type": None},
        {"id": 3, "title": None},
        "text",
        {"id": 5, "title": ["x"], "narrative": "odd", "concepts": {"a": 1}, "created_at": []},
    ]
    summaries = [{"memory_session_id": "s", "request": None, "learned": "good"}, 3, {}]
    value = {"exportedAt": None, "observations": items, "summaries": summaries}
    return write_json(folder / "memories.json", value)


def claude_mem_rows(folder: Path, texts: Sequence[str]) -> Path:
    rows = [
        (n, "s1", "app", None, "change", f"T{n}", None, "[]", text, "[]", "[]", "[]", JULY, 5)
        for n, text in enumerate(texts)
    ]
    sessions = [(1, "s1", "app")]
    tables = {"sdk_sessions": sessions, "observations": rows}
    return write_rows(folder / "claude-mem.db", CLAUDE_MEM, tables)


def claude_mem_rows_wrong(folder: Path) -> Path:
    nothing = (None,) * 9
    rows = [
        (1, "s1", None, "good", "change", *nothing),
        (2, "s1", None, None, "change", *nothing),
        (3, "s1", None, "good too", b"\xff", "T", None, b"\xff", *nothing[:5], None),
    ]
    summaries = [(1, "s1", "app", None, None, JULY, 5), (2, "s2", "app", "What?", None, None, 5)]
    tables = {"observations": rows, "session_summaries": summaries}
    return write_rows(folder / "claude-mem.db", CLAUDE_MEM, tables)


# --- mem0 and OpenMemory


def mem0_item(number: int, text: str) -> dict[str, object]:
    return {
        "id": f"00000000-0000-4000-8000-{number:012x}",
        "content": text,
        "metadata": {},
        "created_at": "2026-07-04T10:30:00+00:00",
        "updated_at": "2026-07-04T10:30:00+00:00",
        "state": "active",
        "app": "openmemory",
        "categories": ["work"],
    }


def mem0(folder: Path, texts: Sequence[str]) -> Path:
    return write_lines(
        folder / "memories.jsonl", [mem0_item(n, text) for n, text in enumerate(texts)]
    )


def mem0_gzip(folder: Path, texts: Sequence[str]) -> Path:
    lines = mem0(folder, texts).read_bytes()
    path = folder / "memories.jsonl.gz"
    path.write_bytes(gzip.compress(lines, 1))
    return path


def mem0_zip(folder: Path, texts: Sequence[str]) -> Path:
    packed = mem0_gzip(folder, texts)
    path = folder / "memories_export_me.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("memories.json", '{"user": {}, "memories": [], "categories": []}')
        archive.write(packed, "memories.jsonl.gz")
    return path


def mem0_backup(folder: Path, texts: Sequence[str]) -> Path:
    items = [mem0_item(n, text) | {"category_ids": ["c1"]} for n, text in enumerate(texts)]
    for item in items:
        del item["categories"], item["app"]
    categories = [{"id": "c1", "name": "work"}, {"id": None}, 5]
    value = {"user": {}, "apps": [], "categories": categories, "memories": items}
    return write_json(folder / "memories.json", value)


def mem0_results(folder: Path, texts: Sequence[str]) -> Path:
    items = [
        {"id": f"i{n}", "memory": text, "user_id": "me", "metadata": None, "created_at": JULY}
        for n, text in enumerate(texts)
    ]
    return write_json(folder / "all.json", {"results": items})


def mem0_wrong(folder: Path) -> Path:
    good = mem0_item(1, "good")
    return write_lines(
        folder / "memories.jsonl",
        [
            good | {"created_at": None, "updated_at": 5, "categories": None, "metadata": None},
            good | {"id": None, "content": "another", "categories": "a, b"},
            good | {"id": "n", "content": None},
            good | {"id": "d", "state": "deleted"},
            good | {"id": "a", "state": "archived"},
            good | {"id": "p", "state": "paused"},
            good | {"id": ["x"], "content": "odd", "state": 5, "categories": [None, "a"]},
            "5",
            '{"id": "cut", "content": "a',
        ],
    )


def mem0_results_wrong(folder: Path) -> Path:
    items = [
        {"id": "good", "memory": "good", "user_id": None},
        {"id": "null", "memory": None, "user_id": None},
        None,
    ]
    return write_json(folder / "all.json", {"results": items})


def mem0_backup_wrong(folder: Path) -> Path:
    good = mem0_item(1, "good") | {"category_ids": [["x"], "nobody's", "c"]}
    items = [good, good | {"id": "d", "deleted_at": JULY}, "text", good | {"id": "c", "state": 5}]
    value = {"categories": [{"id": "c", "name": None}], "memories": items}
    return write_json(folder / "memories.json", value)


# --- basic-memory


def basic_memory(folder: Path, texts: Sequence[str]) -> Path:
    notes = folder / "basic-memory" / "notes"
    notes.mkdir(parents=True)
    for n, text in enumerate(texts):
        (notes / f"n{n}.md").write_text(basic_note(n, text), "utf-8", newline="")
    return notes.parent


def basic_note(number: int, text: str) -> str:
    matter = f"title: T{number}\ntype: note\ntags: [kept]\npermalink: notes/t{number}\n"
    return f"---\n{matter}---\n\n# T{number}\n\n{text}\n\n- [fact] one #seen\n- part_of [[T]]\n"


def basic_memory_zip(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "notes.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(".obsidian/app.md", "not a note")
        for n, text in enumerate(texts):
            archive.writestr(f"notes/n{n}.md", basic_note(n, text))
    return path


def basic_memory_wrong(folder: Path) -> Path:
    home = folder / "notes"
    home.mkdir()
    (home / "a.md").write_text("---\ntitle:\ntype:\ntags:\npermalink:\n---\ngood", "utf-8")
    (home / "b.md").write_text("---\ntitle: [x]\ntags: {a: 1}\npermalink: b\n---\ngood", "utf-8")
    (home / "c.md").write_text("---\na: &a [x]\nb: [*a, *a]\n---\ngood", "utf-8")
    (home / "d.md").write_text("---\ntitle: never closed\n", "utf-8")
    (home / "e.md").write_bytes(b"---\ntitle: x\n---\n\xff\xfe\xfd")
    (home / "f.md").write_text("", "utf-8")
    return home


EXAMPLES = (
    Example(
        format="server-memory",
        write=server_memory,
        wrong=server_memory_wrong,
        taken=5,
        noted=(
            "line 3.name",
            "line 3",
            "line 5.observations[0].text",
            "line 7.observations",
            "line 8",
            "line 10",
            "line 11",
            "line 12",
            "line 13",
        ),
        cut="partly",
    ),
    Example(
        format="server-memory",
        shape="graph",
        write=server_memory_graph,
        wrong=server_memory_graph_wrong,
        taken=1,
        noted=("entities[1]", "entities[2]"),
        most=20_000,
    ),
    Example(
        format="mcp-memory-service",
        write=mcp_memory_service,
        wrong=mcp_memory_service_wrong,
        taken=3,
        noted=(
            "memories[2]",
            "memories[3].content",
            "memories[3]",
            "memories[4]",
            "memories[5]",
            "memories[6].memory_type",
            "memories[6].tags[0]",
        ),
    ),
    Example(
        format="mcp-memory-service",
        shape="sqlite",
        write=mcp_memory_service_rows,
        wrong=mcp_memory_service_rows_wrong,
        taken=2,
        noted=(f"memories[{hashed(2)}]", f"memories[{hashed(3)}]", "memories[None].tags"),
        most=20_000,
    ),
    Example(
        format="engram",
        write=engram,
        wrong=engram_wrong,
        taken=3,
        noted=(
            "observations[2]",
            "observations[3]",
            "observations[4]",
            "observations[5].title",
            "observations[5].id",
        ),
    ),
    Example(
        format="engram",
        shape="chunk",
        write=engram_chunk,
        wrong=engram_wrong,
        taken=3,
        noted=(
            "observations[2]",
            "observations[3]",
            "observations[4]",
            "observations[5].title",
            "observations[5].id",
        ),
        most=20_000,
    ),
    Example(
        format="engram",
        shape="sqlite",
        write=engram_rows,
        wrong=engram_rows_wrong,
        taken=2,
        noted=("observations[1]", "observations[2]", "observations[3].title"),
        most=20_000,
    ),
    Example(
        format="claude-mem",
        write=claude_mem,
        wrong=claude_mem_wrong,
        taken=4,
        noted=(
            "observations[2]",
            "observations[3]",
            "observations[4].title",
            "observations[4].concepts",
            "summaries[1]",
            "summaries[2]",
        ),
    ),
    Example(
        format="claude-mem",
        shape="sqlite",
        write=claude_mem_rows,
        wrong=claude_mem_rows_wrong,
        taken=3,
        noted=(
            "observations[1]",
            "observations[2].type",
            "observations[2].facts",
            "summaries[0]",
        ),
        most=20_000,
    ),
    Example(
        format="mem0",
        write=mem0,
        wrong=mem0_wrong,
        taken=4,
        noted=(
            "line 3",
            "line 4",
            "line 5",
            "line 7.id",
            "line 7.categories[0]",
            "line 8",
            "line 9",
        ),
        cut="partly",
    ),
    Example(
        format="mem0",
        shape="gzip",
        write=mem0_gzip,
        wrong=mem0_results_wrong,
        taken=1,
        noted=("results[1]", "results[2]"),
        most=20_000,
    ),
    Example(
        format="mem0",
        shape="zip",
        write=mem0_zip,
        wrong=mem0_results_wrong,
        taken=1,
        noted=("results[1]", "results[2]"),
        most=20_000,
    ),
    Example(
        format="mem0",
        shape="backup",
        write=mem0_backup,
        wrong=mem0_backup_wrong,
        taken=2,
        noted=("memories[1]", "memories[2]"),
        most=20_000,
    ),
    Example(
        format="mem0",
        shape="results",
        write=mem0_results,
        wrong=mem0_results_wrong,
        taken=1,
        noted=("results[1]", "results[2]"),
        most=20_000,
    ),
    Example(
        format="basic-memory",
        write=basic_memory,
        wrong=basic_memory_wrong,
        taken=4,
        noted=("b.md: title", "b.md: tags", "c.md: frontmatter", "e.md", "f.md"),
        most=3_000,
    ),
    Example(
        format="basic-memory",
        shape="zip",
        write=basic_memory_zip,
        wrong=basic_memory_wrong,
        taken=4,
        noted=("b.md: title", "b.md: tags", "c.md: frontmatter", "e.md", "f.md"),
        most=3_000,
    ),
)
