"""What of Qt is shipped, and what the packages leave to the system.

The lists say what stays; whatever they do not name goes. `prune` works on any folder that holds a
PySide6, so that the tests can try the same lists on the one that is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

MODULES = {"QtCore", "QtGui", "QtSvg", "QtWidgets"}
"""The modules of PySide6 that memdesk imports."""

PLUGINS = {
    # offscreen: for looking at the program where there is no display, as the tests do.
    "platforms": {"qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"},
    "wayland-shell-integration": {"xdg-shell"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    # Without them, nobody could write Chinese.
    "platforminputcontexts": {
        "ibusplatforminputcontextplugin",
        "composeplatforminputcontextplugin",
    },
    # The desktop's own file dialogs. Not qgtk3: it would load all of GTK into the program.
    "platformthemes": {"qxdgdesktopportal"},
    "imageformats": {"qsvg"},
    "iconengines": {"qsvgicon"},
    "styles": {"qmacstyle", "qmodernwindowsstyle", "qwindows11style", "qwindowsvistastyle"},
}
"""The plugins that stay, by folder. No OpenGL, no TLS, no network: Qt does none of that here."""

TRANSLATIONS = {"qtbase_zh_CN.qm"}
"""Qt's own texts in the languages that memdesk speaks; English is what they are written in."""

SYSTEM = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libnsl.so.1": "libc6",
    "libcrypt.so.1": "libcrypt1",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    "libbrotlidec.so.1": "libbrotli1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgmodule-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libXext.so.6": "libxext6",
    "libxcb.so.1": "libxcb1",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""What every desktop has and a copy of would only quarrel with (a display's driver needs the
newest libstdc++, not ours), and Debian's package of each. The xcb-util family is shipped: it is
small, and desktops without Qt programs lack it."""

RENAMED = {"libglib2.0-0": "libglib2.0-0t64 | libglib2.0-0"}
"""Packages that newer releases call otherwise."""

_PLUGIN = re.compile(
    r"(?:^|/)plugins/(?P<folder>[^/]+)/(?:lib)?(?P<name>[^/.]+)\.(?:so|dll|dylib)$"
)
_MODULE = re.compile(r"(?:^|/)PySide6/(?P<name>Qt\w+)\.(?:abi3\.so|pyd|pyi)$")
_TRANSLATION = re.compile(r"(?:^|/)PySide6/(?:Qt/)?translations/(?P<name>[^/]+\.qm)$")
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)


def stays(path: str) -> bool:
    """Whether the lists keep a file, by its path with slashes; what they know nothing of stays."""
    if match := _PLUGIN.search(path):
        return match["name"] in PLUGINS.get(match["folder"], ())
    if match := _MODULE.search(path):
        return match["name"] in MODULES
    if match := _TRANSLATION.search(path):
        return match["name"] in TRANSLATIONS
    return True


def prune(folder: Path, *, libraries: bool) -> list[str]:
    """Remove from a folder what does not stay, and give back what went, sorted.

    `libraries`: also the shared libraries that then nothing needs, and those of SYSTEM. That
    reads ELF, by objdump.
    """
    gone = [path for path in _files(folder) if not stays(path.relative_to(folder).as_posix())]
    for path in gone:
        path.unlink()
    if libraries:
        gone += _prune_libraries(folder)
    for path in _files(folder):
        if path.is_symlink() and not path.exists():
            path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()
    return sorted(path.relative_to(folder).as_posix() for path in gone)


def needed_from_the_system(folder: Path) -> dict[str, list[str]]:
    """The libraries that a folder's programs need and do not bring, with those that need them."""
    binaries = _binaries(folder)
    brought = {path.name for path in _files(folder)}
    needed: dict[str, list[str]] = {}
    for path in binaries:
        for name in needed_by(path):
            if name not in brought:
                needed.setdefault(name, []).append(path.name)
    return needed


def needed_by(path: Path) -> list[str]:
    """The libraries that a program or library names itself."""
    told = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True)
    return _NEEDED.findall(told.stdout)


def _prune_libraries(folder: Path) -> list[Path]:
    """Remove libraries of SYSTEM, and those that no program, module or plugin comes to need."""
    # A library has its version in its name (libX.so.6); what Python and Qt load by themselves
    # has not, but for libpython, which the program loads when it starts.
    binaries = _binaries(folder)
    libraries = {
        path.name: path
        for path in binaries
        if re.search(r"\.so\.\d", path.name) and not path.name.startswith("libpython")
    }
    waiting = [path for path in binaries if path.name not in libraries]
    reached: set[str] = set()
    while waiting:
        for name in needed_by(waiting.pop()):
            if name in libraries and name not in reached and name not in SYSTEM:
                reached.add(name)
                waiting.append(libraries[name])
    gone = [path for name, path in sorted(libraries.items()) if name not in reached]
    for path in gone:
        path.unlink()
    return gone


def _files(folder: Path) -> list[Path]:
    return [Path(place, name) for place, _, names in os.walk(folder) for name in sorted(names)]


def _binaries(folder: Path) -> list[Path]:
    found = []
    for path in _files(folder):
        if not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return found
