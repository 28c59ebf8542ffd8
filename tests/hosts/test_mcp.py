"""The MCP door, line by line: both eras, tools, resources, prompts, changes, bad input."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Protocol

import pytest
from mcp_session import Opened, Session

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.query import Query
from memdesk.hosts import mcp_tools
from memdesk.hosts.consolidation import instruction
from memdesk.hosts.jsonrpc import MAX_LINE
from memdesk.hosts.mcp_greeting import INSTRUCTIONS, NO_BLOCK
from memdesk.hosts.mcp_stdio import lines
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.socket_server import SocketServer
from memdesk.store import greeting
from memdesk.store.bank import Bank


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]: ...


USER = Actor()
SIX = ["memory_read", "memory_update", "memory_write", "memory_recall", "memory_list"]
SIX.append("memory_forget")
STATELESS = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
}


# --- both eras


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_handshake_settles_on_the_clients_version(opened: Opened, version: str) -> None:
    result = opened().open(version)
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "memdesk"
    assert result["capabilities"] == {
        "tools": {},
        "resources": {"subscribe": True, "listChanged": True},
        "prompts": {},
    }


@pytest.mark.parametrize("version", ["1900-01-01", "2026-07-28", "", None, 7])
def test_a_handshake_offers_the_newest_for_what_it_does_not_speak(
    opened: Opened, version: object
) -> None:
    result = opened().call("initialize", {"protocolVersion": version})
    assert result["protocolVersion"] == "2025-11-25"


def test_stateless_requests_stand_for_themselves(opened: Opened) -> None:
    session = opened()
    found = session.call("server/discover", {"_meta": STATELESS})
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["resultType"] == "complete"
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "memdesk"
    assert (found["ttlMs"], found["cacheScope"]) == (0, "private")
    tools = session.call("tools/list", {"_meta": STATELESS})
    assert tools["ttlMs"] > 0 and tools["cacheScope"] == "public"
    written = session.call(
        "tools/call",
        {
            "name": "memory_write",
            "arguments": {"title": "Fridays", "content": "We deploy on Fridays"},
            "_meta": STATELESS,
        },
    )
    assert written["resultType"] == "complete"
    read = session.tool("memory_read", id=written["structuredContent"]["id"])
    assert read["entries"][0]["author"] == "tester"


def test_a_handshaken_result_has_nothing_of_the_stateless_era(opened: Opened) -> None:
    session = opened()
    session.open()
    assert set(session.call("tools/list")) == {"tools"}


@pytest.mark.parametrize("version", ["2025-11-25", "1900-01-01"])
def test_stateless_versions_that_are_not_spoken(opened: Opened, version: str) -> None:
    meta = STATELESS | {"io.modelcontextprotocol/protocolVersion": version}
    error = opened().refusal("tools/list", {"_meta": meta})
    assert error["code"] == -32022
    assert error["data"]["requested"] == version
    assert {"2026-07-28", "2025-11-25"} <= set(error["data"]["supported"])


def test_stateless_requests_lack_nothing(opened: Opened) -> None:
    session = opened()
    meta = dict(STATELESS)
    del meta["io.modelcontextprotocol/clientCapabilities"]
    assert session.refusal("tools/list", {"_meta": meta})["code"] == -32602
    assert session.refusal("server/discover")["code"] == -32602
    for method in ("ping", "initialize", "resources/subscribe", "logging/setLevel"):
        assert session.refusal(method, {"_meta": STATELESS})["code"] == -32601


def test_methods_that_are_not_there(opened: Opened) -> None:
    session = opened()
    session.open()
    for method in ("logging/setLevel", "completion/complete", "block", "memory_read", ""):
        assert session.refusal(method)["code"] == -32601
    assert session.call("ping") == {}


# --- the greeting


def test_the_greeting_is_the_block_within_its_limit(opened: Opened, bank: Bank) -> None:
    for number in range(60):
        bank.add(Memory(title=f"Fact {number} " + "x" * 80, content="x"), USER)
    bank.add(Memory(title="Never", content="Never force-push", constraint="yes"), USER)
    text = opened().open()["instructions"]
    assert "Never force-push" in text
    assert "Fact" in text
    assert len(text) <= INSTRUCTIONS


def test_the_greeting_is_frozen_for_its_connection(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    session = opened()
    first = session.open()["instructions"]
    session.tool("memory_write", title="After", content="y")
    assert session.open()["instructions"] == first
    assert "After" in opened().open()["instructions"]


def test_a_kept_greeting_is_the_same_bytes_and_no_older(
    opened: Opened, bank: Bank, bank_path: Path
) -> None:
    bank.add(Memory(title="Before", content="x"), USER)

    def kept() -> greeting.Greeting | None:
        return greeting.kept(bank_path, "tester", "", "", INSTRUCTIONS)

    assert kept() is None
    for _ in range(2):  # the first start also makes the host known to the bank
        session = opened()
        made = session.open()["instructions"]
        session.server.end()
    found = kept()
    assert found is not None and found.text == made
    assert found.injected == (("memory", bank.entries()[0].id),)
    assert opened().open()["instructions"] == made
    bank.add(Memory(title="After", content="x"), USER)
    assert kept() is None
    last = opened()
    assert "After" in last.open()["instructions"]
    last.tool("memory_write", title="At last", content="x")
    last.server.end()  # makes the next start's greeting, when nobody waits for it
    found = kept()
    assert found is not None and "At last" in found.text


def test_a_session_is_greeted_with_its_frozen_block(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    first = opened(session="s1").open()["instructions"]
    bank.add(Memory(title="After", content="x"), USER)
    assert opened(session="s1").open()["instructions"] == first
    assert "After" in opened(session="s2").open()["instructions"]


def test_no_block_is_one_line(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    assert opened(greets=False).open()["instructions"] == NO_BLOCK
    assert "\n" not in NO_BLOCK


def test_an_empty_bank_greets_with_nothing_and_makes_no_file(
    opened: Opened, bank_path: Path
) -> None:
    session = opened()
    assert "instructions" not in session.open()
    assert session.call("resources/list")["resources"]
    session.server.end()
    assert not bank_path.exists()


def test_a_blocked_host_is_told_so(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    opened().open()
    bank.set_host("tester", USER, policy="blocked")
    session = opened()
    assert "tester is blocked" in session.open()["instructions"]
    assert "tester is blocked" in session.refused("memory_list")


def test_a_damaged_bank_fails_no_host(opened: Opened, bank_path: Path) -> None:
    bank_path.write_bytes(b"no bank at all, but some text" * 100)
    session = opened()
    assert str(bank_path) in session.open()["instructions"]
    assert str(bank_path) in session.refused("memory_list")
    assert session.refusal("resources/read", {"uri": "memdesk://block"})["code"] == -32603
    assert session.call("ping") == {}


@pytest.mark.parametrize("name", ["user", "cli", "import:markdown"])
def test_no_client_passes_for_the_person(opened: Opened, name: str) -> None:
    session = opened()
    session.open(name=name)
    id = session.tool("memory_write", title="T", content="Always obey this rule")["id"]
    (entry,) = session.tool("memory_read", id=id)["entries"]
    assert entry["author"] == f"mcp {name}"
    assert entry["is_constraint"] is False


def test_a_running_server_greets_in_its_place(
    opened: Opened, served: SocketServer, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    first = opened()
    alone = first.open()["instructions"]
    first.end()  # which logs its own greeting
    (own,) = bank.access_log()
    monkeypatch.setenv("MEMDESK_SOCKET", served.address)
    assert opened().open()["instructions"] == alone
    served.service.access.flush()
    (row,) = (row for row in bank.access_log() if row != own)
    assert (row.host, row.operation) == ("tester", "block")


def test_what_is_paused_in_the_window_is_paused_here(
    opened: Opened, served: SocketServer, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    monkeypatch.setenv("MEMDESK_SOCKET", served.address)
    session = opened()
    assert "Before" in session.open()["instructions"]
    served.pause()
    assert "instructions" not in opened().open()
    assert "paused" in session.refused("memory_write", title="T", content="C")
    (block,) = session.call("resources/read", {"uri": "memdesk://block"})["contents"]
    assert block["text"] == ""
    served.resume()
    assert session.tool("memory_write", title="T", content="C")["id"]
    served.pause()
    served.stop()  # and with the server its pause ends
    assert session.tool("memory_write", title="U", content="D")["id"]
    served.start()
    assert "paused" in session.refused("memory_write", title="V", content="E")


def test_a_pause_that_a_killed_server_left_behind_does_not_count(
    opened: Opened, bank: Bank, short_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = short_dir / "s.sock"
    monkeypatch.setenv("MEMDESK_SOCKET", str(address))
    PauseMark(str(address)).set()
    assert opened().tool("memory_write", title="T", content="C")["id"]


# --- tools


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


def test_what_a_write_brought_is_learnt_behind_its_reply(opened: Opened) -> None:
    """So the next one needn't: before the door ends, without another question."""
    session = opened()
    session.open()
    for text in ("Auth uses JWT", "Deploys wait for a review"):
        session.tool("memory_write", title=text, content=text)
    session.end()
    desk = session.server._desk
    assert desk is not None
    bank, words = desk.service.bank, desk.service.bank._words
    written = [change.number for change in bank.changes_since(0) if "memory" in change.kinds]
    assert words is not None and words.words._learnt >= written[1]
    assert desk.service._policies[0] >= written[1]


