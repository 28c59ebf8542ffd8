"""The lines of the MCP door: broken ones, batches, called off ones, lines that are too long."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_session import Opened, Session, writing

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts.jsonrpc import MAX_LINE
from memdesk.hosts.mcp_stdio import lines
from memdesk.store.bank import Bank

USER = Actor()


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
        session.ask("tools/call", writing("First"))
        second = session.ask("tools/call", writing("Second"))
        session.take(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": second}}
        )
    titles = {entry["title"] for entry in _after(session, second)}
    assert titles == {"Mine", "First"}


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
