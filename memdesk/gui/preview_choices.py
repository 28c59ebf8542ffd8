"""Whose block the preview shows: host, role, workspace, preset, language (spec 7.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolButton, QWidget

from memdesk.gui import theme, words
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.icons import icon
from memdesk.gui.language import LANGUAGE_NAMES
from memdesk.gui.preview_source import Loaded, Sight

LETTERS = 12
"""So much of a host's and of a role's name has to be seen."""


class PreviewChoices(QWidget):
    """A box for each choice, and the switch that shows the preset's settings."""

    chosen = Signal(object)
    """The Sight that the person chose."""
    settings_toggled = Signal(bool)
    """Whether the preset's settings are to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sight = Sight()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.SMALL)
        self._grid.setVerticalSpacing(theme.HAIR)
        self._boxes: dict[str, ElidedBox] = {}
        self._labels: dict[str, QLabel] = {}
        for name, word in (
            ("host", self.tr("Hos&t")),
            ("role", self.tr("R&ole")),
            ("workspace", self.tr("Wor&kspace")),
            ("preset", self.tr("&Preset")),
            ("language", self.tr("&Language")),
        ):
            box = ElidedBox(self)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(80)
            box.setAccessibleName(words.without_mnemonic(word))
            box.activated.connect(self._on_chosen)
            label = QLabel(word, self)
            label.setBuddy(box)
            self._labels[name] = label
            self._boxes[name] = box
        self._settings = QToolButton(self)
        self._settings.setIcon(icon("settings"))
        self._settings.setText(self.tr("Settings"))
        self._settings.setCheckable(True)
        self._settings.setToolTip(self.tr("Show the settings of the preset and change them"))
        self._settings.setAccessibleName(self.tr("Settings of the preset"))
        self._settings.toggled.connect(self.settings_toggled)
        self._grid.setColumnStretch(1, 1)
        self._side_by_side: bool | None = None
        self._arrange(side_by_side=True)

    def _arrange(self, *, side_by_side: bool) -> None:
        """Host and role are short and share a line where there is room for both; what says two
        things at once has one for itself."""
        if side_by_side == self._side_by_side:
            return
        self._side_by_side = side_by_side
        self._settings.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            if side_by_side
            else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        self._grid.setColumnStretch(3, 1 if side_by_side else 0)
        row = -1
        for name, box in self._boxes.items():
            beside = name == "role" and side_by_side
            row += not beside
            wide = {"host": 1 if side_by_side else 3, "preset": 2}.get(name, 1 if beside else 3)
            self._grid.addWidget(self._labels[name], row, 2 * beside)
            self._grid.addWidget(box, row, 2 * beside + 1, 1, wide)
            if name == "preset":
                self._grid.addWidget(self._settings, row, 3, Qt.AlignmentFlag.AlignRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        labels = {name: label.sizeHint().width() for name, label in self._labels.items()}
        role_wide = labels.pop("role")
        box_wide = LETTERS * self.fontMetrics().averageCharWidth() + theme.WIDE
        needed = max(labels.values()) + role_wide + 2 * box_wide + 3 * theme.SMALL
        self._arrange(side_by_side=self.width() >= needed)

    @property
    def boxes(self) -> dict[str, ElidedBox]:
        """The box of each choice."""
        return dict(self._boxes)

    @property
    def settings(self) -> QToolButton:
        """The switch that shows the preset's settings."""
        return self._settings

    def show_loaded(self, loaded: Loaded) -> None:
        """Offer what the bank has, and show what is chosen."""
        sight = loaded.sight
        self._fill("host", [(self.tr("Any host"), ""), *pairs(loaded.hosts)], sight.host)
        self._fill("role", [(self.tr("No role"), ""), *pairs(loaded.roles)], sight.role)
        places = [(words.workspace_word(path), path) for path in loaded.workspaces]
        self._fill("workspace", [(self.tr("No workspace"), ""), *places], sight.workspace)
        for index, (_, path) in enumerate(places, start=1):
            self._boxes["workspace"].setItemData(index, path, Qt.ItemDataRole.ToolTipRole)
        own = self.tr("As host ({preset})").format(preset=loaded.chosen_for_host)
        self._fill("preset", [(own, ""), *pairs(tuple(loaded.presets))], sight.preset)
        own = self.tr("As preset ({language})").format(
            language=LANGUAGE_NAMES[loaded.preset.language]
        )
        choices = [(own, None), *((word, name) for name, word in LANGUAGE_NAMES.items())]
        self._fill("language", choices, sight.language)
        self._sight = sight

    def _fill(self, name: str, choices: list[tuple[str, Any]], current: Any) -> None:
        box = self._boxes[name]
        shown = [(box.itemText(index), box.itemData(index)) for index in range(box.count())]
        if current not in [value for _, value in choices]:
            choices = [*choices, (str(current), current)]  # a host that is gone meanwhile
        if shown != choices:
            box.clear()
            for word, value in choices:
                box.addItem(word, value)
        box.setCurrentIndex([value for _, value in choices].index(current))
        box.setToolTip(box.currentText())  # a narrow dock cuts it

    def _on_chosen(self) -> None:
        values = {name: box.currentData() for name, box in self._boxes.items()}
        self.chosen.emit(replace(self._sight, **values, limit=None))


def pairs(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Names as choices that are shown as they are."""
    return [(name, name) for name in names]
