"""Real processes of memdesk on a home of their own, to be burdened, starved and killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
MEMDESK = (sys.executable, "-W", "error", "-m", "memdesk")


class Home:
    """A home of memdesk, in which every process of a test works."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bank = folder / "data" / "memdesk.sqlite"
        self.backups = self.bank.parent / "backups"
        names = ("MEMDESK_BANK", "MEMDESK_SOCKET", "MEMDESK_HOST", "MEMDESK_ROLE", "LANGUAGE")
        self.env = {key: value for key, value in os.environ.items() if key not in names} | {
            "MEMDESK_HOME": str(folder),
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "offscreen",
        }

    def start(self, *args: str | Path, **more: Any) -> subprocess.Popen[bytes]:
        """Start `memdesk ARGS…` with pipes at all its ends."""
        return self.start_program([*MEMDESK, *map(str, args)], **more)

    def start_program(self, command: Sequence[str], **more: Any) -> subprocess.Popen[bytes]:
        """Start any program in this home."""
        ends: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen(command, env=self.env, cwd=self.folder, **(ends | more))

    def run(self, *args: str | Path, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run `memdesk ARGS…` to its end."""
        return subprocess.run(
            [*MEMDESK, *map(str, args)],
            env=self.env,
            cwd=self.folder,
            input=said,
            capture_output=True,
            timeout=120,
            check=False,
        )


@contextmanager
def home_of_its_own() -> Iterator[Home]:
    """A home whose name is short enough for a socket, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="md-", dir="/tmp"))
    try:
        yield Home(folder)
    finally:
        shutil.rmtree(folder)


def out(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


def into(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin


def end(process: subprocess.Popen[bytes]) -> None:
    """Make sure that a process is gone and its pipes are closed."""
    if process.poll() is None:
        process.kill()
    process.communicate()


@contextmanager
def serving(
    home: Home, *args: str, **more: Any
) -> Iterator[tuple[str, str, subprocess.Popen[bytes]]]:
    """`memdesk serve ARGS…`: the address of its socket, that of HTTP (or ""), and the process."""
    with (home.folder / "server.err").open("ab") as complaints:
        server = home.start("serve", *args, stderr=complaints, **more)
    try:
        address = out(server).readline().decode().strip()
        if not address:
            raise AssertionError((home.folder / "server.err").read_text("utf-8"))
        http = out(server).readline().decode().strip() if "--http" in args else ""
        yield address, http, server
    finally:
        if server.poll() is None:
            server.terminate()
        server.communicate(timeout=60)


class Ballast:
    """What fills a disk up to so many bytes, until it is thrown away."""

    def __init__(self, disk: Path) -> None:
        self._file = disk / "ballast"

    def leave(self, left: int) -> None:
        """Take all the room but so many bytes, or less where a server writes meanwhile."""
        self.drop()
        room = os.statvfs(self._file.parent)
        size = max(0, room.f_bavail * room.f_frsize - left)
        # Unbuffered: as much is written as there is room for by then.
        with self._file.open("wb", buffering=0) as file:
            file.write(b"x" * size)

    def drop(self) -> None:
        """Give the room back."""
        self._file.unlink(missing_ok=True)


class McpClient:
    """An MCP client that starts `memdesk mcp ARGS…` and speaks to it over its pipes."""

    def __init__(self, home: Home, *args: str, **more: Any) -> None:
        self.process = home.start("mcp", *args, stderr=subprocess.DEVNULL, **more)
        self._id = 0
        self.call(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t"}},
        )
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _write(self, message: object) -> None:
        into(self.process).write(json.dumps(message).encode() + b"\n")
        into(self.process).flush()

    def ask(self, method: str, params: object) -> int:
        """Send a request without waiting for what comes of it; gives its id."""
        self._id += 1
        self._write({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        return self._id

    def next_reply(self) -> Any:
        """The next reply; EOFError when the server is gone."""
        while True:
            line = out(self.process).readline()
            if not line.endswith(b"\n"):
                raise EOFError
            found = json.loads(line)
            if "method" not in found:
                return found

    def call(self, method: str, params: object) -> Any:
        """The result of a request that must succeed."""
        id = self.ask(method, params)
        while (reply := self.next_reply())["id"] != id:
            pass
        return reply["result"]

    def tool(self, name: str, **arguments: object) -> Any:
        """A tool's structured content. Raises AssertionError when it refuses."""
        result = self.call("tools/call", {"name": name, "arguments": arguments})
        assert not result["isError"], result
        return result["structuredContent"]

    def close(self) -> None:
        """Say that all was said, and wait for the server to end by itself."""
        self.process.communicate(timeout=60)
