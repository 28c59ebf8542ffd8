"""When a conversation is due for consolidation (spec 5.2); pure."""

from __future__ import annotations

from dataclasses import dataclass

TOKENS_PERCENT = 70
"""Of the host's window: more than so much is due."""
MESSAGES = 35
"""More messages than these since the last time are due."""


@dataclass(frozen=True, slots=True)
class Due:
    """Whether it is due, and a sentence that says why or why not."""

    due: bool
    why: str


def consolidation_due(
    messages: int | None,
    tokens: int | None,
    max_tokens: int | None,
    *,
    tokens_percent: int = TOKENS_PERCENT,
    most_messages: int = MESSAGES,
) -> Due:
    """Judge what is known; None is unknown and decides nothing.

    `messages` counts those since the last time, `tokens` those in the host's window of
    `max_tokens`.
    """
    reasons = []
    if tokens is not None and max_tokens:
        # In whole numbers: 0.7 is none, and exactly 70 % are not more than 70 %.
        passed = 100 * tokens > tokens_percent * max_tokens
        known = f"{tokens} of {max_tokens} tokens are used"
        if passed:
            return Due(True, f"{known}, more than {tokens_percent} %.")
        reasons.append(f"{known}, not more than {tokens_percent} %")
    if messages is not None:
        known = f"{messages} messages since the last time"
        if messages > most_messages:
            return Due(True, f"{known}, more than {most_messages}.")
        reasons.append(f"{known}, not more than {most_messages}")
    return Due(False, "; ".join(reasons) + "." if reasons else "Nothing is known of it.")
