"""What an import found in a file, and the file itself as formats see it (spec 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from memdesk.core.entry import Entry, Kind, Profile
from memdesk.core.errors import BadParameters, MemdeskError, NotFound

_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_MARKS = tuple(mark for mark, _encoding in _BYTE_ORDER_MARKS)
_BEGINNING = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """What could not be taken: where it stands (a JSON path, a line) and why."""

    where: str
    problem: MemdeskError

    @property
    def reason(self) -> str:
        """The problem in English, for programs; for a person, let it be said in their language."""
        return str(self.problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """One entry and where it stands. Its id is its stable key: the same file gives the same."""

    entry: Entry
    where: str


@dataclass(slots=True, kw_only=True)
class Found:
    """What a file holds, in the file's order.

    `brings` names the fields that the format holds, of each kind: the others of an entry that
    is in the bank already are none of its business. `keeps_authors` says that the entries bring
    their own authors and times (memdesk's own format); else the import is their author.
    """

    format: str
    brings: Mapping[Kind, tuple[str, ...]]
    profile: Profile = field(default_factory=Profile)
    entries: list[FoundEntry] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    keeps_authors: bool = False

    def counts(self) -> dict[Kind, int]:
        """How many entries of each kind."""
        numbers: dict[Kind, int] = {"memory": 0, "task": 0, "work": 0}
        for found in self.entries:
            numbers[found.entry.kind] += 1
        return numbers

    def skip(self, where: str, problem: MemdeskError) -> None:
        """Note what could not be taken."""
        self.skipped.append(Skipped(where=where, problem=problem))


class Source:
    """A file to import, read when it is asked for. Never written to, never renamed.

    Raises NotFound where there is no file, BadParameters where it can't be read as text or
    JSON, naming place and reason.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def data(self) -> bytes:
        """The bytes of the whole file; an empty file is refused."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            raise NotFound("There is no file {path}.", path=str(self.path)) from None
        except IsADirectoryError:
            raise BadParameters(
                "{path} is a folder; name the file in it.", path=str(self.path)
            ) from None
        except OSError as error:
            raise BadParameters(
                "{path} can't be read: {reason}.",
                path=str(self.path),
                reason=error.strerror or str(error),
            ) from error
        if data in _MARKS or not data.strip(b" \t\r\n\0"):
            raise BadParameters("{path} is empty.", path=str(self.path))
        return data

    @cached_property
    def text(self) -> str:
        """The file as text: UTF-8 with or without byte order mark, UTF-16 with one; `\\n` ends."""
        encoding = "utf-8"
        for mark, marked in _BYTE_ORDER_MARKS:
            if self.data.startswith(mark):
                encoding = marked
        try:
            text = self.data.decode(encoding)
        except UnicodeDecodeError as error:
            raise BadParameters(
                "{path} is not text: line {line} holds bytes that are no {encoding}.",
                path=str(self.path),
                line=self.data.count(b"\n", 0, error.start) + 1,
                encoding=encoding.removesuffix("-sig").upper(),
            ) from error
        return text

    @property
    def may_be_text(self) -> bool:
        """Whether the file begins as text does. A database or a picture soon has a NUL."""
        return self.data.startswith(_MARKS) or b"\0" not in self.data[:_BEGINNING]

    @property
    def looks_like_json(self) -> bool:
        """Whether the text begins as a JSON object or array does."""
        return self.text.lstrip()[:1] in ("{", "[")

    @cached_property
    def json(self) -> object:
        """The file as one JSON value."""
        try:
            return json.loads(self.text)
        except json.JSONDecodeError as error:
            end = self.text.rstrip()
            if error.pos >= len(end) or error.msg.startswith("Unterminated string"):
                raise BadParameters(
                    "{path} is cut off: its JSON ends unfinished at line {line}, column {column}.",
                    path=str(self.path),
                    line=end.count("\n") + 1,
                    column=len(end) - end.rfind("\n") - 1,
                ) from error
            raise BadParameters(
                "{path} is not JSON: {reason} at line {line}, column {column}.",
                path=str(self.path),
                reason=error.msg.removesuffix(" at"),
                line=error.lineno,
                column=error.colno,
            ) from error
        except (ValueError, RecursionError) as error:
            raise BadParameters(
                "{path} is not JSON: {reason}.",
                path=str(self.path),
                # Of the ValueErrors only an endless number is left.
                reason="nested too deeply"
                if isinstance(error, RecursionError)
                else "a number in it has too many digits",
            ) from error


def derived_id(kind: Kind, parts: Iterable[str]) -> str:
    """An id for an entry that brings none: the same text always gets the same (spec 4)."""
    digest = sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return kind[0] + digest[:16]


def wrong_type(value: object, expected: str) -> BadParameters:
    """What is wrong with a JSON value of another type than the expected one."""
    return BadParameters(
        "Here is {found} where {expected} belongs.", found=json_type(value), expected=expected
    )


def used_already(id: str, where: str) -> BadParameters:
    """What is wrong with the second of two entries with one id."""
    return BadParameters("The id {id} is used by {where} already.", id=id, where=where)


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
