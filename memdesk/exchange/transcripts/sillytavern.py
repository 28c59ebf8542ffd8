"""SillyTavern's chats: `chats/CHARACTER/*.jsonl` and `group chats/*.jsonl` (spec 5.3).

The first line says who talks ({user_name, character_name, …}), each other one is a message
{name, is_user, send_date, mes}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from memdesk.core import times
from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Machine,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    derived_id,
    moment,
    size_of,
    title_of,
)
from memdesk.exchange.transcripts.folders import files_below
from memdesk.exchange.transcripts.json_lines import decoded, head, records

NAME = "sillytavern"

_SPOKEN_DATE = re.compile(r"(\w+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) ?([ap]m)", re.IGNORECASE)
_FILE_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@(\d{1,2})h ?(\d{1,2})m ?(\d{1,2})s")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def find(machine: Machine, troubles: list[OSError]) -> Iterator[Path]:
    """The chats of an installation in the person's home; elsewhere it is a folder they name."""
    for path in files_below(machine.home / "SillyTavern" / "data", 3, troubles):
        folders = path.parts[-4:-1]
        if path.suffix == ".jsonl" and ("chats" in folders or "group chats" in folders):
            yield path


def claims(path: Path, beginning: bytes) -> bool:
    """Whether the first line says who talks, or is a message of SillyTavern's."""
    value = decoded(beginning.split(b"\n", 1)[0]) if path.suffix == ".jsonl" else None
    if value is None:
        return False
    return (
        "chat_metadata" in value
        or "mes" in value
        or {"user_name", "character_name"} <= value.keys()
    )


def look(path: Path, _tally: Tally) -> Iterator[Conversation]:
    """The chat of a file; none where nothing was said in it."""
    character = ""
    started = None
    said = False
    for value in head(path):
        character = character or _text(value.get("character_name"))
        message = _said(value)
        if message is not None:
            started = started or _at(value)
            character = character or ("" if value.get("is_user") else _text(value.get("name")))
            said = True
        if character and started:
            break
    if said:
        # The file's name is what the program shows of a chat, and mostly has the character in it.
        named = path.stem if character and character in path.stem else f"{character} {path.stem}"
        yield Conversation(
            id=derived_id(path),
            format=NAME,
            host=NAME,
            path=path,
            title=title_of(named),
            started_at=started,
            updated_at=changed_at(path),
            size=size_of(path),
        )


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What the person and the characters said; not what is hidden from the model."""
    for value, after in records(conversation.path, tally, start):
        if "mes" not in value:
            tally.unknown += not value.keys() & {"user_name", "character_name", "chat_metadata"}
        elif not isinstance(value["mes"], str):
            tally.broken += 1
        elif (said := _said(value)) is not None:
            yield Message(role=said[0], text=said[1], at=_at(value), after=after)


def character_of(conversation: Conversation) -> str:
    """Whom a chat was held with: its folder is named after the character; empty for a group's."""
    folder = conversation.path.parent
    return folder.name if folder.parent.name == "chats" else ""


def _said(value: dict[str, Any]) -> tuple[str, str] | None:
    """Who said what. In a group the name of who spoke stands before it."""
    text = value.get("mes")
    if not isinstance(text, str) or not text.strip() or value.get("is_system") is True:
        return None
    name = title_of(_text(value.get("name")))
    said = f"{name}: {text.strip()}" if name else text.strip()
    return ("user" if value.get("is_user") is True else "assistant"), said


def _at(value: dict[str, Any]) -> str | None:
    """When it was said: SillyTavern has written its times in four ways so far.

    Two of them name the time on the person's clock and no zone; they are taken as UTC.
    """
    date = value.get("send_date")
    if not isinstance(date, str):
        return moment(date)
    if date.isdigit() and len(date) < 16:
        return moment(int(date))
    if match := _FILE_DATE.search(date):
        return _made(*map(int, match.groups()))
    if match := _SPOKEN_DATE.search(date):
        month, day, year, hour, minute, half = match.groups()
        if month[:3].lower() in _MONTHS:
            hours = int(hour) % 12 + 12 * (half.lower() == "pm")
            return _made(
                int(year), _MONTHS.index(month[:3].lower()) + 1, int(day), hours, int(minute)
            )
    return moment(date)


def _made(*parts: int) -> str | None:
    try:
        return times.iso(datetime(*parts, tzinfo=UTC))  # type: ignore[arg-type,misc]
    except ValueError:
        return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read, find=find)
