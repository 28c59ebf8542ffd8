"""A sentence with buttons at the top of a page or editor: asked without taking the keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from memdesk.gui import theme, words
from memdesk.gui.icon_label import IconLabel


class NoticeBar(QFrame):
    """Hidden until there is something to say. A new notice replaces the one before."""

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(4)
        top = QHBoxLayout()
        column.addLayout(top)
        # In a narrow place the buttons would squeeze the sentence: there they stand below it.
        self._row = QHBoxLayout() if narrow else top
        self._picture = IconLabel(self)
        self._said = ""
        self._sentence = QLabel(self)
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        top.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self._sentence, 1)
        if narrow:
            self._row.addStretch(1)
            column.addLayout(self._row)
        self._buttons: list[QPushButton] = []
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        edge = self.palette().color(QPalette.ColorRole.Mid)
        theme.draw_panel(self, QPalette.ColorRole.AlternateBase, edge, 4)

    @property
    def text(self) -> str:
        """What is being said; "" when nothing is."""
        return "" if self.isHidden() else self._said

    @property
    def buttons(self) -> list[QPushButton]:
        return list(self._buttons)

    def say(
        self,
        sentence: str,
        *answers: tuple[str, Callable[[], None]],
        picture: str = "warning",
    ) -> None:
        """Show a sentence and a button an answer; any answer takes the notice away."""
        self.clear()
        self._picture.show_icon(picture, theme.beside(self))
        self._said = sentence
        self._sentence.setText(words.breakable(sentence))
        self.setAccessibleName(sentence)
        for word, act in answers:
            button = QPushButton(word, self)
            button.clicked.connect(lambda _checked=False, act=act: self._on_answered(act))
            self._buttons.append(button)
            self._row.addWidget(button)
        self.show()

    def take_back(self, sentence: str) -> None:
        """Say this no more, if it is what is being said: it holds no longer."""
        if self.text == sentence:
            self.clear()

    def clear(self) -> None:
        self.hide()
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []

    def _on_answered(self, act: Callable[[], None]) -> None:
        self.clear()
        act()
