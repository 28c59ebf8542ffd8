"""Find and replace across entries (spec 7.1): what is found where, and what an entry becomes.

How a text is searched is the caller's: a `Finder` gives the places in one text. Fields are texts
or lists of texts; each item of a list is a text of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import MemdeskError
from memdesk.core.validation import check_field

Part = Literal["titles", "texts", "lists"]
PARTS: tuple[Part, ...] = ("titles", "texts", "lists")

FIELDS: dict[Part, dict[Kind, tuple[str, ...]]] = {
    "titles": {"memory": ("title",), "task": ("title",), "work": ("name",)},
    "texts": {"memory": ("content",), "task": ("notes",), "work": ("summary", "path")},
    "lists": {"memory": ("tags",), "task": ("tags",), "work": ("tags", "tech")},
}


@dataclass(frozen=True, slots=True)
class Found:
    """A place in a text, as code points [start, end), and what is to stand there."""

    start: int
    end: int
    new: str


Finder = Callable[[str], Sequence[Found]]
"""The places in a text that don't overlap, in order. An empty place is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One place in an entry. `item` is the number of the item in a list, None in a text.

    `text` is the whole text it was found in.
    """

    key: int
    kind: Kind
    id: str
    label: str
    field: str
    item: int | None
    text: str
    found: Found


def occurrences(entry: Entry, parts: Collection[Part], find: Finder) -> list[Occurrence]:
    """Every place in an entry, in the order of its fields."""
    made = []
    for field in (name for part in PARTS if part in parts for name in FIELDS[part][entry.kind]):
        value = getattr(entry, field)
        texts: Iterable[tuple[int | None, str]] = (
            enumerate(value) if isinstance(value, tuple) else ((None, value),)
        )
        for item, text in texts:
            made += [
                Occurrence(
                    key=entry.key,
                    kind=entry.kind,
                    id=entry.id,
                    label=entry.label,
                    field=field,
                    item=item,
                    text=text,
                    found=found,
                )
                for found in find(text)
                if found.end > found.start
            ]
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an entry becomes. `expected`: the values that were looked at; `problem`: why not."""

    key: int
    kind: Kind
    id: str
    label: str
    fields: Mapping[str, object]
    expected: Mapping[str, object]
    count: int
    problem: MemdeskError | None = None


def plan(entry: Entry, chosen: Sequence[Occurrence]) -> Plan:
    """Replace these places of one entry. What it may not hold then is said as the problem.

    A place where the entry's text has changed since it was found is passed over.
    """
    fields: dict[str, object] = {}
    count = 0
    for field in dict.fromkeys(one.field for one in chosen):
        value = getattr(entry, field)
        items = list(value) if isinstance(value, tuple) else [value]
        for number, text in enumerate(items):
            item = number if isinstance(value, tuple) else None
            places = [
                one.found
                for one in chosen
                if (one.field, one.item, one.text) == (field, item, text)
            ]
            items[number] = replaced(text, places)
            count += len(places)
        new: object = items[0]
        if isinstance(value, tuple):
            new = tuple(dict.fromkeys(items))
        if new != value:
            fields[field] = new
    made = Plan(
        key=entry.key,
        kind=entry.kind,
        id=entry.id,
        label=entry.label,
        fields=fields,
        expected={field: getattr(entry, field) for field in fields},
        count=count,
    )
    for field, value in fields.items():
        try:
            check_field(entry.kind, field, value)
        except MemdeskError as error:
            return replace(made, problem=error)
    return made


def replaced(text: str, places: Sequence[Found]) -> str:
    """The text with what is to stand at these places."""
    parts: list[str] = []
    position = 0
    for place in sorted(places, key=lambda place: place.start):
        parts += (text[position : place.start], place.new)
        position = place.end
    return "".join((*parts, text[position:]))
