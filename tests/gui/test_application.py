"""The program as a whole: one window a bank, the bytes it serves, handing over, ending."""

from __future__ import annotations

import errno
import json
import socket
import sqlite3
import urllib.request
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QTimer
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from memdesk import config, paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.application import Program
from memdesk.gui.backups_dialog import BackupsDialog
from memdesk.gui.export_dialog import ExportDialog
from memdesk.gui.first_start import FirstStart
from memdesk.gui.handed_over import ANSWERED_MS
from memdesk.gui.import_dialog import ImportDialog
from memdesk.gui.language import Language
from memdesk.hosts import http_token
from memdesk.hosts.socket_client import call
from memdesk.hosts.upkeep import Upkeep
from memdesk.hosts.window_socket import Handover, hand_over
from memdesk.store import drafts
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def home_bank(memdesk_home: Path) -> Path:
    """The standard bank of the test's home, with something in it."""
    path = paths.bank_path()
    path.parent.mkdir(parents=True)
    bank = Bank(path)
    bank.add(Task(title="Advance the forum game", id="forum-game", status="doing"), USER)
    bank.add(Memory(title="Terminal", content="Never use PowerShell 5.1"), USER)
    bank.close()
    return path


def opened(qtbot: QtBot, program: Program, path: Path) -> None:
    assert program.claim(path, Handover("raise"))
    program.open(path)
    qtbot.waitUntil(lambda: program.serving.running)
    qtbot.waitUntil(lambda: program.window.preview.block.system != "")


