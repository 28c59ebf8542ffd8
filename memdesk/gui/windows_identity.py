"""Whose the windows are: without an id of its own Windows takes those of a Python program for the
interpreter's, pins that to the taskbar and shows its name on notifications."""

from __future__ import annotations

import ctypes
import logging
import sys
from typing import Any

from memdesk import APPLICATION_ID

_log = logging.getLogger(__name__)


def identify() -> None:
    """Give this process, before its first window, the id that the installer's shortcuts have.
    Does nothing on other systems."""
    if sys.platform == "win32":
        tell(ctypes.WinDLL("shell32"))


def tell(shell: Any) -> None:
    """Tell `shell`, which is shell32, the id; a refusal costs only the look."""
    name_process = shell.SetCurrentProcessExplicitAppUserModelID
    name_process.argtypes = (ctypes.c_wchar_p,)
    name_process.restype = ctypes.c_long  # HRESULT: below 0 where it failed
    result = name_process(APPLICATION_ID)
    if result < 0:
        _log.warning("Windows took no id for the program: %#010x", result & 0xFFFFFFFF)
