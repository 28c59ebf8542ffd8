"""The editor of a work."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from memdesk.core import limits
from memdesk.core.entry import Entry
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.common_fields import CommonFields, Facts
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.fields import LineField, ListLineField, SuggestionField, TextField
from memdesk.gui.vocabulary import Vocabulary


class WorkEditor(EntryEditor):
    """Edits one work: a past or running project (spec 1)."""

    def __init__(
        self, worker: BankWorker, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(worker, parent)
        self._vocabulary = vocabulary
        name = self.add_field("name", LineField(parent=self), limit=limits.MAX_TITLE)
        kind = self.add_field(
            "work_kind",
            LineField(vocabulary.work_kinds, self),
            limit=limits.MAX_WORK_KIND,
        )
        self._status = SuggestionField(self)
        status = self.add_field("status", self._status, limit=limits.MAX_STATUS)
        text = TextField(parent=self)
        text.setMinimumHeight(80)
        summary = self.add_field("summary", text, limit=limits.MAX_SUMMARY)
        tech = self.add_field("tech", ListLineField(vocabulary.tech, self))
        path = self.add_field("path", LineField(parent=self), limit=limits.MAX_PATH)
        common = CommonFields(self, vocabulary)
        self._facts = Facts(self)

        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        column.addWidget(name)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(kind, 0, 0)
        grid.addWidget(status, 0, 1)
        column.addLayout(grid)
        column.addWidget(summary, 1)
        lower = QGridLayout()
        lower.setHorizontalSpacing(10)
        lower.setVerticalSpacing(8)
        lower.setColumnStretch(0, 1)
        lower.setColumnStretch(1, 1)
        lower.addWidget(tech, 0, 0, 1, 2)
        lower.addWidget(path, 1, 0, 1, 2)
        lower.addWidget(common.relevance, 2, 0)
        lower.addWidget(common.pinned, 2, 1)
        lower.addWidget(common.tags, 3, 0, 1, 2)
        lower.addWidget(common.workspace, 4, 0)
        lower.addWidget(common.role, 4, 1)
        column.addLayout(lower)
        column.addWidget(self._facts)
        vocabulary.updated.connect(self._on_vocabulary_updated)
        self._on_vocabulary_updated()

    def show_facts(self, entry: Entry) -> None:
        self._facts.show_entry(entry)

    def _on_vocabulary_updated(self) -> None:
        self._status.set_suggestions(["", *self._vocabulary.statuses.values])
