"""What a field of an entry or of the profile may hold (spec 1.1). Every write passes here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal

from memdesk.core import limits, times
from memdesk.core.entry import (
    CATEGORIES,
    CONSTRAINT_MODES,
    ENTRY_TYPES,
    RELEVANCES,
    Entry,
    Kind,
    Profile,
)
from memdesk.core.errors import BadParameters, LimitExceeded, MemdeskError

_Check = Callable[[str, object], None]

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_NEVER = object()
"""No value of any entry."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def check_entry(entry: Entry) -> None:
    """Raise BadParameters or LimitExceeded, naming the field, unless the entry can be stored.

    An empty id and empty times pass: the bank fills them in.
    """
    for field, check, harmless in _checks_of(entry.kind):
        value = getattr(entry, field)
        if value is not harmless:
            check(field, value)


@cache
def _checks_of(kind: Kind) -> tuple[tuple[str, _Check, object], ...]:
    """The checks of a kind's fields, each with a value that needs none: most are left as they
    are in an entry, and a bulk import asks a million times."""
    several = []
    for field, check in _CHECKS[kind].items():
        harmless = getattr(ENTRY_TYPES[kind](), field)
        try:
            check(field, harmless)
        except MemdeskError:
            harmless = _NEVER
        several.append((field, check, harmless))
    return tuple(several)


def check_profile(profile: Profile) -> None:
    """Raise BadParameters or LimitExceeded unless the profile can be stored."""
    for field, check in _CHECKS["profile"].items():
        check(field, getattr(profile, field))


def check_field(
    kind: Kind | Literal["profile"], field: str, value: object, *, called: str | None = None
) -> None:
    """Raise BadParameters or LimitExceeded unless this field may hold the value.

    `field` is the name of an attribute of the entry class, `called` what the caller calls it;
    a list may come as tuple or list.
    """
    checks = _CHECKS[kind]
    if field not in checks:
        raise BadParameters(
            "A {kind} has no field {field}.", kind=kind, field=field, allowed=tuple(checks)
        )
    checks[field](called or field, value)


def check_text(field: str, value: object, limit: int, *, required: bool = False) -> None:
    """Raise unless the value is a text of at most `limit` code points that can be stored.

    `required` also refuses a text of nothing but white space.
    """
    if not isinstance(value, str):
        raise BadParameters("{field} must be a text.", field=field)
    if required and not value.strip():
        raise BadParameters("{field} may not be empty.", field=field)
    if len(value) > limit:
        raise LimitExceeded(
            "{field} has {length} characters; at most {limit} are allowed.",
            field=field,
            limit=limit,
            length=len(value),
        )
    if value.isascii() and "\x00" not in value:
        return  # a fifth of the time that the search takes
    found = _UNSTORABLE.search(value)
    if found:
        raise BadParameters(
            "{field} holds {character} at character {place}, which is no text.",
            field=field,
            character="NUL" if found.group() == "\x00" else "half a surrogate pair",
            place=found.start() + 1,
        )


def check_items(field: str, value: object, most: int, longest: int) -> None:
    """Raise unless the value is a list of at most `most` texts, none empty, none too long."""
    if not isinstance(value, tuple | list):
        raise BadParameters("{field} must be a list of texts.", field=field)
    if len(value) > most:
        raise LimitExceeded(
            "{field} has {length} items; at most {limit} are allowed.",
            field=field,
            limit=most,
            length=len(value),
        )
    for item in value:
        if not isinstance(item, str):
            raise BadParameters("{field} must be a list of texts.", field=field)
        if not item.strip():
            raise BadParameters("{field} may not hold an empty item.", field=field)
        check_text(field, item, longest)


def check_choice(field: str, value: object, allowed: tuple[str, ...]) -> None:
    """Raise unless the value is one of the allowed words."""
    if value not in allowed:
        raise BadParameters(
            "{field} must be one of {choices}.",
            field=field,
            allowed=allowed,
            choices=", ".join(allowed),
        )


