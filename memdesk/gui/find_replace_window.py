"""Find and replace across entries, each place seen before it changes (spec 7.1)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import KINDS, Kind
from memdesk.core.errors import BankUnavailable, MemdeskError
from memdesk.core.replacing import PARTS, Part
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.boxes import CheckBox
from memdesk.gui.find_replace_matching import Matcher, Wanted
from memdesk.gui.find_replace_rows import OCCURRENCE, PlaceDelegate, Places
from memdesk.gui.find_replace_work import MOST, Done, Keys, Looked, Scope, find, replace_places
from memdesk.gui.help_key import HelpKey
from memdesk.gui.long_work import WorkBar
from memdesk.gui.slices import Slices

REST_MS = 250
"""How long typing must pause before the bank is looked through."""


class FindReplaceWindow(QDialog):
    """What is looked for, where, and the list of places."""

    said = Signal(str)
    entry_wanted = Signal(str, str)
    """Kind and id: the person wants to see it where it stands."""

    def __init__(
        self, worker: BankWorker, undo: Sequence[QAction] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "tidy")
        self._worker = worker
        self._narrower: dict[str, Keys] = {}
        self.setWindowTitle(self.tr("Find and replace"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(720, 560)
        for action in undo:  # shortcuts of the main window, which is not the one on top
            self.addAction(action)
        self.places = Places(self)
        self._slices = Slices(worker, self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.look)
        self._make()
        self._lay_out()
        self._connect()
        self._on_ticked_changed()

    # --- laying out

    def _make(self) -> None:
        self.find_line = QLineEdit(self)
        self.find_line.setClearButtonEnabled(True)
        self.new_line = QLineEdit(self)
        self.new_line.setClearButtonEnabled(True)
        self.case_box = CheckBox(self.tr("&Match case"), self)
        self.whole_box = CheckBox(self.tr("&Whole words"), self)
        self.expression_box = CheckBox(self.tr("Regular e&xpression"), self)
        self.expression_box.setToolTip(
            self.tr("\\1 in the new text stands for what the first group found, \\n for a new line")
        )
        named_parts: dict[Part, str] = {
            "titles": self.tr("T&itles and names"),
            "texts": self.tr("T&exts and paths"),
            "lists": self.tr("Ta&gs and tech"),
        }
        self.kind_boxes: dict[Kind, CheckBox] = {}
        for kind in KINDS:
            self.kind_boxes[kind] = CheckBox(words.kind_words(kind), self)
            self.kind_boxes[kind].setChecked(True)
        self.part_boxes: dict[Part, CheckBox] = {}
        for part in PARTS:
            self.part_boxes[part] = CheckBox(named_parts[part], self)
            self.part_boxes[part].setChecked(part != "lists")
        self.where_box = QComboBox(self)
        self.where_box.setAccessibleName(self.tr("Where"))
        self._sentence = QLabel(self)
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setMinimumHeight(self.fontMetrics().height() + theme.HAIR)
        self.list = QListView(self)
        self.list.setModel(self.places)
        self.list.setItemDelegate(PlaceDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(self.tr("Places"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._stop_button = QPushButton(self.tr("&Stop"), self)
        self._all_button = QPushButton(self.tr("Tick &all"), self)
        self._none_button = QPushButton(self.tr("Tick &none"), self)
        self.replace_button = QPushButton(self)
        self._close_button = QPushButton(self.tr("&Close"), self)
        self._work = WorkBar(self)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SMALL)
        for row, (word, line) in enumerate(
            ((self.tr("&Find:"), self.find_line), (self.tr("Replace wit&h:"), self.new_line))
        ):
            label = QLabel(word, self)
            label.setBuddy(line)
            line.setAccessibleName(words.without_mnemonic(word).rstrip(":："))
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
        grid.addLayout(_row(self.case_box, self.whole_box, self.expression_box), 2, 1)
        label = QLabel(self.tr("&Look in:"), self)
        label.setBuddy(self.where_box)
        grid.addWidget(label, 3, 0)
        grid.addLayout(_row(self.where_box, *self.kind_boxes.values()), 3, 1)
        grid.addLayout(_row(*self.part_boxes.values()), 4, 1)
        self._progress_row = QWidget(self)
        row = QHBoxLayout(self._progress_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._progress, 1)
        row.addWidget(self._stop_button)
        self._progress_row.hide()
        foot = QHBoxLayout()
        for button in (self._all_button, self._none_button):
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(self.replace_button)
        foot.addWidget(self._close_button)
        column = QVBoxLayout(self)
        column.setSpacing(theme.SMALL)
        column.addLayout(grid)
        column.addWidget(self._sentence)
        column.addWidget(self._progress_row)
        column.addWidget(self.list, 1)
        column.addWidget(self._work)
        column.addLayout(foot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)

    def _connect(self) -> None:
        for line in (self.find_line, self.new_line):
            line.textChanged.connect(self._on_wish_changed)
            line.installEventFilter(self)
        boxes = (self.case_box, self.whole_box, self.expression_box)
        for box in (*boxes, *self.kind_boxes.values(), *self.part_boxes.values()):
            box.toggled.connect(self._on_wish_changed)
        self.where_box.currentIndexChanged.connect(self._on_wish_changed)
        self._slices.progressed.connect(self._on_progressed)
        self._slices.finished.connect(self._on_looked)
        self._slices.failed.connect(self._on_failed)
        self._stop_button.clicked.connect(self._on_stop_clicked)
        self._all_button.clicked.connect(lambda: self.places.tick_all(True))
        self._none_button.clicked.connect(lambda: self.places.tick_all(False))
        self.replace_button.clicked.connect(self.replace)
        self._close_button.clicked.connect(self.close)
        self.places.ticked_changed.connect(self._on_ticked_changed)
        self.list.activated.connect(self._on_activated)

    # --- what the window asks

    def begin(self, narrower: dict[str, tuple[str, Keys]], text: str = "") -> None:
        """Show it for a new search. `narrower`: words and keys of what may be looked in instead
        of everything, by name; the first is chosen."""
        self.where_box.blockSignals(True)
        self.where_box.clear()
        for name, (word, _keys) in narrower.items():
            self.where_box.addItem(word, name)
        self.where_box.addItem(self.tr("The whole bank"), "")
        self.where_box.blockSignals(False)
        self._narrower = {name: keys for name, (_word, keys) in narrower.items()}
        if text:
            self.find_line.setText(text)
        self.find_line.selectAll()
        self.find_line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._on_wish_changed()

    @property
    def sentence(self) -> str:
        """What is said about the search."""
        return self._sentence.text()

    # --- looking

    def wanted(self) -> Wanted:
        """What the person has filled in."""
        return Wanted(
            text=self.find_line.text(),
            new=self.new_line.text(),
            case=self.case_box.isChecked(),
            whole=self.whole_box.isChecked(),
            expression=self.expression_box.isChecked(),
        )

    def _on_wish_changed(self, *_what: object) -> None:
        self._slices.stop()
        self._progress_row.hide()
        self.replace_button.setEnabled(False)
        self._rest.start()

    def look(self) -> None:
        """Look through the bank for what is filled in."""
        self._rest.stop()
        self._slices.stop()
        wanted = self.wanted()
        if not wanted.text:
            self.places.show_places((), {})
            self._say("")
            return
        try:
            matcher = Matcher(wanted)
        except MemdeskError as error:
            self.places.show_places((), {})
            self._say(words.error_sentence(error), warning=True)
            return
        scope = Scope(
            kinds=tuple(kind for kind, box in self.kind_boxes.items() if box.isChecked()),
            parts=tuple(part for part, box in self.part_boxes.items() if box.isChecked()),
            keys=self._narrower.get(self.where_box.currentData() or ""),
        )
        self._say(self.tr("Looking…"))
        self._slices.start(lambda bank: find(bank, scope, matcher))

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self._progress_row.show()

    def _on_stop_clicked(self) -> None:
        self._slices.stop()
        self._progress_row.hide()
        self._say(self.tr("Stopped."))

    def _on_failed(self, error: MemdeskError) -> None:
        self._progress_row.hide()
        self.places.show_places((), {})
        self._say(words.error_sentence(error), warning=True)

    def _on_looked(self, looked: Looked) -> None:
        self._progress_row.hide()
        self.places.show_places(looked.places, looked.problems)
        number = self.locale().toString
        if not looked.places and not looked.more:
            self._say(self.tr("Nothing found."))
            return
        said = self.tr("Places: {places}, in %Ln entries.", "", looked.entries).format(
            places=number(len(looked.places))
        )
        if looked.more:
            said = words.sentences(
                said,
                self.tr("There are more; only the first {most} are listed.").format(
                    most=number(MOST)
                ),
            )
        if looked.problems:
            said = words.sentences(
                said,
                self.tr(
                    "Not possible in %Ln entries, for the reason given.", "", len(looked.problems)
                ),
            )
        self._say(said, warning=bool(looked.problems))

    def _say(self, sentence: str, *, warning: bool = False) -> None:
        self._sentence.setText(sentence)
        theme.tint(self._sentence, "error" if warning else "dim")

    def _on_ticked_changed(self) -> None:
        count = self.places.ticked_count
        self.replace_button.setText(
            self.tr("&Replace {count}").format(count=self.locale().toString(count))
        )
        self.replace_button.setEnabled(count > 0 and not self._work.sentence)
        some = self.places.rowCount() > 0
        self._all_button.setEnabled(some)
        self._none_button.setEnabled(some)

    def _on_activated(self) -> None:
        place = self.list.currentIndex().data(OCCURRENCE)
        if place is not None:
            self.entry_wanted.emit(place.kind, place.id)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()
        self._slices.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Down goes from a line into the list; Enter looks at once.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down and self.places.rowCount():
                self.list.setFocus()
                if not self.list.currentIndex().isValid():
                    self.list.setCurrentIndex(self.places.index(0))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._rest.isActive():
                    self.look()
                elif self.places.rowCount():
                    self.replace_button.setFocus()
                return True
        return super().eventFilter(watched, event)

    # --- replacing

    def replace(self) -> None:
        """Replace what is ticked, as one undo step."""
        chosen = self.places.ticked
        if not chosen or not self.replace_button.isEnabled():
            return
        tell = self._work.begin(self.tr("Replacing…"))
        self.replace_button.setEnabled(False)
        self._worker.submit(
            lambda bank: replace_places(bank, chosen, tell), self._on_replaced, self._on_refused
        )

    def _on_replaced(self, done: Done) -> None:
        self._work.end()
        number = self.locale().toString
        said = self.tr(
            "Replaced: {places}, in %Ln entries. Ctrl+Z takes it back.", "", done.entries
        ).format(places=number(done.places))
        if done.problems:
            said = words.sentences(
                said, self.tr("Left as they are: {count}.").format(count=number(len(done.problems)))
            )
        self.said.emit(said)
        self._after_replacing(said, done)

    def _after_replacing(self, said: str, done: Done) -> None:
        """Keep on the list what could not be replaced, with the reason."""
        left = [one for one in self.places.ticked if one.key in done.problems]
        self.places.show_places(left, done.problems)
        self._say(said, warning=bool(done.problems))

    def _on_refused(self, error: MemdeskError) -> None:
        self._work.end()
        self._on_ticked_changed()
        self._say(words.error_sentence(error), warning=isinstance(error, BankUnavailable))


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(theme.MEDIUM)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
