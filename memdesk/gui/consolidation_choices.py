"""Which model goes through conversations, and how: the fields beside them (spec 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
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
from memdesk.consolidation.aiming import Target, role_of, typed_workspace, workspace_of
from memdesk.consolidation.consolidator import endpoint_of
from memdesk.consolidation.endpoint import Endpoint
from memdesk.consolidation.instructions import HEADINGS
from memdesk.consolidation.keys import find_key, keep_key
from memdesk.consolidation.windows import SMALLEST
from memdesk.core.entry import Entry
from memdesk.core.errors import BadParameters
from memdesk.core.lists import without_repeats
from memdesk.exchange.transcripts.conversation import Conversation
from memdesk.gui import theme, words
from memdesk.gui.boxes import CheckBox
from memdesk.gui.guessed_field import GuessedField
from memdesk.gui.language import shown_language

_LARGEST = 2_000_000
_MOST_MESSAGES = 1_000
_LONGEST_SILENCE = 86_400


class ChoicesPane(QWidget):
    """Address, model, key, and what is done with the conversations."""

    edited = Signal()
    """Anything is different: what is sent and what it costs has to be told anew."""
    scope_edited = Signal()
    """Only what it becomes is different."""
    test_wanted = Signal()

    def __init__(self, settings: config.Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._workspaces: list[str] = []
        self._roles: list[str] = []
        self._make()
        self._lay_out()
        self._fill()
        self.address_field.textChanged.connect(self.edited)
        self.model_field.currentTextChanged.connect(self.edited)
        self.window_field.valueChanged.connect(self.edited)
        self.last_field.valueChanged.connect(self.edited)
        self.summary_last_field.valueChanged.connect(self.edited)
        for scope in (self.workspace_field, self.role_field):
            scope.edited.connect(self._on_scope_edited)
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
        self.silence_field = QSpinBox(self)
        self.silence_field.setRange(1, _LONGEST_SILENCE)
        self.silence_field.setSingleStep(30)
        self.silence_field.setSuffix(self.tr(" seconds of silence"))
        self.last_field = self._messages_field(0)
        self.last_field.setSpecialValueText(self.tr("All messages, in windows that fit"))
        self.workspace_field = GuessedField(self)
        self.workspace_field.say_everything(self.tr("Every workspace"))
        self.role_field = GuessedField(self)
        self.role_field.say_everything(self.tr("Every role"))
        self.guessed = QLabel(self.tr("Guessed; preferences hold in every workspace."), self)
        self.guessed.setWordWrap(True)
        theme.tint(self.guessed, "dim")
        self.summary_box = CheckBox(self.tr("Write a summar&y, too"), self)
        self.summary_last_field = self._messages_field(1)
        self.target_field = QComboBox(self)
        self.target_field.setMinimumContentsLength(12)
        self.target_field.addItem(self.tr("A memory of its own"), ("", ""))
        self.headings_field = QLineEdit(self)
        self.headings_field.setPlaceholderText(", ".join(HEADINGS[shown_language()]))
        self.straight_box = CheckBox(self.tr("Straight in the &bank, without review"), self)

    def _messages_field(self, least: int) -> QSpinBox:
        field = QSpinBox(self)
        field.setRange(least, _MOST_MESSAGES)
        field.setPrefix(self.tr("The last "))
        field.setSuffix(self.tr(" messages"))
        return field

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
            (self.tr("&Give up after"), self.silence_field, self.silence_field),
            (self.tr("Look for &facts in"), self.last_field, self.last_field),
            (self.tr("W&orkspace of what is found"), self.workspace_field, self.workspace_field),
            (self.tr("&Role of what is found"), self.role_field, self.role_field),
            ("", None, self.guessed),
            ("", None, self.summary_box),
            (self.tr("The s&ummary is made of"), self.summary_last_field, self.summary_last_field),
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
        self.silence_field.setValue(kept.consolidate_silence)
        self.last_field.setValue(kept.consolidate_facts_from)
        self.summary_last_field.setValue(kept.consolidate_summary_from)
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
            consolidate_silence=self.silence_field.value(),
            consolidate_facts_from=self.last_field.value(),
            consolidate_summary_from=self.summary_last_field.value(),
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
    def endpoint(self) -> Callable[[], Endpoint] | None:
        """What makes the model as it is chosen here, off this thread: a keyring may take its time.
        None where it has no address yet."""
        address, settings, typed = self.address, self.settings, self.key
        if address is None:
            return None

        def make() -> Endpoint:
            if typed:
                keep_key(address, typed)
            key = typed or find_key(address)[0]
            return endpoint_of(address, settings.consolidate_model, key, settings)

        return make

    @property
    def target(self) -> Target:
        kind, id = self.target_field.currentData() or ("", "")
        return kind, id

    @property
    def workspace(self) -> str | None:
        """Where what is found holds; None: as it is guessed. Raises BadParameters."""
        typed = self.workspace_field.chosen
        return None if typed is None else typed_workspace(typed)

    @property
    def role(self) -> str | None:
        """Whose it is; None: as it is guessed."""
        return self.role_field.chosen

    def guess_scope(self, conversations: Sequence[Conversation]) -> None:
        """Guess it from the conversations that are ticked."""
        workspaces = list(dict.fromkeys(map(workspace_of, conversations)))
        self.workspace_field.guess(workspaces)
        self.role_field.guess({role_of(one, self._roles) for one in conversations})
        offered = [*workspaces, *self._workspaces]
        self.workspace_field.set_suggestions(["", *without_repeats(filter(None, offered))])

    def offer_scopes(self, in_use: tuple[list[str], list[str]]) -> None:
        """Offer the workspaces and the roles that the bank has."""
        self._workspaces, self._roles = in_use
        self.role_field.set_suggestions(["", *filter(None, self._roles)])

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

    def _on_scope_edited(self) -> None:
        self.guessed.setVisible(self.workspace_field.chosen is None)
        self.scope_edited.emit()

    def _on_summary_toggled(self, on: bool) -> None:
        self.summary_last_field.setEnabled(on)
        self.target_field.setEnabled(on)
        self.headings_field.setEnabled(on)
        self.edited.emit()
