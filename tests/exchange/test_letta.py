"""Letta's agent files: a memory for each block, and nothing of the rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from memdesk.core.entry import Memory
from memdesk.exchange import letta
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]


def agent_file(value: str = "Likes tea", name: str = "Sam") -> dict[str, Any]:
    blocks = [
        {"id": "block-0", "label": "human", "value": value, "read_only": False},
        {"id": "block-1", "label": "persona", "value": "I am Sam.", "limit": 20000},
        {"id": "block-2", "label": "persona", "value": "Nobody's."},
    ]
    agent = {
        "name": name,
        "id": "agent-0",
        "block_ids": ["block-0", "block-1"],
        "tool_exec_environment_variables": {"TOKEN": "not-for-memdesk"},
    }
    other = {"name": "Ann", "block_ids": ["block-1"]}
    return {"agents": [agent, other], "groups": [], "blocks": blocks, "files": []}


def memories(source: Source) -> list[Memory]:
    return [one.entry for one in letta.read(source).entries if isinstance(one.entry, Memory)]


def test_blocks_are_named_after_their_agents(source: Make) -> None:
    made = source(agent_file())
    assert letta.claims(made)
    assert [(one.title, one.content, one.tags) for one in memories(made)] == [
        ("Sam: human", "Likes tea", ("Sam",)),
        ("Sam: persona", "I am Sam.", ("Sam", "Ann")),
        ("persona", "Nobody's.", ()),
    ]
    assert not any("not-for-memdesk" in str(one) for one in memories(made))


def test_a_block_that_changed_updates_and_another_agents_is_another(
    source: Make, bank: Bank
) -> None:
    assert import_found(bank, letta.read(source(agent_file()))).added == 3
    plan = import_found(bank, letta.read(source(agent_file("Likes coffee"))))
    assert (plan.added, plan.updated, plan.unchanged) == (0, 1, 2)
    assert import_found(bank, letta.read(source(agent_file(name="Eve")))).added == 2


def test_a_file_of_the_first_kind(source: Make) -> None:
    block = {"label": "human", "value": "Likes tea", "updated_at": "2025-04-02T10:30:00+00:00"}
    made = source({"agent_type": "memgpt_agent", "name": "Sam", "core_memory": [block]})
    assert letta.claims(made)
    (memory,) = memories(made)
    assert (memory.title, memory.updated_at) == ("Sam: human", "2025-04-02T10:30:00.000Z")


def test_a_file_that_was_written_as_json_twice(source: Make) -> None:
    made = source(json.dumps(json.dumps(agent_file())))
    assert letta.claims(made)
    assert len(memories(made)) == 3


@pytest.mark.parametrize(
    "root", [{"agents": []}, {"blocks": []}, {"core_memory": []}, {"agents": ["a"]}, "text", []]
)
def test_other_files_are_not_claimed(source: Make, root: object) -> None:
    assert not letta.claims(source(json.dumps(root)))
