"""Export: which entries, in which format, what that can't hold, and its secrets (spec 4.2)."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import QLocale, Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.exchange import agents_md, formats, memdesk_json
from memdesk.exchange.exporting import Outlook, Wish, export_to, look_before
from memdesk.gui import modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.boxes import CheckBox, RadioButton
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.entries_page import EntriesPage
from memdesk.gui.help_key import HelpKey
from memdesk.gui.history_words import field_name
from memdesk.gui.long_work import WorkBar
from memdesk.store.bank import Bank

LOOK_AFTER_MS = 150
"""A person going through the formats by key needs no look at each."""
_LISTED = 4
"""Lines of the list of entries with secrets that are seen at once."""


class ExportDialog(QDialog):
    """Asks what to export and in which format, says what would be lost, and writes the file."""

    def __init__(
        self,
        worker: BankWorker,
        *,
        selected: array[int],
        shown: array[int] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`selected` are the keys of chosen entries, `shown` those that a filter leaves."""
        super().__init__(parent)
        HelpKey(self, "files")
        self._worker = worker
        self._busy = False
        self._looks = 0
        self._outlook: Outlook | None = None
        self.written: Path | None = None
        """The file, once it is there."""
        self.setWindowTitle(self.tr("Export"))
        self._make(selected, shown)
        self._lay_out()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LOOK_AFTER_MS)
        self._later.timeout.connect(self._look)
        self._what.currentIndexChanged.connect(self._on_changed)
        self._format.currentIndexChanged.connect(self._on_changed)
        self._history.toggled.connect(self._on_changed)
        self._secrets.buttonToggled.connect(lambda *_which: self._update())
        self._buttons.accepted.connect(self._on_agreed)
        self._buttons.rejected.connect(self.reject)
        self._on_changed()

    def _make(self, selected: array[int], shown: array[int] | None) -> None:
        number = self.locale().toString
        self._format = QComboBox(self)
        for name in formats.writable():
            self._format.addItem(_format_word(name), name)
        self._what = QComboBox(self)
        self._what.addItem(self.tr("The whole bank"), None)
        if shown is not None:
            count = number(len(shown))
            self._what.addItem(self.tr("What the filter shows: {count}").format(count=count), shown)
        if selected:
            count = number(len(selected))
            said = self.tr("The selected entries: {count}").format(count=count)
            self._what.addItem(said, selected)
        self._what.setAccessibleName(self.tr("What"))
        self._format.setAccessibleName(self.tr("Format"))
        self._history = CheckBox(self.tr("With the &history of every change"), self)
        self._lacks = QLabel(self)
        self._lacks.setWordWrap(True)
        self._lacks.setTextFormat(Qt.TextFormat.PlainText)
        self._lacks.setAccessibleName(self.tr("What the format can't hold"))
        self._secret_box = QWidget(self)
        self._secret_title = QLabel(self)
        self._secret_title.setWordWrap(True)
        theme.tint(self._secret_title, "warning")
        self._secret_list = QListWidget(self)
        self._secret_list.setAccessibleName(self.tr("Entries with secrets"))
        self._secret_list.setMaximumHeight((_LISTED + 1) * self.fontMetrics().height())
        self._redact = RadioButton(self.tr("Put a &mark in the place of each secret"), self)
        self._keep = RadioButton(self.tr("Write the &secrets as they are"), self)
        self._secrets = QButtonGroup(self)
        self._secrets.addButton(self._redact)
        self._secrets.addButton(self._keep)
        self._hint = QLabel(
            self.tr("The file holds what you remember as plain text. Keep it where only you read."),
            self,
        )
        self._hint.setWordWrap(True)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._work = WorkBar(self)
        self._buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        self.choose_button = QPushButton(self.tr("Choose file…"), self)
        self.choose_button.setDefault(True)
        self._buttons.addButton(self.choose_button, QDialogButtonBox.ButtonRole.AcceptRole)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&What:"), self._what)
        form.addRow(self.tr("&Format:"), self._format)
        form.addRow("", self._history)
        self._form = form
        inside = QVBoxLayout(self._secret_box)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(theme.HAIR)
        for widget in (self._secret_title, self._secret_list, self._redact, self._keep):
            inside.addWidget(widget)
        self._secret_box.hide()
        column = QVBoxLayout(self)
        column.setSpacing(theme.SMALL)
        column.addLayout(form)
        column.addWidget(self._lacks)
        column.addWidget(self._secret_box)
        column.addStretch(1)
        column.addWidget(self._work)
        column.addWidget(self._hint)
        column.addWidget(self._buttons)
        letters = 52 * self.fontMetrics().averageCharWidth()
        self.setMinimumWidth(max(440, letters, self.layout().minimumSize().width()))

    # --- what is chosen

    @property
    def format_name(self) -> str:
        return str(self._format.currentData())

    @property
    def lacks(self) -> str:
        """What is said about what the format can't hold."""
        return self._lacks.text()

    @property
    def secrets(self) -> list[str]:
        """What the entries with secrets are called."""
        return [self._secret_list.item(row).text() for row in range(self._secret_list.count())]

    @property
    def hint(self) -> str:
        return self._hint.text()

    @property
    def ready(self) -> bool:
        """Whether a file can be chosen."""
        return self.choose_button.isEnabled()

    def choose(self, format_name: str, what: int = 0) -> None:
        """Set what the person would choose; `what` is its place in the list."""
        self._format.setCurrentIndex(self._format.findData(format_name))
        self._what.setCurrentIndex(what)

    def _wish(self) -> Wish:
        keys = cast("array[int] | None", self._what.currentData())
        own = self.format_name == memdesk_json.NAME
        return Wish(
            format=self.format_name,
            keys=keys,
            redact=self._redact.isChecked(),
            history=own and keys is None and self._history.isChecked(),
        )

    # --- the look before

    def _on_changed(self, *_what: object) -> None:
        wish = self._wish()
        own = wish.format == memdesk_json.NAME
        self._form.setRowVisible(self._history, own and wish.keys is None)
        self._outlook = None
        self._update()
        self._later.start()

    def _look(self) -> None:
        wish = self._wish()
        self._looks += 1
        number = self._looks
        self._work.stop()  # what was asked before is of no use any more
        tell = self._work.begin(self.tr("Looking…"))

        def work(bank: Bank) -> tuple[int, Outlook | MemdeskError]:
            try:
                return number, look_before(bank, wish, tell)
            except MemdeskError as error:
                return number, error

        self._worker.survey(work, self._on_looked)

    def _on_looked(self, answer: tuple[int, Outlook | MemdeskError]) -> None:
        self._work.end()
        number, outlook = answer
        if number != self._looks or self._later.isActive():
            return
        if isinstance(outlook, MemdeskError):
            self._lacks.setText(words.error_sentence(outlook))
        else:
            self._outlook = outlook
            self._update()

    def _update(self) -> None:
        """Show what is known of the file that would be written."""
        outlook = self._outlook
        asks = outlook is not None and bool(outlook.with_secrets or outlook.secrets_in_history)
        self._secret_box.setVisible(asks)
        if outlook is None:
            self._lacks.setText(self.tr("Looking…"))
        else:
            self._lacks.setText(_lacks_sentence(outlook))
            self._show_secrets(outlook)
        answered = not asks or self._secrets.checkedButton() is not None
        self.choose_button.setEnabled(outlook is not None and answered and not self._busy)

    def _show_secrets(self, outlook: Outlook) -> None:
        count = self.locale().toString(outlook.with_secrets)
        self._secret_title.setText(
            self.tr("Entries with secrets: {count}. What should become of those?").format(
                count=count
            )
        )
        labels = [label or self.tr("Profile") for label in outlook.secrets]
        if outlook.with_secrets > len(labels):
            labels.append("…")
        if outlook.secrets_in_history:
            labels.append(self.tr("The history"))
        if labels != self.secrets:
            self._secret_list.clear()
            self._secret_list.addItems(labels)

    # --- writing

    def _on_agreed(self) -> None:
        if not self.ready:
            return
        one = formats.named(self.format_name)
        suggested = (
            Path("AGENTS.md")
            if one.name == agents_md.NAME
            else Path(self._worker.bank.path.stem + one.suffix)
        )
        path = modals.choose_file_to_write(
            self, self.tr("Export"), suggested=suggested, filters=f"*{one.suffix}"
        )
        if path is None:
            return
        target = path if path.suffix else path.with_suffix(one.suffix)
        wish = self._wish()
        self._set_busy(True)
        tell = self._work.begin(self.tr("Exporting…"))

        def work(bank: Bank) -> Path:
            export_to(target, bank, wish, tell)
            return target

        self._worker.survey(work, self._on_written, self._on_failed)

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        for widget in (self._what, self._format, self._history, self._redact, self._keep):
            widget.setEnabled(not busy)
        self._update()

    def _on_written(self, target: Path) -> None:
        self._work.end()
        self.written = target
        self.accept()

    def _on_failed(self, error: MemdeskError) -> None:
        self._work.end()
        self._set_busy(False)
        self._hint.setText(words.error_sentence(error))

    def reject(self) -> None:
        self._work.stop()  # a file that is being written is left as it was
        if not self._busy:
            super().reject()


