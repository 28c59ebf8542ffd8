"""A damaged bank in the window: what happened in words, its backups, what can be read out (7.4)."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memdesk import config, paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.application import Program
from memdesk.gui.backups_dialog import BackupsDialog
from memdesk.gui.backups_table import age
from memdesk.hosts.socket_client import call
from memdesk.store import backup, damage, migrations, network_drive
from memdesk.store.bank import Bank
from memdesk.store.care import Care

USER = Actor()
ENTRIES = 120


@pytest.fixture
def path(memdesk_home: Path) -> Path:
    """The standard bank of the test's home, with two backups: a good one and a damaged newer."""
    path = paths.bank_path()
    path.parent.mkdir(parents=True)
    bank = Bank(path)
    with bank.transaction(USER, "many"):
        for number in range(ENTRIES - 1):
            bank.add(Memory(title=f"t{number}", content="some words " * 90), USER)
    bank.backup(bank.backups / "memdesk-20261101-090000-daily.sqlite")
    bank.add(Memory(title="last", content="c"), USER)
    newer = bank.backup(bank.backups / "memdesk-20261102-090000-daily.sqlite")
    _middle(newer)
    bank.close()
    return path


def _middle(path: Path) -> None:
    with path.open("rb+") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(random.Random(3).randbytes(16 * 1024))


def error_of(path: Path) -> BankUnavailable:
    with pytest.raises(BankUnavailable) as refused:
        Bank(path).generation()
    return refused.value


def shown(qtbot: QtBot, path: Path, error: BankUnavailable | None) -> BackupsDialog:
    dialog = BackupsDialog(path, error)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.table.topLevelItemCount() > 0)
    return dialog


def rows(dialog: BackupsDialog) -> list[list[str]]:
    items = [dialog.table.topLevelItem(row) for row in range(dialog.table.topLevelItemCount())]
    return [[item.text(column) for column in range(4)] for item in items]


def test_the_newest_good_backup_is_offered_and_restored_by_enter(
    qtbot: QtBot, path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    path.write_bytes(b"")
    dialog = shown(qtbot, path, error_of(path))
    assert "0 bytes" in dialog.what_happened
    assert "kept beside the bank" in dialog.what_happened
    assert [row[3] for row in rows(dialog)] == ["Damaged", str(ENTRIES - 1)]
    chosen = dialog.table.chosen
    assert chosen is not None
    assert chosen.name == "memdesk-20261101-090000-daily.sqlite"
    assert dialog.buttons()["restore"].isDefault()
    assert not dialog.buttons()["as it is"].isVisible()
    qtbot.waitUntil(dialog.table.hasFocus)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.outcome.done == "restored")
    kept = dialog.outcome.kept
    assert kept is not None
    assert kept.read_bytes() == b""
    assert open_bank(path).count(Query()) == ENTRIES - 1


