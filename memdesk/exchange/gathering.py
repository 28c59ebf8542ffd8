"""What a folder or a zip holds, file by file: each in its own format (spec 4).

What a program keeps in several files is found first, and read as one; then each other file by its
content; the Markdown that is left, together. What no format knows is listed, never passed over
without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.inside import Several, holds_files, several
from memdesk.exchange.reading import MOST_SKIPPED, Found, Skipped
from memdesk.exchange.source import Source

Told = Callable[[], None]
"""Called before each file is looked at. What it raises ends the looking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Something to import: where it lies in what was named ("" for that itself), and its format."""

    place: str
    source: Source
    format: str

    def read(self) -> Found:
        """What it holds. Raises as `formats.read`."""
        return formats.read(self.source, self.format)


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What was found, by place, and what was skipped and why. Of very many skipped some are only
    counted."""

    pieces: list[Piece] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    more_skipped: int = 0
    unknown: int = 0
    """How many of the skipped are merely of no known format."""

    @property
    def holds_nothing(self) -> bool:
        """Whether there is nothing in it, and nothing to tell of but that."""
        return not self.pieces and self.unknown == len(self.skipped) + self.more_skipped

    @property
    def holds_one(self) -> bool:
        """Whether it is one thing whole."""
        return len(self.pieces) == 1 and not self.skipped

    def pass_over(self, place: str, *, packed: bool) -> None:
        """Skip what no format knows."""
        if packed and place.lower().endswith(".zip"):
            self.skip(place, BadParameters("A zip in a zip is not opened; unpack it."))
            return
        self.unknown += 1
        self.skip(place, BadParameters("It is in no known format."))

    def skip(self, place: str, problem: MemdeskError) -> None:
        if len(self.skipped) < MOST_SKIPPED:
            self.skipped.append(Skipped(where=place, problem=problem))
        else:
            self.more_skipped += 1

    def each_read(self) -> Iterator[tuple[Piece, Found]]:
        """What each piece holds. One that can't be read is skipped, unless it is all there is."""
        for piece in self.pieces[:]:
            try:
                found = piece.read()
            except MemdeskError as error:
                if self.holds_one:
                    raise
                self.skip(piece.place, error)
                self.pieces.remove(piece)
            else:
                yield piece, found


def gather(source: Source, format_name: str = "", tell: Told = lambda: None) -> Gathered:
    """What a file, a folder or a zip holds; all of it in one format where that is named.

    Raises NotFound (no such file) and BadParameters (broken, or nothing of any known format).
    """
    if format_name:
        return Gathered(pieces=[Piece(place="", source=source, format=format_name)])
    source.refuse_empty()
    if not holds_files(source):
        one = formats.detected(source).name
        return Gathered(pieces=[Piece(place="", source=source, format=one)])
    gathered = _look_into(several(source), tell)
    if gathered.holds_nothing:
        raise formats.unknown(source)
    gathered.pieces.sort(key=lambda one: one.place.split("/"))
    return gathered


def _look_into(folder: Several, tell: Told) -> Gathered:
    gathered = Gathered()
    for place, problem in folder.problems:
        gathered.skip(place, problem)
    left = _take_wholes(folder, folder.places, gathered, tell, last=False)
    unclaimed = []
    for place in left:
        tell()
        looked = folder.file(place)
        try:
            if looked.is_zip:
                _take_zip(looked, place, gathered, tell)
                continue
            one = formats.claiming(looked, last=False)
        except MemdeskError as error:
            gathered.skip(place, error)
            continue
        if one is None:
            unclaimed.append(place)
        else:  # with a new source: this one holds what was read
            piece = Piece(place=place, source=folder.file(place), format=one.name)
            gathered.pieces.append(piece)
    for place in _take_wholes(folder, unclaimed, gathered, tell, last=True):
        gathered.pass_over(place, packed=folder.is_packed)
    return gathered


def _take_wholes(
    folder: Several, places: list[str] | tuple[str, ...], gathered: Gathered, tell: Told, last: bool
) -> list[str]:
    """Note what belongs together, and give the places that are left."""
    left = list(places)
    for one in formats.FORMATS:
        if one.wholes is None or one.is_last != last:
            continue
        tell()
        taken: set[str] = set()
        for root, own in one.wholes(folder.part("", left)):
            part = folder.part(root, own)
            place = own[0] if len(own) == 1 else root
            gathered.pieces.append(Piece(place=place, source=part, format=one.name))
            taken.update(own)
        left = [place for place in left if place not in taken]
    return left


def _take_zip(packed: Source, place: str, gathered: Gathered, tell: Told) -> None:
    """What a zip in a folder holds, or that it holds nothing. Many a document is a zip, too."""
    inside = _look_into(several(packed), tell)
    if not inside.pieces:
        gathered.pass_over(place, packed=False)
        return
    for piece in inside.pieces:
        below = f"{place}/{piece.place}".rstrip("/")
        gathered.pieces.append(Piece(place=below, source=piece.source, format=piece.format))
    for one in inside.skipped:
        gathered.skip(f"{place}/{one.where}", one.problem)
    gathered.more_skipped += inside.more_skipped
    gathered.unknown += inside.unknown
