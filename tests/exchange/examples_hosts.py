"""Files of chat programs and of coding agents."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from example import (  # type: ignore[import-not-found]
    Example,
    write_json,
    write_rows,
)

JULY = 1751625000.5

# --- chatgpt


def node(id: str, content: dict[str, Any] | None, **message: object) -> dict[str, Any]:
    whole = {"id": id, "author": {"role": "assistant"}, "create_time": None, "recipient": "all"}
    there = None if content is None else {**whole, "content": content, **message}
    return {"id": id, "message": there, "parent": None, "children": []}


def conversation(*nodes: dict[str, Any], **fields: object) -> dict[str, Any]:
    tree = {one["id"]: one for one in nodes}
    return {"title": None, "create_time": JULY, "update_time": None, "mapping": tree, **fields}


def context(memories: str) -> dict[str, Any]:
    return {"content_type": "model_editable_context", "model_set_context": memories}


def remembered(texts: Sequence[str]) -> dict[str, Any]:
    items = (f"{n}. [2024-05-12]. {text}" for n, text in enumerate(texts, 1))
    return conversation(node("root", None), node("memories", context("\n\n".join(items))))


def chatgpt(folder: Path, texts: Sequence[str]) -> Path:
    return write_json(folder / "conversations.json", [remembered(texts)] if texts else [])


def chatgpt_zip(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chat.html", "<html></html>")
        archive.writestr("user.json", "{}")
        several = [[conversation(node("root", None))], [remembered(texts)]] if texts else [[]]
        for number, one in enumerate(several):
            archive.writestr(f"conversations-{number:03}.json", json.dumps(one))
    return path


def chatgpt_wrong(folder: Path) -> Path:
    return write_json(
        folder / "conversations.json",
        [
            conversation(
                node("nothing", None),
                node("no author", {"content_type": None}, author=None, metadata=7),
                node("good", context("1. [no date]. Likes tea\n2. Likes coffee")),
                node("wrong", context(["a list"])),  # type: ignore[arg-type]
                node("profile", {"content_type": "user_editable_context", "user_profile": 7}),
            ),
            {"title": "no tree", "mapping": None},
            conversation(mapping=["a list"]),
            "text",
            None,
        ],
    )


# --- claude


def claude(folder: Path, texts: Sequence[str]) -> Path:
    sections = (f"**Section {n}**\n\n{text}\n" for n, text in enumerate(texts))
    return write_json(
        folder / "memories.json",
        [{"conversations_memory": "\n".join(sections), "project_memories": {}}],
    )


def claude_files(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "memories"
    inside.mkdir()
    files = [
        {"path": f"/topic-{n}.md", "content": text, "updated_at": "2026-01-02T03:04:05.000000Z"}
        for n, text in enumerate(texts)
    ]
    path = inside / "0198aaaa-0000-7000-8000-000000000001.json"
    return write_json(path, {"account_uuid": "a", "memory_files": files})


def claude_zip(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "export.zip"
    talk = {"uuid": "c", "name": "", "chat_messages": []}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([talk]))
        archive.writestr("projects.json", json.dumps([{"uuid": "p0", "name": "House"}]))
        memories = [{"project_memories": {f"p{n}": text for n, text in enumerate(texts)}}]
        archive.writestr("memories.json", json.dumps(memories))
    return path


def claude_wrong(folder: Path) -> Path:
    return write_json(
        folder / "memories.json",
        [
            {"conversations_memory": 7, "project_memories": None, "memory_files": None},
            {"conversations_memory": ["a list"], "project_memories": ["a list"]},
            {"project_memories": {"a": None, "b": {"c": "d"}, "e": "good"}, "memory_files": 3},
            {
                "memory_files": [
                    None,
                    {"path": None, "content": "good"},
                    {"path": "x", "content": []},
                ]
            },
            "text",
        ],
    )


# --- open-webui

OPEN_WEBUI = """
CREATE TABLE memory (id VARCHAR PRIMARY KEY, user_id VARCHAR, content TEXT, updated_at BIGINT,
    created_at BIGINT);
