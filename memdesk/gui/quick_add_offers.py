"""The tags and workspaces in use that fit what is being typed in quick-add (spec 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from memdesk.gui.icons import icon

MOST = 6


class Offers(QListWidget):
    """A short list below the line. The keyboard stays in the line, which moves through it.

    No popup of its own: where a desktop gives no focus by force, one would take the keys away.
    """

    chosen = Signal(str)
    """The value that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Suggestions"))
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side = self.fontMetrics().ascent()
        self.setIconSize(QSize(side, side))
        self.itemClicked.connect(lambda item: self.chosen.emit(_value(item)))
        self.hide()

    @property
    def value(self) -> str:
        """The value that is chosen; "" for none."""
        item = self.currentItem()
        return _value(item) if item is not None and item.isSelected() else ""

    @property
    def values(self) -> list[str]:
        """What is offered."""
        return [_value(self.item(row)) for row in range(self.count())]

    def offer(self, picture: str, values: Sequence[tuple[str, str]]) -> None:
        """Offer these, each with what is shown of it; none hides the list."""
        self.clear()
        height = self.fontMetrics().height() + 8
        for value, word in values[:MOST]:
            item = QListWidgetItem(icon(picture), word, self)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setToolTip(value)
            item.setSizeHint(QSize(0, height))
        self.setCurrentRow(-1)
        if self.count():
            self.setFixedHeight(height * self.count() + 2 * self.frameWidth())
        self.setVisible(self.count() > 0)

    def step(self, step: int) -> None:
        """Choose the next (1) or the one before (-1), round and round."""
        self.setCurrentRow((self.currentRow() + step) % self.count() if self.count() else -1)


def _value(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole))


def fitting(values: Sequence[str], typed: str) -> list[str]:
    """Those that begin with what was typed, then those that hold it, as many as are offered; none
    when the first is typed out."""
    wanted = typed.casefold()
    begin: list[str] = []
    hold: list[str] = []
    for value in values:
        place = value.casefold().find(wanted)
        if place >= 0:
            (hold if place else begin).append(value)
    found = [*begin, *hold][:MOST]
    return [] if [value.casefold() for value in found[:1]] == [wanted] else found
