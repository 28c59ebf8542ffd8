"""Opening a bank, whatever state it is in, and what happens when the open one turns out damaged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from memdesk import config
from memdesk.core.errors import BankDamaged, BankUnavailable, GivenUp, MemdeskError
from memdesk.gui import words
from memdesk.store import network_drive
from memdesk.store.bank import Bank

if TYPE_CHECKING:
    from memdesk.gui.application import Program
    from memdesk.gui.backups_dialog import Outcome
    from memdesk.store.care import Care


class BankTrouble(QObject):
    """Stands between the program and a bank that can't be opened or relied on (spec 7.4)."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._program = program
        self._deciding = False
        self._care: Care | None = None

    def open(self, path: Path, *, hidden: bool = False) -> bool:
        """Open a claimed bank, or what the person decides on instead; False: nothing was opened.

        Raises BankUnavailable when the window of another bank does not answer.
        """
        program = self._program
        kept: Path | None = None
        while True:
            try:
                program.open(path, hidden=hidden)
            except GivenUp:
                return False
            except BankUnavailable as error:
                outcome = _decide(path, error)
            else:
                self._say_kept(kept)
                self._warn(path)
                return True
            hidden = False  # there was something to decide: now the person is here
            kept = outcome.kept
            match outcome.done:
                case "quit" | "left":
                    return False
                case "other":
                    assert outcome.path is not None
                    path = outcome.path.absolute()
                    if not program.claim(path):
                        return False

    def open_instead(self, path: Path) -> None:
        """Open another bank than the one that is shown; what refuses it leaves that one open."""
        from memdesk.store.care import check_pages

        program = self._program
        bank = Bank(path)
        try:
            bring_up_to_date(bank, program.window)
            check_pages(path)
            if not program.claim(path):
                return
        except GivenUp:
            return
        except BankDamaged as error:
            outcome = _decide(path, error, program.window)
            if outcome.done in ("restored", "as it is", "again"):
                self.open_instead(path)
            elif outcome.path is not None:
                self.open_instead(outcome.path.absolute())
            return
        except MemdeskError as error:
            tell(program.window, error)
            return
        finally:
            bank.close()
        program.close_bank()
        self.open(path)

    def restore(self) -> None:
        """Put back a backup of the bank that is shown, as the person likes."""
        program = self._program
        program.window.flush()
        outcome = _decide(program.bank.path, None, program.window)
        if outcome.done == "restored":
            self._say_kept(outcome.kept)

    def on_damaged(self, error: BankDamaged) -> None:
        """The bank that is shown was found damaged: let the person decide, once."""
        program = self._program
        if self._deciding or not program.running or _is_fine(program.bank.path):
            return  # several readers meet it; once is enough
        self._deciding = True
        try:
            outcome = _decide(program.bank.path, error, program.window)
        finally:
            self._deciding = False
        path = program.bank.path
        program.close_bank()
        if outcome.done == "quit" or not self._go_on(path, outcome):
            program.quit()

    def _go_on(self, path: Path, outcome: Outcome) -> bool:
        if outcome.path is not None:
            path = outcome.path.absolute()
            if not self._program.claim(path):
                return False
        opened = self.open(path)
        if opened:
            self._say_kept(outcome.kept)
        return opened

    def _say_kept(self, kept: Path | None) -> None:
        if kept is not None:
            self._program.window.status_line.say(
                self.tr("Restored. What lay there is kept: {path}").format(path=kept)
            )

    def _warn(self, path: Path) -> None:
        """Tell of settings that can't be, and of a bank on a network drive."""
        remarks = [*config.read()[1], *(network_drive.remarks(path) or ())]
        if remarks:
            self._program.window.notice.say(
                words.sentences(*(words.error_sentence(one) for one in remarks)),
                (self.tr("Understood"), lambda: None),
            )

    # --- looking after the bank where nobody serves it

    def look_after(self, bank: Bank) -> None:
        """Check it and back it up each day from now on."""
        from memdesk.store.care import Care

        self.let_go()
        self._care = Care(bank.path, bank.backups)
        self._care.start()

    def let_go(self) -> None:
        if self._care is not None:
            self._care.stop()
            self._care = None


def bring_up_to_date(bank: Bank, parent: QWidget | None = None) -> None:
    """Open a bank for this thread, and whoever wrote it, have it as this memdesk wants it.

    Raises GivenUp when the person did not want to wait for that, and BankUnavailable: what can't
    be read is refused before anything is shown.
    """
    if bank.is_outdated():
        from memdesk.gui import bringing_up  # hardly a start has one

        bringing_up.bring_up_to_date(bank, parent)
    bank.generation()


def _decide(path: Path, error: BankUnavailable | None, parent: QWidget | None = None) -> Outcome:
    from memdesk.gui.backups_dialog import decide  # hardly a start has anything to decide

    return decide(path, error, parent)


def _is_fine(path: Path) -> bool:
    bank = Bank(path)
    try:
        bank.generation()
    except BankUnavailable:
        return False
    finally:
        bank.close()
    return True


def tell(parent: QWidget | None, error: MemdeskError) -> None:
    from memdesk.gui import modals

    modals.inform(parent, "memdesk", words.error_sentence(error), weight="error")
