"""Files of gameassist, rolebox and destinywind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from example import Example, write_json, write_rows  # type: ignore[import-not-found]

JULY = "2026-07-04T10:30:00Z"

# --- gameassist


def gameassist(folder: Path, texts: Sequence[str]) -> Path:
    tasks = [{"id": f"t{n}", "title": f"Task {n}", "notes": text} for n, text in enumerate(texts)]
    return write_json(folder / "memory.json", {"interests": [], "tasks": tasks, "works": []})


def gameassist_wrong(folder: Path) -> Path:
    return write_json(
        folder / "memory.json",
        {
            "interests": None,
            "profileNotes": ["a list"],
            "tasks": [{"id": "a", "title": "good"}, {"id": "b"}, "text", {"id": 3, "title": 4}],
            "works": None,
        },
    )


# --- rolebox

ROLEBOX = """
CREATE TABLE memories (id TEXT PRIMARY KEY, scope TEXT, role_id TEXT, category TEXT, title TEXT,
    content TEXT, tags TEXT, relevance TEXT, created_at TEXT, updated_at TEXT, accessed_at TEXT,
    access_count INTEGER, session_id TEXT, source_sessions TEXT);
"""


def rolebox_row(id: str, **fields: object) -> tuple[object, ...]:
    row = {
        "scope": "workspace",
        "role_id": "shared",
        "category": "decision",
        "title": "Title",
        "content": "Content",
        "tags": "[]",
        "relevance": "high",
        "created_at": JULY,
        "updated_at": JULY,
        "accessed_at": None,
        "access_count": 0,
        "session_id": "s1",
        "source_sessions": "[]",
    }
    return (id, *(row | fields).values())


def rolebox(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "project" / ".rolebox"
    inside.mkdir(parents=True)
    rows = [rolebox_row(f"r{n:06}", title=f"T{n}", content=text) for n, text in enumerate(texts)]
    return write_rows(inside / "memory.db", ROLEBOX, {"memories": rows})


def rolebox_wrong(folder: Path) -> Path:
    rows = [
        rolebox_row("a", tags=None, relevance=None, category=None, created_at=None, updated_at=""),
        rolebox_row("b", tags="no JSON", source_sessions="{}"),
        rolebox_row("c", title=None, content=None),
        rolebox_row("d", content=b"\xff\xfe", title="bytes"),
        rolebox_row("e", tags=5, access_count="many", accessed_at="yesterday"),
    ]
    return write_rows(folder / "memory.db", ROLEBOX, {"memories": rows})


# --- destinywind

DESTINYWIND = """
CREATE TABLE memories (id INTEGER PRIMARY KEY, title TEXT, text TEXT, created_at TEXT);
CREATE TABLE tags (memory_id INTEGER, tag TEXT, position INTEGER);
"""


def destinywind(folder: Path, texts: Sequence[str]) -> Path:
    rows = [(n, f"T{n}", text, JULY) for n, text in enumerate(texts, 1)]
    tags = [(n, "kept", 0) for n in range(1, len(texts) + 1)]
    return write_rows(folder / "memory.sqlite", DESTINYWIND, {"memories": rows, "tags": tags})


def destinywind_wrong(folder: Path) -> Path:
    rows = [(1, None, "good", None), (2, "none", None, 5), (3, None, None, JULY)]
    tags = [(1, None, 0), (1, "kept", 1), (9, "nobody's", 0)]
    return write_rows(folder / "memory.sqlite", DESTINYWIND, {"memories": rows, "tags": tags})


def destinywind_json(folder: Path, texts: Sequence[str]) -> Path:
    items = [
        {"id": f"i{n}", "text": text, "tags": ["kept"], "createdAt": JULY}
        for n, text in enumerate(texts)
    ]
    return write_json(folder / "memory.json", {"memories": items})


def destinywind_json_wrong(folder: Path) -> Path:
    items = [
        {"text": "good", "title": None, "tags": None, "createdAt": None},
        {"id": ["x"], "text": "good too", "tags": {"a": 1}},
        {"id": "n", "text": None},
        "text",
        {"id": 7, "text": 7},
    ]
    return write_json(folder / "memory.json", {"memories": items})


def destinywind_markdown(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "destinywind-memory"
    inside.mkdir()
    path = inside / "memory.md"
    sections = [f"## T{n}\n<!-- tags: kept -->\n\n{text}\n" for n, text in enumerate(texts)]
    path.write_text("# 长期记忆库\n\n" + "\n".join(sections), "utf-8", newline="")
    return path


def destinywind_markdown_wrong(folder: Path) -> Path:
    path = destinywind_markdown(folder, ["good", "x" * 100_001])
    tags = json.dumps("t" * 101)
    path.write_text(path.read_text("utf-8") + f"\n## T\n<!-- tags: a, {tags} -->\n", "utf-8")
    return path


EXAMPLES = (
    Example(
        format="gameassist",
        write=gameassist,
        wrong=gameassist_wrong,
        taken=2,
        noted=("profileNotes", "tasks[1]", "tasks[2]"),
    ),
    Example(
        format="rolebox",
        write=rolebox,
        wrong=rolebox_wrong,
        taken=4,
        noted=(
            "memories[b].tags",
            "memories[b].source_sessions",
            "memories[c]",
            "memories[d].content",
            "memories[e].tags",
        ),
    ),
    Example(
        format="destinywind",
        shape="sqlite",
        write=destinywind,
        wrong=destinywind_wrong,
        taken=2,
        noted=("memories[1].tags[0]", "memories[3]"),
    ),
    Example(
        format="destinywind",
        shape="json",
        write=destinywind_json,
        wrong=destinywind_json_wrong,
        taken=3,
        noted=("memories[1].tags", "memories[1].id", "memories[2]", "memories[3]"),
        most=20_000,
    ),
    Example(
        format="destinywind",
        shape="markdown",
        write=destinywind_markdown,
        wrong=destinywind_markdown_wrong,
        taken=2,
        noted=("line 8", "line 13.tags"),
        cut="unseen",
        most=20_000,
    ),
)
