"""An icon that stands by itself or beside words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QLabel, QWidget

from memdesk.gui.icons import icon
from memdesk.gui.theme import Tone


class IconLabel(QLabel):
    """Shows an icon, and draws it anew when the theme changes: a pixmap keeps its colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[str, Tone | None, int] | None = None

    def show_icon(self, name: str, side: int, tone: Tone | None = None) -> None:
        """Show the icon of that name, `side` pixels wide, in the colour of text or in a tone."""
        self._shown = (name, tone, side)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        if self._shown is not None:
            name, tone, side = self._shown
            self.setPixmap(icon(name, tone).pixmap(QSize(side, side)))
