"""The lines of the local socket: chapter 3.2's errors, framing and limits, over real sockets."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Callable

import pytest
from raw_client import Raw

from memdesk.hosts import connection as limits
from memdesk.hosts.jsonrpc import MAX_LINE
from memdesk.hosts.socket_server import SocketServer

Connect = Callable[[], Raw]

BLOCK = b'{"jsonrpc":"2.0","id":1,"method":"block"}'


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b"{", -32700, None),
        (b"hello", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"', -32700, None),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"\xef\xbb\xbf" + BLOCK, -32700, None),
        (b"[]", -32600, None),
        (b"[" + BLOCK + b"]", -32600, None),
        (b"1", -32600, None),
        (b"null", -32600, None),
        (b'"block"', -32600, None),
        (b"{}", -32600, None),
        (b'{"id":7,"method":"ping"}', -32600, 7),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":7}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":5}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":[7],"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":7,"result":{}}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":"a","method":"nope"}', -32601, "a"),
        (b'{"jsonrpc":"2.0","id":"a","method":""}', -32601, "a"),
        (b'{"jsonrpc":"2.0","id":"a","method":"__init__"}', -32601, "a"),
        (b'{"jsonrpc":"2.0","id":"a","method":"\\ud800"}', -32601, "a"),
        (b'{"jsonrpc":"2.0","id":7,"method":"block","params":[]}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":7,"method":"memory_read","params":{"id":"m1"}}', -32001, 7),
    ],
)
def test_what_is_wrong_is_said_and_the_connection_lives(
    client: Raw, line: bytes, code: int, id: object
) -> None:
    client.send(line + b"\n")
    reply = client.line()
    assert reply["jsonrpc"] == "2.0"
    assert reply["id"] == id
    assert reply["error"]["code"] == code
    assert reply["error"]["message"]
    assert client.call("ping") == {}


@pytest.mark.parametrize(
    ("method", "params", "field", "allowed"),
    [
        ("block", {"colour": "red"}, "colour", "preset"),
        ("block", {"language": "fr"}, "language", "zh"),
        ("block", {"layers": "system"}, "layers", "runtime"),
        ("block", {"layers": ["top"]}, "layers", "tail"),
        ("block", {"limit": -1}, "limit", None),
        ("block", {"limit": "9"}, "limit", None),
        ("block", {"limit": 1.5}, "limit", None),
        ("block", {"limit": True}, "limit", None),
        ("block", {"refresh": 1}, "refresh", None),
        ("block", {"preset": "nope"}, "preset", "gameassist"),
        ("block", {"host": 5}, "host", None),
        ("block", {"host": "user"}, "host", None),
        ("block", {"host": "import:csv"}, "host", None),
        ("block", {"host": "a\nb"}, "host", None),
        ("block", {"workspace": "./here"}, "workspace", None),
        ("block", {"workspace": "here/too"}, "workspace", None),
        ("block", {"workspace": "D:"}, "workspace", None),
        ("memory_recall", {}, "query", None),
        ("memory_recall", {"query": None}, "query", None),
        ("memory_recall", {"query": ""}, "query", None),
        ("memory_recall", {"query": "x", "limit": 0}, "limit", None),
        ("memory_recall", {"query": "x", "limit": 51}, "limit", None),
        ("memory_recall", {"query": "x", "scope": "all"}, "scope", "both"),
        ("memory_recall", {"query": "x", "category": "idea"}, "category", "lesson"),
        ("memory_recall", {"query": "x", "kinds": ["profile"]}, "kinds", "work"),
        ("memory_recall", {"query": "x", "tags": "a"}, "tags", None),
        ("memory_list", {"limit": 101}, "limit", None),
        ("memory_list", {"sort": "title"}, "sort", "accessed"),
        ("memory_list", {"cursor": "next please"}, "cursor", None),
        ("memory_read", {"ids": []}, "ids", None),
        ("memory_read", {"ids": [1]}, "ids", None),
        ("memory_forget", {}, "id", None),
        ("memory_write", {"title": "x"}, "content", None),
        ("memory_write", {"content": "x"}, "title", None),
        ("memory_write", {"title": "", "content": "x"}, "title", None),
        ("memory_write", {"title": "x", "content": "y", "scope": "both"}, "scope", "role"),
        ("memory_write", {"title": "x", "content": "y", "scope": "role"}, "scope", None),
        ("memory_write", {"title": "x", "content": "y", "id": "m1"}, "id", "relevance"),
        ("memory_write", {"title": "x", "content": "y\0"}, "content", None),
        ("memory_write", {"title": "x", "content": "\ud800"}, "content", None),
        ("memory_update", {}, None, "taskId"),
        ("memory_update", {"host": "h"}, None, "taskId"),
        ("memory_update", {"taskTitle": 5}, "taskTitle", None),
        ("memory_update", {"taskStatus": "doing"}, None, None),
        ("subscribe", {"kinds": ["weather"]}, "kinds", "profile"),
        ("remember", {}, "text", None),
    ],
)
def test_bad_parameters_name_the_field_and_what_is_allowed(
    client: Raw,
    served: SocketServer,
    method: str,
    params: dict[str, object],
    field: str | None,
    allowed: str | None,
) -> None:
    error = client.refusal(method, **params)
    assert error["code"] == -32602
    assert error["data"]["message"] == error["message"]
    if field is not None:
        assert error["data"]["field"] == field
    if allowed is not None:
        assert allowed in error["data"]["allowed"]
    assert not served.bank_path.exists()  # nothing was written


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("memory_write", {"title": "x" * 201, "content": "y"}),
        ("memory_write", {"title": "x", "content": "y" * 100_001}),
        ("memory_write", {"title": "x", "content": "y", "tags": ["t"] * 33}),
        ("memory_write", {"title": "x", "content": "y", "tags": ["t" * 101]}),
        ("memory_update", {"taskTitle": "x", "taskNotes": "y" * 20_001}),
        ("memory_recall", {"query": "x" * 1_001}),
        ("memory_read", {"ids": ["m"] * 201}),
    ],
)
def test_too_long_or_too_many_names_the_limit(
    client: Raw, method: str, params: dict[str, object]
) -> None:
    error = client.refusal(method, **params)
    assert error["code"] == -32002
    assert str(error["data"]["limit"]) in error["message"].replace(",", "")


def test_what_is_just_short_enough_is_taken(client: Raw) -> None:
    written = client.call("memory_write", title="x" * 200, content="语" * 100_000, tags=["t" * 100])
    (entry,) = client.call("memory_read", id=written["id"])["entries"]
    assert entry["title"] == "x" * 200
    assert entry["content"] == "语" * 100_000


@pytest.mark.parametrize("id", [0, -1, 2**70, 1.5, "", "a", "日本", None])
def test_ids_come_back_as_they_were(client: Raw, id: object) -> None:
    client.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping"}).encode() + b"\n")
    assert client.line() == {"jsonrpc": "2.0", "id": id, "result": {}}


def test_a_notification_is_carried_out_and_not_answered(client: Raw) -> None:
    write = {"method": "memory_write", "params": {"title": "Quiet", "content": "Quiet words"}}
    client.send(json.dumps({"jsonrpc": "2.0", **write}).encode() + b"\n")
    client.send(b'{"jsonrpc":"2.0","method":"nope"}\n{"jsonrpc":"2.0","method":"block"}\n')
    assert client.call("memory_list")["entries"][0]["title"] == "Quiet"


def test_split_merged_and_blank_lines(client: Raw) -> None:
    request = client.request("ping")
    for byte in request:
        client.send(bytes([byte]))
    assert client.line()["id"] == 1
    last = client.request("ping")
    client.send(b"\n \r\n\t\n" + client.request("stats") * 3 + b"\n" + last[:9])
    assert [client.line()["id"] for _ in range(3)] == [3, 3, 3]
    client.send(last[9:-1] + b"\r\n")
    assert client.line() == {"jsonrpc": "2.0", "id": 2, "result": {}}


def test_requests_are_answered_in_order_however_long_each_takes(client: Raw) -> None:
    """Far more than may be in flight, mixed of what runs on three threads."""
    methods = ["ping", "stats", "memory_write", "block", "memory_list"]
    sent = b""
    for number in range(5 * limits.MAX_IN_FLIGHT):
        method = methods[number % len(methods)]
        params = {"title": f"T{number}", "content": "C"} if method == "memory_write" else {}
        sent += client.request(method, params)
    client.send(sent)
    replies = [client.line() for _ in range(5 * limits.MAX_IN_FLIGHT)]
    assert [reply["id"] for reply in replies] == list(range(1, 5 * limits.MAX_IN_FLIGHT + 1))
    assert all("result" in reply for reply in replies)
    assert client.call("stats")["memories"] == limits.MAX_IN_FLIGHT


def test_a_read_sees_the_write_before_it(client: Raw) -> None:
    for number in range(20):
        client.send(
            client.request("memory_write", {"title": f"Must {number}", "content": "You must"})
            + client.request("stats")
        )
        client.line()
        assert client.line()["result"]["memories"] == number + 1


def test_what_was_asked_before_the_end_is_answered(client: Raw) -> None:
    """A client may close its half when it has said all; its last line needs no newline."""
    count = 3 * limits.MAX_IN_FLIGHT
    client.send((client.request("stats") * count)[:-1])
    client.socket.shutdown(socket.SHUT_WR)
    assert [client.line()["id"] for _ in range(count)] == [1] * count
    with pytest.raises(EOFError):
        client.line()


def test_a_line_too_long_is_an_error_and_closes(connect: Connect) -> None:
    fits, over = connect(), connect()
    request = fits.request("ping")[:-1]
    fits.send(request + b" " * (MAX_LINE - len(request)) + b"\n")
    assert fits.line()["result"] == {}
    over.send(over.request("ping")[:-1] + b" " * (MAX_LINE - len(request) + 1) + b"\n")
    assert over.line()["error"]["code"] == -32002
    assert over.closed()
    assert fits.call("ping") == {}


def test_an_endless_line_is_an_error_before_it_ends(client: Raw) -> None:
    client.send(b"x" * (MAX_LINE + 1))
    assert client.line()["error"]["code"] == -32002
    assert client.closed()


def test_what_is_no_utf8_closes_after_what_came_before_is_answered(connect: Connect) -> None:
    client, other = connect(), connect()
    client.send(client.request("stats") + b'{"jsonrpc":"2.0","id":"\xff"}\n' + BLOCK + b"\n")
    assert "result" in client.line()
    assert client.line()["error"]["code"] == -32700
    with pytest.raises(EOFError):
        client.line()
    assert other.call("ping") == {}


def test_a_begun_line_must_end_in_time(
    client: Raw, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LINE_SECONDS", 0.2)
    idle = connect()
    assert idle.call("ping") == {}
    client.send(client.request("ping") + b'{"jsonrpc":')
    assert client.line()["result"] == {}
    assert client.line()["error"]["code"] == -32600
    assert client.closed()
    assert idle.call("ping") == {}  # who has begun nothing may be silent for ever


def test_more_connections_than_allowed_are_told_so(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.hosts.socket_server.MAX_CONNECTIONS", 3)
    inside = [connect() for _ in range(3)]
    assert [one.call("ping") for one in inside] == [{}, {}, {}]
    over = connect()
    assert over.line()["error"]["code"] == -32002
    assert over.closed()
    inside[0].send(b"")
    inside[0].socket.shutdown(socket.SHUT_RDWR)
    inside[0].close()
    while True:  # the server hears of the end in its own time
        next_one = connect()
        try:
            next_one.send(next_one.request("ping"))
        except (BrokenPipeError, ConnectionResetError):
            continue  # refused, and closed before the request was sent
        if "result" in next_one.line():
            break


def test_a_reader_that_does_not_read_is_dropped_and_nobody_else_notices(
    connect: Connect,
) -> None:
    lazy, other = connect(), connect()
    other.call("memory_write", title="Long", content="x" * 90_000)
    (entry,) = other.call("memory_list")["entries"]
    request = lazy.request("memory_read", {"id": entry["id"]})
    lazy.socket.settimeout(60)
    dropped = False
    for _ in range(2_000):
        try:
            lazy.send(request)
        except (BrokenPipeError, ConnectionResetError):
            dropped = True
            break
    assert dropped or lazy.closed()
    assert other.call("ping") == {}


def test_one_big_reply_may_wait_for_its_reader(client: Raw) -> None:
    """A reply of more than 4 MiB is no reason to drop who asked for it."""
    ids = [
        client.call("memory_write", title=f"T{number}", content=f"{number}" + "x" * 99_990)["id"]
        for number in range(50)
    ]
    client.send(client.request("memory_read", {"ids": ids}) + client.request("ping"))
    assert len(client.line()["result"]["entries"]) == 50
    assert client.line()["result"] == {}


def test_the_one_line_client_of_the_specification_works(served: SocketServer) -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"block","params":{"session":"s1"}}\n'
    # Of itself socat waits half a second for the answer: not enough on a machine that is busy.
    done = subprocess.run(
        ["socat", "-t60", "-", f"UNIX-CONNECT:{served.address}"],
        input=line,
        stdout=subprocess.PIPE,
        timeout=60,
        check=True,
    )
    assert set(json.loads(done.stdout)["result"]["layers"]) == {"system", "runtime", "tail"}
