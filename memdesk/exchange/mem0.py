"""mem0 and OpenMemory: lines of memories, maybe packed; the zip as exported; what the API gives.

What is paused there is kept from every host here, what is archived or deleted stays behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from memdesk.core.entry import ANY_HOST, Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange.inside import Several, Whole, each, fits, grouped, holds_files
from memdesk.exchange.json_lines import first_objects, objects
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, set_aside
from memdesk.exchange.source import Source

NAME = "mem0"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_IN_ZIP = ("memories.jsonl.gz", "memories.json")
"""What OpenMemory's export holds; the first is the simpler one."""
_LISTS = ("results", "memories")
_OWN = {"state", "categories", "user_id", "agent_id", "hash", "metadata"}
_SET_ASIDE = ("deleted", "archived")


def claims(source: Source) -> bool:
    """Whether it holds such memories, in any of the shapes."""
    if holds_files(source):
        return _member(source) is not None
    return _holds_memories(source.inflated())


def wholes(folder: Several) -> Iterator[Whole]:
    """The exports of OpenMemory in a folder or a zip: both files of one hold the same."""
    for root, places in grouped(folder.places, _export_of):
        if fits(claims, folder.part("", places)):
            yield root, places


def _export_of(place: str) -> str | None:
    root, _, name = place.rpartition("/")
    return root if name in _IN_ZIP else None


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where the file is broken."""
    file = _member(source) if holds_files(source) else source
    if file is None:
        raise BadParameters("{path} holds no {name}.", path=source.called, name=" / ".join(_IN_ZIP))
    file = file.inflated()
    return Found(file, lambda found: _take(file, found), name=NAME, brings=BRINGS)


def _member(source: Source) -> Source | None:
    """The memories in a zip or a folder as OpenMemory exports it."""
    members = [one for _place, one in each(source, *_IN_ZIP)]
    for wanted in _IN_ZIP:
        for member in members:
            if member.name == wanted and (member.is_gzip or _holds_memories(member)):
                return member
    return None


def _holds_memories(source: Source) -> bool:
    key = _list(source)
    if key is None:
        return any(map(_is_memory, first_objects(source)))
    first = next(source.items(key), None)
    if key == "memories" and isinstance(first, dict):
        # In OpenMemory's own backup the categories stand elsewhere.
        return {"id", "content", "state"} <= first.keys()
    return _is_memory(first)


def _is_memory(item: object) -> bool:
    if not isinstance(item, dict) or "id" not in item:
        return False
    told = {"content", "state", "categories"} <= item.keys()
    return told or ("memory" in item and bool(_OWN & item.keys()))


def _list(source: Source) -> str | None:
    """Where the array of memories stands: at a key, or the file is it (""). None: by lines."""
    if source.first_text.lstrip()[:1] == "[":
        return ""
    return next((key for key in _LISTS if key in source.top), None)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for where, item in _things(source, found):
        state = item.get("state")
        if state in _SET_ASIDE or item.get("deleted_at"):
            found.skip(where, set_aside(str(state or "deleted")))
        else:
            loose = Loose(item, where + ".", found)
            needs = "memory" if "memory" in item else "content"
            yield FoundEntry(where=where, entry=_memory(loose), needs=needs)


def _things(source: Source, found: Found) -> Iterable[tuple[str, dict[str, Any]]]:
    key = _list(source)
    if key is None:
        yield from objects(source, found)
        return
    names = _names(source)
    for number, item in enumerate(source.items(key)):
        where = f"{key}[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
            continue
        ids = item.get("category_ids")
        if names and isinstance(ids, list):
            categories = [names[id] for id in ids if isinstance(id, str) and id in names]
            yield where, {**item, "categories": categories}
        else:
            yield where, item


def _names(source: Source) -> dict[str, str]:
    """The names of the categories in OpenMemory's own backup, by their ids."""
    names = {}
    for one in source.items("categories") if source.top else ():
        if isinstance(one, dict) and isinstance(one.get("id"), str):
            names[one["id"]] = str(one.get("name") or "")
    return names


def _memory(loose: Loose) -> Memory:
    title, content = title_and_content("", loose.text("content", "memory"))
    created = loose.moment("created_at")
    tags = loose.tags("categories")
    meant = map(category_of, tags)
    return Memory(
        id=loose.text("id").strip(),
        title=title,
        content=content,
        category=next(filter(None, meant), "note"),
        tags=tags,
        never_send_to=(ANY_HOST,) if loose.item.get("state") == "paused" else (),
        created_at=created,
        updated_at=loose.moment("updated_at") or created,
    )
