"""What the Amily2 seed describes of when a conversation is to be summarised (spec 5.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from seed_hosts import SocketHost


@pytest.mark.parametrize(
    ("messages", "tokens", "due"),
    [
        (1, 0, False),
        (35, 70_000, False),
        (36, 0, True),
        (1, 70_001, True),
        (36, 70_001, True),
    ],
)
def test_summarising_is_due_over_70_percent_of_the_window_or_35_messages(
    connect: Callable[..., SocketHost], messages: int, tokens: int, due: bool
) -> None:
    found = connect(host="sillytavern").call(
        "consolidation_due", messages=messages, tokens=tokens, max_tokens=100_000
    )
    assert found["due"] is due
    assert found["why"]
