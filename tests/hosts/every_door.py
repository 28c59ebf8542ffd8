"""The doors of a bank, each called alike: by an operation's name and its parameters."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from mcp_session import Session
from raw_client import Raw

from memdesk.hosts import http_token
from memdesk.hosts.doors import Doors
from memdesk.hosts.mcp_greeting import Options

DOORS = ("socket", "socket by the call", "rpc", "mcp")
"""Who calls is fixed by `hello` or by flags, or said with each call."""

IDENTITY = ("host", "workspace", "role", "session")


class Refused(Exception):
    """The sentence of a refusal, and its code where the door tells it."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


Call = Callable[..., Any]
"""Runs an operation; raises Refused."""


class Opened:
    """One bank, served at every door."""

    def __init__(self, doors: Doors, bank_path: Path, stack: ExitStack) -> None:
        self.doors = doors
        self._bank_path = bank_path
        self._stack = stack
        self._sessions: list[Session] = []
        self._raws: list[Raw] = []
        stack.callback(self.close_connections)
        self._token = http_token.token()

    def call(self, door: str, **who: str) -> Call:
        """How that caller runs operations at a door."""
        match door:
            case "socket":
                fixed = self._raw()
                if who:
                    fixed.call("hello", **who)
                return _at_socket(fixed, {})
            case "socket by the call":
                return _at_socket(self._raw(), who)
            case "rpc":
                return self._at_rpc(who)
            case "mcp":
                return self._at_mcp(who)
        raise KeyError(door)

    def session(self, **options: Any) -> Session:
        """An MCP client that has shaken hands."""
        session = Session(self._bank_path, Options(**options))
        self._stack.callback(session.end)
        self._sessions.append(session)
        session.open()
        return session

    def http(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        name, port = self.doors.http_address.removeprefix("http://").split(":")
        connection = http.client.HTTPConnection(name, int(port), timeout=90)
        try:
            data = None if body is None else json.dumps(body)
            headers = {"Authorization": f"Bearer {self._token}"}
            connection.request(method, path, data, headers)
            reply = connection.getresponse()
            text = reply.read()
            return reply.status, json.loads(text) if text else None
        finally:
            connection.close()

    def settle(self) -> None:
        """Let all be written that is noted beside the replies' way: who read what."""
        for session in self._sessions:
            session.end()
        self.close_connections()
        self.doors.service.access.flush()
        self.doors.service.bank.close()  # as this thread has it open for that

    def close_connections(self) -> None:
        """Close those to the socket: there may not be too many."""
        while self._raws:
            self._raws.pop().close()

    def _at_mcp(self, who: dict[str, str]) -> Call:
        session = self.session(**who)

        def call(operation: str, **params: object) -> Any:
            reply = session.reply("tools/call", {"name": operation, "arguments": params})
            result = _result(reply)
            if result["isError"]:
                raise Refused(result["content"][0]["text"])
            return {"said": result["content"][0]["text"], **result["structuredContent"]}

        return call

    def _raw(self) -> Raw:
        raw = Raw(self.doors.address)
        self._raws.append(raw)
        return raw

    def _at_rpc(self, who: dict[str, str]) -> Call:
        def call(operation: str, **params: object) -> Any:
            request = {"jsonrpc": "2.0", "id": 1, "method": operation, "params": {**who, **params}}
            return _result(self.http("POST", "/rpc", request)[1])

        return call


@contextmanager
def opened(bank_path: Path, address: str) -> Iterator[Opened]:
    """Open the doors of a bank."""
    bank_path.parent.mkdir(parents=True, exist_ok=True)
    doors = Doors(bank_path, address, http_port=0)
    doors.start()
    with ExitStack() as stack:
        stack.callback(doors.stop)
        yield Opened(doors, bank_path, stack)


def _at_socket(raw: Raw, who: dict[str, str]) -> Call:
    def call(operation: str, **params: object) -> Any:
        return _result(raw.reply(operation, {**who, **params}))

    return call


def _result(reply: Any) -> Any:
    if "error" in reply:
        raise Refused(reply["error"]["message"], reply["error"]["code"])
    return reply["result"]
