"""Files of one JSON object a line: streamed, and a broken line costs only itself (spec 4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from memdesk.core.errors import BadParameters
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source

_FIRST = 5
"""Lines in which a format looks for what tells it apart."""


def objects(source: Source, found: Found | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of the lines, each with its place. Whatever else a line is, `found` notes."""
    for number, line in source.lines():
        where = f"line {number}"
        value = line if isinstance(line, BadParameters) else _value(line)
        if isinstance(value, dict):
            yield where, value
        elif found is not None:
            if not isinstance(value, BadParameters):
                value = wrong_type(value, "an object")
            found.skip(where, value)


def first_objects(source: Source) -> list[dict[str, Any]]:
    """The objects of the first lines; none where the file doesn't begin with one."""
    if source.first_text.lstrip()[:1] != "{":
        return []
    lines = (line for _number, line in islice(source.lines(), _FIRST))
    values = [_value(line) for line in lines if isinstance(line, str)]
    return [value for value in values if isinstance(value, dict)]


def _value(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return BadParameters("The line is no whole JSON value.")
