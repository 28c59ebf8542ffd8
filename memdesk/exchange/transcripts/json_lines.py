"""Files of one JSON object a line, read line by line in fixed memory (spec 5.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from memdesk.exchange.transcripts.conversation import Tally

MAX_LINE = 16 * 1024 * 1024
"""Bytes. A longer line is passed over: pictures lie in lines, books don't."""
HEAD = 256 * 1024
"""Bytes at a file's beginning in which is looked for what the conversation is."""
TAIL = 64 * 1024
"""Bytes at its end in which is looked for a title that was given later."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """One object, and the place behind its line."""

    value: dict[str, Any]
    after: int


def records(path: Path, tally: Tally, start: int = 0) -> Iterator[Record]:
    """The objects of a file from a place on. Lines that hold none are counted as broken."""
    with path.open("rb") as file:
        for line, after in lines(file, tally, start):
            value = decoded(line)
            if value is None:
                tally.broken += 1
            else:
                yield Record(value, after)


def head(path: Path) -> Iterator[dict[str, Any]]:
    """The objects at a file's beginning, as far as they are whole."""
    for record in records(path, Tally()):
        yield record.value
        if record.after > HEAD:
            return


def tail(path: Path) -> list[bytes]:
    """The last lines of a file. The first of them may lack its beginning."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - TAIL, 0))
        return file.read(TAIL).split(b"\n")


def decoded(line: bytes) -> dict[str, Any] | None:
    """The object of a line, or None where it holds none."""
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def lines(file: BinaryIO, tally: Tally, start: int = 0) -> Iterator[tuple[bytes, int]]:
    """The lines that hold anything, without their ends, and the place behind each.

    One over MAX_LINE is counted as broken, and never held whole.
    """
    place = file.seek(start)
    while line := file.readline(MAX_LINE + 1):
        place += len(line)
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = file.readline(TAIL)
                place += len(line)
            tally.broken += 1
            continue
        if place == len(line):
            line = line.removeprefix(_BYTE_ORDER_MARK)
        line = line.strip()
        if line:
            yield line, place
