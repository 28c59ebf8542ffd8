"""The bank for the interface: threads that read and write, and news of everyone's changes.

The interface thread itself only asks `bank.rows(keys)` and other indexed reads of less than a
millisecond, to paint. Whatever may wait (every write waits for a lock) or may take longer goes
through here; the answers come back in the interface thread.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from memdesk.core.errors import MemdeskError
from memdesk.gui.garbage import Garbage
from memdesk.store.bank import Bank
from memdesk.store.opened import Abandoned
from memdesk.store.spare import give_back, keep_little

POLL_SECONDS = 0.3
"""How often the bank is asked for others' changes: they show within a second (spec 1.8)."""

CALM_SECONDS = 1.0
"""After so long without a job, memory that jobs have left free is given back to the system."""

UNUSED_SECONDS = 10.0
"""The tokenizer's vocabulary is let go when nothing was counted for so long: 50 MB, there again in
a tenth of a second."""

SWITCH_SECONDS = 0.0005
"""How long a thread at work may keep the interpreter from another. To paint a table, Qt asks for
it hundreds of times; Python's own five milliseconds each would be seen."""

Done = Callable[[Any], None]
Failed = Callable[[MemdeskError], None]
Call = Callable[[], None]
Answer = Callable[[list[Call]], None]
"""Hands over one call to the interface thread; who makes it empties the list."""


@dataclass(slots=True, eq=False, repr=False)
class _Job:
    work: Callable[[Bank], Any]
    on_done: Done | None
    on_failed: Failed | None
    replaces: object | None
    question: object = None
    given_up: bool = False


