"""Threads that run jobs one after the other, each with its own connection to the bank."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

Job = Callable[[], None]


class Worker:
    """Some threads on one queue. A job must raise nothing: it answers for its own errors."""

    def __init__(self, name: str, at_end: Job, threads: int = 1) -> None:
        """`at_end` runs in each thread before it ends: connections close where they opened."""
        self._at_end = at_end
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._run, name=f"{name} {number + 1}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> None:
        """Run a job as soon as a thread is free."""
        self._jobs.put(job)

    def stop(self) -> None:
        """Run what waits, then end the threads, and wait for them."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        try:
            while (job := self._jobs.get()) is not None:
                job()
        finally:
            self._at_end()
