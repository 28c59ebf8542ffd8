"""Whether two entries say the same (spec 1.4).

Nothing is refused for it: a write that resembles an entry names it. Compared are the words that
carry meaning, by their beginnings, so that "authentication" meets "auth" and "tokens" "token";
in Chinese, Japanese and Korean the characters and their pairs.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from memdesk.core.entry import Entry, Kind, body_of

ENOUGH = 0.46
"""Score from which two entries count as look-alikes."""
_BEGINNING = 4
"""Letters in which words begin alike: auth, authentication."""
_TELLING = 3
"""Words that a text has at least, to be compared without its title."""

_SHORT = 2_000
"""Code points of a text whose gist is kept for a while."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(f"[{_CJK}]+")
_WORD = re.compile(r"[^\W_]+")
_NOT_WORD = re.compile(r"[\W_]+")
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)$")

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


@dataclass(frozen=True, slots=True)
class LookAlike:
    """An entry that resembles another; `score` is 1 for the same text and falls to 0."""

    entry: Entry
    score: float

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def kind(self) -> Kind:
        return self.entry.kind

    @property
    def title(self) -> str:
        return self.entry.label


@dataclass(frozen=True, slots=True)
class _Bag:
    """The words of a text that carry meaning, and its Chinese characters and their pairs."""

    words: Mapping[str, str]
    """By its stem, each word as it is written; numbers too."""
    numbers: frozenset[str]
    characters: frozenset[str]
    pairs: frozenset[str]
    # Made of these once: a text is compared with dozens of others.
    stems: frozenset[str]
    written: frozenset[str]
    beginnings: Mapping[str, Sequence[str]]
    """By the letters in which they begin, the stems that are long enough to begin alike."""
    weight: float
    """How many words that is; two characters count as one."""

    @classmethod
    def of(
        cls,
        words: Mapping[str, str],
        numbers: frozenset[str],
        characters: frozenset[str],
        pairs: frozenset[str],
    ) -> _Bag:
        beginnings: dict[str, list[str]] = {}
        for stem in words:
            if len(stem) >= _BEGINNING:
                beginnings.setdefault(stem[:_BEGINNING], []).append(stem)
        stems, written = frozenset(words), frozenset(words.values())
        weight = len(words) + len(characters) / 2
        return cls(words, numbers, characters, pairs, stems, written, beginnings, weight)


@dataclass(frozen=True, slots=True)
class Gist:
    """What of an entry is compared: all of it, and what stands under the title alone."""

    title: str
    whole: _Bag
    body: _Bag


def normalised_title(title: str) -> str:
    """A title without what makes no difference: case, punctuation, white space, width."""
    return _NOT_WORD.sub(" ", unicodedata.normalize("NFKC", title).casefold()).strip()


def gist(entry: Entry) -> Gist:
    """What of an entry is compared. Linear in the length of its text."""
    title, body = entry.label, body_of(entry)
    return _kept_gist(title, body) if len(body) <= _SHORT else _gist(title, body)


def _gist(title: str, text: str) -> Gist:
    body = _bag(text)
    return Gist(normalised_title(title), _together(_bag(title), body), body)


# What is written one after the other is compared with the same hundreds of entries.
_kept_gist = lru_cache(maxsize=256)(_gist)


def _bag(text: str) -> _Bag:
    runs: list[str] = []
    if text.isascii():
        text = text.lower()
    else:
        text = unicodedata.normalize("NFKC", text).casefold()
        runs = _RUN.findall(text)
        text = _RUN.sub(" ", text)
    found = set(_WORD.findall(text)) - _EMPTY_WORDS
    letters = set(filter(str.isalpha, found))
    mixed = {_ORDINAL.sub("", word) for word in found - letters}
    numbers = {word for word in mixed if any(map(str.isdigit, word))}
    return _Bag.of(
        words={word if word in numbers else _stem(word): word for word in sorted(letters | mixed)},
        numbers=frozenset(numbers),
        characters=frozenset("".join(runs)) - _EMPTY_CHARACTERS,
        pairs=frozenset().union(*(map(add, run, run[1:]) for run in runs)),
    )


