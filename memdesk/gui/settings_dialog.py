"""The settings of the program on this machine. Each takes effect at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QUrl, Signal, SignalInstance
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.config import Settings
from memdesk.gui import theme, words
from memdesk.gui.boxes import CheckBox
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.global_shortcut import GlobalShortcut
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import icon
from memdesk.gui.language import LANGUAGE_NAMES
from memdesk.gui.sentence import Sentence
from memdesk.gui.tabs import Tabs

TEXT_SIZES = (100, 110, 125, 150, 175, 200)
"""In percent of the system's text."""


LEAST_WIDTH = 520


class SettingsDialog(QDialog):
    """Shows the settings it is given and says each change; who opened it saves and applies it.

    It stays open over a change of language and shows itself in the new one.
    """

    ERASE = 2
    """What `exec` gives when everything is to be erased."""

    settings_changed = Signal(object)
    """The new Settings, whole."""
    autostart_toggled = Signal(bool)
    """Whether memdesk is to start at login."""
    disconnect_wanted = Signal()
    """Every host is to be disconnected."""
    diagnostics_wanted = Signal()
    """What helps to find a fault is to be copied."""
    erase_wanted = Signal()
    """Everything that memdesk keeps is to be erased."""

    def __init__(
        self,
        settings: Settings,
        bank: Path,
        *,
        tray: bool,
        autostart: bool = False,
        shortcut: GlobalShortcut | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`tray` says whether there is a tray: without one, what belongs to it is disabled.
        `shortcut` tells how the key of quick-add stands, where a desktop may give one."""
        super().__init__(parent)
        HelpKey(self, "start")
        self._settings = settings
        self._bank = bank
        self._tray = tray
        self._autostart = autostart
        self._shortcut = shortcut
        self._lay_out()
        self._retranslate()

    @property
    def settings(self) -> Settings:
        """The settings as they are shown."""
        return self._settings

    def box(self, name: str) -> QWidget:
        """The control of one setting, by its name in Settings."""
        return self._boxes[name]

    def _lay_out(self) -> None:
        self._boxes: dict[str, QWidget] = {}
        self._labels: dict[str, QLabel] = {}
        self._notes: dict[str, Sentence] = {}
        self._pages: list[str] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.MEDIUM, theme.MEDIUM, theme.MEDIUM, theme.MEDIUM)
        column.setSpacing(theme.MEDIUM)
        self._tabs = Tabs(self)
        self._tabs.setDocumentMode(True)  # its pane would be lighter than any ground of text
        column.addWidget(self._tabs, 1)

        form = self._page("look")
        self._choice(form, "language", ("system", *LANGUAGE_NAMES))
        self._choice(form, "theme", theme.THEMES)
        self._choice(form, "text_size", TEXT_SIZES)
        self._own_switch(form, "autostart", self._autostart).toggled.connect(self.autostart_toggled)
        form = self._page("hosts")
        self._switch(form, "serve")
        self._switch(form, "http")
        self._number(form, "consolidate_at_messages", 1, 10_000)
        self._number(form, "consolidate_at_percent", 1, 100)
        self._button(form, "disconnect", "remove", self.disconnect_wanted)
        form = self._page("tray")
        self._switch(form, "close_to_tray", needs_tray=True)
        self._switch(form, "start_minimised", needs_tray=True)
        self._switch(form, "notifications")
        self._switch(form, "quick_add_from_clipboard")
        if self._shortcut is not None:
            self._switch(form, "quick_add_key")
            self._note(form, "quick_add_key")
            self._shortcut.changed.connect(self._show_key)
            self._shortcut.declined.connect(self._on_declined)
        self._no_tray = self._note(form, "no_tray")
        self._no_tray.setVisible(not self._tray)
        form = self._page("bank")
        self._place(form, "bank", self._bank)
        self._place(form, "backups", self._bank.parent / "backups")
        self._button(form, "diagnostics", "copy", self.diagnostics_wanted)
        self._button(form, "erase", "trash", self.erase_wanted)

        self._buttons = DialogButtons(QDialogButtonBox.StandardButton.Close, self)
        self._buttons.rejected.connect(self.reject)
        column.addWidget(self._buttons)

    def _page(self, name: str) -> QFormLayout:
        page = QWidget(self._tabs)
        form = QFormLayout(page)
        form.setContentsMargins(theme.LARGE, theme.LARGE, theme.LARGE, theme.LARGE)
        form.setHorizontalSpacing(theme.LARGE)
        form.setVerticalSpacing(theme.SMALL)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._tabs.addTab(page, "")
        self._pages.append(name)
        return form

    def _note(self, form: QFormLayout, name: str) -> Sentence:
        note = Sentence(self)
        form.addRow(note)
        self._notes[name] = note
        return note

    def _number(self, form: QFormLayout, name: str, least: int, most: int) -> None:
        box = QSpinBox(self)
        box.setRange(least, most)
        box.setValue(getattr(self._settings, name))
        box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        box.valueChanged.connect(lambda value: self._change(name, value))
        label = QLabel(self)
        label.setBuddy(box)
        form.addRow(label, box)
        self._boxes[name], self._labels[name] = box, label

    def _button(self, form: QFormLayout, name: str, picture: str, wanted: SignalInstance) -> None:
        """A button with what it does below it."""
        button = QPushButton(icon(picture), "", self)
        button.setAutoDefault(False)
        button.clicked.connect(wanted)
        row = QHBoxLayout()
        row.addWidget(button)
        row.addStretch(1)
        form.addRow(row)
        self._boxes[name] = button
        self._note(form, name)

    def _choice(self, form: QFormLayout, name: str, values: tuple[object, ...]) -> None:
        box = QComboBox(self)
        current = getattr(self._settings, name)
        for value in values if current in values else (*values, current):
            box.addItem("", value)
        box.setCurrentIndex(box.findData(current))
        box.activated.connect(lambda: self._change(name, box.currentData()))
        label = QLabel(self)
        label.setBuddy(box)
        form.addRow(label, box)
        self._boxes[name], self._labels[name] = box, label

    def _switch(self, form: QFormLayout, name: str, *, needs_tray: bool = False) -> None:
        box = self._own_switch(form, name, getattr(self._settings, name))
        box.setEnabled(self._tray or not needs_tray)
        box.toggled.connect(lambda on: self._change(name, on))

    def _own_switch(self, form: QFormLayout, name: str, on: bool) -> CheckBox:
        """A switch whose state is kept elsewhere than in the settings."""
        box = CheckBox(self)
        box.setChecked(on)
        form.addRow(box)
        self._boxes[name] = box
        return box

    def _place(self, form: QFormLayout, name: str, path: Path) -> None:
        shown = QLineEdit(str(path), self)
        shown.setReadOnly(True)
        shown.setCursorPosition(0)
        shown.setToolTip(str(path))
        folder = path if name == "backups" else path.parent
        button = QToolButton(self)
        button.setIcon(icon("open"))
        button.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
        row = QHBoxLayout()
        row.setSpacing(theme.HAIR)
        row.addWidget(shown, 1)
        row.addWidget(button)
        label = QLabel(self)
        label.setBuddy(shown)
        form.addRow(label, row)
        self._boxes[f"{name}_path"], self._labels[name] = shown, label
        self._boxes[f"{name}_open"] = button

    def _change(self, name: str, value: object) -> None:
        self._settings = replace(self._settings, **{name: value})
        self.settings_changed.emit(self._settings)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Settings"))
        titles = {
            "look": self.tr("General"),
            "hosts": self.tr("Chat hosts"),
            "tray": self.tr("Tray and quick-add"),
            "bank": self.tr("Bank and privacy"),
        }
        for number, name in enumerate(self._pages):
            self._tabs.setTabText(number, titles[name])
        labels = {
            "language": self.tr("&Language"),
            "theme": self.tr("&Theme"),
            "text_size": self.tr("Te&xt size"),
            "consolidate_at_messages": self.tr("Consolidate after this many &messages"),
            "consolidate_at_percent": self.tr("… or at this share of the host's &window"),
            "bank": self.tr("&Bank"),
            "backups": self.tr("B&ackups"),
        }
        for name, text in labels.items():
            self._labels[name].setText(text)
            self._box(name).setAccessibleName(words.without_mnemonic(text))
        switches = {
            "autostart": self.tr("Start at log&in, in the tray"),
            "serve": self.tr("&Serve chat hosts while the window or the tray icon is there"),
            "http": self.tr("Serve &HTTP, too, for programs on this machine that have the token"),
            "close_to_tray": self.tr("&Closing the window leaves memdesk in the tray"),
            "start_minimised": self.tr("Start in the tray, &without the window"),
            "notifications": self.tr("Say what &quick-add has saved"),
            "quick_add_from_clipboard": self.tr("Quick-add begins with what was co&pied since"),
        }
        if self._shortcut is not None:
            switches["quick_add_key"] = self.tr("A &key that opens quick-add in every program")
            self._show_key()
        for name, text in switches.items():
            box = self._boxes[name]
            assert isinstance(box, CheckBox)
            box.setText(text)
        themes = {
            "system": self.tr("As the system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
        }
        buttons = {
            "disconnect": (
                self.tr("&Disconnect all hosts…"),
                self.tr("Takes memdesk out of the configuration of every chat host here."),
            ),
            "diagnostics": (
                self.tr("Copy &diagnostics"),
                self.tr("Versions, places and counts, for a report. No content of yours."),
            ),
            "erase": (
                self.tr("&Erase everything…"),
                self.tr("Bank, backups, settings and logs. You are asked twice."),
            ),
        }
        for name, (text, note) in buttons.items():
            button = self._boxes[name]
            assert isinstance(button, QPushButton)
            button.setText(text)
            button.setAccessibleDescription(note)
            self._notes[name].say(note)
        percent = self.tr("{number} %")
        self._name_choices(
            "text_size", {size: percent.format(number=size) for size in self._sizes()}
        )
        share = self._boxes["consolidate_at_percent"]
        assert isinstance(share, QSpinBox)
        share.setSuffix(self.tr(" %"))
        self._name_choices("theme", themes)
        self._name_choices("language", {"system": self.tr("As the system"), **LANGUAGE_NAMES})
        self._no_tray.say(self.tr("This desktop shows no tray."))
        for name, word in (
            ("bank_open", self.tr("Open the bank's folder")),
            ("backups_open", self.tr("Open the folder of the backups")),
        ):
            self._boxes[name].setToolTip(word)
            self._boxes[name].setAccessibleName(word)
        close = self._buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))
        self._tabs.setAccessibleName(self.windowTitle())
        # The largest of Qt's own guesses is two thirds of the screen: too narrow for large text.
        self.setMinimumWidth(max(LEAST_WIDTH, self.layout().minimumSize().width()))

    def _show_key(self) -> None:
        assert self._shortcut is not None
        sentence = self._shortcut.sentence()
        self._notes["quick_add_key"].say(sentence)
        self._boxes["quick_add_key"].setAccessibleDescription(sentence)

    def _on_declined(self) -> None:
        box = self._boxes["quick_add_key"]
        assert isinstance(box, CheckBox)
        box.setChecked(False)

    def _sizes(self) -> list[int]:
        box = self._boxes["text_size"]
        assert isinstance(box, QComboBox)
        return [box.itemData(index) for index in range(box.count())]

    def _box(self, name: str) -> QWidget:
        return self._boxes.get(name) or self._boxes[f"{name}_path"]

    def _name_choices(self, name: str, wording: Mapping[Any, str]) -> None:
        box = self._boxes[name]
        assert isinstance(box, QComboBox)
        for index in range(box.count()):
            box.setItemText(index, wording[box.itemData(index)])
