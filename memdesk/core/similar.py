"""Whether two entries say the same (spec 1.4).

Nothing is refused for it: a write that resembles an entry names it. Compared are the words that
carry meaning, by their beginnings, so that "authentication" meets "auth" and "tokens" "token";
in Chinese, Japanese and Korean the characters and their pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from memdesk.core.entry import Entry, Kind, Memory, Task, Work

ENOUGH = 0.5
"""Score from which two entries count as look-alikes."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(f"[{_CJK}]+")
_WORD = re.compile(rf"(?:(?![{_CJK}])[^\W_])+")
_NOT_WORD = re.compile(r"[\W_]+")

# Words that say how, not what: two texts are no more alike for sharing them.
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about after again all also always am an and any are as at be because been before being
        but by can could did do does doing don each every for from get gets got had has have he
        her his how i if in into is it its just keep kept let like made make makes may me more
        most must my need needs never no not now of off on once one only onto or our out over
        own please same set shall she should so some such than that the their them then there
        these they this those to too under until up us use used user uses using very via want
        wants was we were what when where which while who whose why will with within without
        would you your
        """,
    )
)
_EMPTY_CHARACTERS = frozenset(
    "的了是在和与或就都也很把被给让对从到向为以及其这那之个们着过吧呢吗啊我你他她它"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAlike:
    """An entry that resembles another; `score` is 1 for the same text and falls to 0."""

    id: str
    title: str
    score: float
    kind: Kind


@dataclass(frozen=True, slots=True)
class Gist:
    """What of an entry is compared."""

    title: str
    words: frozenset[str]
    numbers: frozenset[str]
    characters: frozenset[str]
    pairs: frozenset[str]


def text_of(entry: Entry) -> str:
    """The text by which an entry is compared: its title and what stands under it."""
    match entry:
        case Memory():
            # A title is often the first words of its own text.
            return (
                entry.content if entry.title in entry.content else _both(entry.title, entry.content)
            )
        case Task():
            return _both(entry.title, entry.notes)
        case Work():
            return _both(entry.name, entry.summary)
        case _:
            raise TypeError(entry)


def _both(title: str, text: str) -> str:
    return f"{title}\n{text}"


def normalised_title(title: str) -> str:
    """A title without what makes no difference: case, punctuation, white space, width."""
    return _NOT_WORD.sub(" ", unicodedata.normalize("NFKC", title).casefold()).strip()


def gist(entry: Entry) -> Gist:
    """What of an entry is compared. Linear in the length of its text."""
    text = unicodedata.normalize("NFKC", text_of(entry)).casefold()
    found = set(_WORD.findall(text))
    numbers = {word for word in found if any(map(str.isdigit, word))}
    runs = _RUN.findall(text)
    return Gist(
        title=normalised_title(entry.label),
        words=frozenset(_stem(word) for word in found - numbers - _EMPTY_WORDS),
        numbers=frozenset(numbers),
        characters=frozenset(char for run in runs for char in run if char not in _EMPTY_CHARACTERS),
        pairs=frozenset(run[place : place + 2] for run in runs for place in range(len(run) - 1)),
    )


def _stem(word: str) -> str:
    """A word without its commonest endings: crude, and the same for both texts."""
    for ending in ("ings", "ing", "edly", "ed", "ies", "ly", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] in "ey":
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2]:  # plann(ed), runn(ing)
        word = word[:-1]
    return word


def score(one: Gist, other: Gist) -> float:
    """How alike two are: 1 the same, 0 nothing in common."""
    if one.title and one.title == other.title:
        return 1.0
    latin = _shared_words(one.words | one.numbers, other.words | other.numbers)
    # 8080 and 9090 make two facts of one sentence.
    if one.numbers and other.numbers and not one.numbers & other.numbers:
        latin *= 0.6
    cjk = _shared_characters(one, other)
    weight_latin = len(one.words) + len(one.numbers) + len(other.words) + len(other.numbers)
    weight_cjk = (len(one.characters) + len(other.characters)) / 2
    if not weight_latin + weight_cjk:
        return 0.0
    return (latin * weight_latin + cjk * weight_cjk) / (weight_latin + weight_cjk)


def _shared_words(one: Iterable[str], other: Iterable[str]) -> float:
    """Dice's measure over words, of which one may be the beginning of the other."""
    left, right = set(one), set(other)
    size = len(left) + len(right)
    if not size:
        return 0.0
    same = left & right
    matched = 2.0 * len(same)
    beginnings: dict[str, int] = {}
    for word in right - same:
        beginnings[word[:4]] = beginnings.get(word[:4], 0) + 1
    for word in left - same:
        if len(word) >= 4 and beginnings.get(word[:4], 0):
            beginnings[word[:4]] -= 1
            matched += 1.6
    return matched / size


def _shared_characters(one: Gist, other: Gist) -> float:
    """Dice's measure over characters in a short text, over pairs in a long one."""
    single = _dice(one.characters, other.characters)
    double = _dice(one.pairs, other.pairs)
    length = (len(one.characters) + len(other.characters)) / 2
    # Of a hundred different characters, two texts share many by chance.
    trust = max(0.0, min(1.0, (80 - length) / 60))
    return max(double, trust * single + (1 - trust) * double)


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    size = len(one) + len(other)
    return 2 * len(one & other) / size if size else 0.0
