"""ChatGPT's account export: what it remembers is told in its conversations (spec 4.1).

The memories stand as a numbered list in the contexts that the model was given
(`model_editable_context`): the newest of them counts, with what it wrote down since (messages to
`bio`). The custom instructions (`user_editable_context`) are the profile: what the person said of
themself its notes, how to answer its preferences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memdesk.core.entry import Memory, Profile
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.lists import without_repeats
from memdesk.core.validation import check_field
from memdesk.exchange import account_files
from memdesk.exchange.inside import Several, Whole
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import moment_of, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.conversation import usable_id

NAME = "chatgpt"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content")}
_TREE = "mapping"
_NUMBER = re.compile(r"[ \t]*\d{1,6}\.[ \t]+(?P<date>\[(?P<day>[\d-]{10})\]\.?[ \t]*)?")
_FENCE = "```"
_FORGET = re.compile(r"forget\b", re.IGNORECASE)
_MARKS = "-*•· \t"


@dataclass(frozen=True, slots=True)
class _Told:
    """A text, where it stands, when it was told, and in which conversation."""

    text: str
    where: str
    at: str
    session: str = ""


@dataclass(slots=True)
class _Newest:
    """The newest of each thing that conversations repeat, and all that was written down."""

    memories: _Told = _Told("", "", "")
    profile: _Told = _Told("", "", "")
    instructions: _Told = _Told("", "", "")
    written: list[_Told] = field(default_factory=list)


def claims(source: Source) -> bool:
    """Whether it is an export whose conversations are trees."""
    several = account_files.files(source, account_files.CONVERSATIONS)
    return any(account_files.holds(file, _TREE) for _place, file in several)


def wholes(folder: Several) -> Iterator[Whole]:
    """The exports in a folder or a zip."""
    return account_files.wholes(folder, claims, [account_files.CONVERSATIONS])


def read(source: Source) -> Found:
    """Read memories and profile. Raises BadParameters where a file is no JSON."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    newest = _Newest()
    last = ""
    for place, file in account_files.files(source, account_files.CONVERSATIONS):
        for number, value in enumerate(file.items()):
            last = place
            _look_at(value, f"{place}[{number}]", newest, found)
    found.profile = _profile(newest, found)
    seen: set[str] = set()
    for told in _memories(newest, found):
        title, content = title_and_content("", told.text)
        if content in seen:
            continue
        seen.add(content)
        memory = Memory(
            title=title,
            content=content,
            created_at=told.at,
            updated_at=told.at,
            session_id=told.session or None,
        )
        yield FoundEntry(entry=memory, where=told.where)
    if last and not seen and found.profile == Profile() and not found.skipped:
        found.skip(last, account_files.conversations_are_elsewhere())


def _look_at(value: object, where: str, newest: _Newest, found: Found) -> None:
    """Note what one conversation tells."""
    if not isinstance(value, dict):
        found.skip(where, wrong_type(value, "an object"))
        return
    tree = value.get(_TREE)
    if not isinstance(tree, dict):
        found.skip(f"{where}.{_TREE}", wrong_type(tree, "an object"))
        return
    started = moment_of(value.get("create_time")) or moment_of(value.get("update_time"))
    session = usable_id(value.get("conversation_id")) or usable_id(value.get("id"))
    for name, node in tree.items():
        message = node.get("message") if isinstance(node, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(content, dict):
            continue
        at = moment_of(message.get("create_time")) or started
        place = f"{where}.{_TREE}.{name}"
        match content.get("content_type"):
            case "model_editable_context":
                told = _Told(_text(content, "model_set_context", place, found), place, at)
                newest.memories = _newer(newest.memories, told)
            case "user_editable_context":
                about = _about(message)
                profile = about.get("about_user_message") or _unfenced(
                    _text(content, "user_profile", place, found)
                )
                instructions = about.get("about_model_message") or _unfenced(
                    _text(content, "user_instructions", place, found)
                )
                newest.profile = _newer(newest.profile, _Told(profile, place, at))
                newest.instructions = _newer(newest.instructions, _Told(instructions, place, at))
            case _ if message.get("recipient") == "bio":
                newest.written.append(_Told(_said(content), place, at, session))


def _text(content: Mapping[str, Any], name: str, place: str, found: Found) -> str:
    value = content.get(name)
    if value is None or isinstance(value, str):
        return value or ""
    found.skip(f"{place}.{name}", wrong_type(value, "a text"))
    return ""


def _about(message: Mapping[str, Any]) -> dict[str, str]:
    """What the person typed as instructions, before it was wrapped into words for the model."""
    metadata = message.get("metadata")
    about = metadata.get("user_context_message_data") if isinstance(metadata, dict) else None
    about = about if isinstance(about, dict) else {}
    return {name: value for name, value in about.items() if isinstance(value, str)}


def _unfenced(text: str) -> str:
    """What the person typed, out of the words for the model, in which it is fenced."""
    begin, end = text.find(_FENCE), text.rfind(_FENCE)
    return text[begin + len(_FENCE) : end].strip() if begin < end else text.strip()


def _said(content: Mapping[str, Any]) -> str:
    parts = content.get("parts")
    texts = parts if isinstance(parts, list) else [content.get("text")]
    return "\n".join(text for text in texts if isinstance(text, str)).strip()


def _newer(there: _Told, told: _Told) -> _Told:
    """What was told later; of one time the first, for an export begins with the newest."""
    if not told.text.strip() or (there.text and told.at <= there.at):
        return there
    return told


def _memories(newest: _Newest, found: Found) -> Iterator[_Told]:
    """The newest list, and what was written down after it was given to the model."""
    yield from _listed(newest.memories)
    for told in sorted(newest.written, key=lambda one: one.at):
        if not told.text or (newest.memories.text and told.at <= newest.memories.at):
            continue
        if _FORGET.match(told.text):
            found.skip(told.where, BadParameters("It asks to forget something."))
        else:
            yield told


def _listed(told: _Told) -> Iterator[_Told]:
    """The memories of a list such as `1. [2024-05-12]. Likes tea.`

    Where there is a date with any number, a number without one belongs to a memory's own text.
    """
    numbers = [_NUMBER.match(line) for line in told.text.split("\n")]
    dated = any(number and number["date"] for number in numbers)
    kept: list[str] = []
    at = ""
    begun = not any(numbers)
    for line, number in zip(told.text.split("\n"), numbers, strict=True):
        if number is None or (dated and not number["date"]):
            kept += [line] if begun else []  # what stands above the first one is a heading
            continue
        if text := "\n".join(kept).strip():
            yield _Told(text, told.where, at or told.at)
        begun, at, kept = True, moment_of(number["day"]), [line[number.end() :]]
    if text := "\n".join(kept).strip():
        yield _Told(text, told.where, at or told.at)


def _profile(newest: _Newest, found: Found) -> Profile:
    lines = (line.strip().lstrip(_MARKS) for line in newest.instructions.text.splitlines())
    preferences = without_repeats(line for line in lines if line.strip())
    return Profile(
        preferences=preferences
        if _fits("preferences", preferences, newest.instructions, found)
        else (),
        notes=newest.profile.text
        if _fits("notes", newest.profile.text, newest.profile, found)
        else "",
    )


def _fits(name: str, value: object, told: _Told, found: Found) -> bool:
    try:
        check_field("profile", name, value)
    except MemdeskError as error:
        found.skip(told.where, error)
        return False
    return True
