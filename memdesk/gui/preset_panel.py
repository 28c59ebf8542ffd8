"""A preset beside the preview: changed, tried at once, named, saved, chosen (spec 2.2, 7.2)."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.core.errors import Conflict, MemdeskError
from memdesk.core.limits import MAX_TITLE
from memdesk.core.preset import Preset, is_built_in
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.flow import FlowRow
from memdesk.gui.icons import icon
from memdesk.gui.preset_form import PresetForm
from memdesk.gui.preview_source import Loaded
from memdesk.gui.sentence import Sentence
from memdesk.store.bank import Bank

USER = Actor()

_Choose = Callable[[Bank, str, str | None], None]
"""Chooses a preset (None: none) for the host or role of a name."""


class PresetPanel(QWidget):
    """The settings of the preset that the preview shows.

    What is changed is a trial until it is saved. A built-in preset stays as it is: its first
    change makes a copy, which the person names.
    """

    tried = Signal(str, object)
    """The stored preset's name, and the Preset to try in its place; None: as it is stored."""
    saved = Signal(str, str)
    """The name of the preset that was changed, and the one under which it is stored now."""
    said = Signal(str)
    """A sentence for the status line."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._loaded: Loaded | None = None
        self._refusal: MemdeskError | None = None
        self._lay_out()

    # --- what others use

    @property
    def form(self) -> PresetForm:
        """The settings."""
        return self._form

    @property
    def name(self) -> QLineEdit:
        """The preset's name."""
        return self._name

    @property
    def buttons(self) -> dict[str, QToolButton]:
        """The buttons by name: `save`, `revert`, `use`, `delete`."""
        return dict(self._buttons)

    @property
    def message(self) -> str:
        """The sentence below the name."""
        return self._message.text()

    @property
    def use_menu(self) -> QMenu:
        """The hosts and roles that the preset can be chosen for."""
        return self._menu

    def show_loaded(self, loaded: Loaded) -> None:
        """Show the preset of what the preview has loaded."""
        if self._loaded is not None and loaded.preset != self._loaded.preset:
            self._refusal = None  # that was another one
        self._loaded = loaded
        preset = loaded.preset
        if self._name.text().strip() != preset.name:  # a space that is being typed stays
            self._name.setText(preset.name)
        self._form.show_preset(preset)
        self._fill_menu(loaded)
        self._show_state()

    # --- laying out

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        self._name = QLineEdit(self)
        self._name.setMaxLength(MAX_TITLE)
        self._name.setAccessibleName(self.tr("Name of the preset"))
        self._name.textEdited.connect(self._on_renamed)
        self._name.returnPressed.connect(self._on_save)
        label = QLabel(self.tr("N&ame"), self)
        label.setBuddy(self._name)
        head = QHBoxLayout()
        head.setSpacing(theme.SMALL)
        head.addWidget(label)
        head.addWidget(self._name, 1)
        column.addLayout(head)
        self._message = Sentence(self)
        column.addWidget(self._message)
        row = FlowRow(self)
        self._buttons: dict[str, QToolButton] = {}
        for name, picture, word, tip in (
            ("save", "check", self.tr("Save"), self.tr("Store the preset in the bank")),
            ("revert", "undo", self.tr("Revert"), self.tr("Back to the preset as it is stored")),
            ("use", "host", self.tr("Use for"), self.tr("Choose it for hosts and roles")),
            ("delete", "delete", self.tr("Delete"), self.tr("Delete this preset of your own")),
        ):
            button = QToolButton(self)
            button.setText(word)
            button.setIcon(icon(picture))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setAutoRaise(True)
            button.setToolTip(tip)
            button.setAccessibleDescription(tip)
            row.add(button)
            self._buttons[name] = button
        column.addWidget(row)
        self._buttons["save"].clicked.connect(self._on_save)
        self._buttons["revert"].clicked.connect(self._on_revert)
        self._buttons["delete"].clicked.connect(self._on_delete)
        self._menu = QMenu(self)
        self._buttons["use"].setMenu(self._menu)
        self._buttons["use"].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._form = PresetForm(self)
        self._form.edited.connect(self._on_edited)
        self._form.setMinimumHeight(120)
        self._form.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column.addWidget(self._form, 1)

    def _on_refused(self, error: MemdeskError) -> None:
        self._refusal = error
        self._show_state()

    def _show_state(self) -> None:
        loaded = self._loaded
        if loaded is None:
            return
        changed = loaded.preset != loaded.stored
        built_in = is_built_in(loaded.stored.name)
        self._buttons["save"].setEnabled(changed)
        self._buttons["revert"].setEnabled(changed)
        self._buttons["delete"].setEnabled(not built_in)
        self._buttons["use"].setEnabled(not changed and bool(self._menu.actions()))
        if self._refusal is not None:
            text, tone = words.error_sentence(self._refusal), "error"
        elif changed and built_in:
            text = self.tr("A copy of “{name}”, not saved yet. Hosts get it once it is.").format(
                name=loaded.stored.name
            )
            tone = "warning"
        elif changed:
            text, tone = self.tr("Changed, not saved yet. Hosts get it once it is."), "warning"
        elif built_in:
            text = self.tr("Comes with memdesk and stays as it is: a change makes a copy of yours.")
            tone = "dim"
        else:
            text, tone = self._used_by(loaded), "dim"
        self._message.say(text)
        theme.tint(self._message, tone)

    def _used_by(self, loaded: Loaded) -> str:
        chosen = [
            name
            for choices in (loaded.host_choices, loaded.role_choices)
            for name, preset in choices.items()
            if preset == loaded.stored.name
        ]
        if not chosen:
            return self.tr("Your own. No host or role uses it yet.")
        return self.tr("Your own. Used by: {names}").format(names=words.listed(chosen))

    def _fill_menu(self, loaded: Loaded) -> None:
        self._menu.clear()
        for heading, choices, choose in (
            (self.tr("Hosts"), loaded.host_choices, _choose_for_host),
            (self.tr("Roles"), loaded.role_choices, _choose_for_role),
        ):
            if choices:
                self._menu.addSection(heading)
            for name, preset in choices.items():
                action = QAction(name.replace("&", "&&"), self._menu)
                action.setCheckable(True)
                action.setChecked(preset == loaded.stored.name)
                action.triggered.connect(
                    lambda on, name=name, choose=choose: self._choose(choose, name, on)
                )
                self._menu.addAction(action)

    # --- what the person does

    def _on_edited(self, preset: Preset) -> None:
        self._try(preset)

    def _on_renamed(self, name: str) -> None:
        self._try(replace(self._form.preset, name=name.strip()))

    def _try(self, preset: Preset) -> None:
        loaded = self._loaded
        if loaded is None:
            return
        stored = loaded.stored
        if is_built_in(stored.name) and preset.name == stored.name and preset != stored:
            preset = replace(preset, name=self._free_name(stored.name, loaded.presets))
        self.tried.emit(stored.name, None if preset == stored else preset)

    def _free_name(self, name: str, taken: Container[str]) -> str:
        first = self.tr("{name} (my own)").format(name=name)
        number, free = 1, first
        while free in taken:
            number += 1
            free = f"{first} {number}"
        return free

    def _on_save(self) -> None:
        loaded = self._loaded
        if loaded is None or loaded.preset == loaded.stored:
            return
        name, preset = loaded.stored.name, loaded.preset
        self._worker.submit(
            lambda bank: store(bank, name, preset),
            lambda _nothing: self._on_saved(name, preset.name),
            self._on_refused,
        )

    def _on_saved(self, before: str, name: str) -> None:
        self.saved.emit(before, name)
        self.said.emit(self.tr("The preset “{name}” is saved.").format(name=name))

    def _on_revert(self) -> None:
        if self._loaded is not None:
            self.tried.emit(self._loaded.stored.name, None)

    def _on_delete(self) -> None:
        if self._loaded is None:
            return
        name = self._loaded.stored.name
        self._worker.submit(
            lambda bank: bank.delete_preset(name, USER),
            lambda _nothing: self._on_deleted(name),
            self._on_refused,
        )

    def _on_deleted(self, name: str) -> None:
        self.saved.emit(name, "")
        text = self.tr("The preset “{name}” is deleted. Ctrl+Z brings it back.")
        self.said.emit(text.format(name=name))

    def _choose(self, choose: _Choose, name: str, on: bool) -> None:
        assert self._loaded is not None
        preset = self._loaded.stored.name if on else None
        self._worker.submit(lambda bank: choose(bank, name, preset), None, self._on_refused)


def _choose_for_host(bank: Bank, name: str, preset: str | None) -> None:
    bank.set_host(name, USER, preset=preset)


def _choose_for_role(bank: Bank, name: str, preset: str | None) -> None:
    bank.set_role_preset(name, preset, USER)


def store(bank: Bank, before: str, preset: Preset) -> None:
    """Save a preset that was `before`: in its place, or as a copy of a built-in one.

    A new name of the person's own moves along whoever uses it. One step of undo. Raises
    Conflict for a name that another preset has, BadParameters for what is no preset.
    """
    with bank.transaction(USER, "preset"):
        renamed = preset.name != before
        if renamed and preset.name in bank.presets() and not is_built_in(preset.name):
            raise Conflict(
                "There is a preset {name} already. Choose another name.", name=preset.name
            )
        bank.save_preset(preset, USER)
        if not renamed or is_built_in(before):
            return
        for record in bank.hosts():
            if record.preset == before:
                bank.set_host(record.name, USER, preset=preset.name)
        for role, chosen in bank.roles().items():
            if chosen == before:
                bank.set_role_preset(role, preset.name, USER)
        bank.delete_preset(before, USER)
