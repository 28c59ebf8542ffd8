"""What the hot commands load: a hook that a host starts each session may cost it nothing.

Measured imports stand in spec 6.1: Qt 148 ms, pydantic 105, peewee 64, asyncio 63, sqlite3 8.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NEVER = {"PySide6", "shiboken6", "pydantic", "mcp", "kitoken", "logging.config"}
NOT_COLD = {"asyncio", "logging", "peewee", "memdesk.store.search", "memdesk.core.similar"}
"""What a host need not wait for where no server runs, and the bank is opened for it."""
NOT_WITH_A_SERVER = {"asyncio", "peewee", "sqlite3", "memdesk.store.bank"}

# Runs a command, then writes down every module that is loaded.
PROBE = """
import sys
from pathlib import Path
from memdesk.cli import main
code = main(sys.argv[2:])
Path(sys.argv[1]).write_text("\\n".join(sys.modules), "utf-8")
sys.exit(code)
"""


HOOKED = b'{"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"}'
INITIALIZE = b"""\
{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",\
 "capabilities": {}, "clientInfo": {"name": "host"}}}
"""


def loaded_by(tmp_path: Path, *args: str, said: bytes = b"") -> set[str]:
    """Every module that a command has loaded when it is done."""
    written = tmp_path / "modules"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(written), *args],
        input=said,
        capture_output=True,
        env=os.environ,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return set(written.read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    "args",
    [("where",), ("block",), ("add", "We deploy on Fridays")],
    ids=lambda args: args[0],
)
def test_hot_commands_load_nothing_heavy(tmp_path: Path, args: tuple[str, ...]) -> None:
    assert loaded_by(tmp_path, *args) & NEVER == set()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("block",), b""),
        (("block", "--session", "s", "--host", "cursor"), b""),
        (("hook", "claude-code"), HOOKED),
        (("mcp",), INITIALIZE),
    ],
    ids=["block", "block frozen", "hook", "mcp"],
)
def test_a_cold_start_loads_what_it_needs_of_the_store(
    tmp_path: Path, args: tuple[str, ...], said: bytes
) -> None:
    loaded_by(tmp_path, "add", "You must never deploy on Fridays")
    for _ in range(2):  # the first start makes the host known
        loaded = loaded_by(tmp_path, *args, said=said)
        assert "memdesk.store.block_source" in loaded or args == ("mcp",)
        assert loaded & (NEVER | NOT_COLD) == set()


def test_adding_loads_no_models(tmp_path: Path) -> None:
    loaded_by(tmp_path, "add", "We deploy on Fridays")
    assert "peewee" not in loaded_by(tmp_path, "add", "We deploy on Thursdays")


@pytest.mark.usefixtures("server")
def test_a_hook_with_a_running_server_needs_a_plain_socket(tmp_path: Path) -> None:
    loaded = loaded_by(tmp_path, "hook", "claude-code", said=HOOKED)
    assert loaded & (NEVER | NOT_WITH_A_SERVER) == set()


@pytest.mark.usefixtures("server")
def test_block_with_a_running_server_needs_a_plain_socket(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "block") & (NEVER | NOT_WITH_A_SERVER) == set()


def test_where_opens_no_bank(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "where") & NOT_WITH_A_SERVER == set()
