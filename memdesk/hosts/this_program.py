"""What `connect` writes of this memdesk: its command, where it listens, who may call it there."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from memdesk import paths
from memdesk.hosts.connect import Program

ORIGINS = ("http://127.0.0.1:8000", "http://localhost:8000")
"""Where SillyTavern's page comes from, unless it was told otherwise."""


def this_program(bank: Path) -> Program:
    """How a host starts this memdesk: by an absolute path, for hosts know no PATH of a shell."""
    from memdesk import config

    return Program(
        command=_command(),
        socket=paths.socket_address(bank),
        http=f"http://127.0.0.1:{config.load().http_port}",
        bank=str(bank) if bank != _standard_bank() else "",
    )


def _standard_bank() -> Path | None:
    """The bank that a memdesk opens which is told nothing; None where the environment says
    where things lie, for a host may not have that environment."""
    return None if os.environ.get("MEMDESK_HOME") else paths.data_dir() / paths.BANK_NAME


def _command() -> tuple[str, ...]:
    import shutil

    if image := os.environ.get("APPIMAGE"):
        return (image,)
    if getattr(sys, "frozen", False):
        # On Windows the one for consoles: a host talks to it over stdio.
        console = Path(sys.executable).with_name("memdesk.exe")
        return (str(console) if sys.platform == "win32" else sys.executable,)
    beside = shutil.which("memdesk", path=str(Path(sys.executable).parent))
    return (beside,) if beside else (sys.executable, "-m", "memdesk")


def allowed_origins(host: str, origins: Sequence[str], *, remove: bool) -> tuple[str, ...]:
    """The origins that may call the HTTP door once a host is set up, or no longer is."""
    if host != "sillytavern":
        return tuple(origins)
    others = tuple(one for one in origins if one not in ORIGINS)
    return others if remove else (*origins, *(one for one in ORIGINS if one not in origins))
