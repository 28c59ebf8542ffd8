"""The help of the main window: the page that fits where the person is (spec 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk.gui.actions import Actions

if TYPE_CHECKING:
    from memdesk.gui.help_window import HelpWindow
    from memdesk.gui.main_window import MainWindow

OVER_DIALOG = "help over a dialog"


class Helping(QObject):
    """Opens the help beside its window, made when it is first asked for."""

    def __init__(self, window: MainWindow, actions: Actions) -> None:
        super().__init__(window)
        self._main = window
        self._actions = actions
        self._help: HelpWindow | None = None
        actions.bind("help", lambda: self.show(self.page_here()))
        actions.bind("shortcuts", lambda: self.show("shortcuts"))

    def show(self, page: str, over: QWidget | None = None) -> None:
        """Open a page of the help, or open it over a dialog that lets no other window be used."""
        if over is not None:
            beside = over.findChild(QWidget, OVER_DIALOG) or self._make(over)
            beside.setObjectName(OVER_DIALOG)
            beside.open(page)
            return
        if self._help is None:
            self._help = self._make(self._main)
        self._help.open(page)

    def _make(self, parent: QWidget) -> HelpWindow:
        from memdesk.gui.help_window import HelpWindow

        toggle = self._main.preview_dock.toggleViewAction()
        named = {**self._actions.all(), "preview": toggle}
        return HelpWindow(self._main.menuBar(), named, parent)

    def page_here(self) -> str:
        """The page that helps where the keyboard is."""
        from memdesk.gui import help_pages

        if self._main.preview_dock.isAncestorOf(self._main.focusWidget() or self._main):
            return "block"
        return help_pages.page_of_place(self._main.navigation.chosen)
