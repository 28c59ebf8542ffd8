"""The fields that every entry has below its own: relevance, tags, scope, pin; and its facts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from memdesk.core.entry import RELEVANCES, Entry
from memdesk.gui import words
from memdesk.gui.columns import relevance_icon
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.field_row import FieldRow
from memdesk.gui.fields import CheckField, ChoiceField, SuggestionField
from memdesk.gui.tags_field import TagsField
from memdesk.gui.vocabulary import Vocabulary


class CommonFields:
    """Adds the common fields to an editor and keeps what they offer up to date."""

    def __init__(self, editor: EntryEditor, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        relevance = ChoiceField(editor)
        named = words.relevance_words()
        for value in RELEVANCES:
            relevance.add_choice(value, named[value], relevance_icon(value))
        self.relevance: FieldRow = editor.add_field("relevance", relevance)
        self.tags: FieldRow = editor.add_field("tags", TagsField(vocabulary.tags, editor))
        self._workspace = SuggestionField(editor)
        self._workspace.lineEdit().setPlaceholderText(
            words.translate("EntryEditor", "Every workspace")
        )
        self.workspace: FieldRow = editor.add_field("workspace", self._workspace)
        self._role = SuggestionField(editor)
        self._role.lineEdit().setPlaceholderText(words.translate("EntryEditor", "Every role"))
        self.role: FieldRow = editor.add_field("role", self._role)
        pinned = CheckField(editor)
        pinned.setText(words.translate("EntryEditor", "Always first"))
        self.pinned: FieldRow = editor.add_field("pinned", pinned)
        vocabulary.updated.connect(self.offer)
        self.offer()

    def offer(self) -> None:
        """Offer the workspaces and roles in use."""
        self._workspace.set_suggestions(["", *self._vocabulary.workspaces])
        self._role.set_suggestions(["", *self._vocabulary.roles])


class Facts(QLabel):
    """What is known of an entry and can't be edited. Can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Facts"))

    def show_entry(self, entry: Entry) -> None:
        if not entry.created_at:
            self.setText(self.tr("Not saved yet."))
            return
        lines = [
            self.tr("{id} · by {author}").format(
                id=entry.id, author=words.author_word(entry.author)
            ),
            self.tr("Created {moment}").format(moment=words.moment(entry.created_at)),
            self.tr("Updated {moment}").format(moment=words.moment(entry.updated_at)),
        ]
        if entry.accessed_at:
            lines.append(
                self.tr("Last used {moment} · recalls: {count}").format(
                    moment=words.moment(entry.accessed_at), count=entry.access_count
                )
            )
        else:
            lines.append(self.tr("Never used by a host"))
        self.setText("\n".join(lines))
