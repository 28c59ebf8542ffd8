"""What lies in a folder or in a zip: files with their places there (spec 4).

A place is a path with slashes, below the folder or in the zip. Links are not followed, a zip in a
zip is not opened, and what a member of a zip is called never becomes a path of this machine.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice, takewhile
from pathlib import Path
from typing import IO

from memdesk.core import times
from memdesk.core.errors import BadParameters, LimitExceeded, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.exchange.source import SMALL, Source

MOST_FILES = 200_000
"""Files that are looked at in one folder or zip."""
HOMES = frozenset((".claude", ".codex", ".dsh", ".engram", ".claude-mem", ".hermes", ".rolebox"))
"""Hidden folders in which programs keep memories; what else is hidden is passed over."""
_OF_OTHERS = frozenset(("__MACOSX", "__pycache__", "node_modules"))
"""Folders of files that no person put there."""
_FEW = 20
_LEVELS = 3
_INFLATED = 200
"""How many times its packed size a member of a zip may have: texts have ten times."""


class _Archive:
    """A zip that is opened when something of it is read, and stays open for what is read next: to
    open it is to read the list of all that it holds.

    Only one is kept open, that of the last reading: a folder may hold thousands.
    """

    _lock = threading.RLock()
    _last: weakref.ref[_Archive] | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self._zip: zipfile.ZipFile | None = None
        self._close: Callable[[], object] = lambda: None

    def infos(self) -> list[zipfile.ZipInfo]:
        """What it says of its members. This and the others raise what zipfile and the system do."""
        with self._lock:
            return self._opened().infolist()

    def info(self, inside: str) -> zipfile.ZipInfo:
        """What it says of one."""
        with self._lock:
            return self._opened().getinfo(inside)

    def member(self, info: zipfile.ZipInfo) -> IO[bytes]:
        """A member, to be read, also when others are read meanwhile."""
        with self._lock:
            return self._opened().open(info)

    def _opened(self) -> zipfile.ZipFile:
        if self._zip is None:
            before = None if self._last is None else self._last()
            if before is not None:
                before._close()  # members that are being read stay open
                before._zip = None
            self._zip = zipfile.ZipFile(self._path)
            self._close = weakref.finalize(self, self._zip.close)
            _Archive._last = weakref.ref(self)
        return self._zip


@dataclass(slots=True)
class _Listing:
    """The places of all files, by place, and what could not be looked at, and why.

    Of a zip also the zip, and the sizes of its members in bytes.
    """

    places: list[str] = field(default_factory=list)
    archive: _Archive | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    problems: list[tuple[str, MemdeskError]] = field(default_factory=list)


class Several(Source):
    """Files of a folder or a zip as a folder: all of them, or those that belong together.

    Give it none to have all: raises BadParameters where folder or zip can't be read, LimitExceeded
    where they hold more than MOST_FILES.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source.path)
        self._root = ""
        self._listing = _members(source) if source.is_zip else _below(source)
        self._places: Sequence[str] = self._listing.places

    def part(self, root: str, places: Iterable[str]) -> Several:
        """Some of its files, as what the folder at `root` holds ("" for this one itself)."""
        part = Several.__new__(Several)
        Source.__init__(part, self.path)
        part._root = self._root + root + "/" if root else self._root
        part._listing = self._listing
        part._places = [self._root + place for place in places]
        return part

    @property
    def name(self) -> str:
        return self._root.rstrip("/").rpartition("/")[2] or self.path.name

    @property
    def called(self) -> str:
        if self.is_packed:
            return f"{self.path}: {self._root.rstrip('/')}" if self._root else str(self.path)
        return str(self.path / self._root)

    @property
    def is_folder(self) -> bool:
        return True

    @property
    def is_packed(self) -> bool:
        return self._listing.archive is not None

    @property
    def size(self) -> int:
        """Bytes of what a zip holds; 0 for a folder."""
        return sum(self._listing.sizes.get(place, 0) for place in self._places)

    @property
    def places(self) -> tuple[str, ...]:
        """Where its files lie, below it."""
        return tuple(place[len(self._root) :] for place in self._places)

    @property
    def problems(self) -> list[tuple[str, MemdeskError]]:
        """What in the whole folder could not be looked at, by place."""
        return self._listing.problems

    def file(self, place: str) -> Source:
        """A file by its place."""
        place = self._root + place
        archive = self._listing.archive
        if archive is None:
            return Source(self.path / place)
        return _Member(self.path, place, self._listing.sizes[place], archive)

    def each(self, *suffixes: str) -> Iterator[tuple[str, Source]]:
        """Its files whose names end so, each with its place. What is hidden in it is not."""
        for place in self.places:
            if place.lower().endswith(suffixes) and not any(map(_is_hidden, place.split("/"))):
                yield place, self.file(place)


def each(source: Source, *suffixes: str) -> Iterator[tuple[str, Source]]:
    """The files in a folder or a zip whose names end so, each with its place there.

    Any other file is the only one, whatever its name. What is hidden in it is passed over.
    """
    if holds_files(source):
        yield from several(source).each(*suffixes)
    else:
        yield source.name, source


Whole = tuple[str, list[str]]
"""The place of a folder, and of those files in or below it that are read as one."""


def grouped(places: Iterable[str], folder_of: Callable[[str], str | None]) -> Iterator[Whole]:
    """Places by the folder that each belongs to; None for no such place."""
    groups: dict[str, list[str]] = {}
    for place in places:
        folder = folder_of(place)
        if folder is not None:
            groups.setdefault(folder, []).append(place)
    yield from groups.items()


