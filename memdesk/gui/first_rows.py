"""What a table asks of the bank: the keys of a query, and with them the rows that are looked at
first. Read while painting, rows that the system has not in memory would be waited for."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from memdesk.core.errors import MemdeskError
from memdesk.core.query import Query

if TYPE_CHECKING:
    from memdesk.core.entry import Entry
    from memdesk.store.bank import Bank

PAGE = 64
"""Rows read at once: a little more than a window shows."""


class LookedAt(NamedTuple):
    """Where a view stands: the keys of the row at its top and of the current one. None for the
    very first row, and for none."""

    top: int | None = None
    current: int | None = None


class Answer(NamedTuple):
    """The keys of a query, pages of its rows by number, and in which row a key is that is looked
    at, None for none."""

    query: Query
    keys: array[int]
    pages: dict[int, dict[int, Entry]]
    rows: dict[int, int | None]


def answer(bank: Bank, query: Query, looked_at: LookedAt) -> Answer:
    """The keys and the rows of a query for a view that stood there (in the reading thread)."""
    keys = bank.keys(query)
    rows = {key: row_of(keys, key) for key in looked_at if key is not None}
    top, current = (None if key is None else rows[key] for key in looked_at)
    numbers = {(top or 0) // PAGE}
    if top is not None:
        numbers.add((top + PAGE // 2) // PAGE)  # at the end of a page, the next one is seen, too
    if current is not None:
        numbers.add(current // PAGE)
    try:
        pages = {number: bank.rows(page_of(keys, number)) for number in sorted(numbers)}
    except MemdeskError:
        pages = {}  # who looks at them reads them, and is told
    return Answer(query, keys, pages, rows)


def page_of(keys: array[int], number: int) -> array[int]:
    """The keys of a page."""
    return keys[number * PAGE : (number + 1) * PAGE]


def row_of(keys: array[int], key: int) -> int | None:
    """Where a key stands among keys, or None."""
    # Bytes are searched many times faster than an array's numbers are compared.
    wanted, there = array("q", [key]).tobytes(), keys.tobytes()
    place = there.find(wanted)
    while place >= 0 and place % len(wanted):
        place = there.find(wanted, place + 1)
    return place // len(wanted) if place >= 0 else None
