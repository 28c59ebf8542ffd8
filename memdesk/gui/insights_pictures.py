"""What each picture of the insights shows, and what is behind its parts (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from memdesk.core.duplicates import Group
from memdesk.core.entry import KINDS, RELEVANCES, Entry, Kind
from memdesk.gui import insights_words, preview_words, words
from memdesk.gui.charts.bars import Bar, Bars
from memdesk.gui.charts.grid import Cell, Grid
from memdesk.gui.charts.timeline import Day, Row, Timeline
from memdesk.gui.filter_bar import Behind, Narrowing
from memdesk.gui.insights_card import Card, Legend
from memdesk.gui.insights_source import Seen
from memdesk.gui.preview_source import Measure

Keys = Mapping[Kind, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows behind a part of a picture: by kind what its page shows, and how it is narrowed."""

    behind: Mapping[Kind, Behind]
    narrowings: tuple[Narrowing, ...] = ()

    @property
    def first(self) -> Kind:
        """The kind that has most of them, as far as that is known."""

        def size(kind: Kind) -> int:
            among = self.behind[kind].fields.get("among")
            return len(among) if isinstance(among, tuple) else 0

        return max(self.behind, key=size)


def rows_of(label: str, keys: Keys) -> Rows | None:
    """Exactly these entries, under a label; None when there are none."""
    if not keys:
        return None
    return Rows(
        behind={kind: Behind(label=label, fields={"among": found}) for kind, found in keys.items()}
    )


class LinkedCard(Card):
    """A card with a picture whose parts lead to the rows behind them."""

    rows_wanted = Signal(object)
    """Rows: the person wants to see what is behind a part."""

    def _opens(self, label: str, keys: Keys) -> Callable[[], None] | None:
        """What shows exactly these entries; None when there are none."""
        rows = rows_of(label, keys)
        return None if rows is None else lambda: self.rows_wanted.emit(rows)


class BlockCard(LinkedCard):
    """The sections of the current block against its budget."""

    profile_wanted = Signal()

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.bars = Bars(parent)
        super().__init__(heading, self.bars, parent)

    def show_seen(self, seen: Seen) -> None:
        """Show its sections and what they come to together."""
        block = seen.block
        bars = []
        for section, measure in block.sections.items():
            word = preview_words.section_word(section)
            act = self._opens_section(section, word, block.keys.get(section))
            bars.append(
                Bar(
                    label=word,
                    value=measure.chars,
                    figure=insights_words.short_size(measure),
                    name=f"{word}: {insights_words.size(measure)}",
                    act=act,
                )
            )
        if bars:
            together, budget = Measure(chars=block.chars, tokens=block.tokens), block.budget
            word = self.tr("Together")
            said = (
                self.tr("{size}; the budget is {budget}").format(
                    size=insights_words.size(together), budget=preview_words.characters(budget)
                )
                if budget is not None
                else self.tr("{size}; there is no budget").format(
                    size=insights_words.size(together)
                )
            )
            figure = insights_words.short_size(together)
            bars.append(Bar(label=word, value=block.chars, figure=figure, name=f"{word}: {said}"))
        self.bars.show_bars(bars, max(block.budget or 0, block.chars))
        if not bars:
            sentence = self.tr("A host gets an empty text now.")
        elif block.budget is None:
            sentence = self.tr("Preset “{preset}”, which has no budget.").format(
                preset=block.preset
            )
        else:
            sentence = self.tr("Preset “{preset}”: {share} of its budget of {budget}.").format(
                preset=block.preset,
                share=insights_words.percent(block.chars, block.budget),
                budget=preview_words.characters(block.budget),
            )
        self.say(sentence)

    def _opens_section(
        self, section: str, word: str, keys: Keys | None
    ) -> Callable[[], None] | None:
        if section == "profile":
            return self.profile_wanted.emit
        return self._opens(self.tr("In the block: {section}").format(section=word), keys or {})


