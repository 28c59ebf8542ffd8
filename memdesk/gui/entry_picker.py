"""Picking one memory: those that were named first, any other by its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import Entry
from memdesk.core.query import Query
from memdesk.gui import words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import icon

SHOWN = 50
_PAUSE_MS = 150


class EntryPicker(QDialog):
    """A line to search with and what it finds. Enter takes the chosen one."""

    def __init__(
        self,
        worker: BankWorker,
        title: str,
        named: Sequence[tuple[str, Entry]],
        parent: QWidget | None = None,
    ) -> None:
        """`named`: what stands there before anything is typed, each with its words."""
        super().__init__(parent)
        HelpKey(self, "review")
        self.setWindowTitle(title)
        self._worker = worker
        self._named = tuple(named)
        self._found: list[Entry] = []
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("Search memories"))
        self.line.setAccessibleName(self.tr("Search memories"))
        self.line.setClearButtonEnabled(True)
        self.line.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Found memories"))
        self.list.setUniformItemSizes(True)
        self._nothing = QLabel(self.tr("No memory has these words."), self)
        self._nothing.hide()
        buttons = DialogButtons(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list, 1)
        column.addWidget(self._nothing)
        column.addWidget(buttons)
        self.resize(480, 360)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.line.textChanged.connect(self._pause.start)
        self.line.installEventFilter(self)
        self.list.itemDoubleClicked.connect(self.accept)
        self.list.currentRowChanged.connect(lambda row: self._ok.setEnabled(row >= 0))
        self._ok.setEnabled(False)
        self._search()

    @property
    def chosen(self) -> Entry | None:
        """The memory that is chosen in the list."""
        row = self.list.currentRow()
        return self._found[row] if row >= 0 else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Up and down move in the list while the keyboard stays in the line.
        moving = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and event.key() in moving:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _search(self) -> None:
        text = self.line.text().strip()
        if not text and self._named:
            self._show([one for _word, one in self._named], [word for word, _one in self._named])
            return
        query = Query(kinds=("memory",), text=text, limit=SHOWN)
        self._worker.read(
            lambda bank: bank.entries(query), self._show, replaces=(id(self), "picker")
        )

    def _show(self, found: list[Entry], named: Sequence[str] = ()) -> None:
        self._found = found
        self.list.clear()
        shown = named or [_line(entry) for entry in found]
        for word in shown:
            self.list.addItem(QListWidgetItem(icon("memory"), word))
        self._nothing.setVisible(not found)
        if found:
            self.list.setCurrentRow(0)


def _line(entry: Entry) -> str:
    place = " · ".join(filter(None, (words.workspace_word(entry.workspace), entry.role)))
    return f"{entry.label} ({place})" if place else entry.label
