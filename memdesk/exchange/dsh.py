"""The folder of the program that two of the seeds are plugins of (spec 4.1)."""

from __future__ import annotations

import os
from pathlib import Path


def dsh_home() -> Path:
    """`$DSH_HOME`, else `~/.dsh`."""
    home = os.environ.get("DSH_HOME")
    return Path(home).expanduser() if home else Path.home() / ".dsh"
