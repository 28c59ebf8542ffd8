"""What a format makes of a bank, and how it gets into a file (spec 4.2)."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from memdesk.core.errors import BadParameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file's text, and what the format can't hold: names of fields or kinds, and how many."""

    text: str
    left_out: tuple[tuple[str, int], ...] = ()


def write_file(path: Path, text: str) -> None:
    """Put the text into the file whole or not at all: a temporary neighbour, flushed, renamed.

    A new file can be read by the person alone (mode 0600), an existing one keeps its mode.
    Raises BadParameters where it can't be written.
    """
    target = path.resolve()  # a link to a file stays a link
    temporary: Path | None = None
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            # A pipe or a device (/dev/stdout, say): to be written to, not to be replaced.
            with path.open("w", encoding="utf-8", newline="") as file:
                file.write(text)
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
        temporary = None
        _flush_directory(target.parent)
    except OSError as error:
        raise BadParameters(
            "{path} can't be written: {reason}.",
            path=str(path),
            reason=error.strerror or str(error),
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _flush_directory(directory: Path) -> None:
    """Make the renaming itself outlast a power cut, where a directory can be opened for that."""
    if os.name == "nt":
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
