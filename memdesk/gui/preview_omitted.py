"""What did not fit into the block, with the reason, and which constraints are too long."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from memdesk.core.block.result import Block
from memdesk.gui import preview_words, theme, words
from memdesk.gui.icons import icon

MOST = 100
"""Rows of the list; the rest is counted."""


class OmittedList(QWidget):
    """Lists the entries that are not in the block. Hidden while there are none."""

    entry_selected = Signal(str, str)
    """Kind and id of the entry that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self._list = QListWidget(self)
        self._list.setAccessibleName(self.tr("Left out"))
        self._list.setUniformItemSizes(True)
        side = self.fontMetrics().ascent()
        self._list.setIconSize(QSize(side, side))
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setMouseTracking(True)
        self._list.itemEntered.connect(lambda item: item.setToolTip(item.text()))
        self._list.itemActivated.connect(self._on_chosen)
        self._list.itemClicked.connect(self._on_chosen)
        self._title = QLabel(self)
        self._title.setFont(theme.font(self.font(), bold=True))
        self._title.setBuddy(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addWidget(self._title)
        column.addWidget(self._list)

    @property
    def list(self) -> QListWidget:
        """The rows: first the constraints that were cut, then what was left out."""
        return self._list

    def show_block(self, block: Block, most_of_a_constraint: int | None) -> None:
        """Show what a block left out, and warn of the constraints that had to be cut."""
        too_long = long_constraints(block)
        count = len(block.omitted) + block.omitted_beyond
        state = (too_long, block.omitted, count, most_of_a_constraint)
        if state == self._shown:
            return
        self._shown = state
        self._list.clear()
        titles = []
        if too_long:
            titles.append(self._warn(too_long, most_of_a_constraint or 0))
        if count:
            titles.append(self.tr("Left out: {count}").format(count=preview_words.number(count)))
        self._title.setText(" · ".join(titles))
        self._fill(block, count)

    @property
    def has_any(self) -> bool:
        """Whether there is anything to show."""
        return self._list.count() > 0

    def _warn(self, too_long: tuple[tuple[str, str], ...], most: int) -> str:
        for entry_id, beginning in too_long:
            text = self.tr("{beginning} — this constraint is cut at {most} characters").format(
                beginning=beginning, most=preview_words.number(most)
            )
            item = QListWidgetItem(icon("warning", "warning"), text, self._list)
            item.setData(Qt.ItemDataRole.UserRole, ("memory", entry_id))
        return self.tr("Constraints cut: {count}").format(count=preview_words.number(len(too_long)))

    def _fill(self, block: Block, count: int) -> None:
        reasons = preview_words.reason_sentences()
        for omission in block.omitted[:MOST]:
            label = words.field_word(omission.id) if omission.kind == "profile" else omission.label
            item = QListWidgetItem(f"{label} — {reasons[omission.reason]}", self._list)
            item.setData(Qt.ItemDataRole.UserRole, (omission.kind, omission.id))
        rest = count - min(len(block.omitted), MOST)
        if rest:
            item = QListWidgetItem(
                self.tr("… and {count} more of lower rank").format(
                    count=preview_words.number(rest)
                ),
                self._list,
            )
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        key = item.data(Qt.ItemDataRole.UserRole)
        if key is not None:
            self.entry_selected.emit(*key)


_BEGINNING = 40
_LEAD = re.compile(r"^\s*- (\[\S+\] )?")
"""What stands before the content in a constraint's line."""


def long_constraints(block: Block) -> tuple[tuple[str, str], ...]:
    """Id and beginning of each constraint that is longer than the preset gives (spec 2.2)."""
    return tuple(
        (line.id, _LEAD.sub("", line.text)[:_BEGINNING].rstrip() + "…")
        for line in block.lines
        if line.section == "constraints" and line.lost and line.id
    )