def _together(one: _Bag, other: _Bag) -> _Bag:
    """The bag of two texts that stand one below the other: the second's where that holds all."""
    words = dict(other.words)
    for stem, word in one.words.items():
        words[stem] = max(word, words.get(stem, word))
    if (
        words == other.words
        and one.numbers <= other.numbers
        and one.characters <= other.characters
        and one.pairs <= other.pairs
    ):
        return other
    return _Bag.of(
        words=words,
        numbers=one.numbers | other.numbers,
        characters=one.characters | other.characters,
        pairs=one.pairs | other.pairs,
    )


@lru_cache(maxsize=20_000)
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


Tell = Callable[[Collection[str]], float]
"""How much words, Chinese characters or pairs of them tell together."""


class Weights(dict[str, float]):
    """How much a word, a character or a pair of them tells, reckoned when it is first asked for.

    1 when it is rare, towards 0 when most entries have it. Who makes one says in `__missing__`
    how many have it.
    """

    def together(self, units: Iterable[str]) -> float:
        """The sum, the same in whatever order."""
        return math.fsum(map(self.__getitem__, units))


def weight(number: int, entries: int) -> float:
    """What a word tells that so many of all entries have; there are two entries at least."""
    return math.log(1 + entries / number) / math.log(1 + entries) if number else 1.0


def score(one: Gist, other: Gist, tell: Tell = len) -> float:
    """How alike two are: 1 the same, 0 nothing in common. By itself, all words tell the same."""
    if one.title and one.title == other.title:
        return 1.0
    whole = _alike(one.whole, other.whole, tell)
    if one.whole is one.body and other.whole is other.body:
        return whole
    # The same text under another title; a word or two alone say too little.
    if min(one.body.weight, other.body.weight) >= _TELLING:
        return max(whole, _alike(one.body, other.body, tell))
    return whole


def _alike(one: _Bag, other: _Bag, tell: Tell) -> float:
    weight = one.weight + other.weight
    if not weight:
        return 0.0
    latin = _shared_words(one, other, tell)
    # 8080 and 9090 make two facts of one sentence.
    if one.numbers and other.numbers and not one.numbers & other.numbers:
        latin *= 0.6
    cjk = (len(one.characters) + len(other.characters)) / 2 / weight
    return latin * (1 - cjk) + (_shared_characters(one, other, tell) * cjk if cjk else 0.0)


def _shared_words(one: _Bag, other: _Bag, tell: Tell) -> float:
    """Dice's measure over weighed words; those that begin alike count somewhat less."""
    size = tell(one.written) + tell(other.written)
    if not size:
        return 0.0
    left, right = one.words, other.words
    common = one.stems & other.stems
    shared = tell([*map(left.__getitem__, common), *map(right.__getitem__, common)])
    begun = {stem[:_BEGINNING] for stem in one.stems - common} & other.beginnings.keys()
    near: list[str] = []
    for beginning in begun:
        theirs = [stem for stem in other.beginnings[beginning] if stem not in common]
        if theirs:
            mine = [stem for stem in one.beginnings[beginning] if stem not in common]
            for stem, alike in zip(mine, theirs, strict=False):
                near += left[stem], right[alike]
    return (shared + 0.8 * tell(near)) / size if near else shared / size


def _shared_characters(one: _Bag, other: _Bag, tell: Tell) -> float:
    """Dice's measure over characters in a short text, over pairs in a long one."""
    double = _dice(one.pairs, other.pairs, tell)
    length = (len(one.characters) + len(other.characters)) / 2
    # Of a hundred different characters, two texts share many by chance.
    trust = max(0.0, min(1.0, (80 - length) / 60))
    if not trust:
        return double
    single = _dice(one.characters, other.characters, tell)
    return max(double, trust * single + (1 - trust) * double)


def _dice(one: frozenset[str], other: frozenset[str], tell: Tell) -> float:
    size = tell(one) + tell(other)
    return 2 * tell(one & other) / size if size else 0.0
