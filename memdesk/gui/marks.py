"""Where the words of a filter stand in a text that is shown, to mark them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_QUOTED = re.compile(r'"([^"]+)"')


@lru_cache(maxsize=32)
def filter_words(text: str) -> tuple[str, ...]:
    """The words and quoted phrases of a filter, folded; longest first, so that they win."""
    phrases = [_folded(phrase)[0].strip() for phrase in _QUOTED.findall(text)]
    rest = _folded(_QUOTED.sub(" ", text))[0]
    words = re.findall(r"\w+", rest)
    return tuple(sorted({word for word in (*phrases, *words) if word}, key=len, reverse=True))


def marked_ranges(text: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """The stretches [start, end) of a text that a filter's words match, in order.

    Blind to case and diacritics, as the search is (spec 1.5). A Latin word counts where a word
    begins; Chinese, Japanese and Korean ones anywhere.
    """
    if not words or not text:
        return []
    folded, origin = _folded(text)
    ranges: list[tuple[int, int]] = []
    for found in _pattern(words).finditer(folded):
        start, end = origin[found.start()], origin[found.end() - 1] + 1
        if not ranges or start >= ranges[-1][1]:
            ranges.append((start, end))
    return ranges


def holds(text: str, words: tuple[str, ...]) -> bool:
    """Whether every one of a filter's words stands in a text, as `marked_ranges` matches them."""
    folded = text.lower() if text.isascii() else _folded(text)[0]
    return all(_pattern((word,)).search(folded) for word in words)


@lru_cache(maxsize=32)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    parts = (
        rf"(?<![a-z0-9]){re.escape(word)}" if word[0].isascii() else re.escape(word)
        for word in words
    )
    return re.compile("|".join(parts))


def _folded(text: str) -> tuple[str, list[int]]:
    """A text without case and diacritics, and for each of its characters where it came from."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    characters: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        for part in unicodedata.normalize("NFKD", character).casefold():
            if not unicodedata.combining(part):
                characters.append(part)
                origin.append(place)
    return "".join(characters), origin
