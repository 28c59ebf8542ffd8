"""How far the consolidation of a conversation has come, kept to go on after an error (spec 5.2).

Kept on this machine for the person alone: a line that says how far, then a line for each fact, so
that a fact that is to be forgotten everywhere is a line to be taken out (spec 1.6). Once a
conversation is through, what was found lies in the bank, and only the place remains from which its
next words are new.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from memdesk import paths, private
from memdesk.core.text import one_line

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
        first, *facts = path.read_text("utf-8").splitlines()
        begin, read_to, finished = json.loads(first)
        return Progress(
            begin=int(begin), read_to=int(read_to), facts=tuple(facts), finished=bool(finished)
        )
    except FileNotFoundError:
        return None
    except (ValueError, TypeError) as error:
        _log.warning("%s can't be read, the conversation is begun anew: %s", path, error)
        return None


def keep(bank: Path, session: str, progress: Progress) -> None:
    """Keep it. Raises OSError."""
    how_far = json.dumps([progress.begin, progress.read_to, progress.finished])
    lines = [how_far, *map(one_line, progress.facts)]
    path = _path(bank, session)
    private.make_folders(path.parent)
    private.write_whole(path, [f"{line}\n" for line in lines])


def forget(bank: Path, session: str) -> None:
    """Begin anew the next time."""
    _path(bank, session).unlink(missing_ok=True)


def _path(bank: Path, session: str) -> Path:
    name = sha256(f"{bank.absolute()}\0{session}".encode("utf-8", "surrogateescape")).hexdigest()
    return paths.progress_dir() / name[:32]
