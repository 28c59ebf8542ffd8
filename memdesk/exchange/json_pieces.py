"""JSON written piece by piece: the same bytes as `json.dumps(…, indent=2)` would give at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

_INDENT = "  "


def dumped(value: object, level: int = 0) -> str:
    """A value that stands so many levels deep."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return text.replace("\n", "\n" + _INDENT * level)  # a text in it holds no raw line end


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
