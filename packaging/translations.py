"""The Qt half of the translations: the texts of the window.

`python packaging/translations.py` takes the texts out of `memdesk/gui`, brings the `.ts` files in
`resources/translations` up to date and compiles them. What is missing stays marked as unfinished
in a `.ts` file; translate it there (Qt Linguist opens it) and run this again. Then the gettext
half is done too (`catalogues.py`).
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "memdesk" / "gui"
TRANSLATIONS = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN", "en")
OF_THE_SOURCES = "en"
"""Of the language that the sources speak only what a number changes is kept: one, and several."""


def tool(name: str) -> str:
    """One of the Qt tools that PySide6 brings."""
    suffix = ".exe" if sys.platform == "win32" else ""
    return str(Path(sysconfig.get_path("scripts")) / f"pyside6-{name}{suffix}")


def extract(ts: Path) -> None:
    """Take the texts out of the sources into a .ts file. What it holds already is kept."""
    files = sorted(str(path.relative_to(ROOT)) for path in SOURCES.rglob("*.py"))
    command = [tool("lupdate"), "-silent", "-locations", "none", "-no-obsolete"]
    if ts.stem.endswith(f"_{OF_THE_SOURCES}"):
        command.append("-pluralonly")
    subprocess.run([*command, *files, "-ts", str(ts)], cwd=ROOT, check=True)


def compiled(ts: Path) -> bytes:
    """The .qm file that belongs to a .ts file."""
    with tempfile.TemporaryDirectory() as folder:
        qm = Path(folder) / "compiled.qm"
        subprocess.run([tool("lrelease"), "-silent", str(ts), "-qm", str(qm)], check=True)
        return qm.read_bytes()


def update_qt() -> None:
    """Bring every language's .ts and .qm up to date."""
    TRANSLATIONS.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        ts = TRANSLATIONS / f"memdesk_{language}.ts"
        extract(ts)
        ts.with_suffix(".qm").write_bytes(compiled(ts))


def main() -> None:
    """Both halves."""
    import catalogues  # beside this file

    update_qt()
    catalogues.update_gettext()


if __name__ == "__main__":
    main()
