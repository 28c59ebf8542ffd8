"""Who read what, written down in batches beside the replies' way (spec 3.1, 1.6)."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind
from memdesk.core.errors import BankUnavailable
from memdesk.store.bank import AccessRow, Bank

INTERVAL = 0.5
"""Seconds between two batches: log and access times are written within a second."""
MAX_WAITING = 100_000
"""Calls that wait while the bank can't be written; what is beyond is counted and dropped."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Waiting:
    record: AccessRow
    touched: tuple[tuple[Kind, str], ...]
    recalled: bool


class AccessBatch:
    """Takes calls from any thread, and writes them in one thread of its own.

    A bank that doesn't exist yet is not made for a log's sake (spec 1.8).
    """

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._waiting: list[_Waiting] = []
        self._dropped = 0
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin writing."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="memdesk access log", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, and end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def add(
        self,
        record: AccessRow,
        touched: Iterable[tuple[Kind, str]] = (),
        *,
        recalled: bool = False,
    ) -> None:
        """Note one call, and which entries it recalled or injected. Returns at once."""
        with self._lock:
            if len(self._waiting) < MAX_WAITING:
                self._waiting.append(_Waiting(record, tuple(touched), recalled))
            else:
                self._dropped += 1

    def flush(self) -> None:
        """Write what waits. Raises BankUnavailable, and then it still waits."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            dropped, self._dropped = self._dropped, 0
        if dropped:
            _log.warning("%d calls are missing in the access log: it could not keep up", dropped)
        if not waiting or not self._bank.exists():
            return
        try:
            self._write(waiting)
        except BankUnavailable:
            with self._lock:
                self._waiting[:0] = waiting
            raise

    def _write(self, waiting: list[_Waiting]) -> None:
        for host in dict.fromkeys(one.record.host for one in waiting):
            self._bank.note_host(host)
        injected: dict[tuple[Kind, str], None] = {}
        # One transaction: what fails waits whole, and is not written twice.
        with self._bank.transaction(Actor(), "access"):
            self._bank.log_access([one.record for one in waiting])
            for one in waiting:
                if one.recalled:
                    self._bank.record_access(_by_kind(one.touched), recalled=True)
                else:
                    injected.update(dict.fromkeys(one.touched))
            if injected:
                self._bank.record_access(_by_kind(injected), recalled=False)

    def _run(self) -> None:
        try:
            while True:
                stopping = self._stop.wait(INTERVAL)
                try:
                    self.flush()
                except BankUnavailable as error:
                    _log.warning("the access log can't be written now: %s", error)
                if stopping:
                    return
        finally:
            self._bank.close_thread()


def _by_kind(entries: Iterable[tuple[Kind, str]]) -> dict[Kind, list[str]]:
    found: dict[Kind, list[str]] = {}
    for kind, id in entries:
        found.setdefault(kind, []).append(id)
    return found
