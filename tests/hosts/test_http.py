"""The HTTP door (spec 3.4): destinywind's shapes, the block, any operation, and who is let in."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.errors import BankUnavailable
from memdesk.hosts import http_token
from memdesk.hosts.doors import Doors
from memdesk.hosts.http import MAX_BODY, HttpServer, is_loopback
from memdesk.hosts.service import Service
from memdesk.hosts.socket_client import call
from memdesk.hosts.socket_server import AlreadyServed

TOKEN = "t0ken-of-this-test-and-long-enough-for-it"
PAGE = "https://page.example"


class CommandLine(Protocol):
    def __call__(self, *args: str | Path) -> subprocess.CompletedProcess[str]: ...


class Reply(NamedTuple):
    status: int
    body: Any
    headers: http.client.HTTPMessage


Ask = Callable[..., Reply]


@pytest.fixture
def service(bank_path: Path) -> Iterator[Service]:
    bank_path.parent.mkdir(parents=True)
    made = Service(bank_path, counts_tokens=False)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def door(service: Service) -> Iterator[HttpServer]:
    made = HttpServer(service, 0, TOKEN, [PAGE])
    made.start()
    yield made
    made.stop()


def ask_at(address: str, token: str) -> Ask:
    name, port = address.removeprefix("http://").split(":")

    def ask(method: str, path: str, body: Any = None, **headers: str | None) -> Reply:
        connection = http.client.HTTPConnection(name, int(port), timeout=90)
        sent = {"Authorization": f"Bearer {token}"} | {
            key.replace("_", "-"): value for key, value in headers.items()
        }
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            connection.request(
                method, path, data, {key: value for key, value in sent.items() if value is not None}
            )
            reply = connection.getresponse()
            text = reply.read()
            return Reply(reply.status, json.loads(text) if text else None, reply.headers)
        finally:
            connection.close()

    return ask


@pytest.fixture
def ask(door: HttpServer) -> Ask:
    return ask_at(door.address, TOKEN)


def raw(door: HttpServer, data: bytes) -> bytes:
    """What comes back for some bytes, up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", int(door.address.rsplit(":", 1)[1]))) as stream:
        stream.settimeout(90)
        stream.sendall(data)
        stream.shutdown(socket.SHUT_WR)
        received = b""
        while piece := stream.recv(1 << 16):
            received += piece
        return received


# --- shapes


@pytest.mark.parametrize("prefix", ["", "/dsh-destinywind-memory"])
def test_destinywind_s_memories(ask: Ask, prefix: str, bank_path: Path) -> None:
    path = prefix + "/memories"
    empty = {"ok": True, "memories": [], "file": str(bank_path)}
    assert ask("GET", path)[:2] == (200, empty)
    added = ask("POST", path, {"text": "Use tabs. Never spaces.", "tags": ["style"]})
    assert added.status == 201 and added.body["ok"] is True
    entry = added.body["entry"]
    assert entry == {
        "id": entry["id"],
        "title": "Use tabs.",
        "text": "Use tabs. Never spaces.",
        "tags": ["style"],
    }
    titled = ask("POST", path, {"text": "x" * 5000, "title": "Long", "tags": []}).body["entry"]
    listed = ask("GET", path).body["memories"]
    assert sorted(listed, key=str) == sorted([entry, titled], key=str)
    assert ask("DELETE", f"{path}/{entry['id']}").body == {"ok": True}
    assert ask("DELETE", f"{path}/{entry['id']}").body == {"ok": False}
    assert ask("DELETE", f"{path}/no%2Fsuch").body == {"ok": False}
    assert [one["id"] for one in ask("GET", path).body["memories"]] == [titled["id"]]


def test_tasks_and_works_are_no_memories_even_under_the_same_id(ask: Ask, service: Service) -> None:
    """What the seed's program calls a memory is one: an id of another kind is unknown here."""
    bank = service.bank
    for entry in (
        Task(id="forum", title="Advance the forum"),
        Work(id="blog", name="A blog"),
        Memory(id="forum", title="Forum", content="x" * 5000),
    ):
        bank.add(entry, Actor())
    (memory,) = ask("GET", "/memories").body["memories"]
    assert (memory["id"], memory["text"]) == ("forum", "x" * 5000)
    assert ask("DELETE", "/memories/blog")[:2] == (200, {"ok": False})
    assert ask("DELETE", "/memories/forum")[:2] == (200, {"ok": True})
    assert ask("DELETE", "/memories/forum")[:2] == (200, {"ok": False})
    assert {(one.kind, one.id) for one in bank.entries()} == {("task", "forum"), ("work", "blog")}


