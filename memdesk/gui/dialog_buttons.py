"""The row of buttons at the end of a dialog, as plain as all other buttons."""

from __future__ import annotations

from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox, QWidget


class DialogButtons(QDialogButtonBox):
    """Qt's own, without the coloured pictures that Fusion puts on OK and Cancel."""

    def __init__(self, buttons: QDialogButtonBox.StandardButton, parent: QWidget) -> None:
        super().__init__(buttons, parent)
        without_pictures(self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Qt lets the box stand for one of its buttons, and Tab then goes past that one.
        self.setFocusProxy(None)


def without_pictures(buttons: QDialogButtonBox | QMessageBox) -> None:
    """Take the style's pictures off."""
    for button in buttons.buttons():
        button.setIcon(QIcon())