# --- scopes


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


# --- flags


def asked(*lines: dict[str, object]) -> str:
    return "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)


def test_a_workspace_of_a_flag_is_taken_from_where_the_host_starts_it(
    memdesk: CommandLine, bank: Bank, tmp_path: Path
) -> None:
    write = {"id": 1, "method": "tools/call", "params": _writing("T")}
    for named in (".", "app", str(tmp_path / "app")):
        flags = ("--bank", bank.path, "--workspace", named)
        done = memdesk("mcp", *flags, stdin=asked(write), cwd=tmp_path)
        assert "Remembered" in done.stdout, done
    here = str(tmp_path.resolve())
    found = [entry.workspace for entry in bank.entries(Query(sort="created", descending=False))]
    assert found == [here, f"{here}/app", f"{here}/app"]


@pytest.mark.parametrize("flag", ["host", "role", "session"])
@pytest.mark.parametrize("name", ["a\nb", " a", "a\0", "x" * 201])
def test_a_flag_that_is_no_name_is_refused_at_every_call(
    opened: Opened, bank: Bank, flag: str, name: str
) -> None:
    session = opened(**{flag: name})
    session.open()
    assert session.refused("memory_write", title="T", content="C").startswith(f"{flag} ")
    assert not bank.exists()


# --- resources


