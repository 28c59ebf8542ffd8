"""Window, commands, MCP servers and clients of the socket write into one bank at once: nothing is
lost, nothing is overwritten unseen, and nobody hears of a lock (spec 1.8, 6.2).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from programs import Home, McpClient, serving

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable, Conflict
from memdesk.hosts.socket_client import Client
from memdesk.store.bank import Bank

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Unix sockets")

USER = Actor()
T = TypeVar("T")
SOCKETS, SERVERS, COMMANDS = 4, 3, 3
EACH = 40
BY_COMMAND = 4


@pytest.fixture
def home(short_dir: Path) -> Home:
    folder = short_dir / "h"
    folder.mkdir()
    return Home(folder)


def test_all_write_at_once_and_nothing_is_lost(home: Home) -> None:
    refused: list[object] = []

    def until_taken(write: Callable[[], T]) -> T:
        """A machine with too much to do says so, and is asked again."""
        while True:
            try:
                return write()
            except BankUnavailable as refusal:
                if "Try again" not in str(refusal):
                    raise
                refused.append(refusal)

    with serving(home) as (address, _http, _server):

        def over_the_socket(number: int) -> dict[str, str]:
            written = {}
            with Client(address) as client:
                for count in range(EACH):
                    text = f"socket {number} {count} 进度"
                    new = {"title": text, "content": text}
                    id = until_taken(partial(client.call, "memory_write", new))["id"]
                    edited = {"id": id, "content": text + "!"}
                    until_taken(partial(client.call, "memory_update", edited))
                    written[id] = text + "!"
            return written

        def over_mcp(number: int) -> dict[str, str]:
            client = McpClient(home, "--host", f"mcp {number}")
            texts = {}

            def ask(text: str) -> None:
                arguments = {"title": text, "content": text}
                params = {"name": "memory_write", "arguments": arguments}
                texts[client.ask("tools/call", params)] = text

            for count in range(EACH):  # none waits for the one before
                ask(f"mcp {number} {count} 进度")
            written = {}
            while len(written) < EACH:
                reply = client.next_reply()
                result = reply["result"]
                if result["isError"]:
                    assert "Try again" in result["content"][0]["text"], result
                    refused.append(number)
                    ask(texts[reply["id"]])
                    continue
                written[result["structuredContent"]["id"]] = texts[reply["id"]]
            client.close()
            return written

        def add(text: str, id: str) -> None:
            done = home.run("add", text, "--id", id)
            if b"Try again" in done.stderr:
                raise BankUnavailable("{said}", said=done.stderr.decode())
            assert done.returncode == 0, done.stderr

        def by_commands(number: int) -> dict[str, str]:
            written = {}
            for count in range(BY_COMMAND):
                text = f"command {number} {count} 进度"
                id = f"c-{number}-{count}"
                until_taken(partial(add, text, id))
                written[id] = text
            return written

        def in_this_process(number: int) -> dict[str, str]:
            """As the window does it: a bank of its own, and edits of the person."""
            written = {}
            bank = Bank(home.bank)
            for count in range(EACH):
                text = f"window {number} {count}"
                entry = until_taken(partial(bank.add, Memory(title=text, content=text), USER))
                typed = {"content": text + " typed"}
                until_taken(partial(bank.update, entry.id, typed, USER))
                written[entry.id] = text + " typed"
            bank.close()
            return written

        jobs: list[tuple[Callable[[int], dict[str, str]], int]] = [
            *((over_the_socket, number) for number in range(SOCKETS)),
            *((over_mcp, number) for number in range(SERVERS)),
            *((by_commands, number) for number in range(COMMANDS)),
            (in_this_process, 0),
        ]
        with ThreadPoolExecutor(len(jobs)) as pool:
            parts = [pool.submit(job, number) for job, number in jobs]
            written = {id: text for part in parts for id, text in part.result().items()}
    assert len(refused) < len(written) // 4
    assert len(written) == (SOCKETS + SERVERS + 1) * EACH + COMMANDS * BY_COMMAND
    bank = Bank(home.bank)
    stored = {entry.id: entry.content for entry in bank.entries() if isinstance(entry, Memory)}
    assert stored == written
    assert bank.check() == []
    bank.close()


def test_an_edit_of_what_another_has_edited_is_refused_and_not_swallowed(home: Home) -> None:
    """Each edits what it has read: of two who read the same, one is told."""
    bank = Bank(home.bank)
    bank.add(Memory(id="shared", title="t", content="0"), USER)
    rounds, hands = 25, 4
    kept: list[int] = []
    refused: list[int] = []
    both_read = threading.Barrier(hands)

    def edit(number: int) -> None:
        own = Bank(home.bank)
        for _ in range(rounds):
            read = own.get("shared")
            both_read.wait(60)
            assert isinstance(read, Memory)
            wanted = f"{int(read.content.split()[0]) + 1} by {number}"
            try:
                own.update("shared", {"content": wanted}, USER, expected={"content": read.content})
            except Conflict:
                refused.append(1)
            else:
                kept.append(1)
            both_read.wait(60)
        own.close()

    with ThreadPoolExecutor(hands) as pool:
        for done in [pool.submit(edit, number) for number in range(hands)]:
            done.result()
    entry = bank.get("shared")
    assert isinstance(entry, Memory)
    assert int(entry.content.split()[0]) == len(kept) == rounds, (
        "each step counts one, and none was lost"
    )
    assert len(refused) == rounds * (hands - 1)
    bank.close()


def test_without_expectations_every_text_is_in_the_history(home: Home) -> None:
    """Hosts that say what they want and not what they saw: the last holds, and none is gone."""
    bank = Bank(home.bank)
    bank.add(Memory(id="shared", title="t", content="first"), USER)
    with serving(home) as (address, _http, _server):

        def edit(number: int) -> list[str]:
            texts = [f"{number} {count}" for count in range(30)]
            with Client(address) as client:
                client.call("hello", {"host": f"host {number}"})
                for text in texts:
                    client.call("memory_update", {"id": "shared", "content": text})
            return texts

        with ThreadPoolExecutor(4) as pool:
            written = [text for texts in pool.map(edit, range(4)) for text in texts]
    after = {
        one.after["content"] for one in bank.history("shared", limit=1_000) if one.after is not None
    }
    assert set(written) <= after
    bank.close()