def test_all_memories_are_listed_however_many(ask: Ask, service: Service) -> None:
    with service.bank.transaction(Actor(), "many"):
        for number in range(250):
            service.bank.add(Memory(title=f"m{number}", content="c"), Actor())
    assert len({one["id"] for one in ask("GET", "/memories").body["memories"]}) == 250


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": 7}, "text"),
        ({"text": "a", "tags": 3}, "tags"),
        ({"text": "a", "colour": "red"}, "colour"),
        (b"{", None),
        (b"[]", None),
        (b"\xff", None),
    ],
)
def test_a_bad_memory_is_refused_and_nothing_written(ask: Ask, body: Any, field: str) -> None:
    reply = ask("POST", "/memories", body)
    assert reply.status == 400
    assert reply.body["ok"] is False and reply.body["error"]["code"] == -32602
    assert reply.body["error"]["field"] == field
    assert ask("GET", "/memories").body["memories"] == []


def test_the_block_by_query(ask: Ask) -> None:
    ask("POST", "/memories", {"text": "Must use tabs", "tags": ["constraint"]})
    block = ask("GET", "/block?session=s&host=web&layers=system,runtime&limit=9000").body
    assert block["layers"]["tail"] == "" and "Must use tabs" in block["layers"]["runtime"]
    assert "Must use tabs" in block["layers"]["system"]
    ask("POST", "/memories", {"text": "Later"})
    assert ask("GET", "/block?session=s&host=web").body["etag"] == block["etag"]
    refreshed = ask("GET", "/block?session=s&host=web&refresh=true").body
    assert "Later" in refreshed["layers"]["system"]
    assert ask("GET", "/block?limit=many").status == 400
    assert ask("GET", "/block?colour=red").body["error"]["field"] == "colour"


def test_any_operation_by_rpc(ask: Ask) -> None:
    def rpc(method: str, **params: object) -> Any:
        request = {"jsonrpc": "2.0", "id": 9, "method": method, "params": params}
        reply = ask("POST", "/rpc", request)
        assert reply.status == 200 and reply.body["id"] == 9
        return reply.body

    id = rpc("memory_write", title="T", content="C", host="web")["result"]["id"]
    assert rpc("memory_recall", query="T")["result"]["entries"][0]["id"] == id
    assert rpc("memory_read", id="none")["error"]["code"] == -32001
    assert rpc("nonsense")["error"]["code"] == -32601
    assert rpc("subscribe")["error"]["code"] == -32003
    assert ask("POST", "/rpc", b"{").body["error"]["code"] == -32700
    note = ask("POST", "/rpc", {"jsonrpc": "2.0", "method": "ping"})
    assert (note.status, note.body) == (204, None)


def test_another_role_s_entry_does_not_exist_here(ask: Ask) -> None:
    params = {"title": "T", "content": "secret plan", "role": "a", "scope": "role"}
    request = {"jsonrpc": "2.0", "id": 1, "method": "memory_write", "params": params}
    id = ask("POST", "/rpc", request).body["result"]["id"]
    assert ask("GET", "/memories?role=b").body["memories"] == []
    assert ask("DELETE", f"/memories/{id}?role=b").body == {"ok": False}
    assert "secret plan" not in str(ask("GET", "/block?role=b").body)
    assert [one["id"] for one in ask("GET", "/memories?role=a").body["memories"]] == [id]


def test_a_host_that_may_only_read_is_refused(ask: Ask, service: Service) -> None:
    service.bank.set_host("web", Actor(), policy="read")
    assert ask("POST", "/memories?host=web", {"text": "a"}).status == 403
    service.bank.set_host("web", Actor(), policy="review")
    reply = ask("POST", "/memories?host=web", {"text": "a"})
    assert reply.status == 202 and reply.body["entry"] is None


