"""What the person allows a host holds at every door (spec 3.1), and a bank that can't be reached
is said in a sentence that a model can act on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import every_door
import pytest
from every_door import DOORS, Opened, Refused
from mcp_session import Session

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts import service
from memdesk.hosts.mcp_greeting import Options
from memdesk.hosts.operations import OPERATIONS
from memdesk.store import connection
from memdesk.store.bank import Bank

USER = Actor()
HOST = "h"
READS: list[tuple[str, dict[str, Any]]] = [
    ("memory_read", {}),
    ("memory_recall", {"query": "zebra"}),
    ("recall", {"query": "zebra"}),
    ("memory_list", {}),
]
NO_TOOLS: list[tuple[str, dict[str, Any]]] = [("block", {}), ("stats", {})]
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("memory_write", {"title": "A", "content": "a"}),
    ("remember", {"text": "a"}),
    ("memory_update", {"taskTitle": "A"}),
    ("memory_forget", {"id": "m-1"}),
    ("forget", {"id": "m-1"}),
]


@pytest.fixture
def doors(bank_path: Path, address: str) -> Iterator[Opened]:
    bank_path.parent.mkdir(parents=True)
    bank = Bank(bank_path)
    bank.add(Memory(id="m-1", title="Zebra", content="Stripes"), USER)
    bank.close()
    with every_door.opened(bank_path, address) as found:
        yield found


def kept(bank: Bank) -> Any:
    """What is there, whenever it was read."""
    return [
        replace(one, accessed_at=None, access_count=0) for one in bank.entries()
    ], bank.profile()


def test_every_writing_operation_is_tried() -> None:
    writing = {name for name, one in OPERATIONS.items() if one.writes}
    assert writing == {name for name, _params in WRITES}


@pytest.mark.parametrize("door", DOORS)
def test_what_each_policy_lets_a_host_do(doors: Opened, bank: Bank, door: str) -> None:
    call = doors.call(door, host=HOST)
    reads = READS if door == "mcp" else READS + NO_TOOLS
    before = kept(bank)

    bank.set_host(HOST, USER, policy="blocked")
    for name, params in reads + WRITES:
        with pytest.raises(Refused, match="h is blocked in memdesk") as refused:
            call(name, **params)
        assert refused.value.code in (-32003, None)

    bank.set_host(HOST, USER, policy="read")
    for name, params in reads:
        call(name, **params)
    for name, params in WRITES:
        with pytest.raises(Refused, match="h may read only"):
            call(name, **params)
    assert bank.suggestions() == []

    bank.set_host(HOST, USER, policy="review")
    for name, params in WRITES:
        assert call(name, **params)["suggestion"] is True
    assert kept(bank) == before
    assert len(bank.suggestions()) == len(WRITES)

    bank.set_host(HOST, USER, policy="write")
    call("memory_write", title="A", content="a")
    assert bank.stats()["memories"] == 2


@pytest.mark.parametrize("door", DOORS)
def test_what_a_policy_forbids_is_logged_too(doors: Opened, bank: Bank, door: str) -> None:
    """The person sees that a host which they have blocked still asks."""
    bank.set_host(HOST, USER, policy="blocked")
    call = doors.call(door, host=HOST)
    refused = [name for name, params in READS + WRITES]
    for name, params in READS + WRITES:
        with pytest.raises(Refused):
            call(name, **params)
    doors.settle()
    log = [one for one in bank.access_log() if one.operation in refused]
    assert sorted(one.operation for one in log) == sorted(refused)
    assert {(one.host, one.ids) for one in log} == {(HOST, ())}


def test_a_reader_by_its_own_flag_is_not_sent_to_the_window(doors: Opened, bank: Bank) -> None:
    said = doors.session(host=HOST, read_only=True).refused("memory_forget", id="m-1")
    assert said == "h may read only: it was connected so, with --read-only."
    assert bank.entries()


def test_blocked_over_http_s_own_paths(doors: Opened, bank: Bank) -> None:
    for policy, read in (("blocked", 403), ("read", 200)):
        bank.set_host(HOST, USER, policy=policy)
        assert doors.http("GET", f"/memories?host={HOST}")[0] == read
        assert doors.http("GET", f"/block?host={HOST}")[0] == read
        assert doors.http("POST", f"/memories?host={HOST}", {"text": "x"})[0] == 403
        assert doors.http("DELETE", f"/memories/m-1?host={HOST}")[0] == 403
    bank.set_host(HOST, USER, policy="review")
    status, said = doors.http("POST", f"/memories?host={HOST}", {"text": "x"})
    assert (status, said["entry"]) == (202, None)
    assert [one.id for one in bank.entries()] == ["m-1"]


def test_blocked_over_mcp_s_resources_and_prompts(doors: Opened, bank: Bank) -> None:
    bank.set_host(HOST, USER, policy="blocked")
    session = doors.session(host=HOST)
    for method, params in (
        ("resources/read", {"uri": "memdesk://block"}),
        ("resources/read", {"uri": "memdesk://memory/m-1"}),
        ("resources/list", {}),
        ("prompts/get", {"name": "block"}),
    ):
        assert "blocked" in session.refusal(method, params)["message"]
    assert "Zebra" not in json.dumps(session.open())


# --- a bank that can't be reached, over MCP


@pytest.fixture
def client(bank_path: Path) -> Iterator[Session]:
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    session = Session(bank_path, Options(host=HOST))
    yield session
    session.end()


def test_a_damaged_bank_is_said(client: Session, bank_path: Path) -> None:
    bank_path.write_bytes(b"SQLite format 3\0" + b"\xff" * 9_000)
    client.open()
    for name, params in READS + WRITES:
        said = client.refused(name, **params)
        assert str(bank_path) in said and "Traceback" not in said
        assert said.endswith("."), said


def test_a_locked_bank_is_said_and_can_still_be_read(
    client: Session, bank: Bank, bank_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WRITE_SECONDS", 0.2)
    bank.add(Memory(id="m-1", title="Zebra", content="Stripes"), USER)
    client.open()
    client.tool("memory_list")
    holder = sqlite3.connect(bank_path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        said = client.refused("memory_write", title="A", content="a")
        assert "another program" in said.lower() and said.endswith("."), said
        assert client.tool("memory_recall", query="zebra")["entries"]
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    client.tool("memory_write", title="A", content="a")


def test_a_write_waits_longer_for_others_than_a_person_does(
    client: Session, bank: Bank, bank_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    bank.add(Memory(id="m-1", title="Zebra", content="Stripes"), USER)
    client.open()
    holder = sqlite3.connect(bank_path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    tries = 0

    def let_go_at_last(_seconds: float) -> None:
        nonlocal tries
        tries += 1
        if tries == 300:
            holder.execute("ROLLBACK")

    monkeypatch.setattr(connection, "sleep", let_go_at_last)
    client.tool("memory_write", title="A", content="a")
    assert tries >= 300
    holder.close()


def test_an_absent_bank_is_empty_and_made_by_the_first_write(
    client: Session, bank_path: Path
) -> None:
    client.open()
    for name, params in READS:
        assert client.tool(name, **params) is not None
    assert "m-1" in client.refused("memory_read", id="m-1")
    assert not bank_path.exists()
    client.tool("memory_write", title="A", content="a")
    assert bank_path.exists()


def test_a_bank_that_is_taken_away_meanwhile_is_no_fault(client: Session, bank_path: Path) -> None:
    client.open()
    client.tool("memory_write", title="A", content="a")
    for path in bank_path.parent.iterdir():
        path.unlink()
    result = client.call("tools/call", {"name": "memory_list", "arguments": {}})
    assert "inside memdesk" not in result["content"][0]["text"]
