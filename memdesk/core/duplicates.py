"""Groups of entries that say the same (spec 1.4), found without comparing all with all.

Two entries are compared when they share a word, a pair of Chinese characters, or two of their
rarer words together, that few others have. Whether they are alike is then decided as for
look-alikes, by `core.similar`, so that a group holds what its entries' editors would name.
"""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from itertools import combinations

from memdesk.core.entry import Entry, Kind
from memdesk.core.merging import letters
from memdesk.core.similar import ENOUGH, Gist, Weights, gist, score, weight

_FEW = 50
"""A word leads from one entry to another when at most so many have it."""
_RAREST = 12
"""So many of an entry's words lead to others."""
_COUPLED = 5
"""Of an entry whose words are all common, so many lead to others as couples."""
_SAMPLED = 200
"""Words of a long text that are looked at: the same ones in texts alike."""
_COMPARED = 20
"""Entries that each is compared with, those that share most rare words with it."""
_WORTH_COMPARING = 0.25
"""Share of words in common from which two texts are compared in full."""
_COUNTED = 1_000
"""A word that more entries have weighs no less, as for look-alikes."""
_GISTS_KEPT = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Entries of one kind that say the same; each resembles the first, the oldest of the likest.

    `score` is that of the least alike. `twins`: they are the same to the letter, scope included.
    """

    kind: Kind
    keys: tuple[int, ...]
    score: float
    twins: bool


class Sieve:
    """Takes every entry once (`add`), then names the pairs that are alike (`alike_of`)."""

    def __init__(self, fetch: Callable[[list[int]], dict[int, Entry]]) -> None:
        """`fetch` gives entries by key when two are compared; they aren't all kept in mind."""
        self._fetch = fetch
        self._numbers: dict[str, int] = {}
        self._units: dict[int, array[int]] = {}
        self._kinds: dict[int, Kind] = {}
        self._have: list[int] = []
        """By a unit's number, how many entries have it."""
        self._written: Counter[str] = Counter()
        self._titles: dict[int, int] = {}
        self._texts: dict[int, int] = {}
        self._leads: dict[object, array[int]] = {}
        self._gists: OrderedDict[int, Gist] = OrderedDict()
        self._weights = _Weights(self._written, self._units)

    @property
    def keys(self) -> list[int]:
        """Of all entries taken, in the order given."""
        return list(self._units)

    def add(self, entry: Entry) -> None:
        """Take an entry. Linear in its text."""
        own = gist(entry)
        bag = own.whole
        self._written.update(bag.words.values())
        self._written.update(bag.characters)
        self._written.update(bag.pairs)
        units = [*bag.words, *bag.pairs]
        if len(units) > _SAMPLED:
            # By a measure that hangs on the word alone: texts alike give samples alike.
            units = sorted(units, key=_scattered)[:_SAMPLED]
        numbers = array("I", sorted(self._number(unit) for unit in units))
        for number in numbers:
            self._have[number] += 1
        self._units[entry.key] = numbers
        self._kinds[entry.key] = entry.kind
        if own.title:
            self._titles[entry.key] = hash(own.title)
        self._texts[entry.key] = hash(letters(entry))

    def _number(self, unit: str) -> int:
        number = self._numbers.get(unit)
        if number is None:
            number = self._numbers[unit] = len(self._numbers)
            self._have.append(0)
        return number

    def lead(self, key: int) -> None:
        """Note by which words others come to this entry. Call for all before `alike_of`."""
        for lead in self._leads_of(key):
            self._leads.setdefault(lead, array("q")).append(key)

    def _leads_of(self, key: int) -> Iterator[object]:
        if key in self._titles:
            yield "title", self._titles[key]
        yield "text", self._texts[key]
        units = sorted(self._units[key], key=lambda unit: (self._have[unit], unit))
        shared = [unit for unit in units if self._have[unit] > 1]
        rare = [unit for unit in shared if self._have[unit] <= _FEW][:_RAREST]
        yield from rare
        if len(rare) < _COUPLED:
            yield from combinations(sorted(shared[:_COUPLED]), 2)

    def alike_of(self, key: int) -> list[tuple[int, float]]:
        """The entries before this one that say the same, each with its score."""
        met: dict[int, float] = {}
        certain: set[int] = set()
        for lead in self._leads_of(key):
            there = self._leads.get(lead, ())
            if len(there) > _FEW:
                if not _is_certain(lead):
                    continue
                there = there[:3]  # all of them resemble the first
            for other in there:
                if other < key and self._kinds[other] == self._kinds[key]:
                    met[other] = met.get(other, 0.0) + 1 / len(there)
                    if _is_certain(lead):
                        certain.add(other)
        own = set(self._units[key])
        best = sorted(met, key=lambda other: (other not in certain, -met[other], other))
        best = best[:_COMPARED]
        worth = [other for other in best if other in certain or self._share(own, other)]
        return list(self._compared(key, worth)) if worth else []

    def _share(self, own: set[int], other: int) -> bool:
        theirs = self._units[other]
        common = sum(unit in own for unit in theirs)
        return 2 * common >= _WORTH_COMPARING * (len(own) + len(theirs))

    def _compared(self, key: int, others: Iterable[int]) -> Iterator[tuple[int, float]]:
        wanted = [one for one in (key, *others) if one not in self._gists]
        self._gists.update((one, gist(entry)) for one, entry in self._fetch(wanted).items())
        own = self._gists.get(key)
        for other in others:
            theirs = self._gists.get(other)
            if own is None or theirs is None:
                continue  # deleted meanwhile
            value = score(own, theirs, self._weights.together)
            if value >= ENOUGH:
                yield other, value
        while len(self._gists) > _GISTS_KEPT:
            self._gists.popitem(last=False)

    def twins(self, keys: Iterable[int]) -> bool:
        """Whether these are the same to the letter."""
        return len({self._texts[key] for key in keys}) == 1

    def kind_of(self, key: int) -> Kind:
        return self._kinds[key]


