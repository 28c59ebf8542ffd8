"""Plain JSONL: one message a line, {role, content} (spec 5.3).

A line may also say when (`at`, `timestamp`, `created_at`), and where (`cwd` or `workspace`); the
first that names a `session` gives the conversation its id.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    derived_id,
    moment,
    size_of,
    text_of,
    title_of,
    usable_id,
)
from memdesk.exchange.transcripts.json_lines import HEAD, decoded, head, records

NAME = "jsonl"

_SPOKEN = ("user", "assistant")
_ROLES = {"human": "user", "ai": "assistant", "model": "assistant", "bot": "assistant"}
_OTHERS = ("system", "developer", "tool", "function")
_TIMES = ("at", "timestamp", "created_at")


def claims(path: Path, beginning: bytes) -> bool:
    """Whether the first line that is JSON at all is a message or says where messages are from."""
    if path.suffix not in (".jsonl", ".ndjson"):
        return False
    return any(
        "role" in value and "content" in value
        for value in map(decoded, beginning.split(b"\n"))
        if value is not None
    )


def look(path: Path, _tally: Tally) -> Iterator[Conversation]:
    """The conversation of a file; none where nothing was said in it."""
    workspace = asked = id = ""
    started = None
    said = False
    for value in head(path):
        workspace = workspace or _text(value.get("cwd")) or _text(value.get("workspace"))
        id = id or usable_id(value.get("session")) or usable_id(value.get("session_id"))
        started = started or _at(value)
        message = _said(value)
        if message is not None:
            said = True
            if message[0] == "user":
                asked = asked or message[1]
        if workspace and started and asked and id:
            break
    if not said and size_of(path) <= HEAD:
        return
    yield Conversation(
        id=id or derived_id(path),
        format=NAME,
        path=path,
        workspace=workspace,
        title=title_of(asked) or title_of(path.stem),
        started_at=started,
        updated_at=changed_at(path),
        size=size_of(path),
    )


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What the person and the model said, in the file's order."""
    for value, after in records(conversation.path, tally, start):
        role = value.get("role")
        if "role" not in value and "content" not in value:
            tally.unknown += 1
        elif not isinstance(role, str) or text_of(value.get("content")) is None:
            tally.broken += role not in _OTHERS  # a call of a tool has no content
        elif role not in _OTHERS:
            said = _said(value)
            if said is not None:
                role, text = said
                yield Message(role=role, text=text, at=_at(value), after=after)


def _said(value: dict[str, Any]) -> tuple[str, str] | None:
    role, text = value.get("role"), text_of(value.get("content"))
    if not isinstance(role, str) or role in _OTHERS or not text or not text.strip():
        return None
    role = _ROLES.get(role, role)
    return role if role in _SPOKEN else title_of(role), text.strip()


def _at(value: dict[str, Any]) -> str | None:
    return next(filter(None, (moment(value.get(name)) for name in _TIMES)), None)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read)
