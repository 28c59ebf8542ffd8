"""Transcripts as their programs write them, and what is read of them."""

from __future__ import annotations

import json
from pathlib import Path

from memdesk.exchange.transcripts.conversation import Conversation, Machine, Message, Tally
from memdesk.exchange.transcripts.finding import Finder, conversations_in, messages_of


def json_lines(*values: object) -> str:
    """A line for each value."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def written(path: Path, text: str | bytes) -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def only(path: Path) -> Conversation:
    """The one conversation of a file that the person names."""
    (found,) = conversations_in(path, Tally())
    return found


def said(one: Conversation, start: int = 0) -> tuple[list[tuple[str, str]], Tally]:
    """Who said what, and what could not be read."""
    tally = Tally()
    return [(m.role, m.text) for m in messages_of(one, tally, start)], tally


def all_messages(one: Conversation) -> list[Message]:
    return list(messages_of(one, Tally()))


def found_at(home: Path, **env: str) -> list[Conversation]:
    """What is found on a machine with that home."""
    return Finder().all(Machine(home=home, env=env))


BASE = {"isSidechain": False, "userType": "external", "cwd": "/home/me/app", "sessionId": "s"}


def claude_user(content: object, **more: object) -> dict[str, object]:
    """A line of Claude Code's for what the person said."""
    message = {"role": "user", "content": content}
    return {**BASE, "type": "user", "message": message, **more}


def claude_answer(*blocks: dict[str, object], **more: object) -> dict[str, object]:
    """A line of Claude Code's for what the model said."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": list(blocks)}
    return {**BASE, "type": "assistant", "message": message, **more}


def text_block(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}