class RecallCard(LinkedCard):
    """By kind and category, how much was never recalled."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.bars = Bars(parent)
        super().__init__(heading, self.bars, parent)
        self.add_above(Legend(self.tr("recalled"), self.tr("never recalled"), self))

    def show_seen(self, seen: Seen) -> None:
        """Show a bar for each."""
        label = self.tr("Never recalled")
        bars = []
        never_all = 0
        for (kind, category), (never, every) in seen.never_recalled().items():
            never_all += never
            word = insights_words.group_word(kind, category)
            figure = insights_words.of(never, every)
            rows = Rows(
                behind={kind: Behind(label=label, fields={"never_recalled": True})},
                narrowings=(("category", category),) if category else (),
            )
            bars.append(
                Bar(
                    label=word,
                    value=every,
                    hatched=never,
                    figure=figure,
                    name=self.tr("{group}: {part} never recalled").format(group=word, part=figure),
                    act=(lambda rows=rows: self.rows_wanted.emit(rows)) if never else None,
                )
            )
        self.bars.show_bars(bars)
        self.say(
            self.tr("Never recalled by a host: {part} ({share}).").format(
                part=insights_words.of(never_all, seen.count),
                share=insights_words.percent(never_all, seen.count),
            )
            if seen.count
            else self.tr("There are no entries yet.")
        )


class AgeCard(LinkedCard):
    """How old the entries of a kind are, and how relevant."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.grid = Grid(parent)
        super().__init__(heading, self.grid, parent)
        self._seen: Seen | None = None
        self.kind_box = QComboBox(self)
        self.kind_box.setAccessibleName(self.tr("Which entries"))
        for kind in KINDS:
            self.kind_box.addItem(words.kind_words(kind), kind)
        self.kind_box.currentIndexChanged.connect(self._show_ages)
        self.add_above(self.kind_box)

    def show_seen(self, seen: Seen) -> None:
        """Show those of the chosen kind, now and whenever another one is chosen."""
        self._seen = seen
        self._show_ages()

    def _show_ages(self) -> None:
        seen = self._seen
        if seen is None:
            return
        kind: Kind = self.kind_box.currentData()
        named, ages = words.relevance_words(), insights_words.age_words()
        rows = []
        for relevance, counts in zip(RELEVANCES, seen.ages(kind), strict=True):
            row = []
            for age, count in enumerate(counts):
                figure = insights_words.number(count)
                word = f"{named[relevance]}, {ages[age]}"
                wanted = self._of_age(seen, kind, relevance, age, ages[age])
                row.append(
                    Cell(
                        value=count,
                        figure=figure,
                        name=f"{word}: {figure}",
                        act=lambda rows=wanted: self.rows_wanted.emit(rows),
                    )
                )
            rows.append(row)
        self.grid.show_cells([named[one] for one in RELEVANCES], ages, rows)
        self.say(self.tr("How long ago they were made, and how relevant they are."))

    def _of_age(self, seen: Seen, kind: Kind, relevance: str, age: int, word: str) -> Rows:
        fields: dict[str, object] = {}
        if age < len(seen.bounds):
            fields["created_from"] = seen.bounds[age]
        if age:
            fields["created_before"] = seen.bounds[age - 1]
        label = self.tr("Age: {age}").format(age=word)
        return Rows(
            behind={kind: Behind(label=label, fields=fields)},
            narrowings=(("relevance", relevance),),
        )


