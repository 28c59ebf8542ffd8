"""How the text of a file is written: UTF-8 with or without a byte order mark, UTF-16 with one."""

from __future__ import annotations

import io
from typing import IO, Any, cast

_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
MARKS = tuple(mark for mark, _encoding in _BYTE_ORDER_MARKS)


def encoding_of(beginning: bytes) -> str:
    """The encoding of a text that begins so."""
    for mark, marked in _BYTE_ORDER_MARKS:
        if beginning.startswith(mark):
            return marked
    return "utf-8"


def as_utf8(file: IO[bytes], encoding: str) -> IO[bytes]:
    """The file's text in UTF-8 without a mark."""
    if encoding == "utf-8":
        return file
    return cast(IO[bytes], _Recoded(io.TextIOWrapper(file, encoding, newline="")))


class _Recoded(io.RawIOBase):
    """Bytes in another encoding, as UTF-8."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        super().__init__()
        self._text = text
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            self._left = self._text.read(64 * 1024).encode("utf-8", "replace")
        taken = self._left[: len(buffer)]
        self._left = self._left[len(taken) :]
        buffer[: len(taken)] = taken
        return len(taken)

    def close(self) -> None:
        super().close()
        self._text.close()