def export_file(
    parent: QWidget,
    worker: BankWorker,
    selected: array[int],
    shown: array[int] | None,
    say: Callable[[str], None],
) -> None:
    """Ask what to export and where to, and write it."""
    dialog = ExportDialog(worker, selected=selected, shown=shown, parent=parent)
    modals.run(dialog)
    written = dialog.written
    QTimer.singleShot(0, dialog, dialog.deleteLater)
    if written is not None:
        say(words.translate("ExportDialog", "Exported to {file}.").format(file=written.name))


def export_from(
    page: QWidget, parent: QWidget, worker: BankWorker, say: Callable[[str], None]
) -> None:
    """Ask and write, with what is selected on a page and what its filter shows to choose from."""
    selected, shown = array("q"), None
    if isinstance(page, EntriesPage):
        selected = page.view.selected_keys()
        if page.filter.active:
            shown = page.table.keys_at([range(page.table.rowCount())])
    export_file(parent, worker, selected, shown, say)


def _lacks_sentence(outlook: Outlook) -> str:
    """What the format can't hold, in a sentence; how much it would hold where that is all."""
    if not outlook.left_out:
        return words.translate(
            "ExportDialog", "Entries: {count}. The format holds everything."
        ).format(count=QLocale().toString(outlook.entries))
    lost = words.listed(words.counted(_lost_word(what), count) for what, count in outlook.left_out)
    return words.translate(
        "ExportDialog", "The format can't hold this, it is left out: {what}"
    ).format(what=lost)


def _lost_word(what: str) -> str:
    named = {
        "memories": words.kind_words("memory"),
        "tasks": words.kind_words("task"),
        "works": words.kind_words("work"),
        "source_sessions": words.translate("ExportDialog", "Source sessions"),
    }
    if what in named:
        return named[what]
    return field_name(what.removeprefix("profile."))


def _format_word(name: str) -> str:
    return {
        "memdesk": words.translate("ExportDialog", "memdesk JSON (everything)"),
        "gameassist": words.translate("ExportDialog", "gameassist JSON (profile, tasks, works)"),
        "rolebox": words.translate("ExportDialog", "rolebox JSON (memories)"),
        "server-memory": words.translate(
            "ExportDialog", "Knowledge graph of server-memory (JSONL)"
        ),
        "csv": words.translate("ExportDialog", "Table (CSV, for spreadsheets)"),
        "agents-md": words.translate("ExportDialog", "Section of AGENTS.md or CLAUDE.md"),
        "markdown": words.translate("ExportDialog", "Markdown (to read)"),
    }.get(name, name)
