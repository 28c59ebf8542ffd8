"""A JSON array of any length, element by element: only one of them is held at a time (spec 5.3)."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import IO

from memdesk.exchange.transcripts.conversation import Tally

CHUNK = 256 * 1024
"""Bytes read at once."""
MAX_ELEMENT = 32 * 1024 * 1024
"""Characters of one element: one conversation with every word, and no picture, is far below."""

_SPACE = " \t\r\n"


def elements(file: IO[bytes], tally: Tally) -> Iterator[object]:
    """The elements of the array that a file holds, in order.

    Where it is cut off, is no array, or an element is broken or too long, that is counted and
    ends it: what comes behind can't be told apart from what is inside.
    """
    reader = _Reader(file)
    if reader.next() != "[":
        tally.broken += 1
        return
    reader.place += 1
    while True:
        sign = reader.next()
        if sign == "]":
            return
        if sign == ",":
            reader.place += 1
            continue
        try:
            yield reader.element()
        except (ValueError, RecursionError):
            tally.broken += 1
            return


class _Reader:
    """Text of a file, a growing window of it at a time."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._window = ""
        self._ended = False
        self.place = 0

    def next(self) -> str:
        """The next sign that is no white space; it stays. Empty at the end."""
        while True:
            while self.place < len(self._window):
                if self._window[self.place] not in _SPACE:
                    return self._window[self.place]
                self.place += 1
            if not self._more(CHUNK):
                return ""

    def element(self) -> object:
        """The value that begins here. Raises ValueError where none does, RecursionError."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._window, self.place)
                # A number at the window's end may go on behind it.
                if end < len(self._window) or self._ended:
                    self.place = end
                    return value
            except ValueError:
                if self._ended or len(self._window) - self.place > MAX_ELEMENT:
                    raise
            # As much again: so each sign is looked at about twice, however long the element.
            self._more(max(CHUNK, len(self._window) - self.place))

    def _more(self, size: int) -> bool:
        """Move the window on and make it longer; False at the file's end."""
        data = self._file.read(size)
        self._window = self._window[self.place :] + self._decode(data, not data)
        self.place = 0
        self._ended = not data
        return not self._ended


_DECODER = json.JSONDecoder()
