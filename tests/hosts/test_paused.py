"""While serving is paused, hosts get empty blocks and may not write: at every door (spec 7.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import every_door
import pytest
from every_door import DOORS, Opened, Refused

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank

USER = Actor()
RULE = "Never push on Fridays"
EMPTY = {"system": "", "runtime": "", "tail": ""}
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("memory_write", {"title": "A", "content": "a"}),
    ("remember", {"text": "a"}),
    ("memory_update", {"taskTitle": "A"}),
    ("memory_update", {"addInterests": "go"}),
    ("memory_forget", {"id": "m-1"}),
    ("forget", {"id": "m-1"}),
]


@pytest.fixture
def doors(bank_path: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setenv("MEMDESK_SOCKET", address)
    bank_path.parent.mkdir(parents=True)
    bank = Bank(bank_path)
    bank.add(Memory(id="m-1", title="Rule", content=RULE), USER)
    bank.close()
    with every_door.opened(bank_path, address) as found:
        yield found


@pytest.mark.parametrize("door", DOORS)
def test_nothing_is_written_until_it_goes_on(doors: Opened, bank: Bank, door: str) -> None:
    before = doors.call(door, host="h")  # opened while it served
    before("memory_list")
    doors.doors.pause()
    during = doors.call(door, host="h")  # opened amid the pause
    revision = bank.generation()
    for call in (before, during):
        for name, params in WRITES:
            with pytest.raises(Refused, match="Serving is paused in memdesk's window") as refused:
                call(name, **params)
            assert refused.value.code in (-32005, None)
        assert RULE in str(call("memory_read", id="m-1"))  # who asks for one entry gets it
        if door != "mcp":
            assert call("block")["layers"] == EMPTY
            assert call("block", session="s", refresh=True)["layers"] == EMPTY
    assert all(one.kinds == ("host",) for one in bank.changes_since(revision))
    doors.doors.resume()
    for call in (before, during):
        call("memory_write", title="Written", content="again")
        if door != "mcp":
            assert RULE in call("block", session="s")["layers"]["system"]
    assert bank.stats()["memories"] == 3


def test_an_mcp_client_s_block_is_empty(doors: Opened) -> None:
    def block(session: Any) -> str:
        (content,) = session.call("resources/read", {"uri": "memdesk://block"})["contents"]
        return str(content["text"])

    before = doors.session()
    assert RULE in block(before)
    doors.doors.pause()
    during = doors.session()
    assert block(before) == block(during) == ""
    assert "instructions" not in during.open()
    assert RULE not in json.dumps(during.call("prompts/get", {"name": "block"}))
    doors.doors.resume()
    assert RULE in block(before) and RULE in block(during)


def test_http_s_memories_are_neither_added_nor_deleted(doors: Opened, bank: Bank) -> None:
    doors.doors.pause()
    for method, path, body in (
        ("POST", "/memories", {"text": "x"}),
        ("DELETE", "/memories/m-1", None),
        ("POST", "/dsh-destinywind-memory/memories", {"text": "x"}),
    ):
        status, said = doors.http(method, path, body)
        assert (status, said["ok"]) == (503, False)
        assert "paused" in said["error"]["message"]
    status, block = doors.http("GET", "/block?session=s")
    assert (status, block["layers"]) == (200, EMPTY)
    assert bank.stats()["memories"] == 1


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_hooks_add_nothing(doors: Opened, bank_path: Path, memdesk: Any, event: str) -> None:
    said = json.dumps({"session_id": "s", "cwd": "/w", "hook_event_name": event, "prompt": "x"})

    def answer() -> Any:
        done = memdesk("--bank", bank_path, "hook", "claude-code", stdin=said)
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    doors.doors.pause()
    assert answer() == {}
    assert memdesk("--bank", bank_path, "block", "--session", "s").stdout == ""
    doors.doors.resume()
    assert RULE in json.dumps(answer())  # and what the pause gave was not frozen
