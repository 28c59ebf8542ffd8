"""A raw connection to the local socket."""

from __future__ import annotations

import json
import socket
from typing import Any


class Raw:
    """A connection that sends whatever bytes a test wants."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(60)
        self.socket.connect(address)
        self._received = b""
        self._id = 0

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def line(self) -> Any:
        """The next line, decoded; EOFError when the server closed."""
        while b"\n" not in self._received:
            received = self.socket.recv(1 << 16)
            if not received:
                raise EOFError
            self._received += received
        line, self._received = self._received.split(b"\n", 1)
        return json.loads(line)

    def request(self, method: str, params: object = None, **more: object) -> bytes:
        self._id += 1
        message = {"jsonrpc": "2.0", "id": self._id, "method": method, **more}
        if params is not None:
            message["params"] = params
        return json.dumps(message).encode() + b"\n"

    def reply(self, method: str, params: object = None) -> Any:
        """Send a request and give the whole reply; what is told meanwhile is passed over."""
        self.send(self.request(method, params))
        while "method" in (reply := self.line()):
            pass
        return reply

    def call(self, method: str, **params: object) -> Any:
        """Send a request that must succeed, and give its result."""
        reply = self.reply(method, params)
        assert "error" not in reply, reply
        return reply["result"]

    def refusal(self, method: str, **params: object) -> Any:
        """Send a request that must be refused, and give its error."""
        reply = self.reply(method, params)
        assert "result" not in reply, reply
        return reply["error"]

    def closed(self) -> bool:
        """Wait for the server's end of the connection."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        return True

    def close(self) -> None:
        self.socket.close()
