"""Folders and files that are made for the person alone (spec 6.3), and written whole or not at all.

Starts load it: what only writing needs is loaded then.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

_UNFINISHED = "~"
"""What the names of files in the making end with."""
_UNFINISHED_SECONDS = 600
"""One that nothing was written to for so long is no one's any more."""


def make_folders(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the person alone. Raises OSError.

    The mode that `mkdir` is given holds for the last one only.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)


def make_file(file: Path) -> None:
    """Make an empty file for the person alone. Raises FileExistsError, never follows a link."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def write_whole(path: Path, pieces: Iterable[str], *, keep_mode: bool = False) -> None:
    """Put a text into a file whole or not at all: a temporary neighbour, flushed, renamed.

    It is written as its pieces come; what making them raises leaves the file as it was. The
    person alone can read it then, unless a file that was there keeps its mode. A link stays one.
    Raises OSError.
    """
    import tempfile  # with its randomness, which no start needs

    target = path.resolve()
    remove_unfinished(target)
    handle, name = tempfile.mkstemp(_UNFINISHED, f".{target.name}.", target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if keep_mode:
            with contextlib.suppress(FileNotFoundError):
                temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)


def remove_unfinished(target: Path, older: float = _UNFINISHED_SECONDS) -> None:
    """Remove what killed programs began to write of this file, nothing for so many seconds; a
    fresh one may be at work yet. Raises OSError."""
    for left in target.parent.iterdir():
        if left.name.startswith(f".{target.name}.") and left.name.endswith(_UNFINISHED):
            with contextlib.suppress(FileNotFoundError):
                if left.stat().st_mtime <= time.time() - older:
                    left.unlink()


def _flush_folder(folder: Path) -> None:
    """Make the renaming itself outlast a power cut, where a folder can be opened for that."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
