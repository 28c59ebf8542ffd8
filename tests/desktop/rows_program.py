"""The main window on a bank, which tells where on the screen the rows of its tasks are.

`python rows_program.py BANK FILE`: writes the place of the window and the titles with the middles
of their rows to the file, as JSON, whenever one of them is another.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from memdesk.gui.application import host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank


def main() -> None:
    bank_path, told = Path(sys.argv[1]), Path(sys.argv[2])
    app = QApplication([])
    worker = BankWorker(Bank(bank_path))
    worker.start()
    settings = QSettings(str(told.with_suffix(".ini")), QSettings.Format.IniFormat)
    window = MainWindow(worker, settings, host_side(bank_path))
    window.show()
    window.go("tasks")
    page = window.page

    said: list[object] = []

    def tell() -> None:
        corner = window.mapToGlobal(QPoint())
        rows: list[object] = [(corner.x(), corner.y())]
        for row in range(page.table.rowCount()):
            area = page.view.visualRect(page.table.index(row, 1))
            middle = page.view.viewport().mapToGlobal(area.center())
            rows.append((page.table.entry_at(row).label, middle.x(), middle.y(), area.height()))
        if rows == said:
            return
        said[:] = rows
        fresh = told.with_suffix(".new")
        fresh.write_text(json.dumps(rows), "utf-8")
        fresh.replace(told)

    looking = QTimer()
    looking.timeout.connect(tell)
    looking.start(50)
    app.exec()


if __name__ == "__main__":
    main()
