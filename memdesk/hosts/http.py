"""The HTTP door on 127.0.0.1: who is let in, and the limits of what they send (spec 3.4).

h11 reads and writes the protocol; a thread a connection serves it. A browser's page comes in
only from an origin that the person has listed, and nobody without the token.
"""

from __future__ import annotations

import hmac
import logging
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus

import h11

from memdesk.core.errors import BankUnavailable
from memdesk.core.reasons import reason_of
from memdesk.hosts.http_routes import Answer, Routes, refusal
from memdesk.hosts.jsonrpc import MAX_LINE
from memdesk.hosts.service import Service

ADDRESS = "127.0.0.1"
MAX_BODY = MAX_LINE
"""Bytes; more is answered with 413."""
MAX_HEAD = 32 * 1024
MAX_CONNECTIONS = 64
REQUEST_SECONDS = 15.0
"""How long a begun request may take to arrive, and a kept connection may be idle."""
MAX_LINGER = 16 * 1024 * 1024
LINGER_SECONDS = 2.0

_log = logging.getLogger(__name__)


class HttpServer:
    """Serves one bank over HTTP from `start` to `stop`; it shares the service of the socket."""

    def __init__(
        self, service: Service, port: int, token: str, origins: Sequence[str] = ()
    ) -> None:
        """`port` 0 takes a free one. `origins` are web origins as `https://example.org`."""
        self._service = service
        self._routes = Routes(service)
        self._port = port
        self._token = token
        self._origins = frozenset(one.rstrip("/").lower() for one in origins)
        self._listener: socket.socket | None = None
        self._accepting: threading.Thread | None = None
        self._stopping = threading.Event()
        self._free = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._open: dict[threading.Thread, socket.socket] = {}
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Where it listens: `http://127.0.0.1:PORT`."""
        return f"http://{ADDRESS}:{self._port}"

    def start(self) -> None:
        """Listen. Raises BankUnavailable where the port is taken."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                # Windows would let a second program share the port.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((ADDRESS, self._port))
            listener.listen()
        except (OSError, OverflowError) as error:
            listener.close()
            raise BankUnavailable(
                "Nothing can listen at {address}: {reason}.",
                address=self.address,
                reason=reason_of(error),
            ) from error
        self._port = listener.getsockname()[1]
        self._listener = listener
        self._accepting = threading.Thread(
            target=self._accept, args=(listener,), name="memdesk http", daemon=True
        )
        self._accepting.start()

    def stop(self) -> None:
        """Let running requests end, and close every connection."""
        if self._listener is None or self._accepting is None:
            return
        self._stopping.set()
        # Either wakes the thread that accepts; closing alone would not. Linux takes the first,
        # the second needs a file descriptor, of which there may be none left.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            socket.create_connection((ADDRESS, self._port), timeout=1).close()
        self._accepting.join()
        self._listener.close()
        self._listener = None
        with self._lock:
            still = list(self._open.items())
        for _thread, stream in still:
            with suppress(OSError):  # it may have ended by itself
                stream.shutdown(socket.SHUT_RD)
        for thread, _stream in still:
            thread.join()

    # --- connections

    def _accept(self, listener: socket.socket) -> None:
        exhausted = False
        while True:
            try:
                stream, _peer = listener.accept()
                exhausted = False
            except OSError as error:
                if self._stopping.is_set():
                    return
                if not exhausted:  # once is enough for the log
                    _log.warning("a connection could not be taken: %s", error)
                exhausted = True
                self._stopping.wait(0.1)  # out of file descriptors: not a thousand times a second
                continue
            if self._stopping.is_set() or not self._free.acquire(timeout=REQUEST_SECONDS):
                stream.close()
                if self._stopping.is_set():
                    return
                continue
            thread = threading.Thread(
                target=self._serve, args=(stream,), name="memdesk http client", daemon=True
            )
            with self._lock:
                self._open[thread] = stream
            thread.start()

    def _serve(self, stream: socket.socket) -> None:
        try:
            with stream:
                stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                client = _Client(stream, self)
                while not self._stopping.is_set() and client.serve_one():
                    pass
        except OSError as error:
            _log.debug("a client went away: %s", error)
        except Exception:  # noqa: BLE001 - ends this connection and no other
            _log.exception("a fault while serving HTTP")
        finally:
            self._service.bank.close_thread()
            with self._lock:
                self._open.pop(threading.current_thread(), None)
            self._free.release()

    # --- who is let in

    def judge(self, request: h11.Request) -> Answer | None:
        """The refusal of a request by its head, or None where it may come in."""
        headers = dict(request.headers)  # h11 has lowered the names, and refuses two Hosts
        host = headers.get(b"host", b"").decode("latin-1")
        target = request.target.decode("latin-1")
        if not is_loopback(host) or not _is_here(target):
            return refusal(403, "memdesk is called by the name of this machine alone.")
        origin = headers.get(b"origin")
        if origin is not None and not self._is_listed(origin):
            return refusal(403, "This origin is not among memdesk's http_origins.")
        if request.method == b"OPTIONS" and origin is not None:
            return Answer(204, headers=_PREFLIGHT)
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        known = hmac.compare_digest(given.strip(), self._token.encode())
        if scheme.lower() != b"bearer" or not known:
            return refusal(
                401,
                "Send the token of `memdesk where --token` as a bearer token.",
                **{"WWW-Authenticate": 'Bearer realm="memdesk"'},
            )
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > MAX_BODY:
            return too_big()
        return None

    def _is_listed(self, origin: bytes) -> bool:
        return origin.decode("latin-1").rstrip("/").lower() in self._origins

    def cross_origin(self, request: h11.Request) -> dict[str, str]:
        """The headers that let a listed origin read an answer."""
        origin = dict(request.headers).get(b"origin")
        if origin is None or not self._is_listed(origin):
            return {}
        return {"Access-Control-Allow-Origin": origin.decode("latin-1"), "Vary": "Origin"}

    def answer(self, request: h11.Request, body: bytes) -> Answer:
        """Run what was asked for. A fault of memdesk is logged, and is a 500."""
        target = request.target.decode("latin-1")
        try:
            return self._routes.answer(request.method.decode("ascii"), target, body)
        except Exception:  # noqa: BLE001 - becomes an answer
            _log.exception("a fault while answering %s", target.partition("?")[0])
            return refusal(500, "Something went wrong inside memdesk. Its log says more.")


