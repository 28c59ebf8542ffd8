"""What differs between two texts: line by line, and word by word where a line was reworded.

Pure, and bounded: a text of 100,000 characters is compared well within a blink. Where comparing
everything with everything would take too long, what stands only once in both texts is matched
first, and what lies between is compared on its own; a stretch that still is too long counts as
replaced.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

LineKind = Literal["same", "removed", "added"]

AROUND = 3
"""Unchanged lines that stay in sight before and after a change."""

_MOST_PAIRS = 12_000
"""Most equal pairs that one comparison looks at: what its time grows with."""
_DEEPEST = 12
_LEAST_KEPT = 0.4
"""Share of the shorter stretch that both must have in common to be called reworded."""
_LEAST_KEPT_OF_LINE = 0.2

# A run of white space, a word, or one character: Chinese, Japanese and Thai have no spaces
# between words, so there each character is compared.
_TOKENS = re.compile(
    r"\s+|[^\W\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]+|."
)


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of either text. `spans` are its pieces; True marks what was put in other words.

    A line that has no counterpart is one span that is not marked: its kind says it all.
    """

    kind: LineKind
    spans: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        return "".join(text for text, _changed in self.spans)


@dataclass(frozen=True, slots=True)
class Fold:
    """Unchanged lines that need not be seen."""

    lines: tuple[DiffLine, ...]


def line_diff(old: str, new: str) -> list[DiffLine]:
    """Every line of both texts, in order; of a changed stretch first the removed ones."""
    before, after = _lines(old), _lines(new)
    budget = _Budget()
    shown: list[DiffLine] = []
    at_before = at_after = 0
    for start, other, length in [
        *_equal_stretches(before, after, budget),
        (len(before), len(after), 0),
    ]:
        shown += _changed(before[at_before:start], after[at_after:other], budget)
        shown += [DiffLine("same", ((line, False),)) for line in before[start : start + length]]
        at_before, at_after = start + length, other + length
    return shown


def counts(lines: Sequence[DiffLine]) -> tuple[int, int]:
    """How many lines were removed and how many were added."""
    kinds = Counter(line.kind for line in lines)
    return kinds["removed"], kinds["added"]


def folded(lines: Sequence[DiffLine], around: int = AROUND) -> list[DiffLine | Fold]:
    """The lines with long unchanged stretches folded, `around` lines left beside a change."""
    near: set[int] = set()
    for number, line in enumerate(lines):
        if line.kind != "same":
            near.update(range(number - around, number + around + 1))
    shown: list[DiffLine | Fold] = []
    hidden: list[DiffLine] = []
    for number, line in enumerate(lines):
        if number not in near:
            hidden.append(line)
            continue
        shown += _fold(hidden)
        hidden = []
        shown.append(line)
    return shown + _fold(hidden)


def _fold(lines: list[DiffLine]) -> list[DiffLine | Fold]:
    # One line takes no less room folded.
    return [Fold(tuple(lines))] if len(lines) > 1 else list(lines)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


# --- a stretch that changed


def _changed(removed: Sequence[str], added: Sequence[str], budget: _Budget) -> list[DiffLine]:
    if not (removed and added):
        return [
            *(DiffLine("removed", ((line, False),)) for line in removed),
            *(DiffLine("added", ((line, False),)) for line in added),
        ]
    # All lines at once: so a line that was broken in two still shows which words are new.
    old = _TOKENS.findall("\n".join(removed))
    new = _TOKENS.findall("\n".join(added))
    in_old, in_new = [True] * len(old), [True] * len(new)
    kept = 0
    for start, other, length in _equal_stretches(old, new, budget):
        in_old[start : start + length] = [False] * length
        in_new[other : other + length] = [False] * length
        kept += _weight(old[start : start + length])
    reworded = kept >= _LEAST_KEPT * min(_weight(old), _weight(new))
    return [
        *_lines_of("removed", old, in_old, marked=reworded),
        *_lines_of("added", new, in_new, marked=reworded),
    ]


def _weight(tokens: Sequence[str]) -> int:
    """How many characters they have, white space apart."""
    return sum(map(len, "".join(tokens).split()))


