"""Lists typed as one text, and lists with items added and taken away (spec 1.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SEPARATORS = re.compile(r"[,，、;；\n]")


def split_list(text: str) -> tuple[str, ...]:
    """The items of a text split on `,` `，` `、` `;` `；` and newline.

    Items are trimmed, empty ones dropped; order and repetitions stay.
    """
    return tuple(item for part in _SEPARATORS.split(text) if (item := part.strip()))


def join_list(items: Iterable[str]) -> str:
    """The items as one text, for a person."""
    return ", ".join(items)


def without_repeats(items: Iterable[str]) -> tuple[str, ...]:
    """Each item once, where it first stands."""
    return tuple(dict.fromkeys(items))


def with_items(items: tuple[str, ...], added: Iterable[str]) -> tuple[str, ...]:
    """The list with each added item at its end, unless it is there already (case-blind)."""
    result = list(items)
    there = {item.casefold() for item in items}
    for item in added:
        if item.casefold() not in there:
            there.add(item.casefold())
            result.append(item)
    return tuple(result)


def without_items(items: tuple[str, ...], removed: Iterable[str]) -> tuple[str, ...]:
    """The list without the removed items (case-blind); what isn't there is no matter."""
    gone = {item.casefold() for item in removed}
    return tuple(item for item in items if item.casefold() not in gone)
