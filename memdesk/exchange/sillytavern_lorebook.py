"""SillyTavern's World Info: {entries: {"0": {uid, key[], keysecondary[], comment, content, …}}}
(spec 4.1).

The keys that bring an entry up are its tags. What is always sent there is of high relevance; what
is switched off there is kept, and sent to no host. The book inside of a character's card calls
the same things otherwise, and lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from memdesk.core.entry import ANY_HOST, Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange.json_value import json_type, wrong_type
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source

NAME = "sillytavern-lorebook"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags", "relevance")}
_ENTRIES = "entries"
_KEYS = {"key", "keys", "keysecondary"}


def places() -> Iterator[Path]:
    """The books of an installation in the person's home; elsewhere they name the file."""
    yield from sorted((Path.home() / "SillyTavern" / "data").glob("*/worlds/*.json"))


def claims(source: Source) -> bool:
    """Whether it is an object of entries that keys bring up."""
    if _ENTRIES not in source.top:
        return False
    _number, first = next(_several(source), ("", None))
    return isinstance(first, dict) and "content" in first and bool(_KEYS & first.keys())


def read(source: Source) -> Found:
    """Read the entries. Raises BadParameters where the file is no JSON object."""
    if source.first_text.lstrip()[:1] != "{":
        raise BadParameters(
            "{path} holds {found} where {expected} belongs.",
            path=source.called,
            found=json_type(source.json),
            expected="an object",
        )
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _several(source: Source) -> Iterator[tuple[str, object]]:
    """The entries with their numbers, whether the book is an object or a list."""
    yield from source.pairs(_ENTRIES)
    yield from ((str(number), item) for number, item in enumerate(source.items(_ENTRIES)))


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    there = source.top.get(_ENTRIES)
    if there is not None and not isinstance(there, dict | list):
        found.skip(_ENTRIES, wrong_type(there, "an object"))
        return
    book = source.stem
    for number, item in _several(source):
        where = f"{_ENTRIES}[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
            continue
        loose = Loose(item, where + ".", found)
        content = loose.text("content")
        if content.strip():
            yield FoundEntry(where=where, entry=_memory(loose, content, book, number, found))
        else:
            found.skip(where, BadParameters("{field} may not be empty.", field="content"))


def _memory(loose: Loose, content: str, book: str, number: str, found: Found) -> Memory:
    keys = loose.items("key") or loose.items("keys")
    more = loose.items("keysecondary") or loose.items("secondary_keys")
    tags = Loose({"key": [*keys, *more]}, loose.prefix, found).tags("key")
    name = loose.text("comment", "name") or (keys[0] if keys else "")
    title, content = title_and_content(name, content)
    off = loose.item.get("disable") is True or loose.item.get("enabled") is False
    uid = loose.text("uid", "id") or number
    return Memory(
        # Each book counts its own from 0 on.
        id=derived_id("memory", (NAME, book, uid)),
        title=title,
        content=content,
        tags=tags,
        relevance="high" if loose.item.get("constant") is True else "medium",
        never_send_to=(ANY_HOST,) if off else (),
    )
