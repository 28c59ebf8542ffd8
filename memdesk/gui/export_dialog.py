"""Export: which entries, in which format, and what that format can't hold (spec 4.2)."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.exchange import formats
from memdesk.exchange.exporting import export
from memdesk.exchange.writing import Written, write_file
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.store.bank import Bank


class ExportDialog(QDialog):
    """Asks what to export and in which format. The file is chosen afterwards."""

    def __init__(self, selected: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self._format = QComboBox(self)
        for name in formats.writable():
            self._format.addItem(_format_word(name), name)
        self._what = QComboBox(self)
        self._what.addItem(self.tr("The whole bank"), False)
        if selected:
            self._what.addItem(
                self.tr("The selected entries: {count}").format(count=selected), True
            )
        hint = QLabel(
            self.tr("The file holds what you remember as plain text. Keep it where only you read."),
            self,
        )
        hint.setWordWrap(True)
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        form = QFormLayout()
        form.addRow(self.tr("&What:"), self._what)
        form.addRow(self.tr("&Format:"), self._format)
        buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        choose = QPushButton(self.tr("Choose file…"), self)
        choose.setDefault(True)
        buttons.addButton(choose, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(hint)
        column.addWidget(buttons)
        self._what.setAccessibleName(self.tr("What"))
        self._format.setAccessibleName(self.tr("Format"))
        self.setMinimumWidth(400)

    @property
    def format_name(self) -> str:
        return str(self._format.currentData())

    @property
    def only_selected(self) -> bool:
        return bool(self._what.currentData())

    def choose(self, format_name: str, *, only_selected: bool = False) -> None:
        """Set what the person would choose."""
        self._format.setCurrentIndex(self._format.findData(format_name))
        self._what.setCurrentIndex(self._what.findData(only_selected))


def export_file(
    parent: QWidget,
    worker: BankWorker,
    keys: array[int],
    say: Callable[[str], None],
    refused: Callable[[object], None],
) -> None:
    """Ask what to export and where to, and write it. `keys` are the selected entries."""
    dialog = ExportDialog(len(keys), parent)
    accepted = modals.run(dialog) == QDialog.DialogCode.Accepted
    name, only_selected = dialog.format_name, dialog.only_selected
    QTimer.singleShot(0, dialog, dialog.deleteLater)
    if not accepted:
        return
    one = formats.named(name)
    path = modals.choose_file_to_write(
        parent,
        words.translate("ExportDialog", "Export"),
        suggested=Path(worker.bank.path.stem + one.suffix),
        filters=f"*{one.suffix}",
    )
    if path is None:
        return
    target = path if path.suffix else path.with_suffix(one.suffix)

    def work(bank: Bank) -> Written:
        entries = None
        if only_selected:
            rows = bank.rows(keys)
            entries = [rows[key] for key in keys if key in rows]
        written = export(bank, name, entries)
        write_file(target, written.text)
        return written

    def done(written: Written) -> None:
        say(words.translate("ExportDialog", "Exported to {file}.").format(file=target.name))
        if written.left_out:
            _tell_left_out(parent, name, written)

    worker.submit(work, done, refused)


def _tell_left_out(parent: QWidget, name: str, written: Written) -> None:
    lines = [f"{what}: {count}" for what, count in written.left_out]
    modals.inform(
        parent,
        words.translate("ExportDialog", "Export"),
        words.translate("ExportDialog", "The format {format} can't hold everything.").format(
            format=name
        ),
        detail="\n".join((words.translate("ExportDialog", "Left out:"), *lines)),
    )


def _format_word(name: str) -> str:
    return {
        "memdesk": words.translate("ExportDialog", "memdesk JSON (everything)"),
        "gameassist": words.translate("ExportDialog", "gameassist JSON (profile, tasks, works)"),
        "markdown": words.translate("ExportDialog", "Markdown (to read)"),
    }.get(name, name)
