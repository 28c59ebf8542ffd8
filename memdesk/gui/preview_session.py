"""What a session was given, beside what it would be given now (spec 7.2)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.diff_view import Compared, DiffView, compare
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.preview_source import Sight
from memdesk.store.bank import Bank
from memdesk.store.frozen import FrozenKey, Given


class SessionComparison(QWidget):
    """A choice of the sessions that have a frozen block, and the difference to the present."""

    sight_wanted = Signal(object)
    """The Sight of the session that was chosen: what is compared must be made for the same."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._sessions: tuple[Given, ...] = ()
        self._chosen: Given | None = None
        self._now = ""
        self._box = ElidedBox(self)
        self._box.setAccessibleName(self.tr("Session"))
        self._box.setMinimumWidth(80)
        self._box.setEnabled(False)
        self._box.activated.connect(self._on_chosen)
        self._label = QLabel(self.tr("&Session"), self)
        self._label.setBuddy(self._box)
        self._diff = DiffView(self, fixed_pitch=True)
        self._diff.setPlaceholderText(
            self.tr(
                "No session to compare with. Choose a host above: its sessions have a frozen "
                "block from their first request on, and this shows what a new one would get "
                "instead."
            )
        )
        row = QHBoxLayout()
        row.setSpacing(theme.SMALL)
        row.addWidget(self._label)
        row.addWidget(self._box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addLayout(row)
        column.addWidget(self._diff, 1)

    @property
    def box(self) -> ElidedBox:
        """The choice of the session."""
        return self._box

    @property
    def diff(self) -> DiffView:
        """What differs."""
        return self._diff

    def show_sessions(self, sessions: Sequence[Given]) -> None:
        """Offer these; the one that was chosen stays while it is there."""
        if tuple(sessions) == self._sessions:
            return
        self._sessions = tuple(sessions)
        before = self._chosen
        self._box.clear()
        for given in self._sessions:
            key = given.key
            parts = [words.moment(given.frozen_at), words.workspace_word(key.workspace)]
            parts += [key.role, key.session]
            self._box.addItem(" · ".join(filter(None, parts)))
        self._box.setEnabled(bool(self._sessions))
        there = [_same(session) for session in self._sessions]
        known = before is not None and _same(before) in there
        if known and before is not None:
            self._box.setCurrentIndex(there.index(_same(before)))
        self._chosen = self._sessions[max(self._box.currentIndex(), 0)] if there else None
        self._compare()

    def show_now(self, text: str) -> None:
        """Compare with this: the system layer as it would be now."""
        if text != self._now:
            self._now = text
            self._compare()

    def begin(self) -> None:
        """The comparison is looked at: it begins with the session that is shown in the box."""
        if self._chosen is not None:
            self.sight_wanted.emit(_sight(self._chosen))
        self._compare()

    def _on_chosen(self, row: int) -> None:
        self._chosen = self._sessions[row]
        self._box.setToolTip(self._box.currentText())
        self.sight_wanted.emit(_sight(self._chosen))
        self._compare()

    def _compare(self) -> None:
        if not self.isVisible():
            return
        given, now = self._chosen, self._now
        if given is None:
            self._diff.clear()
            return

        def work(bank: Bank) -> list[Compared]:
            frozen = bank.frozen_block(given.key, given.limit)
            return compare([("", frozen.text if frozen else "", now)])

        # Two long texts take a while to compare.
        self._worker.survey(work, self._on_compared, replaces=(id(self), "compare"))

    def _on_compared(self, parts: list[Compared]) -> None:
        if self._chosen is not None:
            self._diff.show_compared(
                parts, self.tr("Nothing differs: a new session would get the very same bytes.")
            )


def _same(given: Given) -> tuple[FrozenKey, int | None]:
    """What stays when a session is frozen anew."""
    return given.key, given.limit


def _sight(given: Given) -> Sight:
    key = given.key
    return Sight(
        host=key.host,
        workspace=key.workspace,
        role=key.role,
        preset=key.preset,
        language="zh" if key.language == "zh" else "en",
        limit=given.limit,
    )
