"""The program: settings, bank, server, window and tray put together (spec 7).

The one module of the interface that knows the doors. Order of a start: paths, settings, the
lock (a second start hands over and ends), bank, server, window.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from memdesk import config, paths
from memdesk.core.authors import Actor
from memdesk.core.entry import ANONYMOUS, Entry
from memdesk.core.errors import MemdeskError
from memdesk.gui import autostart, diagnostics, erasing, modals, words
from memdesk.gui.bank_trouble import BankTrouble, tell
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.disconnecting import disconnect_all
from memdesk.gui.host_side import HostSide, Plan
from memdesk.gui.icons import program_icon
from memdesk.gui.language import Speech
from memdesk.gui.main_window import MainWindow
from memdesk.gui.mirrors_dialog import show_mirrors
from memdesk.gui.quick_add import QuickAddPopup
from memdesk.gui.serving import Serving
from memdesk.gui.settings_dialog import SettingsDialog
from memdesk.gui.system_signals import quit_on_signals
from memdesk.gui.theme import Look
from memdesk.gui.tray import Tray
from memdesk.hosts import checkup, connect, host_places, mirrors, reviewing
from memdesk.hosts.doors import Doors
from memdesk.hosts.socket_server import AlreadyServed
from memdesk.hosts.this_program import allowed_origins, this_program
from memdesk.hosts.upkeep import Upkeep
from memdesk.hosts.window_socket import Handover, WindowSocket, listen_or_hand_over
from memdesk.store.bank import Bank

USER = Actor()

_log = logging.getLogger(__name__)


class Program(QObject):
    """The running program. One bank at a time is open, served and shown."""

    _handed_over = Signal(object)

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
        self._handed_over.connect(self._on_handed_over, Qt.ConnectionType.QueuedConnection)
        # A logout must not wait for anything but what is typed being handed over.
        app.commitDataRequest.connect(lambda _manager: self.window.flush())
        app.aboutToQuit.connect(self.shut_down)
        self._running = False
        self.trouble = BankTrouble(self)

    # --- starting and ending

    def claim(self, bank_path: Path, request: Handover | None = None) -> bool:
        """Become the window of a bank. False: another one is, and was given the request (to come
        to the front, if not said). Raises BankUnavailable when it does not answer.
        """
        address, request = paths.window_socket_address(bank_path), request or Handover("raise")
        listener = listen_or_hand_over(address, request, self._handed_over.emit)
        if listener is None:
            return False
        if self._listener is not None:
            self._listener.stop()
        self._listener = listener
        return True

    def open(self, bank_path: Path, *, hidden: bool = False) -> None:
        """Open a claimed bank: read it, serve it, show it. Raises BankUnavailable."""
        bank = Bank(bank_path)
        bank.generation()  # a bank that can't be read is refused here, before anything is shown
        self.bank = bank
        self.worker = BankWorker(bank, self)
        self.worker.start()
        self._upkeep = Upkeep(bank)
        self._upkeep.start()
        self._running = True
        self.serving = Serving(
            self._make_doors, AlreadyServed, enabled=self.settings.serve, parent=self
        )
        self._build_window()
        self._build_tray()
        self.serving.changed.connect(self._on_serving_changed)
        first = None if hidden or bank.exists() else self._first_start()
        if not hidden:
            self.show_window()
        self._on_serving_changed()
        if not self.settings.serve:  # else the server looks after it
            self.trouble.look_after(bank)
        # After the first paint: a listening socket has time, a person waiting for a window hasn't.
        QTimer.singleShot(0, self.serving, self.serving.start)
        if first is not None and first[0]:
            self._import(*first)

    def close_bank(self) -> None:
        """Save, stop serving, take down the window: everything that belongs to the bank."""
        if not self._running:
            return
        self._running = False
        self.window.flush()
        self.window.save_look()
        self.tray.stop()
        self.popup.hide()
        self.window.preview.stop()
        self.worker.stop()
        self._upkeep.stop()
        # What the last writes answered: what they could not store is kept for the next start.
        QGuiApplication.sendPostedEvents()
        self.window.keeper.keep_at_the_end()
        self.serving.stop()
        self.trouble.let_go()
        self.bank.close()
        for old in (self.window, self.popup, self.tray, self.serving, self.worker):
            old.deleteLater()
        self.window.hide()

    def shut_down(self) -> None:
        """The one routine that ends the program, however it was asked to."""
        self.close_bank()
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
        window.setWindowIcon(program_icon())
        window.bank_wanted.connect(self._on_bank_wanted)
        window.import_wanted.connect(self._import)
        window.export_wanted.connect(self._export)
        window.actions_by_name.bind(
            "mirrors", lambda: show_mirrors(window, self.worker, mirrors, self._import)
        )
        window.restore_wanted.connect(self.trouble.restore)
        window.damaged.connect(self.trouble.on_damaged, Qt.ConnectionType.QueuedConnection)
        window.settings_wanted.connect(self._show_settings)
        window.quick_add_wanted.connect(self._open_quick_add)
        window.quit_wanted.connect(self.quit)
        window.closing.connect(self._on_window_closing)
        self.window = window

    def _build_tray(self) -> None:
        self.popup = QuickAddPopup(self.worker)
        self.tray = Tray(self.worker, self)
        self._connect_popup()
        self._connect_tray()
        self.tray.start()

    def _connect_popup(self) -> None:
        self.popup.saved.connect(self._on_quick_added)
        self.popup.undo_asked.connect(self._undo)
        self.popup.entry_chosen.connect(self._show_entry)

    def _connect_tray(self) -> None:
        self.tray.quick_add_asked.connect(self._open_quick_add)
        self.tray.clipboard_asked.connect(self.popup.open_with_clipboard)
        self.tray.window_asked.connect(self.show_window)
        self.tray.pause_toggled.connect(self.serving.set_paused)
        self.tray.quit_asked.connect(self.quit)
        self.tray.undo_asked.connect(self._undo)
        self.tray.entry_chosen.connect(self._show_entry)
        self.tray.suggestion_chosen.connect(self._show_suggestion)
        self.tray.not_found.connect(self._on_tray_not_found)

    def show_window(self, token: str = "") -> None:
        """Bring the window to the front, with the right to it that a second start was given."""
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        modals.bring_to_front(window)

    def _open_quick_add(self) -> None:
        if self.settings.quick_add_from_clipboard:
            self.popup.open_with_news()
        else:
            self.popup.open()

    def _on_quick_added(self, entry: Entry, change: int) -> None:
        if not self.settings.notifications or self.popup.isVisible():
            return  # the popup says it itself, with a button to undo
        if self.tray.present:
            self.tray.say_saved(entry, change)
        else:
            self.window.notice.say(
                self.tr("Saved: {title}").format(title=entry.label),
                (self.tr("Undo"), lambda: self._undo(change)),
                (self.tr("Close"), lambda: None),
                picture="check",
            )

    def _show_entry(self, kind: str, entry_id: str) -> None:
        self.show_window()
        self.window.show_entry(kind, entry_id)

    def _show_suggestion(self, number: int) -> None:
        self.show_window()
        self.window.show_suggestion(number)

    def _on_window_closing(self) -> None:
        if not (self.settings.close_to_tray and self.tray.present):
            self.quit()

    def _on_tray_not_found(self) -> None:
        if not self.window.isVisible():
            self.show_window()  # never hidden without a way back
        if not self._arrangement.value("tray/absence-told", False, type=bool):
            self._arrangement.setValue("tray/absence-told", True)
            self.window.notice.say(
                self.tray.absence_sentence(), (self.tr("Understood"), lambda: None), picture="info"
            )

    # --- what the window and the tray ask for

    def _undo(self, change: int) -> None:
        self.worker.submit(lambda bank: bank.undo(USER, change), None, self.window.show_error)

    def _import(self, paths: Sequence[Path], format_name: str = "") -> None:
        # Here, as in the next two: with the formats of files they would be a sixth of every start.
        from memdesk.gui.import_dialog import import_files

        window = self.window
        window.flush()
        import_files(window, self.worker, paths, window.show_imported, format_name=format_name)

    def _export(self) -> None:
        from memdesk.gui.export_dialog import export_from

        self.window.flush()
        export_from(self.window.page, self.window, self.worker, self.window.status_line.say)

    def _on_bank_wanted(self, path: Path) -> None:
        if path.absolute() != self.bank.path:
            self.trouble.open_instead(path.absolute())

    def _first_start(self) -> tuple[tuple[Path, ...], str]:
        """Ask with what to begin; what to import, if anything, and its format where known."""
        from memdesk.gui.first_start import FirstStart

        dialog = FirstStart(self.settings.language)
        dialog.language_changed.connect(self._on_first_language)
        modals.run(dialog)
        chosen = dialog.paths, dialog.format
        dialog.deleteLater()
        return chosen

    def _on_first_language(self, language: config.LanguageChoice) -> None:
        self._take_settings(replace(self.settings, language=language))

    def _show_settings(self) -> None:
        dialog = SettingsDialog(
            self.settings,
            self.bank.path,
            tray=self.tray.present,
            autostart=autostart.is_on(),
        )
        dialog.settings_changed.connect(self._take_settings)
        dialog.autostart_toggled.connect(self._on_autostart_toggled)
        dialog.disconnect_wanted.connect(
            lambda: disconnect_all(dialog, self.worker, host_side(self.bank.path))
        )
        dialog.diagnostics_wanted.connect(self._copy_diagnostics)
        dialog.erase_wanted.connect(lambda: self._on_erase_wanted(dialog))
        result = modals.run(dialog)
        dialog.deleteLater()
        if result == SettingsDialog.ERASE:
            self._erase_everything()

    def _on_autostart_toggled(self, on: bool) -> None:
        try:
            autostart.switch(on)
        except OSError as error:
            self.window.status_line.say(
                self.tr("Starting at login can't be changed: {reason}").format(
                    reason=words.reason(error)
                ),
                warning=True,
            )

    def _copy_diagnostics(self) -> None:
        serving = self.serving.state()[2] if self.serving.running else "no"
        settings = self.settings

        def copy(found: dict[str, object]) -> None:
            QGuiApplication.clipboard().setText(diagnostics.report(settings, serving, found))
            self.window.status_line.say(self.tr("The diagnostics are copied."))

        self.worker.survey(lambda bank: diagnostics.collect(bank, checkup.look), copy)

    def _on_erase_wanted(self, dialog: SettingsDialog) -> None:
        if erasing.sure_to_erase(dialog, erasing.keepers(self.bank.path)):
            dialog.done(SettingsDialog.ERASE)

    def _erase_everything(self) -> None:
        """Leave nothing, then begin as on the first day."""
        path = self.bank.path
        self.close_bank()
        self._arrangement.clear()
        self._arrangement.sync()
        left = erasing.erase(erasing.keepers(path))
        if left:
            modals.inform(
                None,
                self.tr("Erase everything"),
                self.tr("Some of it could not be erased:"),
                detail="\n".join(str(error) for error in left),
                weight="warning",
            )
        self.settings = config.Settings()
        self._look.apply(self.settings.theme, self.settings.text_size)
        self._speech.apply(self.settings.language)
        self.open(path)

    def _take_settings(self, settings: config.Settings) -> None:
        """Save new settings and let them take effect."""
        # What is chosen elsewhere, and by nothing in the dialog, is as the file has it.
        settings = config.with_what_others_chose(settings, config.load())
        before, self.settings = self.settings, settings
        try:
            config.save(settings)
        except OSError as error:
            self.window.status_line.say(
                self.tr("The settings can't be saved: {reason}").format(reason=words.reason(error)),
                warning=True,
            )
        looks_else = (settings.theme, settings.text_size) != (before.theme, before.text_size)
        if looks_else:
            self._look.apply(settings.theme, settings.text_size)
        if settings.consolidate_at_messages != before.consolidate_at_messages:
            self.window.whole_bank.due_hint.look()
        if settings.serve != before.serve:
            self.serving.set_enabled(settings.serve)
        elif settings.serve and _http(settings) != _http(before):
            self.serving.stop()
            self.serving.start()
        if settings.language != before.language:
            self._speech.apply(settings.language)
        if (settings.language, settings.text_size) != (before.language, before.text_size):
            self._rebuild()

    def _rebuild(self) -> None:
        """Build window, popup and tray anew, for another language or size of text; what is
        typed moves along."""
        old, old_tray, old_popup = self.window, self.tray, self.popup
        visible = old.isVisible()
        old.flush()
        old.save_look()
        old.preview.stop()
        self._build_window()
        self.window.adopt_drafts(old)
        self.popup = QuickAddPopup(self.worker)
        self.popup.line.setText(old_popup.line.text())
        self._connect_popup()
        old_popup.close()
        old_popup.deleteLater()
        self.tray = Tray(self.worker, self)
        old_tray.stop()
        old_tray.deleteLater()
        self._connect_tray()
        self.tray.start()
        self._on_serving_changed()
        if visible:
            self.window.show()
        old.hide()
        old.deleteLater()

    def _make_doors(self) -> Doors:
        settings = self.settings
        port = settings.http_port if settings.http else None
        self._doors = Doors(self.bank.path, http_port=port, http_origins=settings.http_origins)
        return self._doors

    def _on_serving_changed(self) -> None:
        sentence, picture, detail = self.serving.state()
        if self.serving.running and self._doors is not None:
            if self._doors.http_trouble is not None:
                picture, detail = "warning", words.error_sentence(self._doors.http_trouble)
            elif self._doors.http_address and not self.serving.paused:
                detail += "\n" + self._doors.http_address
        self.window.status_line.show_server(sentence, picture, detail)
        self.tray.show_state(self.bank.path.stem, paused=self.serving.paused)

    # --- a second start

    def _on_handed_over(self, request: Handover) -> None:
        match request.action:
            case "raise":
                self.show_window(request.token)
            case "quick-add":
                if request.argument:
                    self.popup.open(request.argument)
                else:
                    self._open_quick_add()
            case "open-bank":
                self.show_window(request.token)
                self._on_bank_wanted(Path(request.argument))
            case "import":
                self.show_window(request.token)
                self._import((Path(request.argument),))


def run(bank: Path, *, minimized: bool = False, request: Handover | None = None) -> int:
    """Open the window of a bank, or hand over to the one that is open. Returns an exit code."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("memdesk")
    app.setDesktopFileName("memdesk")
    app.setWindowIcon(program_icon())
    app.setQuitOnLastWindowClosed(False)
    settings = config.load()
    program = Program(app, settings)
    asked = request or Handover("raise")
    hidden = minimized or settings.start_minimised
    try:
        if not program.claim(bank, asked):
            return 0
        opened = program.trouble.open(bank, hidden=hidden)
    except MemdeskError as error:
        tell(None, error)
        opened = False
    if not opened:
        program.shut_down()
        return 1
    stop_listening = quit_on_signals(app)
    if request is not None and request.action != "raise":
        QTimer.singleShot(0, program, lambda: program._on_handed_over(request))
    try:
        return app.exec()
    finally:
        stop_listening()
        program.shut_down()


def host_side(bank: Path) -> HostSide:
    """What the window asks of the doors, for one bank."""

    def plan(host: str, folder: Path | None, remove: bool) -> Plan:
        machine = connect.this_machine(folder)
        return connect.plan(host, machine, this_program(bank), remove=remove)

    def write(host: str, changes: Plan, remove: bool) -> list[Path]:
        backups = connect.write(cast("Sequence[connect.Change]", changes))
        settings = config.load()
        origins = allowed_origins(host, settings.http_origins, remove=remove)
        if origins != settings.http_origins:
            config.save(replace(settings, http_origins=origins))
        return backups

    return HostSide(
        propose=reviewing.propose,
        similar=reviewing.similar,
        accept=reviewing.accept,
        accept_into=reviewing.accept_into,
        connectable=connect.HOSTS,
        caller_name=lambda host: "" if host == ANONYMOUS else host,
        in_a_folder=host_places.IN_A_FOLDER,
        plan=plan,
        write=write,
    )


def _http(settings: config.Settings) -> tuple[object, ...]:
    """Whatever decides how the HTTP door is opened."""
    return settings.http, settings.http_port, settings.http_origins