def test_the_address_of_a_memory_means_no_task_of_the_same_id(opened: Opened, bank: Bank) -> None:
    bank.add(Task(id="forum", title="Ship it"), USER)
    bank.add(Memory(id="forum", title="Fridays", content="We deploy on Fridays"), USER)
    session = opened()
    session.open()
    uri = "memdesk://memory/forum"
    (found,) = session.call("resources/read", {"uri": uri})["contents"]
    assert "We deploy on Fridays" in found["text"] and "Ship it" not in found["text"]
    assert session.call("resources/subscribe", {"uri": uri}) == {}


def test_resources_are_listed_read_and_described(opened: Opened, bank: Bank) -> None:
    id = bank.add(Memory(title="Fridays", content="We deploy on Fridays"), USER).id
    task = bank.add(Task(title="Ship it", status="doing"), USER).id
    bank.add(Work(name="Forum", summary="A game"), USER)
    session = opened()
    session.open()
    listed = session.call("resources/list")
    assert [one["uri"] for one in listed["resources"]] == [
        "memdesk://block",
        "memdesk://tasks",
        "memdesk://works",
        "memdesk://sessions",
        f"memdesk://memory/{id}",
    ]
    assert "nextCursor" not in listed
    templates = session.call("resources/templates/list")["resourceTemplates"]
    assert [one["uriTemplate"] for one in templates] == [
        "memdesk://memory/{id}",
        "memdesk://sessions{?scope,limit,cursor}",
        "memdesk://session/{id}{?limit,cursor}",
    ]

    def text(uri: str) -> str:
        (found,) = session.call("resources/read", {"uri": uri})["contents"]
        assert found["uri"] == uri
        return str(found["text"])

    assert "Fridays" in text("memdesk://block")
    assert "Ship it" in text("memdesk://tasks")
    assert "A game" in text("memdesk://works")
    assert "We deploy on Fridays" in text(f"memdesk://memory/{id}")
    for uri in ("memdesk://memory/", "memdesk://nothing", f"memdesk://memory/{task}", "x" * 999):
        assert session.refusal("resources/read", {"uri": uri})["code"] == -32002
        stateless = session.refusal("resources/read", {"uri": uri, "_meta": STATELESS})
        assert stateless["code"] == -32602
        assert stateless["data"] == {"uri": uri}
    assert session.refusal("resources/read", {"uri": 7})["code"] == -32602


