"""From a fresh clone to an installed memdesk: system libraries, a venv, the package.

Standard library only, and plain enough for an older Python to reach the sentence that asks for
a newer one. Everything said here goes to stderr: stdout belongs to the program that follows.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "memdesk-installed.json"
OLDEST_PYTHON = (3, 11)
NEWEST_PYTHON = (3, 14)

MANAGERS = ("apt", "dnf", "pacman", "zypper")

# What Qt loads from the system. First the library as the loader knows it, then the package that
# brings it, in the order of MANAGERS. A package's name changes from one release to the next
# (libglib2.0-0t64), the library's does not: so libraries are looked for, packages asked for.
LIBRARIES = {
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2", "glib2", "libgthread-2_0-0"),
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd", "libglvnd"),
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd", "libglvnd"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig", "libfontconfig1"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus", "libdbus-1-3"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon", "libxkbcommon0"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2", "krb5-libs", "krb5", "krb5"),
    "libwayland-cursor.so.0": (
        "libwayland-cursor0",
        "libwayland-cursor",
        "wayland",
        "libwayland-cursor0",
    ),
    "libxkbcommon-x11.so.0": (
        "libxkbcommon-x11-0",
        "libxkbcommon-x11",
        "libxkbcommon-x11",
        "libxkbcommon-x11-0",
    ),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm", "libxcb-icccm4"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image", "libxcb-image0"),
    "libxcb-keysyms.so.1": (
        "libxcb-keysyms1",
        "xcb-util-keysyms",
        "xcb-util-keysyms",
        "libxcb-keysyms1",
    ),
    "libxcb-render-util.so.0": (
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
        "libxcb-render-util0",
    ),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb", "libxcb-shape0"),
    "libxcb-cursor.so.0": (
        "libxcb-cursor0",
        "xcb-util-cursor",
        "xcb-util-cursor",
        "libxcb-cursor0",
    ),
}

# What tests/desktop drives the window with: the program, then its package in each manager.
PROGRAMS = {
    "Xvfb": ("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xorg-x11-server-Xvfb"),
    "openbox": ("openbox", "openbox", "openbox", "openbox"),
    "trayer": ("trayer", "trayer", "trayer", "trayer"),
    "xdotool": ("xdotool", "xdotool", "xdotool", "xdotool"),
    "import": ("imagemagick", "ImageMagick", "imagemagick", "ImageMagick"),
    "xprop": ("x11-utils", "xprop", "xorg-xprop", "xprop"),
    "socat": ("socat", "socat", "socat", "socat"),
    "dbus-run-session": ("dbus", "dbus-daemon", "dbus", "dbus-1-daemon"),
}
CHINESE_FONT = (
    "fonts-wqy-microhei",
    "wqy-microhei-fonts",
    "wqy-microhei",
    "wqy-microhei-fonts",
)
INSTALL = {
    "apt": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --needed --noconfirm",
    "zypper": "zypper --non-interactive install",
}


def say(text: str) -> None:
    """A line of progress."""
    print("memdesk: " + text, file=sys.stderr, flush=True)


def stop(text: str) -> NoReturn:
    """The last line: what is wrong and what to do."""
    say(text)
    sys.exit(1)


def own_version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def with_a_new_enough_python() -> None:
    """Go on in this Python, or start again in a newer one found on the path."""
    if sys.version_info >= OLDEST_PYTHON:
        return
    for minor in range(NEWEST_PYTHON[1], OLDEST_PYTHON[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            sys.exit(subprocess.call([found, *sys.argv]))
    stop(
        f"this is Python {own_version()}, and no newer one is on the path. Install Python 3.11 "
        "or later and run this again with it."
    )


def prepare(*extras: str, tests: bool = False) -> None:
    """Make sure that memdesk can run from `.venv`, doing only what is not done yet.

    `extras` are those of pyproject.toml; `tests` also asks for the programs that the tests
    on an X server need. Ends the program with a sentence where it can't go on.
    """
    with_a_new_enough_python()
    wanted = missing_system_packages(tests)
    wanted_for = "Qt" + (" and the tests" if tests else "")
    if wanted:
        install_system_packages(wanted, wanted_for)
    install_package(set(extras))


# --- system packages


def missing_system_packages(tests: bool) -> list[tuple[str, ...]]:
    """One row of package names, in the order of MANAGERS, for each thing not found."""
    if not sys.platform.startswith("linux"):
        return []
    wanted = [row for library, row in LIBRARIES.items() if not loads(library)]
    if tests:
        wanted += [row for program, row in PROGRAMS.items() if not shutil.which(program)]
        if not has_chinese_font():
            wanted.append(CHINESE_FONT)
    return wanted


def loads(library: str) -> bool:
    """Whether the dynamic loader finds the library, which is all that Qt will ask."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_chinese_font() -> bool:
    """Whether some font has Chinese letters (a window of empty boxes can't be looked at)."""
    lister = shutil.which("fc-list")
    if lister:
        listed = subprocess.run(
            [lister, ":lang=zh-cn", "family"], stdout=subprocess.PIPE, check=False
        )
        return bool(listed.stdout.strip())
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
    names = [path.name.lower() for folder in folders for path in folder.rglob("*.tt[cf]")]
    return any("wqy" in name or "cjk" in name for name in names)


def package_manager() -> str | None:
    """The first of MANAGERS that this system has."""
    for manager in MANAGERS:
        if shutil.which("apt-get" if manager == "apt" else manager):
            return manager
    return None


