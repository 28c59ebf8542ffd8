"""Who serves a bank keeps it up: its trash is emptied each day, hosts' old entries are kept to the
cap (spec 1.6), and its search index is kept in few pieces."""

from __future__ import annotations

import os
import threading
import time

from memdesk.core.errors import BankUnavailable
from memdesk.hosts.late_log import LateLog
from memdesk.store.background import Background
from memdesk.store.bank import Bank

CAP_VARIABLE = "MEMDESK_MAX_ENTRIES"
CAP = 500
"""Entries of a scope that hosts wrote long ago and that stay, unless the variable says else."""
AT_A_WRITE = 4
"""Transactions of evicting behind one write: who waits for its reply waits no longer for it. What
is left then goes at the next looks, or with the day's upkeep."""

FIRST_SECONDS = 30.0
"""From the start to the first look: who has just come wants something else first."""
LOOK_SECONDS = 600.0
"""Between two looks at whether a day is over; a machine that slept finds out then."""
SETTLING_SECONDS = 1.0
"""From a write to merging what it left of the search index: more writes may follow it."""
BETWEEN_SECONDS = 0.01
"""Between two short transactions that merge: whoever wants to write comes in between."""

_log = LateLog(__name__)


NO_CAP = 0


def cap() -> int | None:
    """How many old entries of hosts a scope keeps; None for no cap."""
    said = os.environ.get(CAP_VARIABLE)
    if said is None:
        return CAP
    read = read_cap(said)
    if read is None:
        _log.warning("%s can't be %r: %d holds", CAP_VARIABLE, said, CAP)
        return CAP
    return None if read == NO_CAP else read


def read_cap(said: str) -> int | None:
    """What the variable's text means, NO_CAP included; None for what means nothing."""
    said = said.strip()
    if said.casefold() in ("", "none"):
        return NO_CAP
    if said.isascii() and said.isdecimal() and len(said) < 10 and int(said) > 0:
        return int(said)
    return None


def make_room(bank: Bank) -> None:
    """Evict what is beyond the cap, behind a write that is done and stays done whatever this
    meets."""
    most = cap()
    if most is None:
        return
    try:
        for _ in range(AT_A_WRITE):
            if not bank.evict(most):
                return
    except BankUnavailable as error:
        _log.warning("no room can be made now: %s", error)


class Upkeep(Background):
    """Keeps a bank up once a day, beginning some seconds after the start, and after writes.

    Several processes may do so: what one has done today, the others leave. It ends in the middle
    if it must.
    """

    def __init__(self, bank: Bank, *, first: float = FIRST_SECONDS) -> None:
        super().__init__("memdesk upkeep")
        self._bank = bank
        self._first = first
        self._awake = threading.Event()

    def written(self) -> None:
        """Something was written: its words are a piece of the search index. Returns at once."""
        self._awake.set()

    def stop(self) -> None:
        self._stop.set()
        self._awake.set()
        super().stop()

    def _run(self) -> None:
        look_at = time.monotonic() + self._first
        while True:
            written = self._awake.wait(max(0.0, look_at - time.monotonic()))
            if self._stop.wait(SETTLING_SECONDS if written else 0):
                return
            self._awake.clear()
            due = time.monotonic() >= look_at
            if due:
                look_at = time.monotonic() + LOOK_SECONDS
            try:
                if due and self._bank.upkeep_due():
                    self._bank.keep_up(cap(), self._stop.is_set)
                self._merge()
            except BankUnavailable as error:
                _log.warning("the bank can't be kept up now: %s", error)
            finally:
                self._bank.close_thread()

    def _merge(self) -> None:
        """Merge what writes have left of the search index. What else writes comes in between."""
        while self._bank.merge_index():
            if self._stop.wait(BETWEEN_SECONDS):
                return
