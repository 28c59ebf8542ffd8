"""claude-mem: observations and summaries of sessions, told apart as the program does it."""

from __future__ import annotations

from pathlib import Path

from example import write_json, write_rows  # type: ignore[import-not-found]
from examples_servers import CLAUDE_MEM  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.exchange import claude_mem, formats
from memdesk.exchange.source import Source

ITEM = {
    "id": 5,
    "memory_session_id": "s1",
    "project": "app",
    "text": None,
    "type": "discovery",
    "title": "How the cache is cleared",
    "subtitle": "It is cleared twice",
    "facts": '["once at the start", "once, at the end"]',
    "narrative": "Two hooks call it.",
    "concepts": '["how-it-works"]',
    "files_read": '["cache.py"]',
    "files_modified": "[]",
    "created_at": "2026-07-04T10:30:00.000Z",
    "created_at_epoch": 1783161000000,
}
SUMMARY = {
    "id": 1,
    "memory_session_id": "s1",
    "project": "app",
    "request": "Why is it slow?",
    "learned": "The cache is cleared twice.",
    "created_at": "2026-07-04T10:40:00.000Z",
    "created_at_epoch": 1783161600000,
}


def memories(path: Path) -> list[Memory]:
    source = Source(path)
    assert formats.detected(source).name == "claude-mem"
    found = claude_mem.read(source)
    assert found.skipped == []
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def exported(folder: Path, *items: object) -> Path:
    told = {"exportedAt": "x", "query": "q", "prompts": [{"prompt_text": "a prompt"}]}
    lists = {"observations": items, "sessions": [{"id": 1}], "summaries": [SUMMARY]}
    return write_json(folder / "export.json", told | lists)


def test_an_export(tmp_path: Path) -> None:
    observation, summary = memories(exported(tmp_path, ITEM))
    assert observation == Memory(
        id=observation.id,
        title="How the cache is cleared",
        content="It is cleared twice\n\nTwo hooks call it.\n\n"
        "- once at the start\n- once, at the end\n\nFiles read: cache.py",
        category="fact",
        tags=("how-it-works", "app"),
        created_at="2026-07-04T10:30:00.000Z",
        updated_at="2026-07-04T10:30:00.000Z",
        session_id="s1",
    )
    assert summary.title == "Why is it slow?"
    assert summary.content == "Learned: The cache is cleared twice."
    assert summary.tags == ("session summary", "app")


def test_its_database_is_read_as_its_export_is(tmp_path: Path) -> None:
    tables = {
        "sdk_sessions": [(1, "s1", "app")],
        "observations": [tuple(ITEM.values())],
        "session_summaries": [tuple(SUMMARY.values())],
    }
    path = write_rows(tmp_path / "claude-mem.db", CLAUDE_MEM, tables)
    assert memories(path) == memories(exported(tmp_path, ITEM))


def test_its_number_on_another_machine_does_not_matter(tmp_path: Path) -> None:
    first = memories(exported(tmp_path, ITEM))
    assert memories(exported(tmp_path, ITEM | {"id": 77})) == first


def test_its_older_name_of_a_session(tmp_path: Path) -> None:
    older = {name: value for name, value in ITEM.items() if name != "memory_session_id"}
    first = memories(exported(tmp_path, ITEM))
    assert memories(exported(tmp_path, older | {"sdk_session_id": "s1"})) == first
