"""Where things lie on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def normalise_workspace(path: str) -> str:
    """A workspace path in the one form that is compared (spec 1.2).

    Absolute, symlinks resolved, no trailing slash, lower case on Windows. Empty stays empty.
    A path of another system (`D:/x` seen on Linux) keeps its text apart from the slash.
    """
    path = path.strip()
    if not path:
        return ""
    if os.name != "nt" and not path.startswith(("/", "~", ".")):
        return path.rstrip("/\\") or path
    return os.path.normcase(os.path.realpath(Path(path).expanduser()))
