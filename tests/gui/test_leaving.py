"""Ways out: erase everything, disconnect all hosts, start at login, what a report holds."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from memdesk import APPLICATION_ID, config, paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.core.query import Query
from memdesk.gui import autostart, diagnostics, disconnecting, erasing, modals
from memdesk.gui.application import Program, host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.first_start import FirstStart
from memdesk.gui.main_window import MainWindow
from memdesk.gui.settings_dialog import SettingsDialog
from memdesk.hosts import checkup, mirrors
from memdesk.hosts.window_socket import Handover
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def program(program: Program, qtbot: QtBot) -> Program:
    """It serves a bank that has a backup."""
    path = paths.bank_path()
    path.parent.mkdir(mode=0o700, parents=True)
    bank = Bank(path)
    bank.add(Memory(title="Where the wine is", content="In the cellar", tags=("drink",)), USER)
    bank.backup()
    bank.close()
    assert program.claim(path, Handover("raise"))
    program.open(path)
    qtbot.waitUntil(lambda: program.serving.running)
    return program


def pressed(name: str) -> object:
    def act(dialog: SettingsDialog) -> None:
        button = dialog.box(name)
        assert isinstance(button, QPushButton)
        button.click()

    return act


def test_everything_is_erased_after_two_questions_and_begins_anew(
    qtbot: QtBot, program: Program, memdesk_home: Path
) -> None:
    (memdesk_home / "log").mkdir()
    (memdesk_home / "log" / "hook.log").write_text("something")
    program.take_settings(config.Settings(theme="dark"))
    outside = memdesk_home.parent / "exported.md"
    outside.write_text("kept")
    (memdesk_home / "data" / "link.md").symlink_to(outside)

    modals.next_answers.extend([pressed("erase"), "go", "go"])
    seen: list[bool] = []

    def first_day(dialog: FirstStart) -> None:
        left = [path for path in memdesk_home.rglob("*") if path.is_file()]
        seen.append(all("run" in path.parts for path in left))
        dialog.reject()

    modals.next_answers.append(first_day)
    program._show_settings()
    assert seen == [True]
    assert str(memdesk_home / "data") in modals.shown[1].detail
    assert not program.bank.exists()
    assert program.settings == config.Settings()
    assert outside.read_text() == "kept"
    qtbot.waitUntil(lambda: program.serving.running)


@pytest.mark.parametrize("answers", [["leave"], ["go", "leave"], [""]])
def test_one_no_keeps_everything(program: Program, answers: list[str]) -> None:
    modals.next_answers.extend([pressed("erase"), *answers])
    program._show_settings()
    assert program.bank.exists()
    assert list((program.bank.path.parent / "backups").glob("*.sqlite"))


def test_a_bank_elsewhere_takes_its_backups_along_and_nothing_beside(tmp_path: Path) -> None:
    bank = tmp_path / "elsewhere" / "mine.sqlite"
    (bank.parent / "backups").mkdir(parents=True)
    mine = [bank, bank.with_name("mine.sqlite-wal"), bank.parent / "backups" / "mine-1.sqlite"]
    others = [bank.with_name("other.sqlite"), bank.parent / "backups" / "other-1.sqlite"]
    for path in (*mine, *others):
        path.write_text("x")
    assert set(mine) <= set(erasing.keepers(bank))
    assert erasing.erase(erasing.keepers(bank)) == []
    assert not any(path.exists() for path in mine)
    assert all(path.exists() for path in others)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="no folder is shut here")
def test_what_cannot_be_erased_is_said(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir()
    (shut / "file").write_text("x")
    shut.chmod(0o500)
    try:
        left = erasing.erase([shut])
    finally:
        shut.chmod(0o700)
    assert [Path(error.filename) for error in left] == [shut / "file"]


def test_diagnostics_hold_no_content(qtbot: QtBot, program: Program) -> None:
    QGuiApplication.clipboard().clear()
    modals.next_answers.append(pressed("diagnostics"))
    program._show_settings()
    qtbot.waitUntil(lambda: "memdesk: " in QGuiApplication.clipboard().text())
    text = QGuiApplication.clipboard().text()
    assert "memories: 1\n" in text
    assert ": permissions: ok " in text, "what memdesk doctor finds"
    assert str(program.bank.path) in text
    for secret in ("wine", "cellar", "drink"):
        assert secret not in text


def test_diagnostics_of_a_broken_bank(tmp_path: Path) -> None:
    path = tmp_path / "broken.sqlite"
    path.write_bytes(b"no bank" * 1000)
    bank = Bank(path)
    found = diagnostics.collect(bank, checkup.look)
    assert found["error"]
    assert "bytes: 7000\n" in diagnostics.report(config.Settings(), "no", found)


def test_all_hosts_are_disconnected(
    qtbot: QtBot, program: Program, memdesk_home: Path, worker: BankWorker
) -> None:
    side = host_side(program.bank.path)
    before = Path.home() / ".cursor" / "mcp.json"
    before.parent.mkdir()
    before.write_text('{"mcpServers": {"other": {"command": "x"}}}\n')
    for host in ("cursor", "claude-code"):
        side.write(host, side.plan(host, None, False), False)
    assert "memdesk" in before.read_text()
    parent = QWidget()
    qtbot.addWidget(parent)

    modals.next_answers.extend(["go", "go", None])
    done: list[bool] = []
    disconnecting.disconnect_all(parent, worker, side, lambda: done.append(True))
    qtbot.waitUntil(lambda: bool(done))
    assert "memdesk" not in before.read_text()
    assert "other" in before.read_text()
    assert str(before) in modals.shown[0].detail
    assert "cursor" in modals.shown[2].text
    assert not disconnecting.connected(side).plans

    modals.next_answers.append(None)
    disconnecting.disconnect_all(parent, worker, side)
    qtbot.waitUntil(lambda: len(modals.shown) == 4)
    assert "No host" in modals.shown[3].text


def test_origins_of_a_connected_host_outlive_a_change_of_settings(program: Program) -> None:
    side = host_side(program.bank.path)
    folder = Path.home() / "SillyTavern"
    (folder / "public" / "scripts" / "extensions").mkdir(parents=True)
    side.write("sillytavern", side.plan("sillytavern", folder, False), False)
    origins = config.load().http_origins
    assert origins
    program.take_settings(config.Settings(notifications=False))
    assert config.load().http_origins == origins
    assert not config.load().notifications


def test_one_no_disconnects_nothing(qtbot: QtBot, program: Program, worker: BankWorker) -> None:
    side = host_side(program.bank.path)
    side.write("cursor", side.plan("cursor", None, False), False)
    parent = QWidget()
    qtbot.addWidget(parent)
    modals.next_answers.extend(["go", "leave"])
    disconnecting.disconnect_all(parent, worker, side)
    qtbot.waitUntil(lambda: len(modals.shown) == 2)
    assert list(disconnecting.connected(side).plans) == ["cursor"]


def test_who_has_left_meanwhile_is_asked_nothing(
    qtbot: QtBot, program: Program, worker: BankWorker
) -> None:
    side = host_side(program.bank.path)
    side.write("cursor", side.plan("cursor", None, False), False)
    parent = QWidget()
    disconnecting.disconnect_all(parent, worker, side)
    delete(parent)
    answered: list[object] = []
    worker.survey(lambda bank: bank.path, answered.append)  # is answered after it
    qtbot.waitUntil(lambda: bool(answered))
    assert list(disconnecting.connected(side).plans) == ["cursor"]


def test_a_file_that_cannot_be_read_does_not_keep_the_others(
    qtbot: QtBot, program: Program, worker: BankWorker
) -> None:
    side = host_side(program.bank.path)
    side.write("cursor", side.plan("cursor", None, False), False)
    broken = Path.home() / ".codex" / "config.toml"
    broken.parent.mkdir()
    broken.write_text("[[[")
    with pytest.raises(BadParameters):
        side.plan("codex", None, True)
    parent = QWidget()
    qtbot.addWidget(parent)
    modals.next_answers.extend(["go", "go", None])
    disconnecting.disconnect_all(parent, worker, side)
    qtbot.waitUntil(lambda: len(modals.shown) == 3)
    assert "codex" in modals.shown[2].detail
    assert not disconnecting.connected(side).plans


def test_forgetting_everywhere_says_what_it_cannot_reach(
    qtbot: QtBot, window: MainWindow, bank: Bank
) -> None:
    entry = bank.add(Memory(title="The safe", content="Behind the painting"), USER)
    copy = bank.backup()
    assert b"Behind the painting" in copy.read_bytes()
    bank.delete([("memory", entry.id)], USER)
    window.go("trash")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    window.page.view.selectAll()
    said: list[str] = []
    window.page.said.connect(said.append)
    modals.next_answers.extend(["forget", None])
    window.page.delete()
    qtbot.waitUntil(lambda: len(modals.shown) == 2)
    assert "exported" in modals.shown[1].detail
    assert b"Behind the painting" not in copy.read_bytes()
    assert [sentence for sentence in said if "backups" in sentence]
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 0)


def test_forgetting_everywhere_names_the_mirror_that_can_not_be_written(
    qtbot: QtBot, window: MainWindow, bank: Bank, tmp_path: Path
) -> None:
    entry = bank.add(Memory(title="The safe", content="Behind the painting"), USER)
    written, blocked = tmp_path / "AGENTS.md", tmp_path / "CLAUDE.md"
    for path in (written, blocked):
        assert mirrors.add(bank, str(path), "section", "", "", "").state == "kept"
    blocked.unlink()
    blocked.mkdir()
    assert "The safe" in written.read_text("utf-8")
    bank.delete([("memory", entry.id)], USER)
    window.go("trash")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 1)
    window.page.view.selectAll()
    modals.next_answers.extend(["forget", None])
    window.page.delete()
    qtbot.waitUntil(lambda: len(modals.shown) == 2)
    assert str(blocked) in modals.shown[1].detail
    assert str(written) not in modals.shown[1].detail
    assert "The safe" not in written.read_text("utf-8")  # already: nobody keeps mirrors here
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 0)


def test_without_a_tray_the_window_offers_to_undo_what_quick_add_saved(
    qtbot: QtBot, program: Program
) -> None:
    program.popup.open("A thought")
    qtbot.keyClick(program.popup.line, Qt.Key.Key_Return)
    notice = program.window.notice
    qtbot.waitUntil(notice.isVisible)
    undo = next(one for one in notice.findChildren(QPushButton) if one.text() == "Undo")
    assert program.bank.count(Query(kinds=("memory",))) == 2
    undo.click()
    qtbot.waitUntil(lambda: program.bank.count(Query(kinds=("memory",))) == 1)
    assert not notice.isVisible()


@dataclass
class _Entry:
    path: Path

    def value(self, name: str) -> str:
        lines = self.path.read_text().splitlines()
        return next(line.partition("=")[2] for line in lines if line.startswith(name + "="))


@pytest.mark.skipif(sys.platform != "linux", reason="the place of another system")
def test_starting_at_login(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("APPIMAGE", raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/my programs/100% $x/python")
    assert not autostart.is_on()
    autostart.switch(True)
    assert autostart.is_on()
    entry = _Entry(tmp_path / "config" / "autostart" / f"{APPLICATION_ID}.desktop")
    assert entry.value("Type") == "Application"
    assert entry.value("Exec") == (r'"/opt/my programs/100%% \\$x/python" -m memdesk --minimized')
    autostart.switch(False)
    autostart.switch(False)
    assert not autostart.is_on()


def test_the_switch_starts_at_login(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def act(dialog: SettingsDialog) -> None:
        box = dialog.box("autostart")
        assert not box.isChecked()
        box.click()

    modals.next_answers.append(act)
    program._show_settings()
    assert autostart.is_on()


def test_the_text_grows_at_once_and_what_is_typed_stays(qtbot: QtBot, program: Program) -> None:
    before = program.window.fontMetrics().height()
    program.popup.line.setText("half a thought")
    try:
        program.take_settings(config.Settings(text_size=200))
        assert program.window.fontMetrics().height() >= 1.8 * before
        # The popup is built anew a step later.
        qtbot.waitUntil(lambda: program.popup.line.fontMetrics().height() >= 1.8 * before)
        assert program.popup.line.text() == "half a thought"
        assert config.load().text_size == 200
    finally:
        program.take_settings(config.Settings())
    assert program.window.fontMetrics().height() == before
