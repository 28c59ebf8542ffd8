"""One entry as the lines of a block, and the pen that writes its fields safely (spec 2.2, 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from memdesk.core import secrets
from memdesk.core.block.result import Line, LineKind, Section
from memdesk.core.text import clean, cut, one_line

# Marks, while a line is put together, where a cut fell. No field can hold it: `clean` takes it.
_CUT_HERE = "\0"


@dataclass(slots=True, kw_only=True, eq=False)
class Row:
    """What one entry, or one field of the profile, gives to the block.

    `chars` is what the budget counts: the code points of the lines, without line ends. `place`
    orders the memories of a shape that shows constraints among them; `leaves` orders all rows of
    a block, those first that a hard limit leaves out first.
    """

    section: Section
    kind: LineKind
    id: str
    label: str
    lines: tuple[Line, ...]
    was_cut: bool = False
    place: int = 0
    leaves: int = 0
    kept: bool = True

    @property
    def chars(self) -> int:
        return sum(len(line.text) for line in self.lines)


class Pen:
    """Writes the fields of one entry: cleaned, redacted, on one line, cut, then escaped."""

    def __init__(self, escape: Callable[[str], str], *, redacting: bool = True) -> None:
        self._escape = escape
        self._redacting = redacting
        self._redacted: list[str] = []
        self._lost = ""

    def write(self, text: str) -> str:
        """A whole field."""
        return self._escape(self._prepared(text))

    def write_cut(self, text: str, maximum: int | None) -> str:
        """A field of at most `maximum` code points; 0 hides it. At most one a row is cut."""
        if maximum == 0:
            return ""
        kept, lost = cut(self._prepared(text), maximum)
        if not lost:
            return self._escape(kept)
        self._lost = lost
        return self._escape(kept) + _CUT_HERE

    def write_list(self, items: Iterable[str], separator: str) -> str:
        """Fields as a list; items with nothing to show are left out."""
        return separator.join(filter(None, map(self.write, items)))

    def row(self, section: Section, kind: LineKind, row_id: str, label: str, *lines: str) -> Row:
        """What was written, put together to lines."""
        redacted = tuple(dict.fromkeys(self._redacted))
        made = []
        for text in lines:
            before, mark, behind = text.partition(_CUT_HERE)
            made.append(
                Line(
                    text=before + behind,
                    section=section,
                    kind=kind,
                    id=row_id,
                    lost=self._lost if mark else "",
                    lost_at=len(before) if mark else 0,
                    redacted=redacted,
                )
            )
        return Row(
            section=section,
            kind=kind,
            id=row_id,
            label=label,
            lines=tuple(made),
            was_cut=any(line.lost for line in made),
        )

    def plain(self, text: str) -> str:
        """A text that `write_cut` gave, for a line of which no row is made."""
        return text.replace(_CUT_HERE, "")

    def _prepared(self, text: str) -> str:
        text, kinds = prepared(text, redacting=self._redacting)
        self._redacted += kinds
        return text


def prepared(text: str, *, redacting: bool) -> tuple[str, tuple[str, ...]]:
    """A field as it goes into a line, before it is cut and escaped; and which secrets it held."""
    prepare = _prepared_again if len(text) <= _SHORT else _prepared
    return prepare(text, redacting)


def _prepared(text: str, redacting: bool) -> tuple[str, tuple[str, ...]]:
    text = clean(text)
    kinds: tuple[str, ...] = ()
    if redacting:
        text, kinds = secrets.redact(text)
    return one_line(text), kinds


# The live preview makes the block anew with every keystroke, from the same texts but one.
_SHORT = 2_000
_prepared_again = lru_cache(maxsize=4_096)(_prepared)


def own_words(text: str, escape: Callable[[str], str]) -> tuple[str, ...]:
    """The person's intro or outro as lines: theirs, but unable to close the block (spec 2.5)."""
    lines = [line.rstrip() for line in secrets.redact(clean(text))[0].split("\n")]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return tuple(escape(line) for line in lines)
