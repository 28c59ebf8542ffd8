"""Claude's account export: each conversation with its `chat_messages` (spec 5.3)."""

from __future__ import annotations

from typing import Any

from memdesk.exchange.transcripts.account_export import Said, Shape, make_format
from memdesk.exchange.transcripts.conversation import Tally, moment, text_of

_ROLES = {"human": "user", "assistant": "assistant"}


def messages(value: dict[str, Any], tally: Tally) -> Said:
    """What the person and the model said."""
    found = value.get("chat_messages")
    if not isinstance(found, list):
        tally.broken += 1
        return
    for message in found:
        if not isinstance(message, dict) or not isinstance(message.get("sender"), str):
            tally.broken += 1
        elif message["sender"] not in _ROLES:
            tally.unknown += 1
        else:
            # `text` alone is the older way; beside `content` it says the tools' words, too.
            text = text_of(message.get("content")) or text_of(message.get("text")) or ""
            if text.strip():
                yield _ROLES[message["sender"]], text.strip(), moment(message.get("created_at"))


FORMAT = make_format(
    "claude",
    Shape(("uuid",), "name", "created_at", "updated_at", "chat_messages", messages),
)