CREATE TABLE auth (id VARCHAR, password TEXT);
"""


def open_webui(folder: Path, texts: Sequence[str]) -> Path:
    rows = [(f"r{n:06}", "me", text, 1751625001, 1751625000) for n, text in enumerate(texts)]
    return write_rows(folder / "webui.db", OPEN_WEBUI, {"memory": rows})


def open_webui_wrong(folder: Path) -> Path:
    rows = [
        ("a", None, "good", None, "yesterday"),
        ("b", "me", None, 1, 1),
        ("c", "me", b"\xff bytes", 1e300, -5),
        (None, "me", 12, "2026-01-01", 1751625000000),
    ]
    return write_rows(folder / "webui.db", OPEN_WEBUI, {"memory": rows})


def open_webui_rows(folder: Path, texts: Sequence[str]) -> Path:
    rows = [
        {"id": f"r{n}", "user_id": "me", "content": text, "created_at": JULY, "updated_at": JULY}
        for n, text in enumerate(texts)
    ]
    return write_json(folder / "memories.json", rows)


def open_webui_rows_wrong(folder: Path) -> Path:
    return write_json(
        folder / "memories.json",
        [
            {"id": 5, "user_id": None, "content": "good", "created_at": None},
            {"user_id": "me", "content": "also good", "updated_at": []},
            {"id": ["x"], "user_id": "me", "content": {"a": 1}},
            None,
        ],
    )


# --- sillytavern-lorebook


def lore(uid: int, content: object, **fields: object) -> dict[str, Any]:
    return {"uid": uid, "key": ["wood"], "keysecondary": [], "content": content, **fields}


def lorebook(folder: Path, texts: Sequence[str]) -> Path:
    entries = {str(n): lore(n, text, comment=f"Lore {n}") for n, text in enumerate(texts)}
    return write_json(folder / "Eldor.json", {"entries": entries})


def lorebook_list(folder: Path, texts: Sequence[str]) -> Path:
    entries = [
        {"id": n, "keys": ["wood"], "name": "", "content": text, "enabled": True}
        for n, text in enumerate(texts)
    ]
    return write_json(folder / "book.json", {"name": "Eldor", "entries": entries})


def lorebook_wrong(folder: Path) -> Path:
    return write_json(
        folder / "Eldor.json",
        {
            "entries": {
                "0": lore(0, "good", key=None, comment=None, constant="yes"),
                "1": lore(1, None),
                "2": lore(2, ["a list"]),
                "3": "text",
                "4": {"content": "good", "key": [1, "x", None], "keysecondary": 7, "uid": None},
                "5": None,
                "6": lore(6, "  "),
            }
        },
    )


# --- letta


def letta(folder: Path, texts: Sequence[str]) -> Path:
    blocks = [
        {"id": f"block-{n}", "label": f"label{n}", "value": text, "limit": 5000}
        for n, text in enumerate(texts)
    ]
    agent = {"id": "agent-0", "name": "Sam", "block_ids": [one["id"] for one in blocks]}
    return write_json(folder / "sam.af", {"agents": [agent], "groups": [], "blocks": blocks})


def letta_old(folder: Path, texts: Sequence[str]) -> Path:
    blocks = [
        {"label": f"label{n}", "value": text, "created_at": "2025-04-02T10:30:00.000000+00:00"}
        for n, text in enumerate(texts)
    ]
    root = {"agent_type": "memgpt_agent", "core_memory": blocks, "name": "Sam", "messages": []}
    return write_json(folder / "sam.af", root)


def letta_wrong(folder: Path) -> Path:
    return write_json(
        folder / "sam.af",
        {
            "agents": [None, {"name": None, "block_ids": ["b"]}, {"name": "Sam", "block_ids": "b"}],
            "blocks": [
                {"id": "b", "label": None, "value": "good"},
                {"id": None, "label": ["x"], "value": "good, too"},
                {"id": "c", "label": "human", "value": None},
                {"id": "d", "value": 3},
                {"id": "e", "label": "empty", "value": ""},
                "text",
            ],
        },
    )


# --- Markdown of agents


def hermes(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "memories"
    inside.mkdir()
    path = inside / "MEMORY.md"
    path.write_text("\n§\n".join(texts), "utf-8", newline="")
    return path


def hermes_wrong(folder: Path) -> Path:
    path = folder / "USER.md"
    path.write_text(f"§\n\n§\ngood\n § \n{'long ' * 20_001}\n§\n", "utf-8")
    return path


def claude_code(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "CLAUDE.md"
    bullets = ("- " + text.replace("\n", "\n  ") for text in texts)
    path.write_text("\n".join(bullets), "utf-8", newline="")
    return path


def claude_code_memory(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "memory"
    inside.mkdir()
    names = [f"topic-{n:05}" for n, _text in enumerate(texts)]
    index = "# Memory\n\n" + "".join(f"- [{name}]({name}.md) — about it\n" for name in names)
    (inside / "MEMORY.md").write_text(index if texts else "# Memory\n", "utf-8")
    for name, text in zip(names, texts, strict=True):
        said = f"---\nname: {name}\nmetadata:\n  type: project\n---\n\n{text}\n"
        (inside / f"{name}.md").write_text(said, "utf-8", newline="")
    return inside


def claude_code_wrong(folder: Path) -> Path:
    inside = folder / "memory"
    inside.mkdir()
    (inside / "MEMORY.md").write_text("- [Gone](gone.md) - is not there\n- @other.md\n", "utf-8")
    (inside / "a.md").write_text("---\nname:\ntype: [x]\nmetadata: 3\n---\ngood", "utf-8")
    (inside / "b.md").write_text("---\nname: &x b\ntype: *x\n---\ngood", "utf-8")
    (inside / "c.md").write_bytes(b"\xff\xfe\xff")
    (inside / "d.md").write_text("---\nname: only\n---\n", "utf-8")
    return inside


def cline(folder: Path, texts: Sequence[str]) -> Path:
    inside = folder / "project" / "memory-bank"
    inside.mkdir(parents=True)
    path = inside / "progress.md"
    sections = (f"## Part {n}\n\n{text}\n" for n, text in enumerate(texts))
    path.write_text("# Progress\n\n" + "\n".join(sections), "utf-8", newline="")
    return path


def cline_wrong(folder: Path) -> Path:
    inside = folder / "project" / "memory-bank"
    inside.mkdir(parents=True)
    (inside / "activeContext.md").write_text("# Nothing below\n\n## Good\n\ntext\n", "utf-8")
    (inside / "progress.md").write_bytes(b"# Bytes\n\n\xe5\x83\n")
    (inside / "techContext.md").touch()
    (inside / "notes.txt").write_text("not Markdown", "utf-8")
    return inside.parent


EXAMPLES: tuple[Example, ...] = (
    Example(
        format="chatgpt",
        write=chatgpt,
        wrong=chatgpt_wrong,
        taken=2,
        noted=(
            "conversations.json[0].mapping.wrong.model_set_context",
            "conversations.json[0].mapping.profile.user_profile",
            "conversations.json[1].mapping",
            "conversations.json[2].mapping",
            "conversations.json[3]",
            "conversations.json[4]",
        ),
    ),
    Example(
        format="chatgpt",
        shape="zip",
        write=chatgpt_zip,
        wrong=chatgpt_wrong,
        taken=2,
        noted=(
            "conversations.json[0].mapping.wrong.model_set_context",
            "conversations.json[0].mapping.profile.user_profile",
            "conversations.json[1].mapping",
            "conversations.json[2].mapping",
            "conversations.json[3]",
            "conversations.json[4]",
        ),
    ),
    *(
        Example(
            format="claude",
            shape=shape,
            write=write,
            wrong=claude_wrong,
            taken=3,
            noted=(
                "memories.json[1].conversations_memory",
                "memories.json[1].project_memories",
                "memories.json[2].project_memories.b",
                "memories.json[2].memory_files",
                "memories.json[3].memory_files[0]",
                "memories.json[3].memory_files[2]",
                "memories.json[3].memory_files[2].content",
                "memories.json[4]",
            ),
        )
        for shape, write in (("", claude), ("files", claude_files), ("zip", claude_zip))
    ),
    Example(
        format="open-webui",
        write=open_webui,
        wrong=open_webui_wrong,
        taken=2,
        noted=("memory[b]", "memory[c]", "memory[c].content"),
    ),
    Example(
        format="open-webui",
        shape="rows",
        write=open_webui_rows,
        wrong=open_webui_rows_wrong,
        taken=2,
        noted=("[2]", "[2].id", "[2].content", "[3]"),
    ),
    *(
        Example(
            format="sillytavern-lorebook",
            shape=shape,
            write=write,
            wrong=lorebook_wrong,
            taken=2,
            noted=(
                "entries[1]",
                "entries[2]",
                "entries[2].content",
                "entries[3]",
                "entries[4].key[0]",
                "entries[4].key[2]",
                "entries[4].keysecondary",
                "entries[5]",
                "entries[6]",
            ),
        )
        for shape, write in (("", lorebook), ("list", lorebook_list))
    ),
    *(
        Example(
            format="letta",
            shape=shape,
            write=write,
            wrong=letta_wrong,
            taken=3,
            noted=("blocks[1].label", "blocks[2]", "blocks[4]", "blocks[5]"),
        )
        for shape, write in (("", letta), ("old", letta_old))
    ),
    Example(
        format="hermes",
        write=hermes,
        wrong=hermes_wrong,
        taken=1,
        noted=("USER.md:6",),
        cut="unseen",
    ),
    Example(
        format="claude-code",
        write=claude_code,
        wrong=claude_code_wrong,
        taken=4,
        noted=("MEMORY.md:2", "a.md: type", "b.md", "c.md"),
        cut="unseen",
    ),
    Example(
        format="claude-code",
        shape="memory",
        write=claude_code_memory,
        wrong=claude_code_wrong,
        taken=4,
        noted=("MEMORY.md:2", "a.md: type", "b.md", "c.md"),
        most=1_000,
    ),
    Example(
        format="cline",
        write=cline,
        wrong=cline_wrong,
        taken=1,
        noted=("progress.md", "techContext.md"),
        cut="unseen",
    ),
)
