"""The tools of the MCP door: what they do, what they refuse, and who may see what."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_session import Opened

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.hosts import mcp_tools
from memdesk.store.bank import Bank

USER = Actor()
SIX = ["memory_read", "memory_update", "memory_write", "memory_recall", "memory_list"]
SIX.append("memory_forget")


def test_six_tools_in_few_bytes(opened: Opened) -> None:
    session = opened()
    session.open()
    tools = session.call("tools/list")["tools"]
    assert [one["name"] for one in tools] == SIX
    assert len(json.dumps(tools)) < 5_000
    hints = {one["name"]: one["annotations"] for one in tools}
    reading = {"memory_read", "memory_recall", "memory_list"}
    assert {name for name, hint in hints.items() if hint["readOnlyHint"]} == reading
    assert {name for name, hint in hints.items() if hint["destructiveHint"]} == {
        "memory_update",
        "memory_forget",
    }
    for one in tools:
        assert one["inputSchema"]["type"] == "object"
        assert not {"host", "role", "workspace", "session"} & set(one["inputSchema"]["properties"])


def test_brief_schemas_know_every_parameter() -> None:
    from memdesk.hosts.operations import OPERATIONS

    for tool in mcp_tools.listed(read_only=False):
        operation = OPERATIONS[tool["name"]]
        assert list(tool["inputSchema"]["properties"]) == [one.name for one in operation.takes]
        required = [one.name for one in operation.takes if one.required]
        assert tool["inputSchema"].get("required", []) == required


def test_a_reader_is_shown_and_given_no_writing(opened: Opened) -> None:
    session = opened(read_only=True)
    session.open()
    names = [one["name"] for one in session.call("tools/list")["tools"]]
    assert names == ["memory_read", "memory_recall", "memory_list"]
    assert "read only" in session.refused("memory_write", title="T", content="C")
    assert session.tool("memory_list")["entries"] == []


def test_write_recall_read_list_update_forget(opened: Opened) -> None:
    session = opened(workspace="/w")
    session.open()
    written = session.call(
        "tools/call",
        {"name": "memory_write", "arguments": {"title": "Shell", "content": "Use pwsh 7"}},
    )
    id = written["structuredContent"]["id"]
    assert written["structuredContent"]["suggestion"] is False
    assert id in written["content"][0]["text"]
    recalled = session.call("tools/call", {"name": "memory_recall", "arguments": {"query": "pwsh"}})
    assert recalled["structuredContent"]["entries"][0]["id"] == id
    assert "Use pwsh 7" in recalled["content"][0]["text"]
    (entry,) = session.tool("memory_read", id=id)["entries"]
    assert (entry["workspace"], entry["author"]) == ("/w", "tester")
    assert entry["session_id"].startswith("mcp-")
    assert session.tool("memory_list")["entries"][0]["title"] == "Shell"
    changed = session.tool("memory_update", id=id, content="Use pwsh 7.5")
    assert changed["changed"] == [
        {"kind": "memory", "id": id, "action": "updated", "fields": ["content"]}
    ]
    assert session.tool("memory_forget", id=id) == {"found": True}
    assert session.tool("memory_forget", id=id) == {"found": False}


def test_the_whole_profile_is_said_in_words_too(opened: Opened) -> None:
    session = opened()
    session.open()
    session.tool("memory_update", interests=["anime"], taskTitle="Ship", taskStatus="doing")
    session.tool("memory_update", workName="Forum", workTech=["Godot 4.7"])
    read = session.call("tools/call", {"name": "memory_read"})
    text = read["content"][0]["text"]
    for said in ("anime", "Ship", "doing", "Forum", "Godot 4.7"):
        assert said in text
    assert read["structuredContent"]["profile"]["interests"] == ["anime"]


def test_a_memory_holds_its_text_against_tricks(opened: Opened) -> None:
    secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"
    session = opened()
    session.open()
    id = session.tool("memory_write", title="Key", content=f"The key is {secret}")["id"]
    for call in (
        ("tools/call", {"name": "memory_read", "arguments": {"id": id}}),
        ("tools/call", {"name": "memory_recall", "arguments": {"query": "key"}}),
        ("resources/read", {"uri": f"memdesk://memory/{id}"}),
        ("resources/read", {"uri": "memdesk://block"}),
    ):
        assert secret not in json.dumps(session.call(*call))


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("memory_write", {"title": "T"}, "content"),
        ("memory_write", {"title": "T", "content": "C", "category": "x"}, "lesson"),
        ("memory_write", {"title": "T", "content": "C", "colour": "x"}, "source_sessions"),
        ("memory_write", {"title": 7, "content": "C"}, "title must be a text"),
        ("memory_write", {"title": "x" * 201, "content": "C"}, "at most 200"),
        ("memory_write", {"title": "T", "content": "C", "scope": "role"}, "role"),
        ("memory_recall", {"query": "x", "limit": 51}, "between 1 and 50"),
        ("memory_update", {}, "taskTitle"),
        ("memory_update", {"id": "nowhere", "title": "T"}, "nowhere"),
        ("memory_read", {"id": "nowhere"}, "nowhere"),
        ("memory_list", {"cursor": "x"}, "memory_list"),
        ("memory_read", [], "arguments"),
    ],
)
def test_refusals_say_what_to_do(opened: Opened, name: str, arguments: Any, said: str) -> None:
    session = opened()
    session.open()
    result = session.call("tools/call", {"name": name, "arguments": arguments})
    assert result["isError"]
    assert said in result["content"][0]["text"]


def test_only_tools_are_called(opened: Opened) -> None:
    session = opened()
    session.open()
    for name in ("block", "stats", "hello", "subscribe", "nothing", None, 7):
        error = session.refusal("tools/call", {"name": name, "arguments": {}})
        assert error["code"] == -32602
        assert all(tool in error["message"] for tool in SIX)


def test_aliases_are_called_and_not_listed(opened: Opened) -> None:
    session = opened()
    session.open()
    id = session.tool("remember", text="We deploy on Fridays.")["id"]
    assert session.tool("recall", query="Fridays")["entries"][0]["id"] == id
    assert session.tool("forget", id=id) == {"found": True}


def test_a_reviewed_hosts_writes_are_suggestions(opened: Opened, bank: Bank) -> None:
    bank.set_host("tester", USER, policy="review")
    session = opened()
    session.open()
    written = session.tool("memory_write", title="T", content="C")
    assert written["suggestion"] is True
    assert bank.entries() == []
    assert len(bank.suggestions()) == 1


def test_calls_are_logged_for_who_read_what(opened: Opened, bank: Bank) -> None:
    id = bank.add(Memory(title="Fridays", content="x"), USER).id
    session = opened(host="claude-code", workspace="/w", role="r", session="s")
    session.open()
    session.tool("memory_recall", query="Fridays")
    session.server.end()
    logged = {row.operation: row for row in bank.access_log()}
    assert set(logged) == {"block", "memory_recall"}
    row = logged["memory_recall"]
    assert (row.host, row.workspace, row.role, row.session) == ("claude-code", "/w", "r", "s")
    assert row.ids == logged["block"].ids == (id,)


def test_what_a_write_brought_is_learnt_behind_its_reply(opened: Opened, bank: Bank) -> None:
    """So the next one needn't: before the door ends, without another question."""
    session = opened()
    session.open()
    for text in ("Auth uses JWT", "Deploys wait for a review"):
        session.tool("memory_write", title=text, content=text)
    session.end()
    desk = session.server._desk
    assert desk is not None
    words = desk.service.bank._words
    written = [change.number for change in bank.changes_since(0) if "memory" in change.kinds]
    assert words is not None and words.words._learnt >= written[1]
    assert desk.service._policies[0] >= written[1]


