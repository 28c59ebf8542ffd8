"""Editing what a host suggests before it is stored (spec 7.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core import limits
from memdesk.core.entry import CATEGORIES, RELEVANCES
from memdesk.core.errors import MemdeskError
from memdesk.core.reviewing import Outcome, Subject
from memdesk.core.validation import check_field
from memdesk.gui import review_words, theme, words
from memdesk.gui.columns import relevance_icon
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.field_row import FieldRow, rows_of
from memdesk.gui.fields import (
    ChoiceField,
    LineField,
    ListLineField,
    StatusField,
    SuggestionField,
    TextField,
)
from memdesk.gui.help_key import HelpKey
from memdesk.gui.list_field import ListField
from memdesk.gui.scrolled import scrolled
from memdesk.gui.tags_field import TagsField
from memdesk.gui.vocabulary import Vocabulary
from memdesk.paths import normalise_workspace

_LONG = ("content", "notes", "summary")
_LIMITS: dict[str, int] = {
    "title": limits.MAX_TITLE,
    "name": limits.MAX_TITLE,
    "content": limits.MAX_CONTENT,
    "summary": limits.MAX_SUMMARY,
    "status": limits.MAX_STATUS,
    "path": limits.MAX_PATH,
    "work_kind": limits.MAX_WORK_KIND,
}


class SuggestionEditor(QDialog):
    """A form of the fields that a suggestion gives. Ctrl+Enter stores, Escape leaves."""

    def __init__(
        self,
        title: str,
        outcomes: Sequence[Outcome],
        vocabulary: Vocabulary,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "review")
        self.setWindowTitle(title)
        self._vocabulary = vocabulary
        self._outcomes = tuple(outcomes)
        self._rows: dict[tuple[int, str], FieldRow] = {}
        self._fields: dict[tuple[int, str], Any] = {}
        body = QWidget(self)
        self._column = QVBoxLayout(body)
        self._column.setSpacing(theme.MEDIUM)
        for place, outcome in enumerate(self._outcomes):
            self._add(place, outcome, body)
        buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        self.store_button = QPushButton(self.tr("Accept"), self)
        self.store_button.setToolTip(QKeySequence("Ctrl+Return").toString(_NATIVE))
        self.store_button.setDefault(True)
        buttons.addButton(self.store_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self.store_button.click)
        column = QVBoxLayout(self)
        column.addWidget(scrolled(body, self), 1)
        column.addWidget(buttons)
        self.resize(560, 520)
        self._check()
        first = next(iter(self._fields.values()), None)
        if first is not None:
            first.setFocus()

    def field(self, name: str, place: int = 0) -> Any:
        """The field of that name in an outcome."""
        return self._fields[place, name]

    def row(self, name: str, place: int = 0) -> FieldRow:
        return self._rows[place, name]

    @property
    def edits(self) -> dict[int, dict[str, object]]:
        """What the person changed: by the place of the outcome, fields and their values."""
        found: dict[int, dict[str, object]] = {}
        for (place, name), field in self._fields.items():
            value = field.value()
            if name == "workspace":
                value = normalise_workspace(value)
            if value != self._outcomes[place].after[name]:
                found.setdefault(place, {})[name] = value
        return found

    def _add(self, place: int, outcome: Outcome, body: QWidget) -> None:
        if outcome.action == "delete":
            return
        if len(self._outcomes) > 1:
            heading = QLabel(review_words.heading(outcome), body)
            heading.setFont(theme.font(self.font(), bold=True))
            heading.setWordWrap(True)
            heading.setTextFormat(Qt.TextFormat.PlainText)
            self._column.addWidget(heading)
        rows = []
        for name, value in outcome.after.items():
            field = self._made(outcome.kind, name, body)
            row = FieldRow(name, field, limit=_LIMITS.get(name), parent=body)
            field.set_value(value)
            field.edited.connect(self._check)
            self._fields[place, name] = field
            self._rows[place, name] = row
            rows.append([row])
        self._column.addLayout(rows_of(rows), 1)

    def _made(self, kind: Subject, name: str, parent: QWidget) -> Any:
        known = self._vocabulary
        match name:
            case "category" | "relevance":
                return _choice(name, parent)
            case "tags":
                return TagsField(known.tags, parent)
            case "tech":
                return ListLineField(known.tech, parent)
            case "interests" | "preferences":
                return ListField(self.tr("Add one"), parent)
            case "status":
                return StatusField(known.statuses, parent)
            case "workspace" | "role":
                field = SuggestionField(parent)
                field.set_suggestions(["", *getattr(known, f"{name}s")])
                return field
        if name in _LONG:
            text = TextField(parent=parent)
            text.setMinimumHeight(110)
            return text
        return LineField(known.work_kinds if name == "work_kind" else None, parent)

    def _check(self) -> None:
        """Mark beside each field what is wrong with it; nothing wrong can be stored."""
        fine = True
        for (place, name), field in self._fields.items():
            value = field.value()
            problem = _problem(self._outcomes[place].kind, name, value)
            self._rows[place, name].show_problem(words.field_sentence(problem) if problem else "")
            if isinstance(value, str):
                self._rows[place, name].show_length(len(value))
            fine = fine and problem is None
        self.store_button.setEnabled(fine)


_NATIVE = QKeySequence.SequenceFormat.NativeText


def _problem(kind: Subject, name: str, value: object) -> MemdeskError | None:
    try:
        check_field(kind, name, value)
    except MemdeskError as error:
        return error
    return None


def _choice(name: str, parent: QWidget) -> ChoiceField:
    field = ChoiceField(parent)
    if name == "category":
        named: Mapping[str, str] = words.category_words()
        for value in CATEGORIES:
            field.add_choice(value, named[value])
    else:
        named = words.relevance_words()
        for value in RELEVANCES:
            field.add_choice(value, named[value], relevance_icon(value))
    return field