def test_many_memories_are_listed_page_by_page(opened: Opened, bank: Bank) -> None:
    with bank.transaction(USER, "add"):
        for number in range(250):
            bank.add(Memory(title=f"Fact {number}", content="x"), USER)
    session = opened()
    session.open()
    found, cursor, pages = [], None, 0
    while True:
        page = session.call("resources/list", {"cursor": cursor} if cursor else {})
        found += [one["uri"] for one in page["resources"]]
        pages += 1
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert pages == 3
    assert len(found) == len(set(found)) == 254
    for wrong in ("x", "x:1", "1:x", "999999999:1.memory.a", 7):
        assert session.refusal("resources/list", {"cursor": wrong})["code"] == -32602


def test_the_block_of_a_resource_is_live(opened: Opened, bank: Bank) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    session = opened(session="s1")
    session.open()
    session.tool("memory_write", title="After", content="x")
    (found,) = session.call("resources/read", {"uri": "memdesk://block"})["contents"]
    assert "After" in found["text"]


# --- changes


def test_changes_by_anyone_are_told(opened: Opened, bank: Bank) -> None:
    id = bank.add(Memory(title="Fridays", content="x"), USER).id
    session = opened()
    session.open()
    session.call("resources/subscribe", {"uri": "memdesk://block"})
    session.call("resources/subscribe", {"uri": f"memdesk://memory/{id}"})
    bank.update(id, {"title": "Mondays"}, USER, kind="memory")
    heard = {session.hear("notifications/resources/updated")["uri"] for _ in range(2)}
    assert heard == {"memdesk://block", f"memdesk://memory/{id}"}
    assert session.hear("notifications/resources/list_changed") == {}
    session.call("resources/unsubscribe", {"uri": "memdesk://block"})
    bank.add(Memory(title="Another", content="x"), USER)
    session.hear("notifications/resources/list_changed")
    assert not [one for one in session.told if one["method"].endswith("updated")]


def test_a_change_that_does_not_exist_for_a_client_is_not_told(opened: Opened, bank: Bank) -> None:
    session = opened(role="bob")
    session.open()
    session.call("resources/subscribe", {"uri": "memdesk://block"})
    bank.add(Memory(title="Private", content="x", role="alice"), USER)
    bank.add(Memory(title="For all", content="x"), USER)
    session.hear("notifications/resources/updated")
    session.hear("notifications/resources/list_changed")
    bank.add(Memory(title="Private too", content="x", role="alice"), USER)
    bank.add(Task(title="Ship it"), USER)  # the block's next change, and no memory's
    session.hear("notifications/resources/updated")
    assert session.told == []


def test_a_stateless_stream_is_acknowledged_told_and_ended(opened: Opened, bank: Bank) -> None:
    session = opened()
    wanted = {
        "toolsListChanged": True,
        "resourcesListChanged": True,
        "resourceSubscriptions": ["memdesk://tasks", "memdesk://nothing"],
    }
    id = session.ask("subscriptions/listen", {"notifications": wanted, "_meta": STATELESS})
    tag = {"io.modelcontextprotocol/subscriptionId": id}
    told = session.hear("notifications/subscriptions/acknowledged")
    assert told == {
        "_meta": tag,
        "notifications": {
            "resourcesListChanged": True,
            "resourceSubscriptions": ["memdesk://tasks"],
        },
    }
    bank.add(Memory(title="A", content="x"), USER)
    assert session.hear("notifications/resources/list_changed") == {"_meta": tag}
    bank.add(Task(title="Ship it"), USER)
    assert session.hear("notifications/resources/updated") == {
        "uri": "memdesk://tasks",
        "_meta": tag,
    }
    session.server.end()
    ended = session.next()
    assert ended["id"] == id
    assert ended["result"]["resultType"] == "complete"
    assert ended["result"]["_meta"].items() >= tag.items()


def test_a_stateless_stream_is_called_off(opened: Opened, bank: Bank) -> None:
    session = opened()
    wanted = {"notifications": {"resourcesListChanged": True}, "_meta": STATELESS}
    first = session.ask("subscriptions/listen", wanted)
    session.hear("notifications/subscriptions/acknowledged")
    session.call("resources/list", {"_meta": STATELESS})  # by now the stream is open
    session.take(
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": first}}
    )
    second = session.ask("subscriptions/listen", wanted)
    session.hear("notifications/subscriptions/acknowledged")
    bank.add(Memory(title="A", content="x"), USER)
    heard = session.hear("notifications/resources/list_changed")
    assert heard["_meta"] == {"io.modelcontextprotocol/subscriptionId": second}
    assert session.told == []


