"""The look before an import: what a file holds, what it would change, what it can't (spec 4)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.importing import ImportPlan, import_found, look_before
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.long_work import Stopped
from memdesk.store.bank import Bank


class ImportDialog(QDialog):
    """Reads a file, shows what importing it would do, and does it once the person agrees."""

    imported = Signal(object)
    """The ImportPlan that was carried out."""
    _progressed = Signal(int, int)

    def __init__(self, path: Path, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._worker = worker
        self._found: Found | None = None
        self._stop = threading.Event()
        self.setWindowTitle(self.tr("Import"))
        self.setMinimumWidth(460)

        name = QLabel(path.name, self)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setToolTip(str(path))
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        self._summary = QLabel(self.tr("Reading…"), self)
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self._skipped_title = QLabel(self)
        self._skipped = QListWidget(self)
        self._skipped.setWordWrap(True)
        self._skipped.setAccessibleName(self.tr("Skipped"))
        self._skipped_title.setBuddy(self._skipped)
        self._hint = QLabel(self.tr("The file is not changed. Ctrl+Z takes the import back."), self)
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._hint.setWordWrap(True)
        self._progress = QProgressBar(self)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.setRange(0, 0)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self._import = QPushButton(self.tr("Import"), self)
        self._import.setDefault(True)
        self._import.setEnabled(False)
        self._buttons.addButton(self._import, QDialogButtonBox.ButtonRole.AcceptRole)

        column = QVBoxLayout(self)
        column.setSpacing(8)
        for widget in (name, self._summary, self._skipped_title, self._skipped, self._progress):
            column.addWidget(widget)
        column.addStretch(1)
        column.addWidget(self._hint)
        column.addWidget(self._buttons)
        self._skipped_title.hide()
        self._skipped.hide()
        self._buttons.accepted.connect(self._on_agreed)
        self._buttons.rejected.connect(self.reject)
        self._progressed.connect(self._on_progressed)
        self._worker.read(self._look, self._on_looked, self._on_failed)

    @property
    def summary(self) -> str:
        """What is said about the file."""
        return self._summary.text()

    @property
    def skipped(self) -> list[str]:
        """Each thing that can't be taken, with its place and reason."""
        return [self._skipped.item(row).text() for row in range(self._skipped.count())]

    @property
    def can_import(self) -> bool:
        return self._import.isEnabled()

    # --- in the threads of the worker

    def _look(self, bank: Bank) -> tuple[Found, ImportPlan]:
        found = formats.read(Source(self._path))
        return found, look_before(bank, found, self._tell)

    def _tell(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise Stopped("The import was stopped.")
        if done == total or done % 100 == 0:
            self._progressed.emit(done, total)

    # --- here

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.setRange(0, total)  # 0: nobody knows yet
        self._progress.setValue(done if total else 0)

    def _on_looked(self, looked: tuple[Found, ImportPlan]) -> None:
        self._found, plan = looked
        self._progress.hide()
        self._summary.setText(plan_sentence(plan, self._found))
        self._show_skipped(plan)
        self._import.setEnabled(plan.changes_anything)

    def _show_skipped(self, plan: ImportPlan) -> None:
        if not plan.skipped:
            return
        self._skipped_title.setText(
            self.tr("Can't be taken: {count}").format(count=len(plan.skipped))
        )
        self._skipped_title.show()
        for one in plan.skipped:
            QListWidgetItem(f"{one.where}: {words.error_sentence(one.problem)}", self._skipped)
        self._skipped.show()

    def _on_failed(self, error: MemdeskError) -> None:
        self._progress.hide()
        if isinstance(error, Stopped):
            return
        self._summary.setText(words.error_sentence(error))
        self._hint.setText(self.tr("Nothing was changed."))
        self._import.setEnabled(False)

    def _on_agreed(self) -> None:
        found = self._found
        if found is None:
            return
        self._import.setEnabled(False)
        self._progress.setRange(0, 0)
        self._progress.show()
        self._worker.submit(
            lambda bank: import_found(bank, found, self._tell), self._on_imported, self._on_failed
        )

    def _on_imported(self, plan: ImportPlan) -> None:
        self.imported.emit(plan)
        self.accept()

    def reject(self) -> None:
        self._stop.set()
        super().reject()


def plan_sentence(plan: ImportPlan, found: Found) -> str:
    """What a file holds and what importing it would do, a line each."""
    translate = words.translate
    lines = [translate("ImportDialog", "Format: {format}").format(format=found.format)]
    held = [f"{words.kind_words(kind)}: {count}" for kind, count in plan.held.items()]
    if held:
        lines.append(translate("ImportDialog", "It holds {what}.").format(what=", ".join(held)))
    if plan.added:
        lines.append(translate("ImportDialog", "New here: {count}").format(count=plan.added))
    if plan.updated:
        lines.append(
            translate("ImportDialog", "Newer than here: {count}").format(count=plan.updated)
        )
    if plan.unchanged:
        lines.append(
            translate("ImportDialog", "Here already, and kept: {count}").format(
                count=plan.unchanged
            )
        )
    if plan.profile:
        named = ", ".join(words.field_word(field) for field in plan.profile)
        lines.append(
            translate("ImportDialog", "Added to your profile: {fields}").format(fields=named)
        )
    if not plan.changes_anything:
        lines.append(translate("ImportDialog", "There is nothing new in it."))
    return "\n".join(lines)


def import_file(
    parent: QWidget,
    worker: BankWorker,
    path: Path | None,
    on_imported: Callable[[ImportPlan], None],
) -> None:
    """Ask for a file unless one is given, show what is in it, and import it when agreed."""
    title = words.translate("ImportDialog", "Import")
    if path is None:
        path = modals.choose_file_to_open(
            parent,
            title,
            filters=words.translate("ImportDialog", "Memories (*.json *.md);;All files (*)"),
        )
    if path is None:
        return
    dialog = ImportDialog(path, worker, parent)
    dialog.imported.connect(on_imported)
    modals.run(dialog)
    QTimer.singleShot(0, dialog, dialog.deleteLater)
