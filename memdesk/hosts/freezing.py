"""Frozen system layers on their way into the bank (spec 2.4).

A host is not kept waiting for a bank that another program is writing: it gets its bytes at once,
the session gets the same ones from this process from then on, and they are stored as soon as the
bank lets. Until then its reply says that nothing is frozen yet: what only this process knows is
gone with it, and another process that the session asks meanwhile can't know it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from memdesk.core import times
from memdesk.core.errors import BankLocked, BankUnavailable
from memdesk.hosts.late_log import LateLog
from memdesk.store.bank import Bank, FrozenBlock, FrozenKey

FREEZE_SECONDS = 0.2
"""How long a reply waits for a bank that is locked."""
STORE_SECONDS = 1.0
"""How long what waits tries to get into a bank that is locked, before a pause or the end."""
RETRY_SECONDS = 0.2
"""The pause: what keeps a bank from being written may be more than a lock."""
MAX_WAITING = 256
"""Sessions whose bytes wait for the bank."""

_log = LateLog(__name__)


class _Waiting(NamedTuple):
    """Bytes that a session was given while the bank could not be written."""

    frozen: FrozenBlock
    refresh: bool
    at: str
    of: int


class Freezer:
    """Finds and keeps frozen layers. Any thread may ask; one of its own stores what waits."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._lock = threading.Lock()
        self._waiting: OrderedDict[FrozenKey, _Waiting] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Store what still waits, if the bank lets within a moment."""
        self._stopping.set()
        thread = self._thread
        if thread is not None:
            thread.join()
        self._stopping.clear()
        self._store()
        if self._waiting and self._bank.exists():
            _log.warning("the blocks of %d sessions could not be frozen", len(self._waiting))

    def find(self, key: FrozenKey) -> FrozenBlock | None:
        """What the session was given before. Raises BankUnavailable."""
        with self._lock:
            waiting = self._waiting.get(key)
        if waiting is not None:
            if not self._bank.destroyed_since(waiting.of):
                return waiting.frozen
            self._forget(key, waiting)
        return self._bank.frozen_block(key)

    def freeze(
        self, key: FrozenKey, text: str, details: Mapping[str, object], of: int, *, refresh: bool
    ) -> FrozenBlock | None:
        """Freeze a whole layer that was made of a generation of the bank.

        Gives what holds for the session from now on: another may have been faster. None when
        something was deleted forever since: then the text may not be kept, and is made anew.
        """
        at = times.now()
        if self._bank.exists():  # none is made for this (spec 1.8)
            try:
                frozen = self._bank.freeze(
                    key, None, text, details,
                    refresh=refresh, at=at, of=of, patience=FREEZE_SECONDS,
                )  # fmt: skip
            except BankUnavailable as error:
                if not isinstance(error, BankLocked):
                    _log.warning("a block can't be frozen now: %s", error)
            else:
                if refresh:
                    with self._lock:
                        self._waiting.pop(key, None)
                return frozen
        unstored = FrozenBlock(text=text, frozen_at="", details=details)
        return self._wait(key, _Waiting(unstored, refresh, at, of))

    def _wait(self, key: FrozenKey, waiting: _Waiting) -> FrozenBlock:
        with self._lock:
            before = self._waiting.get(key)
            if before is not None and not waiting.refresh:
                return before.frozen  # another thread was faster
            self._waiting[key] = waiting
            self._waiting.move_to_end(key)
            if len(self._waiting) > MAX_WAITING:
                self._waiting.popitem(last=False)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="memdesk freezing", daemon=True
                )
                self._thread.start()
        return waiting.frozen

    def _forget(self, key: FrozenKey, waiting: _Waiting) -> None:
        with self._lock:
            if self._waiting.get(key) is waiting:
                del self._waiting[key]

    def _run(self) -> None:
        """Store what waits, and end when nothing does."""
        try:
            while True:
                self._store()
                stopping = self._stopping.wait(RETRY_SECONDS if self._waiting else 0)
                with self._lock:
                    if stopping or not self._waiting:
                        self._thread = None
                        return
        finally:
            with self._lock:
                if self._thread is threading.current_thread():  # a fault ended it
                    self._thread = None
            self._bank.close_thread()

    def _store(self) -> None:
        """Store what waits, as far as the bank lets."""
        if not self._bank.exists():
            return
        with self._lock:
            found = list(self._waiting.items())
        for key, one in found:
            try:
                self._bank.freeze(
                    key, None, one.frozen.text, one.frozen.details,
                    refresh=one.refresh, at=one.at, of=one.of, patience=STORE_SECONDS,
                )  # fmt: skip
            except BankUnavailable:
                return  # and what waits still waits
            self._forget(key, one)
