"""A file for the person alone, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from memdesk import paths


def write(path: Path, text: str) -> None:
    """Write it anew. Raises OSError, and then what was there is there still."""
    paths.make_folders(path.parent)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # of mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
