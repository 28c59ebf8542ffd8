"""The fields that every entry has below its own: relevance, tags, scope, pin."""

from __future__ import annotations

from memdesk.core.entry import RELEVANCES
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
