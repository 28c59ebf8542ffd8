"""A log for what a host waits for: hardly any start has something to say (spec 6.1)."""

from __future__ import annotations

from typing import Any


class LateLog:
    """Stands for the logger of a module; `logging` is loaded with the first thing to say."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        import logging

        return getattr(logging.getLogger(self._name), method)
