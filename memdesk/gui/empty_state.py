"""What stands where a table has no rows: what this is, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from memdesk.gui import theme
from memdesk.gui.icon_label import IconLabel


class EmptyState(QWidget):
    """A picture, a heading, a sentence and at most two buttons, in the middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = IconLabel(self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading = QLabel(self)
        self._heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading.setFont(theme.font(self.font(), scale=1.15, bold=True))
        self._heading.setWordWrap(True)
        self._sentence = QLabel(self)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.WIDE, theme.WIDE, theme.WIDE, theme.WIDE)
        self._column.setSpacing(theme.SMALL)
        self._column.addStretch(2)
        self._column.addWidget(self._picture)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._sentence)
        self._column.addSpacing(theme.SMALL)
        self._buttons: list[QPushButton] = []
        self._column.addStretch(3)

    def say(
        self,
        picture: str,
        heading: str,
        sentence: str,
        *answers: tuple[str, Callable[[], None]],
    ) -> None:
        """Show this. The first answer is the one that most people want."""
        self._picture.show_icon(picture, 48, "dim")
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        for button in self._buttons:
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for word, act in answers:
            button = QPushButton(word, self)
            button.clicked.connect(lambda _checked=False, act=act: act())
            self._column.insertWidget(
                self._column.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter
            )
            self._buttons.append(button)
