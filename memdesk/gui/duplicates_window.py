"""Going through duplicate groups: compare, choose what stays, merge (spec 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.duplicates import Group
from memdesk.core.entry import KINDS, Entry
from memdesk.core.errors import MemdeskError
from memdesk.core.merging import best_to_keep, merged_fields
from memdesk.gui import modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.diff_view import Compared, DiffView
from memdesk.gui.duplicates_members import Members
from memdesk.gui.duplicates_search import DuplicatesSearch
from memdesk.gui.duplicates_work import compared, merge_twins, scope_of
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import icon

USER = Actor()
KEY = Qt.ItemDataRole.UserRole


class DuplicatesWindow(QDialog):
    """A list of groups; of the chosen one its entries, and how two of them differ."""

    said = Signal(str)
    entry_wanted = Signal(str, str)
    """Kind and id: the person wants to see it where it stands."""

    def __init__(
        self,
        worker: BankWorker,
        search: DuplicatesSearch,
        undo: Sequence[QAction] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "tidy")
        self._worker = worker
        self._search = search
        self._entries: dict[int, Entry] = {}
        self._kept = 0
        self._apart: tuple[int, ...] = ()
        """Those called no duplicates last."""
        self._wanted = 0
        self.setWindowTitle(self.tr("Duplicates"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(900, 600)
        for action in undo:  # shortcuts of the main window, which is not the one on top
            self.addAction(action)
        self._make()
        self._lay_out()
        search.progressed.connect(self._on_progressed)
        search.found.connect(self._on_found)
        search.failed.connect(self._on_failed)

    # --- laying out

    def _make(self) -> None:
        self.groups = QListWidget(self)
        self.groups.setAccessibleName(self.tr("Groups"))
        self.groups.setUniformItemSizes(True)
        self.groups.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.groups.currentRowChanged.connect(self._on_group_chosen)
        self.members = Members(self)
        self.members.chosen.connect(self._on_member_chosen)
        self.members.ticked_changed.connect(self._on_ticked_changed)
        self.members.keep_wanted.connect(self._keep)
        self.diff = DiffView(self)
        self._diff_title = QLabel(self)
        self._diff_title.setTextFormat(Qt.TextFormat.PlainText)
        self._diff_title.setWordWrap(True)
        self._diff_title.setBuddy(self.diff)
        self.text_box = QComboBox(self)
        self.text_box.setAccessibleName(self.tr("Text after merging"))
        self.text_box.addItem(self.tr("The text of the one that stays"), "kept")
        self.text_box.addItem(self.tr("The text of the selected one"), "selected")
        self.text_box.addItem(self.tr("All texts, one below the other"), "all")
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.hide()
        self._keep_button = QPushButton(self.tr("&Keep this one"), self)
        self._open_button = QPushButton(self.tr("&Open"), self)
        self._merge_button = QPushButton(icon("merge"), self.tr("&Merge"), self)
        self._apart_button = QPushButton(self.tr("&Not duplicates"), self)
        self._apart_button.setToolTip(
            self.tr("Do not show these as duplicates again; nothing else is changed")
        )
        self._together_button = QPushButton(icon("undo"), self.tr("Sho&w them again"), self)
        self._together_button.hide()
        self._twins_button = QPushButton(self)
        self._again_button = QPushButton(icon("refresh"), self.tr("&Search again"), self)
        self._keep_button.clicked.connect(self._on_keep_clicked)
        self._open_button.clicked.connect(self._on_open_clicked)
        self._merge_button.clicked.connect(self.merge)
        self._apart_button.clicked.connect(self.call_apart)
        self._together_button.clicked.connect(self._on_together_clicked)
        self._twins_button.clicked.connect(self.merge_twins)
        self._again_button.clicked.connect(self.search)
        # Not the default button: Enter in the list of groups should merge nothing.
        merge_keys = QKeySequence("Ctrl+Return")
        QShortcut(merge_keys, self, self.merge)
        self._merge_button.setToolTip(merge_keys.toString(QKeySequence.SequenceFormat.NativeText))
        QShortcut(QKeySequence("F5"), self, self.search)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.hide()
        self._empty = EmptyState(self)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.groups, 1)
        column.addWidget(self._twins_button)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(theme.SMALL, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        hint = QLabel(
            self.tr(
                "Ticked entries are merged into the one that stays, and then go to the trash."
                " Tags are united."
            ),
            right,
        )
        hint.setWordWrap(True)
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column.addWidget(hint)
        column.addWidget(self.members, 2)
        row = QHBoxLayout()
        row.addWidget(self._keep_button)
        row.addWidget(self._open_button)
        row.addStretch(1)
        row.addWidget(self._apart_button)
        column.addLayout(row)
        column.addWidget(self._diff_title)
        column.addWidget(self.diff, 3)
        column.addWidget(self._note)
        grid = QGridLayout()
        label = QLabel(self.tr("&Text after merging:"), right)
        label.setBuddy(self.text_box)
        grid.addWidget(label, 0, 0)
        grid.addWidget(self.text_box, 0, 1)
        grid.addWidget(self._merge_button, 0, 2)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([260, 640])
        self._stack = QStackedWidget(self)
        self._stack.addWidget(splitter)
        self._stack.addWidget(self._empty)
        close = QPushButton(self.tr("Close"), self)
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(self._again_button)
        foot.addWidget(self._together_button)
        foot.addWidget(self._progress, 1)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)

    # --- searching

    def search(self) -> None:
        """Find the groups of the bank as it is now."""
        if not self._search.groups:
            self._empty.say("search", self.tr("Looking…"), self.tr("Every text is compared."))
            self._stack.setCurrentIndex(1)
        self._worker.read(lambda bank: bank.generation(), self._search.look, self._on_failed)

    def show_group(self, number: int) -> None:
        """Show that group, as soon as it is known."""
        self._wanted = number
        if self._search.groups:
            self._on_found(self._search.groups)
        self.search()

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self._progress.show()

    def _on_failed(self, error: MemdeskError) -> None:
        self._progress.hide()
        self._say(words.error_sentence(error))

    def _on_found(self, groups: list[Group]) -> None:
        self._progress.hide()
        first = [group.keys[0] for group in groups]
        self._worker.read(
            lambda bank: bank.rows(first),
            lambda rows: self._show_groups(groups, rows),
            self._on_failed,
            replaces=(id(self), "groups"),
        )

    def _show_groups(self, groups: list[Group], rows: dict[int, Entry]) -> None:
        current = self.groups.currentRow()
        wanted, self._wanted = (self._wanted or max(current, 0)), 0
        self.groups.blockSignals(True)
        self.groups.clear()
        pictures = {kind: icon(kind) for kind in KINDS}
        for group in groups:
            entry = rows.get(group.keys[0])
            title = entry.label if entry is not None else ""
            item = QListWidgetItem(
                pictures[group.kind], f"{title} ({len(group.keys)})", self.groups
            )
            item.setData(KEY, group)
            item.setToolTip(title)
        self.groups.blockSignals(False)
        twins = sum(group.twins for group in groups)
        self._twins_button.setText(
            self.tr("Merge all exact twins ({count})…").format(count=self.locale().toString(twins))
        )
        self._twins_button.setEnabled(twins > 0)
        self._twins_button.setVisible(twins > 0)
        self._stack.setCurrentIndex(0 if groups else 1)
        if groups:
            self.groups.setCurrentRow(min(wanted, len(groups) - 1))
            self._on_group_chosen(self.groups.currentRow())
        else:
            self._empty.say(
                "check", self.tr("No duplicates"), self.tr("No two entries say the same.")
            )

    # --- one group

    @property
    def group(self) -> Group | None:
        """The chosen one."""
        item = self.groups.currentItem()
        return None if item is None else item.data(KEY)

    def _on_group_chosen(self, _row: int) -> None:
        group = self.group
        if group is None:
            return
        self._say("")
        self._worker.read(
            lambda bank: (group, bank.rows(group.keys)),
            self._on_read,
            self._on_failed,
            replaces=(id(self), "members"),
        )

    def _on_read(self, answer: tuple[Group, dict[int, Entry]]) -> None:
        group, rows = answer
        if group != self.group:
            return
        living = [rows[key] for key in group.keys if key in rows]
        living = [entry for entry in living if entry.deleted_at is None]
        self._entries = {entry.key: entry for entry in living}
        if living:
            self._kept = best_to_keep(living).key
        self.members.show_entries(self._entries, self._kept)

    def _on_member_chosen(self) -> None:
        kept, other = self.members.kept, self.members.selected
        self._keep_button.setEnabled(other is not None and other is not kept)
        self._open_button.setEnabled(other is not None)
        if kept is None or other is None:
            self._diff_title.setText("")
            self.diff.clear()
            return
        if other is kept:
            self._diff_title.setText(self.tr("This is the one that stays."))
            self.diff.show_compared((), self.tr("Choose another one to see how it differs."))
            return
        self._diff_title.setText(
            self.tr("From the one that stays (−) to “{title}” (+):").format(
                title=words.breakable(words.shortened(other.label))
            )
        )
        self._worker.read(
            lambda _bank: (kept, other, compared(kept, other)),
            self._on_compared,
            self._on_failed,
            replaces=(id(self), "diff"),
        )

    def _on_compared(self, answer: tuple[Entry, Entry, list[Compared]]) -> None:
        kept, other, parts = answer
        if kept is self.members.kept and other is self.members.selected:
            differing = [part for part in parts if part.differs]
            self.diff.show_compared(differing, self.tr("They are the same to the letter."))

    def _on_ticked_changed(self) -> None:
        others = self.members.ticked
        self._merge_button.setEnabled(bool(others))
        self._apart_button.setEnabled(bool(others))
        kept = self.members.kept
        if kept is not None and any(scope_of(one) != scope_of(kept) for one in others):
            self._say(
                self.tr("They are not seen in the same places. The one that stays keeps its own.")
            )
        else:
            self._say("")

    def _on_keep_clicked(self) -> None:
        chosen = self.members.selected
        if chosen is not None:
            self._keep(chosen.key)

    def _keep(self, key: int) -> None:
        self._kept = key
        self.members.show_entries(self._entries, self._kept)

    def _on_open_clicked(self) -> None:
        chosen = self.members.selected
        if chosen is not None:
            self.entry_wanted.emit(chosen.kind, chosen.id)

    # --- merging

    def merge(self) -> None:
        """Make one entry of the ticked ones, as one undo step."""
        kept, others, chosen = self.members.kept, self.members.ticked, self.members.selected
        if kept is None or not others or not self._merge_button.isEnabled():
            return
        bodies: Sequence[Entry] = ()
        if self.text_box.currentData() == "all":
            bodies = (kept, *others)
        elif self.text_box.currentData() == "selected" and chosen is not None:
            bodies = (chosen,)
        fields = merged_fields(kept, others, bodies)
        named = [(entry.kind, entry.id) for entry in others]
        self._merge_button.setEnabled(False)
        self._worker.submit(
            lambda bank: bank.merge((kept.kind, kept.id), named, fields, USER),
            lambda _entry: self._on_merged([entry.key for entry in others], kept.key),
            self._on_refused,
        )

    def _on_merged(self, gone: Sequence[int], kept: int) -> None:
        self.said.emit(
            self.tr("Merged: {count} into one. Ctrl+Z takes it back.").format(count=len(gone) + 1)
        )
        self._search.forget([*gone], [kept])

    def _on_refused(self, error: MemdeskError) -> None:
        self._on_ticked_changed()
        self._say(words.error_sentence(error))

    def call_apart(self) -> None:
        """Remember that the one that stays and the ticked ones are no duplicates."""
        keys = (self._kept, *(entry.key for entry in self.members.ticked))
        if len(keys) > 1:
            self._worker.submit(
                lambda bank: bank.call_apart(keys),
                lambda _nothing: self._on_called_apart(keys),
                self._on_refused,
            )

    def _on_called_apart(self, keys: tuple[int, ...]) -> None:
        self._apart = keys
        self._together_button.show()
        self._search.forget(keys)
        self.said.emit(self.tr("Not shown as duplicates again."))

    def _on_together_clicked(self) -> None:
        keys = self._apart
        self._together_button.hide()
        self._worker.submit(
            lambda bank: bank.call_apart(keys, apart=False),
            lambda _nothing: self._search.look_anew(),
            self._on_refused,
        )

    def merge_twins(self) -> None:
        """Merge every group whose entries are the same to the letter, as one undo step."""
        groups = [group for group in self._search.groups if group.twins]
        count = sum(len(group.keys) - 1 for group in groups)
        answer = modals.ask(
            self,
            self.tr("Merge exact twins"),
            self.tr("Keep one of each and move the others to the trash: {count}?").format(
                count=self.locale().toString(count)
            ),
            [
                modals.Choice("merge", self.tr("Merge")),
                modals.Choice("no", self.tr("Cancel"), "reject"),
            ],
            detail=self.tr("Tags are united. Ctrl+Z takes it back."),
        )
        if answer != "merge":
            return
        self._twins_button.setEnabled(False)
        self._worker.submit(
            lambda bank: merge_twins(bank, groups), self._on_twins_merged, self._on_refused
        )

    def _on_twins_merged(self, gone: list[int]) -> None:
        self.said.emit(
            self.tr("Moved to the trash: {count}. Ctrl+Z brings them back.").format(
                count=self.locale().toString(len(gone))
            )
        )
        self._search.forget(gone)

    def _say(self, sentence: str) -> None:
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
