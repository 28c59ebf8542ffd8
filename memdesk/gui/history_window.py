"""The history of the whole bank: who changed what, when, and the way back (spec 1.7)."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk.core.entry import KINDS
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.help_key import HelpKey
from memdesk.gui.history_table import of_all
from memdesk.gui.history_view import HistoryView
from memdesk.gui.remembered import remembered


class HistoryWindow(QWidget):
    """A window of its own beside the main window: what it reverts is seen there at once."""

    entry_wanted = Signal(str, str)
    """Kind and id of the entry to go to."""
    said = Signal(str)

    def __init__(self, worker: BankWorker, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        HelpKey(self, "entries")
        self._worker = worker
        self._settings = settings
        self._stale = True
        self.setWindowTitle(self.tr("History — {bank}").format(bank=worker.bank.path.stem))
        self.resize(860, 600)
        self.setMinimumSize(420, 320)
        self.history = HistoryView(worker, self)
        self.author_box = self._box(self.tr("Everyone"))
        self.kind_box = self._box(self.tr("Everything"))
        for kind in KINDS:
            self.kind_box.addItem(words.kind_words(kind), kind)
        self.kind_box.addItem(self.tr("Profile"), "profile")
        row = QHBoxLayout()
        row.setSpacing(theme.SMALL)
        for word, box in ((self.tr("&Who:"), self.author_box), (self.tr("W&hat:"), self.kind_box)):
            label = QLabel(word, self)
            label.setBuddy(box)
            box.setAccessibleName(words.without_mnemonic(word).rstrip(":："))
            row.addWidget(label)
            row.addWidget(box)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.history, 1)
        self.author_box.activated.connect(self._on_chosen)
        self.kind_box.activated.connect(self._on_chosen)
        self.history.entry_wanted.connect(self.entry_wanted)
        self.history.said.connect(self.said)
        self.restoreGeometry(remembered(settings, "history/geometry"))

    def _box(self, everything: str) -> QComboBox:
        box = QComboBox(self)
        box.addItem(everything, None)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return box

    def open(self) -> None:
        """Show it, with what has happened since."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.history.view.setFocus()
        if self._stale:
            self._stale = False
            self._on_chosen()

    def take_changes(self) -> None:
        """Something happened."""
        if self.isVisible():
            self.history.refresh()
            self._read_authors()
        else:
            self._stale = True

    def _on_chosen(self) -> None:
        read = of_all(self.author_box.currentData(), self.kind_box.currentData())
        self.history.show_history(read)
        self._read_authors()

    def _read_authors(self) -> None:
        self._worker.survey(
            lambda bank: bank.change_authors(), self._on_authors, replaces=(id(self), "authors")
        )

    def _on_authors(self, authors: Iterable[str]) -> None:
        for author in authors:
            if self.author_box.findData(author) < 0:
                self.author_box.addItem(words.author_word(author), author)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.setValue("history/geometry", self.saveGeometry())
        super().closeEvent(event)
