"""The block that a host's session was given, and what its next session gets instead (spec 7.1)."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.preset import DEFAULT
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.preview_source import Sight, build, load
from memdesk.gui.sentence import Sentence
from memdesk.store.bank import Bank, Given


@dataclass(frozen=True, slots=True)
class _Both:
    """What a session was given, and what differs from it in the next one."""

    given: Given | None
    text: str
    parts: list[Compared]


class HostBlocks(QWidget):
    """A choice of the host's sessions, and the text of one or the difference to come."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._host: str | None = None
        self._sessions: list[Given] = []
        self.box = ElidedBox(self)
        self.box.setAccessibleName(self.tr("Session"))
        self.box.setMinimumWidth(80)
        self.box.activated.connect(self._read)
        label = QLabel(self.tr("Sess&ion"), self)
        label.setBuddy(self.box)
        self._facts = Sentence(self)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("The block as it was given"))
        self.text.setFont(theme.fixed_font(self.font()))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.diff = DiffView(self, fixed_pitch=True)
        self.diff.setAccessibleName(self.tr("What changes in its next session"))
        self._faces = QStackedWidget(self)
        self._faces.setMinimumHeight(6 * self.fontMetrics().lineSpacing())
        self._faces.addWidget(self.text)
        self._faces.addWidget(self.diff)
        row = QHBoxLayout()
        row.setSpacing(theme.SMALL)
        row.addWidget(label)
        row.addWidget(self.box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addLayout(row)
        column.addWidget(self._facts)
        column.addWidget(self._faces, 1)

    def show_face(self, *, next_session: bool) -> None:
        """Show the difference to the next session, or the text as it was given."""
        self._faces.setCurrentWidget(self.diff if next_session else self.text)

    def show_host(self, host: str | None) -> None:
        """Show the sessions of this host, and read again what they were given."""
        if host != self._host:
            self._host = host
            self.box.clear()
            self._sessions = []
        self.refresh()

    def refresh(self) -> None:
        """Something has changed: the next session may get something else."""
        host = self._host
        if host is None:
            self._show(_Both(None, "", []))
            return

        def work(bank: Bank) -> tuple[str, list[Given]]:
            return host, bank.frozen_given(host)

        self._worker.survey(work, self._on_sessions, replaces=(id(self), "sessions"))

    def _on_sessions(self, answer: tuple[str, list[Given]]) -> None:
        host, sessions = answer
        if host != self._host:
            return
        chosen = self._chosen()
        with QSignalBlocker(self.box):
            self.box.clear()
            for given in sessions:
                self.box.addItem(_line(given))
            self._sessions = sessions
            there = [(given.key, given.limit) for given in sessions]
            if chosen is not None and (chosen.key, chosen.limit) in there:
                self.box.setCurrentIndex(there.index((chosen.key, chosen.limit)))
        self.box.setEnabled(bool(sessions))
        self._read()

    def _chosen(self) -> Given | None:
        row = self.box.currentIndex()
        return self._sessions[row] if 0 <= row < len(self._sessions) else None

    def _read(self) -> None:
        host, given = self._host, self._chosen()
        if host is None:
            return

        def work(bank: Bank) -> _Both:
            with bank.snapshot():
                frozen = bank.frozen_block(given.key, given.limit) if given else None
                sight = _next_sight(bank, host, given)
                loaded = load(bank, sight)
            text = frozen.text if frozen is not None else ""
            system = build(loaded).system
            parts = compare([("", text, system)])
            return _Both(given, text, parts)

        self._worker.survey(work, self._show, replaces=(id(self), "both"))

    def _show(self, both: _Both) -> None:
        if both.given != self._chosen():
            return
        given = both.given
        if self.text.toPlainText() != both.text:
            self.text.setPlainText(both.text)
        if given is None:
            self._facts.say(
                self.tr(
                    "No session of it has a frozen block. It gets one with its first request "
                    "that names a session; below is what that would be."
                )
                if self._host is not None
                else ""
            )
            self.text.setPlaceholderText(self.tr("Nothing was given yet."))
        else:
            facts = self.tr("Given {moment} · preset {preset} · characters: {chars}")
            self._facts.say(
                facts.format(
                    moment=words.moment(given.frozen_at),
                    preset=given.key.preset,
                    chars=self.locale().toString(given.chars),
                )
            )
        self.diff.show_compared(
            both.parts, self.tr("Nothing changes: its next session gets the very same bytes.")
        )


def _line(given: Given) -> str:
    key = given.key
    parts = [words.moment_short(given.frozen_at), words.workspace_word(key.workspace)]
    return " · ".join(filter(None, [*parts, key.role, key.session]))


def _next_sight(bank: Bank, host: str, given: Given | None) -> Sight:
    """Whose block the next session is: the same place, with the preset that is chosen by then."""
    if given is None:
        return Sight(host=host)
    key = given.key
    # A language that isn't the preset's own was asked for, and will be again.
    own = bank.presets().get(key.preset, DEFAULT).language
    return Sight(
        host=host,
        workspace=key.workspace,
        role=key.role,
        language=None if key.language == own else "zh" if key.language == "zh" else "en",
        limit=given.limit,
    )
