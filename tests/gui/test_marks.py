"""Where a filter's words are marked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.gui.marks import filter_words, holds, marked_ranges


def marked(text: str, typed: str) -> list[str]:
    return [text[start:end] for start, end in marked_ranges(text, filter_words(typed))]


@pytest.mark.parametrize(
    ("text", "typed", "found"),
    [
        ("Advance the forum game", "game", ["game"]),
        ("Games and a game", "gam", ["Gam", "gam"]),
        ("论坛游戏的进度要写在任务里", "进度", ["进度"]),
        ("Café olé", "cafe OLE", ["Café", "olé"]),
        ("say hello world", '"hello world"', ["hello world"]),
        ("ungame", "game", []),
        ("AND (", '"AND (', ["AND"]),
        ("plain", "", []),
        ("plain", "*-()", []),
    ],
)
def test_marks(text: str, typed: str, found: list[str]) -> None:
    assert marked(text, typed) == found


@given(st.text(max_size=60), st.text(max_size=20))
def test_anything_typed_marks_within_the_text(text: str, typed: str) -> None:
    ranges = marked_ranges(text, filter_words(typed))
    assert all(0 <= start < end <= len(text) for start, end in ranges)
    assert ranges == sorted(ranges)


@given(st.text(max_size=30), st.text(max_size=12))
def test_what_holds_all_words_has_each_of_them_marked(text: str, typed: str) -> None:
    words = filter_words(typed)
    assert holds(text, words) == all(marked_ranges(text, (word,)) for word in words)
