"""`memdesk mcp`: the door for MCP clients, JSON-RPC lines on stdin and stdout (spec 3.3).

One thread reads and answers what needs no bank; another runs what does, in the order in which it
came. Nothing heavy is loaded before the greeting is out: a host waits for it at every start.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.hosts import mcp_protocol as protocol
from memdesk.hosts.jsonrpc import (
    NotARequest,
    Request,
    RpcError,
    decode,
    notification,
    request_of,
    success,
)
from memdesk.hosts.late_log import LateLog
from memdesk.hosts.mcp_greeting import Greeter, Options
from memdesk.hosts.mcp_protocol import Era
from memdesk.hosts.worker import Worker

if TYPE_CHECKING:
    from memdesk.hosts.caller import Caller
    from memdesk.hosts.mcp_desk import Desk
    from memdesk.hosts.mcp_watch import Watch

MAX_IN_FLIGHT = 64
"""Requests that are read but not answered; the next ones wait unread."""

_log = LateLog(__name__)

Answer = Callable[[bytes | None], None]
"""Takes the line that answers a request, or None where none is wanted."""


class McpServer:
    """Serves one client. `take` and `end` are called from one thread."""

    def __init__(self, bank_path: Path, options: Options, send: Callable[[bytes], None]) -> None:
        self._bank_path = bank_path
        self._options = options
        self._send = send
        self._connection = "mcp-" + os.urandom(6).hex()
        self._client = ""
        self._version = ""
        self._greeter = Greeter(bank_path, options, self._opened)
        self._waiting: dict[object, bool] = {}
        """Requests on their way, and whether they were called off."""
        self._room = threading.Semaphore(MAX_IN_FLIGHT)
        self._loading = threading.Lock()
        self._desk: Desk | None = None
        self._watch: Watch | None = None
        self._worker = Worker("memdesk mcp", self._close_thread)

    def take(self, line: bytes) -> None:
        """Take one line of the client."""
        if not line.strip():
            return
        try:
            found = decode(line)
        except RpcError as error:
            self.refuse(error)
            return
        if isinstance(found, list) and self._version == protocol.WITH_BATCHES:
            self._take_batch(found)
        else:
            self._take_one(found, self._send_answer)

    def refuse(self, error: MemdeskError) -> None:
        """Answer what was no line of a client's."""
        self._send(protocol.failed(None, error))

    def end(self) -> None:
        """The client has said all: answer what it asked, and stop."""
        if self._desk is not None:
            for job in self._greeter.at_the_end():
                self._submit(job)
        self._worker.stop()
        if self._watch is not None:
            self._watch.stop()
            for tag in self._watch.streams():
                self._send(self._listened(tag))
        if self._desk is not None:
            self._desk.close()

    # --- lines

    def _take_batch(self, found: list[object]) -> None:
        if not found:
            self.refuse(NotARequest("A batch holds at least one request."))
            return
        batch = _Batch(len(found), self._send)
        for one in found:
            self._take_one(one, batch.answer)

    def _send_answer(self, line: bytes | None) -> None:
        if line is not None:
            self._send(line)

    def _take_one(self, found: object, answer: Answer) -> None:
        try:
            request = request_of(found)
        except RpcError as error:
            answer(None if _is_answer(found) else protocol.failed(error.id, error))
            return
        if request.is_notification:
            self._note(request)
            answer(None)
            return
        try:
            era = protocol.era_of(request, self._client)
            at_once = self._at_once(request, era)
        except Exception as error:  # noqa: BLE001 - becomes an answer; faults are logged there
            answer(protocol.failed(request.id, error))
            return
        if at_once is not None:
            answer(success(request.id, protocol.result_for(request.method, at_once, era)))
            while self._greeter.left:
                self._submit(self._greeter.left.pop(0))
        elif request.method in _WITH_THE_BANK:
            self._room.acquire()
            self._waiting[request.id] = False
            self._submit(lambda: self._run(request, era, answer))
        else:
            answer(protocol.failed(request.id, protocol.no_such_method(request.method)))

    def _note(self, request: Request) -> None:
        """A notification: never answered, and ignored where it makes no sense."""
        if request.method == "notifications/initialized" and self._version:
            self._submit(self._begin_telling)
        elif request.method == "notifications/cancelled":
            id = request.params.get("requestId")
            if isinstance(id, str | int) and id in self._waiting:
                self._waiting[id] = True
            elif self._watch is not None and isinstance(id, str | int):
                self._watch.remove(id)

    # --- what needs no bank

    def _at_once(self, request: Request, era: Era) -> dict[str, Any] | None:
        match request.method:
            case "initialize":
                return self._initialize(request)
            case "server/discover":
                return {
                    "supportedVersions": list(reversed(protocol.STATELESS)),
                    "capabilities": protocol.CAPABILITIES,
                    **self._greeter.greeting(era.client),
                }
            case "ping":
                return {}
            case "tools/list":
                from memdesk.hosts import mcp_tools  # after the greeting, as all below

                return {"tools": mcp_tools.listed(read_only=self._options.read_only)}
            case "prompts/list":
                from memdesk.hosts.mcp_desk import PROMPTS

                return {"prompts": list(PROMPTS)}
            case "resources/templates/list":
                from memdesk.hosts.mcp_desk import TEMPLATES

                return {"resourceTemplates": list(TEMPLATES)}
        return None

    def _initialize(self, request: Request) -> dict[str, Any]:
        self._client = protocol.client_name(request.params.get("clientInfo"))
        self._version = protocol.negotiated(request.params.get("protocolVersion"))
        return {
            "protocolVersion": self._version,
            "capabilities": protocol.CAPABILITIES,
            "serverInfo": protocol.server_info(),
            **self._greeter.greeting(self._client),
        }

    # --- what needs the bank

    def _run(self, request: Request, era: Era, answer: Answer) -> None:
        line: bytes | None = None
        try:
            if not self._waiting.get(request.id):
                result = self._result(request, era)
                if result is not None:
                    shaped = protocol.result_for(request.method, result, era)
                    line = success(request.id, shaped)
        except Exception as error:  # noqa: BLE001 - becomes an answer; faults are logged there
            line = protocol.failed(request.id, error)
        finally:
            self._room.release()
            # Called off meanwhile: nobody waits for the answer (spec of MCP, cancellation).
            called_off = self._waiting.pop(request.id, False)
            answer(None if called_off else line)
            if called_off and self._watch is not None:
                self._watch.remove(request.id)
        if self._watch is not None:
            self._watch.look()
        if request.method == "tools/call" and self._desk is not None:
            self._desk.catch_up(self._options.caller(era.client, self._connection))

    def _result(self, request: Request, era: Era) -> dict[str, Any] | None:
        desk = self._opened()
        params = request.params
        caller = self._options.caller(era.client, self._connection)
        match request.method:
            case "tools/call":
                return desk.call_tool(caller, params)
            case "resources/list":
                return desk.list_resources(caller, params.get("cursor"))
            case "resources/read":
                return desk.read_resource(caller, params.get("uri"), era)
            case "resources/subscribe":
                uri = _uri(params)
                self._begin_telling()
                if not self._watching().subscribe(_HANDSHAKEN, uri):
                    raise protocol.NoSuchResource(uri, era)
                return {}
            case "resources/unsubscribe":
                self._begin_telling()
                self._watching().unsubscribe(_HANDSHAKEN, _uri(params))
                return {}
            case "prompts/get":
                return desk.get_prompt(caller, params)
            case _:
                self._listen(request, caller)
                return None

    def _listen(self, request: Request, caller: Caller) -> None:
        """Begin to tell a stateless client; its request is answered when the telling ends."""
        from memdesk.hosts.mcp_watch import Listener

        wanted = request.params.get("notifications")
        if not isinstance(wanted, dict):
            raise BadParameters(
                "{operation} needs {field}.", field="notifications", operation=request.method
            )
        honoured: dict[str, Any] = {}
        listener = Listener(caller, request.id, wanted.get("resourcesListChanged") is True)
        if listener.lists:
            honoured["resourcesListChanged"] = True
        uris = wanted.get("resourceSubscriptions")
        for uri in uris if isinstance(uris, list) else ():
            text = self._opened().resource(caller, uri) if isinstance(uri, str) else None
            if text is not None:
                listener.texts[uri] = text
        if listener.texts:
            honoured["resourceSubscriptions"] = list(listener.texts)
        meta = {protocol.SUBSCRIPTION_ID: request.id}
        self._send(
            notification(
                "notifications/subscriptions/acknowledged",
                {"_meta": meta, "notifications": honoured},
            )
        )
        self._watching().add(request.id, listener)

    def _listened(self, tag: object) -> bytes:
        """The answer to a request to listen, when the telling ends."""
        era = Era(stateless=True)
        result = {"_meta": {protocol.SUBSCRIPTION_ID: tag}}
        return success(tag, protocol.result_for("subscriptions/listen", result, era))

    def _begin_telling(self) -> None:
        """Tell the client that shook hands of changes in the list of resources."""
        from memdesk.hosts.mcp_watch import Listener

        watch = self._watching()
        if not watch.tells(_HANDSHAKEN):
            caller = self._options.caller(self._client, self._connection)
            watch.add(_HANDSHAKEN, Listener(caller, lists=True))

    def _submit(self, job: Callable[[], None]) -> None:
        self._worker.submit(lambda: self._guard(job))

    def _guard(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception:  # noqa: BLE001 - one job's fault must not end what runs the others
            _log.exception("a fault in serving a client")

    # --- what is opened late

    def _opened(self) -> Desk:
        with self._loading:
            if self._desk is None:
                from memdesk.hosts.mcp_desk import Desk
                from memdesk.hosts.outdated import leave_to_another

                leave_to_another(self._bank_path)
                self._desk = Desk(self._bank_path)
            return self._desk

    def _watching(self) -> Watch:
        """The watch. Only the worker's thread makes it."""
        if self._watch is None:
            from memdesk.hosts.mcp_watch import Watch

            self._watch = Watch(self._opened(), self._send)
        return self._watch

    def _close_thread(self) -> None:
        if self._desk is not None:
            self._desk.service.bank.close_thread()


_HANDSHAKEN = object()
"""The one listener that no request to listen opened."""

_WITH_THE_BANK = frozenset(
    (
        "tools/call",
        "resources/list",
        "resources/read",
        "resources/subscribe",
        "resources/unsubscribe",
        "prompts/get",
        "subscriptions/listen",
    )
)


class _Batch:
    """Gathers the answers to a batch, and sends them together."""

    def __init__(self, size: int, send: Callable[[bytes], None]) -> None:
        self._left = size
        self._send = send
        self._lines: list[bytes] = []
        self._lock = threading.Lock()

    def answer(self, line: bytes | None) -> None:
        with self._lock:
            self._left -= 1
            if line is not None:
                self._lines.append(line.rstrip(b"\n"))
            if self._left == 0 and self._lines:
                self._send(b"[" + b",".join(self._lines) + b"]\n")


def _uri(params: Mapping[str, Any]) -> str:
    uri = params.get("uri")
    if not isinstance(uri, str):
        raise BadParameters("{field} must be {type}.", field="uri", type="a text")
    return uri


def _is_answer(found: object) -> bool:
    """Whether it answers a request: we make none, but what came late is no mistake to answer."""
    return isinstance(found, dict) and "method" not in found and bool(found.keys() & _ANSWERS)


_ANSWERS = {"result", "error"}
