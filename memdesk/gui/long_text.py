"""Long texts: a paragraph is laid out whole, and a hundred thousand characters take a while."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea

LONG = 20_000
"""Characters that fit into no window, however large."""


def make_room(view: QAbstractScrollArea, length: int) -> None:
    """Have the scroll bar there before a long text is. Else the bar, which comes once the text is
    laid out, would make it narrower, and all would be laid out again."""
    always = length > LONG
    policy = (
        Qt.ScrollBarPolicy.ScrollBarAlwaysOn if always else Qt.ScrollBarPolicy.ScrollBarAsNeeded
    )
    view.setVerticalScrollBarPolicy(policy)