class FetchCard(LinkedCard):
    """What each host fetched, day by day."""

    day_wanted = Signal(str, object)
    """The host and the date whose fetches the person wants to see."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.line = Timeline(parent)
        super().__init__(heading, self.line, parent)

    def show_seen(self, seen: Seen) -> None:
        """Show a line for each host."""
        rows = []
        total = 0
        for host, counts in seen.by_day().items():
            word = insights_words.host_word(host)
            days = tuple(self._day(host, word, day, counts.get(day, 0)) for day in seen.days)
            total += sum(counts.values())
            figure = insights_words.number(sum(counts.values()))
            rows.append(Row(label=word, figure=figure, days=days))
        first, last = seen.days[0], seen.days[-1]
        self.line.show_rows(rows, insights_words.day_word(first), insights_words.day_word(last))
        self.say(
            self.tr("Fetches in the last %Ln days: {count}.", "", len(seen.days)).format(
                count=insights_words.number(total)
            )
            if rows
            else self.tr("No host has fetched anything in the last %Ln days.", "", len(seen.days))
        )

    def _day(self, host: str, word: str, day: date, count: int) -> Day:
        when = insights_words.day_word(day)
        name = self.tr("{host}, {day}: {count}").format(
            host=word, day=when, count=insights_words.number(count)
        )
        return Day(value=count, name=name, act=lambda: self.day_wanted.emit(host, day))

    def fetched_then(self, host: str, day: date, keys: Keys) -> Rows | None:
        """What a host fetched on a day, as rows; None when nothing of it is here any more."""
        label = self.tr("Fetched by {host}, {day}").format(
            host=insights_words.host_word(host), day=insights_words.day_word(day)
        )
        return rows_of(label, keys)


class SecretsCard(LinkedCard):
    """Entries that hold something secret, by what it is."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.bars = Bars(parent)
        super().__init__(heading, self.bars, parent)

    def show_found(self, found: Mapping[str, Keys]) -> None:
        """Show a bar for each kind of secret that was found."""
        self.hide_progress()
        bars = []
        held: set[int] = set()
        for kind, keys in found.items():
            word = insights_words.secret_word(kind)
            count = sum(map(len, keys.values()))
            held.update(key for some in keys.values() for key in some)
            figure = insights_words.number(count)
            label = self.tr("Secret: {kind}").format(kind=word)
            bars.append(
                Bar(
                    label=word,
                    value=count,
                    figure=figure,
                    name=f"{label}: {figure}",
                    act=self._opens(label, keys),
                )
            )
        bars.sort(key=lambda bar: -bar.value)
        self.bars.show_bars(bars)
        self.say(
            self.tr(
                "Entries that hold something secret: {count}. Hosts get “[redacted]” in its place."
            ).format(count=insights_words.number(len(held)))
            if bars
            else self.tr("No entry holds a password, a key or a token that memdesk knows.")
        )


class DuplicatesCard(Card):
    """The largest groups of entries that say the same."""

    group_wanted = Signal(int)
    """The number of a group that the person wants to go through."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        self.bars = Bars(parent)
        super().__init__(heading, self.bars, parent)
        self._review = self.add_button(
            self.tr("Go through them…"), lambda: self.group_wanted.emit(0)
        )
        self._review.setEnabled(False)

    def say_found(self, groups: Sequence[Group]) -> None:
        """Say how many there are."""
        self.hide_progress()
        self._review.setEnabled(bool(groups))
        count = sum(len(group.keys) for group in groups)
        self.say(
            self.tr(
                "Groups of entries that say the same: {groups}, with %Ln entries.", "", count
            ).format(groups=insights_words.number(len(groups)))
            if groups
            else self.tr("No two entries say the same.")
        )

    def show_groups(self, groups: Sequence[Group], rows: Mapping[int, Entry]) -> None:
        """Show a bar for each; `rows` holds an entry of each by its key."""
        bars = []
        for number, group in enumerate(groups):
            entry = rows.get(group.keys[0])
            if entry is None:
                continue
            figure = insights_words.number(len(group.keys))
            bars.append(
                Bar(
                    label=entry.label,
                    value=len(group.keys),
                    figure=figure,
                    name=self.tr("{title}: {count} say the same").format(
                        title=entry.label, count=figure
                    ),
                    act=lambda number=number: self.group_wanted.emit(number),
                )
            )
        self.bars.show_bars(bars)
