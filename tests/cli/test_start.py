"""Start-up hooks wait for the command line: what its hot commands load (spec 6.1)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "PySide6", "shiboken6", "pydantic", "mcp", "platformdirs", "babel", "regex",
}  # fmt: skip
NOT_FOR_A_SOCKET = {"asyncio", "peewee", "sqlite3", "dataclasses", "logging", "tomllib", "inspect"}

PROBE = """
import sys
from memdesk.cli import main
code = main(sys.argv[1:])
print("\\n".join(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
sys.exit(code)
"""


def loaded(*args: str) -> set[str]:
    """The modules that a command has loaded when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *args], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("args", [("where",), ("where", "--json"), ("add", "text"), ("block",)])
def test_hot_commands_load_nothing_heavy(memdesk_home: Path, args: tuple[str, ...]) -> None:
    assert not loaded(*args) & HEAVY


def test_where_needs_no_bank(memdesk_home: Path) -> None:
    assert not loaded("where") & (NOT_FOR_A_SOCKET | {"json", "socket"})


def test_a_block_from_a_running_server_needs_only_a_socket(memdesk_home: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "memdesk", "serve"], stdout=subprocess.PIPE, env=dict(os.environ)
    )
    try:
        assert server.stdout is not None and server.stdout.readline()
        assert not loaded("block", "--session", "s1") & (HEAVY | NOT_FOR_A_SOCKET)
    finally:
        server.terminate()
        server.communicate(timeout=30)
