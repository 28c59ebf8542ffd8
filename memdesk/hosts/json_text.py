"""Changing one place of a JSON text and no other byte: comments, order and spaces stay.

Configuration files of hosts are JSON with comments and trailing commas more often than not, and
people keep them tidy by hand. What is added goes first in its object or array (behind `$schema`),
so that no other line changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from memdesk.core.errors import BadParameters

Path = Sequence[str]
"""The names that lead from the root to a place."""

_SPACE = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


@dataclass(slots=True, eq=False)
class _Member:
    """One member of an object, or one item of an array, whose key is empty."""

    start: int
    key: str
    value: _Node


@dataclass(eq=False)
class _Node:
    """A value and where it stands in a text of plain JSON: from `start` up to `end`."""

    text: str
    start: int
    end: int
    value: Any

    @cached_property
    def members(self) -> list[_Member]:
        """What an object or array holds. Of a file of many megabytes little is looked into."""
        return list(self._found())

    def _found(self) -> Iterator[_Member]:
        at = _behind_space(self.text, self.start + 1)
        while at < self.end - 1:
            begun, key = at, ""
            if isinstance(self.value, dict):
                key, at = _DECODER.raw_decode(self.text, at)
                at = _behind_space(self.text, _behind_space(self.text, at) + 1)  # the colon
            value, end = _DECODER.raw_decode(self.text, at)
            yield _Member(begun, key, _Node(self.text, at, end, value))
            at = _behind_space(self.text, end)
            if self.text[at] == ",":
                at = _behind_space(self.text, at + 1)

    def member(self, key: str) -> _Member | None:
        # Of two with one name the last counts, as for every reader of JSON.
        return next((one for one in reversed(self.members) if one.key == key), None)


class JsonText:
    """A JSON text that is changed piece by piece; `text` is what it says now.

    A byte order mark, the ends of lines and the indentation are taken over. An empty text is an
    empty object. Raises BadParameters where the text is not JSON, `where` naming it.
    """

    def __init__(self, text: str, where: str) -> None:
        self._where = where
        self._mark = "\ufeff" if text.startswith("\ufeff") else ""
        self._text = text[len(self._mark) :]
        if not self._text.strip():
            self._text = "{}\n"
        self._newline = "\r\n" if "\r\n" in self._text else "\n"
        self._read()
        self._unit = self._indentation_unit()

    @property
    def text(self) -> str:
        return self._mark + self._text

    @property
    def value(self) -> Any:
        """What the text says, as Python values."""
        return self._root.value

    def get(self, path: Path) -> Any:
        """The value at a place; None where there is none."""
        found = self.value
        for name in path:
            if not isinstance(found, dict) or name not in found:
                return None
            found = found[name]
        return found

    # --- changes

    def put(self, path: Path, value: object) -> None:
        """Set the member at a place, and make the objects that lead there.

        Raises BadParameters where something else than an object stands on the way.
        """
        node = self._root
        for depth, name in enumerate(path):
            self._must_be(node, dict, path[:depth])
            member = node.member(name)
            if member is None:
                for inner in reversed(path[depth + 1 :]):
                    value = {inner: value}
                self._insert(node, json.dumps(name, ensure_ascii=False) + ": ", value)
                return
            node = member.value
        if node.value != value:
            self._replace(node, value)

    def put_item(self, path: Path, ours: Callable[[Any], bool], item: object) -> None:
        """Let the array at a place hold this item: in the place of the first that is `ours`,
        else as a new one. Raises as `put`."""
        node = self._node(path)
        if node is None:
            self.put(path, [item])
            return
        self._must_be(node, list, path)
        there = [member.value for member in node.members if ours(member.value.value)]
        if not there:
            self._insert(node, "", item)
        elif there[0].value != item:
            self._replace(there[0], item)

    def remove(self, path: Path) -> None:
        """Take a member out, and the objects that it leaves empty; nothing where none is."""
        parent = self._node(path[:-1])
        if parent is None or not isinstance(parent.value, dict):
            return
        member = parent.member(path[-1])
        if member is not None:
            self._cut(parent, member)
            self._remove_empty(path[:-1])

    def remove_items(self, path: Path, ours: Callable[[Any], bool]) -> None:
        """Take every item that is `ours` out of the array at a place, and what it leaves empty."""
        while (node := self._node(path)) is not None and isinstance(node.value, list):
            member = next((one for one in node.members if ours(one.value.value)), None)
            if member is None:
                return
            self._cut(node, member)
            self._remove_empty(path)

    def _remove_empty(self, path: Path) -> None:
        node = self._node(path)
        if path and node is not None and not node.members and "/" not in self._inside(node):
            self.remove(path)

    # --- pieces of text

    def _insert(self, node: _Node, key: str, value: object) -> None:
        """Put a member first into an object or array, behind `$schema`."""
        before = node.members[0] if node.members and node.members[0].key == "$schema" else None
        following = node.members[1:] if before else node.members
        if not node.members or "\n" in self._text[node.start : node.members[0].start]:
            indent = self._indent_within(node)
            piece = self._newline + indent + key + self._said(value, indent)
        else:
            piece = " " * bool(before) + key + json.dumps(value, ensure_ascii=False)
        if before:
            comma = self._comma_after(before)
            at = before.value.end if comma < 0 else self._end_of_line(comma + 1)
            piece = ("," if comma < 0 else "") + piece + ("," if comma >= 0 else "")
        elif following:
            at = node.start + 1
            if "\n" in piece:
                at = self._end_of_line(at)
                piece += ","
            else:
                piece += ", "
        else:
            inside = self._inside(node)
            at = node.start + 1 + len(inside.rstrip())
            if not inside.strip():
                self._text = self._text[:at] + self._text[node.end - 1 :]
            if "\n" not in inside[len(inside.rstrip()) :] or not inside.strip():
                piece += self._newline + self._indent_of(node)
        self._change(at, at, piece)

    def _replace(self, node: _Node, value: object) -> None:
        compact = "\n" not in self._text[node.start : node.end] and not isinstance(
            node.value, str | int | float | None
        )
        said = (
            json.dumps(value, ensure_ascii=False)
            if compact
            else self._said(value, self._line_indent(node.start))
        )
        self._change(node.start, node.end, said)

    def _cut(self, node: _Node, member: _Member) -> None:
        """Take a member out with its comma and, where it has lines of its own, those lines."""
        start, end = member.start, member.value.end
        index = node.members.index(member)
        comma = self._comma_after(member)
        alone = self._text[:start].rstrip(" \t").endswith("\n")
        if alone:
            start = len(self._text[:start].rstrip(" \t\r\n"))
        if comma >= 0:
            end = comma + 1
            if not alone:
                end = _SPACE.match(self._text, end).end()  # type: ignore[union-attr]
        if index == len(node.members) - 1 and index and comma < 0:
            before = self._comma_after(node.members[index - 1])
            self._text = self._text[:before] + self._text[before + 1 :]
            start, end = start - 1, end - 1
        rest = self._text[node.start + 1 : start] + self._text[end : node.end - 1]
        if len(node.members) == 1 and not rest.strip():
            start, end = node.start + 1, node.end - 1
        self._change(start, end, "")

    def _change(self, start: int, end: int, piece: str) -> None:
        self._text = self._text[:start] + piece + self._text[end:]
        self._read()

    def _said(self, value: object, indent: str) -> str:
        said = json.dumps(value, ensure_ascii=False, indent=self._unit)
        return said.replace("\n", self._newline + indent)

    def _inside(self, node: _Node) -> str:
        return self._text[node.start + 1 : node.end - 1]

    def _comma_after(self, member: _Member) -> int:
        at = _SPACE.match(self._text, member.value.end).end()  # type: ignore[union-attr]
        return at if self._text[at : at + 1] == "," else -1

    def _end_of_line(self, at: int) -> int:
        """The end of this line, where nothing but spaces and a comment follow; else `at`."""
        rest = re.compile(r"[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/[ \t]*)?(?=\r?\n)").match(
            self._text, at
        )
        return rest.end() if rest else at

    def _line_indent(self, at: int) -> str:
        line = self._text[self._text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _indent_of(self, node: _Node) -> str:
        return self._line_indent(node.start)

    def _indent_within(self, node: _Node) -> str:
        if node.members:
            return self._line_indent(node.members[0].start)
        return self._indent_of(node) + self._unit

    def _indentation_unit(self) -> str:
        for member in self._root.members:
            if indent := self._line_indent(member.start):
                return indent
        return "  "

    def _node(self, path: Path) -> _Node | None:
        node = self._root
        for name in path:
            member = node.member(name) if isinstance(node.value, dict) else None
            if member is None:
                return None
            node = member.value
        return node

    def _must_be(self, node: _Node, kind: type, path: Path) -> None:
        if not isinstance(node.value, kind):
            raise BadParameters(
                "In {where}, {place} is not what its program reads there. Put it right first.",
                where=self._where,
                place=".".join(path) or "the whole",
            )

    # --- reading

    def _read(self) -> None:
        """See to it that the text is valid, and where its root stands."""
        plain = self._text
        try:
            value = _DECODER.decode(plain)
        except (ValueError, RecursionError):
            plain = _without_trailing_commas(_without_comments(self._text))
            try:
                value = _DECODER.decode(plain)
            except json.JSONDecodeError as error:
                raise self._wrong(error.pos) from error
            except (ValueError, RecursionError) as error:
                raise self._wrong(0) from error
        start = _behind_space(plain, 0)
        if not isinstance(value, dict):
            raise self._wrong(start)
        self._root = _Node(plain, start, len(plain.rstrip()), value)

    def _wrong(self, at: int) -> BadParameters:
        return BadParameters(
            "{where} is not valid JSON in line {line}. Put it right first; nothing was written.",
            where=self._where,
            line=self._text.count("\n", 0, at) + 1,
        )


def _no_json(word: str) -> object:
    raise ValueError(word)


_DECODER = json.JSONDecoder(parse_constant=_no_json)  # NaN and Infinity are Python's own
_STRING = r'"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"'
_STRING_OR_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*(?:.*?\*/|.*\Z)", re.DOTALL)
_ENDED = re.compile(
    rf"(?P<end>(?:{_STRING}|[\w.+-]+|[}}\]])[ \t\r\n]*)(?P<comma>,(?=[ \t\r\n]*[}}\]]))?"
)
"""What ends a value, and the comma behind the last one of an object or array."""
_PLAIN_SPACE = re.compile(r"[ \t\r\n]*")
_NO_LINE_END = re.compile(r"[^\r\n]")


def _behind_space(text: str, at: int) -> int:
    return _PLAIN_SPACE.match(text, at).end()  # type: ignore[union-attr]


def _without_comments(text: str) -> str:
    """The text with blanks for its comments: everything stays where it was."""

    def blank(found: re.Match[str]) -> str:
        said = found[0]
        closed = said.startswith("//") or (said.startswith("/*") and said.endswith("*/"))
        return _NO_LINE_END.sub(" ", said) if closed and said != "/*/" else said

    return _STRING_OR_COMMENT.sub(blank, text)


def _without_trailing_commas(text: str) -> str:
    """The text with a blank for each of them, as above."""
    return _ENDED.sub(lambda found: found["end"] + " " * bool(found["comma"]), text)
