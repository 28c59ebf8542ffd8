"""The prompts of the MCP door, and the instruction of a person's own."""

from __future__ import annotations

from pathlib import Path

from mcp_session import Opened

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts.consolidation import instruction
from memdesk.store.bank import Bank

USER = Actor()


def test_prompts(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Fridays", content="x"), USER)
    session = opened()
    session.open()
    memory, block = session.call("prompts/list")["prompts"]
    assert (memory["name"], block["name"]) == ("memory", "block")
    assert [one["name"] for one in memory["arguments"]] == ["scope"]

    def text(name: str, **arguments: str) -> str:
        result = session.call("prompts/get", {"name": name, "arguments": arguments})
        (message,) = result["messages"]
        assert message["role"] == "user"
        return str(message["content"]["text"])

    assert "Fridays" in text("block")
    said = {scope: text("memory", scope=scope) for scope in ("all", "full", "recent", "session:7a")}
    assert len(set(said.values())) == 4
    assert text("memory") == said["all"]
    assert "`7a`" in said["session:7a"]
    for one in said.values():
        for word in ("session_list", "source_sessions", "memory_recall", "memory_update"):
            assert word in one
        assert "{" not in one
    for params in (
        {"name": "memory", "arguments": {"scope": "everything"}},
        {"name": "memory", "arguments": {"scope": "session:"}},
        {"name": "memory", "arguments": {"depth": "1"}},
        {"name": "memory", "arguments": {"scope": 7}},
        {"name": "nothing"},
        {"name": "memory", "arguments": "all"},
    ):
        assert session.refusal("prompts/get", params)["code"] == -32602


def test_the_instruction_is_the_workspaces_else_the_persons_else_ours(tmp_path: Path) -> None:
    ours = instruction("all", "en", str(tmp_path))
    assert instruction("all", "zh") != ours
    person = paths.config_dir() / "functions" / "memory.md"
    person.parent.mkdir(parents=True)
    person.write_text("Mine: {scope}", "utf-8")
    mine = instruction("recent", "en", str(tmp_path))
    assert mine.startswith("Mine: ") and "five" in mine
    place = tmp_path / ".memdesk" / "functions" / "memory.md"
    place.parent.mkdir(parents=True)
    place.write_text("The project's own.\n", "utf-8")
    own = instruction("full", "en", str(tmp_path))
    assert own.startswith("The project's own.\n\n") and "anew" in own
    assert instruction("recent", "en") == mine


def test_an_instruction_that_cannot_be_used_says_which(opened: Opened, tmp_path: Path) -> None:
    place = tmp_path / ".memdesk" / "functions" / "memory.md"
    place.parent.mkdir(parents=True)
    session = opened(workspace=str(tmp_path))
    session.open()
    for content in (b"\xff\xfe\xfa", b"x" * 400_001):
        place.write_bytes(content)
        assert str(place) in session.refusal("prompts/get", {"name": "memory"})["message"]