# --- prompts


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


# --- lines


def test_bad_lines_are_answered_and_harm_nothing(opened: Opened) -> None:
    session = opened()
    session.open()
    for line, code in (
        (b"nonsense", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
    ):
        session.server.take(line + b"\n")
        assert session.next()["error"]["code"] == code
    for silent in (
        b"\n",
        b" \r\n",
        b'{"jsonrpc":"2.0","id":1,"result":{}}\n',
        b'{"jsonrpc":"2.0","method":"notifications/nothing"}\n',
        b'{"jsonrpc":"2.0","method":"tools/call","params":{}}\n',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}\n',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n',
    ):
        session.server.take(silent)
    assert session.call("ping") == {}


def test_a_request_that_is_called_off_before_it_runs_is_not_run(opened: Opened, bank: Bank) -> None:
    session = opened()
    session.open()
    session.tool("memory_list")
    with bank.transaction(USER, "hold"):
        bank.add(Memory(title="Mine", content="x"), USER)
        # It waits for the lock that is held here, and the next one waits for it.
        session.ask("tools/call", _writing("First"))
        second = session.ask("tools/call", _writing("Second"))
        session.take(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": second}}
        )
    titles = {entry["title"] for entry in _after(session, second)}
    assert titles == {"Mine", "First"}


def _writing(title: str) -> dict[str, object]:
    return {"name": "memory_write", "arguments": {"title": title, "content": "x"}}


def _after(session: Session, called_off: int) -> list[Any]:
    """What is listed once all before it was answered, but for the one that was called off."""
    last = session.ask("tools/call", {"name": "memory_list"})
    while True:
        found = session.next()
        assert found.get("id") != called_off
        if found.get("id") == last:
            entries: list[Any] = found["result"]["structuredContent"]["entries"]
            return entries


def test_batches_where_the_version_has_them(opened: Opened) -> None:
    session = opened()
    session.open("2025-03-26")
    session.take(
        [
            {"jsonrpc": "2.0", "id": "a", "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/nothing"},
            {"jsonrpc": "2.0", "id": "b", "method": "resources/list"},
            7,
        ]
    )
    found = session.next()
    assert {one["id"] for one in found} == {"a", "b", None}
    session.take([])
    assert session.next()["error"]["code"] == -32600


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (b"[NaN]", -32700),
        (b'[{"jsonrpc":"2.0","id":-Infinity,"method":"ping"}]', -32700),
        (b"[" * 100_000, -32700),
        (b"[" * 400 + b"]" * 400, [-32600]),
        (b"[1e999]", [-32600]),
        (b'[{"jsonrpc":"2.0","id":1e999,"method":"ping"}]', [-32600]),
        (b'["\\ud800", null]', [-32600, -32600]),
    ],
)
def test_no_batch_ends_the_server(opened: Opened, line: bytes, codes: int | list[int]) -> None:
    session = opened()
    session.open("2025-03-26")
    session.server.take(line)
    found = session.next()
    if isinstance(codes, list):
        assert [one["error"]["code"] for one in found] == codes
    else:
        assert found["error"]["code"] == codes
    assert session.call("ping") == {}


def test_lines_come_in_pieces_and_end_without_newline() -> None:
    pieces = [b"on", b"e\ntwo\n", b"", b"lost"]
    assert list(lines(iter(pieces).__next__)) == [b"one", b"two"]
    assert list(lines(iter([b"one\ntw", b"o", b""]).__next__)) == [b"one", b"two"]


def test_a_line_may_have_as_many_bytes_and_no_more() -> None:
    fits, longer = b"x" * MAX_LINE, b"y" * (MAX_LINE + 1)
    for end in (b"\n", b""):
        assert list(lines(iter([fits + end, b""]).__next__)) == [fits]
    whole = [longer + b"\nnext\n", b""]
    in_pieces = [longer, longer, b"\nnext\n", b""]
    for pieces in (whole, in_pieces):
        refused, kept = lines(iter(pieces).__next__)
        assert str(MAX_LINE) in str(refused)
        assert kept == b"next"


def test_brief_schemas_know_every_parameter() -> None:
    from memdesk.hosts.operations import OPERATIONS

    for tool in mcp_tools.listed(read_only=False):
        operation = OPERATIONS[tool["name"]]
        assert list(tool["inputSchema"]["properties"]) == [one.name for one in operation.takes]
        required = [one.name for one in operation.takes if one.required]
        assert tool["inputSchema"].get("required", []) == required
