"""Entries with their secrets replaced, for a file that leaves the machine (spec 4.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from memdesk.core.entry import Entry, Profile, Work
from memdesk.core.limits import MAX_TITLE
from memdesk.core.lists import without_repeats
from memdesk.core.secrets import redact

E = TypeVar("E", bound=Entry)
_FIELDS = ("content", "notes", "summary", "status", "path", "work_kind", "workspace", "role")


def redacted(entry: E) -> E:
    """The entry with every secret as `[redacted: KIND]`; itself where it holds none.

    What the person called no secret is none (spec 2.5).
    """
    if entry.not_secret:
        return entry
    new: dict[str, object] = {}
    for name in _FIELDS:
        text = getattr(entry, name, "")
        if text and redact(text)[1]:
            new[name] = redact(text)[0]
    if redact(entry.label)[1]:
        label = redact(entry.label)[0][:MAX_TITLE]
        new["name" if isinstance(entry, Work) else "title"] = label
    tags = _list(entry.tags)
    if tags != entry.tags:
        new["tags"] = without_repeats(tags)
    if isinstance(entry, Work) and _list(entry.tech) != entry.tech:
        new["tech"] = _list(entry.tech)
    return replace(entry, **new) if new else entry  # type: ignore[arg-type]


def redacted_profile(profile: Profile) -> Profile:
    """The profile alike."""
    return replace(
        profile,
        interests=without_repeats(_list(profile.interests)),
        preferences=without_repeats(_list(profile.preferences)),
        notes=redact(profile.notes)[0],
    )


def redacted_value(value: object) -> object:
    """A JSON value with the secrets of its texts replaced."""
    if isinstance(value, str):
        return redact(value)[0]
    if isinstance(value, list):
        return [redacted_value(item) for item in value]
    if isinstance(value, dict):
        return {key: redacted_value(item) for key, item in value.items()}
    return value


def _list(items: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(redact(item)[0] for item in items)
