"""What every format gives: conversations, their messages, and what could not be read (spec 5.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from memdesk.core import times
from memdesk.core.limits import MAX_NAME
from memdesk.core.text import clean, cut, one_line

LONGEST_TITLE = 120
"""Code points of what a conversation is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing that was said. `role` is user, assistant, or a format's own word.

    `after` is the place in the conversation behind it, from where reading can go on.
    """

    role: str
    text: str
    at: str | None
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One conversation that lies somewhere: what is known of it without reading it.

    `id` is the host's own where it has one, so that it is the one that `source_sessions` names.
    `workspace` is the folder it was held in, as the host wrote it down; empty where it has none.
    `part` is the format's own word for which conversation of a file. `messages` is null where
    counting would mean reading it all.
    """

    id: str
    format: str
    path: Path
    updated_at: str
    size: int
    host: str = ""
    workspace: str = ""
    title: str = ""
    started_at: str | None = None
    messages: int | None = None
    part: str = ""


@dataclass(slots=True)
class Tally:
    """What a reading met and could not take: broken pieces, and pieces of an unknown kind."""

    broken: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where to look: the person's home, the environment, and the folders that they named."""

    home: Path
    env: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()

    def directory(self, variable: str, *default: str) -> Path:
        """A directory that a variable moves."""
        named = self.env.get(variable, "").strip()
        return Path(named) if named else self.home.joinpath(*default)


def nowhere(_machine: Machine, _troubles: list[OSError]) -> Iterable[Path]:
    """Where a format lies that no program keeps in a place of its own."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptFormat:
    """One format. What it is given must be a regular file; all may raise OSError.

    `claims` looks at a file's name and its first bytes. `look` gives the conversations in it,
    `read` the messages of one, streamed, from a place that an earlier message's `after` named.
    `find` gives the files that its program keeps on a machine, and notes the folders that could
    not be searched.
    """

    name: str
    claims: Callable[[Path, bytes], bool]
    look: Callable[[Path, Tally], Iterable[Conversation]]
    read: Callable[[Conversation, Tally, int], Iterator[Message]]
    find: Callable[[Machine, list[OSError]], Iterable[Path]] = nowhere


def usable_id(id: object) -> str:
    """The id of a program's own, or empty where it is none that a memory could name."""
    if isinstance(id, str) and 0 < len(id) <= MAX_NAME and id.isprintable() and id == id.strip():
        return id
    return ""


def derived_id(path: Path, part: str = "") -> str:
    """An id for a conversation that has none of its own: the same place gets the same."""
    digest = sha256(f"{path}\0{part}".encode("utf-8", "surrogateescape")).hexdigest()[:12]
    stem = "".join(c if c.isalnum() or c in "-_." else "-" for c in clean(path.stem))
    return f"{stem[:60].strip('-') or 'conversation'}-{digest}"


def title_of(text: str) -> str:
    """The beginning of a text on one line."""
    return cut(one_line(clean(text[: 20 * LONGEST_TITLE])), LONGEST_TITLE)[0]


def size_of(path: Path) -> int:
    """Bytes."""
    return path.stat().st_size


def changed_at(path: Path) -> str:
    """When a file was last written."""
    return times.iso(datetime.fromtimestamp(path.stat().st_mtime, UTC))


def moment(value: object) -> str | None:
    """A time in memdesk's form: from ISO 8601, or seconds or milliseconds since 1970."""
    if isinstance(value, str):
        return times.normalised(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if abs(value) > _MILLISECONDS else value
        try:
            return times.iso(datetime.fromtimestamp(seconds, UTC))
        except (ValueError, OverflowError, OSError):
            return None
    return None


_MILLISECONDS = 100_000_000_000
"""As seconds it would be the year 5138."""

_TEXTS = ("text", "input_text", "output_text")


def text_of(content: object) -> str | None:
    """What is said in a message's content: a text, or a list of blocks of which some are text.

    None for anything else. What a model thought and what its tools said is left out.
    """
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = []
    for block in content:
        if isinstance(block, dict):
            text = block.get("text") if block.get("type") in _TEXTS else None
        else:
            text = block
        if isinstance(text, str) and text.strip():
            parts.append(text)
    return "\n".join(parts)


def without_tagged(text: str, tag: str) -> str:
    """The text without `<tag>…</tag>`: what a program put between a person's words."""
    begin, end = f"<{tag}>", f"</{tag}>"
    parts = []
    position = 0
    while (start := text.find(begin, position)) >= 0:
        stop = text.find(end, start)
        if stop < 0:
            break
        parts.append(text[position:start])
        position = stop + len(end)
    return "".join((*parts, text[position:]))


_TAG = re.compile(r"\s*<([a-z][a-z_ -]{0,40})>")


def leading_tag(text: str) -> str:
    """The tag that a text begins with; empty where it begins with none."""
    match = _TAG.match(text)
    return match[1] if match else ""
