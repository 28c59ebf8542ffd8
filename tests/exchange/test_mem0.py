"""mem0 and OpenMemory: what is paused is sent to nobody, what is put away stays behind."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path

import pytest
from example import write_json, write_lines  # type: ignore[import-not-found]
from examples_servers import mem0_item  # type: ignore[import-not-found]

from memdesk.core.entry import ANY_HOST, Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import formats, mem0
from memdesk.exchange.source import Source

ITEM = mem0_item(1, "Prefers morning meetings.") | {"categories": ["work", "preferences"]}


def memories(path: Path) -> list[Memory]:
    source = Source(path)
    assert formats.detected(source).name == "mem0"
    return [one.entry for one in mem0.read(source).entries if isinstance(one.entry, Memory)]


def test_a_line(tmp_path: Path) -> None:
    assert memories(write_lines(tmp_path / "m.jsonl", [ITEM])) == [
        Memory(
            id=str(ITEM["id"]),
            title="Prefers morning meetings.",
            content="Prefers morning meetings.",
            category="preference",
            tags=("work", "preferences"),
            created_at="2026-07-04T10:30:00.000Z",
            updated_at="2026-07-04T10:30:00.000Z",
        )
    ]


def test_states(tmp_path: Path) -> None:
    states = ("active", "paused", "archived", "deleted")
    path = write_lines(tmp_path / "m.jsonl", [ITEM | {"id": one, "state": one} for one in states])
    found = mem0.read(Source(path))
    assert {one.entry.id: one.entry.never_send_to for one in found.entries} == {
        "active": (),
        "paused": (ANY_HOST,),
    }
    assert [one.where for one in found.skipped] == ["line 3", "line 4"]
    assert "archived" in found.skipped[0].reason


def test_the_zip_as_exported_is_read_as_its_lines_are(tmp_path: Path) -> None:
    lines = write_lines(tmp_path / "m.jsonl", [ITEM])
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("memories.json", json.dumps({"memories": []}))
        archive.writestr("memories.jsonl.gz", gzip.compress(lines.read_bytes()))
    assert memories(path) == memories(lines)


def test_a_backup_in_which_categories_have_numbers(tmp_path: Path) -> None:
    item = {name: value for name, value in ITEM.items() if name not in ("categories", "app")}
    categories = [{"id": "c1", "name": "work"}, {"id": "c2", "name": "preferences"}]
    value = {
        "user": {},
        "categories": categories,
        "memories": [item | {"category_ids": ["c1", "c2"]}],
    }
    plain = memories(write_lines(tmp_path / "m.jsonl", [ITEM]))
    assert memories(write_json(tmp_path / "memories.json", value)) == plain
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.write(tmp_path / "memories.json", "folder/memories.json")
    assert memories(tmp_path / "b.zip") == plain


@pytest.mark.parametrize("key", ["results", ""])
def test_what_the_api_gives(tmp_path: Path, key: str) -> None:
    item = {"id": "a", "memory": "Likes tea.", "user_id": "me", "hash": "x", "categories": None}
    path = write_json(tmp_path / "all.json", {key: [item]} if key else [item])
    (memory,) = memories(path)
    assert (memory.id, memory.content) == ("a", "Likes tea.")


def test_another_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "a")
    assert not mem0.claims(Source(path))
    with pytest.raises(BadParameters, match=r"holds no memories\.jsonl\.gz"):
        mem0.read(Source(path))
