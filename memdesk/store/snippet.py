"""A line of an entry around what was searched for, with the matches marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memdesk.core.text import one_line
from memdesk.store.search_index import RUNS, bare, folded

LENGTH = 160
_BEFORE = 40

Marks = tuple[tuple[int, int], ...]


def snippet(title: str, body: str, needles: tuple[str, ...]) -> tuple[str, Marks]:
    """One line of the text around the first match, and the [start, end) of each match in it.

    Positions count code points of the snippet. Without a match in the text, its beginning.
    """
    text = one_line(body) or one_line(title)
    plain, places = _plain(text)
    found = _matches(plain, needles)
    first = places[found[0][0]] if found else 0
    start = max(0, first - _BEFORE) if first > LENGTH - _BEFORE else 0
    end = min(len(text), start + LENGTH)
    lead, trail = "…" if start else "", "…" if end < len(text) else ""
    marks = tuple(
        (places[a] - start + len(lead), min(places[b - 1] + 1, end) - start + len(lead))
        for a, b in found
        if start <= places[a] < end
    )
    return lead + text[start:end] + trail, marks


def _plain(text: str) -> tuple[str, Sequence[int]]:
    """The text as it is compared, and for each of its characters the place in the text."""
    if text.isascii():
        return text.lower(), range(len(text))
    characters = [_compared(character) for character in text]
    plain = "".join(characters)
    if len(plain) == len(text) and "" not in characters:
        return plain, range(len(text))
    places = [place for place, some in enumerate(characters) for _one in some]
    return plain, places


@lru_cache(maxsize=10_000)
def _compared(character: str) -> str:
    return bare(folded(character))


def _matches(plain: str, needles: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where needles stand, in order, none overlapping; words only where a word begins."""
    found: list[tuple[int, int]] = []
    for needle in needles:
        anywhere = RUNS.match(needle) is not None
        place = plain.find(needle)
        while place >= 0:
            before = plain[place - 1 : place]
            if anywhere or not before.isalnum() or RUNS.match(before):
                found.append((place, place + len(needle)))
            place = plain.find(needle, place + len(needle))
    found.sort()
    apart: list[tuple[int, int]] = []
    for start, end in found:
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return apart
