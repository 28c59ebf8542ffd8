"""Work in a thread of its own, from `start` to `stop`."""

from __future__ import annotations

import threading


class Background:
    """What a server does beside answering: a subclass says what, in `_run`.

    `_run` looks at `_stop` wherever it waits or could end, and ends soon after it is set. The
    thread is a daemon: a process that is ended by force doesn't wait for it.
    """

    def __init__(self, name: str) -> None:
        """`name` is the thread's, for who looks at a process from outside."""
        self._name = name
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, and return when it has. What never began ends at once."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        raise NotImplementedError
