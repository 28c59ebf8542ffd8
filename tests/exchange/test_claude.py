"""Claude's export: long texts by their sections, with the names of their projects."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.entry import Memory
from memdesk.exchange import claude, formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]

GENERAL = (
    "**Work context**\n\nBuilds houses. Likes wood.\n\n**Brief history**\n\n"
    "*Recent months*\n\nBuilt one.\n"
)


def memories(found: Found) -> list[Memory]:
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_each_section_is_a_memory(source: Make) -> None:
    found = claude.read(source([{"conversations_memory": GENERAL, "account_uuid": "a"}]))
    assert [(one.title, one.content) for one in memories(found)] == [
        ("Work context: Builds houses. Likes wood.", "Builds houses. Likes wood."),
        ("Brief history: *Recent months*", "*Recent months*\n\nBuilt one."),
    ]
    assert [one.where for one in found.entries] == [
        "file.json[0].conversations_memory:1",
        "file.json[0].conversations_memory:5",
    ]


def test_a_section_that_was_written_anew_updates(source: Make, bank: Bank) -> None:
    import_found(bank, claude.read(source([{"conversations_memory": GENERAL}])))
    newer = GENERAL.replace("Built one", "Built two")
    plan = import_found(bank, claude.read(source([{"conversations_memory": newer}])))
    assert (plan.added, plan.updated, plan.unchanged) == (0, 1, 1)


def test_projects_are_called_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    texts = {"p1": "Uses brick.", "p2": "# Plan\n\nFirst the roof.", "p3": ""}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("projects/p1.json", json.dumps({"uuid": "p1", "name": "My  house"}))
        archive.writestr("projects/p9.json", "{")
        archive.writestr("memories.json", json.dumps([{"project_memories": texts}]))
        archive.writestr("conversations.json", json.dumps([{"uuid": "c", "chat_messages": []}]))
    assert formats.detected(Source(path)).name == "claude"
    found = claude.read(Source(path))
    assert [(one.title, one.tags) for one in memories(found)] == [
        ("My house: Uses brick.", ("My house",)),
        ("Plan: First the roof.", ()),
    ]
    assert [one.where for one in found.skipped] == ["projects/p9.json"]


def test_files_by_topic(source: Make) -> None:
    files = [
        {"path": "/profile.md", "content": "- Likes tea", "updated_at": "2026-01-02T03:04:05Z"},
        {"path": "/work.md", "content": "# At work\n\nBuilds"},
    ]
    found = claude.read(source({"memory_files": files, "conversations_memory": None}))
    first, second = memories(found)
    assert (first.title, first.content) == ("profile", "- Likes tea")
    assert first.updated_at == "2026-01-02T03:04:05.000Z"
    assert (second.title, second.content) == ("At work", "# At work\n\nBuilds")


def test_conversations_alone_hold_no_memories(source: Make) -> None:
    made = source([{"uuid": "c", "name": "n", "chat_messages": []}])
    assert formats.detected(made).name == "claude"
    found = claude.read(made)
    assert memories(found) == []
    assert [one.where for one in found.skipped] == ["file.json"]


@pytest.mark.parametrize("content", ["[]", "{}", '[{"mapping": {}}]', '[["memory_files"]]'])
def test_what_is_none_of_its_files(source: Make, content: str) -> None:
    assert not claude.claims(source(content))
