"""JSON values of other programs: parsed with words for what is wrong, and asked for their type."""

from __future__ import annotations

import json

from memdesk.core.errors import BadParameters


def parsed(text: str, path: str) -> object:
    """The text as one JSON value. Raises BadParameters with the place where it breaks."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        end = text.rstrip()
        if error.pos >= len(end) or error.msg.startswith("Unterminated string"):
            raise BadParameters(
                "{path} is cut off: its JSON ends unfinished at line {line}, column {column}.",
                path=path,
                line=end.count("\n") + 1,
                column=len(end) - end.rfind("\n") - 1,
            ) from error
        raise BadParameters(
            "{path} is not JSON: {reason} at line {line}, column {column}.",
            path=path,
            reason=error.msg.removesuffix(" at"),
            line=error.lineno,
            column=error.colno,
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadParameters(
            "{path} is not JSON: {reason}.",
            path=path,
            # Of the ValueErrors only an endless number is left.
            reason="nested too deeply"
            if isinstance(error, RecursionError)
            else "a number in it has too many digits",
        ) from error


def is_json(text: str) -> bool:
    """Whether the text is one whole JSON value."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def wrong_type(value: object, expected: str) -> BadParameters:
    """What is wrong with a JSON value of another type than the expected one."""
    return BadParameters(
        "Here is {found} where {expected} belongs.", found=json_type(value), expected=expected
    )


def json_type(value: object) -> str:
    """What a JSON value is, in words for a reason."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
