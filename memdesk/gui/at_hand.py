"""What is at hand without the window: the tray's icon and quick-add, made when they are wanted
(spec 7.3)."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.core.entry import Entry

if TYPE_CHECKING:
    from memdesk.gui.application import Program
    from memdesk.gui.global_shortcut import GlobalShortcut
    from memdesk.gui.quick_add import QuickAddPopup
    from memdesk.gui.tray import Tray


class AtHand(QObject):
    """Tray and quick-add of the bank that is open, connected with the program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        self._popup: QuickAddPopup | None = None
        self._tray: Tray | None = None
        self._shortcut: GlobalShortcut | None = None

    @property
    def popup(self) -> QuickAddPopup:
        """Quick-add; who asks first has it made."""
        if self._popup is None:
            from memdesk.gui.quick_add import QuickAddPopup

            self._popup = made = QuickAddPopup(self._program.worker)
            made.saved.connect(self._on_quick_added)
            made.undo_wanted.connect(self._program.undo)
            made.entry_chosen.connect(self._program.show_entry)
        return self._popup

    @property
    def tray(self) -> Tray:
        """The tray's icon; who asks first has it made, and it looks for a tray from then on."""
        if self._tray is None:
            from memdesk.gui.tray import Tray

            program = self._program
            self._tray = made = Tray(program.worker, program)
            made.quick_add_wanted.connect(self.open_quick_add)
            made.clipboard_wanted.connect(self._open_with_clipboard)
            made.window_wanted.connect(program.show_window)
            made.pause_toggled.connect(program.serving.set_paused)
            made.quit_wanted.connect(program.quit)
            made.undo_wanted.connect(program.undo)
            made.entry_chosen.connect(program.show_entry)
            made.suggestion_chosen.connect(program.show_suggestion)
            made.not_found.connect(program.on_tray_not_found)
            self.show_state()
            made.start()
        return self._tray

    @property
    def in_tray(self) -> bool:
        """Whether there is a tray now that holds the icon."""
        return self._tray is not None and self._tray.present

    def show_state(self) -> None:
        """Say how serving stands, where the icon is."""
        if self._tray is not None:
            program = self._program
            self._tray.show_state(program.bank.path.stem, paused=program.serving.paused)

    @property
    def shortcut(self) -> GlobalShortcut:
        """The key that opens quick-add in every program; asked for by `bind_key` alone."""
        if self._shortcut is None:
            from memdesk.gui.global_shortcut import GlobalShortcut

            self._shortcut = made = GlobalShortcut(self)
            made.pressed.connect(self._on_pressed)
            made.declined.connect(self._on_declined)
        return self._shortcut

    def bind_key(self) -> None:
        """Have the key that the settings ask for, or none."""
        if self._program.settings.quick_add_key or self._shortcut is not None:
            self.shortcut.switch(self._program.settings.quick_add_key)

    def free_key(self) -> None:
        """The program ends: the key is the desktop's again."""
        if self._shortcut is not None:
            self._shortcut.switch(False)

    def open_quick_add(self, token: str = "", text: str = "") -> None:
        """Open quick-add with a text, or else as the settings say; `token` is the desktop's right
        to come to the front."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        if text:
            self.popup.open(text)
        elif self._program.settings.quick_add_from_clipboard:
            self.popup.open_with_news()
        else:
            self.popup.open()

    def _on_pressed(self, token: str) -> None:
        if self._program.running:
            self.open_quick_add(token)

    def _on_declined(self) -> None:
        """Not at the next start again."""
        self._program.take_settings(replace(self._program.settings, quick_add_key=False))

    def _open_with_clipboard(self) -> None:
        self.popup.open_with_clipboard()

    def build_anew(self) -> None:
        """For another language or size of text; what is typed moves along."""
        popup, tray = self._popup, self._tray
        self._popup = self._tray = None
        if popup is not None:
            self.popup.line.setText(popup.line.text())
            popup.close()
            popup.deleteLater()
        if tray is not None:
            tray.stop()
            tray.deleteLater()
            self._program.soon(lambda: self.tray)

    def stop(self) -> None:
        """Nothing is at hand any more, until it is asked for again."""
        if self._tray is not None:
            self._tray.stop()
        if self._popup is not None:
            self._popup.hide()

    def let_go(self) -> None:
        """The bank is closed: what belonged to it goes."""
        for old in (self._popup, self._tray):
            if old is not None:
                old.deleteLater()
        self._popup = self._tray = None

    def _on_quick_added(self, entry: Entry, change: int) -> None:
        program = self._program
        if not program.settings.notifications or self.popup.isVisible():
            return  # the popup says it itself, with a button to undo
        if self.in_tray:
            self.tray.say_saved(entry, change)
        else:
            program.window.notice.say(
                self.tr("Saved: {title}").format(title=entry.label),
                (self.tr("Undo"), lambda: program.undo(change)),
                (self.tr("Close"), lambda: None),
                picture="check",
            )
