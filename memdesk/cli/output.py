"""How results are printed: aligned text for people, one JSON value for programs (spec 3.5)."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from memdesk.core import times
from memdesk.core.text import clean, one_line

GAP = "  "
_NARROWEST = 12
"""Columns of a terminal below which no cell is cut."""


def print_json(value: object) -> None:
    """One JSON value, as one line."""
    print(json.dumps(value, ensure_ascii=False))


def print_json_array(items: Iterable[object]) -> None:
    """An array, an item a line, printed while the items still come."""
    opening = "["
    for item in items:
        sys.stdout.write(opening + json.dumps(item, ensure_ascii=False))
        opening = ",\n "
    print("[]" if opening == "[" else "]")


def print_table(rows: Sequence[Sequence[str]], *, flexible: int) -> None:
    """Aligned rows. On a terminal the `flexible` column is cut where a line would not fit."""
    if not rows:
        return
    shown = [[one_line(clean(cell)) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    if sys.stdout.isatty():
        room = shutil.get_terminal_size().columns - 1
        others = sum(widths) - widths[flexible] + len(GAP) * (len(widths) - 1)
        widths[flexible] = min(widths[flexible], max(room - others, _NARROWEST))
        for row in shown:
            row[flexible] = shortened(row[flexible], widths[flexible])
    for row in shown:
        print(GAP.join(map(padded, row, widths)).rstrip())


def print_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Name and value, a line each, the values aligned."""
    facts = list(facts)
    widest = max((width(name) for name, _value in facts), default=0)
    for name, value in facts:
        print((padded(name, widest) + GAP + for_terminal(value)).rstrip())


def for_terminal(text: str) -> str:
    """A stored text for the screen: what could steer a terminal is removed there.

    A pipe gets it as it is stored.
    """
    return clean(text) if sys.stdout.isatty() else text


def width(text: str) -> int:
    """How many columns of a terminal the text takes: Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if combining(character) or character in "\u200d\ufe0f":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """The text with spaces behind it up to that many columns."""
    return text + " " * (columns - width(text))


def shortened(text: str, columns: int) -> str:
    """The text cut to that many columns, with `…` where something is missing."""
    if width(text) <= columns:
        return text
    taken = 0
    for place, character in enumerate(text):
        taken += _columns(character)
        if taken > columns - 1:
            return text[:place] + "…"
    return text


def local_time(moment: str | None) -> str:
    """A stored time in the person's zone, to the minute; empty for none."""
    return f"{times.parse(moment).astimezone():%Y-%m-%d %H:%M}" if moment else ""
