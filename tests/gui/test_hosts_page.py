"""The Hosts page as a person uses it: policies, the log, blocks, connecting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.host_connect import ConnectDialog
from memdesk.gui.host_log import LogTable
from memdesk.gui.hosts_page import HostsPage
from memdesk.gui.hosts_table import HostsTable
from memdesk.gui.main_window import MainWindow
from memdesk.gui.paged_table import PAGE
from memdesk.gui.preview_source import Sight, build, load
from memdesk.store.bank import AccessRow, Bank, FrozenKey

USER = Actor()
Key = Qt.Key


@pytest.fixture
def seen(filled: Bank) -> Bank:
    """Two hosts that have called; the first one fetched what the other one wrote."""
    filled.note_host("cursor")
    filled.note_host("claude-code")
    memory = filled.entries(Query(kinds=("memory",), text="Node"))[0]
    filled.log_access(
        [
            AccessRow(host="claude-code", operation="memory_write", ids=(memory.id,)),
            AccessRow(host="cursor", operation="hello"),
            AccessRow(
                host="cursor", operation="block", workspace="/w/forum-game", session="s9",
                bytes=2332, microseconds=1830, ids=(memory.id, "m23456789"),
            ),
        ]
    )  # fmt: skip
    return filled


@pytest.fixture
def page(seen: Bank, window: MainWindow, qtbot: QtBot) -> HostsPage:
    window.go("hosts")
    page: HostsPage = window.pages["hosts"]
    qtbot.waitUntil(lambda: page.table.rowCount() == 2)
    page.choose("cursor")
    qtbot.waitUntil(lambda: page.log.table.rowCount() == 2)
    return page


def freeze(bank: Bank, session: str = "s9") -> str:
    text = build(load(bank, Sight(host="cursor", workspace="/w"))).system
    bank.freeze(FrozenKey(host="cursor", session=session, workspace="/w"), None, text, {})
    return text


def test_it_names_the_hosts_that_called(page: HostsPage) -> None:
    rows = [page.table.index(row, 0).data() for row in range(2)]
    assert rows == ["claude-code", "cursor"]
    assert page.table.index(1, 1).data() == "Write"
    assert page.table.index(1, 2).data() == "default"
    assert page.table.index(1, 3).data() != "never"


def test_the_policy_is_chosen_by_keyboard_and_undone(
    page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    bank = window._worker.bank
    page.policy.setFocus()
    QTest.keyClick(page.policy, Key.Key_Down)
    qtbot.waitUntil(lambda: bank.host("cursor").policy == "review")
    qtbot.waitUntil(lambda: page.table.index(1, 1).data() == "Write to review")
    assert bank.host("claude-code").policy == "write"
    QTest.keyClick(page.list, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.policy.value() == "write")
    assert bank.host("cursor").policy == "write"


def test_the_preset_is_chosen(page: HostsPage, window: MainWindow, qtbot: QtBot) -> None:
    bank = window._worker.bank
    page.preset.setFocus()
    QTest.keyClicks(page.preset, "got")
    QTest.keyClick(page.preset, Key.Key_Return)
    qtbot.waitUntil(lambda: bank.host("cursor").preset == "gotong")
    qtbot.waitUntil(lambda: page.table.index(1, 2).data() == "gotong")


def test_a_role_has_a_preset_of_its_own(page: HostsPage, window: MainWindow, qtbot: QtBot) -> None:
    bank = window._worker.bank
    page.tabs.setCurrentIndex(3)
    modals.next_answers.append("tester")
    qtbot.mouseClick(page.roles.add_button, Qt.MouseButton.LeftButton)
    box = page.roles.boxes["tester"]
    QTest.keyClicks(box, "gam")
    qtbot.waitUntil(lambda: bank.roles().get("tester") == "gameassist")
    assert bank.preset_for("cursor", "tester") == "gameassist"


def test_who_read_what_is_said_and_leads_to_the_entry(
    page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    table = page.log.table
    assert [table.index(row, 1).data() for row in range(2)] == ["Fetched its block", "Said hello"]
    assert table.index(0, 3).data() == "forum-game"
    assert table.index(0, 7).data() == "1.8 ms"
    qtbot.waitUntil(lambda: page.log.entries.count() == 1)
    assert page.log._label.text() == "Entries: 2, of which deleted since: 1"
    page.log.entries.setCurrentRow(0)
    QTest.keyClick(page.log.entries, Key.Key_Return)
    qtbot.waitUntil(lambda: window.navigation.chosen == "memories")
    qtbot.waitUntil(lambda: window.page.editor.entry is not None)
    assert window.page.editor.entry.label == "Node version"


def test_a_new_call_shows_up_by_itself(page: HostsPage, window: MainWindow, qtbot: QtBot) -> None:
    page.log.view.selectRow(1)
    window._worker.bank.log_access([AccessRow(host="cursor", operation="memory_recall")])
    qtbot.waitUntil(lambda: page.log.table.rowCount() == 3)
    assert page.log.table.index(0, 1).data() == "Recalled"
    assert page.log.view.currentIndex().row() == 2, "what is selected stays"


def test_the_log_is_read_as_far_as_it_is_scrolled_to(
    filled: Bank, worker: BankWorker, qtbot: QtBot
) -> None:
    filled.log_access([AccessRow(host="cursor", operation="block")] * (PAGE + 30))
    filled.log_access([AccessRow(host="other", operation="block")] * 5)
    table = LogTable(worker)
    QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    table.show_host("cursor")
    qtbot.waitUntil(lambda: table.rowCount() == PAGE)
    assert table.canFetchMore(table.index(-1, -1))
    table.fetchMore(table.index(-1, -1))
    qtbot.waitUntil(lambda: table.rowCount() == PAGE + 30)
    assert not table.canFetchMore(table.index(-1, -1))
    filled.log_access([AccessRow(host="cursor", operation="hello")])
    table.refresh()
    qtbot.waitUntil(lambda: table.rowCount() == PAGE + 31)
    assert not table.canFetchMore(table.index(-1, -1))


def test_the_block_it_was_given_and_what_changes_next(
    seen: Bank, page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    text = freeze(seen)
    page.refresh()
    page.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: page.blocks.text.toPlainText() == text)
    assert page.blocks.box.currentText().endswith("w · s9")
    page.tabs.setCurrentIndex(2)
    qtbot.waitUntil(lambda: "very same bytes" in page.blocks.diff.toPlainText())
    memory = seen.entries(Query(kinds=("memory",), text="Node"))[0]
    seen.update(memory.id, {"title": "Node for builds"}, USER, kind="memory")
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: "+ - " in page.blocks.diff.toPlainText())
    shown = page.blocks.diff.toPlainText()
    assert f"− - [{memory.id}] Node version" in shown
    assert f"+ - [{memory.id}] Node for builds" in shown
    assert page.blocks.text.toPlainText() == text, "what was given stays"


def test_another_preset_changes_the_next_session(
    seen: Bank, page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    freeze(seen)
    seen.set_host("cursor", USER, preset="none")
    page.refresh()
    page.tabs.setCurrentIndex(2)
    qtbot.waitUntil(lambda: "− # Long-term memory" in page.blocks.diff.toPlainText())
    assert "\n+ " not in page.blocks.diff.toPlainText()


def test_sessions_can_be_chosen_among(seen: Bank, page: HostsPage, qtbot: QtBot) -> None:
    old = freeze(seen, "first")
    memory = seen.entries(Query(kinds=("memory",), text="Node"))[0]
    seen.update(memory.id, {"title": "Node for builds"}, USER, kind="memory")
    new = freeze(seen, "second")
    page.refresh()
    page.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: page.blocks.text.toPlainText() == new)
    QTest.keyClick(page.blocks.box, Key.Key_Down)
    qtbot.waitUntil(lambda: page.blocks.text.toPlainText() == old)


def test_a_host_without_a_name_is_known_by_a_word(
    seen: Bank, page: HostsPage, qtbot: QtBot
) -> None:
    seen.note_host("unknown")
    seen.freeze(FrozenKey(host="", session="s1"), None, "what it got", {})
    page.choose("unknown")
    page.refresh()
    page.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: page.blocks.text.toPlainText() == "what it got")


def test_what_changed_while_nobody_looked_is_there_on_return(
    seen: Bank, page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    window.go("memories")
    seen.note_host("opencode")
    window._worker._reading.look_soon()
    qtbot.waitUntil(lambda: page._stale)
    assert page.table.rowCount() == 2
    window.go("hosts")
    qtbot.waitUntil(lambda: page.table.rowCount() == 3)


def test_with_no_host_it_says_how_to_connect_one(window: MainWindow) -> None:
    window.go("hosts")
    page: HostsPage = window.pages["hosts"]
    assert not page.connect_button.isHidden()
    assert page.connect_button.hasFocus()


def test_connecting_shows_the_files_and_writes_after_yes(
    page: HostsPage, window: MainWindow, qtbot: QtBot
) -> None:
    settings = Path.home() / ".cursor" / "mcp.json"
    settings.parent.mkdir()
    settings.write_text('{"mcpServers": {"other": {"command": "x"}}}\n', "utf-8")

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, ConnectDialog)
        assert dialog.host == "cursor"
        qtbot.waitUntil(dialog.write_button.isEnabled)
        shown = dialog.diff.toPlainText()
        assert str(settings) in shown
        assert '"memdesk"' in shown
        assert "memdesk" not in settings.read_text("utf-8")
        qtbot.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.result() == QDialog.DialogCode.Accepted)

    modals.next_answers.append(look)
    qtbot.mouseClick(page.connect_button, Qt.MouseButton.LeftButton)
    servers = json.loads(settings.read_text("utf-8"))["mcpServers"]
    assert set(servers) == {"other", "memdesk"}
    assert len(list(settings.parent.glob("mcp.json.memdesk-*.bak"))) == 1
    qtbot.waitUntil(lambda: page.current is not None and page.current.set_up)
    assert "set up on this machine" in page._means.text()

    def take_out(dialog: QDialog) -> None:
        assert isinstance(dialog, ConnectDialog) and dialog.removes
        qtbot.waitUntil(dialog.write_button.isEnabled)
        qtbot.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.result() == QDialog.DialogCode.Accepted)

    modals.next_answers.append(take_out)
    qtbot.waitUntil(page.disconnect_button.isEnabled)
    qtbot.mouseClick(page.disconnect_button, Qt.MouseButton.LeftButton)
    assert "memdesk" not in settings.read_text("utf-8")
    assert '"other"' in settings.read_text("utf-8")


def test_a_host_of_a_folder_asks_for_it(
    window: MainWindow, page: HostsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, ConnectDialog)
        dialog.box.setCurrentIndex(dialog.box.findText("vscode"))
        qtbot.waitUntil(lambda: "Name the folder" in dialog.diff.toPlainText())
        assert not dialog.write_button.isEnabled()
        dialog.folder.setText(str(tmp_path / "none"))
        qtbot.waitUntil(lambda: "There is no folder" in dialog.notice.text)
        dialog.folder.setText(str(tmp_path))
        qtbot.waitUntil(dialog.write_button.isEnabled)
        assert str(tmp_path / ".vscode" / "mcp.json") in dialog.diff.toPlainText()
        qtbot.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: dialog.result() == QDialog.DialogCode.Accepted)

    modals.next_answers.append(look)
    page.connect_host()
    assert (tmp_path / ".vscode" / "mcp.json").exists()


def test_a_broken_configuration_is_said_and_left_alone(
    window: MainWindow, page: HostsPage, qtbot: QtBot
) -> None:
    settings = Path.home() / ".cursor" / "mcp.json"
    settings.parent.mkdir()
    settings.write_text("{ broken", "utf-8")

    def look(dialog: QDialog) -> None:
        assert isinstance(dialog, ConnectDialog)
        qtbot.waitUntil(lambda: "mcp.json" in dialog.notice.text)
        assert not dialog.write_button.isEnabled()

    modals.next_answers.append(look)
    page.connect_host()
    assert settings.read_text("utf-8") == "{ broken"


def test_all_can_be_disconnected_from_here(page: HostsPage, qtbot: QtBot) -> None:
    host_side = page._host_side
    host_side.write("cursor", host_side.plan("cursor", None, False), False)
    page.refresh()
    qtbot.waitUntil(lambda: page.current is not None and page.current.set_up)
    modals.next_answers.extend(["go", "go", None])
    qtbot.mouseClick(page.disconnect_all_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.current is not None and not page.current.set_up)
    assert not (Path.home() / ".cursor" / "mcp.json").exists()
    assert len(modals.shown) == 3


def test_the_tables_are_sound(page: HostsPage) -> None:
    table = HostsTable()
    QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    rows = [page.table.at(row) for row in range(2)]
    table.show([row for row in rows if row is not None])
    table.show([])
