"""Markdown with speaker headings: `## User`, `### Assistant:`, `**You:**` … (spec 5.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    derived_id,
    moment,
    size_of,
    title_of,
)
from memdesk.exchange.transcripts.json_lines import HEAD, lines

NAME = "markdown"
LONGEST = 1024 * 1024
"""Characters of one message that are kept."""

_USER = ("user", "human", "you", "me", "prompt", "question", "用户", "我", "人类", "提问")
_ASSISTANT = (
    "assistant", "ai", "bot", "model", "claude", "chatgpt", "gpt", "gemini", "copilot", "codex",
    "deepseek", "qwen", "llama", "grok", "cursor", "response", "answer", "助手", "助理", "回答",
    "模型",
)  # fmt: skip
_ROLES = dict.fromkeys(_USER, "user") | dict.fromkeys(_ASSISTANT, "assistant")

_HEADING = re.compile(r"(?P<sign>#{1,6}[ \t]+|[_*]{2,3}(?=\S))[^\w*_]{0,8}(?P<name>\w{1,20})")
# What may stand behind the name: a time, a model's name.
_REST = re.compile(
    r"[ \t]*(?:\([^)]{0,80}\)|\[[^\]]{0,80}\]|[-–—|·].{0,80})?[ \t]*[:：]?[*_]{0,3}[:：]?"
)
# In bold, with a colon, the speech may begin on the same line.
_BOLD = re.compile(
    r"(?P<more>(?:\([^)]{0,80}\)|[^:：*_()]){0,80})(?:[:：][*_]{2,3}|[*_]{2,3}[:：]?)(?P<said>.*)"
)
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def claims(path: Path, beginning: bytes) -> bool:
    """Whether both sides of a conversation have a heading."""
    if path.suffix.lower() not in (".md", ".markdown"):
        return False
    spoken = map(_speaker, beginning.decode("utf-8", "replace").splitlines())
    return {"user", "assistant"} <= {one.role for one in spoken if one}


def look(path: Path, _tally: Tally) -> Iterator[Conversation]:
    """The conversation of a file; none where nobody speaks in it."""
    heading = asked = ""
    started = None
    with path.open("rb") as file:
        role = ""
        for line, after in lines(file, Tally()):
            text = line.decode("utf-8", "replace")
            speaker = _speaker(text)
            if speaker is not None:
                role = speaker.role
                started = started or speaker.at
                if role == "user":
                    asked = asked or speaker.said
            elif not role and text.startswith("# "):
                heading = heading or text[2:]
            elif role == "user":
                asked = asked or text
            if asked or after > HEAD:
                break
    if role:
        yield Conversation(
            id=derived_id(path),
            format=NAME,
            path=path,
            title=title_of(heading) or title_of(asked) or title_of(path.stem),
            started_at=started,
            updated_at=changed_at(path),
            size=size_of(path),
        )


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What stands below each speaker's heading, up to the next one's."""
    role, at, fence = "", None, ""
    said: list[str] = []
    length = 0
    with conversation.path.open("rb") as file:
        place = file.seek(start)
        while line := file.readline(LONGEST):
            text = line.decode("utf-8", "replace")
            speaker = None if fence else _speaker(text.lstrip("\ufeff"))
            if speaker is not None:
                if whole := "".join(said).strip():
                    yield Message(role=role, text=whole, at=at, after=place)
                role, at = speaker.role, speaker.at
                said = [speaker.said + "\n"] if speaker.said else []
                length = len(speaker.said)
            elif role:
                fence = _fence_after(fence, text)
                if length < LONGEST:
                    said.append(text)
                length += len(text)
            place += len(line)
    if whole := "".join(said).strip():
        yield Message(role=role, text=whole, at=at, after=place)


class Speaker(NamedTuple):
    """Who speaks from a line on, when, and what they say on that line already."""

    role: str
    at: str | None
    said: str


def _speaker(line: str) -> Speaker | None:
    """The speaker whom a line announces; None for any other line."""
    line = line.strip()
    match = _HEADING.match(line)
    role = _ROLES.get(match["name"].lower()) if match else None
    if match is None or role is None:
        return None
    rest, said = line[match.end() :], ""
    if match["sign"].startswith("#"):
        if not _REST.fullmatch(rest):
            return None
    else:
        bold = _BOLD.match(rest)
        if bold is None:
            return None
        rest, said = bold["more"], bold["said"].strip()
        if said and not re.search("[:：]", bold[0].removesuffix(bold["said"])):
            return None  # a word in bold, not a speaker
        if rest and not _REST.fullmatch(rest):
            return None
    found = _TIME.search(rest)
    return Speaker(role, moment(found[0].replace(" ", "T", 1)) if found else None, said)


def _fence_after(fence: str, line: str) -> str:
    """The fence of code that is open behind a line: a heading inside is none."""
    match = _FENCE.match(line)
    if match is None:
        return fence
    if not fence:
        return match[1]
    closes = match[1][0] == fence[0] and len(match[1]) >= len(fence)
    return "" if closes and not line[match.end() :].strip() else fence


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read)
