"""What the settings dialog asks for, beside settings: starting at login, diagnostics, erasing,
taking memdesk out of all hosts (spec 7.6). Loaded when the dialog is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from memdesk.gui import autostart, diagnostics, erasing, modals, words
from memdesk.gui.diagnostics import Look
from memdesk.gui.disconnecting import disconnect_all
from memdesk.gui.global_shortcut import GlobalShortcut
from memdesk.gui.host_side import HostSide
from memdesk.gui.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from memdesk.gui.application import Program


class SettingsActions(QObject):
    """Shows the dialog and does what it asks for."""

    def __init__(self, program: Program, host_side: HostSide, look: Look) -> None:
        """`look` tells how memdesk is, part by part."""
        super().__init__(program)
        self._program = program
        self._host_side = host_side
        self._look = look

    def show(self) -> None:
        """Let the person change the settings."""
        program = self._program
        dialog = SettingsDialog(
            program.settings,
            program.bank.path,
            tray=program.at_hand.in_tray,
            autostart=autostart.is_on(),
            shortcut=program.at_hand.shortcut if GlobalShortcut.possible() else None,
        )
        dialog.settings_changed.connect(program.take_settings)
        dialog.autostart_toggled.connect(self._on_autostart_toggled)
        dialog.disconnect_wanted.connect(
            lambda: disconnect_all(dialog, program.worker, self._host_side)
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
            self._program.window.status_line.say(
                self.tr("Starting at login can't be changed: {reason}").format(
                    reason=words.reason(error)
                ),
                warning=True,
            )

    def _copy_diagnostics(self) -> None:
        program, look = self._program, self._look
        serving = program.serving.state()[2] if program.serving.running else "no"
        settings, said = program.settings, self.tr("The diagnostics are copied.")

        def copy(found: dict[str, object]) -> None:
            QGuiApplication.clipboard().setText(diagnostics.report(settings, serving, found))
            program.window.status_line.say(said)

        program.worker.survey(lambda bank: diagnostics.collect(bank, look), copy)

    def _on_erase_wanted(self, dialog: SettingsDialog) -> None:
        if erasing.sure_to_erase(dialog, erasing.keepers(self._program.bank.path)):
            dialog.done(SettingsDialog.ERASE)

    def _erase_everything(self) -> None:
        """Leave nothing, then begin as on the first day."""
        program = self._program
        path = program.bank.path
        program.close_bank()
        program.forget_arrangement()
        left = erasing.erase(erasing.keepers(path))
        if left:
            modals.inform(
                None,
                self.tr("Erase everything"),
                self.tr("Some of it could not be erased:"),
                detail="\n".join(f"{error.filename}: {words.reason(error)}" for error in left),
                weight="warning",
            )
        program.begin_anew(path)
