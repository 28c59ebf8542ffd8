"""Roles and their presets: a role's choice wins over its host's (spec 2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.core.validation import check_field
from memdesk.gui import modals, theme
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.icons import icon
from memdesk.gui.scrolled import scrolled
from memdesk.gui.sentence import Sentence


class HostRoles(QWidget):
    """A line for each role, with the preset that it chooses."""

    preset_chosen = Signal(str, object)
    """A role, and the name of its preset, or None to leave it to the host's."""
    refused = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presets: tuple[str, ...] = ()
        self._choices: dict[str, str | None] = {}
        self.boxes: dict[str, ElidedBox] = {}
        hint = Sentence(self)
        hint.say(
            self.tr(
                "A host can name a role it plays. A role's preset wins over the preset of its host."
            )
        )
        self._body = QWidget(self)
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        area = scrolled(self._body, self)
        self.add_button = QPushButton(icon("add"), self.tr("Another role…"), self)
        self.add_button.clicked.connect(self._on_add_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addWidget(hint)
        column.addWidget(area, 1)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_roles(self, roles: Mapping[str, str | None], presets: Sequence[str]) -> None:
        """Show every role with the preset that was chosen for it, None for no choice."""
        if dict(roles) == self._choices and tuple(presets) == self._presets:
            return
        self._choices, self._presets = dict(roles), tuple(presets)
        while (item := self._grid.takeAt(0)) is not None:
            item.widget().deleteLater()
            item.widget().hide()
        self.boxes = {}
        if not roles:
            nothing = QLabel(self.tr("No entry has a role of its own yet."), self._body)
            self._grid.addWidget(nothing, 0, 0, 1, 2)
        for place, (role, preset) in enumerate(roles.items()):
            self._add_line(place, role, preset)
        self._grid.setRowStretch(max(len(roles), 1), 1)

    def _add_line(self, place: int, role: str, preset: str | None) -> None:
        box = ElidedBox(self._body)
        box.addItem(self.tr("As its host"), None)
        for name in self._presets:
            box.addItem(name, name)
        with QSignalBlocker(box):
            box.setCurrentIndex(max(box.findData(preset), 0))
        box.setAccessibleName(self.tr("Preset of the role {role}").format(role=role))
        box.activated.connect(lambda _row: self.preset_chosen.emit(role, box.currentData()))
        label = QLabel(role, self._body)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(box)
        self._grid.addWidget(label, place, 0)
        self._grid.addWidget(box, place, 1)
        self._grid.setRowStretch(place, 0)
        self.boxes[role] = box

    def _on_add_clicked(self) -> None:
        role = modals.ask_text(self, self.tr("Another role"), self.tr("Name of the role:"))
        if role is None or not role.strip():
            return
        role = role.strip()
        try:
            check_field("memory", "role", role)
        except MemdeskError as error:
            self.refused.emit(error)
            return
        if role not in self._choices:
            self.show_roles({**self._choices, role: None}, self._presets)
        self.boxes[role].setFocus()
