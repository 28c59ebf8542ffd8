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
from memdesk.gui.entry_editor import PAUSE_MS
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

LAST_SECOND_MS = 1_100


def main() -> None:
    bank_path, what = Path(sys.argv[1]), sys.argv[2]
    app = QApplication([])
    worker = BankWorker(Bank(bank_path))
    worker.start()
    settings = QSettings(str(bank_path.parent / "w.ini"), QSettings.Format.IniFormat)
    window = MainWindow(worker, settings, host_side(bank_path))
    window.show()
    page = window.pages["memories"]

    def begin() -> None:
        page.table.keys_changed.disconnect(begin)
        page.view.select_key(page.table.key_at(0))
        until_last = TYPING[what](window) or 0
        QTimer.singleShot(until_last + LAST_SECOND_MS, lambda: print("typed", flush=True))

    page.table.keys_changed.connect(begin)
    page.refresh()
    app.exec()


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


def type_while_locked(window: MainWindow) -> int:
    """Another program holds the bank; there is more to type when the first save waits for it."""
    locking = sqlite3.connect(window.page.table._worker.bank.path, isolation_level=None)
    locking.execute("BEGIN IMMEDIATE")
    field = window.page.editor.field("title")
    field.selectAll()
    QTest.keyClicks(field, "Typed while")

    def type_on() -> None:
        assert locking.in_transaction
        QTest.keyClicks(field, " it was locked")

    QTimer.singleShot(PAUSE_MS + 200, type_on)
    return PAUSE_MS + 200


TYPING = {
    "locked": type_while_locked,
    "title": type_title,
    "too much": type_too_much,
    "new": type_new_without_title,
    "cell": type_into_cell,
}

if __name__ == "__main__":
    main()
