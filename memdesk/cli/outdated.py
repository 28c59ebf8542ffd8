"""What a person at a terminal is told while an outdated bank is brought up to date (spec 1.8)."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from memdesk.translation import _

if TYPE_CHECKING:
    from memdesk.store.bank import Bank
    from memdesk.store.outdated import Stage

SECONDS = 1.0
"""What is done sooner needs no word."""


def bring_up_to_date(bank: Bank) -> None:
    """Open a bank for this thread; an outdated one is brought up to date, however long that
    takes, with a line on stderr when it does. Raises BankUnavailable, and GivenUp upon Ctrl+C.
    """
    if not bank.is_outdated():
        return
    from memdesk.store.outdated import Watch

    said = _Said(str(bank.path))
    said.timer.start()
    try:
        bank.bring_up_to_date(Watch(said.tell))
    finally:
        said.timer.cancel()
        said.timer.join()


class _Said:
    """Says each stage on a line of its own, once it has taken long."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._stage: Stage | None = None
        self._late = False
        self._lock = threading.Lock()
        self.timer = threading.Timer(SECONDS, self._be_late)
        self.timer.daemon = True

    def tell(self, stage: Stage) -> None:
        with self._lock:
            if self._late and stage != self._stage:
                self._print(stage)
            self._stage = stage

    def _be_late(self) -> None:
        with self._lock:
            self._late = True
            if self._stage is not None:
                self._print(self._stage)

    def _print(self, stage: Stage) -> None:
        sentence = {
            "waiting": _("Waiting for another memdesk, which brings the bank {path} up to date."),
            "copying": _(
                "The bank {path} is about to be brought up to date for this version of memdesk."
                " A backup is being made first…"
            ),
            "changing": _(
                "The bank {path} is being brought up to date for this version of memdesk, once."
                " That may take some minutes…"
            ),
        }[stage]
        print("memdesk: " + sentence.format(path=self._path), file=sys.stderr, flush=True)
