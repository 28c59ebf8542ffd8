"""Insights: pictures of what the bank holds, each leading to the rows behind it (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.core.duplicates import Group
from memdesk.core.entry import KINDS, RELEVANCES, Entry, Kind
from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.gui import insights_source, insights_words, preview_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.charts.bars import Bar, Bars
from memdesk.gui.charts.grid import Cell, Grid
from memdesk.gui.charts.timeline import Day, Row, Timeline
from memdesk.gui.duplicates_search import DuplicatesSearch
from memdesk.gui.filter_bar import Behind, Narrowing
from memdesk.gui.insights_card import Card, Legend
from memdesk.gui.insights_source import Seen
from memdesk.gui.preview_source import Measure, Sight
from memdesk.gui.slices import Slices
from memdesk.paths import resources
from memdesk.store.bank import Bank, Change
from memdesk.store.insights import secrets_found

LATER_MS = 500
"""Changes in a row are one look."""
TWO_COLUMNS = 52
"""Widths of a letter from which two pictures stand beside each other, each."""
GROUPS_SHOWN = 8
LONG_SECONDS = 3
"""A look at every text that took longer is not taken again at every change while the page is
shown: only when the person comes back, or asks for it."""

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


class InsightsPage(QWidget):
    """Six pictures. Counts come at once; what needs every text comes in slices."""

    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)
    rows_wanted = Signal(object)
    """Rows: the person wants to see what is behind a part of a picture."""
    profile_wanted = Signal()
    duplicates_wanted = Signal(int)
    """The number of a group in the search's groups."""

    def __init__(
        self,
        worker: BankWorker,
        sight: Callable[[], Sight],
        duplicates: DuplicatesSearch,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._sight = sight
        self._counter = TokenCounter(resources() / VOCABULARY)
        self._stale = True
        self._seen: Seen | None = None
        self._secrets_of: int | None = None
        """The generation of the bank whose secrets are shown."""
        self._duplicates = duplicates
        self._secret_scan = Slices(worker, self)
        self._make_cards()
        self._lay_out()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self._look_at_changes)
        self._secret_scan.progressed.connect(self._secrets_card.show_progress)
        self._secret_scan.finished.connect(self._on_secrets_found)
        self._secret_scan.failed.connect(self._on_scan_failed)
        duplicates.progressed.connect(self._duplicates_card.show_progress)
        duplicates.found.connect(self._on_duplicates_found)
        duplicates.failed.connect(self._on_scan_failed)

    # --- laying out

    def _make_cards(self) -> None:
        self.block_bars, self.recall_bars = Bars(self), Bars(self)
        self.age_grid, self.fetch_line = Grid(self), Timeline(self)
        self.duplicate_bars, self.secret_bars = Bars(self), Bars(self)
        self._block_card = Card(self.tr("The current block"), self.block_bars, self)
        self._recall_card = Card(self.tr("Never recalled"), self.recall_bars, self)
        self._recall_card.add_above(Legend(self.tr("recalled"), self.tr("never recalled"), self))
        self._age_card = Card(self.tr("Age and relevance"), self.age_grid, self)
        self.kind_box = QComboBox(self)
        self.kind_box.setAccessibleName(self.tr("Which entries"))
        for kind in KINDS:
            self.kind_box.addItem(words.kind_words(kind), kind)
        self.kind_box.currentIndexChanged.connect(self._show_ages)
        self._age_card.add_above(self.kind_box)
        self._fetch_card = Card(self.tr("Fetches by host and day"), self.fetch_line, self)
        self._duplicates_card = Card(self.tr("Duplicates"), self.duplicate_bars, self)
        self._review = self._duplicates_card.add_button(
            self.tr("Go through them…"), lambda: self.duplicates_wanted.emit(0)
        )
        self._review.setEnabled(False)
        self._secrets_card = Card(self.tr("Secrets found"), self.secret_bars, self)
        self._cards = (
            self._block_card,
            self._recall_card,
            self._age_card,
            self._fetch_card,
            self._duplicates_card,
            self._secrets_card,
        )

    def _lay_out(self) -> None:
        self._inside = QWidget(self)
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(theme.MEDIUM, theme.MEDIUM, theme.MEDIUM, theme.MEDIUM)
        self._grid.setSpacing(theme.MEDIUM)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._inside)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)
        self._columns = 0
        self._arrange()

    def _arrange(self) -> None:
        letter = self.fontMetrics().averageCharWidth()
        columns = 2 if self.width() >= 2 * TWO_COLUMNS * letter else 1
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if columns == 2 else 0)
        self._grid.setRowStretch(len(self._cards), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # --- what the window asks of any page

    @property
    def title(self) -> str:
        return self.tr("Insights")

    def refresh(self) -> None:
        self._stale = True
        if self.isVisible():
            self._look()

    def take_changes(self, changes: list[Change]) -> None:
        del changes  # anything can change a picture
        self._stale = True
        if self.isVisible():
            self._later.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._look()

    def focus(self) -> None:
        """Put the keyboard on the first part of the first picture."""
        parts = self.block_bars.parts or self.recall_bars.parts
        (parts[0][0] if parts else self.kind_box).setFocus()

    def selected_count(self) -> int:
        return 0

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("kind", self.kind_box.currentData())

    def restore_look(self, settings: QSettings) -> None:
        place = self.kind_box.findData(settings.value("kind"))
        if place >= 0:
            self.kind_box.setCurrentIndex(place)

    # --- looking

    def _look_at_changes(self) -> None:
        self._look(again=False)

    def _look(self, *, again: bool = True) -> None:
        """`again`: also at every text, however long that took the last time."""
        self._stale = False
        sight, counter = self._sight(), self._counter
        self._worker.survey(
            lambda bank: insights_source.look(bank, sight, counter),
            lambda seen: self._on_seen(seen, again),
            self.refused.emit,
            replaces=(id(self), "insights"),
        )

    def _on_seen(self, seen: Seen, again: bool) -> None:
        self._seen = seen
        self._show_block(seen)
        self._show_recall(seen)
        self._show_ages()
        self._show_fetches(seen)
        self._look_for_secrets(seen.generation, again)
        if again or self._duplicates.took < LONG_SECONDS:
            self._duplicates_card.say(self.tr("Looking…"))
            self._duplicates.look(seen.generation)

    def _look_for_secrets(self, generation: int, again: bool) -> None:
        if generation == self._secrets_of or self._secret_scan.running:
            return
        if again or self._secret_scan.took < LONG_SECONDS:
            self._secrets_of = generation
            self._secrets_card.say(self.tr("Looking…"))
            self._secret_scan.start(secrets_found)

    def _on_scan_failed(self, error: object) -> None:
        self._secrets_of = None
        self._secrets_card.hide_progress()
        self._duplicates_card.hide_progress()
        self.refused.emit(error)

    # --- the pictures

    def _show_block(self, seen: Seen) -> None:
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
        self.block_bars.show_bars(bars, max(block.budget or 0, block.chars))
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
        self._block_card.say(sentence)

    def _opens_section(
        self, section: str, word: str, keys: Keys | None
    ) -> Callable[[], None] | None:
        if section == "profile":
            return self.profile_wanted.emit
        return self._opens(self.tr("In the block: {section}").format(section=word), keys or {})

    def _opens(self, label: str, keys: Keys) -> Callable[[], None] | None:
        """What shows exactly these entries; None when there are none."""
        if not keys:
            return None
        behind = {
            kind: Behind(label=label, fields={"among": found}) for kind, found in keys.items()
        }
        return lambda: self.rows_wanted.emit(Rows(behind=behind))

    def _show_recall(self, seen: Seen) -> None:
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
        self.recall_bars.show_bars(bars)
        self._recall_card.say(
            self.tr("Never recalled by a host: {part} ({share}).").format(
                part=insights_words.of(never_all, seen.count),
                share=insights_words.percent(never_all, seen.count),
            )
            if seen.count
            else self.tr("There are no entries yet.")
        )

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
        self.age_grid.show_cells([named[one] for one in RELEVANCES], ages, rows)
        self._age_card.say(self.tr("How long ago they were made, and how relevant they are."))

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

    def _show_fetches(self, seen: Seen) -> None:
        rows = []
        total = 0
        for host, counts in seen.by_day().items():
            word = insights_words.host_word(host)
            days = tuple(self._day(host, word, day, counts.get(day, 0)) for day in seen.days)
            total += sum(counts.values())
            figure = insights_words.number(sum(counts.values()))
            rows.append(Row(label=word, figure=figure, days=days))
        first, last = seen.days[0], seen.days[-1]
        self.fetch_line.show_rows(
            rows, insights_words.day_word(first), insights_words.day_word(last)
        )
        self._fetch_card.say(
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
        return Day(value=count, name=name, act=lambda: self._open_day(host, word, day))

    def _open_day(self, host: str, word: str, day: date) -> None:
        start, end = insights_source.day_span(day)
        label = self.tr("Fetched by {host}, {day}").format(
            host=word, day=insights_words.day_word(day)
        )

        def show(keys: Keys) -> None:
            act = self._opens(label, keys)
            if act is None:
                self.said.emit(self.tr("What was fetched then is not here any more."))
            else:
                act()

        self._worker.read(lambda bank: bank.fetched(host, start, end), show, self.refused.emit)

    def _on_secrets_found(self, found: Mapping[str, Keys]) -> None:
        self._secrets_card.hide_progress()
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
        self.secret_bars.show_bars(bars)
        self._secrets_card.say(
            self.tr(
                "Entries that hold something secret: {count}. Hosts get “[redacted]” in its place."
            ).format(count=insights_words.number(len(held)))
            if bars
            else self.tr("No entry holds a password, a key or a token that memdesk knows.")
        )

    def _on_duplicates_found(self, groups: list[Group]) -> None:
        self._duplicates_card.hide_progress()
        self._review.setEnabled(bool(groups))
        count = sum(len(group.keys) for group in groups)
        self._duplicates_card.say(
            self.tr(
                "Groups of entries that say the same: {groups}, with %Ln entries.", "", count
            ).format(groups=insights_words.number(len(groups)))
            if groups
            else self.tr("No two entries say the same.")
        )
        first = groups[:GROUPS_SHOWN]

        def read(bank: Bank) -> dict[int, Entry]:
            return bank.rows([group.keys[0] for group in first])

        self._worker.read(read, lambda rows: self._show_groups(first, rows), self.refused.emit)

    def _show_groups(self, groups: list[Group], rows: dict[int, Entry]) -> None:
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
                    act=lambda number=number: self.duplicates_wanted.emit(number),
                )
            )
        self.duplicate_bars.show_bars(bars)
