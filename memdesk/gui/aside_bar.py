"""What was typed and could not be stored is said where it isn't on the screen (spec 7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.gui import words
from memdesk.gui.notice_bar import NoticeBar

if TYPE_CHECKING:
    from memdesk.gui.entry_editor import EntryEditor


class AsideBar(NoticeBar):
    """Names the first of an editor's drafts that were put aside; hidden while there is none."""

    go_on_wanted = Signal(str)
    """What tells the draft's entry from others: the person wants to go on with it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, narrow=True)

    def follow(self, editor: EntryEditor) -> None:
        """Say what this editor puts aside."""
        editor.aside.changed.connect(lambda: self._say_first(editor))

    def _say_first(self, editor: EntryEditor) -> None:
        drafts = editor.aside.drafts
        if not drafts:
            self.clear()
            return
        first = editor.identity(drafts[0].base)
        sentence = (
            self.tr("Typed, but not stored: “{entry}”.")
            if len(drafts) == 1
            else self.tr("Typed, but not stored: “{entry}” and {count} more.")
        )
        named = words.shortened(drafts[0].subject.label.strip()) or self.tr("without a title")
        self.say(
            sentence.format(entry=named, count=len(drafts) - 1),
            (self.tr("Go on with it"), lambda: self.go_on_wanted.emit(first)),
            (self.tr("Let it go"), lambda: editor.let_go(first)),
        )
