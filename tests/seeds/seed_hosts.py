"""The hosts of the seeds, each at the door that it would use, in a process of its own."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
from typing import Any, NamedTuple
from urllib.parse import urlencode

MEMDESK = [sys.executable, "-W", "error", "-m", "memdesk"]


class McpHost:
    """A host that has started `memdesk mcp` and shaken hands with it."""

    def __init__(self, *flags: str, name: str = "seed-host") -> None:
        self.process = subprocess.Popen(
            [*MEMDESK, "mcp", *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._id = 0
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": name}}
        self.instructions: str = self.call("initialize", hello).get("instructions", "")
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _write(self, message: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: object) -> int:
        """Send a request, and wait for nothing."""
        self._id += 1
        self._write({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        return self._id

    def ask_tool(self, name: str, **arguments: object) -> int:
        """Call a tool, and wait for nothing."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def answer(self) -> dict[str, Any]:
        """The next answer; what is only told meanwhile is passed over."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            found: dict[str, Any] = json.loads(line)
            if "method" not in found:
                return found

    def call(self, method: str, params: object = None) -> dict[str, Any]:
        """The result of a request, which must succeed."""
        id = self.ask(method, params or {})
        found = self.answer()
        assert found["id"] == id and "error" not in found, found
        result: dict[str, Any] = found["result"]
        return result

    def result(self, name: str, **arguments: object) -> dict[str, Any]:
        """The whole result of a tool, refused or not."""
        return self.call("tools/call", {"name": name, "arguments": arguments})

    def tool(self, name: str, **arguments: object) -> dict[str, Any]:
        """The structured content of a tool, which must not refuse."""
        result = self.result(name, **arguments)
        assert not result["isError"], result
        found: dict[str, Any] = result["structuredContent"]
        return found

    def text(self, name: str, **arguments: object) -> str:
        """What a tool says to a reader; it must not refuse."""
        result = self.result(name, **arguments)
        assert not result["isError"], result
        return str(result["content"][0]["text"])

    def refused(self, name: str, **arguments: object) -> str:
        """The sentence with which a tool refuses; it must refuse, and not fail."""
        result = self.result(name, **arguments)
        assert result["isError"], result
        return str(result["content"][0]["text"])

    def tools(self) -> dict[str, dict[str, Any]]:
        """The tools that are listed, by name."""
        return {tool["name"]: tool for tool in self.call("tools/list")["tools"]}

    def block(self) -> str:
        """The live block, as the resource gives it."""
        contents = self.call("resources/read", {"uri": "memdesk://block"})["contents"]
        return str(contents[0]["text"])

    def end(self) -> str:
        """Say that nothing more comes. The server must end in order; gives its complaints."""
        rest, complaints = self.process.communicate(timeout=60)
        assert all("method" in json.loads(line) for line in rest.splitlines())
        assert self.process.returncode == 0
        return complaints


class SocketHost:
    """A host on the local socket."""

    def __init__(self, address: str, **hello: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(60)
        self._socket.connect(address)
        self._lines = self._socket.makefile("rb")
        if hello:
            self.call("hello", **hello)

    def reply(self, method: str, **params: object) -> dict[str, Any]:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        found: dict[str, Any] = json.loads(self._lines.readline())
        return found

    def call(self, method: str, **params: object) -> dict[str, Any]:
        """The result of a call, which must succeed."""
        reply = self.reply(method, **params)
        assert "error" not in reply, reply
        result: dict[str, Any] = reply["result"]
        return result

    def refused(self, method: str, **params: object) -> dict[str, Any]:
        """The error of a call, which must be refused."""
        error: dict[str, Any] = self.reply(method, **params)["error"]
        return error

    def layers(self, **params: object) -> dict[str, str]:
        """The layers of a block."""
        layers: dict[str, str] = self.call("block", **params)["layers"]
        return layers

    def system(self, **params: object) -> str:
        """The system layer of a block."""
        return self.layers(**params)["system"]

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class Reply(NamedTuple):
    """An HTTP status, and the JSON of the body."""

    status: int
    body: Any


class HttpHost:
    """A script that speaks HTTP to a running `memdesk serve --http`."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self._place = address.removeprefix("http://")
        self._token = token

    def ask(self, method: str, path: str, body: object = None, **query: str) -> Reply:
        """Ask as the seed's page and its PowerShell example do: UTF-8 bytes of JSON."""
        connection = http.client.HTTPConnection(self._place, timeout=60)
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json; charset=utf-8",
        }
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        try:
            target = f"{path}?{urlencode(query)}" if query else path
            connection.request(method, target, data, headers)
            answer = connection.getresponse()
            return Reply(answer.status, json.loads(answer.read()))
        finally:
            connection.close()
