"""JSON written piece by piece: the same bytes as `json.dumps(…, indent=2)` would give at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

_INDENT = "  "


_in_one_line = json.JSONEncoder(ensure_ascii=False).encode


def dumped(value: object, level: int = 0) -> str:
    """A value that stands so many levels deep; the keys in it are texts.

    `json.dumps` itself makes functions that refer to each other for each value with line ends:
    for ten thousand entries, garbage that takes a second to look through.
    """
    if isinstance(value, dict):
        edges = "{}"
        items = [f"{_in_one_line(key)}: {dumped(one, level + 1)}" for key, one in value.items()]
    elif isinstance(value, (list, tuple)):
        edges = "[]"
        items = [dumped(one, level + 1) for one in value]
    else:
        return _in_one_line(value)
    if not items:
        return edges
    line_end = "\n" + _INDENT * level
    inner = line_end + _INDENT
    return edges[0] + inner + ("," + inner).join(items) + line_end + edges[1]


def array(items: Iterable[object], level: int = 0) -> Iterator[str]:
    """A list that stands so many levels deep."""
    inner = "\n" + _INDENT * (level + 1)
    empty = True
    for item in items:
        yield ("[" if empty else ",") + inner + dumped(item, level + 1)
        empty = False
    yield "[]" if empty else "\n" + _INDENT * level + "]"


def object_of(pairs: Iterable[tuple[str, object]]) -> Iterator[str]:
    """An object with a final newline. An iterator as a value is written as a list, streamed;
    what can be called is called when its turn comes."""
    opening = "{"
    for key, value in pairs:
        yield f"{opening}\n{_INDENT}{json.dumps(key, ensure_ascii=False)}: "
        if isinstance(value, Iterator):
            yield from array(value, 1)
        else:
            yield dumped(value() if callable(value) else value, 1)
        opening = ","
    yield "{}\n" if opening == "{" else "\n}\n"
