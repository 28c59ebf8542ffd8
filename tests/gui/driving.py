"""How tests go about the window as a person does."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from memdesk.gui.main_window import MainWindow


def edit(qtbot: QtBot, window: MainWindow, title: str) -> None:
    """Select an entry by its title on the page that is shown."""
    page = window.page
    qtbot.waitUntil(lambda: page.table.rowCount() > 0)
    row = next(
        row for row in range(page.table.rowCount()) if page.table.entry_at(row).label == title
    )
    page.view.select_key(page.table.key_at(row))
    assert page.editor.entry.label == title


def edit_cell(qtbot: QtBot, window: MainWindow, title: str, field: str) -> QWidget:
    """Open the editor of a task's cell."""
    window.go("tasks")
    page = window.page
    edit(qtbot, window, title)
    place = next(n for n, column in enumerate(page.table.columns) if column.field == field)
    page.view.edit(page.table.index(page.view.currentIndex().row(), place))
    kind = QComboBox if field == "status" else QLineEdit
    made = page.view.viewport().findChild(kind)
    assert made is not None
    return made


def type_into(qtbot: QtBot, field: QWidget, text: str) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)
