"""Clean up: what nobody asks for, seen before it goes to the trash or becomes less relevant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.entry import RELEVANCES, Relevance
from memdesk.core.errors import MemdeskError
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.check_delegate import CheckDelegate
from memdesk.gui.clean_rows import BECOMES, KIND, TITLE, WHY, CleanRows
from memdesk.gui.help_key import HelpKey
from memdesk.gui.long_work import WorkBar
from memdesk.store.ageing import MOST_DAYS, NEVER_RECALLED_DAYS, UNSEEN_DAYS, Ages, Cleaning
from memdesk.store.bank import Change

USER = Actor()
REST_MS = 250
"""How long the bounds must rest before the bank is looked through."""


class CleanWindow(QDialog):
    """The bounds, the list of what they come to, and one button that does it."""

    said = Signal(str)
    entry_wanted = Signal(str, str)
    """Kind and id: the person wants to see it where it stands."""

    def __init__(
        self, worker: BankWorker, undo: Sequence[QAction] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "tidy")
        self._worker = worker
        self._looking = False
        self.setWindowTitle(self.tr("Clean up"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(900, 520)
        for action in undo:  # shortcuts of the main window, which is not the one on top
            self.addAction(action)
        self.rows = CleanRows(worker.bank, self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.look)
        self._make()
        self._lay_out()
        self.days_box.valueChanged.connect(self._on_bounds_changed)
        self.kept_box.currentIndexChanged.connect(self._on_bounds_changed)
        self._all_button.clicked.connect(lambda: self.rows.tick_all(True))
        self._none_button.clicked.connect(lambda: self.rows.tick_all(False))
        self.clean_button.clicked.connect(self.clean)
        self._close_button.clicked.connect(self.close)
        self.rows.ticked_changed.connect(self._on_ticked_changed)
        self.view.activated.connect(self._on_activated)
        self.view.installEventFilter(self)
        worker.bank_changed.connect(self._on_bank_changed)
        self._on_ticked_changed()

    # --- laying out

    def _make(self) -> None:
        self._intro = QLabel(
            self.tr(
                "Only what hosts wrote and you never touched: no pinned entry, no constraint,"
                " nothing that you wrote, imported or edited. What was not accessed for %Ln"
                " days becomes one step less relevant.",
                "",
                UNSEEN_DAYS,
            ),
            self,
        )
        self._intro.setWordWrap(True)
        self.days_box = QSpinBox(self)
        self.days_box.setRange(0, MOST_DAYS)
        self.days_box.setValue(NEVER_RECALLED_DAYS)
        self.kept_box = QComboBox(self)
        self.kept_box.addItem(self.tr("Nothing by its relevance"), None)
        named = words.relevance_words()
        for relevance in RELEVANCES[:-1]:
            word = named[relevance]
            if relevance != RELEVANCES[0]:
                word = self.tr("{relevance} and higher").format(relevance=word)
            self.kept_box.addItem(word, relevance)
        self._sentence = QLabel(self)
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setMinimumHeight(self.fontMetrics().height() + theme.HAIR)
        self._make_view()
        self._all_button = QPushButton(self.tr("Tick &all"), self)
        self._none_button = QPushButton(self.tr("Tick &none"), self)
        self.clean_button = QPushButton(self)
        self._close_button = QPushButton(self.tr("&Close"), self)
        self._work = WorkBar(self)

    def _make_view(self) -> None:
        view = self.view = QTableView(self)
        view.setModel(self.rows)
        view.setItemDelegate(CheckDelegate(view))
        view.setAccessibleName(self.tr("What would be cleaned up"))
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        lines = view.verticalHeader()
        lines.hide()
        lines.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        lines.setDefaultSectionSize(view.fontMetrics().height() + 10)
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (TITLE, WHY):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        digit = view.fontMetrics().horizontalAdvance("0")
        view.setColumnWidth(KIND, digit * 10)
        view.setColumnWidth(BECOMES, digit * 19)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _lay_out(self) -> None:
        bounds = QHBoxLayout()
        bounds.setSpacing(theme.SMALL)
        for word, field in (
            (self.tr("&To the trash: never recalled, older than (days):"), self.days_box),
            (self.tr("&Kept:"), self.kept_box),
        ):
            label = QLabel(word, self)
            label.setBuddy(field)
            field.setAccessibleName(words.without_mnemonic(word).rstrip(":："))
            bounds.addWidget(label)
            bounds.addWidget(field)
            bounds.addSpacing(theme.SMALL)
        bounds.addStretch(1)
        foot = QHBoxLayout()
        foot.addWidget(self._all_button)
        foot.addWidget(self._none_button)
        foot.addStretch(1)
        foot.addWidget(self.clean_button)
        foot.addWidget(self._close_button)
        column = QVBoxLayout(self)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._intro)
        column.addLayout(bounds)
        column.addWidget(self._sentence)
        column.addWidget(self.view, 1)
        column.addWidget(self._work)
        column.addLayout(foot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)

    # --- looking

    def begin(self) -> None:
        """Look through the bank anew, as the window is shown."""
        self.view.setFocus()
        self.rows.show_cleaning(Cleaning())
        self.look()

    @property
    def sentence(self) -> str:
        """What is said of the list."""
        return self._sentence.text()

    @property
    def ages(self) -> Ages:
        """The bounds that are set."""
        kept: Relevance | None = self.kept_box.currentData()
        return Ages(days=self.days_box.value(), kept_relevance=kept)

    def look(self) -> None:
        """Find out what the bounds come to."""
        self._rest.stop()
        ages = self.ages
        self._looking = True
        self._on_ticked_changed()
        self._say(self.tr("Looking…"))
        self._worker.survey(
            lambda bank: bank.to_clean(ages),
            self._on_looked,
            self._on_refused,
            replaces=(id(self), "look"),
        )

    def _on_bounds_changed(self) -> None:
        self._rest.start()
        self._on_ticked_changed()

    def _on_bank_changed(self, changes: list[Change]) -> None:
        if self.isVisible() and not self._work.sentence and changes:
            self._rest.start()

    def _on_looked(self, cleaning: Cleaning) -> None:
        self._looking = False
        self.rows.show_cleaning(cleaning, self.rows.unticked)
        if not len(cleaning):
            self._say(self.tr("There is nothing to clean up."))
            return
        number = self.locale().toString
        self._say(
            self.tr("To the trash: {trash}. Less relevant: {downgrade}.").format(
                trash=number(len(cleaning.trash)), downgrade=number(len(cleaning.downgrade))
            )
        )

    def _say(self, sentence: str, *, warning: bool = False) -> None:
        self._sentence.setText(sentence)
        theme.tint(self._sentence, "error" if warning else "dim")

    def _on_ticked_changed(self) -> None:
        count = sum(self.rows.ticked_counts)
        self.clean_button.setText(
            self.tr("Clean &up {count}").format(count=self.locale().toString(count))
        )
        waiting = self._looking or self._rest.isActive() or bool(self._work.sentence)
        self.clean_button.setEnabled(count > 0 and not waiting)
        some = self.rows.rowCount() > 0
        self._all_button.setEnabled(some)
        self._none_button.setEnabled(some)

    def _on_activated(self) -> None:
        entry = self.rows.entry_at(self.view.currentIndex().row())
        if entry is not None:
            self.entry_wanted.emit(entry.kind, entry.id)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Space ticks every selected row, whichever column the keyboard stands in.
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
        ):
            chosen = self.view.selectionModel().selectedRows(TITLE)
            if chosen:
                on = any(
                    one.data(Qt.ItemDataRole.CheckStateRole) != Qt.CheckState.Checked
                    for one in chosen
                )
                state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
                for one in chosen:
                    self.rows.setData(one, state, Qt.ItemDataRole.CheckStateRole)
                return True
        return super().eventFilter(watched, event)

    # --- cleaning

    def clean(self) -> None:
        """Clean up what is ticked, as one step to undo."""
        if not self.clean_button.isEnabled():
            return
        chosen, ages = self.rows.ticked, self.ages
        tell = self._work.begin(self.tr("Cleaning up…"))
        self._on_ticked_changed()
        self._worker.submit(
            lambda bank: bank.clean(USER, ages, among=chosen, progress=tell),
            self._on_cleaned,
            self._on_refused,
        )

    def _on_cleaned(self, done: Cleaning) -> None:
        self._work.end()
        number = self.locale().toString
        said = self.tr(
            "Moved to the trash: {trash}. Made less relevant: {downgrade}. Ctrl+Z takes it back."
        ).format(trash=number(len(done.trash)), downgrade=number(len(done.downgrade)))
        self.said.emit(said)
        self.look()

    def _on_refused(self, error: MemdeskError) -> None:
        self._looking = False
        if self._work.sentence:
            self._work.end()
        self._on_ticked_changed()
        self._say(words.error_sentence(error), warning=True)