_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    # A page of the web that calls a program on the person's machine has to ask for this, too.
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": "600",
}


def is_loopback(host: str) -> bool:
    """Whether a Host header names this machine: a page that rebinds its own name does not."""
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = host, "0"
    return port.isdigit() and name.lower() in ("127.0.0.1", "localhost", "[::1]")


def _is_here(target: str) -> bool:
    """Whether an address that names its host by itself, which then counts, names this machine."""
    host = target.partition("://")[2].partition("/")[0]
    return target.startswith("/") or target == "*" or is_loopback(host)


def too_big() -> Answer:
    """The answer to a body over the limit."""
    return refusal(413, "A body may have 2 MiB at most.")


class _Client:
    """One connection: its requests one after the other."""

    def __init__(self, stream: socket.socket, server: HttpServer) -> None:
        self._stream = stream
        self._server = server
        self._connection = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEAD)
        self._until = 0.0

    def serve_one(self) -> bool:
        """Read a request and answer it; whether another may follow. Raises OSError."""
        self._until = time.monotonic() + REQUEST_SECONDS
        connection, request = self._connection, None
        try:
            event = self._next()
            if not isinstance(event, h11.Request):
                return False  # the client has closed
            request = event
            refused = self._server.judge(request)
            body = b"" if refused else self._body()
            if body is None:
                refused = too_big()
            answer = refused or self._server.answer(request, body or b"")
            self._send(request, answer)
        except TimeoutError:
            if request is not None:
                self._send(request, refusal(408, "The request did not arrive in time."))
        except h11.RemoteProtocolError as error:
            if connection.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                self._send(request, refusal(error.error_status_hint, "This is not HTTP/1.1."))
        if connection.our_state is h11.DONE and connection.their_state is h11.DONE:
            connection.start_next_cycle()
            return True
        self._linger()
        return False

    def _next(self) -> object:
        while (event := self._connection.next_event()) is h11.NEED_DATA:
            if self._connection.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                self._stream.sendall(self._connection.send(go_on) or b"")
            left = self._until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._stream.settimeout(left)
            self._connection.receive_data(self._stream.recv(1 << 16))
        return event

    def _body(self) -> bytes | None:
        """What was sent; None where it is more than MAX_BODY."""
        body = bytearray()
        while not isinstance(event := self._next(), h11.EndOfMessage):
            if not isinstance(event, h11.Data):
                raise ConnectionError("the client went away in the middle of its request")
            body += event.data
            if len(body) > MAX_BODY:
                return None
        return bytes(body)

    def _send(self, request: h11.Request | None, answer: Answer) -> None:
        connection = self._connection
        headers = {
            "Content-Length": str(len(answer.body)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            **answer.headers,
        }
        if answer.status == 204:
            del headers["Content-Length"]
        else:
            headers["Content-Type"] = "application/json; charset=utf-8"
        if request is not None:
            headers |= self._server.cross_origin(request)
        if connection.their_state is not h11.DONE:
            headers["Connection"] = "close"  # the rest of the request is not read
        response = h11.Response(
            status_code=answer.status,
            reason=HTTPStatus(answer.status).phrase,
            headers=list(headers.items()),
        )
        self._stream.settimeout(REQUEST_SECONDS)
        head = connection.send(response) or b""
        is_head = request is not None and request.method == b"HEAD"
        body = b"" if is_head else connection.send(h11.Data(data=answer.body)) or b""
        end = connection.send(h11.EndOfMessage()) or b""
        self._stream.sendall(head + body + end)

    def _linger(self) -> None:
        """Read on for a moment: closing on unread bytes would take our answer from the client."""
        until = time.monotonic() + LINGER_SECONDS
        left = MAX_LINGER
        try:
            self._stream.shutdown(socket.SHUT_WR)
            while left > 0 and (seconds := until - time.monotonic()) > 0:
                self._stream.settimeout(seconds)
                received = self._stream.recv(1 << 16)
                if not received:
                    return
                left -= len(received)
        except OSError as error:
            _log.debug("a client left without a goodbye: %s", error)
