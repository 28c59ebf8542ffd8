"""The tray icon: quick-add at a click, and a way back to the window (spec 7.3)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from memdesk.core.entry import Entry
from memdesk.core.query import Query
from memdesk.gui import review_words, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.icons import icon, tray_icon
from memdesk.store.bank import Bank, Change

RETRY_MS = 2_000
"""At login the panel may come after the program, and it may end and come back: so often it is
looked for, for good."""
GIVE_UP_MS = 10_000
"""After this long without a tray the person is told that there is none."""
RECENT = 8
NOTICE_MS = 8_000


class Tray(QObject):
    """One icon in the tray, for as long as there is one.

    Qt says that an icon is visible where no tray exists at all. So whoever wants to hide the
    window asks `present` at that moment, and nothing else.
    """

    quick_add_wanted = Signal()
    clipboard_wanted = Signal()
    """Quick-add, beginning with what was copied."""
    window_wanted = Signal()
    pause_toggled = Signal(bool)
    quit_wanted = Signal()
    undo_wanted = Signal(int)
    """The number of the change to take back."""
    entry_chosen = Signal(str, str)
    """Kind and id of a recent entry."""
    suggestion_chosen = Signal(int)
    """The number of a suggestion that waits."""
    not_found = Signal()
    """No tray has come, or it has gone and not come back."""
    came = Signal()
    """A tray is there, and the icon in it."""

    def __init__(self, worker: BankWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._there = False
        self._offered: int | None = None
        self._recent: Sequence[Entry] = ()
        self._waiting = Waiting(0, ())
        self._icon = QSystemTrayIcon(tray_icon(paused=False), self)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(self._on_notice_clicked)
        self._menu = QMenu()
        self._fill_menu()
        self._icon.setContextMenu(self._menu)
        self.show_state("", paused=False)
        self._looking = QTimer(self)
        self._looking.setInterval(RETRY_MS)
        self._looking.timeout.connect(self._look)
        self._giving_up = QTimer(self)
        self._giving_up.setSingleShot(True)
        self._giving_up.setInterval(GIVE_UP_MS)
        self._giving_up.timeout.connect(self._on_given_up)
        worker.bank_changed.connect(self._on_bank_changed)

    @property
    def present(self) -> bool:
        """Whether there is a tray now that holds the icon."""
        return self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def menu(self) -> QMenu:
        """The menu of the icon."""
        return self._menu

    @property
    def recent_menu(self) -> QMenu:
        """The entries that changed last."""
        return self._recent_menu

    @property
    def suggestions_menu(self) -> QMenu:
        """What hosts have suggested and nobody answered yet."""
        return self._suggestions_menu

    def start(self) -> None:
        """Put the icon into the tray, as soon as there is one."""
        self._read_recent()
        self._read_waiting()
        self._giving_up.start()
        self._look()
        self._looking.start()

    def stop(self) -> None:
        """Take the icon away."""
        self._looking.stop()
        self._giving_up.stop()
        self._icon.hide()

    def show_state(self, bank: str, *, paused: bool) -> None:
        """Show which bank is served, and whether it is; `bank` is a name for people."""
        self._icon.setIcon(tray_icon(paused=paused))
        self._paused = paused
        self._pause.setText(self.tr("&Resume serving") if paused else self.tr("&Pause serving"))
        self._pause.setIcon(icon("play" if paused else "pause"))
        state = self.tr("serving is paused") if paused else bank
        self._icon.setToolTip(f"memdesk — {state}" if state else "memdesk")

    def say_saved(self, entry: Entry, change: int) -> None:
        """Say that something was saved; a click on the notice takes it back."""
        if not self.present:
            return
        self._offered = change
        self._icon.showMessage(
            self.tr("Saved: {title}").format(title=entry.label),
            self.tr("Click here to undo."),
            tray_icon(paused=False),
            NOTICE_MS,
        )

    def absence_sentence(self) -> str:
        """What to tell a person who has no tray."""
        return self.tr(
            "This desktop shows no tray icon. Closing the window ends memdesk; to add something "
            "from anywhere, bind a key to the command “memdesk quick-add”."
        )

    # --- the menu

    def _fill_menu(self) -> None:
        self._act(self._menu, "quick-add", self.tr("&Quick add…"), self.quick_add_wanted)
        text = self.tr("Quick add from the &clipboard…")
        self._act(self._menu, "copy", text, self.clipboard_wanted)
        self._act(self._menu, "memory", self.tr("&Open memdesk"), self.window_wanted)
        self._menu.addSeparator()
        self._recent_menu = self._menu.addMenu(icon("history"), self.tr("&Recent changes"))
        self._suggestions_menu = self._menu.addMenu(icon("review"), "")
        self._paused = False
        self._pause = QAction(self._menu)
        self._pause.triggered.connect(lambda: self.pause_toggled.emit(not self._paused))
        self._menu.addAction(self._pause)
        self._menu.addSeparator()
        self._act(self._menu, "quit", self.tr("&Quit"), self.quit_wanted)
        # A tray over D-Bus takes the menu as it is: filled before it is asked for, not then.
        self._fill_recent()
        self._fill_suggestions()

    def _act(self, menu: QMenu, picture: str, text: str, signal: Signal) -> None:
        action = QAction(icon(picture), text, menu)
        action.triggered.connect(signal)
        menu.addAction(action)

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        self._recent_menu.setEnabled(bool(self._recent))
        for entry in self._recent:
            title = words.shortened(entry.label)
            text = self.tr("{title} — {author}").format(
                title=title, author=words.author_word(entry.author)
            )
            # In a menu & marks a key.
            action = QAction(icon(entry.kind), text.replace("&", "&&"), self._recent_menu)
            action.setData((entry.kind, entry.id))
            action.triggered.connect(self._on_recent_chosen)
            self._recent_menu.addAction(action)

    def _fill_suggestions(self) -> None:
        menu, waiting = self._suggestions_menu, self._waiting
        menu.clear()
        menu.setEnabled(waiting.count > 0)
        menu.setTitle(
            self.tr("Recent &suggestions ({count})").format(count=waiting.count)
            if waiting.count
            else self.tr("No suggestions wait")
        )
        for number, what, host in waiting.newest:
            text = self.tr("{what} — {host}").format(
                what=words.shortened(what), host=words.author_word(host)
            )
            action = QAction(text.replace("&", "&&"), menu)
            action.setData(number)
            action.triggered.connect(self._on_suggestion_chosen)
            menu.addAction(action)

    # --- news

    def _on_bank_changed(self, changes: Sequence[Change]) -> None:
        self._read_recent()
        if any("suggestion" in change.kinds for change in changes):
            self._read_waiting()

    def _read_waiting(self) -> None:
        self._worker.survey(
            _read_waiting,
            self._on_waiting_read,
            lambda _error: None,  # the window says what is wrong with the bank
            replaces="tray suggestions",
        )

    def _on_waiting_read(self, waiting: Waiting) -> None:
        if waiting != self._waiting:
            self._waiting = waiting
            self._fill_suggestions()

    def _read_recent(self) -> None:
        self._worker.read(
            lambda bank: bank.entries(Query(sort="recent", limit=RECENT)),
            self._on_recent_read,
            lambda _error: None,  # the window says what is wrong with the bank
            replaces="tray recent",
        )

    def _on_recent_read(self, entries: Sequence[Entry]) -> None:
        self._recent = entries
        self._fill_recent()

    def _look(self) -> None:
        there = QSystemTrayIcon.isSystemTrayAvailable()
        if there == self._there:
            return
        self._there = there
        if there:
            self._giving_up.stop()
            self._icon.show()
            self.came.emit()
        else:
            self._giving_up.start()  # a panel that is started anew is back by then

    def _on_given_up(self) -> None:
        if not self.present:
            self.not_found.emit()

    # --- what the person does

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason == QSystemTrayIcon.ActivationReason.Trigger and sys.platform != "darwin":
            self.quick_add_wanted.emit()  # on macOS a click opens the menu, by itself
        elif reason == QSystemTrayIcon.ActivationReason.MiddleClick:
            self.window_wanted.emit()

    def _on_notice_clicked(self) -> None:
        if self._offered is not None:
            self.undo_wanted.emit(self._offered)
            self._offered = None

    def _on_suggestion_chosen(self) -> None:
        self.suggestion_chosen.emit(self.sender().data())

    def _on_recent_chosen(self) -> None:
        self.entry_chosen.emit(*self.sender().data())


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many suggestions wait; of the newest the number, what it is about and the host."""

    count: int
    newest: tuple[tuple[int, str, str], ...]


def _read_waiting(bank: Bank) -> Waiting:
    waiting = bank.suggestions()
    newest = tuple((one.number, review_words.what(bank, one), one.host) for one in waiting[:RECENT])
    return Waiting(len(waiting), newest)
