"""Copying or moving entries into another bank: which one, and what it meets there (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.exchange import moving
from memdesk.exchange.moving import Meeting, Moved, Taken
from memdesk.gui import bank_files, modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.boxes import RadioButton
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.help_key import HelpKey
from memdesk.gui.long_work import Stopped, WorkBar
from memdesk.store.bank import Bank

SUFFIXES = (".sqlite", ".db")


class MoveDialog(QDialog):
    """Asks for the other bank, says what would happen, and does it."""

    def __init__(
        self,
        worker: BankWorker,
        keys: Sequence[int],
        *,
        move: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "files")
        self._worker = worker
        self._keys = tuple(keys)
        self._move = move
        self._meeting: Meeting | None = None
        self._busy = False
        self.moved: Moved | None = None
        """What was done, once it is."""
        self.setWindowTitle(
            self.tr("Move to another bank") if move else self.tr("Copy to another bank")
        )
        self.setMinimumWidth(500)
        count = self.locale().toString(len(keys))
        self._what = QLabel(self.tr("Selected entries: {count}").format(count=count), self)
        self._bank_box = ElidedBox(self)
        self._bank_box.setAccessibleName(self.tr("Bank"))
        self._bank_box.setMinimumWidth(180)
        self._bank_box.addItem(self.tr("Choose a bank…"), None)
        here = worker.bank.path
        for path in sorted(here.parent.glob("*")):
            if path.suffix in SUFFIXES and path != here:
                self._offer(path)
        self._open_button = QPushButton(self.tr("&Other bank…"), self)
        self._new_button = QPushButton(self.tr("&New bank…"), self)
        self._summary = QLabel(self)
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self._skip = RadioButton(self.tr("&Leave them out"), self)
        self._both = RadioButton(self.tr("&Keep both, under a new id"), self)
        self._skip.setChecked(True)
        self._choices = QButtonGroup(self)
        self._choices.addButton(self._skip)
        self._choices.addButton(self._both)
        self._work = WorkBar(self)
        hint = QLabel(
            self.tr("They keep their authors and times. Here they go to the trash once they have"
                    " arrived whole; Ctrl+Z brings them back.")
            if move
            else self.tr("They keep their authors and times."),
            self,
        )  # fmt: skip
        hint.setWordWrap(True)
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        self._go = QPushButton(self.tr("Move") if move else self.tr("Copy"), self)
        self._go.setDefault(True)
        self._buttons.addButton(self._go, QDialogButtonBox.ButtonRole.AcceptRole)
        self._lay_out(hint)
        self._bank_box.currentIndexChanged.connect(self._look)
        self._choices.buttonToggled.connect(self._on_choice_changed)
        self._open_button.clicked.connect(self._on_open_clicked)
        self._new_button.clicked.connect(self._on_new_clicked)
        self._buttons.accepted.connect(self._on_agreed)
        self._buttons.rejected.connect(self.reject)
        self._look()

    def _lay_out(self, hint: QLabel) -> None:
        grid = QGridLayout()
        label = QLabel(self.tr("&Into:"), self)
        label.setBuddy(self._bank_box)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self._bank_box, 0, 1)
        row = QHBoxLayout()
        row.addWidget(self._open_button)
        row.addWidget(self._new_button)
        row.addStretch(1)
        grid.addLayout(row, 1, 1)
        grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self._what)
        column.addLayout(grid)
        column.addWidget(self._summary)
        column.addWidget(self._skip)
        column.addWidget(self._both)
        column.addWidget(self._work)
        column.addStretch(1)
        column.addWidget(hint)
        column.addWidget(self._buttons)

    # --- which bank

    @property
    def target(self) -> Path | None:
        """The chosen bank's file."""
        path: Any = self._bank_box.currentData()
        return path if isinstance(path, Path) else None

    @property
    def summary(self) -> str:
        """What is said about the meeting."""
        return self._summary.text()

    @property
    def can_go(self) -> bool:
        return self._go.isEnabled()

    def choose(self, path: Path) -> None:
        """Choose a bank as the person would by its file."""
        for index in range(self._bank_box.count()):
            if self._bank_box.itemData(index) == path:
                self._bank_box.setCurrentIndex(index)
                return
        self._offer(path)
        self._bank_box.setCurrentIndex(self._bank_box.count() - 1)

    def _offer(self, path: Path) -> None:
        self._bank_box.addItem(path.name, path)
        last = self._bank_box.count() - 1
        self._bank_box.setItemData(last, str(path), Qt.ItemDataRole.ToolTipRole)

    def _on_open_clicked(self) -> None:
        path = bank_files.bank_to_open(self, self._worker.bank.path.parent)
        if path is not None:
            self.choose(path)

    def _on_new_clicked(self) -> None:
        path = bank_files.bank_to_make(self, self._worker.bank.path.parent)
        if path is not None:
            self.choose(path)

    # --- what would happen

    def _look(self) -> None:
        self._meeting = None
        path, keys = self.target, self._keys
        self._show_choices(False)
        self._go.setEnabled(False)
        if path is None:
            self._summary.setText("")
            return
        self._summary.setText(self.tr("Looking…"))

        def work(bank: Bank) -> tuple[Path, Meeting]:
            there = moving.other_bank(bank, path)
            try:
                return path, moving.meet(bank, keys, there, _untold)
            finally:
                there.close_thread()

        self._worker.read(work, self._on_met, self._on_failed, replaces=(id(self), "meet"))

    def _on_met(self, answer: tuple[Path, Meeting]) -> None:
        path, meeting = answer
        if path == self.target and not self._busy:
            self._meeting = meeting
            self._show_choices(bool(meeting.taken))
            self._say_what_would_happen()

    def _show_choices(self, shown: bool) -> None:
        self._skip.setVisible(shown)
        self._both.setVisible(shown)

    def _on_choice_changed(self, *_choice: object) -> None:
        self._say_what_would_happen()

    def _say_what_would_happen(self) -> None:
        meeting = self._meeting
        if meeting is None:
            return
        number = self.locale().toString
        lines = [self.tr("New there: {count}").format(count=number(len(meeting.new)))]
        if meeting.same:
            lines.append(
                self.tr("There already, the same: {count}").format(count=number(len(meeting.same)))
            )
        if meeting.taken:
            lines.append(
                self.tr("Their id belongs to another entry there: {count}").format(
                    count=number(len(meeting.taken))
                )
            )
        self._summary.setText("\n".join(lines))
        copied = len(meeting.new) + (len(meeting.taken) if self._both.isChecked() else 0)
        self._go.setEnabled(bool(copied or (self._move and meeting.same)))

    def _on_failed(self, error: MemdeskError) -> None:
        self._meeting = None
        self._summary.setText(words.error_sentence(error))

    # --- doing it

    def _on_agreed(self) -> None:
        path, keys, move = self.target, self._keys, self._move
        if path is None or self._meeting is None or self._busy:
            return
        taken: Taken = "both" if self._both.isChecked() else "skip"
        tell = self._work.begin(self.tr("Moving…") if move else self.tr("Copying…"))
        self._set_busy(True)

        def work(bank: Bank) -> Moved:
            there = moving.other_bank(bank, path)
            try:
                return moving.copy(bank, keys, there, taken, tell, move=move)
            finally:
                there.close_thread()

        self._worker.submit(work, self._on_done, self._on_not_done)

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        for widget in (self._bank_box, self._open_button, self._new_button, self._skip, self._both):
            widget.setEnabled(not busy)
        self._go.setEnabled(not busy)

    def _on_done(self, moved: Moved) -> None:
        self._work.end()
        self.moved = moved
        self.accept()

    def _on_not_done(self, error: MemdeskError) -> None:
        self._work.end()
        self._set_busy(False)
        self._summary.setText(words.error_sentence(error))
        if isinstance(error, Stopped):
            self._look()

    def reject(self) -> None:
        if self._busy:
            self._work.stop_button.click()  # what was begun is taken back; then it can be left
        else:
            super().reject()


def copy_or_move(
    parent: QWidget,
    worker: BankWorker,
    keys: Sequence[int],
    *,
    move: bool,
    say: Callable[[str], None],
) -> None:
    """Ask where to, and copy or move these entries there."""
    dialog = MoveDialog(worker, keys, move=move, parent=parent)
    modals.run(dialog)
    moved, target = dialog.moved, dialog.target
    QTimer.singleShot(0, dialog, dialog.deleteLater)
    if moved is None or target is None:
        return
    number = parent.locale().toString
    if move:
        said = words.translate(
            "MoveDialog", "Moved to {bank}: {count}. Ctrl+Z brings them back here."
        ).format(bank=target.name, count=number(moved.trashed))
    else:
        said = words.translate("MoveDialog", "Copied to {bank}: {count}.").format(
            bank=target.name, count=number(moved.copied)
        )
    if moved.left_out:
        said = words.sentences(
            said,
            words.translate("MoveDialog", "Left out: {count}.").format(
                count=number(moved.left_out)
            ),
        )
    say(said)


def _untold(_done: int, _total: int) -> None:
    """The look is quick enough to go without a bar."""
