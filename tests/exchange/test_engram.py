"""engram: a project is the folder that its sessions ran in; what is personal belongs to none."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from example import write_json, write_rows  # type: ignore[import-not-found]
from examples_servers import ENGRAM  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.exchange import engram, formats
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source

ITEM = {
    "id": 12,
    "session_id": "s1",
    "type": "bugfix",
    "title": "Fixed the N+1 query",
    "content": "Added eager loading.",
    "project": "app",
    "scope": "project",
    "topic_key": "bugfix/users",
    "created_at": "2026-07-04 10:30:00",
    "updated_at": "2026-07-05 10:30:00",
}


def exported(path: Path, *items: object) -> Path:
    folder = path.parent.resolve() / "somewhere" / "app"
    sessions = [{"id": "s1", "project": "app", "directory": f"{folder}/", "started_at": "x"}]
    lists = {"sessions": sessions, "observations": items, "prompts": [{"content": "a prompt"}]}
    return write_json(path, {"version": "0.1.0", "exported_at": "x", **lists})


def memories(found: Found) -> list[Memory]:
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_an_observation(tmp_path: Path) -> None:
    source = Source(exported(tmp_path / "export.json", ITEM))
    assert formats.detected(source).name == "engram"
    (memory,) = memories(engram.read(source))
    assert memory == Memory(
        id=memory.id,
        title="Fixed the N+1 query",
        content="Added eager loading.",
        tags=("bugfix", "bugfix/users"),
        workspace=str(tmp_path.resolve() / "somewhere" / "app"),
        created_at="2026-07-04T10:30:00.000Z",
        updated_at="2026-07-05T10:30:00.000Z",
        session_id="s1",
    )


def test_whose_it_is(tmp_path: Path) -> None:
    items = [
        ITEM | {"id": 1, "session_id": "another"},
        ITEM | {"id": 2, "project": "elsewhere"},
        ITEM | {"id": 3, "scope": "personal"},
        ITEM | {"id": 4, "project": None},
    ]
    found = engram.read(Source(exported(tmp_path / "export.json", *items)))
    folder = str(tmp_path.resolve() / "somewhere" / "app")
    assert [one.workspace for one in memories(found)] == [folder, "elsewhere", "", ""]


def test_numbers_of_two_machines_do_not_meet(tmp_path: Path) -> None:
    here = engram.read(Source(exported(tmp_path / "a.json", ITEM)))
    there = engram.read(Source(exported(tmp_path / "b.json", ITEM | {"session_id": "s2"})))
    later = engram.read(Source(exported(tmp_path / "c.json", ITEM | {"content": "More."})))
    assert memories(here)[0].id != memories(there)[0].id
    assert memories(here)[0].id == memories(later)[0].id


def test_what_was_deleted_stays_behind(tmp_path: Path) -> None:
    found = engram.read(Source(exported(tmp_path / "a.json", ITEM | {"deleted_at": "2026-08-01"})))
    assert memories(found) == []
    assert [one.where for one in found.skipped] == ["observations[0]"]


def test_chunk_and_database_are_read_as_the_export_is(tmp_path: Path) -> None:
    path = exported(tmp_path / "export.json", ITEM)
    whole = memories(engram.read(Source(path)))
    value = json.loads(path.read_text("utf-8"))
    chunk = tmp_path / "a3f8c1d2.jsonl.gz"
    told = {name: value[name] for name in ("sessions", "observations", "prompts")}
    chunk.write_bytes(gzip.compress(json.dumps(told).encode()))
    session = value["sessions"][0]
    rows = {
        "sessions": [tuple(session.values())],
        "observations": [(*ITEM.values(), None)],
    }
    database = write_rows(tmp_path / "engram.db", ENGRAM, rows)
    for other in (chunk, database):
        assert formats.detected(Source(other)).name == "engram"
        assert memories(engram.read(Source(other))) == whole
