"""Which model goes through conversations, and how: the fields beside them (spec 5.2)."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from memdesk import config
from memdesk.consolidation.address import Address, address_of
from memdesk.consolidation.aiming import Target
from memdesk.consolidation.instructions import HEADINGS
from memdesk.consolidation.windows import SMALLEST
from memdesk.core.entry import Entry
from memdesk.core.errors import BadParameters
from memdesk.gui import theme, words

_LARGEST = 2_000_000
_MOST_MESSAGES = 1_000


class ChoicesPane(QWidget):
    """Address, model, key, and what is done with the conversations."""

    edited = Signal()
    """Anything is different: what is sent and what it costs has to be told anew."""
    test_wanted = Signal()

    def __init__(self, settings: config.Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._make()
        self._lay_out()
        self._fill()
        self.address_field.textChanged.connect(self.edited)
        self.model_field.currentTextChanged.connect(self.edited)
        self.window_field.valueChanged.connect(self.edited)
        self.last_field.valueChanged.connect(self.edited)
        self.summary_box.toggled.connect(self._on_summary_toggled)
        self.test_button.clicked.connect(self.test_wanted)

    def _make(self) -> None:
        self.address_field = QLineEdit(self)
        self.address_field.setPlaceholderText("http://localhost:11434")
        self.model_field = QComboBox(self)
        self.model_field.setEditable(True)
        self.model_field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model_field.setMinimumContentsLength(12)
        self.test_button = QPushButton(self.tr("&Test connection"), self)
        self.test_button.setAutoDefault(False)
        self.key_field = QLineEdit(self)
        self.key_field.setEchoMode(QLineEdit.EchoMode.Password)
        self.key_field.setPlaceholderText(self.tr("As kept before, or none"))
        self.said = QLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        theme.tint(self.said, "dim")
        self.window_field = QSpinBox(self)
        self.window_field.setRange(SMALLEST, _LARGEST)
        self.window_field.setSingleStep(1_024)
        self.window_field.setGroupSeparatorShown(True)
        self.window_field.setSuffix(self.tr(" tokens"))
        self.last_field = QSpinBox(self)
        self.last_field.setRange(0, _MOST_MESSAGES)
        self.last_field.setSpecialValueText(self.tr("All messages, in windows that fit"))
        self.last_field.setPrefix(self.tr("The last "))
        self.last_field.setSuffix(self.tr(" messages"))
        self.summary_box = QCheckBox(self.tr("Write a &summary, too"), self)
        self.target_field = QComboBox(self)
        self.target_field.setMinimumContentsLength(12)
        self.target_field.addItem(self.tr("A memory of its own"), ("", ""))
        self.headings_field = QLineEdit(self)
        self.headings_field.setPlaceholderText(", ".join(HEADINGS))
        self.straight_box = QCheckBox(self.tr("Straight in the &bank, without review"), self)

    def _lay_out(self) -> None:
        model = QHBoxLayout()
        model.setSpacing(theme.SMALL)
        model.addWidget(self.model_field, 1)
        model.addWidget(self.test_button)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for word, field, row in (
            (self.tr("A&ddress of the model"), self.address_field, self.address_field),
            (self.tr("&Model"), self.model_field, model),
            (self.tr("&Key"), self.key_field, self.key_field),
            ("", None, self.said),
            (self.tr("&Window of the model"), self.window_field, self.window_field),
            (self.tr("Look for &facts in"), self.last_field, self.last_field),
            ("", None, self.summary_box),
            (self.tr("The summary b&ecomes"), self.target_field, self.target_field),
            (self.tr("&Headings of the summary"), self.headings_field, self.headings_field),
            ("", None, self.straight_box),
        ):
            if field is None:
                form.addRow(row)
                continue
            label = QLabel(word, self)
            label.setBuddy(field)
            field.setAccessibleName(words.without_mnemonic(word))
            form.addRow(label, row)

    def _fill(self) -> None:
        kept = self._settings
        self.address_field.setText(kept.consolidate_endpoint)
        self.model_field.setEditText(kept.consolidate_model)
        self.window_field.setValue(kept.consolidate_window)
        self.last_field.setValue(kept.consolidate_facts_from)
        self.summary_box.setChecked(kept.consolidate_summary)
        self.headings_field.setText(", ".join(kept.consolidate_headings))
        self.straight_box.setChecked(kept.consolidate_straight)
        self._on_summary_toggled(kept.consolidate_summary)

    # --- what is chosen

    @property
    def settings(self) -> config.Settings:
        """The settings as they are chosen here."""
        headings = self.headings_field.text().replace("，", ",").split(",")
        return replace(
            self._settings,
            consolidate_endpoint=self.address_field.text().strip(),
            consolidate_model=self.model,
            consolidate_window=self.window_field.value(),
            consolidate_facts_from=self.last_field.value(),
            consolidate_summary=self.summary_box.isChecked(),
            consolidate_headings=tuple(one.strip() for one in headings if one.strip()),
            consolidate_straight=self.straight_box.isChecked(),
        )

    @property
    def address(self) -> Address | None:
        """Where it goes; None where that is no address yet."""
        try:
            return address_of(self.address_field.text())
        except BadParameters:
            return None

    @property
    def model(self) -> str:
        return self.model_field.currentText().strip()

    @property
    def key(self) -> str:
        """A key that was typed here; empty for the one that is kept."""
        return self.key_field.text().strip()

    @property
    def target(self) -> Target:
        kind, id = self.target_field.currentData() or ("", "")
        return kind, id

    def offer_models(self, names: list[str]) -> None:
        """Offer what the server has; the first of it where none is chosen yet."""
        chosen = self.model
        self.model_field.clear()
        self.model_field.addItems(names)
        self.model_field.setEditText(chosen or (names[0] if names else ""))

    def offer_targets(self, entries: list[Entry]) -> None:
        """Offer tasks and works to take the summary."""
        chosen = self.target
        while self.target_field.count() > 1:
            self.target_field.removeItem(1)
        for entry in entries:
            word = f"{words.kind_word(entry.kind)}: {words.shortened(entry.label)}"
            self.target_field.addItem(word, (entry.kind, entry.id))
            if chosen == (entry.kind, entry.id):
                self.target_field.setCurrentIndex(self.target_field.count() - 1)

    def _on_summary_toggled(self, on: bool) -> None:
        self.target_field.setEnabled(on)
        self.headings_field.setEnabled(on)
        self.edited.emit()
