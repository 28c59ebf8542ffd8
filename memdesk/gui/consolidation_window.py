"""Consolidation: conversations picked, their cost and their way seen, then memories (spec 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from memdesk import config
from memdesk.consolidation.address import Address
from memdesk.consolidation.aiming import Aim
from memdesk.consolidation.consolidator import Consolidator, choices_of
from memdesk.consolidation.harvesting import Cost
from memdesk.consolidation.here import machine
from memdesk.consolidation.proposing import Outcome
from memdesk.consolidation.stopping import Cancelled
from memdesk.core.errors import BadParameters, BankUnavailable, EndpointFailed, MemdeskError
from memdesk.core.query import Query
from memdesk.core.reasons import reason_of
from memdesk.exchange.transcripts.conversation import Conversation, Tally
from memdesk.exchange.transcripts.finding import Finder, conversations_in
from memdesk.gui import modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.check_delegate import CheckDelegate
from memdesk.gui.consolidation_choices import ChoicesPane
from memdesk.gui.consolidation_run import ConsolidationRun
from memdesk.gui.consolidation_talks import Talk, Talks
from memdesk.gui.help_key import HelpKey
from memdesk.gui.language import shown_language
from memdesk.gui.model_thread import ModelThread
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.scrolled import scrolled
from memdesk.store.bank import Bank

_TARGETS = 200
"""Tasks and works that are offered for a summary: the newest."""
_TICKED_AT_ONCE = 12
"""Of the conversations that are due; a person sees what they are about to send."""


class ConsolidationWindow(QDialog):
    """Nothing is sent before the button that names the address is pressed."""

    said = Signal(str)
    review_wanted = Signal()
    """Suggestions came: the person goes to where they wait."""
    gone_through = Signal()
    """A run has ended, however it did: what is due is another matter now."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        HelpKey(self, "review")
        self._worker = worker
        self._thread = ModelThread(worker.bank, self)
        self._counting = ModelThread(worker.bank, self)
        for thread in (self._thread, self._counting):
            worker.stopping.connect(thread.end)
        self._added: list[Path] = []
        """Files that the person has added."""
        self._run = ConsolidationRun(self._thread, self)
        self.setWindowTitle(self.tr("Consolidate conversations"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.talks = Talks(self)
        self._make()
        self._lay_out()
        self._connect()
        self._show_state()

    def begin(self) -> None:
        """Look for conversations anew, unless some are being gone through."""
        if not self._run.busy:
            self.notice.clear()
            self._look_around()
            self._read_files(self._added, ticked=False)
            self._on_choices_edited()
            self.list.setFocus()

    def tick(self, conversations: Sequence[Conversation]) -> None:
        """Tick the first of these; each is read to tell what it costs."""
        if not self._run.busy:
            self.talks.add(conversations[:_TICKED_AT_ONCE], ticked=True)

    # --- laying out

    def _make(self) -> None:
        self._files_button = QPushButton(self.tr("&Add files…"), self)
        self._files_button.setAutoDefault(False)
        self.list = QListView(self)
        self.list.setModel(self.talks)
        self.list.setItemDelegate(CheckDelegate(self.list))
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setSpacing(2)
        self.searching = QLabel(self)
        self.searching.setWordWrap(True)
        theme.tint(self.searching, "dim")
        self.pane = ChoicesPane(config.load(), self)
        self.notice = NoticeBar(self)
        self._where = QLabel(self)
        self._where.setWordWrap(True)
        self._where.setTextFormat(Qt.TextFormat.PlainText)
        self._progress = QProgressBar(self)
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.hide()
        self.send_button = QPushButton(self)
        self.send_button.setDefault(True)
        self.close_button = QPushButton(self)
        self.close_button.setAutoDefault(False)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._files_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.list, 1)
        column.addWidget(self.searching)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(left)
        self._split.addWidget(scrolled(self.pane, self))
        self._split.setStretchFactor(0, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.SMALL)
        buttons.addWidget(self._progress, 1)
        buttons.addStretch(1)
        buttons.addWidget(self.send_button)
        buttons.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setSpacing(theme.SMALL)
        whole.addWidget(self.notice)
        whole.addWidget(self._split, 1)
        whole.addWidget(self._where)
        whole.addLayout(buttons)
        room = self.screen().availableGeometry()
        width = min(
            max(860, self.fontMetrics().averageCharWidth() * 105), room.width() - 2 * theme.WIDE
        )
        self.resize(width, min(640, room.height() - 2 * theme.WIDE))
        self._split.setSizes([width * 11 // 20, width * 9 // 20])

    def _connect(self) -> None:
        self._files_button.clicked.connect(self._on_files_clicked)
        self.talks.ticked_changed.connect(self._on_ticked_changed)
        self.pane.edited.connect(self._on_choices_edited)
        self.pane.scope_edited.connect(self._show_state)
        self.pane.test_wanted.connect(self._on_test_wanted)
        self.send_button.clicked.connect(self.send)
        self.close_button.clicked.connect(self.reject)
        self._run.told.connect(self._on_told)
        self._run.went_through.connect(self.talks.show_changed)
        self._run.broken_off.connect(self._on_broken_off)
        self._run.finished.connect(self._on_finished)

    # --- which conversations

    def _look_around(self) -> None:
        self.searching.setText(self.tr("Looking for conversations on this machine…"))
        self._worker.survey(lambda _bank: Finder().all(machine()), self._on_found)
        query = Query(kinds=("task", "work"), limit=_TARGETS)
        self._worker.survey(lambda bank: bank.entries(query), self.pane.offer_targets)
        self._worker.survey(_scopes_in_use, self._on_scopes_in_use)

    def _on_scopes_in_use(self, in_use: tuple[list[str], list[str]]) -> None:
        self.pane.offer_scopes(in_use)
        self._guess_scope()

    def _guess_scope(self) -> None:
        self.pane.guess_scope([one.conversation for one in self.talks.ticked])

    def _on_found(self, found: list[Conversation]) -> None:
        self.searching.setText(
            self.tr("Found on this machine: {count}. Tick those to go through.").format(
                count=self.locale().toString(len(found))
            )
            if found
            else self.tr("No conversations were found on this machine. Add files of them.")
        )
        self.talks.add(found, ticked=False)

    def _on_files_clicked(self) -> None:
        paths = modals.choose_files_to_open(
            self,
            self.tr("Add conversations"),
            filters=self.tr("Conversations (*.jsonl *.ndjson *.json *.zip *.md);;All files (*)"),
        )
        self.add_files(paths)

    def add_files(self, paths: Sequence[Path]) -> None:
        """Take the conversations of these files to those that are ticked."""

        self._added += [path for path in paths if path not in self._added]
        self._read_files(paths, ticked=True)

    def _read_files(self, paths: Sequence[Path], *, ticked: bool) -> None:
        def look(_bank: Bank) -> list[Conversation]:
            return [one for path in paths for one in conversations_in(path, Tally())]

        if paths:
            self._worker.survey(
                look, lambda found: self.talks.add(found, ticked=ticked), self._show_error
            )

    # --- what it costs

    def _consolidator(self) -> Consolidator:
        settings = self.pane.settings
        aim = Aim(
            workspace=None if self._scope_problem() else self.pane.workspace,
            role=self.pane.role,
            target=self.pane.target,
            straight=settings.consolidate_straight,
            summary_title=self.tr("Summary: {title}"),
        )
        return Consolidator(self._worker.bank, choices_of(settings, shown_language()), aim)

    def _on_choices_edited(self) -> None:
        for talk in self.talks.all:
            talk.cost = None
        self._on_ticked_changed()

    def _on_ticked_changed(self) -> None:
        """Count what is ticked and not counted yet."""
        if not self._run.busy:
            self._guess_scope()
            self._counting.stop()
            consolidator = self._consolidator()
            for talk in self.talks.ticked:
                if talk.cost is None and talk.problem is None:
                    self._count(consolidator, talk)
        self._show_state()

    def _count(self, consolidator: Consolidator, talk: Talk) -> None:
        def done(price: Cost) -> None:
            talk.cost = price
            self.talks.show_changed(talk)
            self._show_state()

        def failed(error: MemdeskError | OSError) -> None:
            if isinstance(error, Cancelled):
                return  # it is counted anew
            talk.problem = _sayable(error)
            self.talks.show_changed(talk)
            self._show_error(error)

        self._counting.do(lambda stop: consolidator.cost(talk.conversation, stop), done, failed)

    # --- what is said

    @property
    def where(self) -> str:
        """Where it goes and how much."""
        return self._where.text()

    @property
    def busy(self) -> bool:
        """Whether a model is at work."""
        return self._run.busy

    def _due(self) -> list[Talk]:
        return [one for one in self.talks.ticked if one.cost is not None and one.cost.calls]

    def _scope_problem(self) -> str:
        """What is wrong with the scope that the person typed; empty for nothing."""
        try:
            _ = self.pane.workspace
        except BadParameters as error:
            return words.error_sentence(error)
        return ""

    def _show_state(self) -> None:
        address = self.pane.address
        ticked = self.talks.ticked
        counted = all(one.cost is not None or one.problem is not None for one in ticked)
        due = self._due()
        tokens = sum(one.cost.tokens for one in due if one.cost is not None)
        if address is None:
            sentence = self.tr("Give the address of a model: nothing is sent before you have.")
        elif not ticked:
            sentence = self.tr("Tick the conversations to go through.")
        elif not self.pane.model:
            sentence = self.tr("Name the model, or test the connection to see which there are.")
        elif problem := self._scope_problem():
            sentence = problem
        elif not counted:
            sentence = self.tr("Counting what would be sent…")
        elif not due:
            sentence = self.tr("Nothing was said since the last time.")
        else:
            sentence = self.tr("≈%Ln tokens go to {address} ({place}).", "", tokens).format(
                address=address.chat, place=_place(address)
            )
        self._where.setText(sentence)
        ready = address is not None and bool(due) and counted and bool(self.pane.model)
        ready = ready and not self._scope_problem()
        self.send_button.setEnabled(ready and not self._run.busy)
        resumed = self._run.broken_off_at in due
        self.send_button.setText(self.tr("&Continue") if resumed else self.tr("&Send"))
        self.close_button.setText(self.tr("Sto&p") if self._run.busy else self.tr("C&lose"))
        self._split.setEnabled(not self._run.busy)
        self.pane.test_button.setEnabled(address is not None)
        self._progress.setVisible(self._run.busy)

    def _show_error(self, error: MemdeskError | OSError) -> None:
        self.notice.say(words.error_sentence(_sayable(error)))

    # --- the model

    def _on_test_wanted(self) -> None:
        make = self.pane.endpoint
        if make is None:
            return
        self.pane.said.setText(self.tr("Asking for the models…"))

        def done(names: list[str]) -> None:
            self.pane.offer_models(names)
            self.pane.said.setText(
                self.tr("It answers. Models: {count}").format(
                    count=self.locale().toString(len(names))
                )
            )

        def failed(error: MemdeskError | OSError) -> None:
            self.pane.said.setText(words.error_sentence(_sayable(error)))

        self._thread.do(lambda stop: make().models(stop), done, failed)

    def send(self) -> None:
        """Go through what is ticked, one after the other."""
        address, make = self.pane.address, self.pane.endpoint
        if address is None or make is None or not self.send_button.isEnabled():
            return
        if not (address.is_local or self._sure(address)):
            return
        try:
            # Whatever else was changed meanwhile stays as it is in the file.
            config.save(config.with_consolidation_of(config.load(), self.pane.settings))
        except OSError as error:
            self._show_error(error)
        self.notice.clear()
        self._progress.setRange(0, 0)
        self._run.begin(self._due(), self._consolidator(), make)
        self._show_state()

    def _sure(self, address: Address) -> bool:
        answer = modals.ask(
            self,
            self.windowTitle(),
            self.tr("Send these conversations to {address}?").format(address=address.chat),
            [
                modals.Choice("send", self.tr("Send")),
                modals.Choice("leave", self.tr("Cancel"), "reject"),
            ],
            detail=self.tr("What looks like a password or a key is left out. ")
            + (
                self.tr("On the way there it is not encrypted: others can read it.")
                if address.is_open
                else self.tr("It leaves this machine, and whoever runs that server can read it.")
            ),
            weight="warning" if address.is_open else "question",
            default="leave",
        )
        return answer == "send"

    def _on_broken_off(self, error: MemdeskError | OSError) -> None:
        self._show_error(error)
        self._on_ticked_changed()
        if isinstance(error, EndpointFailed) and error.key:
            self.pane.key_field.setFocus()
        self.gone_through.emit()

    def _on_finished(self, last: Outcome) -> None:
        self._show_state()
        self.gone_through.emit()
        if self._run.suggested:
            self.said.emit(
                self.tr("Suggestions that wait for you: {count}").format(
                    count=self.locale().toString(self._run.suggested)
                )
            )
            self.accept()
            self.review_wanted.emit()
        elif last.proposed:
            self.notice.say(self.tr("Stored. Ctrl+Z takes it back."), picture="check")
        else:
            self.notice.say(self.tr("Nothing was found that is not known already."), picture="info")

    def _on_told(self, done: int, total: int) -> None:
        self._progress.setRange(0, max(total, 1))
        self._progress.setValue(done)

    def reject(self) -> None:
        """Stop what is being done; where nothing is, close."""
        if self._run.busy:
            self._thread.stop()
        else:
            super().reject()


def _scopes_in_use(bank: Bank) -> tuple[list[str], list[str]]:
    return bank.distinct("workspace"), bank.distinct("role")


def _place(address: Address) -> str:
    """Where an address lies, for the person."""
    translate = words.translate
    if address.is_local:
        return translate("Consolidation", "this machine")
    if address.is_open:
        return translate("Consolidation", "over the network, NOT ENCRYPTED")
    return translate("Consolidation", "over the network, encrypted")


def _sayable(error: MemdeskError | OSError) -> MemdeskError:
    if isinstance(error, MemdeskError):
        return error
    return BankUnavailable("{reason}", reason=reason_of(error))