def test_a_roles_private_entry_is_out_of_every_others_reach(opened: Opened, bank: Bank) -> None:
    private = bank.add(Memory(title="Private", content="of alice", role="alice"), USER).id
    task = bank.add(Task(title="Private task", role="alice"), USER).id
    for role in ("bob", ""):
        session = opened(role=role)
        assert "Private" not in session.open().get("instructions", "")
        assert private in session.refused("memory_read", id=private)
        assert session.tool("memory_recall", query="Private")["entries"] == []
        assert session.tool("memory_list")["entries"] == []
        session.refused("memory_update", id=private, title="Mine")
        session.refused("memory_update", taskId=task, taskNotes="Mine")
        assert session.tool("memory_forget", id=private) == {"found": False}
        assert session.refusal("resources/read", {"uri": f"memdesk://memory/{private}"})
        assert session.refusal("resources/subscribe", {"uri": f"memdesk://memory/{private}"})
        listed = session.call("resources/list")["resources"]
        assert not any(private in one["uri"] for one in listed)
        for uri in ("memdesk://block", "memdesk://tasks"):
            assert "Private" not in json.dumps(session.call("resources/read", {"uri": uri}))
        assert "Private" not in json.dumps(session.call("prompts/get", {"name": "block"}))
    assert "bob" in opened(role="bob").refused("memory_list", role="alice")
    assert bank.get(private).title == "Private"
    alice = opened(role="alice")
    assert "Private" in alice.open()["instructions"]
