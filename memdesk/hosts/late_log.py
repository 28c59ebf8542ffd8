"""A log for what a host waits for: hardly any start has something to say (spec 6.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class LateLog:
    """Stands for the logger of a module; `logging` is loaded with the first thing to say."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        import logging

        for configure in _configures:
            configure()
        return getattr(logging.getLogger(self._name), method)


_configures: list[Callable[[], None]] = []


def to_stderr_late() -> None:
    """Have what late logs say written to stderr, as `to_stderr` does, from the first thing on."""
    _configures.append(to_stderr)


def to_stderr() -> None:
    """Have what is logged written to stderr, a line each."""
    import logging

    logging.basicConfig(level=logging.WARNING, format="memdesk: %(levelname)s: %(message)s")
