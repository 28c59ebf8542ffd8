"""Account exports: one `conversations.json`, or the zip as it was downloaded (spec 5.3).

A list of conversations, of ChatGPT's shape or of Claude's: which, the first one shows. A big
ChatGPT account comes in several files, `conversations-000.json` and so on.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    derived_id,
    moment,
    title_of,
    usable_id,
)
from memdesk.exchange.transcripts.json_array import elements

Said = Iterator[tuple[str, str, str | None]]
"""Role, text and time of each message."""

CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:[-_]\d{1,6})?\.json")
"""The files of conversations in an export, by their place there."""
_MEMBER_SIGN = "|"


class Shape(NamedTuple):
    """How one service writes a conversation: the fields for its id, title and times, what its
    messages stand in, and how they are read."""

    ids: tuple[str, ...]
    title: str
    created: str
    updated: str
    holds: str
    read: Callable[[dict[str, Any], Tally], Said]


def make_format(name: str, shape: Shape) -> TranscriptFormat:
    """The format of one service's exports."""

    def claims(path: Path, beginning: bytes) -> bool:
        if beginning.startswith(b"PK"):
            return path.suffix == ".zip" and _first_holds(path, shape.holds)
        is_list = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["
        return is_list and path.suffix == ".json" and _first_holds(path, shape.holds)

    def look(path: Path, tally: Tally) -> Iterator[Conversation]:
        size, when = path.stat().st_size, changed_at(path)
        for member, number, value in _conversations(path, tally):
            part = f"{number}{_MEMBER_SIGN}{member}"
            if value is None or shape.holds not in value:
                tally.broken += 1
                continue
            found = _named(value, shape, path, part)
            said = sum(1 for _ in shape.read(value, Tally()))
            if said:
                yield replace(
                    found, format=name, host=name, size=size, messages=said,
                    updated_at=found.updated_at or found.started_at or when,
                )  # fmt: skip

    def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
        number, _, member = conversation.part.partition(_MEMBER_SIGN)
        for found, place, value in _conversations(conversation.path, Tally()):
            if (found, place) == (member, int(number)) and value is not None:
                for after, (role, text, at) in enumerate(shape.read(value, tally), 1):
                    if after > start:
                        yield Message(role=role, text=text, at=at, after=after)
                return

    return TranscriptFormat(name=name, claims=claims, look=look, read=read)


def _named(value: dict[str, Any], shape: Shape, path: Path, part: str) -> Conversation:
    id = next(filter(None, (usable_id(value.get(name)) for name in shape.ids)), "")
    title = value.get(shape.title)
    return Conversation(
        id=id or derived_id(path, part),
        format="",
        path=path,
        part=part,
        title=title_of(title) if isinstance(title, str) else "",
        started_at=moment(value.get(shape.created)),
        updated_at=moment(value.get(shape.updated)) or "",
        size=0,
    )


def _first_holds(path: Path, name: str) -> bool:
    """Whether the first conversation of an export has this field."""
    for _member, _number, value in _conversations(path, Tally()):
        return value is not None and name in value
    return False


def _conversations(path: Path, tally: Tally) -> Iterator[tuple[str, int, dict[str, Any] | None]]:
    """Each conversation of an export: the file in the zip, its number there, and itself.

    None stands for an element that is no object.
    Raises OSError for a zip that can't be read.
    """
    if path.suffix != ".zip":
        with path.open("rb") as file:
            for number, value in enumerate(elements(file, tally)):
                yield "", number, value if isinstance(value, dict) else None
        return
    with _unzipped(path) as archive:
        for member in sorted(filter(CONVERSATIONS.fullmatch, archive.namelist())):
            with archive.open(member) as file:
                for number, value in enumerate(elements(file, tally)):
                    yield member, number, value if isinstance(value, dict) else None


@contextmanager
def _unzipped(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError,
            UnicodeDecodeError) as error:  # fmt: skip
        # RuntimeError: it is locked with a password.
        raise OSError(f"{path}: {error}") from error
