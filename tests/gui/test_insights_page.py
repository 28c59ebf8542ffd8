"""Insights as a person uses them: pictures read, walked by key, and opened (spec 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton
from pytestqt.qtbot import QtBot

from memdesk.core import times
from memdesk.core.authors import Actor, importer
from memdesk.core.entry import Memory, Task
from memdesk.gui import theme
from memdesk.gui.charts.bars import Bar, Bars
from memdesk.gui.charts.grid import Cell, CellPart, Grid
from memdesk.gui.charts.parts import Part, Picture
from memdesk.gui.filter_bar import Behind
from memdesk.gui.insights_page import InsightsPage
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import AccessRow, Bank

USER = Actor()
IMPORT = Actor(author=importer("memdesk"))
LEFT = Qt.MouseButton.LeftButton


def ago(days: float) -> str:
    return times.iso(datetime.now(UTC) - timedelta(days=days))


@pytest.fixture
def insights(window: MainWindow, filled: Bank, qtbot: QtBot) -> Iterator[InsightsPage]:
    """The page on a bank with something to show in every picture, once all is drawn."""
    filled.add(Memory(id="old", title="Old", content="long ago", relevance="low",
                      category="fact", created_at=ago(400)), IMPORT)  # fmt: skip
    filled.add(Memory(id="twin1", title="Use tabs", content="Tabs in all Go code."), USER)
    filled.add(Memory(id="twin2", title="Use tabs", content="Tabs in all Go code!"), USER)
    filled.add(Task(id="staging", title="Staging", notes="password = hunter2x99"), USER)
    filled.record_access({"memory": ["twin1"]}, recalled=True)
    filled.log_access(
        [
            AccessRow(host="cursor", operation="block", ids=("old", "staging"), at=ago(0)),
            AccessRow(host="cursor", operation="block", ids=("old",), at=ago(0)),
        ]
    )
    window.go("insights")
    page = window.pages["insights"]
    qtbot.waitUntil(lambda: bool(page.duplicates_card.bars.parts))
    qtbot.waitUntil(lambda: bool(page.secrets_card.bars.parts))
    yield page


def names(picture: Picture) -> list[str]:
    return [part.accessibleName() for row in picture.parts for part in row]


def part_named(picture: Picture, begins: str) -> Part:
    return next(
        part for row in picture.parts for part in row if part.accessibleName().startswith(begins)
    )


def labels(window: MainWindow) -> list[str]:
    """The titles on the page, once the table has answered."""
    table = window.page.table
    found = [table.entry_at(row) for row in range(table.rowCount())]
    return sorted(entry.label for entry in found if entry is not None)


def test_the_pictures_say_their_numbers(insights: InsightsPage) -> None:
    assert names(insights.recall_card.bars) == [
        "Fact: 1 of 1 never recalled",
        "Note: 3 of 4 never recalled",
        "Tasks: 3 of 3 never recalled",
    ]
    assert names(insights.secrets_card.bars) == ["Secret: Password: 1"]
    assert names(insights.duplicates_card.bars) == ["Use tabs: 2 say the same"]
    assert "Low, > 365 days: 1" in names(insights.age_card.grid)
    assert "Medium, ≤ 7 days: 4" in names(insights.age_card.grid)
    (row,) = insights.fetch_card.line.parts
    assert len(row) == 30
    assert row[-1].accessibleName().endswith(": 2")
    sections = names(insights.block_card.bars)
    assert sections[0].startswith("Tasks: ")
    assert sections[-1].startswith("Together: ")
    assert "the budget is 4,000 characters" in sections[-1]


def test_no_picture_shows_a_secret(insights: InsightsPage) -> None:
    shown = [widget.accessibleName() + widget.toolTip() for widget in
             insights.findChildren(QAbstractButton)]  # fmt: skip
    assert shown
    assert "hunter2x99" not in "".join(shown)


def test_a_bar_leads_to_the_rows_behind_it(
    insights: InsightsPage, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(part_named(insights.recall_card.bars, "Note"), LEFT)
    assert window.navigation.chosen == "memories"
    qtbot.waitUntil(lambda: labels(window) == ["Forum game", "Node version", "Use tabs"])
    qtbot.waitUntil(lambda: window.page.editor.entry is not None)
    assert window.page.editor.entry.label in labels(window), "the first of the rows is shown"
    chips = window.page.filter.findChildren(QToolButton)
    remove = next(one for one in chips if "Never recalled" in one.accessibleName())
    qtbot.mouseClick(remove, LEFT)
    qtbot.waitUntil(lambda: len(labels(window)) == 4)  # the category's chip is still there
    assert window.page.filter.behind is None


def test_the_arrows_walk_and_enter_opens(
    insights: InsightsPage, window: MainWindow, qtbot: QtBot
) -> None:
    grid = insights.age_card.grid
    stops = [part for row in grid.parts for part in row
             if part.focusPolicy() == Qt.FocusPolicy.StrongFocus]  # fmt: skip
    assert len(stops) == 1, "a picture is one stop of the Tab key"
    window.activateWindow()
    stops[0].setFocus()
    for _ in range(7):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    for _ in range(2):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert QApplication.focusWidget() is grid.parts[2][5]
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert window.navigation.chosen == "memories"
    qtbot.waitUntil(lambda: labels(window) == ["Old"])


def test_the_kinds_are_chosen_for_the_ages(insights: InsightsPage, qtbot: QtBot) -> None:
    insights.age_card.kind_box.setFocus()
    qtbot.keyClick(insights.age_card.kind_box, Qt.Key.Key_Down)
    assert "Medium, ≤ 7 days: 3" in names(insights.age_card.grid)


def test_a_day_leads_to_what_was_fetched(
    insights: InsightsPage, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(insights.fetch_card.line.parts[0][-1], LEFT)
    qtbot.waitUntil(lambda: window.navigation.chosen == "memories")
    qtbot.waitUntil(lambda: labels(window) == ["Old"])
    behind = window.page.filter.behind
    assert isinstance(behind, Behind)
    assert behind.label.startswith("Fetched by cursor, ")
    window.go("tasks")
    qtbot.waitUntil(lambda: labels(window) == ["Staging"])


def test_a_section_and_a_secret_lead_to_their_entries(
    insights: InsightsPage, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(part_named(insights.secrets_card.bars, "Secret: Password"), LEFT)
    assert window.navigation.chosen == "tasks"
    qtbot.waitUntil(lambda: labels(window) == ["Staging"])
    window.go("insights")
    qtbot.mouseClick(part_named(insights.block_card.bars, "Tasks"), LEFT)
    qtbot.waitUntil(lambda: labels(window) == ["First battle", "Release notes", "Staging"])


def test_a_change_by_anyone_is_drawn(insights: InsightsPage, filled: Bank, qtbot: QtBot) -> None:
    filled.add(
        Memory(title="Another", content="token = abcdef123456789", category="lesson"),
        Actor(author="cursor"),
    )
    qtbot.waitUntil(lambda: "Lesson: 1 of 1 never recalled" in names(insights.recall_card.bars))
    qtbot.waitUntil(lambda: "Secret: Token: 1" in names(insights.secrets_card.bars))


def test_duplicates_are_gone_through_from_the_picture(
    insights: InsightsPage, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(part_named(insights.duplicates_card.bars, "Use tabs"), LEFT)
    shown = window.whole_bank.duplicates
    assert shown is not None
    assert shown.isVisible()
    qtbot.waitUntil(lambda: shown.groups.count() == 1)
    shown.close()


def test_an_empty_bank_says_so(window: MainWindow, filled: Bank, qtbot: QtBot) -> None:
    filled.destroy([(entry.kind, entry.id) for entry in filled.entries()], USER)
    window.go("insights")
    page = window.pages["insights"]
    said = [card.sentence for card in page._cards]
    qtbot.waitUntil(lambda: all(card.sentence for card in page._cards))
    qtbot.waitUntil(lambda: "Looking…" not in [card.sentence for card in page._cards])
    said = [card.sentence for card in page._cards]
    assert said[1] == "There are no entries yet."
    assert said[4] == "No two entries say the same."
    assert said[5].startswith("No entry holds a password")


# --- the pictures alone


def test_every_part_has_a_name_and_a_tip(qtbot: QtBot) -> None:
    bars = Bars()
    qtbot.addWidget(bars)
    bars.show_bars([Bar(label="A", value=3, figure="3", name="A: 3")])
    (part,) = (part for row in bars.parts for part in row)
    assert part.accessibleName() == part.toolTip() == "A: 3"


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_stay_legible_on_the_fullest_cell(qtbot: QtBot, dark: bool) -> None:
    grid = Grid()
    qtbot.addWidget(grid)
    grid.setPalette(theme.palette(dark))
    cells = [[Cell(value=n, figure=str(n), name=str(n)) for n in (0, 1, 50, 100)]]
    grid.show_cells(["r"], ["a", "b", "c", "d"], cells)
    for part in grid.parts[0]:
        assert isinstance(part, CellPart)
        role = QPalette.ColorRole.Text if part.cell.value else QPalette.ColorRole.PlaceholderText
        ink = part.palette().color(role)
        assert theme.contrast(ink, part.ground()) >= theme.LEAST_CONTRAST


def test_new_numbers_leave_the_keyboard_where_it_is(qtbot: QtBot) -> None:
    bars = Bars()
    qtbot.addWidget(bars)
    bars.show()
    some = [Bar(label=name, value=1, figure="1", name=name) for name in "abc"]
    bars.show_bars(some)
    bars.parts[1][0].setFocus()
    bars.show_bars(some)
    assert bars.focusWidget() is bars.parts[1][0]
    bars.show_bars(some[:1])
    assert bars.focusWidget() is bars.parts[0][0]


def test_a_long_look_is_not_taken_again_at_every_change(
    insights: InsightsPage,
    filled: Bank,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("memdesk.gui.insights_page.LONG_SECONDS", 0)
    filled.add(Memory(title="X", content="token = abcdef123456789", category="lesson"), USER)
    qtbot.waitUntil(lambda: "Lesson: 1 of 1 never recalled" in names(insights.recall_card.bars))
    assert names(insights.secrets_card.bars) == ["Secret: Password: 1"]
    window.actions_by_name["refresh"].trigger()
    qtbot.waitUntil(lambda: "Secret: Token: 1" in names(insights.secrets_card.bars))
