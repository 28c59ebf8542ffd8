"""What Windows is told of whose the windows are; no Windows is needed for that."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

import pytest

from memdesk import APPLICATION_ID
from memdesk.gui.windows_identity import identify, tell

INSTALLER = Path(__file__).parents[2] / "packaging" / "windows" / "memdesk.iss"


class Shell:
    """Stands for shell32: a function of ctypes, called as it says that it is."""

    def __init__(self, result: int = 0) -> None:
        self.given: list[str | None] = []

        @ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_wchar_p)
        def name_process(name: str | None) -> int:
            self.given.append(name)
            return result

        self.SetCurrentProcessExplicitAppUserModelID = name_process


def test_the_process_has_the_id_of_the_installed_shortcuts() -> None:
    shell = Shell()
    tell(shell)
    assert shell.given == [APPLICATION_ID]
    named = re.findall(r'AppUserModelID: "(.+?)"', INSTALLER.read_text("utf-8"))
    assert set(named) == {APPLICATION_ID}


def test_every_shortcut_to_the_window_has_it() -> None:
    icons = INSTALLER.read_text("utf-8").split("[Icons]")[1].split("[Registry]")[0]
    windows = [line for line in icons.splitlines() if line.strip() and "Parameters" not in line]
    assert len(windows) == 2
    assert all(f'AppUserModelID: "{APPLICATION_ID}"' in line for line in windows)


def test_windows_may_refuse_it(caplog: pytest.LogCaptureFixture) -> None:
    tell(Shell(-2147024809))
    assert caplog.messages == ["Windows took no id for the program: 0x80070057"]


@pytest.mark.skipif(sys.platform == "win32", reason="there it is told")
def test_other_systems_are_told_nothing() -> None:
    identify()
