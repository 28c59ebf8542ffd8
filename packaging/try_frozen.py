"""The frozen program tried on any system: `python packaging/try_frozen.py`, after `build.py`.

Adds a memory, prints the block, looks whether a host's door does without Qt, opens the window
without a display and asks its server.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FROZEN = Path(__file__).resolve().parent.parent / "build" / "package" / "frozen"
PROGRAM = {
    "win32": FROZEN / "memdesk" / "memdesk.exe",
    "darwin": FROZEN / "memdesk.app" / "Contents" / "MacOS" / "memdesk",
}.get(sys.platform, FROZEN / "memdesk" / "memdesk")
WINDOW = PROGRAM.with_name("memdesk-window.exe") if sys.platform == "win32" else PROGRAM
PATIENCE = 60.0
"""Seconds; a first start on a shared machine is looked through by its virus scanner."""
REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"block","params":{"session":"s1"}}\n'
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'


def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = {**os.environ, "MEMDESK_HOME": home, "QT_QPA_PLATFORM": "offscreen"}

        def memdesk(*args: str) -> str:
            command = [str(PROGRAM), *args]
            return subprocess.run(
                command, env=environment, capture_output=True, check=True, timeout=PATIENCE
            ).stdout.decode()

        print(memdesk("--version").strip())
        memdesk("add", "Never deploy on Fridays")
        assert "Never deploy on Fridays" in memdesk("block")
        if sys.platform.startswith("linux"):
            look_for_qt(environment)
        address = memdesk("where", "--socket").strip()
        window = subprocess.Popen([str(WINDOW), "gui"], env=environment)
        try:
            answer = json.loads(ask(address, window))
        finally:
            window.terminate()
            window.wait(PATIENCE)
        assert "Never deploy on Fridays" in answer["result"]["layers"]["system"], answer
        print("the window serves the block")


def look_for_qt(environment: dict[str, str]) -> None:
    """Hosts wait for `mcp`, hooks and `block`: no library of Qt is in their process."""
    with subprocess.Popen(
        [str(PROGRAM), "mcp"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as door:
        door.stdin.write(PING)
        door.stdin.flush()
        assert json.loads(door.stdout.readline())["result"] == {}
        loaded = Path(f"/proc/{door.pid}/maps").read_text()
    assert "libpython" in loaded
    assert "Qt" not in loaded, {line.split()[-1] for line in loaded.splitlines() if "Qt" in line}
    print("a host's door does without Qt")


def ask(address: str, window: subprocess.Popen[bytes]) -> bytes:
    """The answer of the window's server, once it listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask_once(address)
        except OSError:
            if time.monotonic() > end or window.poll() is not None:
                raise
            time.sleep(0.1)


def ask_once(address: str) -> bytes:
    if sys.platform == "win32":
        with open(address, "r+b", buffering=0) as pipe:  # noqa: PTH123 - a pipe is no path
            pipe.write(REQUEST)
            return read_line(pipe.read)
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(address)
        line.sendall(REQUEST)
        return read_line(line.recv)


def read_line(read) -> bytes:
    """One line, by a function that reads at most so many bytes."""
    line = b""
    while not line.endswith(b"\n"):
        part = read(65536)
        if not part:
            raise EOFError("the server closed the line")
        line += part
    return line


if __name__ == "__main__":
    main()
