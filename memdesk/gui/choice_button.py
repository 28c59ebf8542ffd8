"""A button with a picture, a title and a sentence below it.

Qt's own (QCommandLinkButton) writes in a size of its own, however large the person's text is.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui import theme
from memdesk.gui.icons import icon


class ChoiceButton(QPushButton):
    """Flat until the mouse or the keyboard is on it. Enter and Space press it."""

    def __init__(self, picture: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = picture
        self._shown = QLabel(self)
        self._title = QLabel(self)
        self._title.setFont(theme.font(self.font(), scale=1.05, bold=True))
        self._sentence = QLabel(self)
        self._sentence.setWordWrap(True)
        for label in (self._shown, self._title, self._sentence):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for label in (self._title, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SMALL, theme.SMALL, theme.SMALL, theme.SMALL)
        row.setSpacing(theme.MEDIUM)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(self._sentence)
        row.addWidget(self._shown, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, 1)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._paint_picture()

    def say(self, title: str, sentence: str) -> None:
        """Show these words, and give them to screen readers."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)

    @property
    def sentence(self) -> str:
        """What stands below the title."""
        return self._sentence.text()

    def sizeHint(self) -> QSize:
        return self.layout().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.layout().minimumSize()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        height = self.layout().totalHeightForWidth(width)
        return height if height >= 0 else self.sizeHint().height()  # no words in it yet

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_picture()

    def _paint_picture(self) -> None:
        side = max(24, round(self.fontMetrics().height() * 1.5))
        self._shown.setPixmap(icon(self._picture, "accent").pixmap(QSize(side, side)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        panel = QStyleOptionToolButton()
        panel.initFrom(self)
        panel.state |= QStyle.StateFlag.State_AutoRaise
        if self.underMouse() or self.isDown():
            panel.state |= QStyle.StateFlag.State_Raised
            if self.isDown():
                panel.state |= QStyle.StateFlag.State_Sunken
            painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelButtonTool, panel)
        if self.hasFocus():
            # Fusion's own ring can hardly be seen in the dark, and only after Tab was pressed.
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("accent", self.palette()), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, theme.HAIR, theme.HAIR)
