"""mem0 and OpenMemory: lines of memories, maybe packed; the zip as exported; what the API gives.

What is paused there is kept from every host here, what is archived or deleted stays behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from memdesk.core.entry import ANY_HOST, Memory
from memdesk.core.errors import BadParameters
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
_OWN = {"state", "categories", "app", "memory", "user_id", "metadata"}
_SET_ASIDE = ("deleted", "archived")


def claims(source: Source) -> bool:
    """Whether it holds such memories, in any of the four shapes."""
    if source.is_zip:
        return _member(source) is not None
    source = source.inflated()
    if source.is_json_lines or len(source.top.keys() & {"id", "content", *_OWN}) > 2:
        return any(map(_is_memory, first_objects(source)))
    return _list(source) is not None


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where the file is broken."""
    inside = _member(source)
    if source.is_zip and inside is None:
        raise BadParameters(
            "{path} holds no {name}.", path=str(source.path), name=" / ".join(_IN_ZIP)
        )
    file = (inside or source).inflated()
    return Found(file, lambda found: _take(file, found), name=NAME, brings=BRINGS)


def _member(source: Source) -> Source | None:
    """The memories in a zip as OpenMemory exports it."""
    for wanted in _IN_ZIP:
        for name in source.members:
            if name.rpartition("/")[2] == wanted:
                member = source.member(name)
                if wanted.endswith(".gz") or _list(member) is not None:
                    return member
    return None


def _is_memory(item: object) -> bool:
    if not isinstance(item, dict):
        return False
    told = {"state", "categories"} <= item.keys() and "content" in item
    return "id" in item and (told or ("memory" in item and bool(_OWN & item.keys() - {"memory"})))


def _list(source: Source) -> str | None:
    """Where the array of memories stands: at a key, or the file is it (""). None: nowhere."""
    if not source.looks_like_json:
        return None
    for key in ("", *_LISTS):
        if (key in source.top if key else not source.top) and _first(source, key):
            return key
    return None


def _first(source: Source, key: str) -> bool:
    item = next(source.items(key), None)
    if key == "memories" and isinstance(item, dict):
        # In OpenMemory's own backup the names of categories stand elsewhere.
        return {"id", "content", "state"} <= item.keys()
    return _is_memory(item)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for where, item in _things(source, found):
        state = item.get("state")
        if state in _SET_ASIDE or item.get("deleted_at"):
            found.skip(where, set_aside(str(state or "deleted")))
        else:
            yield FoundEntry(where=where, entry=_memory(Loose(item, where + ".", found)))


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
    meant = (category_of(word) for word in loose.items("categories"))
    return Memory(
        id=loose.text("id").strip(),
        title=title,
        content=content,
        category=next(filter(None, meant), "note"),
        tags=loose.tags("categories"),
        never_send_to=(ANY_HOST,) if loose.item.get("state") == "paused" else (),
        created_at=created,
        updated_at=loose.moment("updated_at") or created,
    )
