"""One client of the local socket: its lines, their order, its limits (spec 3.2)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from memdesk.core.errors import LimitExceeded
from memdesk.hosts.block_details import Injected
from memdesk.hosts.block_service import Ready
from memdesk.hosts.caller import Call, Caller, Identity
from memdesk.hosts.jsonrpc import (
    MAX_LINE,
    NotARequest,
    NotUtf8,
    Request,
    RpcError,
    failure,
    parse,
    success,
)
from memdesk.hosts.operations import Operation
from memdesk.hosts.service import Service

MAX_CONNECTIONS = 256
MAX_IN_FLIGHT = 64
"""Requests of one connection that are read but not answered; the next ones wait unread."""
MAX_UNSENT = 4 * 1024 * 1024
"""Bytes that a client may leave unread beyond the reply in progress, before it is dropped."""
LINE_SECONDS = 5.0
"""How long a begun line may take."""
MAX_HOT = 32
"""Blocks that a connection remembers."""
TURNS = 32
"""Requests of one connection that are run before the others have a turn."""
GOODBYE_SECONDS = 5.0
"""How long a client that is being closed may take to read the last reply."""


class Transport(Protocol):
    """The stream under a connection: `stream_loop`'s, or asyncio's."""

    def write(self, data: bytes) -> None: ...
    def get_write_buffer_size(self) -> int: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def is_closing(self) -> bool: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None: ...


class Loop(Protocol):
    """The loop that serves connections: `stream_loop`'s, or asyncio's."""

    def call_soon(self, callback: Any, *args: Any) -> Any: ...
    def call_soon_threadsafe(self, callback: Any, *args: Any) -> Any: ...
    def call_later(self, delay: float, callback: Any) -> Timer: ...


class Server(Protocol):
    """What a connection needs of its server."""

    service: Service
    loop: Loop

    def take(self, connection: Connection) -> bool:
        """Count a new connection; False when there are too many."""

    def lose(self, connection: Connection) -> None:
        """Forget a connection that ended."""

    def elsewhere(self, operation: Operation, job: Callable[[], None]) -> None:
        """Run a job on a thread that fits the operation."""

    def written(self) -> None:
        """A write was made here: subscribers needn't wait for the next look."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a connection wants to hear of, as whom, and after which change."""

    kinds: tuple[str, ...]
    identity: Identity
    since: int


@dataclass(frozen=True, slots=True)
class _LastWord:
    """An error after which the connection closes, in its place among the requests."""

    error: Exception


class _Hot(NamedTuple):
    """A block that was sent, to be sent again for the same words while the bank is the same."""

    generation: int
    call: Call
    ready: Ready


