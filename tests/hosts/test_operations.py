"""What the operations give, to whom: shapes, scopes, policies, secrets, the access log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.hosts.operations import OPERATIONS, listed
from memdesk.hosts.socket_server import SocketServer
from memdesk.store.bank import Bank

Connect = Callable[[], Raw]

USER = Actor()
SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"


def test_every_operation_of_the_specification_is_there() -> None:
    assert [operation.name for operation in listed()] == [
        *("hello", "block", "memory_read", "memory_update", "memory_write", "memory_recall"),
        *("memory_list", "memory_forget", "session_list", "session_read", "consolidation_due"),
        *("subscribe", "stats", "ping"),
    ]
    assert {"remember", "recall", "forget"} < set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda one: one.name)
def test_schemas_name_every_parameter(operation: object) -> None:
    schema = OPERATIONS[operation.name].schema(identity=True)  # type: ignore[attr-defined]
    assert schema["additionalProperties"] is False
    assert {"host", "workspace", "role", "session"} <= set(schema["properties"])  # type: ignore[arg-type]


def test_hello_says_who_serves(client: Raw, served: SocketServer) -> None:
    said = client.call("hello", host="cursor", version="1", workspace="/w", role="r", session="s")
    assert said == {
        "server": "memdesk",
        "version": said["version"],
        "protocol": 1,
        "bank": str(served.bank_path),
        "policy": "write",
    }


def test_write_read_recall_list_forget(client: Raw) -> None:
    client.call("hello", host="cursor", workspace="/w", session="s9")
    written = client.call(
        "memory_write",
        title="Use pwsh 7",
        content="## Shell\nPowerShell 7, not 5.1",
        category="decision",
        tags=["terminal", "windows", "terminal"],
        relevance="high",
        source_sessions=["s1"],
    )
    assert written == {"id": written["id"], "similar": [], "suggestion": False, "notes": []}
    (entry,) = client.call("memory_read", ids=[written["id"]])["entries"]
    assert entry == entry | {
        "kind": "memory",
        "id": written["id"],
        "title": "Use pwsh 7",
        "content": "## Shell\nPowerShell 7, not 5.1",
        "category": "decision",
        "tags": ["terminal", "windows"],
        "relevance": "high",
        "workspace": "/w",
        "role": "",
        "author": "cursor",
        "session_id": "s9",
        "source_sessions": ["s1"],
        "accessed_at": None,
        "never_send_to": [],
    }
    (found,) = client.call("memory_recall", query="powershell")["entries"]
    assert "PowerShell 7" in found["snippet"]
    assert client.call("memory_recall", query="powershell", category="lesson")["entries"] == []
    assert client.call("memory_list", tags=["windows"])["entries"][0]["id"] == written["id"]
    assert client.call("memory_forget", id=written["id"]) == {"found": True}
    assert client.call("memory_forget", id=written["id"]) == {"found": False}
    assert client.refusal("memory_read", id=written["id"])["code"] == -32001
    assert client.call("memory_recall", query="powershell")["entries"] == []


def test_read_without_ids_gives_all_that_is_true_of_the_person(client: Raw) -> None:
    notes = "n" * 5_000
    client.call("memory_update", interests="games, anime", profileNotes="Call me Master.")
    client.call("memory_update", taskId="t1", taskTitle="Advance", taskNotes=notes)
    client.call("memory_update", workId="w1", workName="Game", workTech="Godot；GDScript")
    client.call("memory_write", title="Rule", content="Use spaces", tags=["rule"])
    client.call("memory_write", title="Fact", content="It rains")
    read = client.call("memory_read")
    assert read["profile"]["interests"] == ["games", "anime"]
    assert read["profile"]["notes"] == "Call me Master."
    assert [(task["id"], task["status"], task["notes"]) for task in read["tasks"]] == [
        ("t1", "todo", notes)
    ]
    assert [(work["id"], work["tech"]) for work in read["works"]] == [("w1", ["Godot", "GDScript"])]
    assert [rule["title"] for rule in read["constraints"]] == ["Rule"]


def test_update_says_what_changed_and_does_all_or_nothing(client: Raw) -> None:
    updated = client.call("memory_update", taskTitle="One", addInterests="a")
    assert [one["kind"] for one in updated["changed"]] == ["profile", "task"]
    id = updated["changed"][1]["id"]
    assert id.startswith("t")
    assert "One" in updated["summary"]
    assert client.call("memory_update", taskId=id, taskTitle="One")["changed"] == []
    refused = client.refusal("memory_update", taskId=id, taskStatus="done", removeWorkId="none")
    assert refused["code"] == -32001
    assert client.call("memory_read", id=id)["entries"][0]["status"] == "todo"


def test_remember_keeps_one_text_and_drops_none(client: Raw) -> None:
    refused = client.refusal("remember", text="Kept?", content="Or this?")
    assert (refused["code"], refused["data"]["field"]) == (-32602, "text")
    assert client.call("memory_list")["entries"] == []
    assert client.call("remember", content="Only this.")["id"]


def test_aliases_do_the_same(client: Raw) -> None:
    text = "The build runs on Debian. It takes an hour, mostly for the tests of the window."
    id = client.call("remember", text=text)["id"]
    (entry,) = client.call("recall", query="Debian")["entries"]
    assert (entry["id"], entry["content"]) == (id, text)
    assert entry["title"] and text.startswith(entry["title"].rstrip("…"))
    assert client.call("forget", id=id) == {"found": True}


def test_an_id_of_two_kinds_is_a_conflict(client: Raw, bank: Bank) -> None:
    bank.add(Memory(id="same", title="A", content="a"), USER)
    bank.add(Task(id="same", title="B"), USER)
    assert client.refusal("memory_read", id="same")["code"] == -32004
    assert client.refusal("memory_forget", id="same")["code"] == -32004


def test_a_list_goes_on_where_it_was_though_others_write(client: Raw) -> None:
    for number in range(25):
        client.call("memory_write", title=f"T{number}", content=f"C{number}")
    seen = []
    cursor = None
    for _ in range(20):
        page = client.call("memory_list", limit=4, cursor=cursor)
        seen += [entry["title"] for entry in page["entries"]]
        client.call("memory_write", title=f"New {len(seen)}", content="in between")
        cursor = page["next"]
        if cursor is None:
            break
    assert seen == [f"T{number}" for number in reversed(range(25))]


def test_long_texts_are_cut_in_recall_unless_asked_for_in_full(client: Raw) -> None:
    long = "word " * 1_000
    client.call("memory_write", title="Long", content=long)
    (short,) = client.call("memory_recall", query="word")["entries"]
    assert short["content"].endswith("…") and len(short["content"]) == 1_001
    assert short["cut"] == ["content"]
    (full,) = client.call("memory_recall", query="word", full=True)["entries"]
    assert full["content"] == long and "cut" not in full


# --- roles


def test_another_roles_private_entry_does_not_exist(connect: Connect) -> None:
    """By no operation, no id, no search, no count, no notification."""
    mine, other, nobody = connect(), connect(), connect()
    mine.call("hello", host="h", workspace="/w", role="alice")
    other.call("hello", host="h", workspace="/w", role="bob")
    nobody.call("hello", host="h", workspace="/w")
    for one in (other, nobody):
        one.call("subscribe")
    id = mine.call(
        "memory_write", title="Private zebra", content="Never tell zebra", tags=["zebra", "rule"]
    )["id"]
    shared = mine.call("memory_write", title="Shared", content="For all", scope="workspace")["id"]
    assert mine.call("memory_read", id=id)["entries"][0]["role"] == "alice"
    for one in (other, nobody):
        told = one.line()
        assert (told["method"], told["params"]["ids"]) == ("changed", [shared])
        assert one.refusal("memory_read", id=id)["code"] == -32001
        assert one.refusal("memory_read", ids=[shared, id])["code"] == -32001
        assert one.call("memory_forget", id=id) == {"found": False}
        assert one.refusal("memory_update", id=id, title="Mine now")["code"] == -32001
        assert one.call("memory_recall", query="zebra")["entries"] == []
        assert one.call("memory_recall", query="zebra", scope="role")["entries"] == []
        listed = one.call("memory_list")["entries"]
        assert [entry["id"] for entry in listed] == [shared]
        assert one.call("memory_list", scope="role")["entries"] == []
        assert one.call("memory_read")["constraints"] == []
        stats = one.call("stats")
        assert (stats["memories"], stats["tags"]) == (1, {})
        twin = one.call("memory_write", title="Private zebra", content="Never tell zebra")
        assert twin["similar"] == []
        assert id not in str(one.call("block", session="s1"))
        assert id not in str(one.call("block", layers=["runtime"]))
        one.call("memory_forget", id=twin["id"])
    assert mine.call("memory_read", id=id)["entries"][0]["title"] == "Private zebra"
    assert id in mine.call("block")["layers"]["system"]


def test_an_id_taken_by_what_is_hidden_is_refused_as_one_that_is_not_there(
    client: Raw, bank: Bank
) -> None:
    bank.add(Task(id="private", title="Alice's", role="alice"), USER)
    bank.add(Task(id="withheld", title="Never sent", never_send_to=("bobs",)), USER)
    client.call("hello", host="bobs", role="bob")
    for id in ("private", "withheld"):
        for _again in ("there", "in the trash"):
            refused = client.refusal("memory_update", taskId=id, taskTitle="Mine")
            assert refused == {"code": -32001, "message": f"There is no task with the id {id}."}
            bank.delete([("task", id)], USER)
        assert bank.get(id, trashed=True).label != "Mine"
    assert [bank.get(id, trashed=True).label for id in ("private", "withheld")] == [
        "Alice's",
        "Never sent",
    ]


def test_a_fixed_role_can_not_be_contradicted(client: Raw) -> None:
    client.call("hello", role="alice", workspace="/w", host="h")
    assert client.refusal("memory_list", role="bob")["code"] == -32003
    assert client.refusal("hello", role="bob")["code"] == -32003
    assert client.call("memory_list", role="alice")["entries"] == []
    id = client.call("memory_write", title="A", content="a", workspace="/elsewhere", host="other")[
        "id"
    ]
    (entry,) = client.call("memory_read", id=id)["entries"]
    # What hello fixed wins over what the call says.
    assert (entry["workspace"], entry["role"], entry["author"]) == ("/w", "alice", "h")


def test_every_operation_takes_the_identity_with_the_call(client: Raw) -> None:
    id = client.call(
        "memory_write", title="A", content="a", workspace="/w/", role="r", host="h", session="s"
    )["id"]
    assert client.refusal("memory_read", id=id)["code"] == -32001
    (entry,) = client.call("memory_read", id=id, workspace="/w", role="r")["entries"]
    assert (entry["workspace"], entry["author"], entry["session_id"]) == ("/w", "h", "s")


# --- policies


def test_read_only(client: Raw, bank: Bank) -> None:
    bank.set_host("h", USER, policy="read")
    assert client.call("hello", host="h")["policy"] == "read"
    for method, params in WRITES:
        assert client.refusal(method, **params)["code"] == -32003
    assert client.call("memory_list")["entries"] == []


def test_blocked(client: Raw, bank: Bank) -> None:
    bank.set_host("h", USER, policy="blocked")
    assert client.call("hello", host="h")["policy"] == "blocked"
    for method, params in [*WRITES, ("block", {}), ("memory_read", {}), ("subscribe", {})]:
        assert client.refusal(method, **params)["code"] == -32003


def test_a_policy_counts_from_the_next_call(client: Raw, bank: Bank) -> None:
    client.call("hello", host="h")
    client.call("memory_write", title="A", content="a")
    bank.set_host("h", USER, policy="blocked")
    assert client.refusal("block")["code"] == -32003
    bank.set_host("h", USER, policy="write")
    assert "a" in client.call("memory_list")["entries"][0]["content"]


def test_writes_to_review_become_suggestions(client: Raw, bank: Bank) -> None:
    there = bank.add(Memory(title="There", content="There"), USER)
    bank.set_host("h", USER, policy="review")
    client.call("hello", host="h", workspace="/w", session="s")
    written = client.call("remember", text="Something new")
    assert written["suggestion"] is True
    assert client.call("memory_update", taskTitle="T")["suggestion"] is True
    assert client.call("memory_forget", id=there.id) == {"found": True, "suggestion": True}
    assert client.refusal("memory_update", taskStatus="x")["code"] == -32602
    assert [entry["id"] for entry in client.call("memory_list")["entries"]] == [there.id]
    waiting = {one.operation: one for one in bank.suggestions()}
    assert set(waiting) == {"memory_write", "memory_update", "memory_forget"}
    kept = waiting["memory_write"]
    assert (kept.host, kept.session_id) == ("h", "s")
    assert kept.parameters["title"] == "Something new"
    assert kept.parameters["workspace"] == "/w"


WRITES: list[tuple[str, dict[str, object]]] = [
    ("memory_write", {"title": "A", "content": "a"}),
    ("remember", {"text": "a"}),
    ("memory_update", {"taskTitle": "A"}),
    ("memory_forget", {"id": "m1"}),
]


def test_while_paused_blocks_are_empty_and_nothing_is_written(
    client: Raw, served: SocketServer, bank: Bank
) -> None:
    client.call("memory_write", title="A", content="You must rest")
    assert client.call("block", session="s")["layers"]["system"]
    served.pause()
    reply = client.call("block", session="s")
    assert reply["layers"] == {"system": "", "runtime": "", "tail": ""}
    for method, params in WRITES:
        assert client.refusal(method, **params)["code"] == -32005
    served.resume()
    assert client.call("block", session="s")["layers"]["system"]


# --- secrets, never send to


def test_hosts_see_no_secret_and_the_bank_keeps_it(client: Raw, bank: Bank) -> None:
    written = client.call("memory_write", title="Key", content=f"The key is {SECRET} for now")
    assert written["notes"]
    client.call("memory_update", taskTitle="Deploy", taskNotes="password=hunter2hunter2")
    client.call("memory_update", profileNotes=f"My key: {SECRET}")
    for reply in (
        client.call("memory_read", id=written["id"]),
        client.call("memory_read"),
        client.call("memory_recall", query="key"),
        client.call("memory_recall", query="for now"),
        client.call("memory_list"),
        client.call("block"),
    ):
        assert "sk-ant" not in str(reply) and "hunter2" not in str(reply)
        assert "abcdefghijklmnopqrstuvwxyz" not in str(reply)
    assert SECRET in bank.get(written["id"]).content  # type: ignore[attr-defined]
    bank.update(written["id"], {"not_secret": True}, USER)
    assert SECRET in client.call("memory_read", id=written["id"])["entries"][0]["content"]


def test_a_look_alikes_title_shows_no_secret(client: Raw, bank: Bank) -> None:
    memory = Memory(title=f"The key is {SECRET}", content="Where the staging key is kept")
    there = bank.add(memory, USER)
    written = client.call("memory_write", title=memory.title, content=memory.content)
    assert [one["id"] for one in written["similar"]] == [there.id]
    assert written["similar"][0]["title"] == "The key is [redacted: Anthropic API key]"


def test_a_host_is_the_same_in_any_case(client: Raw, bank: Bank) -> None:
    hidden = bank.add(Memory(title="Zebra", content="x", never_send_to=("Cursor",)), USER)
    client.call("hello", host="cursor")
    assert hidden.id not in client.call("block")["layers"]["system"]
    assert client.call("memory_recall", query="zebra")["entries"] == []
    assert client.refusal("memory_read", id=hidden.id)["code"] == -32001


def test_what_the_person_decides_for_the_unknown_holds_for_who_says_no_name(
    client: Raw, bank: Bank
) -> None:
    hidden = bank.add(Memory(title="Zebra", content="x", never_send_to=("unknown",)), USER)
    bank.set_host("unknown", USER, preset="none")
    assert client.refusal("memory_read", id=hidden.id)["code"] == -32001
    assert client.call("memory_recall", query="zebra")["entries"] == []
    assert client.call("stats")["memories"] == 0
    assert hidden.id not in str(client.call("block", preset="default"))
    bank.add(Memory(title="Seen", content="x"), USER)
    assert client.call("block")["layers"]["system"] == ""
    assert "Seen" in client.call("block", host="named")["layers"]["system"]


@pytest.mark.parametrize("never", [("h",), ("*",), ("other", "h")])
def test_an_entry_never_sent_to_a_host_does_not_exist_for_it(
    connect: Connect, bank: Bank, never: tuple[str, ...]
) -> None:
    nothing = bank.stats()
    hidden = bank.add(
        Memory(title="Hidden zebra", content="You must hide", tags=("rule",), never_send_to=never),
        USER,
    )
    task = bank.add(Task(title="Hidden zebra task", never_send_to=never), USER)
    one, other = connect(), connect()
    one.call("hello", host="h")
    other.call("hello", host="free")
    for id in (hidden.id, task.id):
        assert one.refusal("memory_read", id=id)["code"] == -32001
        assert one.call("memory_forget", id=id) == {"found": False}
    assert one.refusal("memory_update", id=hidden.id, title="x")["code"] == -32001
    assert one.call("memory_recall", query="zebra")["entries"] == []
    assert one.call("memory_list")["entries"] == []
    read = one.call("memory_read")
    assert (read["tasks"], read["constraints"]) == ([], [])
    assert hidden.id not in str(one.call("block"))
    assert task.id not in str(one.call("block", session="s"))
    assert "Hidden" not in str(one.call("memory_update", addInterests="x"))
    assert one.call("stats") == nothing
    if "*" not in never:
        assert other.call("stats") == bank.stats()
        assert len(other.call("memory_recall", query="zebra")["entries"]) == 2


# --- the log


def test_what_was_asked_before_there_was_a_bank_is_logged_then(
    bank: Bank, bank_path: Path, address: str
) -> None:
    server = SocketServer(bank_path, address)
    server.start()
    try:
        client = Raw(address)
        client.call("memory_list", host="early")
        server.service.access.flush()
        assert not bank.exists()
        client.call("memory_write", title="T", content="C", host="early")
        server.service.access.flush()
        logged = [row.operation for row in bank.access_log()]
        assert sorted(logged) == ["memory_list", "memory_write"]
        client.close()
    finally:
        server.service.bank.close()
        server.stop()


def test_calls_are_logged_and_touch_what_they_gave(
    bank: Bank, bank_path: Path, address: str
) -> None:
    server = SocketServer(bank_path, address)
    server.start()
    client = Raw(address)
    client.call("hello", host="cursor", workspace="/w", role="r", session="s")
    id = client.call("memory_write", title="Zebra", content="You must see zebras")["id"]
    revision = bank.generation()
    client.call("memory_recall", query="zebra")
    client.call("block", layers=["system"])
    client.refusal("memory_read", id="nope")
    client.close()
    server.stop()  # writes what the log still holds
    logged = {row.operation: row for row in bank.access_log()}
    assert set(logged) == {"hello", "memory_write", "memory_recall", "block", "memory_read"}
    recall = logged["memory_recall"]
    assert (recall.host, recall.workspace, recall.role, recall.session) == (
        *("cursor", "/w", "r", "s"),
    )
    assert recall.ids == (id,) and recall.bytes > 100 and recall.microseconds > 0
    assert logged["block"].ids == (id,)
    entry = bank.get(id)
    assert entry.access_count == 1 and entry.accessed_at is not None
    # That a host showed up is a change; what it read is none.
    assert {kind for one in bank.changes_since(revision) for kind in one.kinds} <= {"host"}
    assert [host.name for host in bank.hosts()] == ["cursor"]


def test_reading_makes_no_bank(client: Raw, served: SocketServer) -> None:
    client.call("hello", host="h")
    for method in ("block", "memory_read", "memory_list", "stats"):
        client.call(method)
    client.call("memory_recall", query="x")
    served.stop()
    assert not served.bank_path.exists()


def test_a_twin_is_written_and_its_look_alike_named(client: Raw) -> None:
    first = client.call("memory_write", title="Never use tabs", content="Indent with spaces.")
    twin = client.call("memory_write", title="never use  tabs", content="Something else")
    assert [one["id"] for one in twin["similar"]] == [first["id"]]
    assert set(twin["similar"][0]) == {"id", "title", "score"}
    assert first["id"] in twin["notes"][0]
    assert client.call("stats")["memories"] == 2
