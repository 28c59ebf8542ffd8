"""The program, saying where its controls are: `pointed_program.py COMMAND…` runs `memdesk …`.

Whoever takes pictures finds a control as a person with a screen reader does, by its name. Each
line on stdin is a name (one of a control, a tab, a row, or an entry of a menu); the answer is one
line on stdout: x and y of its middle on the screen, in pixels, or nothing while it isn't there to
be clicked on.
`tab:NAME` is a tab of that name and nothing else.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QListView,
    QMenu,
    QTabBar,
    QWidget,
)

from memdesk.cli import main
from memdesk.gui.words import without_mnemonic

ROWS = 200
"""So many rows of a table are looked through."""


class Pointer(QObject):
    """Answers in the interface's thread what was asked in another."""

    _asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._listen, name="pointer", daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._asked.emit(line.rstrip("\n"))

    def _answer(self, name: str) -> None:
        place = next(places(name), None)
        print("" if place is None else f"{place.x()} {place.y()}", flush=True)


def places(name: str) -> Iterator[QPoint]:
    """Where there is something of that name: controls, then what is in them; the active window's
    come first."""
    active = QApplication.activePopupWidget() or QApplication.activeWindow()
    shown = [widget for widget in QApplication.allWidgets() if widget.isVisible()]
    shown.sort(key=lambda one: one.window() is not active)
    tab = name.removeprefix("tab:")
    for inside in (_inside,) if tab != name else (_itself, _inside):
        for widget in shown:
            if tab != name and not isinstance(widget, QTabBar):
                continue
            for middle in inside(widget, tab):
                yield widget.mapToGlobal(middle) * widget.devicePixelRatioF()


def _itself(widget: QWidget, name: str) -> Iterator[QPoint]:
    named = widget.accessibleName()
    if not named and isinstance(widget, QAbstractButton):
        named = without_mnemonic(widget.text())
    if named == name:
        yield widget.rect().center()


def _inside(widget: QWidget, name: str) -> Iterator[QPoint]:
    if isinstance(widget, QTabBar):
        for number in range(widget.count()):
            if without_mnemonic(widget.tabText(number)) == name:
                yield widget.tabRect(number).center()
    elif isinstance(widget, QMenu):
        for action in widget.actions():
            if without_mnemonic(action.text()) == name:
                yield widget.actionGeometry(action).center()
    elif isinstance(widget, QHeaderView):
        return  # it has the model of its table, and shows none of its rows
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _rows(widget, name)


def _rows(view: QAbstractItemView, name: str) -> Iterator[QPoint]:
    model = view.model()
    # What is only a list keeps its one column to itself.
    columns = 1 if isinstance(view, QListView) else model.columnCount()
    for row in range(min(model.rowCount(), ROWS)):
        for column in range(columns):
            index = model.index(row, column)
            place = view.visualRect(index)  # of a hidden column there is none
            if index.data() != name or not place.isValid():
                continue
            if view.viewport().rect().contains(place.center()):
                yield view.viewport().mapTo(view, place.center())


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    app.setCursorFlashTime(0)  # two pictures of the same are the same
    pointer = Pointer()
    sys.exit(main(sys.argv[1:]))
