"""The server "memory": an entity is a memory, with its observations and relations as lines."""

from __future__ import annotations

from pathlib import Path

from example import write_json, write_lines  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.exchange import formats, server_memory
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank


def memories(path: Path) -> list[Memory]:
    entries = [one.entry for one in server_memory.read(Source(path)).entries]
    return [one for one in entries if isinstance(one, Memory)]


def test_a_file_as_the_server_writes_it(data: Path) -> None:
    source = Source(data / "server-memory.jsonl")
    assert formats.detected(source).name == "server-memory"
    project, person = memories(source.path)
    assert (project.title, project.tags) == ("Northwind", ("project",))
    assert project.content == "- written in Python\n- deploys on Thursday"
    assert person.content == "- 负责后端\n- works_on → Northwind"
    assert server_memory.read(source).skipped == []


def test_a_relation_may_stand_before_its_entities(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "memory.jsonl",
        [
            {"type": "relation", "from": "a", "to": "b", "relationType": "knows"},
            {"type": "entity", "name": "a", "entityType": "person", "observations": []},
        ],
    )
    assert formats.detected(Source(path)).name == "server-memory"
    assert [one.content for one in memories(path)] == ["- knows → b"]


def test_dated_observations_give_the_times(tmp_path: Path) -> None:
    observations = [
        {"text": "first", "timestamp": "2026-07-04T10:30:00Z"},
        {"content": "then", "timestamp": "2026-08-04T10:30:00Z", "durability": "permanent"},
        {"content": "no more", "superseded_by": "x"},
    ]
    entity = {"_type": "entity", "name": "a", "entityType": "t", "observations": observations}
    path = write_lines(tmp_path / "memory.jsonl", [entity])
    (memory,) = memories(path)
    assert memory.content == "- first\n- then"
    assert memory.created_at == "2026-07-04T10:30:00.000Z"
    assert memory.updated_at == "2026-08-04T10:30:00.000Z"
    (skipped,) = server_memory.read(Source(path)).skipped
    assert skipped.where == "line 1.observations[2]" and "replaced" in skipped.reason


def test_what_is_observed_later_updates_the_memory(tmp_path: Path, bank: Bank) -> None:
    def written(*observations: str) -> Path:
        entity = {"type": "entity", "name": "a", "entityType": "t", "observations": observations}
        return write_lines(tmp_path / "memory.jsonl", [entity])

    import_found(bank, server_memory.read(Source(written("one"))))
    plan = import_found(bank, server_memory.read(Source(written("one", "two"))))
    assert (plan.added, plan.updated) == (0, 1)
    assert [one.content for one in bank.entries() if isinstance(one, Memory)] == ["- one\n- two"]


def test_the_graph_as_the_server_gives_it(tmp_path: Path) -> None:
    path = write_json(
        tmp_path / "graph.json",
        {
            "entities": [{"name": "a", "entityType": "t", "observations": ["x"]}],
            "relations": [{"from": "a", "to": "b", "relationType": "knows"}],
        },
    )
    assert formats.detected(Source(path)).name == "server-memory"
    assert [one.content for one in memories(path)] == ["- x\n- knows → b"]
