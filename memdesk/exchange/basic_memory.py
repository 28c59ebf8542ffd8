"""basic-memory's notes: a folder of Markdown files with frontmatter (spec 4.1).

A note becomes a memory, its text as it is: what it observes (`- [category] text #tag`) and what it
is related to (`- relation [[Note]]`) are read where they stand. Tags of observations count too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from memdesk.core.entry import Category, Memory
from memdesk.core.errors import MemdeskError
from memdesk.exchange import frontmatter
from memdesk.exchange.inside import (
    Several,
    Whole,
    each,
    few,
    fits,
    folder_of,
    grouped,
    holds_files,
)
from memdesk.exchange.loose import Loose, category_of, title_and_content
from memdesk.exchange.outline import sections
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source

NAME = "basic-memory"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "category", "tags")}
_SUFFIX = ".md"
# A box to tick, `[ ]` or `[x]`, is no category, nor is a link, nor a time of day.
_OBSERVATION = re.compile(r"^\s*[-*+] +\[(?P<category>[^\[\]()]{2,})\] +(?P<text>\S.*)$")
_TAG = re.compile(r"(?:^|(?<=\s))#(?P<tag>[^\s#]+)")
_CLOCK = re.compile(r"\d{1,3}(?::\d\d){1,2}")


def places() -> Iterator[Path]:
    """The folder of the main project."""
    named = os.environ.get("BASIC_MEMORY_HOME")
    yield Path(named).expanduser() if named else Path.home() / "basic-memory"


def claims(source: Source) -> bool:
    """Whether it is a note with a permalink, or a folder or a zip with one."""
    notes = few(source, _SUFFIX) if holds_files(source) else [source]
    return any(_is_note(note) for note in notes)


def wholes(folder: Several) -> Iterator[Whole]:
    """The folders with notes in a folder or a zip, each with all Markdown in and below it."""
    notes = {folder_of(place) for place, file in folder.each(_SUFFIX) if fits(_is_note, file)}

    def vault_of(place: str) -> str | None:
        above = [*accumulate(folder_of(place).split("/"), "{}/{}".format)]
        return next((one for one in ("", *above) if one in notes), None)

    return grouped((place for place, _file in folder.each(_SUFFIX)), vault_of)


def _is_note(source: Source) -> bool:
    if not source.first_text.startswith("---"):
        return False
    fields = frontmatter.split(source.first_text).fields
    return "permalink" in fields and bool({"title", "type"} & fields.keys())


def read(source: Source) -> Found:
    """Read the notes. Raises BadParameters where the file is no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    for where, note in each(source, _SUFFIX):
        try:
            text = note.text
        except MemdeskError as error:
            if not holds_files(source):
                raise
            found.skip(where, error)
            continue
        yield FoundEntry(where=where, entry=_memory(text, where, found))


def _memory(text: str, where: str, found: Found) -> Memory:
    matter = frontmatter.split(text)
    if matter.problem is not None:
        found.skip(f"{where}: frontmatter", matter.problem)
    loose = Loose(matter.fields, f"{where}: ", found)
    named = where.rpartition("/")[2].removesuffix(_SUFFIX)
    title, content = title_and_content(loose.text("title") or named, matter.body.strip("\n"))
    observed, tags = _observed(matter.body)
    kind = loose.text("type").strip() or "note"
    category = category_of(kind)
    created = loose.moment("created")
    permalink = loose.text("permalink").strip()
    return Memory(
        id=derived_id("memory", (NAME, permalink)) if permalink else "",
        title=title,
        content=content,
        category=category if category not in (None, "note") else observed or "note",
        tags=loose.tags(more=[*tags, "" if category else kind]),
        created_at=created,
        updated_at=loose.moment("modified", "updated") or created,
    )


def _observed(body: str) -> tuple[Category | None, list[str]]:
    """The category that all observations of a note share, if any, and their tags."""
    words, tags = set(), []
    for section in sections(body):
        for line in section.lines:
            if line.is_code or not (match := _OBSERVATION.match(line.text)):
                continue
            if not _CLOCK.match(match["category"]):
                words.add(category_of(match["category"]))
                tags += [found["tag"] for found in _TAG.finditer(match["text"])]
    return (words.pop() if len(words) == 1 else None), tags
