"""The knowledge graph of the MCP server "memory" and its forks (spec 4.1).

A line is an entity or a relation. An entity becomes a memory; what it is related to stands in it.
What the server gives as a whole, one object of both lists, is read too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from memdesk.core.entry import Entry, Memory, Profile
from memdesk.core.errors import BadParameters, NotFound
from memdesk.exchange.json_lines import first_objects, objects
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, moment_of, title_and_content
from memdesk.exchange.reading import (
    BRINGS_MEMORIES,
    Found,
    FoundEntry,
    Said,
    derived_id,
    set_aside,
)
from memdesk.exchange.redacting import redacted, redacted_profile
from memdesk.exchange.server_memory_writing import PROFILE, called_apart, observations
from memdesk.exchange.source import Source

NAME = "server-memory"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_IN_CACHE = "_npx/*/node_modules/@modelcontextprotocol/server-memory/dist/memory.json*"
_KINDS = {"entities": "entity", "relations": "relation"}
_MARKER = "_aim"
"""The type of the line by which a fork knows its own files."""

Thing = tuple[str, str, dict[str, Any]]
"""Where it stands, what it is, and its fields."""


def places() -> Iterator[Path]:
    """The file that is named to the server, and those beside it where npx keeps it."""
    named = Path(os.environ.get("MEMORY_FILE_PATH", "")).expanduser()
    if named.is_absolute():
        yield named
    yield from sorted(_npm_cache().glob(_IN_CACHE))


def _npm_cache() -> Path:
    for name in ("npm_config_cache", "NPM_CONFIG_CACHE"):  # npm takes either
        if named := os.environ.get(name):
            return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "npm-cache"
    return Path.home() / ".npm"


def claims(source: Source) -> bool:
    """Whether one of the first lines is an entity or a relation, or the file holds both lists."""
    if any(_is_thing(item) for item in first_objects(source)):
        return True
    return source.top.keys() >= _KINDS.keys()


def _is_thing(item: dict[str, Any]) -> bool:
    kind = _kind(item)
    if kind == "entity":
        return "name" in item and ("observations" in item or "entityType" in item)
    return kind == "relation" and "from" in item and "to" in item


def _kind(item: dict[str, Any]) -> object:
    return item.get("type") or item.get("_type")


def read(source: Source) -> Found:
    """Read the entities with their relations. A broken line is skipped."""
    found = Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)
    found.comes_back = _comes_back
    return found


def _comes_back(of: Entry | Profile) -> Iterator[Said]:
    """What is read of that which memdesk writes in this form, with or without its secrets."""
    if isinstance(of, Profile):
        for profile in (of, redacted_profile(of)):
            if said := observations(profile):
                yield _said(PROFILE, said)
        return
    for entry in (of, redacted(of)):
        said = observations(entry)
        for name in (entry.label, called_apart(entry.label, entry.id)):
            yield _said(name, said)


def _said(name: str, said: Iterable[str]) -> Said:
    return title_and_content(_one_line(name), "\n".join(f"- {one}" for one in said if one.strip()))


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    relations = _relations(source)
    for where, kind, item in _things(source, found):
        if kind != "entity":
            continue
        loose = Loose(item, where + ".", found)
        name = _one_line(loose.text("name"))
        if not name:
            found.skip(where, BadParameters("The entity has no name."))
            continue
        lines, moments = _observations(loose)
        lines += [line for _where, line in relations.pop(name, ())]
        title, content = title_and_content(name, "\n".join(lines))
        created = loose.moment("createdAt", "created_at") or min(moments, default="")
        updated = loose.moment("updatedAt", "updated_at") or max(moments, default="")
        yield FoundEntry(
            where=where,
            called=loose.text("name"),
            entry=Memory(
                id=derived_id("memory", (NAME, name)),
                title=title,
                content=content,
                tags=loose.tags("tags", more=[loose.text("entityType")]),
                created_at=created,
                updated_at=updated or created,
            ),
        )
    for name, several in relations.items():
        for where, _line in several:
            found.skip(where, NotFound("There is no entity {name} in the file.", name=name))


def _things(source: Source, found: Found | None = None) -> Iterator[Thing]:
    """The entities and relations. What is neither of them, `found` notes."""
    if "entities" in source.top:
        for key, kind in _KINDS.items():
            for number, item in enumerate(source.items(key)):
                where = f"{key}[{number}]"
                if isinstance(item, dict):
                    yield where, kind, item
                elif found is not None:
                    found.skip(where, wrong_type(item, "an object"))
        return
    for where, item in objects(source, found):
        called = _kind(item)
        if isinstance(called, str) and called in _KINDS.values():
            yield where, called, item
        elif found is not None and called != _MARKER:
            found.skip(where, BadParameters("This is neither an entity nor a relation."))


def _relations(source: Source) -> dict[str, list[tuple[str, str]]]:
    """By the entity that each begins at: where it stands, and the line that says it."""
    relations: dict[str, list[tuple[str, str]]] = {}
    for where, kind, item in _things(source):
        if kind == "relation":
            ends = (item.get("from"), item.get("relationType"), item.get("to"))
            begin, word, end = (_one_line(one) if isinstance(one, str) else "?" for one in ends)
            relations.setdefault(begin, []).append((where, f"- {word} → {end}"))
    return relations


def _observations(loose: Loose) -> tuple[list[str], list[str]]:
    """A line for each observation, and the times that they bring."""
    value = loose.item.get("observations")
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        if value is not None:
            loose.found.skip(loose.prefix + "observations", wrong_type(value, "a list"))
        return [], []
    lines, moments = [], []
    for number, one in enumerate(value):
        where = f"{loose.prefix}observations[{number}]"
        fields = one if isinstance(one, dict) else {"text": one}
        if fields.get("superseded_by"):
            loose.found.skip(where, set_aside("replaced"))
            continue
        inner = Loose(fields, where + ".", loose.found)
        if (text := inner.text("text", "content")).strip():
            lines.append(f"- {text}")
        moments.append(moment_of(fields.get("timestamp")))
    return lines, list(filter(None, moments))


def _one_line(text: str) -> str:
    return " ".join(text.split())
