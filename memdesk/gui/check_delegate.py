"""Boxes to tick in lists: Fusion draws their frame darker than the list, and in the dark an empty
one could not be seen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from memdesk.gui import theme


class CheckDelegate(QStyledItemDelegate):
    """For every list and tree whose items have boxes."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if theme.is_dark(option.palette):
            # The ground of an item is the list's: in an option, Base is that of its box.
            base = theme.check_box_palette(dark=True).color(QPalette.ColorRole.Base)
            option.palette.setColor(QPalette.ColorRole.Base, base)
