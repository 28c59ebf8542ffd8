"""The frontmatter of a Markdown file: YAML between two lines `---` at its beginning.

Programs and people write it, not always as YAML wants it: what is no YAML is read line by line.
Every value comes as text, list or object: a title `2026` is no number, a date no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from memdesk.core.errors import BadParameters, LimitExceeded, MemdeskError

MARK = "---"
"""The line that it begins and ends with."""
LONGEST = 64 * 1024
"""Characters: nobody writes a longer one, and parsing YAML is slow."""
DEEPEST = 100
"""Lists and objects within each other: how many the parser takes differs with the Python."""
_NOTHING = ("", "~", "null")


@dataclass(frozen=True, slots=True)
class Matter:
    """What stood in the frontmatter, the text behind it, and the line on which that begins.

    `problem` says why a frontmatter was not read; the text behind it is there all the same.
    """

    fields: Mapping[str, Any] = field(default_factory=dict)
    body: str = ""
    line: int = 1
    problem: MemdeskError | None = None


def split(text: str) -> Matter:
    """Take a file's text apart. Never raises."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != MARK:
        return Matter(body="\n".join(lines))
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() in (MARK, "...")), 0)
    if not end:
        return Matter(body="\n".join(lines))
    written, body = "\n".join(lines[1:end]), "\n".join(lines[end + 1 :])
    try:
        fields = _fields(written)
    except MemdeskError as problem:
        return Matter(body=body, line=end + 2, problem=problem)
    return Matter(fields, body, end + 2)


def _fields(written: str) -> Mapping[str, Any]:
    import yaml  # few formats have any, and it costs a start some milliseconds

    if len(written) > LONGEST:
        raise LimitExceeded(
            "The frontmatter has {length} characters; at most {limit} are read.",
            limit=LONGEST,
            length=len(written),
        )
    try:
        if "*" in written and any(
            isinstance(token, yaml.AliasToken) for token in yaml.scan(written)
        ):
            # A few lines of them can stand for gigabytes.
            raise BadParameters("The frontmatter refers to itself, which memdesk does not read.")
        found = yaml.load(written, _plain())
    except yaml.YAMLError:
        return _line_by_line(written)
    except RecursionError as error:
        raise BadParameters("The frontmatter is nested too deeply.") from error
    if _is_deeper(found, DEEPEST):
        raise BadParameters("The frontmatter is nested too deeply.")
    if isinstance(found, dict):
        return {str(key): value for key, value in found.items()}
    return {}


def _is_deeper(value: Any, most: int) -> bool:
    """Whether more lists and objects than that lie within each other."""
    level = [value]
    for _ in range(most + 1):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return bool(level)


@cache
def _plain() -> Any:
    """A loader that takes no type but text, list, object and nothing: no tag makes anything."""
    import re

    import yaml

    # The parser in C is ten times as fast; not every system has it.
    class Plain(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
        pass

    Plain.add_implicit_resolver("null", re.compile(r"(~|null|)\Z"), ["~", "n", ""])
    Plain.add_constructor("null", lambda _loader, _node: None)
    return Plain


def _line_by_line(written: str) -> dict[str, Any]:
    """`name: value` as it stands on each line: a description with a colon is no YAML.

    Of what is indented, the names count as if they were not.
    """
    fields: dict[str, Any] = {}
    for line in written.split("\n"):
        name, colon, value = line.strip().partition(":")
        value = value.strip()
        if not colon or name in fields or value in _NOTHING:
            continue
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if value[:1] == "[" and value[-1:] == "]":
            fields[name] = [item.strip(" \"'") for item in value[1:-1].split(",") if item.strip()]
        else:
            fields[name] = value
    return fields
