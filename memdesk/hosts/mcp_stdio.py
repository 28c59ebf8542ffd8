"""Lines on stdin and stdout: how an MCP client that starts a server talks to it (spec 3.3)."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from memdesk.core.errors import LimitExceeded, MemdeskError
from memdesk.hosts.jsonrpc import MAX_LINE
from memdesk.hosts.late_log import LateLog
from memdesk.hosts.mcp import McpServer
from memdesk.hosts.mcp_greeting import Options

RECEIVED = 64 * 1024
"""Bytes read at once."""

_log = LateLog(__name__)


def serve(bank_path: Path, options: Options) -> None:
    """Serve the client on stdin and stdout until it closes stdin."""
    # Whatever else prints in this process must not reach the client: stdout is the protocol's.
    if sys.stdout is not None:  # None where a host left it closed
        sys.stdout.flush()
    out = os.dup(1)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for file in (0, out):
            msvcrt.setmode(file, os.O_BINARY)
    pipe = _Pipe(out)
    server = McpServer(bank_path, options, pipe.send)
    try:
        for line in lines(lambda: os.read(0, RECEIVED)):
            if isinstance(line, MemdeskError):
                server.refuse(line)
            else:
                server.take(line)
    finally:
        server.end()
        os.close(out)


class _Pipe:
    """The client's end, to which several threads write whole lines."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._broken = False

    def send(self, line: bytes) -> None:
        with self._lock:
            view = memoryview(line)
            while view and not self._broken:
                try:
                    view = view[os.write(self._file, view) :]
                except OSError as error:
                    # The client is gone. What it asked is still done; stdin's end comes next.
                    _log.warning("the client no longer reads: %s", error)
                    self._broken = True


def lines(read: Callable[[], bytes]) -> Iterator[bytes | LimitExceeded]:
    """The lines that `read` gives in pieces; an error in place of one that is too long.

    The last line needs no newline.
    """
    received = bytearray()
    searched = 0
    skipping = False
    while piece := read():
        received += piece
        while (end := received.find(b"\n", searched)) >= 0:
            line = bytes(received[:end])
            del received[: end + 1]
            searched = 0
            if skipping:
                skipping = False
            elif len(line) > MAX_LINE:
                yield _too_long()
            else:
                yield line
        searched = len(received)
        if searched > MAX_LINE:
            if not skipping:
                yield _too_long()
            skipping = True
            received.clear()
            searched = 0
    if received and not skipping:
        yield bytes(received)


def _too_long() -> LimitExceeded:
    return LimitExceeded("A line has at most {limit} bytes.", limit=MAX_LINE)
