"""What the MCP door greets a client with: the block, within its limit, frozen."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp_session import Opened

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts.mcp_greeting import INSTRUCTIONS, NO_BLOCK
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.socket_server import SocketServer
from memdesk.store import greeting
from memdesk.store.bank import Bank

USER = Actor()


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
