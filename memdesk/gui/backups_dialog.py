"""Restoring a backup: as the person likes, or because the bank is damaged (spec 7.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import BankDamaged, BankUnavailable, MemdeskError
from memdesk.gui import bank_files, modals, theme, words
from memdesk.gui.backups_table import BackupsTable, Found, find
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.flow import FlowRow
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import icon, program_icon
from memdesk.gui.long_work import WorkBar
from memdesk.gui.sentence import Sentence
from memdesk.store import backup, examining, restoring, salvage
from memdesk.store.bank import Bank
from memdesk.store.connection import in_words
from memdesk.store.salvage import Salvaged

Done = Literal["restored", "as it is", "again", "other", "quit", "left"]

_CHARACTERS = 84
_PICTURE = 40
_DELIBERATE = ("missing", "log")
"""Kinds of damage with which the file itself may be whole."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the person decided, and what came of it."""

    done: Done
    path: Path | None = None
    """Of "other": the bank to open instead."""
    kept: Path | None = None
    """Of "restored": where what lay there is now."""


class BackupsDialog(QDialog):
    """Shows what is there to put back. With an error, it first says what is wrong with the bank,
    and leaving it means that the bank isn't opened."""

    def __init__(
        self, bank: Path, error: BankUnavailable | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "files")
        self.setWindowIcon(program_icon())
        self.outcome = Outcome("left" if error is None else "quit")
        self._path = bank
        self._error = error
        self._damaged = isinstance(error, BankDamaged)
        self._bank = Bank(bank)
        self._folder = self._bank.backups
        # Its own: there may be no other, and it must do without the bank being readable.
        self._worker = BankWorker(self._bank, self)
        self._worker.start()
        self._busy = False
        self.setWindowTitle("memdesk" if error else self.tr("Restore a backup"))
        self._lay_out()
        if self._lists:
            self._look()
        else:
            self._again.setFocus()

    @property
    def _lists(self) -> bool:
        """Whether backups are of any use here: not when the disk is full or the bank newer."""
        return self._error is None or self._damaged

    # --- laying out

    def _lay_out(self) -> None:
        room = self.screen().availableGeometry().width() - 2 * theme.WIDE
        wanted = max(560, self.fontMetrics().averageCharWidth() * _CHARACTERS)
        column = QVBoxLayout(self)
        self._inner = min(wanted, room) - 2 * theme.WIDE
        column.addStrut(self._inner)
        column.setContentsMargins(theme.WIDE, theme.WIDE, theme.WIDE, theme.LARGE)
        column.setSpacing(theme.MEDIUM)
        column.addLayout(self._head())
        self.table = BackupsTable(self)
        self._none = self._paragraph("")
        self._none.hide()
        self._progress = WorkBar(self)
        self._said = self._paragraph("")
        self._said.hide()
        self._caption = QLabel(self.tr("&Backups:"), self)
        self._caption.setBuddy(self.table)
        for widget in (self._caption, self.table):
            widget.setVisible(self._lists)
        column.addWidget(self._caption)
        column.addWidget(self.table, 1)
        column.addWidget(self._none)
        column.addWidget(self._progress)
        column.addWidget(self._said)
        column.addWidget(self._buttons())
        self.table.chosen_changed.connect(self._update)
        self.table.agreed.connect(self._on_restore)
        self._update()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.LARGE)
        if self._error is not None:
            picture = QLabel(self)
            picture.setPixmap(icon("warning").pixmap(QSize(_PICTURE, _PICTURE)))
            row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(theme.SMALL)
        title = QLabel(self._headline(), self)
        title.setFont(theme.font(self.font(), scale=1.3, bold=True))
        title.setWordWrap(True)
        texts.addWidget(title)
        self._what = self._paragraph(self._what_happened())
        texts.addWidget(self._what)
        place = self._paragraph(str(self._path), dim=True)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        place.setAccessibleName(self.tr("File"))
        texts.addWidget(place)
        row.addLayout(texts, 1)
        return row

    def _buttons(self) -> FlowRow:
        self._restore = self._button(self.tr("&Restore this backup"), "restore", self._on_restore)
        self._restore.setDefault(self._lists)
        self._restore.setVisible(self._lists)
        self._read_out = self._button(
            self.tr("Read &out what can be read"), "search", self._on_read_out
        )
        self._read_out.setVisible(self._damaged)
        what = self._error.what if isinstance(self._error, BankDamaged) else ""
        self._as_it_is = self._button(self.tr("&Use it as it is"), "check", self._on_as_it_is)
        self._as_it_is.setVisible(what in _DELIBERATE)
        self._again = self._button(self.tr("&Try again"), "refresh", self._on_again)
        self._again.setVisible(self._error is not None)
        self._again.setDefault(not self._lists)
        self._other = self._button(self.tr("&Choose another bank…"), "open", self._on_other)
        self._other.setVisible(self._error is not None)
        leave = self.tr("&Quit") if self._error is not None else self.tr("Cancel")
        self._leave = self._button(leave, "", self.reject)
        row = FlowRow(self)  # six buttons abreast fit no small screen
        for button in self.buttons().values():
            row.add(button)
        return row

    def _button(self, text: str, picture: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        if picture:
            button.setIcon(icon(picture))
        button.setAutoDefault(True)
        button.clicked.connect(lambda _checked=False: act())
        return button

    def _paragraph(self, text: str, *, dim: bool = False) -> Sentence:
        label = Sentence(self, dim=dim)
        label.resize(
            self._inner - _PICTURE - theme.LARGE, 0
        )  # as wide as it will be, for its height
        label.say(text)
        return label

    # --- words

    def _headline(self) -> str:
        if self._error is None:
            return self.tr("Restore a backup")
        if self._damaged:
            return self.tr("This bank is damaged")
        return self.tr("This bank can't be opened")

    def _what_happened(self) -> str:
        error = self._error
        if error is None:
            return self.tr(
                "The bank will hold what the backup holds. What it holds now is kept as a backup"
                " first, so you can come back to it."
            )
        if not isinstance(error, BankDamaged):
            return words.error_sentence(error)
        happened = {
            "empty": self.tr("Its file is empty: 0 bytes. All that was in it is lost from it."),
            "beginning": self.tr("The beginning of its file isn't that of a bank."),
            "cut": self.tr("Its file is cut off: the end is missing."),
            "pages": self.tr("Some of its pages hold something else than was written into them."),
            "missing": self.tr(
                "The newest changes are missing: {count}. They stood in a second file beside it,"
                " which is gone; or an older copy was put in its place."
            ),
            "log": self.tr(
                "The file beside it with the newest changes belongs to another bank."
            ),
        }[error.what]  # fmt: skip
        count = self.locale().toString(int(str(error.values.get("count", 0))))
        return words.sentences(
            happened.format(count=count),
            self.tr(
                "A failing disk or another program may have done this. Nothing is read from it or"
                " written to it until you decide, and hosts are told so. Whatever you choose, the"
                " damaged file is kept beside the bank, as it is."
            ),
        )

    @property
    def what_happened(self) -> str:
        """What is said of the bank."""
        return self._what.text()

    @property
    def said(self) -> str:
        """What came of the last act; "" for nothing."""
        return "" if self._said.isHidden() else self._said.text()

    def _say(self, text: str) -> None:
        self._said.say(text)
        self._said.setVisible(bool(text))

    def buttons(self) -> dict[str, QPushButton]:
        """The buttons by what they do."""
        return {
            "restore": self._restore,
            "read out": self._read_out,
            "as it is": self._as_it_is,
            "again": self._again,
            "other": self._other,
            "leave": self._leave,
        }

    # --- the backups

    def _look(self, then: Path | None = None) -> None:
        def show(found: list[Found]) -> None:
            self.table.show_found(found)
            if then is not None:
                self.table.choose(then)
            self._none.say(
                self.tr("There is no backup yet. memdesk makes one each day, and before imports.")
            )
            self._none.setVisible(not found)
            for widget in (self._caption, self.table):
                widget.setVisible(bool(found))
            self._update()
            (self.table if self.table.chosen else self._read_out).setFocus()

        self._worker.survey(lambda _bank: find(self._folder, self._path), show)

    def _update(self) -> None:
        for button in (self._read_out, self._as_it_is, self._again, self._other, self._leave):
            button.setEnabled(not self._busy)
        self.table.setEnabled(not self._busy)
        self._restore.setEnabled(not self._busy and self.table.chosen is not None)

    # --- doing it

    def _do(
        self, sentence: str, work: Callable[[Callable[[int, int], None]], Any],
        on_done: Callable[[Any], None],
    ) -> None:  # fmt: skip
        self._say("")
        self._busy = True
        self._update()
        tell = self._progress.begin(sentence)

        def watched(_bank: Bank) -> Any:
            with in_words(self._path):
                return work(tell)

        def done(result: Any) -> None:
            self._progress.end()
            self._busy = False
            self._update()
            on_done(result)

        def failed(error: MemdeskError) -> None:
            self._progress.end()
            self._busy = False
            self._update()
            self._say(words.error_sentence(error))

        self._worker.submit(watched, done, failed)

    def _on_restore(self) -> None:
        chosen = self.table.chosen
        if chosen is None or self._busy:
            return
        self._do(
            self.tr("Restoring…"),
            lambda _tell: restoring.restore(self._path, chosen, self._folder),
            lambda kept: self._end(Outcome("restored", kept=kept)),
        )

    def _on_read_out(self) -> None:
        def work(tell: Callable[[int, int], None]) -> Salvaged:
            to = backup.free_name(self._folder, self._path, "salvage")
            own_log = examining.log_belongs_to(self._path)
            return salvage.salvage(self._path, to, tell, log=own_log)

        self._do(self.tr("Reading…"), work, self._on_was_read_out)

    def _on_was_read_out(self, found: Salvaged) -> None:
        number = self.locale().toString
        lost = found.lost.total()
        sentence = words.sentences(
            self.tr("Read out: %Ln entries.", "", found.entries),
            self.tr("Steps of the history: {count}.").format(count=number(found.revisions)),
        )
        if lost:
            sentence = words.sentences(
                sentence, self.tr("Known to be lost: %Ln entries.", "", lost)
            )
        sentence = words.sentences(
            sentence, self.tr("It stands among the backups now; restore it to use it.")
        )
        self._say(sentence)
        self._look(found.path)

    def _on_as_it_is(self) -> None:
        self._do(
            self.tr("Looking…"),
            lambda _tell: examining.take_as_it_is(self._path),
            lambda _none: self._end(Outcome("as it is")),
        )

    def _on_again(self) -> None:
        def look(_tell: Callable[[int, int], None]) -> None:
            if self._damaged and self._path.exists():
                error = examining.examine(self._path, self._folder)
                if error is not None:
                    raise error
            self._bank.generation()

        self._do(self.tr("Looking…"), look, lambda _none: self._end(Outcome("again")))

    def _on_other(self) -> None:
        path = bank_files.bank_to_open(self, self._path.parent)
        if path is not None:
            self._end(Outcome("other", path=path))

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.accept()

    def reject(self) -> None:
        if self._busy:
            self._progress.stop_button.click()
        else:
            super().reject()

    def done(self, result: int) -> None:
        self._worker.stop()
        self._bank.close()
        super().done(result)


def decide(
    bank: Path, error: BankUnavailable | None = None, parent: QWidget | None = None
) -> Outcome:
    """Ask what is to become of a bank, and do it."""
    dialog = BackupsDialog(bank, error, parent)
    modals.run(dialog)
    outcome = dialog.outcome
    dialog.deleteLater()
    return outcome
