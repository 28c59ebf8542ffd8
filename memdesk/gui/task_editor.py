"""The editor of a task."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from memdesk.core import limits
from memdesk.core.entry import Entry
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.common_fields import CommonFields, Facts
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.fields import LineField, SuggestionField, TextField
from memdesk.gui.vocabulary import Vocabulary


class TaskEditor(EntryEditor):
    """Edits one task (spec 1)."""

    def __init__(
        self, worker: BankWorker, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(worker, parent)
        self._vocabulary = vocabulary
        title = self.add_field("title", LineField(parent=self), limit=limits.MAX_TITLE)
        self._status = SuggestionField(self)
        status = self.add_field("status", self._status, limit=limits.MAX_STATUS)
        text = TextField(parent=self)
        text.setMinimumHeight(90)
        notes = self.add_field("notes", text, limit=limits.MAX_NOTES)
        common = CommonFields(self, vocabulary)
        self._facts = Facts(self)

        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        column.addWidget(title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(status, 0, 0)
        grid.addWidget(common.relevance, 0, 1)
        column.addLayout(grid)
        column.addWidget(notes, 1)
        lower = QGridLayout()
        lower.setHorizontalSpacing(10)
        lower.setVerticalSpacing(8)
        lower.setColumnStretch(0, 1)
        lower.setColumnStretch(1, 1)
        lower.addWidget(common.tags, 0, 0, 1, 2)
        lower.addWidget(common.workspace, 1, 0)
        lower.addWidget(common.role, 1, 1)
        lower.addWidget(common.pinned, 2, 0)
        column.addLayout(lower)
        column.addWidget(self._facts)
        vocabulary.updated.connect(self._on_vocabulary_updated)
        self._on_vocabulary_updated()

    def show_facts(self, entry: Entry) -> None:
        self._facts.show_entry(entry)

    def _on_vocabulary_updated(self) -> None:
        self._status.set_suggestions(self._vocabulary.statuses.values)