def folder_of(place: str) -> str:
    """Where the folder of a file lies."""
    return place.rpartition("/")[0]


def common_folder(places: Sequence[str]) -> str:
    """Where the nearest folder lies that all of these are in or below; "" for the whole."""
    above = [folder_of(place).split("/") for place in places]
    same = takewhile(lambda names: len(set(names)) == 1, zip(*above, strict=False))
    return "/".join(names[0] for names in same)


def fits(claims: Callable[[Source], bool], source: Source) -> bool:
    """Whether a format claims it. What can't be read is claimed by none: whoever reads it by
    itself says why."""
    try:
        return claims(source)
    except MemdeskError:
        return False


def few(source: Source, suffix: str) -> list[Source]:
    """A few of the files in a folder or a zip whose names end so, soon found.

    Of a folder only those up to three levels down: it may be the person's home.
    """
    if source.is_folder and not isinstance(source, Several):
        paths = (
            path
            for level in range(_LEVELS)
            for path in source.path.glob("*/" * level + f"*{suffix}")
            if path.is_file()
        )
        return [Source(path) for path in islice(paths, _FEW)]
    return [file for _place, file in islice(each(source, suffix), _FEW)]


def several(source: Source) -> Several:
    """What a folder or a zip holds."""
    return source if isinstance(source, Several) else Several(source)


def holds_files(source: Source) -> bool:
    """Whether it is a folder or a zip."""
    return source.is_folder or source.is_zip


def _is_hidden(name: str) -> bool:
    return name in _OF_OTHERS or (name.startswith(".") and name not in (".", ".."))


def _is_passed_over(place: str) -> bool:
    """Whether a place is hidden, and none where a program keeps memories."""
    *folders, name = place.split("/")
    return _is_hidden(name) or any(one not in HOMES and _is_hidden(one) for one in folders)


def _in_order(places: Iterable[str]) -> list[str]:
    return sorted(places, key=lambda place: place.split("/"))


def _too_many(source: Source) -> LimitExceeded:
    return LimitExceeded(
        "{path} holds more than {limit} files; import its folders one by one.",
        limit=MOST_FILES,
        path=source.called,
    )


def _members(source: Source) -> _Listing:
    archive = _Archive(source.path)
    with source.in_words():
        infos = archive.infos()
    # Not `is_dir()`, which looks at the last letter of a name that may have none.
    sizes = {
        one.filename: one.file_size
        for one in infos
        if one.filename and not one.filename.endswith("/")
    }
    if len(sizes) > MOST_FILES:
        raise _too_many(source)
    places = _in_order(place for place in sizes if not _is_passed_over(place))
    return _Listing(places, archive, sizes)


def _below(source: Source) -> _Listing:
    root = source.path.resolve()
    listing = _Listing()
    open_ones = [""]
    while open_ones:
        inside = open_ones.pop()
        try:
            with os.scandir(root / inside) as listed:
                entries = list(listed)
        except OSError as error:
            problem = BadParameters(
                "{path} can't be read: {reason}.",
                path=str(source.path / inside),
                reason=reason_of(error),
            )
            if not inside:
                raise problem from error
            listing.problems.append((inside.rstrip("/"), problem))
            continue
        for entry in entries:
            place = inside + entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name in HOMES or not _is_hidden(entry.name):
                    open_ones.append(place + "/")
            elif _is_hidden(entry.name):
                continue
            elif entry.is_symlink():
                if not Path(os.path.realpath(entry.path)).is_relative_to(root):
                    problem = BadParameters("It is a link that leads out of the folder.")
                    listing.problems.append((place, problem))
            elif entry.is_file(follow_symlinks=False):
                listing.places.append(place)
        if len(listing.places) > MOST_FILES:
            raise _too_many(source)
    listing.places = _in_order(listing.places)
    return listing


class _Member(Source):
    """A file inside a zip."""

    def __init__(self, path: Path, inside: str, size: int, archive: _Archive) -> None:
        super().__init__(path)
        self.size = size
        self._inside = inside
        self._archive = archive

    @property
    def name(self) -> str:
        return self._inside.rpartition("/")[2]

    @property
    def called(self) -> str:
        return f"{self.path}: {self._inside}"

    @property
    def above(self) -> tuple[str, ...]:
        return tuple(self._inside.split("/")[:-1])

    @property
    def is_folder(self) -> bool:
        return False

    @property
    def is_zip(self) -> bool:
        return False  # one in another is not opened

    @property
    def is_packed(self) -> bool:
        return True

    @property
    def changed_at(self) -> str:
        with self.in_words():
            written = self._archive.info(self._inside).date_time
        try:
            return times.iso(datetime(*written).astimezone())
        except ValueError:
            return super().changed_at  # a zip may say the 0th of a month

    def open(self) -> IO[bytes]:
        with self.in_words():
            info = self._archive.info(self._inside)
            if info.file_size > _INFLATED * info.compress_size + SMALL:
                raise LimitExceeded(
                    "{path} is packed too tightly to be what it says: {name}.",
                    limit=_INFLATED,
                    path=str(self.path),
                    name=self._inside,
                )
            return self._archive.member(info)

    @contextmanager
    def _on_disk(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="memdesk-import-") as folder:
            copy = Path(folder) / "member"
            with self.open() as packed, copy.open("wb") as file:
                shutil.copyfileobj(packed, file)
            yield copy
