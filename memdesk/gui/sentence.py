"""A sentence that takes as many lines as its width asks for, and is never cut."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from memdesk.gui import theme

_HIGH = 10_000


class Sentence(QLabel):
    """Plain text, dim unless told otherwise.

    Qt's own labels are cut where a splitter is short of room.
    """

    def __init__(self, parent: QWidget | None = None, *, dim: bool = True) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        if dim:
            theme.tint(self, "dim")

    def say(self, text: str) -> None:
        """Show this."""
        self.setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return  # not laid out yet: in the width that Qt begins with it would ask for a tower
        # Not heightForWidth: it is never less than the least height that was set before.
        room = QRect(0, 0, self.width(), _HIGH)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        wanted = self.fontMetrics().boundingRect(room, flags, self.text()).height()
        if wanted != self.minimumHeight():
            self.setMinimumHeight(wanted)
