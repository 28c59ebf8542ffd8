"""memdesk's own JSON: the whole bank, as `resources/schema/memdesk.schema.json` describes it.

No time of export stands in it, and positions are the order of the lists: an export, imported
into an empty bank and exported again, is byte-identical (spec 4.2). For the same reason it does
not say what the person wrote or edited: whatever was imported counts as theirs (spec 1.6). What
lies in the trash stays there. A history may be written along; reading passes over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.lists import without_repeats
from memdesk.core.shapes import (
    FIELDS,
    entry_from_dict,
    profile_from_dict,
    profile_to_dict,
    stored_fields,
)
from memdesk.exchange.json_pieces import object_of
from memdesk.exchange.json_value import json_type, wrong_type
from memdesk.exchange.reading import Found, FoundEntry, derived_id
from memdesk.exchange.source import Source
from memdesk.exchange.writing import Waiting, Written

NAME = "memdesk"
VERSION = 1
LISTS: dict[Kind, str] = {"memory": "memories", "task": "tasks", "work": "works"}
_OF_PROFILE = ("interests", "preferences", "notes")
_NOT_IN_FILE = ("deleted_at", "position", "by_person")
_NOT_COMPARED = {
    *_NOT_IN_FILE,
    *("id", "created_at", "updated_at", "accessed_at", "access_count"),
    *("author", "session_id"),
}
BRINGS: dict[Kind, tuple[str, ...]] = {
    kind: tuple(name for name in names if name not in _NOT_COMPARED)
    for kind, names in FIELDS.items()
}


def claims(source: Source) -> bool:
    """Whether the file says that it is memdesk's."""
    return source.top.get("format") == NAME


def read(source: Source) -> Found:
    """Read profile and entries. Raises BadParameters for a file that is not of this format."""
    if source.first_text.lstrip()[:1] != "{":
        raise BadParameters(
            "{path} holds {found} where {expected} belongs.",
            path=source.called,
            found=json_type(source.json),
            expected="an object",
        )
    version = source.top.get("version")
    well_named = source.top.get("format") == NAME
    if not well_named or not isinstance(version, int) or isinstance(version, bool):
        raise BadParameters("{path} is not in memdesk's format.", path=source.called)
    if version > VERSION:
        raise BadParameters(
            "{path} comes from a newer memdesk (format {version}); update memdesk to read it.",
            path=source.called,
            version=version,
        )
    return Found(
        source,
        lambda found: _take(source, found),
        name=NAME,
        brings=BRINGS,
        keeps_authors=True,
    )


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    profile = source.value("profile")
    if isinstance(profile, dict):
        try:
            found.profile = profile_from_dict(profile)
        except MemdeskError as error:
            found.skip("profile", error)
    elif profile is not None:
        found.skip("profile", wrong_type(profile, "an object"))
    for kind, name in LISTS.items():
        there = source.top.get(name)
        if there is not None and not isinstance(there, list):
            found.skip(name, wrong_type(there, "a list"))
            continue
        for number, item in enumerate(source.items(name)):
            where = f"{name}[{number}]"
            if not isinstance(item, dict):
                found.skip(where, wrong_type(item, "an object"))
                continue
            try:
                yield FoundEntry(entry=_entry(kind, item), where=where)
            except MemdeskError as error:
                found.skip(where, error)


def _entry(kind: Kind, item: dict[str, object]) -> Entry:
    shape = {key: value for key, value in item.items() if key not in _NOT_IN_FILE}
    shape["kind"] = kind
    if not shape.get("id"):
        texts = (str(shape.get(key, "")) for key in ("title", "name", "content"))
        shape["id"] = derived_id(kind, (NAME, *texts))
    entry = entry_from_dict(shape)
    return replace(entry, tags=without_repeats(entry.tags))  # as the bank keeps them


def write(
    profile: Profile,
    entries: Iterable[Entry],
    history: Iterator[dict[str, object]] | None = None,
) -> Written:
    """The file's text: two-space indent, one final newline.

    The entries come kind by kind, each in its order; `history` holds the revisions, newest first.
    """
    return Written(object_of(_parts(profile, entries, history)))


def _parts(
    profile: Profile,
    entries: Iterable[Entry],
    history: Iterator[dict[str, object]] | None,
) -> Iterator[tuple[str, object]]:
    yield "format", NAME
    yield "version", VERSION
    yield "profile", _profile_shape(profile)
    waiting = Waiting(entries)
    for kind in KINDS:
        yield LISTS[kind], (_shape(entry) for entry in waiting.of(kind))
    waiting.refuse_left()
    if history is not None:
        yield "history", history


def _profile_shape(profile: Profile) -> dict[str, object]:
    shape = profile_to_dict(profile)
    if not (profile.updated_at and any(shape[name] for name in _OF_PROFILE)):
        del shape["updated_at"]  # an import of nothing has no time
    return shape


def _shape(entry: Entry) -> dict[str, object]:
    fields = stored_fields(entry)
    return {name: value for name, value in fields.items() if name not in _NOT_IN_FILE}
