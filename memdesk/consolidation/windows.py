"""A conversation in pieces that fit a model's window (spec 5.2); streamed, never held whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from memdesk.core.secrets import redact
from memdesk.core.text import clean
from memdesk.exchange.transcripts.conversation import Message

Count = Callable[[str], int]
"""How many tokens a text is."""

SMALLEST = 2_048
"""Tokens of the smallest window of a model that memdesk works with."""
_OVERHEAD = 1_400
"""Tokens of the instruction, and of what is known already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A part of a conversation as it is sent: cleaned, secrets replaced (spec 2.5).

    `after` is the place in the transcript behind its last message; 0 while that message goes on
    in the next window. `messages` are those that end here.
    """

    text: str
    tokens: int
    messages: int
    after: int


def room(window_tokens: int, reply_tokens: int) -> int:
    """Tokens of conversation that fit beside the instruction and the reply."""
    window_tokens = max(window_tokens, SMALLEST)
    return max(window_tokens - reply_tokens - _OVERHEAD, window_tokens // 4)


def windows(messages: Iterable[Message], limit: int, count: Count) -> Iterator[Window]:
    """All of the messages, in windows of at most `limit` tokens. A long message is parted."""
    parts: list[str] = []
    tokens = ended = after = 0
    for message in messages:
        pieces = _pieces(spoken(message), limit, count)
        for place, (piece, size) in enumerate(pieces):
            if parts and tokens + size > limit:
                yield Window(text="\n\n".join(parts), tokens=tokens, messages=ended, after=after)
                parts, tokens, ended, after = [], 0, 0, 0
            parts.append(piece)
            tokens += size
            if place == len(pieces) - 1:
                ended, after = ended + 1, message.after
            else:
                after = 0
    if parts:
        yield Window(text="\n\n".join(parts), tokens=tokens, messages=ended, after=after)


def last(messages: Iterable[Message], number: int) -> list[Message]:
    """The last messages of a conversation."""
    return list(deque(messages, maxlen=number))


def fitting(messages: Iterable[Message], limit: int, count: Count) -> str:
    """The end of the messages that fits into so many tokens."""
    found = list(windows(messages, limit, count))
    return found[-1].text if found else ""


def spoken(message: Message) -> str:
    """A message as a model sees it: who speaks, and what, without secrets."""
    text, _kinds = redact(clean(message.text))
    who = {"user": "User", "assistant": "Assistant"}.get(message.role, clean(message.role))
    return f"{who}: {text.strip()}"


def _pieces(text: str, limit: int, count: Count) -> list[tuple[str, int]]:
    """The text in pieces of at most so many tokens, and how many each has."""
    # A text much longer than that is parted before anything is counted for nothing.
    if len(text) <= 4 * limit or len(text) < 2:
        size = count(text)
        if size <= limit or len(text) < 2:
            return [(text, size)]
    middle = len(text) // 2
    for end in ("\n\n", "\n", " "):
        place = text.rfind(end, len(text) // 4, middle)
        if place > 0:
            middle = place + len(end)
            break
    return _pieces(text[:middle], limit, count) + _pieces(text[middle:], limit, count)
