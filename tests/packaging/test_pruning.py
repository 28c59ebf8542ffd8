"""The lists of what stays of Qt: enough to run everything, and naming nothing that is not there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import PySide6
import pytest

import pruning

ROOT = Path(__file__).resolve().parents[2]
LINUX = sys.platform.startswith("linux")

START = """
import sys
from pathlib import Path
from PySide6.QtCore import QLibraryInfo
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QApplication
import PySide6
assert Path(PySide6.__file__).is_relative_to(sys.argv[1]), PySide6.__file__
plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
assert Path(plugins).is_relative_to(sys.argv[1]), plugins

import importlib, pkgutil
import memdesk
for module in pkgutil.walk_packages(memdesk.__path__, "memdesk."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

from PySide6.QtCore import QTimer
from memdesk import paths
from memdesk.gui import application, running
from memdesk.gui.icons import program_icon

def look():
    app = QApplication.instance()
    shown = [one for one in app.topLevelWidgets() if one.isVisible()]
    assert shown, "no window"
    assert not shown[0].grab().isNull()
    assert not program_icon().pixmap(64).toImage().isNull()
    assert b"svg" in [bytes(one.data()) for one in QImageReader.supportedImageFormats()]
    print("shown")
    app.exit(0)

def on_started(program, *args, _open=application.Program.open, **options):
    _open(program, *args, **options)
    QTimer.singleShot(0, look)

application.Program.open = on_started
sys.exit(running.run(paths.bank_path()))
"""


def not_collected(folder: str, names: list[str]) -> set[str]:
    """What PyInstaller leaves out by itself: Qt's tools (programs have no suffix) and QML."""
    return {
        name
        for name in names
        if name in ("libexec", "qml") or (Path(folder).name == "PySide6" and "." not in name)
        if name != "Qt"
    }


@pytest.fixture(scope="module")
def pruned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the installed PySide6 and shiboken6, pruned by the lists."""
    folder = tmp_path_factory.mktemp("pruned")
    installed = Path(PySide6.__file__).parent

    def link(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:  # another disk
            shutil.copy2(source, target)

    for name in ("PySide6", "shiboken6"):
        shutil.copytree(
            installed.with_name(name), folder / name, copy_function=link, ignore=not_collected
        )
    pruning.prune(folder, libraries=LINUX and shutil.which("objdump") is not None)
    yield folder
    shutil.rmtree(folder)


def test_memdesk_imports_no_module_that_goes() -> None:
    imported = set()
    for path in (ROOT / "memdesk").rglob("*.py"):
        imported |= set(re.findall(r"PySide6\.(Qt\w+)", path.read_text("utf-8")))
    assert imported == pruning.MODULES


def test_the_window_starts_with_what_stays(pruned: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, str(pruned)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(pruned), str(ROOT))),
            "QT_QPA_PLATFORM": "offscreen",
            "MEMDESK_HOME": str(tmp_path),
            "MEMDESK_BANK": str(bank_with_a_memory(tmp_path)),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    # The one complaint is of the platform that shows nothing, about windows in front.
    complaints = done.stderr.replace("This plugin does not support raise()\n", "")
    assert (done.returncode, done.stdout, complaints) == (0, "shown\n", "")


def bank_with_a_memory(home: Path) -> Path:
    """So that no first start stands before the window."""
    bank = home / "tried.sqlite"
    command = [sys.executable, "-m", "memdesk", "--bank", str(bank), "add", "Kept"]
    subprocess.run(command, env={**os.environ, "MEMDESK_HOME": str(home)}, check=True, cwd=ROOT)
    return bank


def test_most_of_qt_goes(pruned: Path) -> None:
    whole = size(Path(PySide6.__file__).parent)
    assert size(pruned / "PySide6") < 0.75 * whole


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.mark.skipif(not LINUX, reason="the plugins of other systems are not installed here")
def test_the_lists_name_only_what_there_is(pruned: Path) -> None:
    elsewhere = {"qwindows", "qcocoa", *pruning.PLUGINS["styles"]}
    plugins = {path.name for path in pruned.rglob("plugins/*/*.so")}
    listed = {name for names in pruning.PLUGINS.values() for name in names} - elsewhere
    assert plugins == {f"lib{name}.so" for name in listed}
    translations = {path.name for path in pruned.rglob("translations/*.qm")}
    assert translations == pruning.TRANSLATIONS


@pytest.mark.skipif(not LINUX or not shutil.which("objdump"), reason="reads ELF by objdump")
def test_every_library_that_is_still_needed_has_its_package(pruned: Path) -> None:
    needed = pruning.needed_from_the_system(pruned)
    bundled = {
        name
        for name in needed
        # Shipped from the machine that builds, see pruning.SYSTEM.
        if re.match(r"libxcb-(cursor|icccm|image|keysyms|render-util|util)\.", name)
    }
    # Python itself stays outside of this copy.
    unknown = set(needed) - set(pruning.SYSTEM) - bundled
    assert unknown == set(), {name: needed[name] for name in unknown}
    assert "libX11.so.6" in needed and "libdbus-1.so.3" in needed


def test_a_library_that_nothing_needs_goes_and_one_that_something_needs_stays(
    pruned: Path,
) -> None:
    if not LINUX or not shutil.which("objdump"):
        pytest.skip("reads ELF by objdump")
    libraries = {path.name for path in pruned.rglob("libQt6*.so.*")}
    assert {"libQt6Core.so.6", "libQt6Widgets.so.6", "libQt6XcbQpa.so.6"} <= libraries
    assert not {"libQt6Qml.so.6", "libQt6EglFsKmsSupport.so.6"} & libraries
