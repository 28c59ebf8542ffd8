"""The program: settings, bank, server, window and tray put together (spec 7).

It knows the doors, as `doors` does. Order of a start: paths, settings, the lock (a second start
hands over and ends), bank, window; once that is painted, tray, server and the rest.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from memdesk import config, paths
from memdesk.core.authors import Actor
from memdesk.gui import ahead, words
from memdesk.gui.at_hand import AtHand
from memdesk.gui.bank_trouble import BankTrouble, bring_up_to_date
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.doors import host_side, load_doors, served_already
from memdesk.gui.handed_over import HandedOver, to_front
from memdesk.gui.icons import program_icon
from memdesk.gui.language import Speech
from memdesk.gui.main_window import MainWindow
from memdesk.gui.opened_files import Application
from memdesk.gui.serving import Serving
from memdesk.gui.steps import Steps
from memdesk.gui.theme import Look
from memdesk.hosts.window_socket import Handover, WindowSocket, listen_or_hand_over
from memdesk.store.bank import Bank
from memdesk.store.spare import keep_nothing_great

# All else is loaded where it is first wanted: a person waits for the window, and for nothing else.
if TYPE_CHECKING:
    from memdesk.gui.first_start import FirstStart
    from memdesk.gui.focus_ring import FocusRing
    from memdesk.gui.quick_add import QuickAddPopup
    from memdesk.gui.tray import Tray
    from memdesk.hosts.doors import Doors
    from memdesk.hosts.upkeep import Upkeep

USER = Actor()

PAINTED_BY_MS = 1_000
"""A window that nobody can see is never painted: after so long the rest begins all the same."""

_log = logging.getLogger(__name__)


class Program(QObject):
    """The running program. One bank at a time is open, served and shown."""

    def __init__(self, app: QApplication, settings: config.Settings) -> None:
        super().__init__()
        self._app = app
        self.settings = settings
        self._speech = Speech(app)
        self._speech.apply(settings.language)
        self._look = Look(app)
        self._look.apply(settings.theme, settings.text_size)
        look = config.private_file(paths.config_dir() / "window.ini")
        self._arrangement = QSettings(str(look), QSettings.Format.IniFormat)
        self._listener: WindowSocket | None = None
        self._doors: Doors | None = None
        self._upkeep: Upkeep | None = None
        self._focus_ring: FocusRing | None = None
        self.at_hand = AtHand(self)
        self.handed_over = HandedOver(self)
        # A logout must not wait for anything but what is typed being handed over.
        app.commitDataRequest.connect(lambda _manager: self._running and self.window.flush())
        app.aboutToQuit.connect(self.shut_down)
        if isinstance(app, Application):
            app.file_opened.connect(self.handed_over.open_file)
        self._running = False
        self.welcoming = False
        """Whether the person is being asked with what to begin."""
        self.trouble = BankTrouble(self)
        self._anew = Steps(self)
        """What is left to do until a window stands in the place of another."""

    # --- starting and ending

    def claim(self, bank_path: Path, request: Handover | None = None) -> bool:
        """Become the window of a bank. False: another one is, and was given the request (to come
        to the front, if not said). Raises BankUnavailable when it does not answer.
        """
        address, request = paths.window_socket_address(bank_path), request or Handover("raise")
        listener = listen_or_hand_over(address, request, self.handed_over.arrived.emit)
        if listener is None:
            return False
        if self._listener is not None:
            self._listener.stop()
        self._listener = listener
        return True

    def open(self, bank_path: Path, *, hidden: bool = False) -> None:
        """Open a claimed bank: read it, serve it, show it. Raises BankUnavailable, and GivenUp
        when the person did not want to wait until an outdated one was brought up to date."""
        bank = Bank(bank_path)
        bring_up_to_date(bank)
        self.bank = bank
        self.worker = BankWorker(bank, self)
        self.worker.start()
        self._running = True
        self._later, self._gone_on = Steps(self), False
        self._asked = Steps(self)
        """What a person asked for and is shown in a moment."""
        self.serving = Serving(
            self._make_doors, served_already, enabled=self.settings.serve, parent=self
        )
        self._build_window()
        self.serving.changed.connect(self._on_serving_changed)
        first = None if hidden or bank.exists() else self._first_start()
        if not hidden:
            self.show_window()
        self._on_serving_changed()
        if hidden:
            self._go_on()
        else:
            QTimer.singleShot(PAINTED_BY_MS, self._later, self._on_painted_by)
        self.handed_over.go_on()
        if first is not None:
            self._begin(first)

    def _go_on(self) -> None:
        """What has time until the window has been painted: tray, server, upkeep, other pages."""
        if self._gone_on or not self._running:
            return
        self._gone_on = True
        self._app.setWindowIcon(program_icon())
        self._later.then(
            keep_nothing_great,  # before the rows of a great bank have come and gone
            self._follow_the_keyboard,
            ahead.load_tray(),
            lambda: self.at_hand.tray,
            self.at_hand.bind_key,
            load_doors(),
            self.serving.start,
            self._keep_up,
        )

    def soon(self, step: Callable[[], object]) -> None:
        """Do it once nothing else is to be done, and only while this bank is open."""
        self._later.then(step)

    def _on_painted_by(self) -> None:
        if not self.window.painted:
            self._go_on()

    def _on_ready(self) -> None:
        """The window is painted."""
        self._go_on()
        self._later.then(lambda: self.window.build_ahead())  # noqa: PLW0108 - another may be built

    def _follow_the_keyboard(self) -> None:
        if self._focus_ring is None:
            from memdesk.gui.focus_ring import FocusRing

            self._focus_ring = FocusRing(self._app)

    def _keep_up(self) -> None:
        from memdesk.hosts.upkeep import Upkeep

        self._upkeep = Upkeep(self.bank)
        self._upkeep.start()
        self.worker.bank_changed.connect(self._on_bank_changed)
        if not self.settings.serve:  # else the server looks after it
            self.trouble.look_after(self.bank)

    def _on_bank_changed(self, _changes: object) -> None:
        # What the window writes itself leaves pieces of the search index as hosts' writes do.
        if self._upkeep is not None:
            self._upkeep.written()

    def close_bank(self) -> None:
        """Save, stop serving, take down the window: everything that belongs to the bank."""
        if not self._running:
            return
        self._anew.finish()
        self._running = False
        self._later.stop()
        self._asked.stop()
        self.window.flush()
        self.window.save_look()
        self.at_hand.stop()
        self.window.stop()
        self.worker.stop()
        if self._upkeep is not None:
            self._upkeep.stop()
            self._upkeep = None
        # What the last writes answered: what they could not store is kept for the next start.
        QGuiApplication.sendPostedEvents()
        self.window.keep_at_the_end()
        self.serving.stop()
        self.trouble.let_go()
        self.bank.close()
        self.at_hand.let_go()
        for old in (self.window, self.serving, self.worker, self._later, self._asked):
            old.deleteLater()
        self.window.hide()

    def shut_down(self) -> None:
        """The one routine that ends the program, however it was asked to."""
        self.close_bank()
        self.at_hand.free_key()
        if self._focus_ring is not None:
            self._focus_ring.stop()
            self._focus_ring = None
        if self._listener is not None:
            self._listener.stop()
            self._listener = None

    def quit(self) -> None:
        # Not quit(): that closes the windows behind the back of the one routine that ends it
        # all, and Qt complains when one of them still has something to paint.
        self._app.exit(0)

    @property
    def running(self) -> bool:
        """Whether a bank is open."""
        return self._running

    # --- the window

    def _build_window(self) -> None:
        window = MainWindow(self.worker, self._arrangement, host_side(self.bank.path))
        window.bank_wanted.connect(self.open_instead)
        window.import_wanted.connect(self._on_import_wanted)
        window.export_wanted.connect(self._on_export_wanted)
        window.actions_by_name.bind("mirrors", self._show_mirrors)
        window.restore_wanted.connect(self.trouble.restore)
        window.damaged.connect(self.trouble.on_damaged, Qt.ConnectionType.QueuedConnection)
        window.settings_wanted.connect(self._show_settings)
        window.quick_add_wanted.connect(self.at_hand.open_quick_add)
        window.quit_wanted.connect(self.quit)
        window.closing.connect(self._on_window_closing)
        window.ready.connect(self._on_ready)
        self.window = window

    @property
    def popup(self) -> QuickAddPopup:
        """Quick-add."""
        return self.at_hand.popup

    @property
    def tray(self) -> Tray:
        """The tray's icon."""
        return self.at_hand.tray

    def show_window(self, token: str = "") -> None:
        """Bring the window to the front, with the right to it that a second start was given."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        # And over it the question that is open: hidden, it would seem to hang.
        to_front(window, QApplication.activeModalWidget())

    def show_entry(self, kind: str, entry_id: str) -> None:
        """Bring the window to the front, at an entry."""
        self.show_window()
        self.window.showing.entry(kind, entry_id)

    def show_suggestion(self, number: int) -> None:
        """Bring the window to the front, at a suggestion."""
        self.show_window()
        self.window.showing.suggestion(number)

    def _on_window_closing(self) -> None:
        # Asked, the icon looks for a tray: its turn may not have come when a window is closed.
        if not (self.settings.close_to_tray and self.tray.present):
            self.quit()

    def on_tray_not_found(self) -> None:
        """There is no tray: never hide the window without a way back, and say so once."""
        if not self.window.isVisible():
            self.show_window()
        if not self._arrangement.value("tray/absence-told", False, type=bool):
            self._arrangement.setValue("tray/absence-told", True)
            self.window.notice.say(
                self.tray.absence_sentence(), (self.tr("Understood"), lambda: None), picture="info"
            )

    # --- what the window and the tray ask for

    def undo(self, change: int) -> None:
        """Take back a change of the bank."""
        self.worker.submit(lambda bank: bank.undo(USER, change), None, self.window.show_error)

    def _on_import_wanted(self, paths: Sequence[Path]) -> None:
        self._with_formats(lambda: self.import_from(paths))

    def _on_export_wanted(self) -> None:
        self._with_formats(self._export)

    def _with_formats(self, act: Callable[[], object]) -> None:
        """Do it once the formats of files are loaded: bit by bit, so that no key waits for them."""
        if self._asked.done:  # else it was asked for twice
            self._asked.then(ahead.load_formats(), act)

    def import_from(self, paths: Sequence[Path], format_name: str = "") -> None:
        """Show what these files would bring; where there are none, the person chooses some."""
        # Here, as in the next two: with the formats of files they would be a sixth of every start.
        from memdesk.gui.import_dialog import import_files

        window = self.window
        window.flush()
        import_files(window, self.worker, paths, window.showing.imported, format_name=format_name)

    def _export(self) -> None:
        from memdesk.gui.export_dialog import export_from

        self.window.flush()
        export_from(self.window.page, self.window, self.worker, self.window.status_line.say)

    def open_instead(self, path: Path) -> None:
        """Open another bank in this window."""
        if path.absolute() != self.bank.path:
            self.trouble.open_instead(path.absolute())

    def _first_start(self) -> FirstStart:
        """Ask with what to begin."""
        from memdesk.gui import modals
        from memdesk.gui.first_start import FirstStart
        from memdesk.store import backup

        before = backup.listed(self.bank.backups, self.bank.path)
        dialog = FirstStart(self.settings.language, before[0] if before else None)
        dialog.language_changed.connect(self._on_first_language)
        self.welcoming = True
        modals.run(dialog)
        self.welcoming = False
        return dialog

    def _begin(self, first: FirstStart) -> None:
        """Do what was chosen at the first start."""
        if first.beginning == "backup":
            self.trouble.restore()
        elif first.paths:
            self.import_from(first.paths, first.format)
        first.deleteLater()

    def _on_first_language(self, language: config.LanguageChoice) -> None:
        self.take_settings(replace(self.settings, language=language))

    def _show_mirrors(self) -> None:
        from memdesk.gui.mirrors_dialog import show_mirrors
        from memdesk.hosts import mirrors

        show_mirrors(self.window, self.worker, mirrors, self.import_from)

    def _show_settings(self) -> None:
        from memdesk.gui.settings_actions import SettingsActions
        from memdesk.hosts import checkup

        actions = SettingsActions(self, host_side(self.bank.path), checkup.look)
        actions.show()
        actions.deleteLater()

    def forget_arrangement(self) -> None:
        """Where windows stood is nobody's business any more."""
        self._arrangement.clear()
        self._arrangement.sync()

    def begin_anew(self, bank_path: Path) -> None:
        """Open a bank as on the first day."""
        self.settings = config.Settings()
        self._look.apply(self.settings.theme, self.settings.text_size)
        self._speech.apply(self.settings.language)
        self.open(bank_path)

    def take_settings(self, settings: config.Settings) -> None:
        """Save new settings and let them take effect."""
        # What is chosen elsewhere, and by nothing in the dialog, is as the file has it.
        settings = config.with_what_others_chose(settings, config.load())
        before, self.settings = self.settings, settings
        refusal: OSError | None = None
        try:
            config.save(settings)
        except OSError as error:
            refusal = error
        looks_else = (settings.theme, settings.text_size) != (before.theme, before.text_size)
        if looks_else:
            self._look.apply(settings.theme, settings.text_size)
        if settings.consolidate_at_messages != before.consolidate_at_messages:
            self.window.whole_bank.due_hint.look()
        if settings.quick_add_key != before.quick_add_key:
            self.at_hand.bind_key()
        if settings.serve != before.serve:
            self.serving.set_enabled(settings.serve)
        elif settings.serve and _http(settings) != _http(before):
            self.serving.stop()
            self.serving.start()
        if settings.language != before.language:
            self._speech.apply(settings.language)
        if (settings.language, settings.text_size) != (before.language, before.text_size):
            self._rebuild()
        if refusal is not None:  # said by the window that there is now, in its language
            self.window.status_line.say(
                self.tr("The settings can't be saved: {reason}").format(
                    reason=words.reason(refusal)
                ),
                warning=True,
            )

    def _rebuild(self) -> None:
        """Build window, popup and tray anew, for another language or size of text. Bit by bit: no
        key waits for all of it."""
        self._anew.finish()
        old = self.window
        old.save_look()
        self._build_window()
        self._on_serving_changed()
        self._anew.then(self._take_the_place_of(old))

    def _take_the_place_of(self, old: MainWindow) -> Iterator[None]:
        """Show the window in place of another; what is typed moves along."""
        new, taking = self.window, self.window.take_over(old)
        old.flush()
        old.stop()
        if old.isVisible():
            new.show()
        next(taking)
        old.hide()
        yield
        self.at_hand.build_anew()
        yield
        yield from taking
        yield from old.leave()

    def _make_doors(self) -> Doors:
        from memdesk.hosts.doors import Doors

        settings = self.settings
        port = settings.http_port if settings.http else None
        # The tokenizer when a host asks for a block: the window lets it go soon after, anyway.
        self._doors = Doors(
            self.bank.path,
            http_port=port,
            http_origins=settings.http_origins,
            counts_soon=False,
        )
        return self._doors

    def _on_serving_changed(self) -> None:
        sentence, picture, detail = self.serving.state()
        if self.serving.running and self._doors is not None:
            if self._doors.http_trouble is not None:
                picture, detail = "warning", words.error_sentence(self._doors.http_trouble)
            elif self._doors.http_address and not self.serving.paused:
                detail += "\n" + self._doors.http_address
        self.window.status_line.show_server(sentence, picture, detail)
        self.at_hand.show_state()


def _http(settings: config.Settings) -> tuple[object, ...]:
    """Whatever decides how the HTTP door is opened."""
    return settings.http, settings.http_port, settings.http_origins