def test_the_socket_gives_the_bytes_that_the_preview_shows(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(paths.socket_address(home_bank))
        line.sendall(b'{"jsonrpc":"2.0","id":1,"method":"block","params":{}}\n')
        reply = json.loads(line.makefile().readline())
    assert reply["result"]["layers"]["system"] == program.window.preview.block.system
    assert "forum-game" in reply["result"]["layers"]["system"]
    assert program.window.status_line.server_text == "Serving"


def test_what_the_window_writes_is_told_to_the_upkeep(
    qtbot: QtBot, program: Program, home_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Upkeep] = []
    monkeypatch.setattr(Upkeep, "written", lambda upkeep: told.append(upkeep))  # noqa: PLW0108
    opened(qtbot, program, home_bank)
    qtbot.waitUntil(lambda: program._upkeep is not None, timeout=30_000)
    qtbot.waitUntil(lambda: program.worker._reading._seen is not None, timeout=30_000)
    program.worker.submit(lambda bank: bank.add(Memory(title="t", content="words"), USER))
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    assert set(map(id, told)) == {id(program._upkeep)}


def test_a_second_start_raises_the_window_and_ends(
    qtbot: QtBot, program: Program, qapp: QApplication, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    program.window.hide()
    hand_over(paths.window_socket_address(home_bank), Handover("raise"))
    qtbot.waitUntil(program.window.isVisible)
    hand_over(paths.window_socket_address(home_bank), Handover("quick-add", "task: buy milk"))
    qtbot.waitUntil(program.popup.isVisible)
    assert program.popup.line.text() == "task: buy milk"


def test_another_bank_is_opened_in_the_same_window(
    qtbot: QtBot,
    program: Program,
    home_bank: Path,
    tmp_path: Path,
    open_bank: Callable[[Path], Bank],
) -> None:
    opened(qtbot, program, home_bank)
    other = tmp_path / "other.sqlite"
    open_bank(other).add(Memory(title="Elsewhere", content="x"), USER)
    program.window.bank_wanted.emit(other)
    assert program.bank.path == other
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() == 1)
    qtbot.waitUntil(lambda: program.serving.running)
    assert "Elsewhere" in call(paths.socket_address(other), "block", {})["layers"]["system"]


def test_another_bank_waits_until_a_dialog_about_this_one_is_answered(
    qtbot: QtBot,
    program: Program,
    home_bank: Path,
    tmp_path: Path,
    open_bank: Callable[[Path], Bank],
) -> None:
    opened(qtbot, program, home_bank)
    other = tmp_path / "other.sqlite"
    open_bank(other).add(Memory(title="Elsewhere", content="x"), USER)

    def ask_for_the_other(dialog: QDialog) -> int:
        dialog.hide()
        dialog.setModal(True)  # as `exec` would have it
        dialog.show()
        program.window.hide()
        hand_over(paths.window_socket_address(home_bank), Handover("open-bank", str(other)))
        qtbot.waitUntil(program.window.isVisible)
        assert program.bank.path == home_bank
        return QDialog.DialogCode.Rejected

    modals.next_answers.append(ask_for_the_other)
    program.window.settings_wanted.emit()
    qtbot.waitUntil(lambda: program.bank.path == other)


def test_a_file_that_is_no_bank_is_refused_and_the_open_one_stays(
    qtbot: QtBot, program: Program, home_bank: Path, tmp_path: Path
) -> None:
    opened(qtbot, program, home_bank)
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no bank")
    said = []
    modals.next_answers.append(lambda dialog: said.append(dialog.what_happened) or 0)
    program.window.bank_wanted.emit(broken)
    assert "beginning" in said[0]
    assert program.bank.path == home_bank


def test_pausing_and_turning_serving_off(qtbot: QtBot, program: Program, home_bank: Path) -> None:
    opened(qtbot, program, home_bank)
    address = paths.socket_address(home_bank)
    program.tray.pause_toggled.emit(True)
    assert call(address, "block", {})["layers"]["system"] == ""
    assert program.window.status_line.server_text == "Paused"
    program.tray.pause_toggled.emit(False)
    assert call(address, "block", {})["layers"]["system"] != ""
    program.take_settings(replace(program.settings, serve=False))
    assert not program.serving.running
    assert config.load().serve is False
    assert program.window.status_line.server_text == "Serving is off"


def test_http_is_switched_on_and_off(qtbot: QtBot, program: Program, home_bank: Path) -> None:
    opened(qtbot, program, home_bank)
    address = paths.socket_address(home_bank)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program.take_settings(replace(program.settings, http=True, http_port=port))
        qtbot.waitUntil(lambda: program.serving.running)
        assert http_token.open_address(address) is None
        assert str(port) in program.window.status_line._server.toolTip()
    program.take_settings(replace(program.settings, http_port=0))
    qtbot.waitUntil(lambda: program.serving.running)
    door = http_token.open_address(address)
    assert door and door in program.window.status_line._server.toolTip()
    request = urllib.request.Request(
        door + "/block", headers={"Authorization": "Bearer " + http_token.token()}
    )
    with urllib.request.urlopen(request) as reply:
        assert "forum-game" in json.load(reply)["layers"]["system"]
    program.take_settings(replace(program.settings, http=False))
    qtbot.waitUntil(lambda: program.serving.running)
    assert http_token.open_address(address) is None


def test_when_a_conversation_is_due_is_a_setting_that_takes_effect_at_once(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    talk = paths.data_dir() / "transcripts" / "talk.jsonl"
    talk.parent.mkdir(parents=True)
    talk.write_text('{"role": "user", "content": "Hello."}\n' * 3, "utf-8")
    program.take_settings(replace(program.settings, consolidate_at_messages=2))
    qtbot.waitUntil(lambda: program.window.status_line.due_text == "Consolidate: 1")
    program.take_settings(replace(program.settings, consolidate_at_messages=3))
    qtbot.waitUntil(lambda: program.window.status_line.due_text == "")


def test_another_language_is_spoken_at_once_and_typing_survives(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    program.window.go("memories")
    editor = program.window.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    editor.field("title").setText("x" * 300)
    editor.field("title").edited.emit()
    program.take_settings(replace(program.settings, language="zh"))
    assert program.window.navigation.item(0).text() == "记忆"
    page = program.window.page
    qtbot.waitUntil(lambda: page.editor.entry is not None)
    assert page.editor.field("title").value() == "x" * 300
    program.take_settings(replace(program.settings, language="en"))
    assert program.window.navigation.item(0).text() == "Memories"


def test_another_language_comes_bit_by_bit_and_first_what_is_on_the_screen(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    old = program.window
    old.pages["profile"].editor.flush()
    old.pages["works"].filter.narrow("tag", "game")
    program.take_settings(replace(program.settings, language="zh"))
    pages = program.window.pages
    assert set(pages.built) == {program.window.navigation.chosen}
    qtbot.waitUntil(program.window.isVisible)
    assert not old.isVisible()
    qtbot.waitUntil(lambda: "works" in pages.built)
    assert pages["works"].filter.narrowings == (("tag", "game"),)
    qtbot.waitUntil(lambda: set(pages.built) == set(pages))
    qtbot.waitUntil(lambda: not isValid(old))
    program.take_settings(replace(program.settings, language="en"))


def test_what_is_typed_while_another_language_comes_is_there_in_it(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    old = program.window
    editor = old.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    program.take_settings(replace(program.settings, language="zh"))
    assert old.isVisible()  # the other one is built, and not shown yet
    editor.field("title").setText("x" * 300)
    editor.field("title").edited.emit()
    qtbot.waitUntil(program.window.isVisible)
    editor = program.window.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    assert editor.field("title").value() == "x" * 300
    program.take_settings(replace(program.settings, language="en"))


@pytest.mark.parametrize("languages", [("zh",), ("zh", "en", "zh")])
def test_another_language_finds_selection_place_and_keyboard_where_they_were(
    qtbot: QtBot, program: Program, home_bank: Path, languages: tuple[Language, ...]
) -> None:
    bank = Bank(home_bank)
    for number in range(80):
        bank.add(Memory(title=f"Number {number}", content="x"), USER)
    bank.close()
    opened(qtbot, program, home_bank)
    old = program.window.page
    qtbot.waitUntil(lambda: old.table.rowCount() == 81)
    keys = [old.table.key_at(row) for row in range(81)]
    old.view.select_key(keys[40])
    model, flag = old.view.selectionModel(), QItemSelectionModel.SelectionFlag
    model.select(old.table.index(42, 0), flag.Select | flag.Rows)
    old.view.scrollTo(old.table.index(38, 1), QAbstractItemView.ScrollHint.PositionAtTop)
    qtbot.waitUntil(lambda: old.editor.entry is not None and old.editor.entry.key == keys[40])
    old.editor.field("content").setFocus()
    for language in languages:  # several: without waiting for rows or an editor
        program.take_settings(replace(program.settings, language=language))
    page = program.window.page
    assert page is not old
    qtbot.waitUntil(lambda: list(page.view.selected_keys()) == [keys[40], keys[42]])
    assert page.view.rowAt(0) == 38
    qtbot.waitUntil(lambda: page.has_editor and page.editor.entry is not None)
    assert page.editor.entry.key == keys[40]
    assert page.editor.keyboard_in == "content"
    assert page.editor.field("content").textCursor().atEnd()  # who types on does so behind it
    program.take_settings(replace(program.settings, language="en"))


def test_languages_that_are_changed_in_a_row_leave_one_window(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    windows = [program.window]
    for language in ("zh", "en", "zh", "en"):
        program.take_settings(replace(program.settings, language=language))
        windows.append(program.window)
    qtbot.waitUntil(lambda: [one for one in windows if isValid(one)] == [program.window])
    assert program.window.isVisible()
    assert program.window.navigation.item(0).text() == "Memories"


def test_a_program_that_ends_while_another_language_comes_keeps_what_is_typed(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    editor = program.window.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    program.take_settings(replace(program.settings, language="zh"))
    editor.field("title").setText("Typed at the end")
    editor.field("title").edited.emit()
    program.take_settings(replace(program.settings, language="en"))
    program.close_bank()
    bank = Bank(home_bank)
    titles = [entry.label for entry in bank.rows(bank.keys(Query(kinds=("memory",)))).values()]
    bank.close()
    assert "Typed at the end" in titles


def test_settings_that_can_not_be_saved_take_effect_and_are_told_of(
    qtbot: QtBot, program: Program, home_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    opened(qtbot, program, home_bank)
    monkeypatch.setattr(config, "save", refuse)
    program.take_settings(replace(program.settings, theme="dark"))
    said = program.window.status_line.currentMessage()
    assert said.endswith("The settings can't be saved: the disk is full")
    program.take_settings(replace(program.settings, language="zh"))  # with a window of its own
    assert program.window.navigation.item(0).text() == "记忆"
    assert program.window.status_line.currentMessage().endswith("磁盘已满")
    program.take_settings(replace(program.settings, language="en", theme="system"))


def test_import_and_export_come_once_the_formats_are_loaded(
    qtbot: QtBot, program: Program, home_bank: Path, tmp_path: Path
) -> None:
    opened(qtbot, program, home_bank)
    other = Bank(tmp_path / "other.sqlite")
    other.add(Memory(title="Elsewhere", content="x"), USER)
    other.close()
    program.window.bank_wanted.emit(other.path)  # as before, in another bank, too
    shown: list[QDialog] = []

    def look(dialog: QDialog) -> int:
        shown.append(dialog)
        return QDialog.DialogCode.Rejected

    modals.next_answers.append(look)
    program.window.actions_by_name["export"].trigger()
    program.window.actions_by_name["export"].trigger()  # no second one behind it
    qtbot.waitUntil(lambda: len(shown) == 1)
    assert isinstance(shown[0], ExportDialog)
    note = tmp_path / "note.md"
    note.write_text("# A note\n\nOf something.\n", "utf-8")
    modals.next_answers.append(look)
    program.window.import_wanted.emit((note,))
    qtbot.waitUntil(lambda: len(shown) == 2)
    assert isinstance(shown[1], ImportDialog)


def test_the_first_start_offers_the_sample_and_writes_nothing_before_that(
    qtbot: QtBot, program: Program, memdesk_home: Path
) -> None:
    def choose(dialog: FirstStart) -> int:
        assert not paths.bank_path().exists()
        dialog.buttons()["sample"].click()
        return FirstStart.DialogCode.Accepted

    def agree(dialog: object) -> None:
        qtbot.waitUntil(lambda: dialog.can_import)  # type: ignore[attr-defined]
        with qtbot.waitSignal(dialog.imported):  # type: ignore[attr-defined]
            dialog._on_agreed()  # type: ignore[attr-defined]

    modals.next_answers.extend([choose, agree])
    path = paths.bank_path()
    assert program.claim(path, Handover("raise"))
    program.open(path)
    qtbot.waitUntil(lambda: program.window.pages["memories"].table.rowCount() > 0)


def test_a_bank_that_is_gone_comes_back_from_its_backup_at_the_first_start(
    qtbot: QtBot, program: Program, memdesk_home: Path
) -> None:
    path = paths.bank_path()
    bank = Bank(path)
    memory = bank.add(Memory(title="Deploys", content="Never on Fridays"), USER)
    bank.backup()
    bank.close()
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)

    def choose(dialog: FirstStart) -> None:
        dialog.buttons()["backup"].click()

    def restore(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(dialog.buttons()["restore"].isEnabled)
        dialog.buttons()["restore"].click()
        qtbot.waitUntil(lambda: dialog.outcome.done == "restored")

    modals.next_answers.extend([choose, restore])
    assert program.claim(path, Handover("raise"))
    program.open(path)
    table = program.window.pages["memories"].table
    qtbot.waitUntil(lambda: table.rowCount() == 1)
    assert program.bank.get(memory.id) == memory


def test_what_a_second_start_asks_for_waits_until_the_first_one_is_answered(
    qtbot: QtBot, program: Program, memdesk_home: Path
) -> None:
    path = paths.bank_path()

    def begin_empty(dialog: FirstStart) -> None:
        for request in (Handover("raise"), Handover("quick-add", "task: buy milk")):
            hand_over(paths.window_socket_address(path), request)
        qtbot.waitUntil(lambda: len(program.handed_over.waiting) == 2)
        assert not program.window.isVisible()
        dialog.buttons()["empty"].click()

    modals.next_answers.append(begin_empty)
    assert program.claim(path, Handover("raise"))
    program.open(path)
    assert program.window.isVisible()
    qtbot.waitUntil(program.popup.isVisible)
    assert program.popup.line.text() == "task: buy milk"


def test_files_that_are_handed_over_join_those_that_are_looked_at(
    qtbot: QtBot, program: Program, home_bank: Path, tmp_path: Path
) -> None:
    """As when several are chosen and opened at once: every one is a start of its own."""
    opened(qtbot, program, home_bank)
    files = [tmp_path / f"{name}.json" for name in ("one", "two", "three")]
    for file in files:
        file.write_text(json.dumps({"tasks": [{"id": file.stem, "title": file.stem}]}), "utf-8")
    looked_at: list[list[str]] = []

    def hand_over_others(dialog: ImportDialog) -> None:
        dialog.hide()
        dialog.setModal(True)  # as it is where a person is asked
        dialog.show()
        program.handed_over.open_file(str(files[1]))
        qtbot.waitUntil(lambda: len(dialog.sources.all) == 2 and not dialog.looking)
        dialog._set_busy(True)  # from here on it is too late
        program.handed_over.open_file(str(files[2]))
        # As it is closed: the next one may be open before this function goes on.
        dialog.finished.connect(lambda _code: note(dialog))
        with qtbot.waitSignal(dialog.finished):
            QTimer.singleShot(3 * ANSWERED_MS, dialog, dialog.accept)

    def note(dialog: ImportDialog) -> None:
        qtbot.waitUntil(lambda: not dialog.looking)
        looked_at.append([one.path.stem for one in dialog.sources.all])

    modals.next_answers.extend([hand_over_others, note])
    program.handed_over.open_file(str(files[0]))
    qtbot.waitUntil(lambda: len(looked_at) == 2)
    assert looked_at == [["one", "two"], ["three"]]


def test_shutting_down_saves_what_is_typed_and_frees_the_bank(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    program.window.go("memories")
    editor = program.window.page.editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    field = editor.field("title")
    field.setText("Typed last")
    field.edited.emit()
    program.shut_down()
    bank = Bank(home_bank)
    assert bank.get(editor.entry.id).label == "Typed last"
    bank.close()
    assert not Path(paths.socket_address(home_bank)).exists()


def test_what_a_locked_bank_refused_at_the_end_is_stored_at_the_next_start(
    qtbot: QtBot, program: Program, home_bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.store.connection.BUSY_SECONDS", 0.1)
    opened(qtbot, program, home_bank)
    program.window.go("tasks")
    page = program.window.page
    qtbot.waitUntil(lambda: page.editor.entry is not None)
    with closing(sqlite3.connect(home_bank, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        field = page.editor.field("title")
        field.selectAll()
        qtbot.keyClicks(field, "Typed before the end")
        program.shut_down()
        other.execute("ROLLBACK")
    opened(qtbot, program, home_bank)
    with closing(Bank(home_bank)) as bank:
        qtbot.waitUntil(lambda: bank.get("forum-game").label == "Typed before the end")
    qtbot.waitUntil(lambda: not drafts.path_of(home_bank).exists())


def test_typing_goes_on_when_the_bank_is_gone(
    qtbot: QtBot, program: Program, home_bank: Path
) -> None:
    opened(qtbot, program, home_bank)
    program.window.go("tasks")
    page = program.window.page
    qtbot.waitUntil(lambda: page.editor.entry is not None)
    hidden = home_bank.with_name("hidden")
    home_bank.rename(hidden)
    field = page.editor.field("title")
    field.selectAll()
    qtbot.keyClicks(field, "Typed without a bank")
    qtbot.waitUntil(lambda: "gone" in program.window.notice.text)
    hidden.rename(home_bank)
    with closing(Bank(home_bank)) as bank:
        qtbot.waitUntil(lambda: bank.get("forum-game").label == "Typed without a bank")
