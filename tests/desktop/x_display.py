"""An X server with a window manager and a tray, and hands on it: the mouse, the keys, the eye."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

PROGRAMS = ("Xvfb", "openbox", "trayer", "xdotool", "import", "xprop")
PATIENCE = 90.0
"""Seconds until something that should come counts as not coming."""

T = TypeVar("T")


class DidNotCome(AssertionError):
    """What was waited for did not come."""


def missing() -> str:
    """Why there can be no display here; empty when there can."""
    if not sys.platform.startswith("linux"):
        return "an X server is driven on Linux only"
    absent = [program for program in PROGRAMS if not shutil.which(program)]
    return f"not installed: {', '.join(absent)}" if absent else ""


def wait_for(what: str, look: Callable[[], T], patience: float = PATIENCE) -> T:
    """Look until there is something true to see, and give that back."""
    pause = threading.Event()
    end = time.monotonic() + patience
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > end:
            raise DidNotCome(f"{what} did not come within {patience:.0f} s")
        pause.wait(0.02)


@dataclass(frozen=True)
class Area:
    """A window's place on the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


class XDisplay:
    """Xvfb, openbox and, when asked for, trayer. `close()` ends all that was started on it."""

    def __init__(self, *, tray: bool = True, size: str = "1280x800") -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self.environment = dict(os.environ)
        # No session bus: Qt then shows the tray icon by XEmbed, which trayer takes (spec 6.4).
        for name in ("DBUS_SESSION_BUS_ADDRESS", "QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)
        try:
            self.environment["DISPLAY"] = self._start_server(size)
            # openbox says itself when it is ready: what asks to be shown before is overlooked.
            ready = "xprop -root -f READY 8s -set READY yes"
            self.start("openbox", "--sm-disable", "--startup", ready)
            wait_for("the window manager", self._has_window_manager)
            if tray:
                self.start(
                    *("trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request"),
                    *("--height", "28", "--SetDockType", "true"),
                )
                wait_for("the tray", lambda: self.windows("--class", "trayer"))
        except BaseException:
            self.close()
            raise

    def _start_server(self, size: str) -> str:
        reading, writing = os.pipe()
        try:
            self._started.append(
                subprocess.Popen(
                    [
                        *("Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24"),
                        *("-nolisten", "tcp", "-noreset"),
                    ],
                    pass_fds=[writing],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            os.close(writing)
            # Xvfb picks a free number itself and writes it, then the line's end, once it takes
            # connections. It dies when nobody is there to read all of it.
            number = b""
            while not number.endswith(b"\n"):
                ready, _, _ = select.select([reading], [], [], PATIENCE)
                received = os.read(reading, 16) if ready else b""
                if not received:
                    raise DidNotCome("the X server did not start")
                number += received
        finally:
            os.close(reading)
        return f":{number.decode().strip()}"

    def _has_window_manager(self) -> bool:
        return "yes" in self.output("xprop", "-root", "READY")

    # --- programs

    def start(
        self, *command: str, log: Path | None = None, env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program on this display; what it says on stderr goes to `log`."""
        with Path(log or os.devnull).open("wb") as stderr:
            process = subprocess.Popen(
                command,
                env={**self.environment, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
        self._started.append(process)
        return process

    def output(self, *command: str) -> str:
        """What a program prints, whatever its exit code."""
        done = subprocess.run(
            command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout.decode("utf-8", "replace")

    def do(self, *command: str) -> None:
        """Run a program that must succeed."""
        subprocess.run(command, env=self.environment, timeout=PATIENCE, check=True)

    def start_talking(
        self, *command: str, env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Start a program that answers on stdout to what it is told on stdin."""
        process = subprocess.Popen(
            command,
            env={**self.environment, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._started.append(process)
        return process

    def close(self) -> None:
        """End everything started here, the server last."""
        for process in reversed(self._started):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._started.clear()

    # --- the eye

    def windows(self, *criteria: str) -> list[str]:
        """Ids of the visible windows that fit xdotool's search criteria."""
        return self.output("xdotool", "search", "--onlyvisible", *criteria).split()

    def window(self, title: str) -> str:
        """The id of the window whose title fits the regular expression, once it is there."""
        return wait_for(f"a window “{title}”", lambda: self.windows("--name", title))[-1]

    def gone(self, window: str) -> None:
        """Wait until a window is no longer visible."""
        wait_for("the window's end", lambda: not self.is_visible(window))

    def is_visible(self, window: str) -> bool:
        return "IsViewable" in self.output("xwininfo", "-id", window)

    def active_window(self) -> str:
        return self.output("xdotool", "getactivewindow").strip()

    def area(self, window: str) -> Area:
        """Where a window is now, without its frame."""
        # Not xdotool's answer: that counts the frame twice.
        text = self.output("xwininfo", "-id", window)
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        found = [re.search(rf"{name}: +(-?\d+)", text) for name in names]
        return Area(*(int(one[1]) for one in found if one is not None))

    def tray_icon(self) -> tuple[int, int]:
        """The middle of the one icon in the tray, once there is one."""
        # An empty trayer is a pixel or two wide.
        area = wait_for("the tray icon", self._filled_tray)
        return area.middle

    def _filled_tray(self) -> Area | None:
        areas = [self.area(window) for window in self.windows("--class", "trayer")]
        return next((area for area in areas if area.width >= 20 and area.height >= 20), None)

    def screenshot(self, path: Path, window: str = "root") -> Path:
        """Save what stands on the screen, or one window of it, as PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        # Without the time in it: two pictures of the same are the same.
        self.do("import", "-window", window, "-strip", str(path))
        return path

    # --- the hands

    def click(self, at: tuple[int, int], button: int = 1) -> None:
        x, y = at
        self.do("xdotool", "mousemove", "--sync", str(x), str(y))
        self.do("xdotool", "click", str(button))

    def key(self, *keys: str) -> None:
        """Press keys or combinations as xdotool names them: `ctrl+n`, `Return`."""
        self.do("xdotool", "key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        # In a locale of ASCII, xdotool types nothing else, and says nothing of it. For what is
        # on no key it changes the keyboard, and that has to get about before the next one.
        delay = "8" if text.isascii() else "80"
        self.do(
            *("env", "LC_ALL=C.UTF-8"),
            *("xdotool", "type", "--clearmodifiers", "--delay", delay, text),
        )

    def raise_window(self, window: str) -> None:
        self.do("xdotool", "windowactivate", "--sync", window)

    def close_window(self, window: str) -> None:
        """As the window manager's close button: the program is asked, not killed."""
        self.raise_window(window)
        self.key("alt+F4")


def memdesk_command(*args: str | Path) -> Sequence[str]:
    """The real program, as a person's shell would start it."""
    return [sys.executable, "-m", "memdesk", *map(str, args)]
