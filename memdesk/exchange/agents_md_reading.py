"""memdesk's section of AGENTS.md or CLAUDE.md, and its rules file of Cursor, read back (spec 4.3).

Of a mirror only what others wrote into it is taken: the lines that memdesk wrote there are known.
Of a file that was exported (`agents_md.write`), everything. What stands there is a host's to
write: nothing of it becomes a rule by standing below a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.core.block.words import CHINESE, ENGLISH
from memdesk.core.entry import Entry, Kind, Memory, Profile, Task, Work
from memdesk.core.ids import is_generated
from memdesk.core.lists import without_repeats
from memdesk.exchange import frontmatter
from memdesk.exchange.agents_md import NAME, TITLES
from memdesk.exchange.loose import title_and_content
from memdesk.exchange.mirror_note import digest, is_line_of, noted_at
from memdesk.exchange.reading import Found, FoundEntry
from memdesk.exchange.section_text import BEGIN, section_of, take_section
from memdesk.exchange.source import Source

BRINGS: dict[Kind, tuple[str, ...]] = {
    "memory": ("title", "content"),
    "task": ("title", "status", "notes"),
    "work": ("name", "summary"),
}
_KINDS: dict[str, Kind] = {
    TITLES["task"]: "task",
    TITLES["work"]: "work",
    **{words.headings["tasks"]: "task" for words in (ENGLISH, CHINESE)},
    **{words.headings["works"]: "work" for words in (ENGLISH, CHINESE)},
}
_LISTS = ("Interests", "Preferences")
_NOTES = "Notes"
_HEADING = re.compile(r"#{1,6} (?P<title>.*)")
_BULLET = re.compile(r"[-*+•][ \t]+(?=\S)")
_ID_BEFORE = re.compile(r"\[(?P<id>\w+)\][ \t]+")
_ID_BEHIND = re.compile(r"[ \t]+\((?P<id>\w+)\)$", re.MULTILINE)
_STATUS = re.compile(r"\[(?P<status>[^\[\]\n]{1,40})\][ \t]+")
_NAMED = re.compile(
    r"\*\*(?P<label>.+?)\*\*(?: \((?P<facts>[^\n]*?)\))?(?::[ \t]+|\n\n|$)(?P<body>.*)", re.DOTALL
)
_BARE = re.compile(r"(?P<label>[^\n]+?)(?: \((?P<facts>[^()\n]*)\))?$")


def claims(source: Source) -> bool:
    """Whether it is such a section and nothing else. Among other text it is read when named."""
    if not source.may_be_text or section_of(source.first_text) is None:
        return False
    return not take_section(source.first_text).strip()


def read(source: Source) -> Found:
    """Read the section, or the whole of a file without one. Raises BadParameters for no text."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    text = source.text.replace("\r\n", "\n")
    inside, first = section_of(text), 1
    if inside is None:
        matter = frontmatter.split(text)
        inside, first = matter.body.replace(BEGIN, ""), matter.line  # one may be cut off
    elif inside:
        first += text.count("\n", 0, text.index(inside))
    mirror = noted_at(source.path)
    if mirror is not None:
        held = mirror.held_in(source.data.decode("utf-8", "replace"))
        found.mirror = mirror.path, digest(held or "")
    lists: dict[str, list[str]] = {name: [] for name in _LISTS}
    notes = ""
    for point in _points(inside.split("\n"), first):
        said = point.text
        if mirror is not None:
            lines = said.split("\n")
            said = "\n".join(one for one in lines if not is_line_of(one, mirror.lines))
        elif point.heading == _NOTES:
            notes = _unescaped(said)
            continue
        elif point.heading in _LISTS:
            lists[point.heading].append(_unescaped(said))
            continue
        if said.strip():
            entry = _entry(_KINDS.get(point.heading, "memory"), said.strip("\n"))
            yield FoundEntry(where=f"line {point.number}", entry=entry)
    interests, preferences = map(without_repeats, lists.values())
    found.profile = Profile(interests=interests, preferences=preferences, notes=notes)


class _Point(NamedTuple):
    """A bullet with what is indented below it, or the lines between bullets."""

    number: int
    heading: str
    text: str


def _points(lines: list[str], first: int) -> Iterator[_Point]:
    """What stands in the text, by its bullets. What is indented is never a heading: it is what
    an entry says."""
    heading, begun, kept = "", first, list[str]()
    in_bullet = False
    for number, line in enumerate([*lines, "# "], first):
        title, bullet = _HEADING.match(line), _BULLET.match(line)
        blank = not line.strip()
        if not title:
            # Notes are one text of the person's, with bullets and blank lines of their own.
            if heading == _NOTES or (in_bullet and (blank or line.startswith("  "))):
                kept.append(line[2:] if in_bullet else line)
                continue
            if not (bullet or blank or in_bullet):
                begun = begun if kept else number
                kept.append(line)
                continue
        if text := "\n".join(kept).strip("\n").rstrip():
            yield _Point(begun, heading, text)
        heading = title["title"].strip() if title else heading
        in_bullet = bullet is not None and not title
        begun = number
        kept = [line[bullet.end() :]] if bullet else [] if title or blank else [line]


def _entry(kind: Kind, said: str) -> Entry:
    """What a bullet says, without what only points to an entry."""
    if (match := _ID_BEFORE.match(said)) and is_generated(match["id"]):
        said = said[match.end() :]
    said = _ID_BEHIND.sub(lambda found: "" if is_generated(found["id"]) else found[0], said)
    if kind == "memory":
        named = _NAMED.match(said)
        title, content = (named["label"], named["body"]) if named else ("", said)
        title, content = title_and_content(title, _unescaped(content))
        return Memory(title=_unescaped(title), content=content)
    status = ""
    if kind == "task" and (match := _STATUS.match(said)):
        status, said = match["status"], said[match.end() :]
    if (named := _NAMED.match(said)) is not None:
        label, facts, body = named["label"], named["facts"] or "", named["body"]
    else:
        label, _, body = said.partition("\n")
        bare = _BARE.match(label)
        label, facts = (bare["label"], bare["facts"] or "") if bare else (label, "")
    title, body = title_and_content(_unescaped(label), _unescaped(body))
    body = "" if body == title else body
    if kind == "task":
        return Task(title=title, notes=body, status=status or facts or "todo")
    return Work(name=title, summary="\n\n".join(filter(None, (facts, body))))


def _unescaped(text: str) -> str:
    """The marks of comments as they were before they were written (`core.text.escape_comments`)."""
    return text.replace("&lt;!--", "<!--").replace("--&gt;", "-->").replace("--!&gt;", "--!>")
