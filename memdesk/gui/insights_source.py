"""What the insights are drawn from, read in the worker's thread. No widgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from memdesk.core import times
from memdesk.core.block.result import SECTIONS, Section
from memdesk.core.entry import CATEGORIES, KINDS, RELEVANCES, Kind
from memdesk.core.tokens import TokenCounter
from memdesk.gui import preview_source
from memdesk.gui.preview_source import Measure, Sight
from memdesk.store.bank import Bank
from memdesk.store.insights import Fetches, Tally

AGE_DAYS = (7, 30, 90, 180, 365)
"""Bounds of the ages, in days since creation."""
FETCH_DAYS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPicture:
    """The system layer of a sight: how big each section is, and what stands in it."""

    sight: Sight
    preset: str
    budget: int | None
    """In characters of entry lines (spec 2.2)."""
    sections: Mapping[Section, Measure]
    keys: Mapping[Section, Mapping[Kind, tuple[int, ...]]]

    @property
    def chars(self) -> int:
        return sum(measure.chars for measure in self.sections.values())

    @property
    def tokens(self) -> int | None:
        """None where they can't be counted."""
        counts = [measure.tokens for measure in self.sections.values()]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One look at the bank."""

    generation: int
    bounds: tuple[str, ...]
    """Times that AGE_DAYS lie back, the newest first."""
    tallies: tuple[Tally, ...]
    days: tuple[date, ...]
    """The last FETCH_DAYS days, local, today last."""
    fetches: tuple[Fetches, ...]
    block: BlockPicture

    @property
    def count(self) -> int:
        return sum(tally.count for tally in self.tallies)

    def never_recalled(self) -> dict[tuple[Kind, str], tuple[int, int]]:
        """By kind and category ("" for tasks and works): never recalled, and all."""
        never: Counter[tuple[Kind, str]] = Counter()
        every: Counter[tuple[Kind, str]] = Counter()
        for tally in self.tallies:
            never[tally.kind, tally.category] += tally.never
            every[tally.kind, tally.category] += tally.count
        order = [("memory", category) for category in CATEGORIES] + [("task", ""), ("work", "")]
        return {group: (never[group], every[group]) for group in order if every[group]}

    def ages(self, kind: Kind) -> list[list[int]]:
        """Counts by relevance (rows) and age (columns, the youngest first)."""
        rows = [[0] * (len(AGE_DAYS) + 1) for _ in RELEVANCES]
        for tally in self.tallies:
            if tally.kind == kind:
                rows[RELEVANCES.index(tally.relevance)][tally.age] += tally.count
        return rows

    def by_day(self) -> dict[str, dict[date, int]]:
        """By host, those that fetched most first, how often on each day."""
        found: dict[str, dict[date, int]] = {}
        for one in self.fetches:
            found.setdefault(one.host, {})[date.fromisoformat(one.day)] = one.count
        return dict(sorted(found.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def look(bank: Bank, sight: Sight, counter: TokenCounter, now: datetime | None = None) -> Seen:
    """Read everything but what needs every text. For the worker's thread."""
    now = now or datetime.now(UTC)
    bounds = tuple(times.iso(now - timedelta(days=days)) for days in AGE_DAYS)
    today = now.astimezone().date()
    days = tuple(today - timedelta(days=back) for back in range(FETCH_DAYS - 1, -1, -1))
    with bank.snapshot():
        return Seen(
            generation=bank.generation(),
            bounds=bounds,
            tallies=tuple(bank.tallies(bounds)),
            days=days,
            fetches=tuple(bank.fetches(day_span(days[0])[0])),
            block=_block_picture(bank, sight, counter),
        )


def day_span(day: date) -> tuple[str, str]:
    """The times at which a local day begins and the next one does."""
    start = datetime(day.year, day.month, day.day).astimezone()
    after = day + timedelta(days=1)
    end = datetime(after.year, after.month, after.day).astimezone()
    return times.iso(start), times.iso(end)


def _block_picture(bank: Bank, sight: Sight, counter: TokenCounter) -> BlockPicture:
    loaded = preview_source.load(bank, sight)
    block = preview_source.build(loaded)
    texts = preview_source.texts(block)
    sections: dict[Section, Measure] = {}
    keys: dict[Section, Mapping[Kind, tuple[int, ...]]] = {}
    for section in SECTIONS:
        chars = block.section_chars.get(section, 0)
        if not chars:
            continue
        sections[section] = Measure(chars=chars, tokens=_counted(counter, texts.get(section, "")))
        ids = {line.id for line in block.lines if line.section == section and line.id}
        kind: Kind = _KIND_OF_SECTION.get(section, "memory")
        if section != "profile":
            found = bank.keys_of(sorted(ids))
            keys[section] = {one: found[one] for one in KINDS if one == kind and one in found}
    return BlockPicture(
        sight=sight,
        preset=loaded.preset.name,
        budget=loaded.preset.max_chars,
        sections=sections,
        keys=keys,
    )


_KIND_OF_SECTION: dict[Section, Kind] = {
    "constraints": "memory",
    "memories": "memory",
    "tasks": "task",
    "works": "work",
}


def _counted(counter: TokenCounter, text: str) -> int | None:
    try:
        return counter.count(text)
    except (OSError, ImportError):
        return None  # an installation without its vocabulary: the preview says so in the log
