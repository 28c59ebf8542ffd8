"""Pages of the web against the HTTP door: none gets in without being listed (spec 3.4, 6.3)."""

from __future__ import annotations

import hmac
import http.client
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from memdesk.core.query import Query
from memdesk.hosts import http as door_of_http
from memdesk.hosts.http import HttpServer
from memdesk.hosts.service import Service

TOKEN = "t" * 43
LISTED = "https://listed.example"


@pytest.fixture
def service(bank_path: Path) -> Iterator[Service]:
    bank_path.parent.mkdir(parents=True)
    service = Service(bank_path)
    service.start()
    yield service
    service.stop()


@pytest.fixture
def door(service: Service) -> Iterator[HttpServer]:
    server = HttpServer(service, 0, TOKEN, [LISTED])
    server.start()
    yield server
    server.stop()


Ask = Callable[..., tuple[int, dict[str, str], bytes]]


@pytest.fixture
def ask(door: HttpServer) -> Ask:
    def ask(method: str, path: str, body: str = "", **headers: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", _port(door), timeout=90)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_host="Host" in named)
        for name, value in named.items():
            connection.putheader(name, value)
        if body:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() or None)
        reply = connection.getresponse()
        found = reply.status, {k.lower(): v for k, v in reply.getheaders()}, reply.read()
        connection.close()
        return found

    return ask


def _port(door: HttpServer) -> int:
    return int(door.address.rsplit(":", 1)[1])


WRITE = json.dumps({"text": "planted by a page"})


@pytest.mark.parametrize("host", ["evil.example", "evil.example:7411", "127.0.0.1.evil.example",
                                  "localhost.evil.example", "169.254.169.254", "[::2]", "",
                                  "127.0.0.1@evil.example", "0.0.0.0"])  # fmt: skip
def test_a_name_rebound_to_this_machine_is_refused(ask: Ask, service: Service, host: str) -> None:
    """Even with the token: a page that rebinds its own name is of the same origin as we then."""
    status, _headers, _body = ask(
        "POST", "/memories", WRITE, Host=host, Authorization=f"Bearer {TOKEN}"
    )
    assert status == 403
    assert service.bank.count(Query()) == 0


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("http://localhost/memories", 200),
        ("http://127.0.0.1:80/memories", 200),
        ("http://evil.example/memories", 403),
        ("http://localhost@evil.example/memories", 403),
        ("http:///memories", 403),
        ("memories", 403),
    ],
)
def test_an_address_that_names_its_host_itself_names_this_machine(
    ask: Ask, target: str, status: int
) -> None:
    """By the standard the Host header doesn't count then."""
    reply = ask("GET", target, Host="localhost", Authorization=f"Bearer {TOKEN}")
    assert reply[0] == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded",
                                  "multipart/form-data; boundary=x",
                                  "application/json"])  # fmt: skip
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost",
                                    "https://listed.example.evil", "file://"])  # fmt: skip
def test_a_form_that_a_page_sends_writes_nothing(
    ask: Ask, service: Service, kind: str, origin: str
) -> None:
    """No preflight comes before such a request: it must do nothing by itself."""
    for path, body in (
        ("/memories", WRITE),
        ("/rpc", '{"jsonrpc":"2.0","id":1,"method":"remember","params":{"text":"planted"}}'),
    ):
        for token in ({}, {"Authorization": f"Bearer {TOKEN}"}):
            status, headers, _body = ask(
                "POST", path, body, Origin=origin, Content_Type=kind,
                Sec_Fetch_Site="cross-site", **token,
            )  # fmt: skip
            assert status == 403
            assert "access-control-allow-origin" not in headers
    assert service.bank.count(Query()) == 0


def test_a_picture_that_a_page_shows_reads_nothing(ask: Ask) -> None:
    """A GET that says no origin, as an image or a script does it, knows no token."""
    status, headers, body = ask("GET", "/block", Sec_Fetch_Site="cross-site", Referer="https://e.e")
    assert status == 401
    assert headers["x-content-type-options"] == "nosniff"
    assert b"<memory" not in body and "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("origin", "status"), [(LISTED, 204), ("https://evil.example", 403), ("null", 403)]
)
def test_only_who_is_listed_may_ask_whether_it_may(ask: Ask, origin: str, status: int) -> None:
    found, headers, _body = ask(
        "OPTIONS", "/rpc", Origin=origin, Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="authorization",
    )  # fmt: skip
    assert found == status
    assert headers.get("access-control-allow-origin") == (origin if status == 204 else None)
    assert headers.get("access-control-allow-credentials") is None
    assert headers.get("vary") == ("Origin" if status == 204 else None)


def test_a_token_is_compared_in_the_same_time(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    class Watched:
        compare_digest = staticmethod(compare)

    monkeypatch.setattr(door_of_http, "hmac", Watched)
    for token in ("", "t", TOKEN[:-1], TOKEN + "t", "é" * 3):
        assert ask("GET", "/block", Authorization=f"Bearer {token}")[0] == 401
    assert [other for _one, other in compared] == [TOKEN.encode()] * 5


def test_two_requests_are_never_taken_for_one(door: HttpServer, service: Service) -> None:
    """What a proxy and we could read differently is refused, and nothing behind it is run."""
    head = f"Host: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n"
    hidden = f"POST /memories HTTP/1.1\r\n{head}Content-Length: {len(WRITE)}\r\n\r\n{WRITE}"
    for lengths in (
        "Content-Length: 3\r\nContent-Length: 4\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: chunked, gzip\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Content-Length: +3\r\n",
        "Content-Length: 0x3\r\n",
        "Content-Length : 3\r\n",
        f"Content-Length: {'9' * 5_000}\r\n",
    ):
        with socket.create_connection(("127.0.0.1", _port(door)), 30) as stream:
            stream.sendall(f"POST /rpc HTTP/1.1\r\n{head}{lengths}\r\nabc{hidden}".encode())
            stream.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: stream.recv(1 << 16), b""))
        first = answer.split(b"\r\n", 1)[0]
        assert first.startswith((b"HTTP/1.1 4", b"HTTP/1.1 501")), (lengths[:60], first)
        assert answer.count(b"HTTP/1.1 ") == 1
    assert service.bank.count(Query()) == 0


@pytest.mark.skipif(os.name == "nt", reason="counts what Linux and macOS queue")
def test_slow_clients_have_an_end(door: HttpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place may be held for so long, and then it is another's turn."""
    monkeypatch.setattr(door_of_http, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(door_of_http, "LINGER_SECONDS", 0.1)
    with ExitStack() as stack:
        for _ in range(door_of_http.MAX_CONNECTIONS + 10):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", _port(door)), 30))
            one.sendall(b"GET /block HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        late = stack.enter_context(socket.create_connection(("127.0.0.1", _port(door)), 90))
        late.sendall(b"GET /block HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert late.recv(100).startswith(b"HTTP/1.1 401")
