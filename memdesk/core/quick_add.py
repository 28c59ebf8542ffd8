r"""The one line of quick-add, understood (spec 7.3).

    task: Buy a new cable #home !high @/home/me/flat

A leading `task:`, `work:` or `must:` says what it is; `#tag`, `!high`, `!medium`, `!low` and
`@workspace` may stand anywhere as words of their own. In Chinese `任务：`, `作品：`, `必须：`,
`!高`, `!中`, `!低`, full-width `＃` and `！`, and a tag right behind Chinese text. Quotes hold
spaces together: `#"two words"`, `@"C:/My Projects"`. A backslash before a mark or a leading word
makes it plain text. What is no mark stays text: `C#`, `#1`, `me@example.org`, `@nobody`, `http://x`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from memdesk.core import limits
from memdesk.core.entry import ConstraintMode, Entry, Kind, Memory, Relevance, Task, Work
from memdesk.core.text import cut

Mark = Literal["kind", "must", "tag", "relevance", "workspace"]

_LEADING: dict[str, Kind | Literal["must"]] = {
    "task": "task",
    "work": "work",
    "must": "must",
    "任务": "task",
    "任務": "task",
    "作品": "work",
    "必须": "must",
    "必須": "must",
}
_RELEVANCE: dict[str, Relevance] = {
    "high": "high",
    "medium": "medium",
    "low": "low",
    "高": "high",
    "中": "medium",
    "低": "low",
}

# `://` and `:\` belong to addresses and paths, as in "work://x".
_LEADING_WORD = re.compile(rf"(\\?)({'|'.join(_LEADING)})\s?[:：](?![/\\])\s*", re.IGNORECASE)
_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_WORD_START = rf"(?:(?<=\s)|(?<=[{_CJK}])|^)"
_MARKS = re.compile(
    rf"{_WORD_START}(?P<escape>\\)?(?:"
    rf'[#＃](?:"(?P<quoted_tag>[^"\s][^"]*)"|(?P<tag>[^\W_][\w./+&-]*+)(?![#＃@"]))'
    rf"|(?<![^\s])[!！](?P<relevance>{'|'.join(_RELEVANCE)})(?!\S)"
    rf'|(?<![^\s\\])@(?:"(?P<quoted_place>[^"\s][^"]*)"|(?P<place>[^\s"]+))'
    rf")",
    re.IGNORECASE,
)
_BEGUN = re.compile(
    rf"(?P<escape>\\)?(?:(?<=\s)|(?<=[{_CJK}])|(?<=\\)|(?<![\s\S]))(?P<mark>[#＃]|(?<!\S)@)"
    rf'(?P<quote>")?(?P<typed>(?(quote)[^"]*|[^\s"#＃@]*))\Z'
)
_REST = re.compile(r'[^\s"#＃@]*')
_REST_QUOTED = re.compile(r'[^"]*"?')
_TRAILING = ".,;:!?，。；：！？、"
_ESCAPED = re.compile(rf"{_WORD_START}\\(?=[#＃!！@])")
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:[/\\]|\\\\")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n")
_LONG_TITLE = 80


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch [start, end) of the line that was understood as a mark."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickAdd:
    """What a line says. `text` is the rest of it, without the marks."""

    kind: Kind = "memory"
    text: str = ""
    must: bool = False
    tags: tuple[str, ...] = ()
    relevance: Relevance = "medium"
    workspace: str = ""
    pieces: tuple[Piece, ...] = ()

    def entry(self) -> Entry:
        """The entry to add. It may still break a limit: `core.validation` says so."""
        title = derived_title(self.text)
        rest = "" if title == self.text else self.text
        entry: Entry
        if self.kind == "task":
            entry = Task(title=title, notes=rest)
        elif self.kind == "work":
            entry = Work(name=title, summary=rest)
        else:
            mode: ConstraintMode = "yes" if self.must else "auto"
            entry = Memory(title=title, content=self.text, constraint=mode)
        return replace(entry, tags=self.tags, relevance=self.relevance, workspace=self.workspace)


def parse(
    line: str,
    workspaces: Sequence[str] = (),
    normalise: Callable[[str], str] = str,
) -> QuickAdd:
    """Understand a line. Never fails: what is no mark is text.

    `workspaces` are those in use: `@name` means the first of them whose last folders are `name`.
    A path of another is taken as `normalise` gives it.
    """
    kind: Kind = "memory"
    must = False
    pieces: list[Piece] = []
    begin = len(line) - len(line.lstrip())
    plain: list[str] = []
    leading = _LEADING_WORD.match(line, begin)
    if leading and leading[1]:
        plain.append(leading[0][1:])
        begin = leading.end()
    elif leading:
        word = _LEADING[leading[2].lower()]
        must = word == "must"
        kind = "memory" if word == "must" else word
        end = leading.end(2) + line[leading.end(2) :].find(leading[0].rstrip()[-1]) + 1
        pieces.append(Piece(begin, end, "must" if must else "kind"))
        begin = leading.end()

    tags: list[str] = []
    relevance: Relevance = "medium"
    workspace = ""
    at = begin
    position = begin
    while found := _MARKS.search(line, position):
        position = max(found.end(), found.start() + 1)
        if found["escape"]:
            continue
        end = found.end()
        mark: Mark
        if found["relevance"]:
            mark, relevance = "relevance", _RELEVANCE[found["relevance"].lower()]
        elif found["quoted_tag"] or found["tag"]:
            tag = (found["quoted_tag"] or found["tag"].rstrip(_TRAILING)).strip()
            if not _is_tag(tag, quoted=bool(found["quoted_tag"])):
                continue
            mark = "tag"
            end -= 0 if found["quoted_tag"] else len(found["tag"]) - len(tag)
            if tag.casefold() not in (known.casefold() for known in tags):
                tags.append(tag)
        else:
            named = found["quoted_place"] or found["place"].rstrip(_TRAILING)
            place = _workspace(named, workspaces, normalise)
            if place is None:
                continue
            mark, workspace = "workspace", place
            end -= 0 if found["quoted_place"] else len(found["place"]) - len(named)
        plain.append(line[at : found.start()])
        pieces.append(Piece(found.start(), end, mark))
        at = position = end
    plain.append(line[at:])
    return QuickAdd(
        kind=kind,
        text=_joined(plain),
        must=must,
        tags=tuple(tags),
        relevance=relevance,
        workspace=workspace,
        pieces=tuple(pieces),
    )


@dataclass(frozen=True, slots=True)
class Begun:
    """The stretch [start, end) of a line where a tag or workspace is being typed, and how far."""

    start: int
    end: int
    mark: Literal["tag", "workspace"]
    typed: str


def begun(line: str, cursor: int) -> Begun | None:
    """The tag or workspace that is being typed at the cursor; None where it is neither."""
    found = _BEGUN.search(line, 0, cursor)
    if found is None or found["escape"]:
        return None
    rest = _REST_QUOTED if found["quote"] else _REST
    after = rest.match(line, cursor)
    return Begun(
        found.start("mark"),
        after.end() if after else cursor,
        "workspace" if found["mark"] == "@" else "tag",
        found["typed"],
    )


def completed(line: str, at: Begun, value: str, workspaces: Sequence[str] = ()) -> tuple[str, int]:
    """The line with that tag or workspace written out, and where the cursor goes.

    A workspace is written by its last folder where that names it, else by its path.
    """
    written = _written_tag(value) if at.mark == "tag" else _written_place(value, workspaces)
    rest = line[at.end :]
    before = f"{line[: at.start]}{written}" + ("" if rest[:1].isspace() else " ")
    return before + rest, len(before) + (1 if rest[:1].isspace() else 0)


def _written_tag(tag: str) -> str:
    return f"#{tag}" if parse(f"#{tag}").tags == (tag,) else f'#"{tag}"'


def _written_place(path: str, workspaces: Sequence[str]) -> str:
    for name in (re.split(r"[/\\]", path.rstrip("/\\"))[-1], path):
        for written in (f"@{name}", f'@"{name}"'):
            if parse(written, workspaces).workspace == path:
                return written
    return f'@"{path}"'


def derived_title(text: str) -> str:
    """A title for a text that came without one: the whole of it while short, else its first
    sentence, cut to a title's length."""
    text = text.strip()
    return first_sentence(text) if len(text) > _LONG_TITLE or "\n" in text else text


