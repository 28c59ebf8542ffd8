"""Backups from the menu, and a word in the status bar when the last one is old."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from memdesk.core import times
from memdesk.gui.actions import Actions
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank

if TYPE_CHECKING:
    from memdesk.gui.main_window import MainWindow
    from memdesk.store.backup import Backup

OLD = timedelta(days=2)
_LOOK_MS = 3_600_000


class BackupActions(QObject):
    """Backs up, and looks at what there is; restoring is the program's."""

    def __init__(self, window: MainWindow, actions: Actions, worker: BankWorker) -> None:
        super().__init__(window)
        self._window = window
        self._worker = worker
        actions.bind("back-up", self.back_up)
        actions.bind("restore-backup", window.restore_wanted.emit)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """Look now, and every hour."""
        self._timer.start()
        # Of a bank that is not too big all pages are looked at now: while the person begins.
        self._worker.survey(_check_pages, lambda _none: self.look())
        self._worker.survey(lambda bank: bank.backup_of_older_bank(), self._on_older_bank)

    def _on_older_bank(self, newest: Backup | None) -> None:
        """Offer the backups of a bank that lay here, and was gone when this one was begun."""
        if newest is None:
            return
        from memdesk.gui.backups_table import age

        self._window.notice.say(
            self.tr(
                "This bank was begun where another lay before. There are backups of that one"
                " (the newest: {age})."
            ).format(age=age(newest.at)),
            (self.tr("Restore a backup…"), self._window.restore_wanted.emit),
            (self.tr("Keep this bank"), self._keep_bank),
        )

    def _keep_bank(self) -> None:
        self._worker.submit(lambda bank: bank.leave_older_bank())

    def back_up(self) -> None:
        """Make a backup now."""
        self._window.flush()
        self._window.status_line.say(self.tr("Backing up…"))
        self._worker.submit(lambda bank: bank.backup(), self._on_backed_up)

    def _on_backed_up(self, path: Path) -> None:
        self._window.status_line.say(self.tr("Backed up and checked: {path}").format(path=path))
        self.look()

    def look(self) -> None:
        """Say how old the last backup is, if it is old."""
        self._worker.survey(_last, self._on_looked, replaces=(id(self), "last"))

    def _on_looked(self, last: tuple[bool, datetime | None]) -> None:
        filled, at = last
        words = ""
        if at is not None and datetime.now(UTC) - at > OLD:
            from memdesk.gui.backups_table import age

            words = self.tr("Last backup: {age}").format(age=age(at))
        elif at is None and filled:
            words = self.tr("No backup yet")
        self._window.status_line.show_backup(words)


def _check_pages(bank: Bank) -> None:
    from memdesk.store import care  # in the thread that needs it, as below

    care.check_pages(bank.path)


def _last(bank: Bank) -> tuple[bool, datetime | None]:
    """Whether the bank has been written in for long, and when it was last backed up.

    One that has not changed since its last backup needs no newer one.
    """
    from memdesk.store import backup
    from memdesk.store.connection import in_words

    first = bank.logged_change(1)
    filled = first is not None and times.parse(first.change.at) < datetime.now(UTC) - OLD
    with in_words(bank.path):
        made = backup.of_this_bank(bank.backups, bank.path) if bank.exists() else ()
    if not made:
        return filled, None
    if backup.look_inside(made[0].path).generation == bank.generation():
        return filled, datetime.now(UTC)
    return filled, made[0].at
