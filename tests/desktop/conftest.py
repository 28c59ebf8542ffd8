"""Fixtures for the tests that drive the real program on a real X server."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from x_display import XDisplay, memdesk_command, missing

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One after the other: two of them at once would starve each other's timers."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("desktop"))


@pytest.fixture
def x_display() -> Iterator[XDisplay]:
    """A display with a window manager and a tray."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    display = XDisplay()
    yield display
    display.close()


class Desk:
    """The real program on a display. What it complains about fails the test at its end."""

    def __init__(self, display: XDisplay, logs: Path) -> None:
        self.display = display
        self._logs = logs
        self._started = 0

    def start(self, *args: str | Path) -> subprocess.Popen[bytes]:
        """Start `memdesk ARGS…`; without arguments that is the window."""
        self._started += 1
        log = self._logs / f"memdesk-{self._started}.log"
        return self.display.start(*memdesk_command(*args), log=log)

    def complaints(self) -> str:
        """Everything that any of them wrote on stderr."""
        return "".join(log.read_text("utf-8") for log in sorted(self._logs.glob("memdesk-*.log")))


@pytest.fixture
def desk(x_display: XDisplay, tmp_path: Path) -> Iterator[Desk]:
    """memdesk on a display, with a home of its own."""
    desk = Desk(x_display, tmp_path)
    yield desk
    x_display.close()
    assert desk.complaints() == ""
