"""Entries and the profile as plain objects, the same at every door and in memdesk's own files.

Keys are chapter 1's words in snake_case, with `kind` first and lists as arrays; what is empty is
present as null, "" or [] (spec 3.1). A work's own kind is `work_kind`.
"""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.core.entry import ENTRY_TYPES, KINDS, Entry, Kind, Memory, Profile
from memdesk.core.errors import BadParameters
from memdesk.core.validation import check_entry, check_profile

_COMMON = (
    "tags",
    "relevance",
    "workspace",
    "role",
    "pinned",
    "created_at",
    "updated_at",
    "accessed_at",
    "access_count",
    "author",
    "session_id",
    "source_sessions",
    "deleted_at",
    "by_person",
    "not_secret",
    "never_send_to",
)
FIELDS: dict[Kind, tuple[str, ...]] = {
    "memory": ("id", "title", "content", "category", "constraint", *_COMMON),
    "task": ("id", "title", "status", "notes", *_COMMON, "position"),
    "work": (
        *("id", "name", "work_kind", "summary", "tech", "path", "status"),
        *_COMMON,
        "position",
    ),
}
"""The fields of each kind, in the order in which they are written."""

PROFILE_FIELDS = ("interests", "preferences", "notes", "updated_at")


def entry_to_dict(entry: Entry) -> dict[str, object]:
    """An entry as a door gives it. A memory also says whether it is a constraint.

    Without its position, the bank's own number: gaps between two would tell of what lies there
    for others (spec 1.2).
    """
    shape = stored_fields(entry)
    shape.pop("position", None)
    if isinstance(entry, Memory):
        # Imported here: its patterns cost more than all else in a cold `memdesk add`.
        from memdesk.core.constraint import verdict

        shape["is_constraint"] = verdict(entry).is_constraint
    return shape


def stored_fields(entry: Entry) -> dict[str, object]:
    """An entry as memdesk's own files keep it: `kind`, then every stored field."""
    shape: dict[str, object] = {"kind": entry.kind}
    for field in FIELDS[entry.kind]:
        value = getattr(entry, field)
        shape[field] = list(value) if isinstance(value, tuple) else value
    return shape


def entry_from_dict(shape: Mapping[str, object]) -> Entry:
    """The entry that an object in memdesk's words describes.

    Unknown keys are passed over and absent ones take their defaults (spec 4). Raises
    BadParameters or LimitExceeded, naming the field, for a value that can't be kept.
    """
    kind = shape.get("kind")
    if kind not in KINDS:
        raise BadParameters(
            "{field} must be one of {choices}.",
            field="kind",
            allowed=KINDS,
            choices=", ".join(KINDS),
        )
    values = _values(shape, FIELDS[kind])
    entry = ENTRY_TYPES[kind](**values)  # type: ignore[arg-type]
    check_entry(entry)
    return entry


def profile_to_dict(profile: Profile) -> dict[str, object]:
    """The profile as every door gives it."""
    return {
        "interests": list(profile.interests),
        "preferences": list(profile.preferences),
        "notes": profile.notes,
        "updated_at": profile.updated_at or None,
    }


def profile_from_dict(shape: Mapping[str, object]) -> Profile:
    """The profile that an object describes. Tolerant and strict as `entry_from_dict`."""
    values = _values(shape, PROFILE_FIELDS)
    if values.get("updated_at") is None:
        values.pop("updated_at", None)
    profile = Profile(**values)  # type: ignore[arg-type]
    check_profile(profile)
    return profile


def _values(shape: Mapping[str, object], fields: tuple[str, ...]) -> dict[str, object]:
    return {
        field: tuple(value) if isinstance(value, list) else value
        for field in fields
        if field in shape
        for value in (shape[field],)
    }
