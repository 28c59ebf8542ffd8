"""The key that opens quick-add in every program, asked of a portal on a bus of its own."""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from memdesk import APPLICATION_ID, config
from memdesk.config import Settings
from memdesk.gui.application import Program
from memdesk.gui.global_shortcut import PREFERRED, GlobalShortcut, State
from memdesk.gui.settings_dialog import SettingsDialog
from memdesk.hosts.window_socket import Handover

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("dbus-daemon"), reason="needs a session bus"
)
PORTAL = Path(__file__).with_name("fake_portal.py")
BUS = """\
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Portal:
    """The fake one, as a process."""

    def __init__(self, how: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", str(PORTAL), how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.told: queue.Queue[str] = queue.Queue()
        self.calls: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.told.get(timeout=60) == "there"

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.put(line.strip())

    def do(self, order: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()

    def all_told(self) -> str:
        while not self.told.empty():
            self.calls.append(self.told.get())
        return "\n".join(self.calls)

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def bus(short_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[str]]:
    """A session bus for this test alone."""
    socket = short_dir / "bus"
    (short_dir / "bus.conf").write_text(BUS.format(socket=socket), "utf-8")
    command = ["dbus-daemon", "--nofork", "--print-address"]
    process = subprocess.Popen(
        [*command, f"--config-file={short_dir / 'bus.conf'}"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("unix:")  # said once it listens
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={socket}")
    yield process
    process.terminate()
    process.wait(60)
    process.stdout.close()


@pytest.fixture
def portal(bus: subprocess.Popen[str]) -> Iterator[Callable[[str], Portal]]:
    """Start a portal of a kind."""
    started: list[Portal] = []

    def start(how: str) -> Portal:
        started.append(Portal(how))
        return started[-1]

    yield start
    for one in started:
        one.end()


@pytest.fixture
def shortcut(qapp: QApplication) -> Iterator[GlobalShortcut]:
    made = GlobalShortcut()
    yield made
    made.switch(False)
    made.deleteLater()


def test_the_desktop_gives_a_key_and_says_when_it_is_pressed(
    qtbot: QtBot, portal: Callable[[str], Portal], shortcut: GlobalShortcut
) -> None:
    there = portal("gives")
    shortcut.switch(True)
    assert shortcut.state == State.ASKING
    qtbot.waitUntil(lambda: shortcut.state == State.BOUND)
    assert shortcut.sentence() == "Quick-add opens from everywhere: Ctrl+Alt+M"
    with qtbot.waitSignal(shortcut.pressed) as pressed:
        there.do("press-another")  # another program's key is not ours
        there.do("press right-to-the-front")
    assert pressed.args == ["right-to-the-front"]
    with qtbot.waitSignal(shortcut.pressed) as pressed:
        there.do("press")
    assert pressed.args == [""]
    said = there.all_told()
    calls = [line.split()[0] for line in said.splitlines()]
    assert calls == ["Register", "Get", "CreateSession", "BindShortcuts"]
    assert APPLICATION_ID in said and PREFERRED in said
    shortcut.switch(False)
    assert (shortcut.state, shortcut.key) == (State.OFF, "")


@pytest.mark.parametrize(
    ("how", "state", "sentence"),
    [
        ("gives-silently", State.BOUND, "by the key that you chose"),
        ("declines", State.DECLINED, "No key was chosen."),
        ("fails", State.FAILED, "gives no key: it does not say why. Bind one"),
        ("refuses", State.FAILED, "gives no key: An app id is required. Bind one"),
        ("none", State.ABSENT, "bind one to the command “memdesk quick-add”"),
    ],
)
def test_how_else_it_may_end(
    qtbot: QtBot,
    portal: Callable[[str], Portal],
    shortcut: GlobalShortcut,
    how: str,
    state: State,
    sentence: str,
) -> None:
    portal(how)
    shortcut.switch(True)
    qtbot.waitUntil(lambda: shortcut.state != State.ASKING)
    assert shortcut.state == state
    assert sentence.lower() in shortcut.sentence().lower()


def test_a_bus_without_a_portal(
    qtbot: QtBot, bus: subprocess.Popen[str], shortcut: GlobalShortcut
) -> None:
    shortcut.switch(True)
    qtbot.waitUntil(lambda: shortcut.state == State.ABSENT)


def test_no_bus_at_all(
    shortcut: GlobalShortcut, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shortcut.switch(True)
    assert shortcut.state == State.ABSENT
    for address in (f"unix:path={tmp_path / 'gone'}", "tcp:host=localhost", "nonsense"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        shortcut.switch(True)
        assert shortcut.state == State.ABSENT, address


def test_a_session_that_the_desktop_closes_and_a_bus_that_ends(
    qtbot: QtBot,
    portal: Callable[[str], Portal],
    bus: subprocess.Popen[str],
    shortcut: GlobalShortcut,
) -> None:
    there = portal("gives")
    for end in (lambda: there.do("close"), bus.terminate):
        shortcut.switch(True)
        qtbot.waitUntil(lambda: shortcut.state == State.BOUND)
        end()
        qtbot.waitUntil(lambda: shortcut.state == State.FAILED)
        assert "ended the connection" in shortcut.sentence()


def test_the_key_opens_quick_add(
    qtbot: QtBot,
    qapp: QApplication,
    portal: Callable[[str], Portal],
    bank_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")  # put back after the test
    there = portal("gives")
    bank_path.parent.mkdir(parents=True)
    config.save(Settings(quick_add_key=True))
    program = Program(qapp, config.load())
    try:
        assert program.claim(bank_path, Handover("raise"))
        program.open(bank_path, hidden=True)
        qtbot.waitUntil(lambda: program.at_hand.shortcut.state == State.BOUND)
        there.do("press")
        qtbot.waitUntil(program.popup.isVisible)
        program.take_settings(Settings())
        assert program.at_hand.shortcut.state == State.OFF
    finally:
        program.shut_down()
        program.deleteLater()


def test_who_declines_is_not_asked_at_the_next_start(
    qtbot: QtBot, portal: Callable[[str], Portal], shortcut: GlobalShortcut
) -> None:
    portal("declines")
    dialog = SettingsDialog(Settings(), Path("/bank"), tray=True, shortcut=shortcut)
    qtbot.addWidget(dialog)
    box = dialog.box("quick_add_key")
    assert isinstance(box, QCheckBox)
    dialog.settings_changed.connect(lambda new: shortcut.switch(new.quick_add_key))
    box.click()
    assert dialog.settings.quick_add_key
    qtbot.waitUntil(lambda: shortcut.state == State.DECLINED)
    assert not box.isChecked() and not dialog.settings.quick_add_key
    assert box.accessibleDescription() == "No key was chosen."
