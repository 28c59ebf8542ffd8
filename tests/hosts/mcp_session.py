"""A client of the MCP door in this process."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memdesk.hosts.mcp import McpServer
from memdesk.hosts.mcp_greeting import Options

STATELESS = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
}
"""What a request of the stateless era says of its client, in `_meta`."""


def writing(title: str) -> dict[str, object]:
    """The parameters of a call that writes a memory."""
    return {"name": "memory_write", "arguments": {"title": title, "content": "x"}}


class Session:
    """A client in this process, of which every line goes through the server's own hands."""

    def __init__(self, bank_path: Path, options: Options) -> None:
        self.told: list[Any] = []
        self._sent: queue.Queue[bytes] = queue.Queue()
        self.server = McpServer(bank_path, options, self._sent.put)
        self._id = 0
        self._ended = False

    def end(self) -> None:
        """Say that the client has said all; once is enough."""
        if not self._ended:
            self._ended = True
            self.server.end()

    def take(self, message: object) -> None:
        self.server.take(json.dumps(message).encode() + b"\n")

    def ask(self, method: str, params: object = None) -> int:
        """Send a request without waiting; gives its id."""
        self._id += 1
        self.take({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params or {}})
        return self._id

    def next(self) -> Any:
        line = self._sent.get(timeout=90)
        assert line.endswith(b"\n") and line.count(b"\n") == 1
        return json.loads(line)

    def reply(self, method: str, params: object = None) -> Any:
        """Send a request, and give its whole reply; what is told meanwhile is kept."""
        id = self.ask(method, params)
        while True:
            found = self.next()
            if "method" in found:
                self.told.append(found)
            else:
                assert found["id"] == id
                return found

    def call(self, method: str, params: object = None) -> Any:
        reply = self.reply(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def refusal(self, method: str, params: object = None) -> Any:
        reply = self.reply(method, params)
        assert "result" not in reply, reply
        return reply["error"]

    def tool(self, name: str, **arguments: object) -> Any:
        """A tool's structured content; it must not be refused."""
        result = self.call("tools/call", {"name": name, "arguments": arguments})
        assert not result["isError"], result
        return result["structuredContent"]

    def refused(self, name: str, **arguments: object) -> str:
        """The sentence with which a tool refuses."""
        result = self.call("tools/call", {"name": name, "arguments": arguments})
        assert result["isError"], result
        assert "structuredContent" not in result
        (content,) = result["content"]
        return str(content["text"])

    def hear(self, method: str) -> Any:
        """Wait for a notification, and give its params."""
        while True:
            for index, one in enumerate(self.told):
                if one["method"] == method:
                    return self.told.pop(index)["params"]
            self.told.append(self.next())

    def open(self, version: str = "2025-11-25", name: str = "tester") -> Any:
        """Shake hands."""
        result = self.call(
            "initialize",
            {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": name}},
        )
        self.take({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result


Opened = Callable[..., Session]
