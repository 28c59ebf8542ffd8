"""A Markdown text by its headings, and what stands below one by its bullets (spec 4.1).

What is fenced as code is neither heading nor bullet. A comment is no part of the text. Line ends
of another system are undone; else what is given is what was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_BULLET = re.compile(r"(?P<indent> {0,3})[-*+•][ \t]+(?=\S)")
_FENCE = re.compile(r"\s*(?:[-*+•][ \t]+)?(?P<fence>`{3,}|~{3,})")
_LINE_OF_ITS_OWN = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_STEP = re.compile(r" {0,3}\d{1,9}[.)][ \t]")
_COLONS = (":", "：")
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text, its number from 1 on, and whether it is code."""

    number: int
    text: str
    is_code: bool = False


@dataclass(slots=True)
class Section:
    """A heading of a level, the headings above it, its line, and the lines below it.

    What stands before the first heading has level 0 and no title.
    """

    level: int = 0
    title: str = ""
    above: tuple[str, ...] = ()
    number: int = 1
    lines: list[Line] = field(default_factory=list)

    @property
    def body(self) -> str:
        """The text below the heading, without the blank lines around it."""
        return _joined(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Point:
    """A bullet, or what stands between bullets, and what introduces it in the line above."""

    number: int
    text: str
    introduced: str = ""


def sections(
    text: str | Iterable[str],
    *,
    deepest: int = DEEPEST,
    bold: bool = False,
    comments: bool = False,
    first: int = 1,
) -> Iterator[Section]:
    """The sections of a text, in its order. Deeper headings than `deepest` are text.

    With `comments`, which are left in the text then, its lines may come one by one.
    `bold` takes a line that is bold as a whole as a heading, too. `first` is the number of the
    text's first line.
    """
    section = Section(number=first)
    parents: list[tuple[int, str]] = []
    for line in _lines(text, first, comments):
        level, title = (0, "") if line.is_code else _heading(line.text)
        if bold and not level and not line.is_code and (title := _bold(line.text)):
            level = deepest
        if not 0 < level <= deepest:
            section.lines.append(line)
            continue
        yield section
        while parents and parents[-1][0] >= level:
            parents.pop()
        section = Section(level, title, tuple(name for _, name in parents), line.number)
        parents.append((level, title))
    yield section


def points(section: Section) -> Iterator[Point]:
    """What stands below a heading: each bullet with what is indented below it, and the rest.

    A numbered list is no bullets: its steps belong together. A line that ends in a colon, or is
    bold, right before bullets introduces each of them.
    """
    begun, kept = 0, list[str]()
    indent: int | None = None  # of the bullets' marks, None outside of them
    inside = 0  # of what belongs to the bullet
    introduced = ""
    in_steps = False
    for line in section.lines:
        bullet = None if line.is_code else _BULLET.match(line.text)
        apart = not line.is_code and _LINE_OF_ITS_OWN.match(line.text) is not None
        # Below a step, what is indented at all belongs to it.
        deepest = indent if indent is not None else 0 if in_steps else 3
        if bullet and not apart and len(bullet["indent"]) <= deepest:
            said = _joined(kept)
            if indent is None and (word := _introduces(said)):
                introduced = word
            elif said:
                yield Point(begun, said, introduced if indent is not None else "")
                introduced = introduced if indent is not None else ""
            indent, inside = len(bullet["indent"]), bullet.end()
            begun, kept, in_steps = line.number, [line.text[inside:]], False
            continue
        after_blank = bool(kept) and not kept[-1].strip()
        outside = indent is not None and after_blank and _indented(line.text) <= indent
        if apart or (outside and line.text.strip() and not line.is_code):
            if said := _joined(kept):
                yield Point(begun, said, introduced if indent is not None else "")
            kept, indent, introduced, in_steps = [], None, "", False
            if apart:
                continue
        if not kept and not line.text.strip():
            continue
        begun = begun if kept else line.number
        in_steps = in_steps or (indent is None and _STEP.match(line.text) is not None)
        kept.append(line.text if indent is None else _moved_left(line.text, inside))
    if said := _joined(kept):
        yield Point(begun, said, introduced if indent is not None else "")


def _lines(text: str | Iterable[str], first: int, comments: bool) -> Iterator[Line]:
    """The lines, maybe without comments, each with whether it is code or fences it."""
    fence = ""
    lines = text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else text
    ends = {} if comments else _ends_of_comments(list(lines))
    hidden = -1
    for index, line in enumerate(lines):
        if index <= hidden:
            continue
        if fence:
            yield Line(first + index, line, is_code=True)
            stripped = line.strip()
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
        elif match := _FENCE.match(line):
            fence = match["fence"]
            # The mark of a bullet that begins with code must still be seen.
            yield Line(first + index, line, is_code=_BULLET.match(line) is None)
        elif index in ends:
            hidden = ends[index]
        else:
            yield Line(first + index, line)


def _ends_of_comments(lines: list[str]) -> dict[int, int]:
    """Where a comment begins that takes whole lines, and where it ends. Open ones are none."""
    ends: dict[int, int] = {}
    end = -1
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index].strip()
        if line.endswith("-->"):
            end = index
        elif "-->" in line:
            end = -1
        if line.startswith("<!--") and end >= 0 and "-->" not in line[:-3]:
            ends[index] = end
    return ends


def _heading(line: str) -> tuple[int, str]:
    """Level and title of a heading; level 0 for any other line."""
    if line[:4].strip() == "" or "#" not in line[:4]:
        return 0, ""
    title = line.strip().lstrip("#")
    level = len(line.strip()) - len(title)
    if not 0 < level <= DEEPEST or (title and title[0] not in " \t"):
        return 0, ""
    title = title.strip()
    bare = title.rstrip("#")
    return level, bare.rstrip() if not bare or bare[-1:] in " \t" else title


def _bold(line: str) -> str:
    """What a line says that is bold as a whole; else empty."""
    line = line.strip().removesuffix(":")
    said = line[2:-2].strip()
    if line[:2] == line[-2:] and line[:2] in ("**", "__") and line[:2] not in said:
        return said.removesuffix(":")
    return ""


def _introduces(said: str) -> str:
    """What a text says of the bullets right below it; empty where it stands for itself."""
    if "\n" in said:
        return ""
    return _bold(said) or (said[:-1].strip("*_ ") if said.endswith(_COLONS) else "")


def _indented(line: str) -> int:
    return 4 if line.startswith("\t") else len(line) - len(line.lstrip(" "))


def _moved_left(line: str, width: int) -> str:
    """A line that belongs to a bullet, as it stands in the bullet's own text."""
    if line.startswith("\t"):
        return line[1:]
    return line[min(_indented(line), width) :]


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip("\n").rstrip()
