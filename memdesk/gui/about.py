"""Help: what memdesk is, and its keys."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from memdesk import __version__
from memdesk.gui import modals, words
from memdesk.gui.actions import Actions

translate = QCoreApplication.translate


def show_about(parent: QWidget) -> None:
    """Name, version, what it is for."""
    modals.inform(
        parent,
        translate("About", "About memdesk"),
        f"memdesk {__version__}",
        detail=translate(
            "About",
            "The desk for what your AI assistants remember: one local bank, seen and edited in a "
            "window, previewed exactly as it will be injected, and served to every chat host.",
        ),
    )


class ShortcutsDialog(QDialog):
    """Every key of the window, by what it does."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        keyed = [action for action in actions.all().values() if not action.shortcut().isEmpty()]
        table = QTableWidget(len(keyed), 2, self)
        table.setAccessibleName(self.windowTitle())
        table.setHorizontalHeaderLabels([self.tr("Action"), self.tr("Keys")])
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row, action in enumerate(keyed):
            word = QTableWidgetItem(
                action.icon(), words.without_mnemonic(action.text()).rstrip("…")
            )
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            table.setItem(row, 0, word)
            table.setItem(row, 1, QTableWidgetItem(keys))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(table)
        column.addWidget(buttons)
        self.resize(460, 520)
        self.setWindowFlag(Qt.WindowType.WindowContextHelpButtonHint, False)


def show_shortcuts(parent: QWidget, actions: Actions) -> None:
    dialog = ShortcutsDialog(actions, parent)
    modals.run(dialog)
    dialog.deleteLater()