class Connection:
    """Reads lines, runs each when the one before is answered, and answers."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._service = server.service
        self._caller = Caller()
        self._transport: Transport | None = None
        self._received = bytearray()
        self._searched = 0
        self._waiting: deque[bytes | _LastWord] = deque()
        self._busy = False
        self._advancing = False
        self._reading = True
        self._ending = False
        self._all_said = False
        self._deadline: Timer | None = None
        self._goodbye: Timer | None = None
        self._unsent: deque[int] = deque()
        self._unsent_sum = 0
        self._hot: dict[str, _Hot] = {}
        self.subscription: Subscription | None = None

    # --- what the loop calls

    def connection_made(self, transport: Transport) -> None:
        self._transport = transport
        if not self._server.take(self):
            self._say_last(
                LimitExceeded(
                    "There are {limit} connections already. Close some and try again.",
                    limit=MAX_CONNECTIONS,
                )
            )

    def data_received(self, data: bytes) -> None:
        if self._ending:
            return
        alone = not (self._received or self._waiting or self._busy or self._advancing)
        if alone and data.find(b"\n") == len(data) - 1 <= MAX_LINE and not data.isspace():
            # One whole line and nothing else: how most requests come, and the shortest way.
            self._waiting.append(data)
        else:
            self._received += data
            self._take_lines()
        self._advance()

    def eof_received(self) -> bool:
        """The client has said all; it may still read. A last line needs no newline."""
        self._all_said = True
        if self._received and not self._ending:
            self._received += b"\n"
            self._take_lines()
        self._advance()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._ending = True
        self._disarm()
        if self._goodbye is not None:
            self._goodbye.cancel()
        self._transport = None
        self._waiting.clear()
        self._received.clear()
        self._server.lose(self)

    def pause_writing(self) -> None:
        """asyncio says that much is unsent: how much is looked at when something is sent."""

    def resume_writing(self) -> None:
        """asyncio says that less is unsent."""

    # --- lines

    def _take_lines(self) -> None:
        """Move whole lines from what was received to what waits, up to the limit."""
        received = self._received
        while len(self._waiting) + self._busy < MAX_IN_FLIGHT:
            end = received.find(b"\n", self._searched)
            if (len(received) if end < 0 else end) > MAX_LINE:
                self._say_last(LimitExceeded("A line has at most {limit} bytes.", limit=MAX_LINE))
                return
            if end < 0:
                self._searched = len(received)
                self._arm() if received else self._disarm()
                return
            line = bytes(received[:end])
            del received[: end + 1]
            self._searched = 0
            self._disarm()
            if line.strip():
                self._waiting.append(line)
        # As much as one client may have in flight: it is heard again when some is answered.
        self._disarm()
        if self._reading and not self._all_said and self._transport is not None:
            self._reading = False
            self._transport.pause_reading()

    def _arm(self) -> None:
        if self._deadline is None:
            self._deadline = self._server.loop.call_later(LINE_SECONDS, self._on_line_late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_line_late(self) -> None:
        self._deadline = None
        self._say_last(
            NotARequest("The line was not finished within {seconds} s.", seconds=int(LINE_SECONDS))
        )
        self._advance()

    def _say_last(self, error: Exception) -> None:
        """Answer with an error once all before it is answered, and close."""
        self._ending = True
        self._disarm()
        self._received.clear()
        self._searched = 0
        self._waiting.append(_LastWord(error))
        self._advance()

    # --- requests

    def _advance(self) -> None:
        """Run what waits, in order, until one is on its way on another thread."""
        if self._advancing:
            return
        self._advancing = True
        try:
            self._run_waiting()
        finally:
            self._advancing = False
        if self._transport is None or self._busy or self._waiting:
            return
        if self._ending or (self._all_said and not self._received):
            self._close()
        elif not self._reading:
            self._reading = True
            self._transport.resume_reading()

    def _run_waiting(self) -> None:
        turns = 0
        while self._waiting and not self._busy and self._transport is not None:
            if turns == TURNS:
                # Others wait too: go on when each of them has had its turn.
                self._server.loop.call_soon(self._advance)
                return
            turns += 1
            line = self._waiting.popleft()
            if isinstance(line, _LastWord):
                self._waiting.clear()
                self._send(failure(None, line.error))
                self._close()
                return
            self._run(line)
            self._take_more()

    def _take_more(self) -> None:
        """Take lines that were received already and had to wait."""
        if self._received and not self._ending and (self._all_said or not self._reading):
            self._take_lines()

    def _run(self, line: bytes) -> None:
        started = time.perf_counter()
        try:
            request = parse(line)
        except RpcError as error:
            if isinstance(error, NotUtf8):
                self._waiting.clear()
                self._say_last(error)
                return
            self._send(failure(error.id, error))
            return
        service = self._service
        call: Call | None = None
        try:
            words = ""
            if request.method == "block":
                words = repr(request.params)
                hot = self._hot.get(words)
                if hot is not None and hot.generation == service.generation_if_serving():
                    self._send_ready(request, hot.call, hot.ready, started)
                    return
            operation, call = service.prepare(self._caller, request)
            ready = service.at_once(call)
            if ready is not None:
                self._send_ready(request, call, ready, started)
                self._remember(words, call, ready)
                return
            if operation.runs != "at once":
                self._busy = True
                self._server.elsewhere(
                    operation, lambda: self._run_elsewhere(operation, request, call, started)
                )
                return
        except Exception as error:  # noqa: BLE001 - becomes an answer; faults are logged there
            if call is None:
                self._answer(request, failure(request.id, error))
                return
            reply = failure(request.id, error)
            service.log(call, started, len(reply))
            self._answer(request, reply)
            return
        self._answer(request, self._reply(request, call, started))

    def _send_ready(self, request: Request, call: Call, ready: Ready, started: float) -> None:
        reply = success(request.id, ready.result)
        self._answer(request, reply)  # first: what follows needn't be waited for
        self._service.log(call, started, len(reply), ready.injected, ids=ready.ids)

    def _remember(self, words: str, call: Call, ready: Ready) -> None:
        generation = self._service.holds_while()
        if generation is not None:
            if len(self._hot) == MAX_HOT:
                self._hot.clear()
            self._hot[words] = _Hot(generation, call, ready)

    def _reply(self, request: Request, call: Call, started: float) -> bytes:
        """Run a call where we are; gives the line to answer with, and logs it."""
        touched: Injected = ()
        recalled = False
        if call.operation == "hello":
            self._hot.clear()  # the same words may stand for someone else from now on
        try:
            result, touched, recalled = self._service.run(
                call, lambda kinds: self._subscribe(call, kinds)
            )
            reply = success(request.id, result)
        except Exception as error:  # noqa: BLE001 - becomes an answer; faults are logged there
            reply = failure(request.id, error)
        self._service.log(call, started, len(reply), touched, recalled=recalled)
        return reply

    def _run_elsewhere(
        self, operation: Operation, request: Request, call: Call, started: float
    ) -> None:
        reply = self._reply(request, call, started)
        # The loop is closed only after the threads that run this have ended.
        self._server.loop.call_soon_threadsafe(self._on_answered, operation, request, reply)

    def _on_answered(self, operation: Operation, request: Request, reply: bytes) -> None:
        self._busy = False
        self._answer(request, reply)
        if operation.writes:
            self._server.written()
        self._take_more()
        self._advance()

    def _answer(self, request: Request, reply: bytes) -> None:
        if not request.is_notification:
            self._send(reply)

    def _subscribe(self, call: Call, kinds: tuple[str, ...]) -> None:
        since = self._service.bank.generation()
        self.subscription = Subscription(kinds, call.identity, since)

    # --- what goes out

    def tell(self, line: bytes) -> None:
        """Send a notification."""
        self._send(line)

    def _send(self, data: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(data)
        unsent = transport.get_write_buffer_size()
        if not unsent:
            self._unsent.clear()
            self._unsent_sum = 0
            return
        sizes = self._unsent
        sizes.append(len(data))
        self._unsent_sum += len(data)
        while self._unsent_sum - sizes[0] >= unsent:
            self._unsent_sum -= sizes.popleft()
        if self._unsent_sum - sizes[0] > MAX_UNSENT:
            transport.abort()

    def _close(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            transport = self._transport
            transport.close()
            self._goodbye = self._server.loop.call_later(GOODBYE_SECONDS, transport.abort)

    def drop(self) -> None:
        """Close without waiting for anything."""
        if self._transport is not None:
            self._transport.abort()

    def end(self) -> None:
        """Close when the server stops; what was answered already is still sent."""
        self._ending = True
        self._waiting.clear()
        self._close()
