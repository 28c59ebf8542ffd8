"""What the gotong seed describes: a list frozen for a session, and three tools that never throw."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

from seed_hosts import McpHost, SocketHost

from memdesk.core.authors import IMPORT_PREFIX, Actor
from memdesk.core.entry import Memory
from memdesk.core.preset import BUILT_IN
from memdesk.store.bank import Bank

PRESET = "gotong"
BEGIN, END = "<!-- memdesk:begin -->", "<!-- memdesk:end -->"

Connect = Callable[..., SocketHost]


class CommandLine(Protocol):
    def __call__(self, *args: str | Path) -> CompletedProcess[str]: ...


def entries(block: str) -> list[str]:
    """The lines of a block that are of entries."""
    return [line for line in block.split("\n") if line.startswith("- [")]


# --- the block: pure, stable


def test_the_block_does_not_depend_on_the_order_in_which_entries_arrive(
    memdesk: CommandLine, tmp_path: Path
) -> None:
    """Two times, one of them twice: new ones first, ties by id; the same bytes in any order."""
    facts = [("b", "02"), ("a", "02"), ("c", "01"), ("d", "03")]
    blocks = set()
    for order in (facts, facts[::-1], [*facts[2:], *facts[:2]]):
        path = tmp_path / ("".join(id for id, _day in order) + ".sqlite")
        bank = Bank(path)
        arriving = Actor(author=IMPORT_PREFIX + "test")  # keeps the times that it brings
        for id, day in order:
            time = f"2026-01-{day}T00:00:00.000Z"
            fact = Memory(id=id, title=id, content=f"Fact {id}", created_at=time, updated_at=time)
            bank.add(fact, arriving)
        bank.close()
        blocks.add(memdesk("--bank", path, "block", "--preset", PRESET).stdout)
    (block,) = blocks
    assert entries(block) == [f"- [{id}] Fact {id}" for id in "dabc"]


def test_one_entry_is_one_line(host: McpHost, connect: Connect) -> None:
    written = host.tool("remember", text="Lives in\r\nBerlin,\n\n\tnear the\u2028park")
    block = connect().system(preset=PRESET)
    assert entries(block) == [f"- [{written['id']}] Lives in Berlin, near the park"]


def test_the_block_stands_between_markers_under_a_heading_with_the_label(
    connect: Connect,
) -> None:
    connect().call("remember", text="A fact")
    for who, label in (({"host": "butler"}, "butler"), ({}, "personal")):
        lines = connect(**who).system(preset=PRESET).split("\n")
        assert (lines[0], lines[-1]) == (BEGIN, END)
        assert lines[1] == f"# Long-term memory ({label})"


def test_an_empty_memory_keeps_the_blocks_shape(connect: Connect) -> None:
    block = connect(host="butler").system(preset=PRESET)
    assert block.startswith(f"{BEGIN}\n# Long-term memory (butler)\n")
    assert "\n(empty)\n" in block and block.endswith(END)


def test_the_block_is_capped_at_4000_characters_and_counts_what_it_omits(
    connect: Connect, home_bank: Bank
) -> None:
    with home_bank.transaction(Actor(), "many"):
        for number in range(100):
            day = f"2026-01-01T00:00:00.{number:03}Z"
            fact = Memory(title="T", content=f"{number:03} " + "x" * 96, updated_at=day)
            home_bank.add(fact, Actor(author=IMPORT_PREFIX + "test"))
    block = connect().system(preset=PRESET)
    kept = entries(block)
    assert sum(map(len, kept)) <= 4_000 < sum(map(len, kept)) + len(kept[0])
    assert [int(line.split("] ")[1][:3]) for line in kept] == list(range(99, 99 - len(kept), -1))
    assert f"- ({100 - len(kept)} more memories did not fit; memory_recall finds them)" in block


def test_nothing_is_too_unimportant_and_what_is_more_relevant_comes_first(
    connect: Connect,
) -> None:
    host = connect()
    for relevance in ("low", "high", "medium"):
        host.call("memory_write", title=relevance, content=relevance, relevance=relevance)
    shown = [line.split("] ")[1] for line in entries(host.system(preset=PRESET))]
    assert shown == ["high", "medium", "low"]


# --- the session: frozen


def test_what_is_remembered_in_a_session_is_stored_at_once_and_shown_in_the_next(
    connect: Connect, memdesk: CommandLine
) -> None:
    butler = connect(host="butler", session="monday")
    butler.call("remember", text="Likes tea")
    first = butler.system(preset=PRESET)
    id = butler.call("remember", text="Lives in Berlin")["id"]
    assert memdesk("show", id).returncode == 0, "it is on disk"
    assert butler.system(preset=PRESET) == first
    assert [one["id"] for one in butler.call("recall", query="Berlin")["entries"]] == [id]
    tuesday = connect(host="butler", session="tuesday").system(preset=PRESET)
    assert len(entries(tuesday)) == 2 and "Lives in Berlin" in tuesday


def test_the_prefix_stays_byte_identical_across_turns_whatever_is_called(
    connect: Connect, memdesk: CommandLine
) -> None:
    butler = connect(host="butler", session="s")
    kept = butler.call("remember", text="Likes tea")["id"]
    first = butler.call("block", preset=PRESET)
    calls: list[tuple[str, dict[str, object]]] = [
        ("recall", {"query": "tea"}),
        ("memory_list", {}),
        ("remember", {"text": "Likes coffee, too"}),
        ("memory_update", {"id": kept, "content": "Likes green tea"}),
        ("forget", {"id": kept}),
        ("memory_update", {"interests": "tea"}),
    ]
    for name, arguments in calls:
        butler.call(name, **arguments)
        again = butler.call("block", preset=PRESET)
        assert (again["layers"]["system"], again["etag"]) == (
            first["layers"]["system"], first["etag"],
        )  # fmt: skip
    cold = memdesk("block", "--host", "butler", "--session", "s", "--preset", PRESET).stdout
    assert cold == first["layers"]["system"] + "\n"


def test_the_mcp_greeting_of_a_session_is_its_frozen_block(
    mcp: Callable[..., McpHost], home_bank: Bank
) -> None:
    home_bank.set_host("butler", Actor(), preset=PRESET)
    home_bank.add(Memory(title="Tea", content="Likes tea"), Actor())
    first = mcp("--host", "butler", "--session", "s")
    first.tool("remember", text="Lives in Berlin")
    assert mcp("--host", "butler", "--session", "s").instructions == first.instructions
    assert "Lives in Berlin" in mcp("--host", "butler", "--session", "t").instructions


# --- the tools: remember, recall, forget


def test_remember_recall_forget_go_round(host: McpHost) -> None:
    id = host.tool("remember", text="Lives in Berlin")["id"]
    assert "Lives in Berlin" in host.text("recall", query="berlin")
    assert id in host.text("recall", query="berlin")
    assert host.tool("forget", id=id) == {"found": True}
    assert host.tool("recall", query="berlin")["entries"] == []
    assert host.tool("forget", id=id) == {"found": False}


FAILING: list[tuple[str, dict[str, object], str]] = [
    ("remember", {}, "text"),
    ("remember", {"text": "  "}, "text"),
    ("remember", {"text": 7}, "text"),
    ("remember", {"text": "x" * 100_001}, "100000"),
    ("recall", {}, "query"),
    ("recall", {"query": ""}, "query"),
    ("recall", {"query": "x", "limit": 0}, "limit"),
    ("forget", {}, "id"),
    ("forget", {"id": ["a"]}, "id"),
    ("memory_read", {"id": "m-nobody"}, "m-nobody"),
]


def test_a_tool_that_fails_comes_back_as_an_error_and_never_throws(host: McpHost) -> None:
    for name, arguments, said in FAILING:
        assert said in host.refused(name, **arguments).replace(",", "")
    assert host.tool("remember", text="And it goes on")["id"]


def test_history_is_fetched_on_demand_and_not_poured_into_the_prompt(
    connect: Connect, home_bank: Bank
) -> None:
    with home_bank.transaction(Actor(), "many"):
        for number in range(200):
            home_bank.add(Memory(title=f"Day {number}", content="Something " * 20), Actor())
    host = connect(host="butler")
    assert "Day 3\n" not in host.system(preset=PRESET)
    found = host.call("recall", query='"day 3"')["entries"]
    assert found[0]["title"] == "Day 3"
    assert BUILT_IN[PRESET].max_chars == 4_000


def test_sensitive_writes_can_wait_for_a_human(
    host: McpHost, home_bank: Bank, connect: Connect
) -> None:
    home_bank.set_host("seed-host", Actor(), policy="review")
    assert host.tool("remember", text="Transfer the money")["suggestion"] is True
    assert entries(connect().system(preset=PRESET)) == []
    assert [one.parameters["content"] for one in home_bank.suggestions()] == ["Transfer the money"]


# --- what the seed could not


def test_gone_a_session_ends_with_its_process(memdesk: CommandLine) -> None:
    """The seed keeps the block in its process; here it is in the bank, for any process."""
    asked = ("block", "--host", "butler", "--session", "s", "--preset", PRESET)
    assert memdesk("add", "Likes tea").returncode == 0
    first = memdesk(*asked).stdout
    assert memdesk("add", "Lives in Berlin").returncode == 0
    assert memdesk(*asked).stdout == first and len(entries(first)) == 1
    assert len(entries(memdesk(*asked, "--refresh").stdout)) == 2


def test_gone_a_memory_of_one_user_alone(connect: Connect) -> None:
    """One bank, several roles: what a role keeps for itself is no other's."""
    nurse, cook = connect(host="h", role="nurse"), connect(host="h", role="cook")
    nurse.call("memory_write", title="Pills", content="At nine", scope="role")
    cook.call("memory_write", title="Salt", content="Little", scope="workspace")
    assert "At nine" in nurse.system(preset=PRESET) and "Little" in nurse.system(preset=PRESET)
    assert "At nine" not in cook.system(preset=PRESET)
    assert cook.call("recall", query="pills")["entries"] == []


def test_gone_a_secret_in_the_prompt(connect: Connect) -> None:
    host = connect()
    host.call("remember", text="The key is password=hunter2hunter2")
    assert "hunter2" not in json.dumps(host.call("block", preset=PRESET))
