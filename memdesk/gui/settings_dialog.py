"""The settings of the program on this machine. Each takes effect at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.config import Settings
from memdesk.gui import theme, words
from memdesk.gui.icons import icon
from memdesk.gui.language import LANGUAGE_NAMES


class SettingsDialog(QDialog):
    """Shows the settings it is given and says each change; who opened it saves and applies it.

    It stays open over a change of language and shows itself in the new one.
    """

    settings_changed = Signal(object)
    """The new Settings, whole."""

    def __init__(
        self, settings: Settings, bank: Path, *, tray: bool, parent: QWidget | None = None
    ) -> None:
        """`tray` says whether there is a tray: without one, what belongs to it is disabled."""
        super().__init__(parent)
        self._settings = settings
        self._bank = bank
        self._tray = tray
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
        self._titles: dict[str, QLabel] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.LARGE, theme.LARGE, theme.LARGE, theme.LARGE)
        column.setSpacing(theme.SMALL)

        form = self._part(column, "look")
        self._choice(form, "language", ("system", *LANGUAGE_NAMES))
        self._choice(form, "theme", theme.THEMES)
        form = self._part(column, "hosts")
        self._switch(form, "serve")
        self._switch(form, "http")
        form = self._part(column, "tray")
        self._switch(form, "close_to_tray", needs_tray=True)
        self._switch(form, "start_minimised", needs_tray=True)
        self._switch(form, "notifications", needs_tray=True)
        self._no_tray = QLabel(self)
        self._no_tray.setWordWrap(True)
        self._no_tray.setVisible(not self._tray)
        theme.tint(self._no_tray, "dim")
        form.addRow(self._no_tray)
        form = self._part(column, "bank")
        self._place(form, "bank", self._bank)
        self._place(form, "backups", self._bank.parent / "backups")

        column.addStretch(1)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self._buttons.rejected.connect(self.reject)
        column.addWidget(self._buttons)
        self.setMinimumWidth(520)

    def _part(self, column: QVBoxLayout, name: str) -> QFormLayout:
        if self._titles:
            column.addSpacing(theme.SMALL)
        title = QLabel(self)
        title.setFont(theme.font(self.font(), scale=1.1, bold=True))
        column.addWidget(title)
        rule = QFrame(self)
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Sunken)
        column.addWidget(rule)
        self._titles[name] = title
        form = QFormLayout()
        form.setHorizontalSpacing(theme.LARGE)
        form.setVerticalSpacing(theme.SMALL)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        column.addLayout(form)
        return form

    def _choice(self, form: QFormLayout, name: str, values: tuple[str, ...]) -> None:
        box = QComboBox(self)
        for value in values:
            box.addItem("", value)
        box.setCurrentIndex(values.index(getattr(self._settings, name)))
        box.activated.connect(lambda: self._change(name, box.currentData()))
        label = QLabel(self)
        label.setBuddy(box)
        form.addRow(label, box)
        self._boxes[name], self._labels[name] = box, label

    def _switch(self, form: QFormLayout, name: str, *, needs_tray: bool = False) -> None:
        box = QCheckBox(self)
        box.setChecked(getattr(self._settings, name))
        box.setEnabled(self._tray or not needs_tray)
        box.toggled.connect(lambda on: self._change(name, on))
        form.addRow(box)
        self._boxes[name] = box

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
            "look": self.tr("Look"),
            "hosts": self.tr("Chat hosts"),
            "tray": self.tr("Tray"),
            "bank": self.tr("Bank"),
        }
        for name, text in titles.items():
            self._titles[name].setText(text)
        labels = {
            "language": self.tr("&Language"),
            "theme": self.tr("&Theme"),
            "bank": self.tr("&Bank"),
            "backups": self.tr("B&ackups"),
        }
        for name, text in labels.items():
            self._labels[name].setText(text)
            self._box(name).setAccessibleName(words.without_mnemonic(text))
        switches = {
            "serve": self.tr("&Serve chat hosts while the window or the tray icon is there"),
            "http": self.tr("Serve &HTTP, too, for programs on this machine that have the token"),
            "close_to_tray": self.tr("&Closing the window leaves memdesk in the tray"),
            "start_minimised": self.tr("Start in the tray, &without the window"),
            "notifications": self.tr("Say what &quick-add has saved"),
        }
        for name, text in switches.items():
            box = self._boxes[name]
            assert isinstance(box, QCheckBox)
            box.setText(text)
        themes = {
            "system": self.tr("As the system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
        }
        self._name_choices("theme", themes)
        self._name_choices("language", {"system": self.tr("As the system"), **LANGUAGE_NAMES})
        self._no_tray.setText(self.tr("This desktop shows no tray."))
        for name, word in (
            ("bank_open", self.tr("Open the bank's folder")),
            ("backups_open", self.tr("Open the folder of the backups")),
        ):
            self._boxes[name].setToolTip(word)
            self._boxes[name].setAccessibleName(word)
        close = self._buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setText(self.tr("Close"))

    def _box(self, name: str) -> QWidget:
        return self._boxes.get(name) or self._boxes[f"{name}_path"]

    def _name_choices(self, name: str, wording: dict[str, str]) -> None:
        box = self._boxes[name]
        assert isinstance(box, QComboBox)
        for index in range(box.count()):
            box.setItemText(index, wording[box.itemData(index)])
