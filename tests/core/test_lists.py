"""Lists typed as one text (spec 1.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.lists import split_list, with_items, without_items, without_repeats


@pytest.mark.parametrize("separator", [",", "，", "、", ";", "；", "\n", " ,, ", "\r\n"])
def test_every_separator_of_the_seed_splits(separator: str) -> None:
    assert split_list(f"one{separator}two words{separator}三") == ("one", "two words", "三")


def test_items_are_trimmed_empty_ones_dropped_repetitions_kept() -> None:
    assert split_list(" a ,, b;\n ;a") == ("a", "b", "a")


@pytest.mark.parametrize("text", ["", "  ", ",", "，；、\n"])
def test_nothing_but_separators_is_an_empty_list(text: str) -> None:
    assert split_list(text) == ()


def test_other_punctuation_does_not_split() -> None:
    assert split_list("C/C++: 11. Godot 4.7|x") == ("C/C++: 11. Godot 4.7|x",)


@given(st.text())
def test_splitting_what_was_split_changes_nothing(text: str) -> None:
    items = split_list(text)
    assert all(item and item == item.strip() for item in items)
    assert split_list("\n".join(items)) == items


def test_single_items_are_added_once_and_removed_in_any_case() -> None:
    assert with_items(("Anime",), ["anime", "Go", "go"]) == ("Anime", "Go")
    assert without_items(("Anime", "Go"), ["anime", "unknown"]) == ("Go",)
    assert without_repeats(["b", "a", "b"]) == ("b", "a")
