"""Connecting a host: exactly what would be written into its files, and writing it (spec 4.4)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.help_key import HelpKey
from memdesk.gui.host_side import HostSide, Plan
from memdesk.gui.icons import icon
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.sentence import Sentence

_PAUSE_MS = 300
_OVER_HTTP = ("open-webui", "sillytavern")


class ConnectDialog(QDialog):
    """Choose a host, see every file that would change, write them. `remove` takes it back."""

    def __init__(
        self,
        worker: BankWorker,
        host_side: HostSide,
        host: str = "",
        *,
        remove: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "hosts")
        self._worker = worker
        self._host_side = host_side
        self._remove = remove
        self._plan: Plan = ()
        self.backups: list[Path] = []
        """Copies of the files as they were."""
        title = self.tr("Disconnect a host") if remove else self.tr("Connect a host")
        self.setWindowTitle(title)
        self._build()
        names = host_side.connectable()
        for name in names:
            self.box.addItem(name)
        if host in names:
            self.box.setCurrentIndex(names.index(host))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.box.currentIndexChanged.connect(self._on_host_chosen)
        self.folder.textChanged.connect(self._pause.start)
        self._on_host_chosen()

    def _build(self) -> None:
        self.box = QComboBox(self)
        self.box.setAccessibleName(self.tr("Host"))
        self.folder = QLineEdit(self)
        self.folder.setAccessibleName(self.tr("Folder"))
        choose = QPushButton(icon("open"), self.tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.clicked.connect(self._on_choose_clicked)
        place = QHBoxLayout()
        place.addWidget(self.folder, 1)
        place.addWidget(choose)
        form = QFormLayout()
        form.addRow(self.tr("&Host:"), self.box)
        label = QLabel(self.tr("&Folder:"), self)
        label.setBuddy(self.folder)
        form.addRow(label, place)
        self.hint = Sentence(self)
        self.notice = NoticeBar(self)
        self.diff = DiffView(self, fixed_pitch=True)
        buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        word = self.tr("Take it out") if self._remove else self.tr("Write these files")
        self.write_button = QPushButton(icon("check"), word, self)
        self.write_button.setDefault(True)
        self.copy_button = QPushButton(icon("copy"), self.tr("Copy"), self)
        self.copy_button.setToolTip(self.tr("Copy what would change, to do it by hand"))
        self.copy_button.setAutoDefault(False)
        buttons.addButton(self.write_button, QDialogButtonBox.ButtonRole.ApplyRole)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.write_button.clicked.connect(self._on_write_clicked)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.hint)
        column.addWidget(self.notice)
        column.addWidget(self.diff, 1)
        column.addWidget(buttons)
        self.resize(640, 500)

    @property
    def host(self) -> str:
        """The host that is chosen."""
        return self.box.currentText()

    @property
    def removes(self) -> bool:
        """Whether it takes memdesk out."""
        return self._remove

    @property
    def _needs_folder(self) -> bool:
        return self.host in self._host_side.in_a_folder()

    # --- what would change

    def _on_host_chosen(self) -> None:
        self.folder.setPlaceholderText(
            _folder_sentence(self.host)
            if self._needs_folder
            else self.tr("For you on this machine; or one project's folder")
        )
        self._look()

    def _look(self) -> None:
        """Read what would change."""
        self._plan = ()
        self._allow()
        self.hint.say(self._hint())
        text = self.folder.text().strip()
        if self._needs_folder and not text:
            self.notice.clear()
            self.diff.show_compared([], self.tr("Name the folder to see what would be written."))
            return
        folder = Path(text) if text else None
        host, plan, remove = self.host, self._host_side.plan, self._remove

        def work(_bank: object) -> tuple[Plan, list[Compared]]:
            if folder is not None and not folder.is_dir():
                raise BadParameters("There is no folder {path}.", path=str(folder))
            changes = [change for change in plan(host, folder, remove) if change.changes]
            pairs = [(str(one.path), one.before or "", one.after or "") for one in changes]
            return changes, compare(pairs)

        self._worker.read(work, self._on_planned, self._on_refused, replaces=(id(self), "plan"))

    def _on_planned(self, answer: tuple[Plan, list[Compared]]) -> None:
        self._plan, parts = answer
        self.notice.clear()
        nothing = (
            self.tr("There is nothing of memdesk to take out.")
            if self._remove
            else self.tr("{host} is set up already.").format(host=self.host)
        )
        self.diff.show_compared(parts, nothing)
        self._allow()

    def _on_refused(self, error: MemdeskError) -> None:
        self.diff.clear()
        self.notice.say(words.error_sentence(error), (self.tr("Try again"), self._look))

    def _allow(self) -> None:
        self.write_button.setEnabled(bool(self._plan))
        self.copy_button.setEnabled(bool(self._plan))

    def _hint(self) -> str:
        if self._remove:
            return self.tr("Everything else in these files stays as it is.")
        sentences = [
            self.tr("Everything else in these files stays; a copy of each is kept beside it.")
        ]
        if self.host == "codex":
            sentences.append(self.tr("Codex asks once whether you trust the hook."))
        if self.host == "open-webui":
            sentences.append(self.tr("Paste the file as a new function: Admin Panel, Functions."))
        if self.host in _OVER_HTTP:
            sentences.append(self.tr("It needs the HTTP door: File, Settings, Serving."))
        return words.sentences(*sentences)

    # --- doing it

    def _on_choose_clicked(self) -> None:
        folder = modals.choose_folder(self, self.tr("Folder"))
        if folder is not None:
            self.folder.setText(str(folder))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.diff.toPlainText())

    def _on_write_clicked(self) -> None:
        host, plan, write, remove = self.host, self._plan, self._host_side.write, self._remove
        self.write_button.setEnabled(False)
        self._worker.submit(
            lambda _bank: write(host, plan, remove), self._on_written, self._on_refused
        )

    def _on_written(self, backups: list[Path]) -> None:
        self.backups = backups
        self.accept()


def _folder_sentence(host: str) -> str:
    return {
        "vscode": words.translate("ConnectDialog", "The project's folder"),
        "sillytavern": words.translate("ConnectDialog", "SillyTavern's folder"),
        "open-webui": words.translate("ConnectDialog", "Where to put the file to paste"),
    }[host]
