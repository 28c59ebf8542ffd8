"""What has to move in a table so that its old rows become its new ones.

A table that is simply reset loses its selection, its place and the editor open in a cell. So
the difference of two key arrays is told as removals, one reordering and insertions; only where
nearly everything is different is the table reset.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

WORTH_COMPARING = 20_000
"""Differing stretches longer than this are replaced whole: the difference would take longer
than reading the screen again, and nobody could follow it with their eyes."""

RUNS_WORTH_TELLING = 500
"""Every removal and insertion costs each view a layout."""


@dataclass(frozen=True, slots=True)
class Removal:
    row: int
    count: int


@dataclass(frozen=True, slots=True)
class Insertion:
    row: int
    keys: array[int]


@dataclass(frozen=True, slots=True)
class Reordering:
    """The same keys in another order, from `row` on."""

    row: int
    keys: array[int]


@dataclass(frozen=True, slots=True)
class Reset:
    keys: array[int]


AnyChange = Removal | Insertion | Reordering | Reset


def plan_changes(old: array[int], new: array[int]) -> list[AnyChange]:
    """The steps from old to new, to be applied in this order. Empty when nothing moved."""
    start = _common_start(old, new)
    if start == len(old) == len(new):
        return []
    end = _common_end(old, new, start)
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if not old or max(len(before), len(after)) > WORTH_COMPARING:
        return [Reset(new)]

    steps: list[AnyChange] = []
    staying = set(after)
    kept: array[int] = array("q", (key for key in before if key in staying))
    for first, last in reversed(_runs(before, staying)):
        steps.append(Removal(start + first, last - first))
    known = set(kept)
    ordered: array[int] = array("q", (key for key in after if key in known))
    if kept != ordered:
        steps.append(Reordering(start, ordered))
    for first, last in _runs(after, known):
        steps.append(Insertion(start + first, after[first:last]))
    return steps if len(steps) <= RUNS_WORTH_TELLING else [Reset(new)]


def _runs(keys: array[int], known: set[int]) -> list[tuple[int, int]]:
    """The stretches [first, last) of keys that are not known."""
    runs: list[tuple[int, int]] = []
    first: int | None = None
    for place, key in enumerate(keys):
        if key in known:
            if first is not None:
                runs.append((first, place))
                first = None
        elif first is None:
            first = place
    if first is not None:
        runs.append((first, len(keys)))
    return runs


def _common_start(old: array[int], new: array[int]) -> int:
    """How many keys both begin with. By halves, since comparing memory is so much faster."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle].tobytes() == new[low:middle].tobytes():
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(old: array[int], new: array[int], start: int) -> int:
    """How many keys both end with, apart from those they begin with."""
    low, high = 0, min(len(old), len(new)) - start
    while low < high:
        middle = (low + high + 1) // 2
        there = old[len(old) - middle : len(old) - low].tobytes()
        here = new[len(new) - middle : len(new) - low].tobytes()
        if there == here:
            low = middle
        else:
            high = middle - 1
    return low
