"""The rows of a bank's file, read page by page without SQLite: what is left when SQLite gives up.

The format is that of https://www.sqlite.org/fileformat2.html. Every page stands for itself here:
neither the header nor the tree above a page is needed to read the rows on it.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Value = int | float | str | bytes | None
Record = tuple[Value, ...]

PAGE_SIZE = 4096
"""What SQLite gives a new file; the header of a damaged one may say nonsense."""
_MAGIC = b"SQLite format 3\x00"
_LOG_MAGICS = (0x377F0682, 0x377F0683)
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_HEAD = {_TABLE_LEAF: 8, _INDEX_LEAF: 8, _INDEX_INTERIOR: 12}
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Serial types of whole numbers, and their bytes."""

_held_open: list[int] = []
"""On POSIX, closing a file drops the locks that this process's connections hold on it: what was
opened here stays open until the program ends."""


@dataclass(frozen=True, slots=True)
class Row:
    """A record as it lies in the file. `rowid` is None for one of an index or without a rowid."""

    rowid: int | None
    values: Record


class Broken(Exception):
    """These bytes are no record, or not a whole one."""


class Pages:
    """The pages of one file as of its last commit: the log's version of a page goes first."""

    def __init__(self, path: Path, log: Path | None) -> None:
        """`log` is the write-ahead log that belongs to it; None reads the file alone.

        Raises OSError.
        """
        self._file = _open(path)
        self._bytes = os.fstat(self._file).st_size
        self._log = None if log is None or not log.exists() else _open(log)
        self.size = self._page_size()
        self.usable = self.size
        self._places = {} if self._log is None else self._logged(self._log)
        self.count = max([-(-self._bytes // self.size), *self._places])

    def close(self) -> None:
        """Let go of the files, where that does no harm."""
        for file in (self._file, self._log):
            if file is None:
                continue
            if os.name == "nt":
                os.close(file)
            else:
                _held_open.append(file)

    def page(self, number: int) -> bytes:
        """A page, counted from 1; shorter where the file ends in it, empty beyond."""
        place = self._places.get(number)
        if place is not None and self._log is not None:
            return _read(self._log, self.size, place)
        return _read(self._file, self.size, (number - 1) * self.size)

    def rows(self, told: Callable[[int, int], None]) -> Iterator[Row]:
        """Every whole record of every table and index; `told` hears of the pages done, of all."""
        for number in range(1, self.count + 1):
            told(number - 1, self.count)
            yield from self._rows_of(self.page(number), 100 if number == 1 else 0)
        told(self.count, self.count)

    # --- the files

    def _page_size(self) -> int:
        head = _read(self._file, 100, 0)
        if head[:16] == _MAGIC:
            size = int.from_bytes(head[16:18], "big")
            size = 65536 if size == 1 else size
            if 512 <= size <= 65536 and size & (size - 1) == 0:
                return size
        return PAGE_SIZE

    def _logged(self, log: int) -> dict[int, int]:
        """Where in the log the committed version of each page begins."""
        head = _read(log, 32, 0)
        if len(head) < 32 or int.from_bytes(head[:4], "big") not in _LOG_MAGICS:
            return {}
        if int.from_bytes(head[8:12], "big") != self.size:
            return {}
        salts, place = head[16:24], 32
        committed: dict[int, int] = {}
        begun: dict[int, int] = {}
        while True:
            frame = _read(log, 24, place)
            if len(frame) < 24 or frame[8:16] != salts:
                return committed  # the end, or what an earlier round left
            number, commits = struct.unpack(">II", frame[:8])
            begun[number] = place + 24
            if commits:
                committed.update(begun)
                begun.clear()
            place += 24 + self.size

    # --- the pages

    def _rows_of(self, page: bytes, head: int) -> Iterator[Row]:
        if len(page) < head + 8 or page[head] not in _HEAD:
            return
        kind = page[head]
        cells = int.from_bytes(page[head + 3 : head + 5], "big")
        first = head + _HEAD[kind]
        for place in range(first, min(first + 2 * cells, len(page) - 1), 2):
            start = int.from_bytes(page[place : place + 2], "big")
            try:
                yield self._row(page, start, kind)
            except (Broken, IndexError, UnicodeDecodeError, struct.error):
                continue  # this one is lost; the others on the page may be whole

    def _row(self, page: bytes, start: int, kind: int) -> Row:
        if kind == _INDEX_INTERIOR:
            start += 4
        size, start = _varint(page, start)
        rowid: int | None = None
        most = (self.usable - 12) * 64 // 255 - 23
        if kind == _TABLE_LEAF:
            rowid, start = _varint(page, start)
            rowid -= (rowid >> 63) << 64
            most = self.usable - 35
        if size > self.count * self.size:
            raise Broken
        return Row(rowid, _record(self._payload(page, start, size, most)))

    def _payload(self, page: bytes, start: int, size: int, most: int) -> bytes:
        if size <= most:
            return _whole(page[start : start + size], size)
        least = (self.usable - 12) * 32 // 255 - 23
        local = least + (size - least) % (self.usable - 4)
        if local > most:
            local = least
        got = [_whole(page[start : start + local], local)]
        left = size - local
        following = int.from_bytes(_whole(page[start + local : start + local + 4], 4), "big")
        while left:
            if not 1 < following <= self.count:
                raise Broken
            beyond = self.page(following)
            got.append(_whole(beyond[4 : 4 + left], min(left, self.usable - 4)))
            left -= len(got[-1])
            following = int.from_bytes(beyond[:4], "big")
        return b"".join(got)


def _record(payload: bytes) -> Record:
    head, place = _varint(payload, 0)
    if not place <= head <= len(payload):
        raise Broken
    types = []
    while place < head:
        kind, place = _varint(payload, place)
        types.append(kind)
    values: list[Value] = []
    for kind in types:
        value, place = _value(payload, place, kind)
        values.append(value)
    if place != len(payload):
        raise Broken
    return tuple(values)


def _value(payload: bytes, place: int, kind: int) -> tuple[Value, int]:
    if kind >= 12:
        length = (kind - 12) // 2
        found = _whole(payload[place : place + length], length)
        return (found.decode() if kind % 2 else found), place + length
    if kind in _INTEGERS:
        length = _INTEGERS[kind]
        found = _whole(payload[place : place + length], length)
        return int.from_bytes(found, "big", signed=True), place + length
    match kind:
        case 0:
            return None, place
        case 7:
            return struct.unpack(">d", payload[place : place + 8])[0], place + 8
        case 8 | 9:
            return kind - 8, place
    raise Broken


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for byte in data[place : place + 8]:
        place += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place
    return value << 8 | data[place], place + 1


def _whole(found: bytes, size: int) -> bytes:
    if len(found) != size:
        raise Broken
    return found


def _open(path: Path) -> int:
    return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def _read(file: int, size: int, place: int) -> bytes:
    if os.name == "nt":
        os.lseek(file, place, os.SEEK_SET)
        return os.read(file, size)
    return os.pread(file, size, place)
