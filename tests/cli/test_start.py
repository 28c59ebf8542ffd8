"""Start-up hooks wait for the command line: what its hot commands load (spec 6.1)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "PySide6", "shiboken6", "pydantic", "mcp", "babel", "regex",
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
        server.communicate(timeout=90)


def test_without_a_command_and_a_display_it_says_so_and_serves(memdesk_home: Path) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    program = subprocess.Popen(
        [sys.executable, "-m", "memdesk"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert program.stdout is not None
        address = program.stdout.readline().strip()
        assert Path(address).is_socket()
    finally:
        program.terminate()
        _, said = program.communicate(timeout=90)
    assert "no display" in said
    assert program.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("where",), 0),
        (("block",), 0),
        (("list", "--json"), 0),
        (("list",), 0),
        (("export",), 0),
        (("--help",), 0),
        (("restore-backup",), 1),
        (("no-command",), 2),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_command_does_without_streams_that_are_closed(
    memdesk, args: tuple[str, ...], code: int, closed: str
) -> None:
    assert memdesk("add", "Kept").returncode == 0
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-W", "error"]
    done = subprocess.run(
        [*command, "-m", "memdesk", *args], input="", capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert ("Kept" in done.stdout) == (args[0] in ("block", "list", "export") and closed == "2>&-")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
def test_a_window_without_streams_ends_as_it_should(memdesk_home: Path, tmp_path: Path) -> None:
    """As on Windows, where the program of the window has none."""
    written = tmp_path / "code"
    script = (
        "import sys; from pathlib import Path; from memdesk.cli import main\n"
        "from memdesk.gui import running; running.run = lambda *args, **options: 0\n"
        "code = main(['gui']); Path(sys.argv[1]).write_text(str(code))\n"
    )
    command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", script]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run([*command, str(written)], env=environment, check=True)
    assert written.read_text() == "0"