def test_what_can_be_read_is_read_out_and_offered(
    qtbot: QtBot, path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    _middle(path)
    before = path.read_bytes()
    damage.note(path, "page 70 is wrong")
    dialog = shown(qtbot, path, error_of(path))
    dialog.buttons()["read out"].click()
    qtbot.waitUntil(lambda: dialog.said != "")
    assert "Known to be lost" in dialog.said
    qtbot.waitUntil(lambda: len(rows(dialog)) == 3)
    assert rows(dialog)[0][2] == "Read out of the damaged bank"
    assert int(rows(dialog)[0][3]) > ENTRIES - 20
    assert path.read_bytes() == before
    dialog.buttons()["restore"].click()
    qtbot.waitUntil(lambda: dialog.outcome.done == "restored")
    assert open_bank(path).count(Query()) == int(rows(dialog)[0][3])
    kept = dialog.outcome.kept
    assert kept is not None
    assert kept.read_bytes() == before


def test_a_bank_without_its_newest_changes_can_be_used_as_it_is(
    qtbot: QtBot, path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    damage.set_mark(path, 12)
    dialog = shown(qtbot, path, error_of(path))
    assert "newest changes are missing: 10" in dialog.what_happened
    dialog.buttons()["as it is"].click()
    qtbot.waitUntil(lambda: dialog.outcome.done == "as it is")
    assert open_bank(path).count(Query()) == ENTRIES


def test_leaving_changes_nothing(qtbot: QtBot, path: Path) -> None:
    path.write_bytes(b"")
    dialog = shown(qtbot, path, error_of(path))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.outcome.done == "quit"
    assert path.read_bytes() == b""


def test_without_any_backup_that_is_said(qtbot: QtBot, path: Path) -> None:
    shutil.rmtree(path.parent / "backups")
    path.write_bytes(b"")
    dialog = BackupsDialog(path, error_of(path))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not dialog.table.isVisible())
    assert not dialog.buttons()["restore"].isEnabled()
    assert dialog.buttons()["read out"].isEnabled()
    dialog.reject()


def test_a_bank_that_turns_out_whole_opens_again(
    qtbot: QtBot, path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    damage.note(path, "a fault that was none")
    dialog = shown(qtbot, path, error_of(path))
    dialog.buttons()["again"].click()
    qtbot.waitUntil(lambda: dialog.outcome.done == "again")
    assert open_bank(path).count(Query()) == ENTRIES


def test_a_bank_that_is_still_damaged_says_so_again(qtbot: QtBot, path: Path) -> None:
    path.write_bytes(b"")
    dialog = shown(qtbot, path, error_of(path))
    dialog.buttons()["again"].click()
    qtbot.waitUntil(lambda: "0 bytes" in dialog.said)
    assert dialog.outcome.done == "quit"
    dialog.reject()


def test_a_newer_bank_is_no_damage(qtbot: QtBot, path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        plain.execute(f"PRAGMA user_version = {migrations.NEWEST + 1}")
    dialog = BackupsDialog(path, error_of(path))
    qtbot.addWidget(dialog)
    dialog.show()
    assert "update memdesk" in dialog.what_happened
    assert not dialog.table.isVisible()
    assert not dialog.buttons()["restore"].isVisible()
    assert not dialog.buttons()["read out"].isVisible()
    qtbot.waitUntil(dialog.buttons()["again"].hasFocus)
    dialog.reject()


# --- the program


@pytest.fixture
def restore(qtbot: QtBot) -> Callable[[BackupsDialog], None]:
    """What a person does who takes what is offered."""

    def act(dialog: BackupsDialog) -> None:
        button = dialog.buttons()["restore"]
        qtbot.waitUntil(button.isEnabled)
        button.click()
        qtbot.waitUntil(lambda: dialog.outcome.done == "restored")

    return act


def test_a_start_on_a_damaged_bank_asks_and_goes_on_with_a_backup(
    qtbot: QtBot, program: Program, path: Path, restore: Callable[[BackupsDialog], None]
) -> None:
    path.write_bytes(b"")
    modals.next_answers.append(restore)
    assert program.claim(path)
    assert program.trouble.open(path)
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == ENTRIES - 1)
    assert "kept" in program.window.status_line.currentMessage()


def test_a_start_that_is_left_opens_nothing(program: Program, path: Path) -> None:
    path.write_bytes(b"")
    modals.next_answers.append(lambda dialog: dialog.reject())
    assert program.claim(path)
    assert not program.trouble.open(path)
    assert not program.running
    assert path.read_bytes() == b""


def test_another_bank_is_opened_instead(
    qtbot: QtBot, program: Program, path: Path, tmp_path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    other = tmp_path / "other.sqlite"
    open_bank(other).add(Memory(title="Elsewhere", content="x"), USER)
    path.write_bytes(b"")

    def choose(dialog: BackupsDialog) -> None:
        modals.next_answers.append(other)
        dialog.buttons()["other"].click()

    modals.next_answers.append(choose)
    assert program.claim(path)
    assert program.trouble.open(path)
    assert program.bank.path == other


def test_damage_found_while_the_window_is_open_is_asked_about_once(
    qtbot: QtBot, program: Program, path: Path, restore: Callable[[BackupsDialog], None]
) -> None:
    assert program.claim(path)
    assert program.trouble.open(path)
    qtbot.waitUntil(lambda: program.serving.running)
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == ENTRIES)
    refused: list[BankUnavailable] = []

    def ask_a_host(dialog: BackupsDialog) -> None:
        with pytest.raises(Exception, match="damaged"):
            call(paths.socket_address(path), "block", {})
        refused.append(dialog._error)
        restore(dialog)

    modals.next_answers.append(ask_a_host)
    damage.note(path, "page 70 is wrong")
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == ENTRIES - 1)
    assert len(refused) == 1
    qtbot.waitUntil(lambda: program.serving.running)
    assert "system" in call(paths.socket_address(path), "block", {})["layers"]


def test_backups_from_the_menu(
    qtbot: QtBot, program: Program, path: Path, restore: Callable[[BackupsDialog], None]
) -> None:
    assert program.claim(path)
    assert program.trouble.open(path)
    window = program.window
    qtbot.waitUntil(lambda: window.pages["memories"].table.rowCount() == ENTRIES)
    window.actions_by_name["back-up"].trigger()
    qtbot.waitUntil(lambda: "checked" in window.status_line.currentMessage())
    bank = Bank(path)
    made = backup.listed(bank.backups, path)
    assert made[0].reason == "hand"
    bank.add(Memory(title="later", content="c"), USER)
    qtbot.waitUntil(lambda: window.pages["memories"].table.rowCount() == ENTRIES + 1)
    modals.next_answers.append(restore)
    window.actions_by_name["restore-backup"].trigger()
    qtbot.waitUntil(lambda: window.pages["memories"].table.rowCount() == ENTRIES)
    assert backup.listed(bank.backups, path)[0].reason == "restore"
    bank.close()


def test_the_status_bar_says_how_old_the_last_backup_is(
    qtbot: QtBot, program: Program, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as plain:
        plain.execute("UPDATE change SET at = '2026-11-01T08:00:00.000Z'")  # before the backups
    # Else the backup of the day may be made before the line has been looked at.
    monkeypatch.setattr(Care, "start", lambda _self: None)
    assert program.claim(path)
    assert program.trouble.open(path)
    line = program.window.status_line
    made = backup.listed(path.parent / "backups", path)
    made[0].path.unlink()
    qtbot.waitUntil(lambda: line.backup_text == f"Last backup: {age(made[1].at)}")
    program.window.actions_by_name["back-up"].trigger()
    qtbot.waitUntil(lambda: line.backup_text == "")


def test_a_bank_on_a_network_drive_is_warned_of(
    qtbot: QtBot, program: Program, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {path.parent.resolve()} nfs4 rw 0 0\n")
    monkeypatch.setattr(network_drive, "_MOUNTS", mounts)
    assert program.claim(path)
    assert program.trouble.open(path)
    notice = program.window.notice
    assert "network drive (nfs4)" in notice.text
    assert "Move it to a disk" in notice.text
    notice.buttons[0].click()
    assert notice.text == ""


def test_settings_that_can_not_be_are_told_of(program: Program, path: Path) -> None:
    file = config.config_path()
    file.parent.mkdir(exist_ok=True)
    file.write_text("theme = 1\n", "utf-8")
    assert program.claim(path)
    assert program.trouble.open(path)
    notice = program.window.notice
    assert notice.text == f"The setting theme in {file} can't be what it is: its default holds."
    notice.buttons[0].click()
    assert notice.text == ""
