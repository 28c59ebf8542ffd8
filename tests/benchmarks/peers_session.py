"""A session with a memory server as a host has it: the official client, over stdio."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mcp import StdioServerParameters
from mcp.client.session import ClientSession
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, TextContent

NAMED = re.compile(r"\bw\d{6}\b")
"""How every passage is named in its own text."""


class Call(NamedTuple):
    """A tool and its arguments."""

    tool: str
    arguments: dict[str, object]


class Refused(Exception):
    """The sentence with which a tool answers that it did not do it."""


@dataclass(frozen=True)
class Session:
    """A greeted server."""

    client: ClientSession
    greeted: float
    """Seconds from spawn to the reply to initialize."""
    instructions: str
    pid_file: Path

    async def ask(self, call: Call) -> str:
        """The text of a reply. Raises Refused; MCPError when the server is gone."""
        return text(await self.result(call))

    async def result(self, call: Call) -> CallToolResult:
        """A reply that is a success. Raises as `ask` does."""
        result = await self.client.call_tool(call.tool, call.arguments)
        if result.is_error:
            raise Refused(text(result))
        return result

    async def seconds(self, call: Call) -> float:
        """What a call takes that must be a success."""
        begun = time.perf_counter()
        await self.ask(call)
        return time.perf_counter() - begun

    def kill(self) -> None:
        """End the server and all that it started, as a power cut would end them."""
        os.killpg(int(self.pid_file.read_text()), signal.SIGKILL)


def text(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


@asynccontextmanager
async def session(command: list[str], env: dict[str, str], folder: Path) -> AsyncIterator[Session]:
    """Start a server in a folder, greet it, and end it as a host does: its stdin is closed."""
    pid_file = folder / f"pid-{time.monotonic_ns()}"
    # The shell becomes the server: the client tells nobody which process it started.
    words = ["-c", 'echo $$ >"$0"; exec "$@"', str(pid_file), *command]
    server = StdioServerParameters(command="/bin/sh", args=words, env=env, cwd=folder)
    with (folder / "stderr").open("a", encoding="utf-8") as log:
        begun = time.perf_counter()
        async with (
            stdio_client(server, errlog=log) as (read, write),
            ClientSession(read, write) as client,
        ):
            told = await client.initialize()
            greeted = time.perf_counter() - begun
            yield Session(client, greeted, told.instructions or "", pid_file)
