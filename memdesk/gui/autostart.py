"""Whether memdesk starts at login, in the tray: each system has a place of its own for that."""

from __future__ import annotations

import os
import sys
from html import escape  # that of xml.sax would bring a whole HTTP client along
from pathlib import Path

from memdesk import APPLICATION_ID, paths

NAME = "memdesk"
"""In the registry."""
_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"


def command() -> tuple[str, ...]:
    """What starts this memdesk in the tray."""
    if image := os.environ.get("APPIMAGE"):
        return (image, "--minimized")
    if getattr(sys, "frozen", False):
        # On Windows there are two: one for consoles, and one that opens none.
        windowed = Path(sys.executable).with_name("memdesk-window.exe")
        return (str(windowed) if sys.platform == "win32" else sys.executable, "--minimized")
    return (sys.executable, "-m", "memdesk", "--minimized")


def place() -> Path | None:
    """The file that says so; None on Windows, where the registry does."""
    if sys.platform == "win32":
        return None
    if sys.platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{APPLICATION_ID}.plist"
    config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(config) / "autostart" / f"{APPLICATION_ID}.desktop"


def is_on() -> bool:
    """Whether memdesk starts at login."""
    path = place()
    return _in_registry() if path is None else path.is_file()


def switch(on: bool) -> None:
    """Start at login from now on, or no longer. Raises OSError."""
    path = place()
    if path is None:
        _switch_in_registry(on)
    elif on:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_launch_agent() if sys.platform == "darwin" else _desktop(), "utf-8")
    else:
        path.unlink(missing_ok=True)


def _desktop() -> str:
    """As the XDG standard for autostart has it."""
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        "Name=memdesk\n"
        f"Exec={' '.join(_quoted(word) for word in command())}\n"
        # Once memdesk is uninstalled, desktops look past the file for that.
        f"TryExec={command()[0]}\n"
        f"Icon={paths.resources() / 'icons' / 'memdesk.svg'}\n"
        "X-GNOME-Autostart-enabled=true\n"
    )


def _quoted(word: str) -> str:
    """A word of an Exec line: quoted where it must be, `%` doubled."""
    word = word.replace("%", "%%")
    if word and all(one.isalnum() or one in "/._-%+:=@" for one in word):
        return word
    for special in ("\\", '"', "`", "$"):
        word = word.replace(special, "\\" + special)
    # The value itself is read once more, as a string of a key file.
    return '"' + word.replace("\\", "\\\\") + '"'


def _launch_agent() -> str:
    words = "".join(f"<string>{escape(word, quote=False)}</string>" for word in command())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"'
        ' "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
        '<plist version="1.0"><dict>'
        f"<key>Label</key><string>{APPLICATION_ID}</string>"
        f"<key>ProgramArguments</key><array>{words}</array>"
        "<key>RunAtLoad</key><true/>"
        "</dict></plist>\n"
    )


def _in_registry() -> bool:
    import winreg  # there on Windows alone

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN) as key:  # type: ignore[attr-defined,unused-ignore]
            winreg.QueryValueEx(key, NAME)  # type: ignore[attr-defined,unused-ignore]
    except FileNotFoundError:
        return False
    return True


def _switch_in_registry(on: bool) -> None:
    import subprocess
    import winreg

    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN) as key:  # type: ignore[attr-defined,unused-ignore]
        if on:
            line = subprocess.list2cmdline(command())
            winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, line)  # type: ignore[attr-defined,unused-ignore]
        elif _in_registry():
            winreg.DeleteValue(key, NAME)  # type: ignore[attr-defined,unused-ignore]