def install_system_packages(rows: list[tuple[str, ...]], wanted_for: str) -> None:
    """Install them where that is allowed; otherwise say the exact command and go on.

    Going on is right: a server needs no library of Qt's, and Qt names what it misses itself.
    """
    manager = package_manager()
    if manager is None:
        say(
            f"{wanted_for} needs system packages that are not there, and no known package "
            f"manager is. On Debian they are: {' '.join(sorted({row[0] for row in rows}))}"
        )
        return
    names = sorted({row[MANAGERS.index(manager)] for row in rows})
    command = INSTALL[manager].split() + names
    prefix = as_root()
    if prefix is None:
        say(f"{wanted_for} needs system packages. Install them with:")
        say("    sudo " + " ".join(command))
        say("Going on without.")
        return
    say(f"installing system packages for {wanted_for}: {' '.join(names)}")
    if manager == "apt":
        prefix = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
        command[1:1] = ["-qq", "-o", "DPkg::Lock::Timeout=120"]
        # Fresh machines have no package lists yet, old ones have stale ones.
        run_aside([*prefix, "apt-get", "-qq", "update"], quiet=True)
    if run_aside([*prefix, *command], quiet=True) != 0:
        say("that did not work. To do it by hand:")
        say("    sudo " + INSTALL[manager] + " " + " ".join(names))
        say("Going on without.")


def as_root() -> list[str] | None:
    """What to put before a command so that root runs it; None where that can't be had."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    silent = subprocess.call(
        [sudo, "-n", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    if silent == 0:
        return [sudo]
    return [sudo] if sys.stdin.isatty() else None  # it asks for the password in the terminal


def run_aside(command: list[str], cwd: Path | None = None, quiet: bool = False) -> int:
    """Run a command whose output is progress: on stderr, or with `quiet` only its complaints."""
    return subprocess.call(command, stdout=subprocess.DEVNULL if quiet else sys.stderr, cwd=cwd)


# --- the venv and the package


def install_package(extras: set[str]) -> None:
    """Install memdesk (editable) into `.venv`, unless the stamp says that it is there."""
    project = (ROOT / "pyproject.toml").read_bytes()
    wanted = hashlib.sha256(project + str(ROOT).encode()).hexdigest()
    stamp = read_stamp()
    installed = set(stamp.get("extras", []))
    up_to_date = stamp.get("project") == wanted and venv_works(quick=True)
    if up_to_date and extras <= installed:
        return
    extras |= installed
    pip = venv_pip()
    spec = str(ROOT) + (f"[{','.join(sorted(extras))}]" if extras else "")
    say("installing memdesk into .venv (the first time this takes a minute or two)")
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    command = [*pip, "install", "--disable-pip-version-check", "--no-input", *quiet]
    STAMP.unlink(missing_ok=True)
    if run_aside([*command, "--editable", spec], cwd=ROOT) != 0:
        stop("the installation failed; pip says why above. Run this again once that is solved.")
    STAMP.write_text(json.dumps({"project": wanted, "extras": sorted(extras)}), "utf-8")


def read_stamp() -> dict:
    """What was installed last; empty when nothing was, or half."""
    try:
        return json.loads(STAMP.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def program(name: str) -> Path:
    """Where `.venv` has a program. On Windows by its whole name: a path gets no suffix there."""
    return BIN / (name + ".exe" if os.name == "nt" else name)


def venv_python() -> Path:
    return program("python")


def venv_works(quick: bool = False) -> bool:
    """Whether `.venv` has a Python that is new enough (`quick`: that is there at all)."""
    if quick:
        return venv_python().exists()  # False too where it points to a Python since removed
    check = f"import sys; sys.exit(sys.version_info < {OLDEST_PYTHON})"
    try:
        return subprocess.call([str(venv_python()), "-c", check]) == 0
    except OSError:
        return False


def venv_pip() -> list[str]:
    """The command of a pip that installs into `.venv`, which is made first if need be."""
    inside = [str(venv_python()), "-m", "pip"]
    if venv_works() and subprocess.call([*inside, "--version"], stdout=subprocess.DEVNULL) == 0:
        return inside
    say(f"making .venv with Python {own_version()}")
    if not has_module("ensurepip") and package_manager() == "apt":
        # Debian keeps it in a package of its own.
        package = f"python{own_version()}-venv"
        install_system_packages([(package, "", "", "")], "making a venv")
    if has_module("ensurepip"):
        if run_aside([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
            stop(f"{VENV} could not be made; the reason stands above.")
        return inside
    if has_module("pip"):
        if run_aside([sys.executable, "-m", "venv", "--clear", "--without-pip", str(VENV)]) != 0:
            stop(f"{VENV} could not be made; the reason stands above.")
        return [sys.executable, "-m", "pip", "--python", str(venv_python())]
    stop("this Python has neither ensurepip nor pip. Install one of them and run this again.")


def has_module(name: str) -> bool:
    """Whether a fresh look finds the module (it may have been installed a moment ago)."""
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None


def become(name: str, *args: str) -> None:
    """End here as that program of `.venv`, with its exit code."""
    path = str(program(name))
    if os.name == "nt":  # exec there returns to the shell before the program is done
        sys.exit(subprocess.call([path, *args]))
    sys.stderr.flush()
    os.execv(path, [path, *args])
