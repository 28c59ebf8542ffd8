"""What resembles the memory that is being written, said under its text (spec 1.4, 7.1)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import Memory
from memdesk.core.similar import LookAlike
from memdesk.gui import theme
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.icons import icon

MOST = 3
PAUSE_MS = 400
"""A pause in typing this long asks what resembles the text."""


class LookAlikesRow(QWidget):
    """Hidden until something resembles what is typed; each can be opened, or merged into."""

    open_wanted = Signal(str)
    """The id of a memory to go to."""
    merge_wanted = Signal(str)
    """The id of a memory that should take up what is written here."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._written: Memory | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.HAIR)
        self._heading = QLabel(self.tr("Resembles:"), self)
        theme.tint(self._heading, "warning")
        self._column.addWidget(self._heading)
        self._lines: list[QWidget] = []
        self._shown: tuple[LookAlike, ...] = ()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self.hide()

    @property
    def shown(self) -> tuple[LookAlike, ...]:
        """What is said to resemble it."""
        return self._shown

    @property
    def open_buttons(self) -> list[QToolButton]:
        return [line.findChild(QToolButton) for line in self._lines]

    @property
    def merge_buttons(self) -> list[QPushButton]:
        return [line.findChild(QPushButton) for line in self._lines]

    def begin(self, memory: Memory) -> None:
        """Another memory is shown: nothing is said until its text is written on."""
        self._written = memory
        self._pause.stop()
        self._show(())

    def follow(self, memory: Memory) -> None:
        """The memory as it is typed."""
        before = self._written
        self._written = memory
        if before is None or _said(before) != _said(memory):
            self._pause.start()

    def _look(self) -> None:
        memory = self._written
        if memory is None:
            return
        self._worker.survey(
            lambda bank: bank.look_alikes(memory, limit=MOST),
            lambda found: self._on_looked(memory, found),
            replaces=(id(self), "look-alikes"),
        )

    def _on_looked(self, memory: Memory, found: Sequence[LookAlike]) -> None:
        written = self._written
        if written is not None and (written.id, _said(written)) == (memory.id, _said(memory)):
            self._show(tuple(one for one in found if one.id != memory.id))

    def _show(self, found: tuple[LookAlike, ...]) -> None:
        if found != self._shown:
            self._shown = found
            for line in self._lines:
                self._column.removeWidget(line)
                line.hide()
                line.deleteLater()
            self._lines = [self._line(one) for one in found]
            for line in self._lines:
                self._column.addWidget(line)
        self.setVisible(bool(found))

    def _line(self, one: LookAlike) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SMALL)
        title = _TitleButton(one.title, line)
        title.setIcon(icon("memory"))
        title.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        title.setAutoRaise(True)
        title.setCursor(Qt.CursorShape.PointingHandCursor)
        title.setAccessibleName(self.tr("Open {entry}").format(entry=one.title))
        title.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        title.clicked.connect(lambda: self.open_wanted.emit(one.id))
        merge = QPushButton(self.tr("Merge into it"), line)
        merge.setToolTip(
            self.tr("Add this text to “{entry}”, and move this memory to the trash").format(
                entry=one.title
            )
        )
        merge.clicked.connect(lambda: self.merge_wanted.emit(one.id))
        row.addWidget(title, 1)
        row.addWidget(merge)
        return line


class _TitleButton(QToolButton):
    """A title to click on, as much of it as there is room for."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = title
        self.setToolTip(title)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - self.iconSize().width() - 3 * theme.SMALL
        shown = self.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))


def _said(memory: Memory) -> tuple[str, str]:
    return memory.title, memory.content
