"""The status bar: bank, entries, the block against its budget, the server (spec 7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStatusBar, QToolButton, QWidget

from memdesk.gui import theme
from memdesk.gui.icon_label import IconLabel

if TYPE_CHECKING:
    from memdesk.gui.preview_source import Measure

SAID_MS = 8_000
_TITLES = 8
"""Of conversations that are due; of more, it is said that there are more."""


class StatusLine(QStatusBar):
    """What holds all the time stands at the right; what just happened at the left."""

    due_clicked = Signal()
    """The person wants to consolidate the conversations that are due."""

    def __init__(self, bank: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bank = QLabel(bank.name, self)
        self._bank.setToolTip(str(bank))
        self._bank.setAccessibleName(self.tr("Bank"))
        self._entries = QLabel(self)
        self._entries.setAccessibleName(self.tr("Entries"))
        self._block = QLabel(self)
        self._block.setAccessibleName(self.tr("Block"))
        self._backup = _Pictured(self)
        self._backup.setAccessibleName(self.tr("Backup"))
        self._server = _Pictured(self)
        self._server.setAccessibleName(self.tr("Server"))
        self._due = QToolButton(self)
        self._due.setAccessibleName(self.tr("Conversations that are due"))
        self._due.setAutoRaise(True)
        self._due.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._due.clicked.connect(self.due_clicked)
        self.addPermanentWidget(self._due)
        self._due.hide()
        for label in (self._bank, self._entries, self._block, self._backup, self._server):
            label.setContentsMargins(6, 0, 6, 0)
            self.addPermanentWidget(label)
        self._backup.hide()  # being added shows it
        self.messageChanged.connect(self._make_room)

    def say(self, sentence: str, *, warning: bool = False) -> None:
        """Show a sentence for a while; a warning until the next one."""
        self.showMessage("⚠ " + sentence if warning else sentence, 0 if warning else SAID_MS)

    def show_entries(self, count: int) -> None:
        self._entries.setText(
            self.tr("Entries: {count}").format(count=self.locale().toString(count))
        )
        self._make_room()

    def show_block(self, size: Measure, budget: int | None) -> None:
        """The size of the block on the screen, and what of its budget is used."""
        number = self.locale().toString
        chars = size.chars
        words = (
            self.tr("Block: %Ln characters", "", chars)
            if size.tokens is None
            else self.tr("Block: ≈%Ln tokens", "", size.tokens)
        )
        if budget:
            # Of characters the budget is; of tokens the person thinks.
            used = QLocale().toString(100 * size.counted / budget, "f", 0)
            words = self.tr("{size}, {part}% of the budget").format(size=words, part=used)
        self._block.setText(words)
        self._make_room()
        if budget is None:
            self._block.setToolTip(self.tr("%Ln characters, no budget", "", chars))
        else:
            self._block.setToolTip(
                self.tr("%Ln characters; the budget of entry lines is {budget}", "", chars).format(
                    budget=number(budget)
                )
            )

    def show_server(self, sentence: str, picture: str, detail: str = "") -> None:
        """How serving stands."""
        self._server.show_state(sentence, picture)
        self._server.setToolTip(detail)
        self._make_room()

    def show_backup(self, sentence: str) -> None:
        """What is to be said of the backups; "" while all is well."""
        self._backup.show_state(sentence, "warning")
        self._backup.setToolTip(
            self.tr("Backups are made each day while memdesk runs. File, Back up now makes one.")
        )
        self._backup.setVisible(bool(sentence))
        self._make_room()

    def show_due(self, due: Sequence[str], most: int) -> None:
        """Offer to consolidate conversations of these titles, `most` messages being not yet due;
        none: nothing is due."""
        words = self.tr("Consolidate: {count}").format(count=self.locale().toString(len(due)))
        why = self.tr("Conversations with more than %Ln messages since the last time:", "", most)
        titles = [*due[:_TITLES], *("…" for _ in due[_TITLES : _TITLES + 1])]
        self._due.setText(words if due else "")
        self._due.setToolTip("\n".join((why, *titles)) if due else "")
        self._due.setAccessibleDescription(f"{words}. {why}")
        self._due.setVisible(bool(due))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """What is said now comes first: where there is no room for all, labels give way to it."""
        message = self.currentMessage()
        needed = self.fontMetrics().horizontalAdvance(message) + theme.WIDE if message else 0
        needed += 3 * theme.WIDE  # the grip in the corner, and distances
        told = [widget for widget in (self._backup, self._due) if not widget.isHidden()]
        lasting: list[QWidget] = [self._server, *told]
        giving_way = (self._bank, self._entries, self._block)
        needed += sum(label.sizeHint().width() + theme.MEDIUM for label in (*lasting, *giving_way))
        for label in giving_way:
            crowded = needed > self.width()
            label.setVisible(not crowded)
            if crowded:
                needed -= label.sizeHint().width() + theme.MEDIUM

    @property
    def backup_text(self) -> str:
        return "" if self._backup.isHidden() else self._backup.text

    @property
    def due_text(self) -> str:
        return self._due.text()

    @property
    def server_text(self) -> str:
        return self._server.text

    @property
    def entries_text(self) -> str:
        return self._entries.text()

    @property
    def block_text(self) -> str:
        return self._block.text()


class _Pictured(QWidget):
    """A small picture with words."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._picture = IconLabel(self)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        row.addWidget(self._picture)
        row.addWidget(self._words)

    @property
    def text(self) -> str:
        return self._words.text()

    def show_state(self, sentence: str, picture: str) -> None:
        self._words.setText(sentence)
        self._picture.show_icon(picture, theme.beside(self, 14))
