"""Changing one table of a TOML text and no other byte: comments, order and spaces stay."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from memdesk.core.errors import BadParameters

Value = str | Sequence[str]

_KEY = re.compile(r"[ \t]*([A-Za-z0-9_-]+)[ \t]*=")
_HEADER = re.compile(r"[ \t]*\[")


def put_table(text: str, name: Sequence[str], values: Mapping[str, Value], where: str) -> str:
    """The text with a table that holds these values; others in that table stay.

    A new table is added at the end. Raises BadParameters where the text is no TOML, or has the
    table in a form that can't be changed line by line.
    """
    before = _parsed(text, where)
    there = _table(before, name)
    if there is not None and all(there.get(key) == value for key, value in values.items()):
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    said = [f"{key} = {_said(value)}" for key, value in values.items()]
    if there is None:
        gap = newline if text.strip() else ""
        # A text without a last newline stays one: so it can be had back to the byte.
        whole = not text or text.endswith("\n")
        ours = newline.join([f"[{_dotted(name)}]", *said])
        after = text + gap + ours + newline if whole else text + newline + gap + ours
    else:
        lines = text.splitlines(keepends=True)
        start, end = _span(lines, name, where)
        kept = [line for line in lines[start + 1 : end] if not _is_of(line, values)]
        mine = [line + newline for line in said]
        after = "".join([*lines[: start + 1], *mine, *kept, *lines[end:]])
    wanted = {**(there or {}), **values}
    return _checked(after, _with(before, name, wanted), name, where)


def remove_table(text: str, name: Sequence[str], where: str) -> str:
    """The text without a table and the tables below it. Raises as `put_table`."""
    before = _parsed(text, where)
    if _table(before, name) is None:
        return text
    lines = text.splitlines(keepends=True)
    while any(_is_header(lines[at], name) for at in _begins(lines)):
        start, end = _span(lines, name, where)
        cut_off = end == len(lines) and not lines[-1].endswith("\n")
        if "".join(lines[:start]).strip():
            start -= not lines[start - 1].strip()  # the blank line that sets it apart
        else:
            while start == 0 and end < len(lines) and not lines[end].strip():
                end += 1
        lines[start:end] = []
        if cut_off and lines:
            lines[-1] = lines[-1].rstrip("\r\n")
    after = "".join(lines)
    return _checked(after, _with(before, name, None), name, where)


def _checked(text: str, wanted: Mapping[str, Any], name: Sequence[str], where: str) -> str:
    """The text, if it says what is wanted and nothing else."""
    try:
        found = tomllib.loads(_plain(text))
    except tomllib.TOMLDecodeError as error:
        raise _by_hand(name, where) from error
    if found != wanted:
        raise _by_hand(name, where)
    return text


def _span(lines: Sequence[str], name: Sequence[str], where: str) -> tuple[int, int]:
    """From a table's header up to the line behind its last value."""
    begins = _begins(lines)
    start = next((at for at in begins if _is_header(lines[at], name)), -1)
    if start < 0:
        raise _by_hand(name, where)
    end = next((at for at in begins if at > start), len(lines))
    # Comments right above the next header are about that one.
    while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip()[0] == "#"):
        end -= 1
    return start, end


def _is_header(line: str, name: Sequence[str]) -> bool:
    """Whether a line begins the table, or one below it."""
    return _table(tomllib.loads(_plain(line)), name) is not None


def _begins(lines: Sequence[str]) -> list[int]:
    """The lines that begin a table: they look like headers, and are in no string or array, for
    what stands between them and the one before is whole."""
    found: list[int] = []
    before = 0
    for at, line in enumerate(lines):
        if _HEADER.match(line):
            try:
                tomllib.loads(_plain("".join(lines[before:at])))
                tomllib.loads(_plain(line))
            except tomllib.TOMLDecodeError:
                continue
            found.append(at)
            before = at
    return found


def _is_of(line: str, values: Mapping[str, Value]) -> bool:
    found = _KEY.match(line)
    return found is not None and found[1] in values


def _table(document: Mapping[str, Any], name: Sequence[str]) -> dict[str, Any] | None:
    found: Any = document
    for part in name:
        if not isinstance(found, dict) or part not in found:
            return None
        found = found[part]
    return found if isinstance(found, dict) else None


def _with(
    document: Mapping[str, Any], name: Sequence[str], table: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The document with this table, or without it and the tables that it leaves empty."""
    first, *rest = name
    found = dict(document)
    inner = found.get(first)
    if rest:
        below = _with(inner if isinstance(inner, dict) else {}, rest, table)
        if below or table is not None:
            found[first] = below
        else:
            found.pop(first, None)
    elif table is None:
        found.pop(first, None)
    else:
        found[first] = dict(table)
    return found


def _parsed(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_plain(text))
    except tomllib.TOMLDecodeError as error:
        raise BadParameters(
            "{where} is not valid TOML: {reason}. Put it right first; nothing was written.",
            where=where,
            reason=str(error),
        ) from error


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _by_hand(name: Sequence[str], where: str) -> BadParameters:
    return BadParameters(
        "In {where}, {place} is written in a way that memdesk can't change. Change it by hand.",
        where=where,
        place=_dotted(name),
    )


def _dotted(name: Sequence[str]) -> str:
    return ".".join(name)


def _said(value: Value) -> str:
    """A text or a list of texts as TOML: its strings take JSON's escapes, but for one."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return "[" + ", ".join(_said(one) for one in value) + "]"
