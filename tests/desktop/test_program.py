"""The real program on a real screen, driven by mouse, keys and its real doors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from x_display import PATIENCE, XDisplay, memdesk_command, missing, wait_for

if TYPE_CHECKING:
    from conftest import CommandLine, Desk

TITLE = "— memdesk$"
QUICK_ADD = "^Quick add$"


@pytest.fixture(autouse=True)
def filled_bank(memdesk: CommandLine, memdesk_home: Path) -> Path:
    """One rule in the standard bank, so that the window needs no first start."""
    done = memdesk("add", "Never deploy on Fridays", "--category", "preference")
    assert done.returncode == 0, done.stderr
    return memdesk_home / "data" / "memdesk.sqlite"


def titles(memdesk: CommandLine) -> list[str]:
    """What the bank holds, asked at the command line."""
    done = memdesk("list", "--json", "--limit", "1000")
    assert done.returncode == 0, done.stderr
    return [entry["title"] for entry in json.loads(done.stdout)]


def address(memdesk: CommandLine) -> Path:
    return Path(memdesk("where", "--socket").stdout.strip())


def test_the_window_opens_and_serves_the_block(desk: Desk, memdesk: CommandLine) -> None:
    alone = memdesk("block").stdout
    assert "- [" in alone and "Never deploy on Fridays" in alone
    desk.start("gui")
    desk.display.window(TITLE)
    wait_for("the socket", address(memdesk).exists)
    assert memdesk("block").stdout == alone


@pytest.mark.skipif(not shutil.which("socat"), reason="socat is not installed")
def test_one_line_of_shell_fetches_the_block(desk: Desk, memdesk: CommandLine) -> None:
    desk.start("gui")
    wait_for("the socket", address(memdesk).exists)
    request = '{"jsonrpc":"2.0","id":1,"method":"block","params":{"session":"s1"}}'
    # Of itself socat waits half a second for the answer: not enough on a machine that is busy.
    line = f"printf '%s\\n' '{request}' | socat -t60 - UNIX-CONNECT:\"{address(memdesk)}\""
    reply = json.loads(subprocess.check_output(["sh", "-c", line], timeout=PATIENCE))
    assert reply["id"] == 1
    assert reply["result"]["layers"]["system"] == memdesk("block").stdout.rstrip("\n")


def test_quick_add_from_the_tray(desk: Desk, memdesk: CommandLine) -> None:
    desk.start("gui", "--minimized")
    desk.display.click(desk.display.tray_icon())
    popup = desk.display.window(QUICK_ADD)
    desk.display.raise_window(popup)
    desk.display.type("Buy oat milk #home !high")
    desk.display.key("Return")
    desk.display.gone(popup)
    wait_for("the entry", lambda: "Buy oat milk" in titles(memdesk))
    (found,) = json.loads(memdesk("search", "oat milk", "--json").stdout)
    assert found["tags"] == ["home"]
    assert found["relevance"] == "high"


def test_a_second_start_raises_the_window_that_is_there(desk: Desk) -> None:
    first = desk.start("gui")
    window = desk.display.window(TITLE)
    desk.display.do("xdotool", "windowminimize", "--sync", window)
    second = desk.start("gui")
    assert second.wait(PATIENCE) == 0
    wait_for("the window in front", lambda: desk.display.active_window() == window)
    assert first.poll() is None
    assert desk.display.windows("--name", TITLE) == [window]


def test_quick_add_at_the_command_line_uses_the_running_window(desk: Desk) -> None:
    desk.start("gui")
    desk.display.window(TITLE)
    assert desk.start("quick-add").wait(PATIENCE) == 0
    popup = desk.display.window(QUICK_ADD)
    desk.display.raise_window(popup)
    desk.display.key("Escape")
    desk.display.gone(popup)


def test_quick_add_and_a_second_start_get_past_an_open_dialog(
    desk: Desk, memdesk: CommandLine
) -> None:
    desk.start("gui")
    desk.display.raise_window(desk.display.window(TITLE))
    desk.display.key("ctrl+comma")
    settings = desk.display.window("^Settings$")
    assert desk.start("gui").wait(PATIENCE) == 0
    wait_for("the dialog in front", lambda: desk.display.active_window() == settings)
    assert desk.start("quick-add").wait(PATIENCE) == 0
    popup = desk.display.window(QUICK_ADD)
    desk.display.raise_window(popup)
    desk.display.type("Said beside a dialog")
    desk.display.key("Return")
    desk.display.gone(popup)
    wait_for("the entry", lambda: "Said beside a dialog" in titles(memdesk))
    desk.display.raise_window(settings)
    desk.display.key("Escape")
    desk.display.gone(settings)


def test_closing_keeps_serving_in_the_tray_and_quit_ends_it(
    desk: Desk, memdesk: CommandLine
) -> None:
    program = desk.start("gui")
    window = desk.display.window(TITLE)
    desk.display.tray_icon()
    desk.display.close_window(window)
    desk.display.gone(window)
    assert "Never deploy on Fridays" in memdesk("block").stdout
    assert program.poll() is None
    desk.start("gui")
    window = desk.display.window(TITLE)
    desk.display.raise_window(window)
    desk.display.key("ctrl+q")
    assert program.wait(PATIENCE) == 0
    assert not address(memdesk).exists()


def test_a_window_closed_at_once_goes_into_the_tray(desk: Desk, memdesk: CommandLine) -> None:
    program = desk.start("gui")
    window = desk.display.window(TITLE)
    desk.display.close_window(window)
    desk.display.gone(window)
    desk.display.tray_icon()
    assert program.poll() is None
    wait_for("the socket", address(memdesk).exists)
    assert "Never deploy on Fridays" in memdesk("block").stdout


def test_logging_out_ends_it_and_keeps_what_was_typed(desk: Desk, memdesk: CommandLine) -> None:
    program = desk.start("gui")
    desk.display.raise_window(desk.display.window(TITLE))
    desk.display.key("ctrl+2", "ctrl+n")
    desk.display.type("Typed just before the end")
    desk.display.key("Tab")
    wait_for("the new entry", lambda: "Typed just before the end" in titles(memdesk))
    program.terminate()
    assert program.wait(PATIENCE) == 0


def test_a_killed_program_loses_nothing_and_blocks_no_start(
    desk: Desk, memdesk: CommandLine
) -> None:
    program = desk.start("gui")
    desk.display.window(TITLE)
    wait_for("the socket", address(memdesk).exists)
    assert memdesk("add", "Said a moment before").returncode == 0
    program.kill()
    program.wait(PATIENCE)
    desk.start("gui")
    desk.display.window(TITLE)
    wait_for("an answer", lambda: memdesk("block").returncode == 0)
    assert {"Said a moment before", "Never deploy on Fridays"} <= set(titles(memdesk))


def test_window_and_command_lines_write_at_once(desk: Desk, memdesk: CommandLine) -> None:
    desk.start("gui")
    desk.display.raise_window(desk.display.window(TITLE))
    said: list[str] = []

    def add_many(name: str) -> None:
        for number in range(8):
            done = memdesk("add", f"{name} says {number}")
            said.append(done.stderr if done.returncode else "")

    writers = [threading.Thread(target=add_many, args=(name,)) for name in ("Ada", "Bo")]
    for writer in writers:
        writer.start()
    for number in range(4):
        desk.display.key("ctrl+2", "ctrl+n")
        desk.display.type(f"The window says {number}")
        desk.display.key("Tab")
        title = f"The window says {number}"
        wait_for(title, lambda title=title: title in titles(memdesk))
    for writer in writers:
        writer.join()
    assert [refusal for refusal in said if refusal] == []
    expected = [f"{name} says {number}" for name in ("Ada", "Bo") for number in range(8)]
    expected += [f"The window says {number}" for number in range(4)]
    assert sorted(titles(memdesk)) == sorted([*expected, "Never deploy on Fridays"])


def test_without_a_tray_closing_the_window_ends_the_program(tmp_path: Path) -> None:
    """It never hides without a way back (spec 7.3)."""
    if reason := missing():
        pytest.skip(reason)
    display = XDisplay(tray=False)
    try:
        program = display.start(*memdesk_command("gui"), log=tmp_path / "log")
        display.close_window(display.window(TITLE))
        assert program.wait(PATIENCE) == 0
    finally:
        display.close()
    assert (tmp_path / "log").read_text("utf-8") == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is always a display")
def test_without_a_display_it_says_so_and_serves(memdesk: CommandLine) -> None:
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    program = subprocess.Popen(
        memdesk_command("gui"),
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert Path(program.stdout.readline().strip()) == address(memdesk)
    assert "Never deploy on Fridays" in memdesk("block").stdout
    program.terminate()
    assert "no display" in program.communicate(timeout=PATIENCE)[1]
    assert program.returncode == 0