class _Weights(Weights):
    """How much each word tells in this bank, as look-alikes weigh it; reckoned once."""

    def __init__(self, written: Counter[str], entries: Sized) -> None:
        super().__init__()
        self._written = written
        self._entries = entries

    def __missing__(self, unit: str) -> float:
        size = max(2, len(self._entries))
        number = min(self._written[unit], _COUNTED)
        self[unit] = tells = weight(number, size)
        return tells


def _is_certain(lead: object) -> bool:
    """Whether it is a whole title or text, rather than words."""
    return isinstance(lead, tuple) and lead[0] in ("title", "text")


def grouped(sieve: Sieve, pairs: dict[tuple[int, int], float]) -> list[Group]:
    """Groups out of pairs (smaller key first): the largest first. No entry is in two.

    Around the entry that most others resemble, so that a chain of small likenesses makes no
    group of things that have nothing in common.
    """
    near: dict[int, dict[int, float]] = {}
    for (one, other), value in pairs.items():
        near.setdefault(one, {})[other] = value
        near.setdefault(other, {})[one] = value
    groups = []
    for middle in sorted(near, key=lambda key: (-len(near[key]), key)):
        own = near.get(middle)
        if not own:
            continue
        members = sorted(own)
        keys = (middle, *members)
        groups.append(
            Group(
                kind=sieve.kind_of(middle),
                keys=keys,
                score=round(min(own.values()), 3),
                twins=sieve.twins(keys),
            )
        )
        for key in keys:
            for other in near.pop(key, {}):
                if other in near:
                    near[other].pop(key, None)
    groups.sort(key=lambda group: (-len(group.keys), -group.score, group.keys))
    return groups


def _scattered(unit: str) -> int:
    """A number that hangs on the word alone and on no run of the program."""
    value = 2_166_136_261
    for char in unit:
        value = (value ^ ord(char)) * 16_777_619 & 0xFFFFFFFF
    return value
