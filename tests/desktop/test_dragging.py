"""Tasks are put into another order with the mouse, on a real screen (spec 7.1)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from x_display import XDisplay, wait_for

from memdesk.core.authors import Actor
from memdesk.core.entry import Task
from memdesk.core.query import Query
from memdesk.store.bank import Bank

PROGRAM = Path(__file__).with_name("rows_program.py")
Rows = dict[str, tuple[int, int, int]]
"""By title: the middle of the row on the screen, and the row's height."""


@pytest.fixture
def rows(x_display: XDisplay, bank: Bank, tmp_path: Path) -> Callable[[], Rows]:
    """Where the rows of three tasks are, once the window shows them."""
    for title in ("First", "Second", "Third"):
        bank.add(Task(title=title), Actor())
    told = tmp_path / "rows.json"
    x_display.start(sys.executable, str(PROGRAM), str(bank.path), str(told))
    window = x_display.window("— memdesk$")
    x_display.raise_window(window)

    def in_place() -> bool:
        """Whether the program knows where the window manager has put its window."""
        corner, *rows = json.loads(told.read_text("utf-8")) if told.exists() else [None]
        area = x_display.area(window)
        return corner == [area.x, area.y] and len(rows) == 3

    wait_for("the rows in their place", in_place)

    def where() -> Rows:
        _corner, *rows = json.loads(told.read_text("utf-8"))
        return {title: (x, y, height) for title, x, y, height in rows}

    return where


def order(bank: Bank) -> list[str]:
    return [entry.label for entry in bank.entries(Query(kinds=("task",), sort="position"))]


def test_a_row_is_dragged_before_another(
    x_display: XDisplay, rows: Callable[[], Rows], bank: Bank
) -> None:
    there = rows()
    x, y, _height = there["Third"]
    to_x, to_y, height = there["First"]
    moves = [(x, y - 8), (x, y - 16), (to_x, to_y), (to_x, to_y - height // 2 + 3)]
    x_display.do("xdotool", "mousemove", "--sync", str(x), str(y), "mousedown", "1")
    for at_x, at_y in moves:
        x_display.do("xdotool", "mousemove", "--sync", str(at_x), str(at_y))
    x_display.do("xdotool", "mouseup", "1")
    wait_for("the new order", lambda: order(bank) == ["Third", "First", "Second"])
    wait_for(
        "the rows in it", lambda: sorted(rows(), key=lambda one: rows()[one][1]) == order(bank)
    )
