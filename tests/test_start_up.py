"""What the hot commands load: a hook that a host starts each session may cost it nothing.

Measured imports stand in spec 6.1: Qt 148 ms, pydantic 105, peewee 64, asyncio 63, sqlite3 8.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NEVER = {
    *("PySide6", "shiboken6", "pydantic", "mcp", "kitoken", "logging.config"),
    *("email", "urllib.request"),
}
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


def loaded_by(
    tmp_path: Path, *args: str, said: bytes = b"", env: dict[str, str] | None = None
) -> set[str]:
    """Every module that a command has loaded when it is done."""
    written = tmp_path / "modules"
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(written), *args],
        input=said,
        capture_output=True,
        env=env or os.environ,
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


# Opens the window, and writes down every module that is loaded: when it is painted, when all
# that is on its screen is there, and when all else is that is loaded ahead. Also the kinds of
# widgets that PySide has made for Python once all is painted, and whose source is kept in the end.
PROBE_WINDOW = """
import json, linecache, sys
from pathlib import Path
from memdesk.gui.main_window import MainWindow
from memdesk.gui.application import Program
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from memdesk.cli import main

seen = {}
paint, open_bank = MainWindow.paintEvent, Program.open

def paintEvent(window, event):
    seen.setdefault("painted", sorted(sys.modules))
    QTimer.singleShot(0, note_widgets)
    paint(window, event)

def note_widgets():
    seen.setdefault("widgets", [kind.__name__ for kind in QWidget.__subclasses__()])

def open_and_watch(program, *args, **named):
    open_bank(program, *args, **named)

    def ready():
        seen["ready"] = sorted(sys.modules)
        program.window.preview.measured.connect(note_counted)
        end_when_served()

    def note_counted(measure):
        if measure.tokens is not None and "counted" not in seen:
            seen["counted"] = [str(measure.tokens)]
            end_when_served()

    def end_when_served():
        if {"ready", "counted"} <= seen.keys() and program.serving.running:
            program._later.then(end)

    program.window.ready.connect(ready)
    program.serving.changed.connect(end_when_served)

def end():
    seen["ahead"] = sorted(sys.modules)
    seen["sources"] = sorted(linecache.cache)
    Path(sys.argv[1]).write_text(json.dumps(seen), "utf-8")
    program_window().close()

def program_window():
    from PySide6.QtWidgets import QApplication
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))

MainWindow.paintEvent, Program.open = paintEvent, open_and_watch
sys.exit(main(["gui"]))
"""
FIRST_WITH_THE_WINDOW = {
    "memdesk.gui.entry_view",
    "memdesk.gui.filter_bar",
    "memdesk.gui.navigation",
    "memdesk.gui.status_line",
}
AFTER_THE_WINDOW = {
    *("asyncio", "peewee", "kitoken", "httpx2", "yaml", "msgspec", "email", "html"),
    *("memdesk.exchange", "memdesk.consolidation", "memdesk.core.block.build"),
    *("memdesk.hosts.doors", "memdesk.hosts.service", "memdesk.hosts.connect"),
    *("memdesk.store.schema", "memdesk.store.writing", "memdesk.store.backup"),
    *("memdesk.gui.entry_editor", "memdesk.gui.preview", "memdesk.gui.tray"),
    *("memdesk.gui.quick_add", "memdesk.gui.settings_dialog", "memdesk.gui.modals"),
    *("memdesk.gui.profile_page", "memdesk.gui.tags_page", "memdesk.gui.review_page"),
    *("memdesk.gui.trash_page", "memdesk.gui.hosts_page", "memdesk.gui.insights_page"),
}
"""What a person who waits for a window doesn't wait for."""
NOT_UNTIL_OPENED = {
    f"memdesk.gui.{name}"
    for name in (
        *("about", "backups_dialog", "clean_window", "consolidation_window", "diagnostics"),
        *("duplicates_window", "erasing", "export_dialog", "find_replace_window", "first_start"),
        *("help_window", "history_window", "import_dialog", "mirrors_dialog", "move_dialog"),
        *("quick_add", "settings_dialog"),
    )
}


@pytest.fixture(scope="module")
def opened_window(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What a window has loaded, by the moment."""
    home = tmp_path_factory.mktemp("window")
    env = os.environ | {"MEMDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    env.pop("DBUS_SESSION_BUS_ADDRESS", None)
    loaded_by(home, "add", "We deploy on Fridays", env=env)
    first, second = (_seen_by_a_start(home / f"seen-{number}", env) for number in range(2))
    return first | {"again": second["ahead"], "counted again": second["counted"]}


def _seen_by_a_start(written: Path, env: dict[str, str]) -> dict[str, set[str]]:
    subprocess.run(
        [sys.executable, "-c", PROBE_WINDOW, str(written)], env=env, check=True, timeout=120
    )
    seen = json.loads(written.read_text("utf-8"))
    return {moment: set(modules) for moment, modules in seen.items()}


def test_a_window_is_painted_before_all_else_is_loaded(opened_window: dict[str, set[str]]) -> None:
    assert opened_window["painted"] >= FIRST_WITH_THE_WINDOW
    assert opened_window["painted"] & AFTER_THE_WINDOW == set()


def test_what_is_on_the_screen_comes_before_what_is_not(
    opened_window: dict[str, set[str]],
) -> None:
    assert opened_window["ready"] >= {"memdesk.gui.memory_editor", "memdesk.gui.preview"}
    assert "memdesk.hosts.doors" not in opened_window["ready"]


def test_windows_that_nobody_has_opened_are_not_loaded(opened_window: dict[str, set[str]]) -> None:
    assert opened_window["ahead"] >= {"memdesk.gui.tray", "memdesk.hosts.doors"}
    assert opened_window["ahead"] & NOT_UNTIL_OPENED == set()


def test_no_kind_of_widget_is_made_ready_that_is_not_on_the_screen(
    opened_window: dict[str, set[str]],
) -> None:
    # All hundred are, at the first widget that Qt hands to Python of which it knows no kind.
    assert "QMainWindow" in opened_window["widgets"]
    assert opened_window["widgets"] & {"QCalendarWidget", "QWizardPage", "QMdiSubWindow"} == set()


def test_no_source_is_read_and_kept_for_a_module_that_is_imported(
    opened_window: dict[str, set[str]],
) -> None:
    assert [file for file in opened_window["sources"] if "memdesk" in Path(file).parts] == []


def test_the_next_start_says_how_long_the_block_is_without_the_tokenizer(
    opened_window: dict[str, set[str]],
) -> None:
    assert "kitoken" in opened_window["ahead"]
    assert "kitoken" not in opened_window["again"]
    assert opened_window["counted again"] == opened_window["counted"]
