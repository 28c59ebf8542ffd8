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


class Trouble:
    """What goes wrong in something that is tried again and again: said once, and again only after
    it went well or went wrong in another way."""

    def __init__(self, log: LateLog, sentence: str) -> None:
        """`sentence` has one place, for the error."""
        self._log = log
        self._sentence = sentence
        self._met = ""

    def met(self, error: Exception) -> None:
        """It went wrong."""
        if str(error) != self._met:
            self._met = str(error)
            self._log.warning(self._sentence, error)

    def over(self) -> None:
        """It went well."""
        self._met = ""


_configures: list[Callable[[], None]] = []


def to_stderr_late() -> None:
    """Have what late logs say written to stderr, as `to_stderr` does, from the first thing on."""
    _configures.append(to_stderr)


def to_stderr() -> None:
    """Have what is logged written to stderr, a line each."""
    import logging

    logging.basicConfig(level=logging.WARNING, format="memdesk: %(levelname)s: %(message)s")
