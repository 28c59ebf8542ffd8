"""Undo and redo: of the text being typed, else of the bank; and what they would do, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from memdesk.core.authors import Actor
from memdesk.gui import theme
from memdesk.gui.actions import Actions
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.words import shortened

if TYPE_CHECKING:
    from memdesk.gui.long_work import Tell, WorkBar
    from memdesk.gui.main_window import MainWindow
    from memdesk.store.bank import Bank, Change, LoggedChange

USER = Actor()


class Undoing(QObject):
    """The window's two actions, and their names (spec 1.7)."""

    def __init__(self, window: MainWindow, actions: Actions, worker: BankWorker) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._worker = worker
        self._work_bar: WorkBar | None = None
        self._bare = {name: actions[name].text() for name in ("undo", "redo")}
        actions.bind("undo", self.undo)
        actions.bind("redo", self.redo)

    @property
    def work_bar(self) -> WorkBar:
        """How far a step is that takes long, below whatever page is shown: what is taken back may
        be of any of them."""
        if self._work_bar is None:
            from memdesk.gui.long_work import WorkBar

            self._work_bar = WorkBar(self._window)
            self._work_bar.setContentsMargins(theme.SMALL, 0, theme.SMALL, theme.SMALL)
            self._window.centralWidget().layout().addWidget(self._work_bar)
        return self._work_bar

    def refresh(self) -> None:
        """Say in the menu what would be undone and redone now."""
        self._worker.survey(_next_steps, self._on_next_steps, replaces=(id(self), "steps"))

    def _on_next_steps(self, steps: dict[str, LoggedChange | None]) -> None:
        for name, log in steps.items():
            word = self._bare[name]
            if log is not None:
                word = self.tr("{action}: {what}").format(
                    action=word, what=_short(log).replace("&", "&&")
                )
            self._actions[name].setText(word)

    def undo(self) -> None:
        """Take back the last step: of the text being typed, else of the bank."""
        if not self._undo_in_text(back=True):
            self._step(
                lambda bank, tell: bank.undo(USER, progress=tell),
                self.tr("Undoing…"),
                self.tr("Undone: {what}. Ctrl+Shift+Z does it again."),
                self.tr("Nothing to undo."),
            )

    def redo(self) -> None:
        """Do again what was undone last."""
        if not self._undo_in_text(back=False):
            self._step(
                lambda bank, tell: bank.redo(USER, progress=tell),
                self.tr("Doing it again…"),
                self.tr("Done again: {what}."),
                self.tr("Nothing to redo."),
            )

    def _undo_in_text(self, *, back: bool) -> bool:
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit):
            can = field.isUndoAvailable() if back else field.isRedoAvailable()
        elif isinstance(field, QPlainTextEdit):
            document = field.document()
            can = document.isUndoAvailable() if back else document.isRedoAvailable()
        else:
            return False
        if can:
            field.undo() if back else field.redo()
        return can

    def _step(
        self, step: Callable[[Bank, Tell], Change | None], doing: str, done: str, nothing: str
    ) -> None:
        self._window.flush()

        def work(bank: Bank, tell: Tell) -> LoggedChange | None:
            change = step(bank, tell)
            return None if change is None else _undone(bank, change.undoes)

        def say(log: LoggedChange | None) -> None:
            sentence = nothing if log is None else done.format(what=_short(log))
            self._window.status_line.say(sentence)

        self.work_bar.carry_out(self._worker, doing, work, say, self._window.show_error)


def _next_steps(bank: Bank) -> dict[str, LoggedChange | None]:
    with bank.snapshot():
        undo, redo = bank.can_undo(), bank.can_redo()
        return {
            "undo": None if undo is None else bank.logged_change(undo.number),
            "redo": None if redo is None else _undone(bank, redo.undoes),
        }


def _undone(bank: Bank, number: int | None) -> LoggedChange | None:
    """The change that a person would name: an undo of an undo concerns what it undid."""
    log = None if number is None else bank.logged_change(number)
    while log is not None and log.of is not None:
        log = log.of
    return log


def _short(log: LoggedChange) -> str:
    from memdesk.gui.history_words import (
        change_words,  # nothing is to be undone before a bank is read
    )

    return shortened(change_words(log))
