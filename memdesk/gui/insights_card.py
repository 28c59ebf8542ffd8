"""One picture of the insights with its heading and what it says in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui import theme
from memdesk.gui.charts.parts import hatched
from memdesk.gui.sentence import Sentence


class Card(QWidget):
    """A heading, a sentence, a picture; for long work a bar that shows how far it is."""

    def __init__(self, heading: str, picture: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture = picture
        self.setAccessibleName(heading)
        picture.setAccessibleName(heading)
        self._heading = QLabel(heading, self)
        self._heading.setFont(theme.font(self.font(), scale=1.15, bold=True))
        self._heading.setWordWrap(True)
        self._sentence = Sentence(self, dim=False)
        self._progress = QProgressBar(self)
        self._progress.setTextVisible(False)
        self._progress.setAccessibleName(heading)
        self._progress.hide()
        self._foot = QHBoxLayout()
        self._foot.setSpacing(theme.SMALL)
        self._foot.addWidget(self._progress, 1)
        self._foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.LARGE, theme.MEDIUM, theme.LARGE, theme.MEDIUM)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._heading)
        column.addWidget(self._sentence)
        column.addWidget(picture)
        column.addStretch(1)
        column.addLayout(self._foot)
        self._column = column

    def paintEvent(self, _event: QPaintEvent) -> None:
        # No style sheet: below one, fonts no longer follow the application's.
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
            painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    @property
    def sentence(self) -> str:
        """What is said."""
        return self._sentence.text()

    def say(self, sentence: str) -> None:
        """Say what the picture shows, or why there is none."""
        self._sentence.say(sentence)

    def add_above(self, widget: QWidget) -> None:
        """Put a legend or a choice between sentence and picture."""
        self._column.insertWidget(2, widget)

    def add_button(self, word: str, act: Callable[[], None]) -> QPushButton:
        """A button at the foot."""
        button = QPushButton(word, self)
        button.clicked.connect(lambda _checked=False: act())
        self._foot.addWidget(button)
        return button

    def show_progress(self, done: int, total: int) -> None:
        """How far the work is; 0 of 0: it has begun."""
        self._progress.setRange(0, total)
        self._progress.setValue(done)
        self._progress.show()

    def hide_progress(self) -> None:
        self._progress.hide()


class Legend(QWidget):
    """Says what the full and the hatched part of a bar stand for."""

    def __init__(self, full: str, striped: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.HAIR)
        for word, is_striped in ((full, False), (striped, True)):
            row.addWidget(_Sample(is_striped, self))
            label = QLabel(word, self)
            label.setFont(theme.font(self.font(), scale=0.92))
            row.addWidget(label)
            row.addSpacing(theme.SMALL)
        row.addStretch(1)


class _Sample(QWidget):
    def __init__(self, striped: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._striped = striped
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(18, 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            shade = theme.colour("accent", self.palette())
            box = QRectF(0, 1, 18, 10)
            if self._striped:
                painter.fillRect(box, self.palette().color(QPalette.ColorRole.Base))
                hatched(painter, box, shade)
            else:
                painter.fillRect(box, shade)