def first_sentence(text: str) -> str:
    """The first sentence of a text, cut to a title's length."""
    text = _SENTENCE_END.split(text.strip(), maxsplit=1)[0].strip()
    return cut(text, limits.MAX_TITLE - 1)[0] if len(text) > limits.MAX_TITLE else text


def _is_tag(tag: str, *, quoted: bool) -> bool:
    """`#1`, `#2024` and `#12.` count something: without quotes a tag has a letter."""
    return any(one.isalnum() if quoted else one.isalpha() for one in tag)


def _workspace(
    named: str, workspaces: Sequence[str], normalise: Callable[[str], str]
) -> str | None:
    if _ABSOLUTE.match(named):
        return normalise(named)
    wanted = _folders(named)
    for workspace in workspaces:
        if wanted and _folders(workspace)[-len(wanted) :] == wanted:
            return workspace
    return None


def _folders(path: str) -> list[str]:
    return [part.casefold() for part in re.split(r"[/\\]", path) if part]


def _joined(parts: Sequence[str]) -> str:
    """The text around the marks, with one space where a mark stood between two words."""
    text = ""
    for written in parts:
        part = _ESCAPED.sub("", written)
        if text and not text[-1].isspace() and part and not part[0].isspace():
            text += part
        elif text and part:
            text = text.rstrip() + ("" if part.lstrip()[:1] in _TRAILING else " ") + part.lstrip()
        else:
            text += part
    return text.strip()