class _Lane:
    """One thread that does jobs one after another with a connection of its own."""

    def __init__(self, name: str, bank: Bank, answer: Answer) -> None:
        self._bank = bank
        self._answer = answer
        self._jobs: deque[_Job] = deque()
        self._wake = threading.Condition()
        self._at_work = False
        self._doing: _Job | None = None
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, job: _Job) -> None:
        with self._wake:
            if job.replaces is not None:
                self._jobs = deque(j for j in self._jobs if j.replaces != job.replaces)
                doing = self._doing
                if doing and doing.replaces == job.replaces and doing.question != job.question:
                    doing.given_up = True
            self._jobs.append(job)
            self._wake.notify()

    @property
    def busy(self) -> bool:
        """Whether there is anything left to do."""
        with self._wake:
            return self._at_work or bool(self._jobs)

    def stop(self) -> None:
        """Do what is queued, then end the thread. Blocks until it has ended."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                with self._wake:
                    self._at_work = False
                    if not self._jobs and not self._stopping:
                        self._wake.wait(self.pause())
                    self._at_work = bool(self._jobs)
                    job = self._doing = self._jobs.popleft() if self._jobs else None
                    if job is None and self._stopping:
                        return
                if job is not None:
                    # A job may be the last to hold a widget, and a widget must not end here: the
                    # answer takes the job along, and no name of this thread keeps either.
                    answer = [self._done(job)]
                    with self._wake:
                        job = self._doing = None
                    self._answer(answer)
                self.between_jobs()
        finally:
            self._bank.close_thread()

    def pause(self) -> float | None:
        """The longest rest between two calls of `between_jobs`; None: until the next job."""
        return None

    def between_jobs(self) -> None:
        """What the thread does besides its jobs."""

    def _done(self, job: _Job) -> Call:
        """Do a job; gives what is to be called in the interface thread."""
        try:
            if job.question is None:
                result = job.work(self._bank)
            else:
                with self._bank.abandonable(lambda: job.given_up):
                    result = job.work(self._bank)
        except Abandoned:
            return lambda: _call(None, job)
        except Exception as error:  # noqa: BLE001 - it is raised again in the interface thread
            return lambda e=error: _fail(job, e)
        return lambda: _call(job.on_done, result)


class _WatchingLane(_Lane):
    """The lane of reads also watches for changes, so that a long write never hides them."""

    def __init__(
        self,
        name: str,
        bank: Bank,
        answer: Answer,
        on_news: Callable[[list[Any]], None],
        on_trouble: Failed,
    ) -> None:
        super().__init__(name, bank, answer)
        self._on_news = on_news
        self._on_trouble = on_trouble
        self._seen: int | None = None
        self._next_look = 0.0
        self._next_letting_go = monotonic() + UNUSED_SECONDS
        self._last_job: float | None = None
        """When the last job ended; None: what it left has been given back."""
        self._in_trouble = False
        self._hurry = False

    def look_soon(self) -> None:
        """Look for changes at once: someone of this program has just written."""
        with self._wake:
            self._hurry = True
            self._wake.notify()

    def pause(self) -> float | None:
        return 0.0 if self._hurry else max(0.0, self._next_look - monotonic())

    def _done(self, job: _Job) -> Call:
        call = super()._done(job)
        self._last_job = monotonic()
        return call

    def between_jobs(self) -> None:
        if self._last_job is not None and monotonic() > self._last_job + CALM_SECONDS:
            self._last_job = None
            give_back()
        if monotonic() > self._next_letting_go:
            self._next_letting_go = monotonic() + UNUSED_SECONDS
            from memdesk.core import tokens  # not before the window is painted

            tokens.let_go(UNUSED_SECONDS)
            give_back()  # that, and what other threads have freed since: it takes 2 ms
        if not self._hurry and monotonic() < self._next_look:
            return
        self._hurry = False
        self._next_look = monotonic() + POLL_SECONDS
        try:
            self._look()
            self._in_trouble = False
        except MemdeskError as error:
            if not self._in_trouble:  # once, not three times a second
                self._in_trouble = True
                self._answer([lambda e=error: self._on_trouble(e)])

    def _look(self) -> None:
        newest = self._bank.generation()
        if self._seen is None:
            self._seen = newest
        if newest != self._seen:
            changes = self._bank.changes_since(self._seen)
            self._seen = newest
            self._answer([lambda: self._on_news(changes)])


class BankWorker(QObject):
    """Does the interface's work on one bank, off the interface thread.

    `submit` is for writes and long work, one after another in the order given; `read` is for
    reads that a person waits for, which never wait for a write; `survey` is for those that go
    over the whole bank (counts, words in use) and may come later. Callbacks run in the
    interface thread; a callback that belongs to a widget that has been destroyed meanwhile is
    not called.
    """

    bank_changed = Signal(object)
    """list[Change]: what anyone (this window, another thread or process) has changed."""
    job_failed = Signal(object)
    """A MemdeskError of a job without an `on_failed`, or of a write whose asker is gone."""
    stopping = Signal()
    """About to end: who has a thread of its own on the bank ends it now."""
    _answered = Signal(object)

    def __init__(self, bank: Bank, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bank = bank
        self._answered.connect(self._on_answered, Qt.ConnectionType.QueuedConnection)
        answer = self._answered.emit
        self._writing = _Lane("memdesk-writing", bank, answer)
        self._reading = _WatchingLane(
            "memdesk-reading", bank, answer, self._on_news, self.job_failed.emit
        )
        self._surveying = _Lane("memdesk-surveying", bank, answer)
        self._stopped = False
        self._pending_writes = 0
        self._garbage = Garbage(lambda: self.busy, self)

    @property
    def bank(self) -> Bank:
        """For indexed reads while painting; everything else goes through `submit` and `read`."""
        return self._bank

    @property
    def busy(self) -> bool:
        """Whether one of the threads is at work or has something to do."""
        return any(lane.busy for lane in (self._writing, self._reading, self._surveying))

    @property
    def writing(self) -> bool:
        """Whether writes are on their way."""
        return self._pending_writes > 0

    def start(self) -> None:
        keep_little()
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self._writing.start()
        self._reading.start()
        self._surveying.start()
        self._garbage.start()

    def stop(self) -> None:
        """Finish every write that was submitted, then end the threads (blocks)."""
        if not self._stopped:
            self._stopped = True
            self.stopping.emit()
            self._writing.stop()
            self._reading.stop()
            self._surveying.stop()
            self._garbage.stop()

    def submit(
        self,
        work: Callable[[Bank], Any],
        on_done: Done | None = None,
        on_failed: Failed | None = None,
    ) -> None:
        """Do `work(bank)` in the writing thread; then `on_done(result)` in this one."""
        self._pending_writes += 1

        def done(result: Any) -> None:
            self._pending_writes -= 1
            if on_done is not None and _alive(on_done):
                on_done(result)

        def failed(error: MemdeskError) -> None:
            self._pending_writes -= 1
            if on_failed is not None and _alive(on_failed):
                on_failed(error)
            else:  # whoever wanted it may be gone: no write is refused in silence
                self.job_failed.emit(error)

        def watched(bank: Bank) -> Any:
            try:
                return work(bank)
            finally:
                self._reading.look_soon()

        self._writing.put(_Job(watched, done, failed, None))

    def read(
        self,
        work: Callable[[Bank], Any],
        on_done: Done,
        on_failed: Failed | None = None,
        *,
        replaces: object | None = None,
        question: object = None,
    ) -> None:
        """Do `work(bank)` in the reading thread; then `on_done(result)` in this one.

        With `replaces`, a waiting job given with an equal value is dropped: only the newest
        answer is of use to a filter that is being typed. One that is being done already is given
        up when its `question` was another. The same question again lets it end: else no answer
        would ever come while others write faster than it is found.
        """
        failed = self.job_failed.emit if on_failed is None else on_failed
        self._reading.put(_Job(work, on_done, failed, replaces, question))

    def survey(
        self,
        work: Callable[[Bank], Any],
        on_done: Done,
        on_failed: Failed | None = None,
        *,
        replaces: object | None = None,
    ) -> None:
        """As `read`, for what goes over the whole bank: no filter or row waits for it."""
        failed = self.job_failed.emit if on_failed is None else on_failed
        self._surveying.put(_Job(work, on_done, failed, replaces))

    def tell(self, whom: Callable[[Any], None], what: object) -> None:
        """Of a job, from its thread: call `whom(what)` in the interface's, unless who is told is
        gone. A signal of a widget that is gone would end the job."""
        self._answered.emit([lambda: _call(whom, what)])

    @Slot(object)
    def _on_answered(self, answer: list[Call]) -> None:
        answer.pop()()

    def _on_news(self, changes: list[Any]) -> None:
        if not self._stopped:
            self.bank_changed.emit(changes)


def _alive(callback: Callable[..., None]) -> bool:
    """Whether those who wait for the answer are still there: the object of a method, or what a
    function within one calls `self`."""
    function = callback.func if isinstance(callback, partial) else callback
    owner = getattr(function, "__self__", None)
    if owner is None and (cells := getattr(function, "__closure__", None)):
        around = dict(zip(function.__code__.co_freevars, cells, strict=True))
        owner = around["self"].cell_contents if "self" in around else None
    return not isinstance(owner, QObject) or isValid(owner)


def _call(callback: Callable[[Any], None] | None, value: Any) -> None:
    if callback is not None and _alive(callback):
        callback(value)


def _fail(job: _Job, error: Exception) -> None:
    """Hand a refusal to who asked; anything else is a fault of memdesk and is raised here."""
    if not isinstance(error, MemdeskError):
        raise error
    _call(job.on_failed, error)
