"""Whether a window grows while somebody scrolls (spec 6.1):
`python tests/benchmarks/scrolling.py [--entries N] [--minutes M]`.

The real program on an offscreen screen with a bank of a million: the wheel turns, pages go by, the
bar is set to places all over the table, and now and then a row is looked at. Each minute its memory
is read. The last quarter of the time is held against the second one: the first is when
everything that is loaded late, or kept up to a bound, comes.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)

from banks import copied_bank
from measuring import Figure, resident, table
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView
from window_speed import Person

if TYPE_CHECKING:
    from memdesk.gui.application import Program

GROWN = 8e6
"""Bytes that an allocator may keep for itself."""
BETWEEN_MS = 40
"""Between two turns of the wheel, of a person in a hurry."""
NOTCH = 120
"""What a wheel tells of one step, in eighths of a degree."""


def turn(view: QTableView, notches: int) -> None:
    """The wheel over the table, so many steps down."""
    viewport = view.viewport()
    middle = QPointF(viewport.rect().center())
    event = QWheelEvent(
        middle,
        viewport.mapToGlobal(middle),
        QPoint(),
        QPoint(0, -NOTCH * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def scroll(someone: Person, dice: random.Random, number: int) -> None:
    """One thing that is done: mostly the wheel, down three times as often as up."""
    view = someone.page.view
    bar = view.verticalScrollBar()
    match number % 100:
        case 0:
            bar.setValue(dice.randrange(bar.maximum() + 1))
        case 25:
            QTest.keyClick(view, dice.choice([Qt.Key.Key_Home, Qt.Key.Key_End]))
        case 50:
            where = QPoint(40, dice.randrange(view.viewport().height()))
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
        case part if part % 10 == 5:
            QTest.keyClick(view, dice.choice([Qt.Key.Key_PageDown, Qt.Key.Key_PageUp]))
        case _:
            turn(view, dice.choice([1, 2, 3, -2]))


class Hour:
    """The scrolling, in the event loop of the program: only there Qt deletes what was given up."""

    def __init__(self, someone: Person, minutes: int) -> None:
        self.held: list[float] = []
        """Bytes of memory at the end of each minute."""
        self._someone = someone
        self._minutes = minutes
        self._dice = random.Random(7)
        self._number = 0
        self._next = time.monotonic() + 60

    def go_on(self) -> None:
        """Do one thing more; end the loop when the time is over."""
        scroll(self._someone, self._dice, self._number)
        self._number += 1
        if time.monotonic() < self._next:
            return
        self._next += 60
        self.held.append(resident(os.getpid()))
        print(f"minute {len(self.held)}: {self.held[-1] / 1e6:.1f} MB", file=sys.stderr, flush=True)
        if len(self.held) == self._minutes:
            QApplication.quit()


def measure(program: Program, minutes: int) -> Figure:
    someone = Person(program)
    someone.until(lambda: someone.page.table.loaded and not program.worker.busy)
    hour, beat = Hour(someone, minutes), QTimer()
    beat.timeout.connect(hour.go_on)
    beat.start(BETWEEN_MS)
    QApplication.exec()
    beat.stop()
    held = hour.held
    quarter = max(1, len(held) // 4)
    early, late = held[quarter : 2 * quarter] or held[:1], held[-quarter:]
    grown = statistics.median(late) - statistics.median(early)
    what = f"memory that a window gains while it is scrolled for {minutes} minutes"
    return Figure(what, max(0.0, grown), most=GROWN, unit="bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether a window grows while it is scrolled.")
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=int, default=60)
    asked = parser.parse_args()
    gc.disable()  # as the command does: the program itself says when garbage is looked for

    from memdesk import config
    from memdesk.gui.application import Program
    from memdesk.hosts.window_socket import Handover

    with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as name:
        os.environ["MEMDESK_HOME"] = name
        bank = copied_bank(Path(name) / "memdesk.sqlite", asked.entries)
        app = QApplication(sys.argv[:1])
        app.setQuitOnLastWindowClosed(False)
        program = Program(app, config.load())
        program.claim(bank, Handover("raise"))
        program.open(bank)
        figure = measure(program, asked.minutes)
        program.shut_down()
    print(table([figure]))


if __name__ == "__main__":
    main()
