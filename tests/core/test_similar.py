"""Look-alikes: facts in other words are the same, and facts of one pattern are not (spec 1.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins import CLOSE_BUT_DISTINCT, TWINS

from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.similar import ENOUGH, gist, normalised_title, score


def note(text: str, title: str = "") -> Memory:
    """A memory as a host writes it: its title is the text's beginning."""
    return Memory(title=title or text[:40], content=text)


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_the_same_in_other_words_looks_alike(one: str, other: str) -> None:
    assert score(gist(note(one)), gist(note(other))) >= ENOUGH


def test_distinct_facts_do_not() -> None:
    gists = [gist(note(one)) for one, _twin in TWINS]
    flagged = [
        (first.title, second.title)
        for place, first in enumerate(gists)
        for second in gists[place + 1 :]
        if score(first, second) >= ENOUGH
    ]
    assert flagged == []


def test_facts_of_one_pattern_rarely_do() -> None:
    flagged = [
        (one, other)
        for one, other in CLOSE_BUT_DISTINCT
        if score(gist(note(one)), gist(note(other))) >= ENOUGH
    ]
    assert len(flagged) <= 2, flagged


def test_the_same_title_is_enough() -> None:
    one, other = note("completely different", "Auth: JWT!"), note("from this one", "ａｕｔｈ jwt")
    assert normalised_title("Auth: JWT!") == "auth jwt"
    assert score(gist(one), gist(other)) == 1.0
    assert score(gist(note("x y", "!")), gist(note("p q", "?"))) < ENOUGH


def test_the_same_text_under_another_title_looks_alike() -> None:
    text = TWINS[0][0]
    assert score(gist(note(text, "Note 1")), gist(note(TWINS[0][1], "Decision 27"))) >= ENOUGH


def test_other_kinds_have_texts_too() -> None:
    pairs: list[tuple[Entry, Entry]] = [
        (Task(title="Fix login", notes="the token expires"), Task(title="fix login!")),
        (Work(name="Forum game", summary="A forum-themed game in Godot"),
         Work(name="Game", summary="Forum-themed game made in Godot")),
    ]  # fmt: skip
    for one, other in pairs:
        assert score(gist(one), gist(other)) >= ENOUGH


ANY = st.text(max_size=60)


@given(ANY, ANY, ANY)
def test_a_score_is_a_share_and_the_same_both_ways(one: str, other: str, title: str) -> None:
    left, right = gist(note(one, title)), gist(note(other))
    value = score(left, right)
    assert 0.0 <= value <= 1.0 + 1e-9
    assert value == pytest.approx(score(right, left))
    if left.whole.weight:
        assert score(left, left) == pytest.approx(1.0)


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_title_and_a_body_are_compared_as_one_text(title: str, body: str) -> None:
    apart = gist(Memory(title=title, content=body)).whole
    # Nothing joins across the white space between them.
    joined = gist(Memory(title="", content=f"{title}\n{body}")).body
    assert apart == joined


@pytest.mark.parametrize("ending", ["st", "nd", "rd", "th"])
def test_a_day_is_the_same_written_as_an_ordinal(ending: str) -> None:
    plain, ordinal = gist(note("May 15", "One")), gist(note(f"the 15{ending} of May", "Two"))
    assert plain.body == ordinal.body
    assert gist(note(f"Wid{ending}")).body.words, "letters without a digit stay"
