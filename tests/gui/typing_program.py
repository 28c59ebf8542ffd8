"""A window in a process of its own, into which something is typed; the parent kills it.

`python typing_program.py BANK WHAT`: types, waits as long as the last second lasts, says so on
standard output and goes on running until it is killed.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from memdesk.gui.application import host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.gui.save_pace import PAUSE_MS
from memdesk.store.bank import Bank

LAST_SECOND_MS = 1_100
HELD: list[sqlite3.Connection] = []
"""A lock ends with the last that knows its connection: it lasts until the program is killed."""


def main() -> None:
    bank_path, what = Path(sys.argv[1]), sys.argv[2]
    app = QApplication([])
    worker = BankWorker(Bank(bank_path))
    worker.start()
    settings = QSettings(str(bank_path.parent / "w.ini"), QSettings.Format.IniFormat)
    window = MainWindow(worker, settings, host_side(bank_path))
    window.show()
    page = window.pages["memories"]

    awaited = {"rows", "drafts"}

    def came(what_came: str) -> None:
        if what_came in awaited:
            awaited.remove(what_came)
            if not awaited:
                begin()

    def begin() -> None:
        page.view.select_key(page.table.key_at(0))
        TYPING[what](window)
        if what != "locked":  # there the last comes later
            wait_out_the_last_second(worker)

    page.table.keys_changed.connect(lambda: came("rows"))
    window.keeper.restored.connect(lambda: came("drafts"))
    page.refresh()
    app.exec()


def wait_out_the_last_second(worker: BankWorker, *, writes: bool = True) -> None:
    """All was typed. What memdesk set about within the second is done before it is killed: how
    fast the machine is, is not what is tried here.
    """

    def nothing(_bank: Bank) -> None:
        pass

    def when_written(_nothing: object = None) -> None:
        worker.read(nothing, lambda _nothing: print("typed", flush=True))

    def when_late() -> None:
        if writes:
            worker.submit(nothing, when_written)
        else:
            when_written()

    QTimer.singleShot(LAST_SECOND_MS, when_late)


def type_title(window: MainWindow) -> None:
    field = window.page.editor.field("title")
    field.selectAll()
    QTest.keyClicks(field, "Typed at the end")


def type_too_much(window: MainWindow) -> None:
    field = window.page.editor.field("title")
    field.selectAll()
    QTest.keyClicks(field, "x" * 201)


def type_new_without_title(window: MainWindow) -> None:
    window.page.new()
    QTest.keyClicks(window.page.editor.field("content"), "A text that has no title yet")


def type_into_cell(window: MainWindow) -> None:
    view = window.page.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F2)
    line = view.viewport().findChild(QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, "In the cell")


def type_while_locked(window: MainWindow) -> None:
    """Another program holds the bank; there is more to type when the first save waits for it."""
    worker = window.page.table._worker
    locking = sqlite3.connect(worker.bank.path, isolation_level=None)
    locking.execute("BEGIN IMMEDIATE")
    HELD.append(locking)
    field = window.page.editor.field("title")
    field.selectAll()
    QTest.keyClicks(field, "Typed while")

    def type_on() -> None:
        assert locking.in_transaction
        QTest.keyClicks(field, " it was locked")
        wait_out_the_last_second(worker, writes=False)

    QTimer.singleShot(PAUSE_MS + 200, type_on)


TYPING = {
    "locked": type_while_locked,
    "title": type_title,
    "too much": type_too_much,
    "new": type_new_without_title,
    "cell": type_into_cell,
}

if __name__ == "__main__":
    main()
