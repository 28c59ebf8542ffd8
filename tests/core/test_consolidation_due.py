"""When a conversation is due: the Amily2 seed's rule (spec 5.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.consolidation_due import consolidation_due


@given(st.integers(0, 100), st.integers(0, 10**6), st.integers(1, 10**6))
def test_it_judges_as_the_seed_does(messages: int, tokens: int, most: int) -> None:
    """`tokenCount / maxTokens > 0.7` or `history.length > 35`; 0.7 is taken at its word."""
    due = consolidation_due(messages, tokens, most)
    assert due.due == (10 * tokens > 7 * most or messages > 35)
    assert due.why


@pytest.mark.parametrize(
    ("messages", "tokens", "most", "due", "why"),
    [
        (35, None, None, False, "35 messages since the last time, not more than 35."),
        (36, None, None, True, "36 messages since the last time, more than 35."),
        (None, 700, 1000, False, "700 of 1000 tokens are used, not more than 70 %."),
        (None, 701, 1000, True, "701 of 1000 tokens are used, more than 70 %."),
        (None, None, None, False, "Nothing is known of it."),
    ],
)
def test_the_edges(
    messages: int | None, tokens: int | None, most: int | None, due: bool, why: str
) -> None:
    found = consolidation_due(messages, tokens, most)
    assert (found.due, found.why) == (due, why)


def test_both_numbers_are_settings() -> None:
    assert consolidation_due(11, None, None, most_messages=10).due
    assert not consolidation_due(100, None, None, most_messages=100).due
    assert consolidation_due(None, 51, 100, tokens_percent=50).due
    assert not consolidation_due(None, 95, 100, tokens_percent=95).due
