"""The program in a process of its own, that is quit while a dialog of its start is open.

`python quitting_program.py BANK DIALOG HOW` says which dialog was open, and quits as the tray's
icon does (`program`) or as a desktop does (`qt`). `waits`: it says so and goes on until it is
told otherwise. `fails`: opening the bank does.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from memdesk.gui import application, running
from memdesk.gui.first_start import FirstStart

LOOKED_MS = 20


def main() -> int:
    path, dialog, how = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    programs: list[application.Program] = []
    app = application.Application(sys.argv[:1])

    class Program(application.Program):
        def open(self, bank_path: Path, *, hidden: bool = False) -> None:
            programs.append(self)
            if how == "fails":
                raise ZeroDivisionError("as a fault in the program would")
            super().open(bank_path, hidden=hidden)

    running.Program = Program  # type: ignore[misc]
    looking = QTimer()

    def look() -> None:
        asked = QApplication.activeModalWidget()
        if asked is None:
            return
        if type(asked).__name__ != dialog:
            assert isinstance(asked, FirstStart)
            file = path.with_name("some.json")
            file.write_text(json.dumps({"tasks": [{"id": "a", "title": "a"}]}), "utf-8")
            asked.paths = (file,)
            asked.accept()
            return
        looking.stop()
        print("asked:", dialog, flush=True)
        if how == "program":
            programs[0].quit()
        elif how == "qt":
            QCoreApplication.quit()

    looking.timeout.connect(look)
    looking.start(LOOKED_MS)
    code = running.run(path)
    app.processEvents()
    return code


if __name__ == "__main__":
    sys.exit(main())
