"""From a start's arguments to its exit code: the loop in which all of the program happens."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from memdesk import APPLICATION_ID, config
from memdesk.core.errors import MemdeskError
from memdesk.gui.application import Program
from memdesk.gui.bank_trouble import tell
from memdesk.gui.opened_files import Application
from memdesk.gui.system_signals import quit_on_signals
from memdesk.hosts.window_socket import Handover


def run(bank: Path, *, minimized: bool = False, request: Handover | None = None) -> int:
    """Open the window of a bank, or hand over to the one that is open. Returns an exit code."""
    if sys.platform == "win32":
        from memdesk.gui.windows_identity import identify

        identify()
    app = QApplication.instance() or Application(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("memdesk")
    app.setDesktopFileName(APPLICATION_ID)
    app.setQuitOnLastWindowClosed(False)
    settings = config.load()
    program = Program(app, settings)
    asked = request or Handover("raise")
    hidden = minimized or settings.start_minimised
    try:
        if not program.claim(bank, asked):
            return 0
    except MemdeskError as error:
        tell(None, error)
        program.shut_down()
        return 1
    failed: list[BaseException] = []

    def begin() -> None:
        try:
            opened = program.trouble.open(bank, hidden=hidden)
        except MemdeskError as error:
            tell(None, error)
            opened = False
        except BaseException as error:  # noqa: BLE001 - Qt would print it and go on: it ends the run
            failed.append(error)
            opened = False
        if not opened:
            app.exit(1)
        elif request is not None and request.action != "raise":
            program.handed_over.take(request)

    # In the loop: before it runs Qt forgets that it shall quit, and a start may ask something.
    QTimer.singleShot(0, program, begin)
    stop_listening = quit_on_signals(app)
    try:
        code = app.exec()
    finally:
        stop_listening()
        program.shut_down()
    if failed:
        raise failed[0]
    return code
