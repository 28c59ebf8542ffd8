"""Who read what, written down in batches beside the replies' way (spec 3.1, 1.6)."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from memdesk.core import times
from memdesk.core.entry import Kind
from memdesk.core.errors import BankLocked, BankUnavailable
from memdesk.hosts.caller import Call
from memdesk.hosts.late_log import LateLog, Trouble
from memdesk.store.background import Background
from memdesk.store.bank import AccessRow, Bank

INTERVAL = 0.5
"""Seconds between two batches: log and access times are written within a second."""
MAX_WAITING = 100_000
"""Calls that wait while the bank can't be written; what is beyond is counted and dropped."""
MAX_WITHOUT_BANK = 1_000
"""Calls that wait for the first write to make a bank; of more, the newest."""

_log = LateLog(__name__)


class Access(NamedTuple):
    """One call as it was made: little work for who notes it, the rest is the batch's."""

    at: float
    """Seconds of time.time()."""
    call: Call
    size: int
    """Bytes of the reply."""
    took: float
    """Seconds."""
    ids: tuple[str, ...]
    touched: tuple[tuple[Kind, str], ...]
    recalled: bool

    def row(self) -> AccessRow:
        """The call as the bank keeps it."""
        who = self.call.identity
        return AccessRow(
            at=times.iso(datetime.fromtimestamp(self.at, UTC)),
            host=who.author,
            operation=self.call.operation,
            workspace=who.workspace,
            role=who.role,
            session=who.session,
            bytes=self.size,
            microseconds=int(self.took * 1e6),
            ids=self.ids,
        )


class AccessBatch(Background):
    """Takes calls from any thread, and writes them in one thread of its own; at the end, too.

    A bank that doesn't exist yet is not made for a log's sake (spec 1.8): what was asked before
    it does is written once something else has made it.
    """

    def __init__(self, bank: Bank) -> None:
        super().__init__("memdesk access log")
        self._bank = bank
        self._waiting: list[Access] = []
        self._dropped = 0
        self._flushing = threading.Lock()

    def add(self, access: Access) -> None:
        """Note one call. Returns at once."""
        waiting = self._waiting
        if len(waiting) < MAX_WAITING:
            waiting.append(access)
        else:
            self._dropped += 1

    def flush(self) -> None:
        """Write what waits. Raises BankUnavailable, and then it still waits."""
        with self._flushing:
            self._flush()

    def _flush(self) -> None:
        # Taken from the front of the one list that every thread appends to without a lock.
        waiting = self._waiting[:]
        dropped, self._dropped = self._dropped, 0
        if dropped:
            _log.warning("%d calls are missing in the access log: it could not keep up", dropped)
        if not waiting:
            return
        if not self._bank.exists():
            del self._waiting[: max(len(waiting) - MAX_WITHOUT_BANK, 0)]
            return
        self._write(waiting)
        del self._waiting[: len(waiting)]

    def _write(self, waiting: list[Access]) -> None:
        for host in dict.fromkeys(one.call.identity.author for one in waiting):
            self._bank.note_host(host)
        injected: dict[tuple[Kind, str], None] = {}
        # One transaction: what fails waits whole, and is not written twice.
        with self._bank.unnoticed():
            self._bank.log_access([one.row() for one in waiting])
            for one in waiting:
                if one.recalled:
                    self._bank.record_access(_by_kind(one.touched), recalled=True)
                else:
                    injected.update(dict.fromkeys(one.touched))
            if injected:
                self._bank.record_access(_by_kind(injected), recalled=False)

    def _run(self) -> None:
        trouble = Trouble(_log, "the access log can't be written now: %s")
        try:
            while True:
                stopping = self._stop.wait(INTERVAL)
                try:
                    self.flush()
                    trouble.over()
                except BankUnavailable as error:
                    if stopping:
                        _log.warning(
                            "%d calls are missing in the access log: %s", len(self._waiting), error
                        )
                    elif not isinstance(error, BankLocked):  # which passes: nothing is lost by it
                        trouble.met(error)
                if stopping:
                    return
        finally:
            self._bank.close_thread()


def _by_kind(entries: Iterable[tuple[Kind, str]]) -> dict[Kind, list[str]]:
    found: dict[Kind, list[str]] = {}
    for kind, id in entries:
        found.setdefault(kind, []).append(id)
    return found
