"""The profile: who the person is, in lists and notes (spec 1, 7.1)."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QSettings, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk.core import limits
from memdesk.core.authors import Actor
from memdesk.core.entry import Profile
from memdesk.gui import theme
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.entry_foot import EntryFoot
from memdesk.gui.fields import TextField
from memdesk.gui.list_field import ListField
from memdesk.store.bank import Bank, Change

USER = Actor()


class ProfileEditor(EntryEditor):
    """Edits the one profile of the bank."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(worker, parent)
        interests = self.add_field("interests", ListField(self.tr("Add an interest"), self))
        preferences = self.add_field("preferences", ListField(self.tr("Add a preference"), self))
        text = TextField(parent=self)
        text.setMinimumHeight(90)
        notes = self.add_field("notes", text, limit=limits.MAX_PROFILE_NOTES)
        lists = QHBoxLayout()
        lists.setSpacing(theme.MEDIUM)
        lists.addWidget(interests)
        lists.addWidget(preferences)
        rows = QVBoxLayout()
        rows.setSpacing(theme.MEDIUM)
        rows.addLayout(lists, 3)
        rows.addWidget(notes, 2)
        self.lay_out(rows, foot=EntryFoot(worker, self))

    def update_in(
        self, bank: Bank, subject: Any, fields: dict[str, object], expected: dict[str, object]
    ) -> Profile:
        return bank.set_profile(fields, USER, expected=expected)

    def fetch_from(self, bank: Bank, subject: Any) -> Profile:
        return bank.profile()

    def is_concerned(self, change: Change, subject: Any) -> bool:
        return "profile" in change.kinds

    def identity(self, subject: Any) -> str:
        return "profile"


class ProfilePage(QWidget):
    """The profile's editor as a page."""

    draft_changed = Signal(object)
    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.editor = ProfileEditor(worker, self)
        hint = QLabel(self.tr("What every assistant may know about you. Drag to reorder."), self)
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(theme.SMALL)
        column.addWidget(hint)
        column.addWidget(self.editor, 1)
        self.editor.draft_changed.connect(self.draft_changed)
        self.editor.foot.section.history.said.connect(self.said)

    @property
    def title(self) -> str:
        return self.tr("Profile")

    def refresh(self) -> None:
        self._worker.read(
            lambda bank: bank.profile(),
            self.editor.show_entry,
            self.refused.emit,
            replaces=(id(self), "profile"),
        )

    def take_changes(self, changes: list[Change]) -> None:
        self.editor.take_changes(changes)

    def focus(self) -> None:
        self.editor.focus_first()

    def flush(self) -> None:
        self.editor.flush()

    def current_draft(self) -> Profile | None:
        return self.editor.entry

    def selected_count(self) -> int:
        return 0

    def save_look(self, settings: QSettings) -> None:
        """Nothing here can be moved."""

    def restore_look(self, settings: QSettings) -> None:
        """Nothing here can be moved."""
