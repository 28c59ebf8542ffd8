"""The trash: what was deleted, to be restored or deleted forever (spec 1.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSettings, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import KINDS
from memdesk.core.errors import MemdeskError
from memdesk.core.query import Query
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.columns import TRASH_COLUMNS
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.entry_table import EntryTable
from memdesk.gui.entry_view import EntryView
from memdesk.gui.flow import FlowRow
from memdesk.gui.host_side import HostSide
from memdesk.gui.icons import icon
from memdesk.gui.long_work import Tell, WorkBar
from memdesk.gui.remembered import remembered
from memdesk.gui.sentence import Sentence
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Bank, Change
from memdesk.store.later import forgetting

USER = Actor()


class TrashPage(QWidget):
    """Everything that was deleted and not yet destroyed."""

    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)

    def __init__(
        self,
        worker: BankWorker,
        host_side: HostSide,
        vocabulary: Vocabulary,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._host_side = host_side
        self._to_select: int | None = None
        query = Query(kinds=KINDS, trashed=True, sort="deleted", descending=True)
        self.table = EntryTable(worker, TRASH_COLUMNS, query, self)
        self.view = EntryView(
            self.table, vocabulary.statuses, vocabulary.tags, vocabulary.tech, self
        )
        self.view.setAccessibleName(self.tr("Trash"))
        self.view.setEditTriggers(EntryView.EditTrigger.NoEditTriggers)
        hint = Sentence(self)
        hint.say(self.tr("What was deleted is kept here for 30 days."))
        self._restore = QPushButton(icon("restore"), self.tr("Restore"), self)
        self._destroy = QPushButton(icon("delete"), self.tr("Delete forever…"), self)
        self._empty = EmptyState(self)
        self._empty.say(
            "trash",
            self.tr("The trash is empty"),
            self.tr("Deleted entries are kept here for 30 days."),
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)

        head = FlowRow(self)
        for button in (self._restore, self._destroy):
            head.add(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(head)
        column.addWidget(hint)
        column.addWidget(self._stack, 1)
        self.work_bar = WorkBar(self)
        column.addWidget(self.work_bar)
        self._restore.clicked.connect(self.restore)
        self._destroy.clicked.connect(self.delete)
        self.view.menu_wanted.connect(self.menu_wanted)
        self.view.activated.connect(lambda _index: self.restore())
        self.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.keys_changed.connect(self._on_keys_changed)
        self._on_selection_changed()

    @property
    def title(self) -> str:
        return self.tr("Trash")

    def refresh(self) -> None:
        self.table.refresh()

    def take_changes(self, changes: list[Change]) -> None:
        self.table.take_changes(changes)

    def focus(self) -> None:
        self.view.setFocus()

    def selected_count(self) -> int:
        return self.view.selected_count()

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("columns", self.view.horizontalHeader().saveState())

    def restore_look(self, settings: QSettings) -> None:
        self.view.horizontalHeader().restoreState(remembered(settings, "columns"))

    def select_key(self, key: int) -> None:
        """Make that entry the current one, as soon as the rows are here."""
        if not self.view.select_key(key):
            self._to_select = key

    def restore(self) -> None:
        """Put the selected entries back where they were."""
        keys = self.view.selected_keys()
        if keys:
            self._act(
                self.tr("Restoring %Ln entries…", "", len(keys)),
                lambda bank, tell: bank.restore(_named(bank, keys), USER, progress=tell),
                self.tr("Restored: {count}."),
            )

    def _act(self, doing: str, work: Callable[[Bank, Tell], int], done: str) -> None:
        """Do it in the writing thread, with progress; `done` has a place for a count."""
        number = self.locale().toString
        self.work_bar.carry_out(
            self._worker,
            doing,
            work,
            lambda count: self.said.emit(done.format(count=number(count))),
            self.refused.emit,
        )

    def delete(self) -> None:
        """Delete the selected entries forever, once the person has said so."""
        keys = self.view.selected_keys()
        if not keys:
            return
        answer = modals.ask(
            self,
            self.tr("Delete forever"),
            self.tr("Delete %Ln entries forever? This cannot be undone.", "", len(keys)),
            [
                modals.Choice("delete", self.tr("Delete forever"), "destroy"),
                modals.Choice("forget", self.tr("Forget everywhere"), "destroy"),
                modals.Choice("keep", self.tr("Keep"), "reject"),
            ],
            detail=self.tr(
                "Their history goes too. Forgetting everywhere also takes their words out of "
                "backups, frozen blocks, suggestions and logs; that takes a while."
            ),
            weight="warning",
            default="keep",
        )
        if answer == "delete":
            self._act(
                self.tr("Deleting %Ln entries…", "", len(keys)),
                lambda bank, tell: bank.destroy(_named(bank, keys), USER, progress=tell),
                self.tr("Deleted forever: {count}."),
            )
        elif answer == "forget":
            self._forget(keys)

    def _forget(self, keys: Sequence[int]) -> None:
        forget_in_mirrors, tell = self._host_side.forget_in_mirrors, self._worker.tell
        self._worker.submit(
            lambda bank: bank.forget_everywhere(
                _named(bank, keys),
                USER,
                lambda step: tell(self._on_forgetting_went_on, step),
                quoting=paths.quoting_dirs(),
                said_in=(paths.transcripts_dir(),),
                mirrors=partial(forget_in_mirrors, bank),
            ),
            self._on_forgotten,
            self.refused.emit,
        )

    def _on_forgetting_went_on(self, step: str) -> None:
        self.said.emit(
            {
                "bank": self.tr("Forgetting: the bank…"),
                "file": self.tr("Forgetting: the file is written anew…"),
                "backups": self.tr("Forgetting: the backups are written anew…"),
            }[step]
        )

    def _on_forgotten(self, left: Sequence[MemdeskError]) -> None:
        finished = forgetting.is_finished(left)
        said = (
            self.tr("Forgotten everywhere that memdesk reaches.")
            if finished
            else self.tr("Deleted, but not yet forgotten everywhere.")
        )
        self.said.emit(said)
        modals.inform(
            self,
            self.tr("Forget everywhere"),
            said,
            detail="\n".join(words.error_sentence(error) for error in left),
            weight="info" if finished else "warning",
        )

    def _on_selection_changed(self) -> None:
        some = self.view.selected_count() > 0
        self._restore.setEnabled(some)
        self._destroy.setEnabled(some)
        self.selection_changed.emit()

    def _on_keys_changed(self) -> None:
        self._stack.setCurrentIndex(0 if self.table.rowCount() else 1)
        if self._to_select is not None and self.view.select_key(self._to_select):
            self._to_select = None
        if self.table.rowCount() and not self.view.currentIndex().isValid():
            self.view.select_key(self.table.key_at(0))
        self._on_selection_changed()


def _named(bank: Bank, keys: Sequence[int]) -> list[tuple]:
    return [(entry.kind, entry.id) for entry in bank.rows(keys).values()]
