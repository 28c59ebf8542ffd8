"""An outdated bank is brought up to date in a thread, while the person is told (spec 1.8, 7.4)."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from memdesk.gui import modals, theme
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import program_icon
from memdesk.gui.sentence import Sentence
from memdesk.store.bank import Bank
from memdesk.store.outdated import Stage, Watch

SHOWN_AFTER_SECONDS = 0.3
"""What is done sooner needs no dialog: it would only flicker."""

WIDTH = 480


def bring_up_to_date(bank: Bank, parent: QWidget | None = None) -> None:
    """Bring a bank up to date. Where that takes a while, a dialog says so until it is done.

    Raises GivenUp when the person did not want to wait, and BankUnavailable.
    """
    work = _Work(bank)
    work.start()
    if not work.ended_within(SHOWN_AFTER_SECONDS):
        dialog = BringingUp(work, parent)
        modals.run(dialog)
        dialog.deleteLater()
    work.finish()


class _Work(QObject):
    """The thread that does it."""

    told = Signal(str)
    ended = Signal()

    def __init__(self, bank: Bank) -> None:
        super().__init__()
        self._bank = bank
        self.stage: Stage = "copying"
        self._error: Exception | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memdesk-bringing-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let it end as soon as it hears of it, and take back what was begun."""
        self._stop.set()

    @property
    def has_ended(self) -> bool:
        return not self._thread.is_alive()

    def ended_within(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return self.has_ended

    def finish(self) -> None:
        """End the thread, and raise what it met."""
        self.stop()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            self._bank.bring_up_to_date(Watch(self._tell, self._stop.is_set))
        except Exception as error:  # noqa: BLE001 - it is raised again in the interface thread
            self._error = error
        finally:
            self._bank.close_thread()
        self.ended.emit()

    def _tell(self, stage: Stage) -> None:
        self.stage = stage
        self.told.emit(stage)


class BringingUp(QDialog):
    """Says what is being done, and lets the person leave."""

    def __init__(self, work: _Work, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        HelpKey(self, "files")
        self.setWindowTitle("memdesk")
        self.setWindowIcon(program_icon())
        self._work = work
        self._what = Sentence(self, dim=False)
        self._remark = Sentence(self)
        progress = QProgressBar(self)
        progress.setRange(0, 0)  # SQLite tells nobody how far it is
        progress.setTextVisible(False)
        progress.setAccessibleName(self.tr("Progress"))
        self.leave = QPushButton(self.tr("Quit") if parent is None else self.tr("Cancel"), self)
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.leave)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.LARGE, theme.LARGE, theme.LARGE, theme.LARGE)
        column.setSpacing(theme.MEDIUM)
        for widget in (self._what, progress, self._remark):
            column.addWidget(widget)
        column.addLayout(row)
        self.setMinimumWidth(WIDTH)
        work.told.connect(self._say, Qt.ConnectionType.QueuedConnection)
        work.ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)
        self._say(work.stage)

    @property
    def sentence(self) -> str:
        """What is being done."""
        return self._what.text()

    def reject(self) -> None:
        """Leave: once the thread has taken back what it began."""
        if self._work.has_ended:
            super().reject()
            return
        self._work.stop()
        self.leave.setEnabled(False)
        self._what.say(self.tr("Stopping…"))

    def _say(self, stage: Stage) -> None:
        if not self.leave.isEnabled():
            return
        what = {
            "waiting": self.tr("Another memdesk is bringing your memories up to date, or writes."),
            "copying": self.tr(
                "Your memories are about to be brought up to date for this version of memdesk."
                " A backup is being made first…"
            ),
            "changing": self.tr(
                "Your memories are being brought up to date for this version of memdesk."
                " A backup was made first…"
            ),
        }
        self._what.say(what[stage])
        self._remark.say(
            self.tr("The window opens as soon as it is done.")
            if stage == "waiting"
            else self.tr(
                "This happens once. With very many entries it takes some minutes. Leaving is safe:"
                " nothing is lost."
            )
        )

    def _on_ended(self) -> None:
        self.done(QDialog.DialogCode.Accepted)
