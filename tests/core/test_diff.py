"""What differs between two texts: complete, readable, and never slow."""

from __future__ import annotations

import random
import re
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.diff import DiffLine, Fold, counts, folded, line_diff

MOST_SECONDS = 2.0


def old_of(lines: list[DiffLine]) -> str:
    return "\n".join(line.text for line in lines if line.kind != "added")


def new_of(lines: list[DiffLine]) -> str:
    return "\n".join(line.text for line in lines if line.kind != "removed")


def marked(line: DiffLine) -> str:
    """The line with what changed in it in brackets."""
    return "".join(f"[{text}]" if changed else text for text, changed in line.spans)


TEXTS = st.text(st.sampled_from("ab \n中文。\té"), max_size=80)


@given(TEXTS, TEXTS)
def test_both_texts_are_in_it_whole(old: str, new: str) -> None:
    lines = line_diff(old, new)
    assert (old_of(lines), new_of(lines)) == (old, new)
    assert all(text for line in lines if len(line.spans) > 1 for text, _changed in line.spans)
    assert (old == new) == all(line.kind == "same" for line in lines)


@given(TEXTS, TEXTS)
def test_what_a_reworded_pair_of_lines_keeps_is_the_same_on_both_sides(old: str, new: str) -> None:
    old, new = old.replace("\n", " "), new.replace("\n", " ")
    sides = [line.spans for line in line_diff(old, new) if line.kind != "same"]
    if len(sides) == 2 and all(any(changed for _, changed in spans) for spans in sides):
        kept = ["".join(text for text, changed in spans if not changed) for spans in sides]
        assert kept[0] == kept[1]


def test_a_reworded_line_marks_its_words() -> None:
    lines = line_diff(
        "first\nAuth uses JWT with refresh tokens\nlast",
        "first\nAuth uses opaque ids with refresh tokens\nlast",
    )
    assert [(line.kind, marked(line)) for line in lines] == [
        ("same", "first"),
        ("removed", "Auth uses [JWT] with refresh tokens"),
        ("added", "Auth uses [opaque ids] with refresh tokens"),
        ("same", "last"),
    ]


def test_chinese_is_compared_character_by_character() -> None:
    lines = line_diff("总是用中文回复用户", "总是用英文回复用户")
    assert [marked(line) for line in lines] == ["总是用[中]文回复用户", "总是用[英]文回复用户"]


def test_lines_that_share_next_to_nothing_are_not_marked_word_by_word() -> None:
    lines = line_diff("The cat sat on a mat", "Deploy a build every Friday at noon")
    assert [line.spans for line in lines] == [
        (("The cat sat on a mat", False),),
        (("Deploy a build every Friday at noon", False),),
    ]


def test_a_line_broken_in_two_shows_which_words_are_new() -> None:
    lines = line_diff("use pwsh, never cmd", "use pwsh\nnever ever cmd")
    assert [marked(line) for line in lines] == [
        "use pwsh[, ]never cmd",
        "use pwsh",
        "never[ ever] cmd",
    ]


def test_an_end_of_line_more_is_a_difference() -> None:
    assert [line.kind for line in line_diff("a", "a\n")] == ["same", "added"]


def test_an_empty_text_has_no_lines() -> None:
    assert line_diff("", "") == []
    assert [line.kind for line in line_diff("", "a\nb")] == ["added", "added"]
    assert [line.kind for line in line_diff("a", "")] == ["removed"]


def test_long_unchanged_stretches_fold() -> None:
    old = "\n".join(str(number) for number in range(20))
    pieces = folded(line_diff(old, re.sub(r"\b10\b", "ten", old)), around=2)
    shown = [
        len(piece.lines) if isinstance(piece, Fold) else f"{piece.kind[0]}{piece.text}"
        for piece in pieces
    ]
    assert shown == [8, "s8", "s9", "r10", "aten", "s11", "s12", 7]


def test_a_fold_of_one_line_is_the_line() -> None:
    pieces = folded(line_diff("a\nb\nc", "a\nb\nx"), around=1)
    assert not any(isinstance(piece, Fold) for piece in pieces)
    assert counts(line_diff("a\nb\nc", "a\nb\nx")) == (1, 1)


chance = random.Random(7)
WORDS = ["".join(chance.choices("abcdefgh", k=chance.randint(1, 6))) for _ in range(3000)]
LONG = " ".join(chance.choices(WORDS, k=22_000))
MANY = "\n".join(chance.choices("ab", k=50_000))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(LONG, " ".join(chance.choices(WORDS, k=22_000)), id="other words"),
        pytest.param(LONG, LONG.replace("ab", "ba"), id="many words"),
        pytest.param(MANY, MANY[::-1] + "\na", id="two lines over and over"),
        pytest.param(MANY.replace("\n", " "), MANY[::-1].replace("\n", " ") + "b", id="two words"),
        pytest.param("x" * 100_000, "y" * 100_000, id="one word"),
        pytest.param("中文" * 50_000, "文中" * 49_999, id="chinese"),
        pytest.param(" ".join(" b a a " * 400), " ".join(" a b " * 500), id="few words"),
    ],
)
def test_a_hundred_thousand_characters_are_compared_in_time(old: str, new: str) -> None:
    started = thread_time()  # its own work, whatever else the machine has to do
    lines = line_diff(old, new)
    assert thread_time() - started < MOST_SECONDS
    assert (old_of(lines), new_of(lines)) == (old, new)
