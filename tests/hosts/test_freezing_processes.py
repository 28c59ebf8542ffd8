"""One session asked for by several processes at once: one block, the same bytes (spec 2.4)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank, FrozenKey

USER = Actor()
SESSIONS = 12

# Opens the bank by itself, as `memdesk block` and `memdesk mcp` do, and waits for the start. It has
# all the time for the bank to be free: a machine that is busy may take longer than a reply waits.
RACER = """
import sys
from json import loads
from pathlib import Path
from memdesk.hosts import freezing
from memdesk.hosts.caller import Caller
from memdesk.hosts.jsonrpc import Request
from memdesk.hosts.service import Service

freezing.FREEZE_SECONDS = 60
service = Service(Path(sys.argv[1]), counts_tokens=False)
service.start()
limit = {"limit": int(sys.argv[2])} if sys.argv[2] else {}
print("ready", flush=True)
for line in sys.stdin:
    params = {"session": line.strip(), "host": "h", **limit}
    _operation, call = service.prepare(Caller(door="test"), Request("block", params))
    print(service.run(call)[0].json.decode(), flush=True)
service.stop()
"""


Race = Callable[..., list[subprocess.Popen[str]]]


@pytest.fixture
def race(bank_path: Path) -> Iterator[Race]:
    """Starts processes that are ready to ask, each with its limit ("" for none); they must end
    when nobody asks any more, with nothing more to say."""
    racers: list[subprocess.Popen[str]] = []

    def start(*limits: str) -> list[subprocess.Popen[str]]:
        racers.extend(
            subprocess.Popen(
                [sys.executable, "-W", "error", "-c", RACER, str(bank_path), limit],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
            for limit in limits
        )  # fmt: skip
        for racer in racers:
            assert racer.stdout is not None and racer.stdout.readline() == "ready\n"
        return racers

    yield start
    ends = [(racer.communicate(timeout=60)[0], racer.returncode) for racer in racers]
    assert ends == [("", 0)] * len(racers)


def say(racer: subprocess.Popen[str], line: str) -> None:
    assert racer.stdin is not None
    racer.stdin.write(line + "\n")
    racer.stdin.flush()


def heard(racer: subprocess.Popen[str]) -> dict[str, Any]:
    assert racer.stdout is not None
    found: dict[str, Any] = json.loads(racer.stdout.readline())
    return found


def test_of_processes_that_race_for_the_first_freeze_all_get_the_same_bytes(
    bank: Bank, race: Race
) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    racers = race(*[""] * 4)
    for number in range(SESSIONS):
        for racer in racers:
            say(racer, f"s{number}")
            # Between their questions the bank moves: who reads later sees more.
            bank.add(Memory(title=f"M{number}", content="x", relevance="high"), USER)
        replies = [heard(racer) for racer in racers]
        assert all(reply["frozen_at"] is not None for reply in replies)
        assert all(reply == replies[0] for reply in replies)
        stored = bank.frozen_block(FrozenKey(host="h", session=f"s{number}"))
        assert stored is not None and stored.text == replies[0]["layers"]["system"]


def test_racers_with_limits_get_cuts_of_one_block(bank: Bank, race: Race) -> None:
    for number in range(9):
        bank.add(Memory(title=f"Before {number} " + "x" * 60, content="x"), USER)
    racers = race("", "1100", "900", "1100")
    for number in range(SESSIONS):
        for racer in racers:
            say(racer, f"s{number}")
            bank.add(Memory(title="y" * 80, content="x", relevance="high"), USER)
        whole, *cuts = (heard(racer) for racer in racers)
        lines = whole["layers"]["system"].split("\n")
        for cut in cuts:
            entries = [
                line
                for line in cut["layers"]["system"].split("\n")
                if line.startswith("- [")
            ]  # fmt: skip
            assert 0 < len(entries) < 9
            assert set(entries) <= set(lines)
            assert cut["frozen_at"] == whole["frozen_at"]
        assert cuts[0] == cuts[2]


def test_a_server_and_the_bare_bank_give_a_session_the_same(
    client: Raw, bank: Bank, race: Race
) -> None:
    bank.add(Memory(title="Before", content="x"), USER)
    first = client.call("block", session="s", host="h")
    bank.add(Memory(title="After", content="x", relevance="high"), USER)
    racers = race("")
    say(racers[0], "s")
    alone = heard(racers[0])
    assert (alone["layers"], alone["etag"]) == (first["layers"], first["etag"])
    say(racers[0], "s2")
    new = heard(racers[0])
    assert "After" in new["layers"]["system"]
    assert client.call("block", session="s2", host="h")["etag"] == new["etag"]
