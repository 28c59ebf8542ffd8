"""One file before its import: what it holds, entry by entry, and what can't be taken (spec 4)."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListWidget,
    QPushButton,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.exchange import formats
from memdesk.exchange.importing import ImportPlan
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.check_delegate import CheckDelegate
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.import_sources import ImportSource
from memdesk.gui.import_steps import EFFECT, KIND, TITLE, WHERE, Steps, texts
from memdesk.gui.tabs import Tabs


class LookPane(QWidget):
    """Shows one source; its entries can be left out one by one."""

    ticked_changed = Signal()
    format_chosen = Signal(object, str)
    """An ImportSource, and the format as which the person wants it read ("": found out)."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._source: ImportSource | None = None
        self._make()
        self._lay_out()
        self.steps.ticked_changed.connect(self.ticked_changed)
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self._format.activated.connect(self._on_format_activated)
        self._all.clicked.connect(lambda: self.steps.tick_all(True))
        self._none.clicked.connect(lambda: self.steps.tick_all(False))

    def _make(self) -> None:
        self._name = QLabel(self)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setFont(theme.font(self.font(), scale=1.15, bold=True))
        self._format: QComboBox = ElidedBox(self)
        self._format.setAccessibleName(self.tr("Read as"))
        self._format.addItem(self.tr("Find out the format"), "")
        for name in formats.readable():
            self._format.addItem(name, name)
        self._summary = QLabel(self)
        self._summary.setWordWrap(True)
        self._summary.setTextFormat(Qt.TextFormat.PlainText)
        self.steps = Steps(self)
        self.table = QTableView(self)
        self.table.setModel(self.steps)
        self.table.setItemDelegateForColumn(TITLE, CheckDelegate(self.table))
        self.table.setAccessibleName(self.tr("Entries"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        character = self.fontMetrics().averageCharWidth()
        for column, width in ((EFFECT, 17), (KIND, 10), (WHERE, 12)):
            header.resizeSection(column, character * width)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        self.diff = DiffView(self)
        self.diff.setAccessibleName(self.tr("What the entry would bring"))
        self._all = QPushButton(self.tr("Tick &all"), self)
        self._none = QPushButton(self.tr("Tick &none"), self)
        self._more = QLabel(self)
        self._more.setWordWrap(True)
        theme.tint(self._more, "dim")
        self._skipped = QListWidget(self)
        self._skipped.setWordWrap(True)
        self._skipped.setAccessibleName(self.tr("Can't be taken"))
        self._profile = QListWidget(self)
        self._profile.setWordWrap(True)
        self._profile.setAccessibleName(self.tr("Added to your profile"))
        self._entries = QWidget(self)
        for sometimes in (self._entries, self._skipped, self._profile):
            sometimes.hide()  # until it has a tab
        self._tabs = Tabs(self)
        self._tabs.setDocumentMode(True)  # its pane would be lighter than any ground of text
        self._tabs.setAccessibleName(self.tr("What it holds"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._name, 1)
        label = QLabel(self.tr("R&ead as:"), self)
        label.setBuddy(self._format)
        top.addWidget(label)
        top.addWidget(self._format)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.addWidget(self.table)
        split.addWidget(self.diff)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        self.table.setMinimumHeight(3 * (self.fontMetrics().height() + 8))
        self.diff.setMinimumHeight(2 * self.fontMetrics().height())
        foot = QHBoxLayout()
        foot.addWidget(self._all)
        foot.addWidget(self._none)
        foot.addWidget(self._more, 1)
        inside = QVBoxLayout(self._entries)
        inside.setContentsMargins(theme.HAIR, theme.SMALL, theme.HAIR, theme.HAIR)
        inside.addWidget(split, 1)
        inside.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.HAIR, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addLayout(top)
        column.addWidget(self._summary)
        column.addWidget(self._tabs, 1)
        self._rest = QWidget(self)  # keeps the head at the top where there are no tabs
        column.addWidget(self._rest, 1)

    @property
    def summary(self) -> str:
        """What is said about the source."""
        return self._summary.text()

    @property
    def skipped(self) -> list[str]:
        """Each thing that can't be taken, with its place and reason."""
        return [self._skipped.item(row).text() for row in range(self._skipped.count())]

    @property
    def profile(self) -> list[str]:
        """What the profile would get."""
        return [self._profile.item(row).text() for row in range(self._profile.count())]

    @property
    def tabs(self) -> list[str]:
        """What can be looked at, by name."""
        return [self._tabs.tabText(place) for place in range(self._tabs.count())]

    def show_source(self, source: ImportSource | None) -> None:
        """Show what is known of a source by now."""
        self._source = source
        self.steps.show_source(source)
        self._skipped.clear()
        self._profile.clear()
        self.diff.clear()
        self._tabs.clear()
        if source is not None:
            self._name.setText(words.shortened(source.name))
            self._name.setToolTip(source.full_name)
            self._format.setCurrentIndex(max(0, self._format.findData(source.format)))
            self._format.setEnabled(not source.is_rest)
            self._summary.setText(_sentence(source))
            if source.plan is not None:
                self._show_plan(source.plan)
        self._tabs.setVisible(self._tabs.count() > 0)
        self._rest.setVisible(self._tabs.count() == 0)

    def _show_plan(self, plan: ImportPlan) -> None:
        number = self.locale().toString
        if plan.steps:
            total = plan.added + plan.updated + plan.unchanged
            self._tabs.addTab(
                self._entries, self.tr("Entries: {count}").format(count=number(total))
            )
            self._more.setText(
                self.tr("The first {shown} are shown; the others are taken too.").format(
                    shown=number(len(plan.steps))
                )
                if total > len(plan.steps)
                else ""
            )
            self.table.setCurrentIndex(self.steps.index(0, TITLE))
        for field, items in plan.gains.items():
            self._profile.addItems(f"{words.field_word(field)}: {item}" for item in items)
        if self._profile.count():
            self._tabs.addTab(self._profile, self.tr("Profile"))
        skipped = len(plan.skipped) + plan.more_skipped
        if skipped:
            self._skipped.addItems(
                f"{one.where}: {words.error_sentence(one.problem)}" for one in plan.skipped
            )
            if plan.more_skipped:
                self._skipped.addItem(
                    self.tr("… and {count} more").format(count=number(plan.more_skipped))
                )
            self._tabs.addTab(
                self._skipped, self.tr("Can't be taken: {count}").format(count=number(skipped))
            )

    def _on_row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        step = self.steps.at(current.row()) if current.isValid() else None
        if step is None:
            self.diff.clear()
            return
        self._worker.read(
            lambda _bank: (step, compare(texts(step))),
            self._on_compared,
            replaces=(id(self), "compare"),
        )

    def _on_compared(self, answer: tuple[object, list[Compared]]) -> None:
        step, compared = answer
        if self.steps.at(self.table.currentIndex().row()) is step:
            self.diff.show_compared(compared, self.tr("It is here already, the same."))

    def _on_format_activated(self) -> None:
        if self._source is not None and self._source.looked_at:
            self.format_chosen.emit(self._source, str(self._format.currentData()))


def _sentence(source: ImportSource) -> str:
    """What is said about a source: what it holds, or why it can't be read."""
    translate = words.translate
    if source.problem is not None:
        return words.error_sentence(source.problem)
    if source.plan is None:
        return translate("ImportDialog", "Reading…")
    if source.is_rest:
        return translate("ImportDialog", "In these files there is nothing that memdesk can take.")
    said = plan_sentence(source.plan)
    return f"{source.path}\n{said}" if source.here else said


def plan_sentence(plan: ImportPlan) -> str:
    """What a file holds and what importing it would do."""
    translate = words.translate
    number = QLocale().toString
    held = [words.counted(words.kind_words(kind), count) for kind, count in plan.held.items()]
    parts = [translate("ImportDialog", "Format: {format}").format(format=plan.format)]
    if held:
        parts.append(translate("ImportDialog", "It holds {what}.").format(what=words.listed(held)))
    effects = []
    if plan.added:
        effects.append(
            translate("ImportDialog", "New here: {count}").format(count=number(plan.added))
        )
    if plan.updated:
        effects.append(
            translate("ImportDialog", "Newer than here: {count}").format(count=number(plan.updated))
        )
    if plan.unchanged:
        effects.append(
            translate("ImportDialog", "Here already, and kept: {count}").format(
                count=number(plan.unchanged)
            )
        )
    if not plan.changes_anything:
        effects.append(translate("ImportDialog", "There is nothing new in it."))
    return " · ".join(parts) + "\n" + " · ".join(effects)
