"""The entries that say nearly what is being typed in quick-add (spec 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from memdesk.core.entry import Entry
from memdesk.core.similar import LookAlike
from memdesk.gui import theme
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.icons import icon

MOST = 3
PAUSE_MS = 150
_NUMBERS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3)


class Likes(QWidget):
    """A button for each, below the line: it leads there. Hidden while there is none."""

    chosen = Signal(str, str)
    """Kind and id of the one that the person wants to see instead."""

    def __init__(self, worker: BankWorker, width: int, parent: QWidget) -> None:
        """Titles are cut so that no button is wider than `width` pixels."""
        super().__init__(parent)
        self._worker = worker
        self._width = width
        self._entry: Entry | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        self._buttons: list[QToolButton] = []
        for _ in range(MOST):
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setIcon(icon("duplicate", "dim"))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.clicked.connect(self._on_clicked)
            button.hide()
            self._buttons.append(button)
            column.addWidget(button)
        self.hide()
        self.retranslate()

    @property
    def shown(self) -> list[QToolButton]:
        """The buttons of those that were found."""
        return [button for button in self._buttons if not button.isHidden()]

    def look_for(self, entry: Entry | None) -> None:
        """Look for the likes of an entry once it is typed on no further; None: of nothing."""
        self._entry = entry
        self._show(())
        if entry is None:
            self.stop()
        else:
            self._pause.start()

    def stop(self) -> None:
        self._pause.stop()

    def open_by_number(self, event: QKeyEvent) -> bool:
        """Alt and a number open that one; whether there is one."""
        shown = self.shown
        if (
            event.modifiers() != Qt.KeyboardModifier.AltModifier
            or event.key() not in _NUMBERS[: len(shown)]
        ):
            return False
        shown[_NUMBERS.index(Qt.Key(event.key()))].click()
        return True

    def retranslate(self) -> None:
        for button in self._buttons:
            button.setToolTip(self.tr("Open this one instead"))

    def _look(self) -> None:
        entry = self._entry
        if entry is None:
            return
        self._worker.read(
            lambda bank: bank.look_alikes(entry, limit=MOST),
            lambda found: self._on_found(entry, found),
            lambda _error: None,  # saving will say what is wrong with the bank
            replaces="quick-add look-alikes",
        )

    def _on_found(self, entry: Entry, found: Sequence[LookAlike]) -> None:
        if entry == self._entry:  # else it was typed on meanwhile
            self._show(found)

    def _show(self, found: Sequence[LookAlike]) -> None:
        for number, button in enumerate(self._buttons, start=1):
            button.setVisible(number <= len(found))
            if number <= len(found):
                self._label(button, number, found[number - 1])
        self.setVisible(bool(found))

    def _label(self, button: QToolButton, number: int, like: LookAlike) -> None:
        template = self.tr("Like: {title}   (Alt+{number})")
        button.setProperty("key", (like.kind, like.id))
        button.setText(template.format(title="", number=number))
        room = self._width - button.sizeHint().width()
        title = self.fontMetrics().elidedText(like.title, Qt.TextElideMode.ElideRight, room)
        button.setText(template.format(title=title.replace("&", "&&"), number=number))

    def _on_clicked(self) -> None:
        kind, entry_id = self.sender().property("key")
        self.chosen.emit(kind, entry_id)
