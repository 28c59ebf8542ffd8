"""How far the consolidation of a conversation has come, kept to go on after an error (spec 5.2).

Kept on this machine for the person alone. Once a conversation is through, what was found lies in
the bank, and only the place remains from which its next words are new.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from memdesk import paths
from memdesk.consolidation import private_file

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where in a transcript it began and how far it was read; `facts` are those found so far."""

    begin: int = 0
    read_to: int = 0
    facts: tuple[str, ...] = ()
    finished: bool = False


def load(bank: Path, session: str) -> Progress | None:
    """What is kept of a conversation for a bank; None where nothing is, or it can't be read."""
    path = _path(bank, session)
    try:
        found = json.loads(path.read_text("utf-8"))
        return Progress(
            begin=int(found["begin"]),
            read_to=int(found["read_to"]),
            facts=tuple(map(str, found["facts"])),
            finished=bool(found["finished"]),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        _log.warning("%s can't be read, the conversation is begun anew: %s", path, error)
        return None


def keep(bank: Path, session: str, progress: Progress) -> None:
    """Keep it. Raises OSError."""
    private_file.write(_path(bank, session), json.dumps(asdict(progress), ensure_ascii=False))


def forget(bank: Path, session: str) -> None:
    """Begin anew the next time."""
    _path(bank, session).unlink(missing_ok=True)


def _path(bank: Path, session: str) -> Path:
    name = sha256(f"{bank.absolute()}\0{session}".encode("utf-8", "surrogateescape")).hexdigest()
    return paths.data_dir() / "consolidation" / f"{name[:32]}.json"
