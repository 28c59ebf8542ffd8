"""The steps from old rows to new ones, and that they lead there."""

from __future__ import annotations

from array import array

from hypothesis import given
from hypothesis import strategies as st

from memdesk.gui.key_changes import Insertion, Removal, Reordering, Reset, plan_changes

keys = st.lists(st.integers(0, 40), unique=True, max_size=30)


def applied(old: list[int], steps: list[Removal | Insertion | Reordering | Reset]) -> list[int]:
    rows = list(old)
    for step in steps:
        match step:
            case Removal(row, count):
                assert row >= 0 and row + count <= len(rows)
                del rows[row : row + count]
            case Insertion(row, new):
                rows[row:row] = new
            case Reordering(row, new):
                assert sorted(rows[row : row + len(new)]) == sorted(new)
                rows[row : row + len(new)] = new
            case Reset(new):
                rows = list(new)
    return rows


@given(keys, keys)
def test_the_steps_lead_from_old_to_new(old: list[int], new: list[int]) -> None:
    steps = plan_changes(array("q", old), array("q", new))
    assert applied(old, steps) == new


@given(keys, keys)
def test_only_an_empty_table_is_reset(old: list[int], new: list[int]) -> None:
    steps = plan_changes(array("q", old), array("q", new))
    assert not old or not any(isinstance(step, Reset) for step in steps)


def test_one_new_row_is_one_insertion() -> None:
    assert plan_changes(array("q", [1, 2, 3]), array("q", [1, 9, 2, 3])) == [
        Insertion(1, array("q", [9]))
    ]


def test_nothing_moved_is_nothing_to_do() -> None:
    assert plan_changes(array("q", [1, 2]), array("q", [1, 2])) == []
