"""ChatGPT's account export: each conversation a tree of messages, `mapping` (spec 5.3).

Where the person went back and asked anew the tree branches. The branch that they see is the one
that leads to `current_node`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memdesk.exchange.transcripts.account_export import Said, Shape, make_format
from memdesk.exchange.transcripts.conversation import Tally, moment

_SPOKEN = ("user", "assistant")
_OTHERS = ("system", "tool", "developer")
_TEXTS = ("text", "multimodal_text")


def messages(value: dict[str, Any], tally: Tally) -> Said:
    """What the person and the model said, along the branch that is shown."""
    for message in _branch(value, tally):
        author = message.get("author")
        role = author.get("role") if isinstance(author, dict) else None
        if not isinstance(role, str):
            tally.broken += 1
        elif role in _SPOKEN and not _is_hidden(message):
            text = _text(message.get("content"), tally)
            if text:
                yield role, text, moment(message.get("create_time"))
        elif role not in (*_SPOKEN, *_OTHERS):
            tally.unknown += 1


def _branch(value: dict[str, Any], tally: Tally) -> Iterator[dict[str, Any]]:
    mapping = value.get("mapping")
    if not isinstance(mapping, dict):
        tally.broken += 1
        return
    node = value.get("current_node")
    if not isinstance(node, str) or node not in mapping:
        node = next(reversed(mapping), None)  # the newest
    path: list[dict[str, Any]] = []
    seen: set[str] = set()
    while isinstance(node, str) and node not in seen:
        seen.add(node)
        found = mapping.get(node)
        if not isinstance(found, dict):
            tally.broken += 1
            break
        message = found.get("message")
        if isinstance(message, dict):
            path.append(message)
        node = found.get("parent")
    yield from reversed(path)


def _is_hidden(message: dict[str, Any]) -> bool:
    """Whether it was for a tool, or is not shown to the person."""
    metadata = message.get("metadata")
    hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation")
    return bool(hidden) or message.get("recipient") not in (None, "all")


def _text(content: object, tally: Tally) -> str:
    """The words of a message; of pictures and sounds only what was said in them."""
    if not isinstance(content, dict):
        tally.broken += 1
        return ""
    parts = content.get("parts")
    if content.get("content_type") not in _TEXTS or not isinstance(parts, list):
        return ""
    words = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return "\n".join(word for word in words if isinstance(word, str)).strip()


FORMAT = make_format(
    "chatgpt",
    Shape(("conversation_id", "id"), "title", "create_time", "update_time", "mapping", messages),
)
