"""Whether a bank lies on a network drive, where SQLite can't rely on locks (spec 6.2)."""

from __future__ import annotations

import os
from pathlib import Path

from memdesk.core.errors import Remark

_KINDS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "sshfs", "fuse.sshfs", "9p", "afs", "davfs")
_MOUNTS = Path("/proc/self/mounts")
"""Where Linux lists them; elsewhere nothing is known."""


def remarks(bank: Path) -> tuple[Remark, Remark] | None:
    """What to say of a bank on a network drive, and what to do about it; None on a disk."""
    kind = kind_of(bank, _MOUNTS.read_text("utf-8")) if _MOUNTS.exists() else ""
    if not kind:
        return None
    return (
        Remark("The bank {path} lies on a network drive ({kind}).", path=bank, kind=kind),
        Remark("Move it to a disk of this machine: locks over a network can't be relied on."),
    )


def kind_of(bank: Path, mounts: str) -> str:
    """The kind of the network drive that a file lies on, by a list of mounts as Linux gives it;
    "" for a disk of this machine."""
    best, kind = "", ""
    place = os.path.realpath(bank)
    for line in mounts.splitlines():
        words = line.split(" ")
        if len(words) < 3:
            continue
        at = words[1].replace("\\040", " ")
        if place.startswith(at.rstrip("/") + "/") and len(at) >= len(best):
            best, kind = at, words[2]
    return kind if kind in _KINDS else ""
