"""What a format makes of a bank, and how it gets into a file (spec 4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from memdesk import private
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import BadParameters
from memdesk.core.reasons import reason_of

_ORDINARY: Mapping[str, object] = {
    "relevance": "medium",
    "category": "note",
    "constraint": "auto",
    "status": "",
}
_NAMED = (
    *("category", "constraint", "status", "work_kind", "tech", "path"),
    *("tags", "workspace", "role", "pinned", "relevance", "never_send_to", "source_sessions"),
)
"""Fields whose loss a person would want to know of."""


class LeftOut:
    """Counts what a format can't hold: by the name of a field, or of a list of entries."""

    def __init__(self, *held: str) -> None:
        """`held` are the fields of entries that the format holds."""
        self._counted = tuple(name for name in _NAMED if name not in held)
        self._counts: Counter[str] = Counter()

    def note(self, name: str, count: int = 1) -> None:
        """Something of that name is left out."""
        self._counts[name] += count

    def look_at(self, entry: Entry) -> None:
        """Note the fields of an entry that the format doesn't hold."""
        for name in self._counted:
            value = getattr(entry, name, None)
            if value and value != _ORDINARY.get(name):
                self._counts[name] += 1

    def counts(self) -> tuple[tuple[str, int], ...]:
        return tuple(self._counts.items())


class Written:
    """A file's text in pieces, made as they are taken, and what the format can't hold.

    The pieces are there once. `left_out`, names of fields or lists and how many, is complete when
    they have been taken.
    """

    def __init__(self, pieces: Iterable[str], left_out: LeftOut | None = None) -> None:
        self.pieces = iter(pieces)
        self._left_out = left_out or LeftOut()

    def close(self) -> None:
        """Let go of what the pieces are read from, where not all of them were taken."""
        if isinstance(self.pieces, Generator):
            self.pieces.close()

    @cached_property
    def text(self) -> str:
        """The file's whole text."""
        return "".join(self.pieces)

    @property
    def left_out(self) -> tuple[tuple[str, int], ...]:
        return self._left_out.counts()


class Waiting:
    """Entries that come kind by kind, handed out a kind at a time."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = iter(entries)
        self._next = next(self._entries, None)

    def of(self, kind: Kind) -> Iterator[Entry]:
        """Those of a kind, if they are the next."""
        while self._next is not None and self._next.kind == kind:
            one, self._next = self._next, next(self._entries, None)
            yield one

    def refuse_left(self) -> None:
        """Nothing may be lost because it came in another order: a fault of who exports."""
        assert self._next is None, f"{self._next.kind} came out of its order"


def write_file(path: Path, text: str | Iterable[str]) -> None:
    """Put the text into the file whole or not at all.

    A text in pieces is written as they come; what making them raises leaves the file as it was.
    A new file can be read by the person alone (mode 0600), an existing one keeps its mode.
    Raises BadParameters where it can't be written.
    """
    pieces = [text] if isinstance(text, str) else text
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            # A pipe or a device (/dev/stdout, say): to be written to, not to be replaced.
            with path.open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
            return
        private.write_whole(path, pieces, keep_mode=True)
    except OSError as error:
        raise BadParameters(
            "{path} can't be written: {reason}.",
            path=str(path),
            reason=reason_of(error),
        ) from error


def grouped(pieces: Iterable[str], size: int = 1 << 16) -> Iterator[str]:
    """The same text in fewer pieces of about that many characters."""
    waiting: list[str] = []
    length = 0
    for piece in pieces:
        waiting.append(piece)
        length += len(piece)
        if length >= size:
            yield "".join(waiting)
            waiting.clear()
            length = 0
    if waiting:
        yield "".join(waiting)