def _lines_of(
    kind: LineKind, tokens: Sequence[str], changed: Sequence[bool], *, marked: bool
) -> Iterator[DiffLine]:
    """The lines that the tokens make, what changed in them marked."""
    pieces: list[tuple[str, bool]] = []
    for is_changed, run in groupby(zip(changed, tokens, strict=True), key=lambda pair: pair[0]):
        first, *others = "".join(token for _changed, token in run).split("\n")
        pieces.append((first, is_changed))
        for other in others:
            yield _line(kind, pieces, marked)
            pieces = [(other, is_changed)]
    yield _line(kind, pieces, marked)


def _line(kind: LineKind, pieces: Sequence[tuple[str, bool]], marked: bool) -> DiffLine:
    text = "".join(piece for piece, _changed in pieces)
    kept = _weight([piece for piece, changed in pieces if not changed])
    if not marked or kept < _LEAST_KEPT_OF_LINE * _weight([text]) or not kept:
        return DiffLine(kind, ((text, False),))
    return DiffLine(kind, tuple(piece for piece in pieces if piece[0]))


# --- which stretches are equal


class _Budget:
    """How many equal pairs may still be looked at, lines and words together."""

    def __init__(self) -> None:
        self.pairs = _MOST_PAIRS

    def allows(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Take what comparing these costs, where there is that much left."""
        in_new = Counter(new)
        pairs = sum(
            number * in_new[item] for item, number in Counter(old).items() if not item.isspace()
        )
        if pairs > self.pairs:
            return False
        self.pairs -= pairs
        return True


def _equal_stretches(
    old: Sequence[str], new: Sequence[str], budget: _Budget, depth: int = 0
) -> list[tuple[int, int, int]]:
    """Where both have the same, in order: (place in old, place in new, length)."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle, other = old[start : len(old) - tail], new[start : len(new) - tail]
    found: list[tuple[int, int, int]] = [(0, 0, start)] if start else []
    if middle and other:
        found += [
            (start + at, start + to, length)
            for at, to, length in _inner_stretches(middle, other, budget, depth)
        ]
    if tail:
        found.append((len(old) - tail, len(new) - tail, tail))
    return found


def _inner_stretches(
    old: Sequence[str], new: Sequence[str], budget: _Budget, depth: int
) -> list[tuple[int, int, int]]:
    if budget.allows(old, new):
        matcher = SequenceMatcher(str.isspace, old, new, autojunk=False)
        return [(match.a, match.b, match.size) for match in matcher.get_matching_blocks()[:-1]]
    anchors = _anchors(old, new) if depth < _DEEPEST else []
    found: list[tuple[int, int, int]] = []
    at = to = 0
    for anchor, other in [*anchors, (len(old), len(new))] if anchors else []:
        found += [
            (at + start, to + place, length)
            for start, place, length in _equal_stretches(
                old[at:anchor], new[to:other], budget, depth + 1
            )
        ]
        if anchor < len(old):
            found.append((anchor, other, 1))
        at, to = anchor + 1, other + 1
    return found


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """The most places, in order in both, of items that each has exactly once."""
    in_old, in_new = Counter(old), Counter(new)
    place = {item: number for number, item in enumerate(new) if in_new[item] == 1}
    pairs = [
        (number, place[item])
        for number, item in enumerate(old)
        if item in place and in_old[item] == 1 and not item.isspace()
    ]
    # The longest run of pairs that rises in both.
    ends: list[int] = []
    at_end: list[int] = []
    before: list[int] = []
    for number, (_old_place, new_place) in enumerate(pairs):
        length = bisect_left(ends, new_place)
        before.append(at_end[length - 1] if length else -1)
        if length == len(ends):
            ends.append(new_place)
            at_end.append(number)
        else:
            ends[length], at_end[length] = new_place, number
    rising: list[tuple[int, int]] = []
    number = at_end[-1] if at_end else -1
    while number >= 0:
        rising.append(pairs[number])
        number = before[number]
    return rising[::-1]