def check_id(field: str, value: object) -> None:
    """Raise unless the value can be an id: short, on one line, no white space around it."""
    check_text(field, value, limits.MAX_ID)
    assert isinstance(value, str)
    if value != value.strip() or _CONTROL.search(value):
        raise BadParameters(
            "{field} may not hold control characters, nor begin or end with white space.",
            field=field,
        )


def _text(limit: int, *, required: bool = False, optional: bool = False) -> _Check:
    def check(field: str, value: object) -> None:
        if not (optional and value is None):
            check_text(field, value, limit, required=required)

    return check


def _items(most: int, longest: int) -> _Check:
    def check(field: str, value: object) -> None:
        check_items(field, value, most, longest)

    return check


def _choice(allowed: tuple[str, ...]) -> _Check:
    def check(field: str, value: object) -> None:
        check_choice(field, value, allowed)

    return check


def _flag(field: str, value: object) -> None:
    if not isinstance(value, bool):
        raise BadParameters("{field} must be true or false.", field=field)


def _number(field: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadParameters("{field} must be a whole number.", field=field)
    if not -(2**63) <= value < 2**63:
        raise BadParameters("{field} is out of range.", field=field)


def _count(field: str, value: object) -> None:
    _number(field, value)
    assert isinstance(value, int)
    if value < 0:
        raise BadParameters("{field} may not be negative.", field=field)


def _moment(field: str, value: object) -> None:
    if value is None or value == "":
        return
    if not isinstance(value, str) or not _is_moment(value):
        raise BadParameters(
            "{field} must be a time in UTC, such as 2026-07-04T10:30:00.000Z.", field=field
        )


@lru_cache(maxsize=1024)  # a bulk import brings the same few again and again
def _is_moment(text: str) -> bool:
    return times.normalised(text) == text


_COMMON: dict[str, _Check] = {
    "id": check_id,
    "tags": _items(limits.MAX_TAGS, limits.MAX_TAG),
    "relevance": _choice(RELEVANCES),
    "workspace": _text(limits.MAX_PATH),
    "role": _text(limits.MAX_NAME),
    "pinned": _flag,
    "created_at": _moment,
    "updated_at": _moment,
    "accessed_at": _moment,
    "access_count": _count,
    "author": _text(limits.MAX_NAME),
    "session_id": _text(limits.MAX_NAME, optional=True),
    "source_sessions": _items(limits.MAX_SOURCE_SESSIONS, limits.MAX_NAME),
    "deleted_at": _moment,
    "by_person": _flag,
    "not_secret": _flag,
    "never_send_to": _items(limits.MAX_SOURCE_SESSIONS, limits.MAX_NAME),
    "position": _number,
}

_CHECKS: dict[str, dict[str, _Check]] = {
    "memory": {
        "title": _text(limits.MAX_TITLE, required=True),
        "content": _text(limits.MAX_CONTENT, required=True),
        "category": _choice(CATEGORIES),
        "constraint": _choice(CONSTRAINT_MODES),
        **_COMMON,
    },
    "task": {
        "title": _text(limits.MAX_TITLE, required=True),
        "status": _text(limits.MAX_STATUS),
        "notes": _text(limits.MAX_NOTES),
        **_COMMON,
    },
    "work": {
        "name": _text(limits.MAX_TITLE, required=True),
        "work_kind": _text(limits.MAX_WORK_KIND),
        "summary": _text(limits.MAX_SUMMARY),
        "tech": _items(limits.MAX_TECH, limits.MAX_TECH_ITEM),
        "path": _text(limits.MAX_PATH),
        "status": _text(limits.MAX_STATUS),
        **_COMMON,
    },
    "profile": {
        "interests": _items(limits.MAX_PROFILE_ITEMS, limits.MAX_PROFILE_ITEM),
        "preferences": _items(limits.MAX_PROFILE_ITEMS, limits.MAX_PROFILE_ITEM),
        "notes": _text(limits.MAX_PROFILE_NOTES),
        "updated_at": _moment,
    },
}