def test_calls_are_logged(ask: Ask, service: Service) -> None:
    ask("POST", "/memories", {"text": "Else there is no bank, and none is made for a log"})
    ask("GET", "/block?host=web&session=s")
    service.access.flush()
    assert any(one.host == "web" for one in service.bank.access_log())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/memories/", 405),
        ("PUT", "/memories", 405),
        ("GET", "/rpc", 405),
        ("GET", "/dsh-destinywind-memory", 404),
        ("GET", "/memories/a/b", 404),
        ("HEAD", "/memories", 200),
    ],
)
def test_other_places_and_methods(ask: Ask, method: str, path: str, status: int) -> None:
    reply = ask(method, path)
    assert reply.status == status
    assert status != 405 or reply.headers["Allow"]


# --- who is let in


@pytest.mark.parametrize(
    "given", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN]
)
def test_without_the_token_nobody_comes_in(ask: Ask, given: str | None) -> None:
    reply = ask("GET", "/memories", Authorization=given)
    assert reply.status == 401
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert "memories" not in reply.body
    assert ask("POST", "/memories", {"text": "a"}, Authorization=given).status == 401
    assert ask("GET", "/memories").body["memories"] == []


@pytest.mark.parametrize("host", ["evil.example", "evil.example:7411", "127.0.0.1.evil.example"])
def test_another_name_than_this_machine_s_is_refused(ask: Ask, host: str) -> None:
    assert ask("GET", "/memories", Host=host).status == 403


def test_names_of_this_machine() -> None:
    assert all(map(is_loopback, ["127.0.0.1", "127.0.0.1:80", "localhost:1", "[::1]:5", "[::1]"]))
    bad = ["", "localhost:", "localhost:x", "::1", "10.0.0.1", "localhost.evil:1", "[::1", "a@b:1"]
    assert not any(map(is_loopback, bad))


def test_another_origin_is_refused_and_a_listed_one_let_in(ask: Ask) -> None:
    refused = ask("GET", "/memories", Origin="https://evil.example")
    assert refused.status == 403 and "Access-Control-Allow-Origin" not in refused.headers
    assert ask("GET", "/memories", Origin="null").status == 403
    listed = ask("GET", "/memories", Origin=PAGE)
    assert listed.status == 200
    assert listed.headers["Access-Control-Allow-Origin"] == PAGE
    assert listed.headers["Vary"] == "Origin"
    asked = ask("OPTIONS", "/block", Origin=PAGE, Authorization=None)
    assert asked.status == 204
    assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]
    assert ask("OPTIONS", "/block", Origin="https://evil.example").status == 403
    assert ask("OPTIONS", "/block").status == 405
    assert "Access-Control-Allow-Origin" not in ask("GET", "/memories").headers


def test_a_listed_origin_needs_the_token_too(ask: Ask) -> None:
    reply = ask("GET", "/memories", Origin=PAGE, Authorization="Bearer no")
    assert reply.status == 401 and reply.headers["Access-Control-Allow-Origin"] == PAGE


# --- limits


def test_a_body_over_the_limit_is_refused(ask: Ask, door: HttpServer) -> None:
    assert ask("POST", "/rpc", b"x" * (MAX_BODY + 1)).status == 413
    head = f"POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
    chunked = head.encode() + b"Transfer-Encoding: chunked\r\n\r\n"
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    assert raw(door, chunked + piece * 33 + b"0\r\n\r\n").startswith(b"HTTP/1.1 413 ")
    waits = head.encode() + b"Content-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n"
    assert raw(door, waits).startswith(b"HTTP/1.1 413 ")
    assert ask("POST", "/rpc", b"x" * MAX_BODY).body["error"]["code"] == -32700


