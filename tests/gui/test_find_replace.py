"""Find and replace as a person uses it (spec 7.1)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.gui.find_replace_matching import Matcher, Wanted
from memdesk.gui.find_replace_rows import PROBLEM, Places
from memdesk.gui.find_replace_window import FindReplaceWindow
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank

USER = Actor()
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


# --- what matches


def found(text: str, wanted: Wanted) -> list[str]:
    return [f"{text[one.start : one.end]}→{one.new}" for one in Matcher(wanted)(text)]


def test_case_words_and_expressions() -> None:
    assert found("Go go gopher", Wanted(text="go", new="x")) == ["Go→x", "go→x", "go→x"]
    assert found("Go go gopher", Wanted(text="go", new="x", case=True)) == ["go→x", "go→x"]
    assert found("Go go gopher", Wanted(text="go", new="x", whole=True)) == ["Go→x", "go→x"]
    assert found("C++ and C", Wanted(text="C++", new="Rust", whole=True)) == ["C++→Rust"]
    assert found("a.c abc", Wanted(text="a.c", new="\\1")) == ["a.c→\\1"]
    assert found("用制表符写", Wanted(text="制表符", new="空格")) == ["制表符→空格"]
    swap = Wanted(text=r"(\w+)@(\w+)", new=r"\2 at \1", expression=True)
    assert found("😀 me@home", swap) == ["me@home→home at me"]
    lines = Wanted(text="^- ", new=r"* \n\\", expression=True)
    assert found("- a\n- b", lines) == ["- →* \n\\", "- →* \n\\"]


def test_an_expression_content_with_nothing_finds_no_empty_place() -> None:
    assert found("xx\ny", Wanted(text="x*", new="z", expression=True)) == ["xx→z"]


def test_a_bad_expression_is_refused_with_its_place() -> None:
    with pytest.raises(BadParameters, match="at character 3"):
        Matcher(Wanted(text="(a", expression=True))
    with pytest.raises(BadParameters):
        Matcher(Wanted(text=""))


def test_an_expression_that_never_ends_is_given_up() -> None:
    match = Matcher(Wanted(text="(a+)+$", expression=True))
    with pytest.raises(LimitExceeded):
        match("a" * 5_000 + "b")


@given(st.text(alphabet="ab😀é", max_size=40))
def test_places_are_code_points_in_order(text: str) -> None:
    places = Matcher(Wanted(text="a", new="b"))(text)
    assert [text[one.start : one.end] for one in places] == ["a"] * text.count("a")
    assert all(one.end <= other.start for one, other in pairwise(places))


# --- the window


@pytest.fixture
def shown(window: MainWindow, filled: Bank, qtbot: QtBot) -> FindReplaceWindow:
    filled.add(Memory(id="m", title="Old plan", content="The old plan: old ways."), USER)
    filled.add(Task(id="t", title="Old", notes="An old task", tags=("old",)), USER)
    qtbot.waitUntil(lambda: window.pages["memories"].table.rowCount() == 3)
    qtbot.keyClick(window, Qt.Key.Key_H, CONTROL)
    made = window.whole_bank.find_replace
    assert made is not None
    return made


def look_for(qtbot: QtBot, shown: FindReplaceWindow, text: str, new: str = "new") -> None:
    shown.find_line.clear()
    qtbot.keyClicks(shown.find_line, text)
    shown.new_line.clear()
    qtbot.keyClicks(shown.new_line, new)
    qtbot.keyClick(shown.new_line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown.sentence not in ("", "Looking…"))


def said(places: Places) -> list[str]:
    return [places.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
            for row in range(places.rowCount())]  # fmt: skip


def test_every_place_is_seen_before_it_changes(
    shown: FindReplaceWindow, filled: Bank, qtbot: QtBot
) -> None:
    look_for(qtbot, shown, "old")
    assert shown.sentence == "Places: 5, in 2 entries."
    assert said(shown.places)[:2] == [
        "Old, Title: “Old” becomes “new”",
        "Old, Notes: “old” becomes “new”",
    ]
    # Down goes into the list, Space unticks: the title of the task stays.
    qtbot.keyClick(shown.new_line, Qt.Key.Key_Down)
    assert shown.list.currentIndex().row() == 0
    qtbot.keyClick(shown.list, Qt.Key.Key_Space)
    assert shown.replace_button.text() == "&Replace 4"
    qtbot.mouseClick(shown.replace_button, LEFT)
    qtbot.waitUntil(lambda: filled.get("t").notes == "An new task")
    assert filled.get("t").label == "Old"
    assert filled.get("m").content == "The new plan: new ways."
    assert filled.get("m").label == "new plan"
    assert filled.get("t").tags == ("old",), "tags were not asked for"
    qtbot.waitUntil(lambda: shown.sentence.startswith("Replaced: 4, in 2 entries."))
    qtbot.keyClick(shown, Qt.Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: filled.get("m").label == "Old plan")
    assert filled.get("t").notes == "An old task", "one step takes all of it back"


def test_what_an_entry_may_not_hold_is_listed_with_the_reason(
    shown: FindReplaceWindow, filled: Bank, qtbot: QtBot
) -> None:
    look_for(qtbot, shown, "old", "")
    assert "Not possible in 1 entry" in shown.sentence
    assert shown.places.index(0).data(PROBLEM) == "Title may not be empty."
    assert shown.places.ticked_count == 3
    # A person who ticks it all the same gets the rest, and this one stays listed.
    shown.places.setData(
        shown.places.index(0), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole
    )
    qtbot.mouseClick(shown.replace_button, LEFT)
    qtbot.waitUntil(lambda: "Left as they are: 1" in shown.sentence)
    assert filled.get("t").label == "Old"
    assert filled.get("m").content == "The  plan:  ways."
    assert said(shown.places)[0].startswith("Old, Title")


def test_kinds_and_fields_narrow_it(shown: FindReplaceWindow, qtbot: QtBot) -> None:
    look_for(qtbot, shown, "old")
    qtbot.mouseClick(shown.kind_boxes["memory"], LEFT)
    qtbot.waitUntil(lambda: shown.sentence == "Places: 2, in 1 entry.")
    qtbot.mouseClick(shown.part_boxes["lists"], LEFT)
    qtbot.waitUntil(lambda: shown.sentence == "Places: 3, in 1 entry.")
    qtbot.mouseClick(shown.case_box, LEFT)
    qtbot.waitUntil(lambda: shown.sentence == "Places: 2, in 1 entry.")


def test_only_the_selected_or_the_filtered_are_searched(
    window: MainWindow, shown: FindReplaceWindow, filled: Bank, qtbot: QtBot
) -> None:
    shown.close()
    filled.add(Memory(id="n", title="Node again", content="old Node"), USER)
    window.page.filter.set_text("Node")
    qtbot.waitUntil(lambda: window.page.table.rowCount() == 2)
    window.actions_by_name["find-replace"].trigger()
    boxed = [shown.where_box.itemText(row) for row in range(shown.where_box.count())]
    assert boxed == ["What the filter shows", "The whole bank"]
    assert shown.find_line.text() == "Node", "what is filtered by is what one looks for"
    look_for(qtbot, shown, "old")
    assert shown.sentence == "Places: 1, in 1 entry."
    window.page.view.selectAll()
    window.actions_by_name["find-replace"].trigger()
    assert shown.where_box.currentText() == "The selected entries (2)"


def test_a_bad_expression_is_said_beside_it(shown: FindReplaceWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(shown.expression_box, LEFT)
    look_for(qtbot, shown, "(a")
    assert shown.sentence.startswith("This is no regular expression: ")
    assert not shown.replace_button.isEnabled()
    look_for(qtbot, shown, r"(\w+) plan", r"plan \1")
    assert "“Old plan” becomes “plan Old”" in said(shown.places)[0]


def test_what_someone_else_changed_meanwhile_is_left(
    shown: FindReplaceWindow, filled: Bank, qtbot: QtBot
) -> None:
    look_for(qtbot, shown, "old")
    filled.update("m", {"content": "Written anew."}, Actor(author="some-host"))
    qtbot.mouseClick(shown.replace_button, LEFT)
    qtbot.waitUntil(lambda: "Left as they are: 1" in shown.sentence)
    assert filled.get("m").label == "Old plan"
    assert filled.get("m").content == "Written anew."
    assert filled.get("t").label == "new"


def test_a_place_leads_to_its_entry(
    window: MainWindow, shown: FindReplaceWindow, qtbot: QtBot
) -> None:
    look_for(qtbot, shown, "task", "job")
    shown.list.setFocus()
    shown.list.setCurrentIndex(shown.places.index(0))
    qtbot.keyClick(shown.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.navigation.chosen == "tasks")
    qtbot.waitUntil(lambda: window.page.editor.entry is not None
                    and window.page.editor.entry.id == "t")  # fmt: skip


def test_the_list_keeps_the_rules_of_models(
    shown: FindReplaceWindow, qtbot: QtBot, qtmodeltester: object
) -> None:
    qtmodeltester.check(shown.places)  # type: ignore[attr-defined]
    look_for(qtbot, shown, "old")
    assert shown.places.rowCount() == 5


def test_nothing_found_is_said(shown: FindReplaceWindow, qtbot: QtBot) -> None:
    look_for(qtbot, shown, "zzz")
    assert shown.sentence == "Nothing found."
    assert not shown.replace_button.isEnabled()
