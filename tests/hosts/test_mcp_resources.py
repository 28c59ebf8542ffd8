"""The resources of the MCP door, and how clients hear that they have changed."""

from __future__ import annotations

from mcp_session import STATELESS, Opened

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.store.bank import Bank

USER = Actor()


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
