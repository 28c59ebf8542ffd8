"""Every setting of a preset, each with a field of its own (spec 2.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from memdesk.core.block.result import LANGUAGES, LAYERS, SECTIONS
from memdesk.core.entry import CATEGORIES, RELEVANCES, STATUSES
from memdesk.core.preset import DEFAULT, Preset
from memdesk.gui import preview_words, theme, words
from memdesk.gui.completion import Suggestions
from memdesk.gui.fields import ListLineField
from memdesk.gui.language import LANGUAGE_NAMES
from memdesk.gui.preset_fields import (
    ChoiceField,
    LimitField,
    OrderField,
    OwnWordsField,
    TicksField,
    own_words,
)

_LIMITS = {
    "max_chars": 500,
    "max_inject": 1,
    "max_constraint_chars": 100,
    "max_content_chars": 50,
    "max_note_chars": 50,
    "max_summary_chars": 20,
}
"""Those settings that are numbers, and by how much a step of the box changes them."""


class PresetForm(QScrollArea):
    """Shows a preset; says every change of it, the moment it is made."""

    edited = Signal(object)
    """The Preset as it stands now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset = DEFAULT
        self._fields: dict[str, Any] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.SMALL, 0)
        column.setSpacing(theme.SMALL)
        self._fill(column)
        column.addStretch(1)
        self.setWidget(body)

    def minimumSizeHint(self) -> QSize:
        # It doesn't scroll sideways: as wide as what is in it asks for.
        inside = self.widget().minimumSizeHint().width()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(inside + bar, super().minimumSizeHint().height())

    @property
    def preset(self) -> Preset:
        """The preset as it is shown."""
        return self._preset

    def field(self, name: str) -> Any:
        """The field of a setting; of `intro` and `outro` as `intro-en`."""
        return self._fields[name]

    def show_preset(self, preset: Preset) -> None:
        """Show these settings, whatever was shown before."""
        self._preset = preset
        for name, field in self._fields.items():
            setting, _, language = name.partition("-")
            value = getattr(preset, setting)
            field.set_value(value.get(language) if language else value)

    # --- laying out

    def _fill(self, column: QVBoxLayout) -> None:
        form = self._part(column, self.tr("What goes in"))
        layers = [(layer, preview_words.layer_word(layer)) for layer in LAYERS]
        self._put(form, "layers", self.tr("Layers"), TicksField(layers))
        sections = [(section, preview_words.section_word(section)) for section in SECTIONS]
        self._put(form, "sections", self.tr("Sections, in order"), OrderField(sections))
        categories = [(value, words.category_words()[value]) for value in CATEGORIES]
        self._put(form, "categories", self.tr("Categories of memories"), TicksField(categories))
        relevances = [(value, words.relevance_words()[value]) for value in RELEVANCES]
        self._put(form, "min_relevance", self.tr("Least relevance"), ChoiceField(relevances))
        scopes = [
            ("both", self.tr("Workspace and role")),
            ("workspace", self.tr("Workspace only")),
            ("role", self.tr("Role only")),
        ]
        self._put(form, "scope", self.tr("Entries by"), ChoiceField(scopes))
        statuses = Suggestions(self)
        statuses.set_values([*STATUSES, *DEFAULT.hide_statuses])
        self._put(form, "hide_statuses", self.tr("Hide tasks that are"), ListLineField(statuses))

        form = self._part(column, self.tr("How it is written"))
        modes = [
            ("frozen", self.tr("Stays the same")),
            ("live", self.tr("Made anew each time")),
        ]
        self._put(form, "mode", self.tr("During a session"), ChoiceField(modes))
        formats = [("markdown", "Markdown"), ("xml", "XML")]
        self._put(form, "format", self.tr("Format"), ChoiceField(formats))
        languages = list(LANGUAGE_NAMES.items())
        self._put(form, "language", self.tr("Language of fixed words"), ChoiceField(languages))
        details = [("title", self.tr("Title")), ("full", self.tr("Full content"))]
        self._put(form, "detail", self.tr("A memory shows its"), ChoiceField(details))

        form = self._part(column, self.tr("How much"))
        labels = {
            "max_chars": self.tr("Budget in characters"),
            "max_inject": self.tr("Most memories"),
            "max_constraint_chars": self.tr("Characters of a constraint"),
            "max_content_chars": self.tr("Characters of a content"),
            "max_note_chars": self.tr("Characters of a task's notes"),
            "max_summary_chars": self.tr("Characters of a work's summary"),
        }
        for name, step in _LIMITS.items():
            self._put(form, name, labels[name], LimitField(getattr(DEFAULT, name), step))

        form = self._part(column, self.tr("Words around it"))
        for setting, template in (
            ("intro", self.tr("Before, in {language}")),
            ("outro", self.tr("After, in {language}")),
        ):
            for language in LANGUAGES:
                label = template.format(language=LANGUAGE_NAMES[language])
                self._put(form, f"{setting}-{language}", label, OwnWordsField())

    def _part(self, column: QVBoxLayout, title: str) -> QFormLayout:
        if self._fields:
            column.addSpacing(theme.HAIR)
        heading = QLabel(title, self)
        heading.setFont(theme.font(self.font(), bold=True))
        column.addWidget(heading)
        form = QFormLayout()
        form.setHorizontalSpacing(theme.MEDIUM)
        form.setVerticalSpacing(theme.HAIR + 2)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        column.addLayout(form)
        return form

    def _put(self, form: QFormLayout, name: str, label: str, field: Any) -> None:
        word = QLabel(label, self)
        word.setBuddy(field)
        field.setAccessibleName(label)
        field.edited.connect(self._teller(name))
        form.addRow(word, field)
        self._fields[name] = field

    def _teller(self, name: str) -> Callable[[], None]:
        return lambda: self._on_edited(name)

    def _on_edited(self, name: str) -> None:
        setting, _, language = name.partition("-")
        value = self._fields[name].value()
        if language:
            value = own_words(getattr(self._preset, setting), language, value)
        changed = replace(self._preset, **{setting: value})
        if changed != self._preset:
            self._preset = changed
            self.edited.emit(changed)
