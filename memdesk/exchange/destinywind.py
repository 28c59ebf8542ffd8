"""destinywind's three generations of files: SQLite, JSON, and Markdown (spec 4.1, the seed).

Its Markdown is read as its own program read it: a memory begins at a line `## title`, and a
comment below says its tags. What a text with such lines lost in that program stays lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from memdesk.core.entry import Memory
from memdesk.exchange.dsh import dsh_home
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry
from memdesk.exchange.source import Source

NAME = "destinywind"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_FOLDERS = ("destinywind-memory", "hindsight-memory")
_FILES = ("memory.sqlite", "memory.md", "memory.json")
_SET_ASIDE = ".v1.bak"
"""What its program adds to the name of a file that it has taken into its database."""
_TABLES = {"memories": {"id", "text", "created_at"}, "tags": {"memory_id", "tag"}}

_HEADING = re.compile(r"^## +(?P<title>.*\S)\s*$")
_FIRST_SECTION = re.compile(r"^## +\S[^\n]*\n<!-- (?:tags|created):[^\n]*-->\s*$", re.MULTILINE)
"""What no other program writes: a title, and the comment that belongs to it right below."""
_COMMENT = re.compile(r"^\s*<!--\s*(?:(?P<name>tags|created)\s*:)?(?P<value>.*?)-->\s*$")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?P<text>.*\S)\s*$")
_ANY_HEADING = re.compile(r"^\s*#{1,6}(?:\s|$)")


def places() -> Iterator[Path]:
    """Where the program keeps its banks: the newest generation of each folder comes first."""
    for folder in _FOLDERS:
        yield from (dsh_home() / folder / name for name in _FILES)


def claims(source: Source) -> bool:
    """Whether it is a database, an object or a Markdown of this shape."""
    if source.is_sqlite:
        return all(source.tables.get(name, frozenset()) >= _TABLES[name] for name in _TABLES)
    if source.looks_like_json:
        if "memories" not in source.top or "format" in source.top:
            return False
        first = next(source.items("memories"), None)
        return isinstance(first, dict) and "text" in first
    if not source.may_be_text:
        return False
    # One without titles has nothing else to be known by.
    return _is_named(source) or _FIRST_SECTION.search(source.first_text) is not None


def _is_named(source: Source) -> bool:
    name = source.name.removesuffix(_SET_ASIDE)
    if NAME in name and name.endswith(".md"):
        return True
    return name == "memory.md" and any(folder in _FOLDERS for folder in source.above[-1:])


def read(source: Source) -> Found:
    """Read the memories. Raises BadParameters where the file is of none of the three shapes."""
    if source.is_sqlite:
        take = _rows
    elif source.looks_like_json:
        take = _items
    else:
        take = _sections
    return Found(source, lambda found: take(source, found), name=NAME, brings=BRINGS)


def _rows(source: Source, found: Found) -> Iterator[FoundEntry]:
    with source.database() as connection:
        tags: dict[object, list[str]] = {}
        for row in connection.execute("SELECT memory_id, tag FROM tags ORDER BY position"):
            tags.setdefault(row["memory_id"], []).append(row["tag"])
        for row in connection.execute("SELECT * FROM memories ORDER BY id"):
            where = f"memories[{row['id']}]"
            item = {**dict(row), "tags": tags.get(row["id"], [])}
            yield _memory(Loose(item, where + ".", found), where)


def _items(source: Source, found: Found) -> Iterator[FoundEntry]:
    for number, item in enumerate(source.items("memories")):
        where = f"memories[{number}]"
        if isinstance(item, dict):
            yield _memory(Loose(item, where + ".", found), where)
        else:
            found.skip(where, wrong_type(item, "an object"))


def _memory(loose: Loose, where: str) -> FoundEntry:
    title, content = title_and_content(loose.text("title"), loose.text("text"))
    at = loose.moment("created_at", "createdAt")
    own = loose.text("id").strip()
    return FoundEntry(
        where=where,
        needs="text",
        entry=Memory(
            # Its numbers are counted in each bank: alone they would meet those of another.
            id=f"{NAME}-{own}" if own else "",
            title=title,
            content=content,
            tags=loose.tags(),
            created_at=at,
            updated_at=at,
        ),
    )


def _sections(source: Source, found: Found) -> Iterator[FoundEntry]:
    lines = source.text.splitlines()
    if any(_HEADING.match(line) for line in lines):
        yield from _titled(lines, found)
        return
    for number, text in _paragraphs(lines):
        title, content = title_and_content("", text)
        yield FoundEntry(where=f"line {number}", entry=Memory(title=title, content=content))


def _titled(lines: list[str], found: Found) -> Iterator[FoundEntry]:
    begun: tuple[int, str] | None = None
    body: list[str] = []
    for number, line in enumerate([*lines, "## end"], 1):
        heading = _HEADING.match(line)
        if heading is None:
            body.append(line)
            continue
        if begun is not None:
            yield _section(begun[0], begun[1], body, found)
        begun, body = (number, heading["title"]), []


def _section(number: int, title: str, body: list[str], found: Found) -> FoundEntry:
    where = f"line {number}"
    told: dict[str, str] = {}
    while body and (comment := _COMMENT.match(body[0]) if body[0].strip() else None):
        told[comment["name"] or ""] = comment["value"].strip()
        body = body[1:]
    title, content = title_and_content(title, "\n".join(body).strip("\n"))
    loose = Loose(told, where + ".", found)
    at = loose.moment("created")
    memory = Memory(title=title, content=content, tags=loose.tags(), created_at=at, updated_at=at)
    return FoundEntry(where=where, entry=memory)


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Bullets and paragraphs, each with its line; headings, quotes and comments are neither."""
    begun, text = 0, ""
    for number, line in enumerate([*lines, ""], 1):
        bullet = _BULLET.match(line)
        plain = line.strip()
        structure = not plain or _ANY_HEADING.match(line) or plain.startswith((">", "<!--"))
        if text and (bullet or structure):
            yield begun, text
            text = ""
        if bullet:
            yield number, bullet["text"]
        elif not structure:
            begun, text = (number, plain) if not text else (begun, f"{text}\n{plain}")
