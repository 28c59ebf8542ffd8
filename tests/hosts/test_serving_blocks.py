"""Blocks over the socket: live, frozen, limited; and what subscribers are told (spec 2.4, 3.1)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.block.build import build_block, etag
from memdesk.core.block.result import BlockRequest
from memdesk.core.entry import Memory, Task
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.core.query import Query
from memdesk.core.scope import Viewer
from memdesk.hosts.socket_server import LOOK_SECONDS, SocketServer
from memdesk.store.bank import Bank

Connect = Callable[[], Raw]

USER = Actor()


def fill(bank: Bank, count: int = 6) -> None:
    for number in range(count):
        bank.add(Memory(title=f"Memory {number}", content=f"Background {number}"), USER)
    bank.add(Memory(title="Rule", content="Never push to main", tags=("rule",)), USER)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_reply_is_the_block_of_the_whole_bank(client: Raw, bank: Bank, name: str) -> None:
    fill(bank)
    viewer = Viewer(workspace="/w", role="r")
    block = build_block(
        bank.entries(Query()),
        bank.profile(),
        BUILT_IN[name],
        BlockRequest(viewer=viewer, host="h"),
    )
    reply = client.call("block", preset=name, workspace="/w", role="r", host="h")
    assert reply["layers"] == {
        "system": block.system,
        "runtime": block.runtime,
        "tail": block.tail,
    }
    assert reply["etag"] == etag(block.system)
    assert reply["frozen_at"] is None
    for layer, text in reply["layers"].items():
        assert reply["chars"][layer] == len(text)
        assert (reply["tokens"][layer] > 0) == bool(text)


def test_a_live_block_follows_every_write(client: Raw, bank: Bank) -> None:
    for number in range(5):
        id = client.call("memory_write", title=f"Mine {number}", content="x")["id"]
        assert id in client.call("block")["layers"]["system"]
        other = bank.add(Memory(title="Theirs", content="y"), USER)
        assert other.id in client.call("block")["layers"]["system"]


def test_only_the_layers_asked_for(client: Raw, bank: Bank) -> None:
    fill(bank)
    layers = client.call("block", layers=["runtime"], session="s")["layers"]
    assert (layers["system"], layers["tail"]) == ("", "")
    assert "Never push to main" in layers["runtime"]


@pytest.mark.usefixtures("patient_freezing")
def test_a_session_keeps_its_bytes_while_the_rules_stay_live(
    connect: Connect, bank: Bank, served: SocketServer
) -> None:
    fill(bank)
    first = connect().call("block", session="s", host="h", workspace="/w")
    for number in range(10):
        bank.add(Memory(title=f"New rule {number}", content="You must", tags=("rule",)), USER)
        bank.add(Memory(title=f"High {number}", content="x", relevance="high"), USER)
    again = connect().call("block", session="s", host="h", workspace="/w")
    assert again["layers"]["system"] == first["layers"]["system"]
    for name in ("etag", "frozen_at", "cut", "omitted"):
        assert again[name] == first[name]
    assert again["layers"]["runtime"] != first["layers"]["runtime"]
    assert first["frozen_at"] is not None

    served.stop()
    served.start()
    restarted = Raw(served.address)
    after = restarted.call("block", session="s", host="h", workspace="/w")
    assert after == again
    restarted.close()


@pytest.mark.parametrize(
    "other",
    [
        {"session": "s2"},
        {"host": "other"},
        {"workspace": "/v"},
        {"role": "r"},
        {"language": "zh"},
        {"preset": "gotong"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_another_key_is_frozen_by_itself(client: Raw, bank: Bank, other: dict[str, str]) -> None:
    fill(bank)
    key = {"session": "s", "host": "h", "workspace": "/w"}
    first = client.call("block", **key)
    bank.add(Memory(title="Since then", content="Since then", relevance="high"), USER)
    assert client.call("block", **key)["layers"]["system"] == first["layers"]["system"]
    assert "Since then" in client.call("block", **{**key, **other})["layers"]["system"]


def test_refresh_freezes_anew(client: Raw, bank: Bank) -> None:
    fill(bank)
    first = client.call("block", session="s")
    new = bank.add(Memory(title="New", content="x", relevance="high"), USER)
    refreshed = client.call("block", session="s", refresh=True)
    assert new.id in refreshed["layers"]["system"]
    bank.add(Memory(title="Newer", content="x", relevance="high"), USER)
    again = client.call("block", session="s")
    assert again["layers"]["system"] == refreshed["layers"]["system"] != first["layers"]["system"]


def test_what_another_process_froze_anew_holds_here(
    client: Raw, bank: Bank, bank_path: Path, short_dir: Path
) -> None:
    fill(bank)
    client.call("block", session="s")
    new = bank.add(Memory(title="New", content="x", relevance="high"), USER)
    other = SocketServer(bank_path, str(short_dir / "other.sock"))
    other.start()
    elsewhere = Raw(other.address)
    refreshed = elsewhere.call("block", session="s", refresh=True)
    elsewhere.close()
    other.stop()
    assert new.id in refreshed["layers"]["system"]
    assert client.call("block", session="s") == refreshed


@pytest.mark.usefixtures("patient_freezing")
def test_the_same_frozen_bytes_whatever_limit_they_fit(client: Raw, bank: Bank) -> None:
    fill(bank, 9)
    limited = client.call("block", session="s", limit=9_500)["layers"]["system"]
    bank.add(Memory(title="New", content="x", relevance="high"), USER)
    assert client.call("block", session="s")["layers"]["system"] == limited
    assert client.call("block", session="s", limit=len(limited))["layers"]["system"] == limited
    small = client.call("block", session="s", limit=len(limited) - 1)
    assert len(small["layers"]["system"]) < len(limited)
    assert small["frozen_at"] is not None
    bank.add(Memory(title="Newer", content="x", relevance="high"), USER)
    again = client.call("block", session="s", limit=len(limited) - 1)
    assert again["layers"]["system"] == small["layers"]["system"]
    assert client.call("block", session="s")["layers"]["system"] == limited


def test_a_locked_bank_keeps_no_session_waiting_and_its_bytes_stay(
    connect: Connect, bank: Bank, served: SocketServer
) -> None:
    fill(bank)
    sessions = [connect() for _ in range(6)]
    reader = connect()
    with bank.transaction(USER, "hold"):
        for number, one in enumerate(sessions):
            one.send(one.request("block", {"session": f"s{number}", "host": "h"}))
        for _ in range(20):
            assert len(reader.call("memory_list")["entries"]) == 7
        first = [one.line()["result"] for one in sessions]
        again = sessions[0].call("block", session="s0", host="h")
        assert again == first[0]
    assert [reply["frozen_at"] for reply in first] == [None] * 6, "that it is stored is not said"
    bank.add(Memory(title="Later", content="x", relevance="high"), USER)
    assert "Later" in reader.call("block", session="new", host="h")["layers"]["system"]
    for number in range(5):
        reply = reader.call("block", session=f"s{number}", host="h")
        assert reply["layers"]["system"] == first[number]["layers"]["system"]
    for one in (*sessions, reader):
        one.close()
    served.stop()  # what the last session still waits for is stored at the end
    served.start()
    later = Raw(served.address)
    reply = later.call("block", session="s5", host="h")
    assert reply["layers"]["system"] == first[5]["layers"]["system"]
    later.close()


def test_a_live_preset_is_never_frozen(client: Raw, bank: Bank) -> None:
    client.call("memory_update", addInterests="games")
    first = client.call("block", session="s", preset="gameassist")
    client.call("memory_update", addInterests="anime")
    again = client.call("block", session="s", preset="gameassist")
    assert "anime" in again["layers"]["system"] and "anime" not in first["layers"]["system"]
    assert (first["frozen_at"], again["frozen_at"]) == (None, None)


def test_the_roles_preset_wins_over_the_hosts(client: Raw, bank: Bank) -> None:
    fill(bank)
    bank.set_host("h", USER, preset="none")
    assert client.call("block", host="h")["layers"]["system"] == ""
    bank.set_role_preset("r", "rolebox", USER)
    assert "<available_memory>" in client.call("block", host="h", role="r")["layers"]["system"]
    assert client.call("block", host="h", role="r", preset="none")["layers"]["system"] == ""
    bank.save_preset(
        Preset(name="mine", sections=("memories",), intro={"en": "Mine."}, layers=("system",)),
        USER,
    )
    assert "Mine." in client.call("block", host="h", preset="mine")["layers"]["system"]


def test_what_was_cut_and_left_out_is_told(client: Raw, bank: Bank) -> None:
    fill(bank, DEFAULT.max_inject + 5 if DEFAULT.max_inject else 0)
    client.call("memory_update", taskId="t1", taskTitle="T", taskNotes="n" * 500)
    reply = client.call("block")
    assert reply["cut"] == [{"section": "tasks", "kind": "task", "id": "t1", "chars": 300}]
    assert reply["omitted"]["count"] == reply["omitted"]["sections"]["memories"] == 5
    assert set(reply["chars"]["sections"]) == {"constraints", "tasks", "memories"}
    assert all(count > 0 for count in reply["tokens"]["sections"].values())


def test_what_is_left_out_is_counted_in_its_own_section(client: Raw, bank: Bank) -> None:
    with bank.transaction(USER, "many"):
        for number in range(900):
            bank.add(Task(title=f"Task {number} " + "x" * 80), USER)
            bank.add(Memory(title=f"Rule {number}", content="y" * 300, tags=("rule",)), USER)
    reply = client.call("block")
    lines = reply["layers"]["system"].split("\n")
    counts = reply["omitted"]["sections"]
    assert set(counts) == {"constraints", "tasks"}
    assert counts["tasks"] == 900 - sum("Task " in line for line in lines)
    assert counts["constraints"] == 900 - sum("yyy" in line for line in lines)
    assert reply["omitted"]["count"] == sum(counts.values())
    for section in counts:
        assert any(f"({counts[section]} more " in line for line in lines), section


# --- subscriptions

WRITER = """
import sys
from pathlib import Path
from memdesk.core.authors import Actor
from memdesk.core.entry import Task
from memdesk.store.bank import Bank
bank = Bank(Path(sys.argv[1]))
bank.add(Task(id="t-elsewhere", title="From elsewhere"), Actor(author="cli"))
bank.close()
"""


def test_a_change_by_another_process_is_told_within_a_second(
    connect: Connect, bank_path: Path
) -> None:
    client, tasks_only = connect(), connect()
    since = client.call("subscribe")["revision"]
    tasks_only.call("subscribe", kinds=["task"])
    tasks_only.call("memory_write", title="A", content="a")
    assert client.line()["params"]["kinds"] == ["memory"]
    subprocess.run([sys.executable, "-c", WRITER, str(bank_path)], check=True, timeout=60)
    assert LOOK_SECONDS < 0.5  # the promise; a busy machine may still take longer than it
    told = client.line()
    if told["params"]["kinds"] == ["host"]:  # that the host is known now, told when it likes
        told = client.line()
    revision = told["params"]["revision"]
    assert revision > since + 1
    assert told == {
        "jsonrpc": "2.0",
        "method": "changed",
        "params": {
            "revision": revision,
            "kinds": ["task"],
            "ids": ["t-elsewhere"],
            "author": "cli",
        },
    }
    assert tasks_only.line() == told


def test_each_change_is_told_once_and_in_order(client: Raw) -> None:
    client.call("subscribe")
    sent = b"".join(
        client.request("memory_write", {"title": f"T{number}", "content": "c"})
        for number in range(30)
    )
    client.send(sent)
    lines = [client.line() for _ in range(60)]
    revisions = [line["params"]["revision"] for line in lines if "method" in line]
    assert revisions == sorted(set(revisions)) and len(revisions) == 30


def test_reading_is_no_change(client: Raw, bank: Bank, served: SocketServer) -> None:
    fill(bank)
    client.call("hello", host="h")
    client.call("block")
    client.call("memory_recall", query="memory")
    served.service.access.flush()
    client.call("subscribe")
    client.call("block", session="s")
    client.call("memory_recall", query="memory")
    served.service.access.flush()
    client.call("memory_write", title="A", content="a")
    told = client.line()
    assert told["params"]["kinds"] == ["memory"]
    assert json.dumps(told)
