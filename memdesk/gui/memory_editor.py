"""The editor of a memory: content with a rendered view, the verdict with its override."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core import constraint, limits
from memdesk.core.entry import CATEGORIES, CONSTRAINT_MODES, Entry, Memory
from memdesk.core.merging import merged_fields
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.common_fields import CommonFields
from memdesk.gui.draft import Draft
from memdesk.gui.entry_editor import USER, EntryEditor
from memdesk.gui.entry_foot import EntryFoot
from memdesk.gui.field_row import rows_of
from memdesk.gui.fields import ChoiceField, LineField, TextField
from memdesk.gui.icon_label import IconLabel
from memdesk.gui.icons import icon
from memdesk.gui.look_alikes_row import LookAlikesRow
from memdesk.gui.markdown_view import MarkdownView
from memdesk.gui.vocabulary import Vocabulary
from memdesk.store.bank import Bank


class MemoryEditor(EntryEditor):
    """Edits one memory (spec 1, 1.3)."""

    def __init__(
        self, worker: BankWorker, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(worker, parent)
        title = self.add_field("title", LineField(parent=self), limit=limits.MAX_TITLE)

        self._content = TextField(parent=self)
        self._content.setMinimumHeight(110)
        self._view = MarkdownView(self)
        self._view.setAccessibleName(self.tr("Content as a reader sees it"))
        switch = QWidget(self)
        content = self.add_field("content", self._content, limit=limits.MAX_CONTENT, corner=switch)
        self._faces = QStackedWidget(self)
        content.layout().replaceWidget(self._content, self._faces)
        content.layout().setStretchFactor(self._faces, 1)
        self._faces.addWidget(self._content)
        self._faces.addWidget(self._view)
        self._fill_switch(switch)

        category = ChoiceField(self)
        named = words.category_words()
        for value in CATEGORIES:
            category.add_choice(value, named[value])
        category_row = self.add_field("category", category)
        common = CommonFields(self, vocabulary)

        mode = ChoiceField(self)
        named = words.constraint_words()
        for value in CONSTRAINT_MODES:
            mode.add_choice(value, named[value])
        self._mode = mode
        mode_row = self.add_field("constraint", mode)
        self.look_alikes = LookAlikesRow(worker, self)
        self.look_alikes.open_wanted.connect(self.entry_wanted)
        self.look_alikes.merge_wanted.connect(self._on_merge_wanted)
        resembling = QVBoxLayout()
        resembling.addWidget(self.look_alikes)
        self.lay_out(
            rows_of([[title], [content]]),
            resembling,
            self._verdict_row(),
            rows_of(
                [
                    [mode_row],
                    [category_row, common.relevance],
                    [common.tags],
                    [common.workspace, common.role],
                    [common.pinned],
                ]
            ),
            foot=EntryFoot(worker, self),
        )

    def _fill_switch(self, switch: QWidget) -> None:
        """Two buttons: write, and read as rendered."""
        row = QHBoxLayout(switch)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._switch = QButtonGroup(switch)
        side = theme.beside(switch, 14)
        for number, (word, picture) in enumerate(
            ((self.tr("Write"), "edit"), (self.tr("Read"), "preview"))
        ):
            button = QToolButton(switch)
            button.setText(word)
            button.setIcon(icon(picture))
            button.setIconSize(QSize(side, side))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setChecked(number == 0)
            self._switch.addButton(button, number)
            row.addWidget(button)
        self._switch.idClicked.connect(self._on_switched)

    def _verdict_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._verdict_picture = IconLabel(self)
        self._verdict = QLabel(self)
        self._verdict.setWordWrap(True)
        self._verdict.setTextFormat(Qt.TextFormat.PlainText)
        self._override = QPushButton(self)
        self._override.clicked.connect(self._on_overridden)
        row.addWidget(self._verdict_picture)
        row.addWidget(self._verdict, 1)
        row.addWidget(self._override)
        return row

    @property
    def verdict_text(self) -> str:
        """The sentence that says whether it is a constraint, and why."""
        return self._verdict.text()

    @property
    def override_button(self) -> QPushButton:
        return self._override

    def toggle_reading(self) -> None:
        """Change between writing the content and reading it."""
        number = 1 - self._faces.currentIndex()
        self._switch.button(number).setChecked(True)
        self._on_switched(number)

    def show_subject(self, entry: Entry) -> None:
        assert isinstance(entry, Memory)
        verdict = constraint.verdict(entry)
        self._verdict.setText(words.verdict_sentence(verdict))
        self._verdict_picture.show_icon(
            "constraint" if verdict.is_constraint else "info", theme.beside(self)
        )
        self._override.setText(
            self.tr("Not a constraint") if verdict.is_constraint else self.tr("Make a constraint")
        )
        if self._faces.currentWidget() is self._view:
            self._view.show_markdown(entry.content)
        self.look_alikes.follow(entry)

    def begun(self, entry: Entry) -> None:
        assert isinstance(entry, Memory)
        self.look_alikes.begin(entry)

    def _on_merge_wanted(self, into: str) -> None:
        """Give what is written here to another memory; this one goes to the trash."""

        def merge(draft: Draft[Memory]) -> None:
            self.submit_draft(
                draft, lambda bank: _merge(bank, draft, into), lambda _kept: self._on_merged(into)
            )

        self.with_draft(merge)

    def _on_merged(self, into: str) -> None:
        self.said.emit(self.tr("Merged. Ctrl+Z takes it back."))
        self.entry_wanted.emit(into)

    def _on_switched(self, number: int) -> None:
        entry = self.entry
        if number == 1 and isinstance(entry, Memory):
            self._view.show_markdown(entry.content)
        self._faces.setCurrentIndex(number)

    def _on_overridden(self) -> None:
        entry = self.entry
        if isinstance(entry, Memory):
            is_one = constraint.verdict(entry).is_constraint
            self._mode.set_value("no" if is_one else "yes")
            self._mode.edited.emit()
            self._mode.left.emit()


def _merge(bank: Bank, draft: Draft[Memory], into: str) -> Entry:
    """Merge a draft, stored or not, into a memory, as one step (in the writing thread)."""
    with bank.transaction(USER, "merge"):
        other = bank.get(into, kind="memory")
        assert isinstance(other, Memory)
        mine = draft.subject
        if draft.new:
            # Stored first: so that it is found in the trash.
            mine = bank.add(replace(mine, title=mine.title.strip() or other.title), USER)
        else:
            fields, expected = draft.to_save()
            bank.update(mine.id, fields, USER, kind="memory", expected=expected)
        fields = merged_fields(other, [mine], (other, mine))
        return bank.merge(("memory", into), [("memory", mine.id)], fields, USER)
