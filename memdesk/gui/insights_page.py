"""Insights: pictures of what the bank holds, each leading to the rows behind it (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.core.duplicates import Group
from memdesk.core.entry import Entry
from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.gui import insights_source, theme
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.duplicates_search import DuplicatesSearch
from memdesk.gui.insights_pictures import (
    AgeCard,
    BlockCard,
    DuplicatesCard,
    FetchCard,
    Keys,
    LinkedCard,
    RecallCard,
    SecretsCard,
)
from memdesk.gui.insights_source import Seen
from memdesk.gui.preview_source import Sight
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
        self._secret_scan.progressed.connect(self.secrets_card.show_progress)
        self._secret_scan.finished.connect(self.secrets_card.show_found)
        self._secret_scan.failed.connect(self._on_scan_failed)
        duplicates.progressed.connect(self.duplicates_card.show_progress)
        duplicates.found.connect(self._on_duplicates_found)
        duplicates.failed.connect(self._on_scan_failed)

    # --- laying out

    def _make_cards(self) -> None:
        self.block_card = BlockCard(self.tr("The current block"), self)
        self.recall_card = RecallCard(self.tr("Never recalled"), self)
        self.age_card = AgeCard(self.tr("Age and relevance"), self)
        self.fetch_card = FetchCard(self.tr("Fetches by host and day"), self)
        self.duplicates_card = DuplicatesCard(self.tr("Duplicates"), self)
        self.secrets_card = SecretsCard(self.tr("Secrets found"), self)
        self._cards = (
            self.block_card,
            self.recall_card,
            self.age_card,
            self.fetch_card,
            self.duplicates_card,
            self.secrets_card,
        )
        for card in self._cards:
            if isinstance(card, LinkedCard):
                card.rows_wanted.connect(self.rows_wanted)
        self.block_card.profile_wanted.connect(self.profile_wanted)
        self.fetch_card.day_wanted.connect(self._open_day)
        self.duplicates_card.group_wanted.connect(self.duplicates_wanted)

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
        parts = self.block_card.bars.parts or self.recall_card.bars.parts
        (parts[0][0] if parts else self.age_card.kind_box).setFocus()

    def selected_count(self) -> int:
        return 0

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("kind", self.age_card.kind_box.currentData())

    def restore_look(self, settings: QSettings) -> None:
        box = self.age_card.kind_box
        place = box.findData(settings.value("kind"))
        if place >= 0:
            box.setCurrentIndex(place)

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
        for card in (
            self.block_card,
            self.recall_card,
            self.age_card,
            self.fetch_card,
        ):
            card.show_seen(seen)
        self._look_for_secrets(seen.generation, again)
        if again or self._duplicates.took < LONG_SECONDS:
            self.duplicates_card.say(self.tr("Looking…"))
            self._duplicates.look(seen.generation)

    def _look_for_secrets(self, generation: int, again: bool) -> None:
        if generation == self._secrets_of or self._secret_scan.running:
            return
        if again or self._secret_scan.took < LONG_SECONDS:
            self._secrets_of = generation
            self.secrets_card.say(self.tr("Looking…"))
            self._secret_scan.start(secrets_found)

    def _on_scan_failed(self, error: object) -> None:
        self._secrets_of = None
        self.secrets_card.hide_progress()
        self.duplicates_card.hide_progress()
        self.refused.emit(error)

    # --- what is behind them

    def _open_day(self, host: str, day: date) -> None:
        start, end = insights_source.day_span(day)

        def show(keys: Keys) -> None:
            rows = self.fetch_card.fetched_then(host, day, keys)
            if rows is None:
                self.said.emit(self.tr("What was fetched then is not here any more."))
            else:
                self.rows_wanted.emit(rows)

        self._worker.read(lambda bank: bank.fetched(host, start, end), show, self.refused.emit)

    def _on_duplicates_found(self, groups: list[Group]) -> None:
        self.duplicates_card.say_found(groups)
        first = groups[:GROUPS_SHOWN]

        def read(bank: Bank) -> dict[int, Entry]:
            return bank.rows([group.keys[0] for group in first])

        def show(rows: dict[int, Entry]) -> None:
            self.duplicates_card.show_groups(first, rows)

        self._worker.read(read, show, self.refused.emit)
