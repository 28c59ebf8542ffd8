"""Whoever serves a bank looks after it: its pages are checked, and it is backed up each day.

A copy of the whole bank is checked, so that no one who reads or writes waits; it is kept as the
backup of the day when something has changed since the last one (spec 6.2).
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from memdesk.core.errors import MemdeskError
from memdesk.store import damage
from memdesk.store.background import Background
from memdesk.store.connection import in_words
from memdesk.store.later import backup
from memdesk.store.uri import uri_of

FIRST_SECONDS = 3.0
"""After the start: who just came wants something else first."""
LOOK_SECONDS = 600.0
"""How often it is looked at whether a day is over; a machine that slept finds out then."""
DAY_SECONDS = 24 * 3600.0
_NICE = 10
_STEPS = 100_000
"""Of SQLite's, between two looks at whether to stop."""


class Care(Background):
    """Looks after one bank, beginning some seconds after the start.

    Several processes may do so: what one has done today, the others leave. At the end a copy in
    the making is given up.
    """

    def __init__(self, bank: Path, folder: Path, *, first: float = FIRST_SECONDS) -> None:
        """`folder` is the backups' directory."""
        super().__init__("memdesk care")
        self._bank = bank
        self._folder = folder
        self._first = first

    def _run(self) -> None:
        if self._stop.wait(self._first):
            return
        if sys.platform == "linux":  # a thread of its own has a niceness of its own there
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        self.look_at_pages()
        while True:
            self.look()
            if self._stop.wait(LOOK_SECONDS):
                return

    def look_at_pages(self) -> None:
        """Look at every page once, as it lies: a bank may have been damaged since yesterday."""
        try:
            with in_words(self._bank):
                if not self._bank.exists() or damage.noted(self._bank) is not None:
                    return
                with closing(damage.reading(self._bank)) as connection:
                    # Each call looks at every page before it looks at this: it ends soon enough.
                    connection.set_progress_handler(self._stop.is_set, _STEPS)
                    fault = damage.quick_fault(connection)
                    if fault is not None:
                        damage.note(self._bank, fault)
                        raise damage.damaged(self._bank, fault)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
        except MemdeskError as error:
            _warn(error)

    def look(self) -> None:
        """Do what is to be done now. What is refused is written to the log, and tried again."""
        try:
            with in_words(self._bank):
                if not self._bank.exists() or damage.noted(self._bank) is not None:
                    return
                if not self._of_today():
                    backup.back_up_daily(self._bank, self._folder, self._stop.is_set)
                    self._note_today()
        except backup.Stopped:
            return
        except MemdeskError as error:
            _warn(error)

    def _of_today(self) -> bool:
        """Whether someone did it today, or is at it."""
        drafts = self._folder.glob(f".{self._bank.stem}-*-daily*.sqlite.*")
        return _is_fresh(self._note(), DAY_SECONDS) or any(
            _is_fresh(draft, backup.DRAFT_SECONDS) for draft in drafts
        )

    def _note(self) -> Path:
        return self._folder / f".{self._bank.name}-checked"

    def _note_today(self) -> None:
        self._note().touch(0o600)


def _warn(error: MemdeskError) -> None:
    from logging import getLogger  # a start that finds nothing wrong does without

    getLogger(__name__).warning("%s", error)


def _is_fresh(path: Path, seconds: float) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime < seconds
    except FileNotFoundError:
        return False


def check_pages(bank: Path) -> None:
    """Look at every page of a file that is small enough to be looked at while a person waits.

    Raises BankDamaged, and BankUnavailable where it can't be opened.
    """
    if not bank.exists():
        return
    with (
        in_words(bank),
        closing(sqlite3.connect(uri_of(bank, "mode=rw"), uri=True)) as connection,
    ):
        damage.refuse_if_found(bank, connection)
