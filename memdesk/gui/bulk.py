"""Questions of a bulk change: which tags."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from memdesk.gui import modals
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.help_key import HelpKey
from memdesk.gui.tags_field import TagsField
from memdesk.gui.vocabulary import Vocabulary


class TagsDialog(QDialog):
    """Asks for tags to add to, or to take off, the selected entries."""

    def __init__(self, vocabulary: Vocabulary, *, adding: bool, parent: QWidget | None) -> None:
        super().__init__(parent)
        HelpKey(self, "entries")
        self.setWindowTitle(self.tr("Add tags") if adding else self.tr("Remove tags"))
        label = QLabel(
            self.tr("Tags to add to the selected entries:")
            if adding
            else self.tr("Tags to take off the selected entries:"),
            self,
        )
        self.field = TagsField(vocabulary.tags, self)
        self.field.setAccessibleName(label.text())
        label.setBuddy(self.field)
        buttons = DialogButtons(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(label)
        column.addWidget(self.field)
        column.addStretch(1)
        column.addWidget(buttons)
        self.resize(380, 130)
        self.field.setFocus()


def ask_tags(parent: QWidget, vocabulary: Vocabulary, *, adding: bool) -> tuple[str, ...]:
    """The tags that the person names; empty when they leave."""
    dialog = TagsDialog(vocabulary, adding=adding, parent=parent)
    accepted = modals.run(dialog) == QDialog.DialogCode.Accepted
    tags = dialog.field.value() if accepted else ()
    dialog.deleteLater()
    assert isinstance(tags, tuple)
    return tags