@pytest.mark.parametrize(
    "data",
    [
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /memories HTTP/1.1\r\n\r\n",
        b"GET /memories HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
        b"GET /memories HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused(door: HttpServer, ask: Ask, data: bytes) -> None:
    assert raw(door, data).startswith(b"HTTP/1.1 400 ")
    assert ask("GET", "/memories").status == 200


def test_an_endless_head_is_refused(door: HttpServer) -> None:
    data = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000
    assert raw(door, data).startswith(b"HTTP/1.1 431 ")


def test_a_client_that_goes_away_harms_nobody(door: HttpServer, ask: Ask) -> None:
    head = f"POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
    raw(door, head.encode() + b"Content-Length: 100\r\n\r\nhalf")
    raw(door, b"")
    assert ask("GET", "/memories").status == 200


def test_many_requests_of_one_connection_and_of_many(door: HttpServer, ask: Ask) -> None:
    head = f"GET /memories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
    assert raw(door, head.encode() * 5).count(b"HTTP/1.1 200 ") == 5
    texts = [f"text {number}" for number in range(40)]
    threads = [
        threading.Thread(target=ask, args=("POST", "/memories", {"text": text})) for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one["text"] for one in ask("GET", "/memories").body["memories"]) == sorted(texts)


def test_a_taken_port_is_said(door: HttpServer, service: Service) -> None:
    port = int(door.address.rsplit(":", 1)[1])
    with pytest.raises(BankUnavailable, match=door.address):
        HttpServer(service, port, TOKEN).start()
    with pytest.raises(BankUnavailable):
        HttpServer(service, 70_000, TOKEN).start()


# --- together with the socket


def test_the_doors_open_and_close_together(bank_path: Path, short_dir: Path) -> None:
    bank_path.parent.mkdir(parents=True)
    socket_address = str(short_dir / "s.sock")
    doors = Doors(bank_path, socket_address, http_port=0, http_origins=[PAGE])
    doors.start()
    try:
        ask = ask_at(doors.http_address, http_token.token())
        assert ask("POST", "/memories", {"text": "Must use tabs"}).status == 201
        assert "Must use tabs" in call(socket_address, "block")["layers"]["system"]
        assert http_token.open_address(socket_address) == doors.http_address
        doors.pause()
        assert ask("GET", "/block").body["layers"]["system"] == ""
        assert ask("POST", "/memories", {"text": "a"}).status == 503
        doors.resume()
        assert ask("GET", "/memories", Origin=PAGE).status == 200
        second = Doors(bank_path, socket_address, http_port=0)
        with pytest.raises(AlreadyServed):
            second.start()
    finally:
        doors.stop()
    assert (doors.http_address, http_token.open_address(socket_address)) == ("", None)


def test_a_taken_port_keeps_the_socket_from_nothing(
    door: HttpServer, bank_path: Path, short_dir: Path
) -> None:
    port = int(door.address.rsplit(":", 1)[1])
    doors = Doors(bank_path, str(short_dir / "s.sock"), http_port=port)
    doors.start()
    try:
        assert door.address in str(doors.http_trouble)
        assert call(doors.address, "ping") == {}
    finally:
        doors.stop()


def test_serve_says_that_the_port_is_taken(memdesk: CommandLine, door: HttpServer) -> None:
    done = memdesk("serve", "--http", door.address.rsplit(":", 1)[1])
    assert (done.returncode, done.stdout) == (1, "")
    assert door.address in done.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "99999", "eighty", ""])
def test_what_is_no_port_is_wrong_usage(memdesk: CommandLine, port: str) -> None:
    done = memdesk("serve", "--http", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--http" in done.stderr and "Traceback" not in done.stderr


# --- the token and the command


def test_the_token_is_made_once_and_for_the_person_alone() -> None:
    assert http_token.existing_token() == ""
    made = http_token.token()
    path = http_token.token_path()
    assert len(made) >= 32 and http_token.token() == made
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert http_token.token() == made
    assert path.stat().st_mode & 0o777 == 0o600


def test_serve_opens_the_door_and_where_finds_it(memdesk: CommandLine) -> None:
    assert json.loads(memdesk("where", "--json").stdout)["http"] is None
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "memdesk", "serve", "--http", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        where = json.loads(memdesk("where", "--json").stdout)
        token = memdesk("where", "--token").stdout.strip()
        assert (where["http"], where["token"]) == (address, token)
        ask = ask_at(address, token)
        assert ask("POST", "/memories", {"text": "By HTTP"}).status == 201
        assert "By HTTP" in memdesk("list").stdout
    finally:
        process.terminate()
        complaints = process.communicate(timeout=60)[1]
    assert (process.returncode, complaints) == (0, "") or os.name == "nt"
    assert json.loads(memdesk("where", "--json").stdout)["http"] is None
