"""What another program writes into a pipe: kept as a file for as long as it is imported."""

from __future__ import annotations

import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.reasons import reason_of
from memdesk.exchange.source import Source

STDIN = Path("-")
MOST = 1024 * 1024 * 1024
"""Bytes that a pipe may give; what is more must be a file, which can be read twice."""
_PIECE = 1024 * 1024


class _Piped(Source):
    def __init__(self, copy: Path, called: str) -> None:
        super().__init__(copy)
        self._called = called

    @property
    def called(self) -> str:
        return self._called


@contextmanager
def source_of(path: Path) -> Iterator[Source]:
    """A file or a folder as it is, a pipe or standard input ("-") as a private copy.

    Raises BadParameters where the pipe can't be read, LimitExceeded where it gives too much.
    """
    if path != STDIN and not _is_pipe(path):
        yield Source(path)
        return
    with tempfile.TemporaryDirectory(prefix="memdesk-import-") as folder:
        copy = Path(folder) / "piped"
        try:
            if path == STDIN:
                _keep(sys.stdin.buffer, copy, path)
            else:
                with path.open("rb") as pipe:
                    _keep(pipe, copy, path)
        except OSError as error:
            raise BadParameters(
                "{path} can't be read: {reason}.",
                path=str(path),
                reason=reason_of(error),
            ) from error
        yield _Piped(copy, str(path))


def _is_pipe(path: Path) -> bool:
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except OSError:
        return False  # whoever reads it says why it can't be


def _keep(pipe: IO[bytes], copy: Path, path: Path) -> None:
    left = MOST
    with copy.open("wb") as file:
        while piece := pipe.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise LimitExceeded(
                    "{path} gives more than {limit} bytes; save it as a file and import that.",
                    limit=MOST,
                    path=str(path),
                )
            file.write(piece)
