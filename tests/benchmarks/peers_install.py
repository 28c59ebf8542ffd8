"""Peers, pinned, each in a folder of its own below `build/peers`.

What is in a folder is kept from one run to the next; its stamp names what was installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from measuring import ROOT

KEPT = ROOT / "build" / "peers"
SERVER_MEMORY = "2026.8.31"
MCP_MEMORY_SERVICE = "12.4.0"
BASIC_MEMORY = "0.24.1"

_ASKS = """
import ensurepip, sqlite3, sys
loads = hasattr(sqlite3.connect(":memory:"), "enable_load_extension")
sys.exit(sys.version_info < (3, {minor}) or {extensions} > loads)
"""


class NotHere(Exception):
    """Why a peer cannot be installed on this machine."""


def server_memory() -> Path:
    """The reference server's program, for Node."""
    if not (shutil.which("node") and shutil.which("npm")):
        raise NotHere("needs Node and npm")
    folder = KEPT / "server-memory"
    named = f"@modelcontextprotocol/server-memory@{SERVER_MEMORY}"
    if not _stamped(folder, named):
        _run(["npm", "install", "--silent", "--no-fund", "--prefix", str(folder), named])
        _stamp(folder, named)
    return folder / "node_modules" / "@modelcontextprotocol" / "server-memory" / "dist" / "index.js"


def mcp_memory_service() -> Path:
    """The folder of its commands. Its storage is an extension of SQLite."""
    return _venv(f"mcp-memory-service=={MCP_MEMORY_SERVICE}", _python(11, extensions=True))


def basic_memory() -> Path:
    """The folder of its commands."""
    return _venv(f"basic-memory=={BASIC_MEMORY}", _python(12, extensions=False))


def _venv(named: str, python: Path) -> Path:
    folder = KEPT / named.split("==")[0]
    if not _stamped(folder, named):
        _run([str(python), "-m", "venv", "--clear", str(folder)])
        _run([str(folder / "bin" / "pip"), "install", "--quiet", named])
        _stamp(folder, named)
    return folder / "bin"


def _python(minor: int, *, extensions: bool) -> Path:
    """A Python of at least 3.`minor` on this machine, which loads extensions of SQLite if asked.

    Raises NotHere.
    """
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += sorted((Path.home() / ".pyenv" / "versions").glob("3.*/bin"))
    asks = _ASKS.format(minor=minor, extensions=extensions)
    for candidate in [
        Path(sys.executable),
        *(folder / f"python3.{one}" for one in range(minor, 15) for folder in folders),
    ]:
        if (
            candidate.exists()
            and not subprocess.run(
                [candidate, "-c", asks], stderr=subprocess.DEVNULL, check=False
            ).returncode
        ):
            return candidate
    also = " whose sqlite3 loads extensions" if extensions else ""
    raise NotHere(f"needs Python 3.{minor}{also}")


def _run(command: list[str]) -> None:
    """Raises NotHere with the last words of a command that fails."""
    print(f"installing: {command[-1]}", file=sys.stderr, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotHere(f"does not install: {(done.stderr or done.stdout).strip()[-200:]}")


def _stamped(folder: Path, named: str) -> bool:
    stamp = folder / "installed"
    return stamp.exists() and stamp.read_text() == named


def _stamp(folder: Path, named: str) -> None:
    (folder / "installed").write_text(named)
