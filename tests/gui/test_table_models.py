"""The tables of tags, hosts, calls and suggestions keep what Qt expects of a model."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.host_log import LogTable
from memdesk.gui.hosts_table import HostsTable, KnownHost
from memdesk.gui.paged_table import PAGE
from memdesk.gui.review_table import ReviewTable, read_waiting
from memdesk.gui.tags_page import COUNT, TagTable
from memdesk.store.bank import AccessRow, Bank, HostRecord


def test_tags(qtmodeltester: Any) -> None:
    table = TagTable()
    qtmodeltester.check(table)
    table.set_tags([("game", 2), ("游戏", 1), ("home", 7)])
    qtmodeltester.check(table)
    table.sort(COUNT, Qt.SortOrder.DescendingOrder)
    assert [table.name_at(row) for row in range(3)] == ["home", "game", "游戏"]
    table.set_filter("游")
    qtmodeltester.check(table)
    assert table.rowCount() == 1


def test_hosts(qtmodeltester: Any) -> None:
    table = HostsTable()
    qtmodeltester.check(table)
    hosts = [KnownHost(HostRecord(name=name), name == "cursor") for name in ("cursor", "codex")]
    table.show(hosts)
    qtmodeltester.check(table)
    table.show(hosts[::-1])
    qtmodeltester.check(table)


def test_calls_come_page_by_page(
    bank: Bank, worker: BankWorker, qtbot: QtBot, qtmodeltester: Any
) -> None:
    bank.log_access([AccessRow(host="cursor", operation="block")] * (PAGE + 3))
    table = LogTable(worker)
    with qtbot.waitSignal(table.arrived):
        table.show_host("cursor")
    assert table.rowCount() == PAGE
    qtmodeltester.check(table)
    qtbot.waitUntil(lambda: table.rowCount() == PAGE + 3)  # the tester asks for more
    bank.log_access([AccessRow(host="cursor", operation="hello")])
    with qtbot.waitSignal(table.rowsInserted):
        table.refresh()
    assert table.index(0, 1).data() == "Said hello"
    qtmodeltester.check(table)


def test_suggestions(bank: Bank, qtmodeltester: Any) -> None:
    table = ReviewTable()
    qtmodeltester.check(table)
    for title in ("First", "Second"):
        bank.add_suggestion("cursor", None, "memory_write", {"title": title, "content": "x"})
    table.show(read_waiting(bank))
    qtmodeltester.check(table)
    assert table.rowCount() == 2
