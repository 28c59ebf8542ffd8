"""What is imported, as formats see it: a file or a folder (spec 4); `inside` says what that holds.

Read only when it is asked for, never written to, never renamed, and its names never become
paths. What is small is there as a whole (`data`, `text`, `json`); whatever may be big is streamed
(`lines`, `items`).
"""

from __future__ import annotations

import gzip
import io
import sqlite3
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePath
from typing import IO, Any, cast

from memdesk.core import times
from memdesk.core.errors import BadParameters, LimitExceeded, NotFound
from memdesk.core.reasons import reason_of
from memdesk.exchange.database import columns, opened
from memdesk.exchange.encoding import MARKS, as_utf8, encoding_of
from memdesk.exchange.json_value import is_json, parsed

WHOLE = 256 * 1024 * 1024
"""Bytes: what is bigger is never read as a whole, only streamed."""
SMALL = 32 * 1024 * 1024
"""Bytes: what a format finds in a source up to this size may be kept in memory."""
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one line of a streamed file; a longer one is passed over."""
_BEGINNING = 64 * 1024

_SCALARS = ("string", "number", "boolean", "null")


class Source:
    """A file or a folder to import.

    Raises NotFound where there is none, BadParameters where it can't be read as what is asked
    for, naming place and reason, LimitExceeded where it is too big to be read whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        """What it is called, without the folders above."""
        return self.path.name

    @property
    def stem(self) -> str:
        """Its name without what tells its kind."""
        return PurePath(self.name).stem

    @property
    def is_folder(self) -> bool:
        return self.path.is_dir()

    @cached_property
    def size(self) -> int:
        """Bytes of a file; 0 for what isn't one."""
        return self.path.stat().st_size if self.path.is_file() else 0

    @property
    def is_packed(self) -> bool:
        """Whether it lies in a zip, so that its place is none on this machine."""
        return False

    @property
    def above(self) -> tuple[str, ...]:
        """The names of the folders that it lies in, the nearest last."""
        return self.path.absolute().parts[:-1]

    @property
    def called(self) -> str:
        """What a person knows it by."""
        return str(self.path)

    @property
    def changed_at(self) -> str:
        """When it was last written."""
        return times.iso(datetime.fromtimestamp(self.path.stat().st_mtime, UTC))

    # --- bytes

    def open(self) -> IO[bytes]:
        """The bytes from the first one on."""
        with self.in_words():
            if not stat.S_ISREG(self.path.stat().st_mode) and not self.is_folder:
                # It gives what it holds once, or waits for someone to write.
                raise BadParameters("{path} is no ordinary file.", path=self.called)
            return self.path.open("rb")

    @cached_property
    def beginning(self) -> bytes:
        """The first 64 KiB of a file; nothing of a folder."""
        if self.is_folder:
            return b""
        with self.in_words(), self.open() as file:
            return file.read(_BEGINNING)

    @cached_property
    def data(self) -> bytes:
        """The bytes of the whole file; an empty file is refused."""
        if self.is_folder:
            raise BadParameters("{path} is a folder; name the file in it.", path=self.called)
        with self.in_words(), self.open() as file:
            data = file.read(WHOLE + 1)
        if len(data) > WHOLE:
            raise LimitExceeded(
                "{path} is too big for its format: more than {limit} bytes.",
                limit=WHOLE,
                path=self.called,
            )
        if _is_empty(data):
            raise BadParameters("{path} is empty.", path=self.called)
        return data

    def refuse_empty(self) -> None:
        """Raise BadParameters for a file without content, NotFound where there is none."""
        if not self.is_folder and _is_empty(self.beginning) and self.size < _BEGINNING:
            raise BadParameters("{path} is empty.", path=self.called)

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """Turn what the system or an archive refuses into words."""
        try:
            yield
        except FileNotFoundError:
            raise NotFound("There is no file {path}.", path=self.called) from None
        except (
            OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, UnicodeDecodeError
        ) as error:  # fmt: skip
            # RuntimeError: zipfile's word for a member that wants a password; UnicodeDecodeError:
            # for a member's name that is no text.
            raise BadParameters(
                "{path} can't be read: {reason}.",
                path=self.called,
                reason=reason_of(error),
            ) from error

    # --- what it is

    @property
    def may_be_text(self) -> bool:
        """Whether the file begins as text does. A database or a picture soon has a NUL."""
        beginning = self.beginning
        return beginning.startswith(MARKS) or b"\0" not in beginning[:1024]

    @property
    def is_sqlite(self) -> bool:
        return self.beginning.startswith(b"SQLite format 3\0")

    @property
    def is_zip(self) -> bool:
        return self.beginning.startswith(b"PK\x03\x04")

    @property
    def is_gzip(self) -> bool:
        return self.beginning.startswith(b"\x1f\x8b")

    @cached_property
    def first_text(self) -> str:
        """The beginning as text; what is cut in the middle or is no text is left out."""
        return self.beginning.decode(self.encoding, "ignore") if self.may_be_text else ""

    @property
    def looks_like_json(self) -> bool:
        """Whether the text begins as a JSON object or array does."""
        return self.first_text.lstrip()[:1] in ("{", "[")

    # --- text

    @property
    def encoding(self) -> str:
        """UTF-8 with or without byte order mark, or UTF-16 with one."""
        return encoding_of(self.beginning)

    @cached_property
    def text(self) -> str:
        """The whole file as text, its line ends as they are."""
        try:
            return self.data.decode(self.encoding)
        except UnicodeDecodeError as error:
            raise BadParameters(
                "{path} is not text: line {line} holds bytes that are no {encoding}.",
                path=self.called,
                line=self.data.count(b"\n", 0, error.start) + 1,
                encoding=self.encoding.removesuffix("-sig").upper(),
            ) from error

    def lines(self) -> Iterator[tuple[int, str | BadParameters]]:
        """The lines that hold anything, streamed, each with its number from 1 on.

        A line that is no text, or longer than LONGEST_LINE, comes as what is wrong with it.
        """
        with self.in_words(), self.open() as file:
            for number, line in enumerate(self._raw_lines(file), 1):
                if line is None:
                    yield number, BadParameters("The line is too long.")
                    continue
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError:
                    yield number, BadParameters("The line holds bytes that are no UTF-8.")
                    continue
                if text.strip():
                    yield number, text.rstrip("\r\n")

    def _raw_lines(self, file: IO[bytes]) -> Iterator[bytes | None]:
        if self.encoding == "utf-16":
            with io.TextIOWrapper(file, "utf-16", errors="replace", newline="\n") as texts:
                for text in texts:
                    yield text.encode("utf-8", "replace")
            return
        while line := file.readline(LONGEST_LINE + 1):
            if len(line) <= LONGEST_LINE:
                yield line
                continue
            yield None
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST_LINE)

    # --- JSON

    @cached_property
    def is_json_lines(self) -> bool:
        """Whether the first line is a JSON object of its own, with more below it."""
        if self.first_text.lstrip()[:1] != "{":
            return False
        first, *more = (line for _number, line in islice(self.lines(), 2))
        return bool(more) and isinstance(first, str) and is_json(first)

    @cached_property
    def json(self) -> object:
        """The file as one JSON value."""
        return parsed(self.text, self.called)

    @cached_property
    def top(self) -> Mapping[str, object]:
        """The keys of a file that is a JSON object, with what stands there.

        Of a big file those in its beginning, a list or an object as None. Nothing for any other
        file. Raises BadParameters where a small file begins as an object and is broken.
        """
        if self.first_text.lstrip()[:1] != "{" or self.is_json_lines:
            return {}
        if self.size <= SMALL:
            root = self.json
            return root if isinstance(root, dict) else {}
        import ijson

        found: dict[str, object] = {}
        key = ""
        try:
            for prefix, event, value in ijson.parse(
                io.BytesIO(self.first_text.encode()), use_float=True
            ):
                if prefix == "" and event == "map_key":
                    key = value
                    found[key] = None
                elif prefix == key and event in _SCALARS:
                    found[key] = value
        except ijson.JSONError:
            return found  # where the beginning ends
        return found

    def value(self, key: str) -> object:
        """What stands at a key of a file that is a JSON object; None where nothing does."""
        if self.size <= SMALL:
            return self.top.get(key)
        return next(self._streamed(key), None)

    def items(self, place: str = "") -> Iterator[object]:
        """The items of the array at a key (or of the array that the file is), streamed if big.

        Nothing where something else stands there. A file that breaks off raises BadParameters.
        """
        if self.size <= SMALL:
            value = self.json
            if place:
                value = value.get(place) if isinstance(value, dict) else None
            if isinstance(value, list):
                yield from value
            return
        yield from self._streamed(f"{place}.item" if place else "item")

    @cached_property
    def first_item(self) -> object:
        """The first item of the array that the file is; None where it is anything else."""
        if self.first_text.lstrip()[:1] != "[":
            return None
        return next(self.items(), None)

    def pairs(self, place: str) -> Iterator[tuple[str, object]]:
        """The keys and values of the object at a key, streamed if big; as `items` otherwise."""
        if self.size <= SMALL:
            value = self.json
            value = value.get(place) if isinstance(value, dict) else None
            if isinstance(value, dict):
                yield from value.items()
            return
        yield from self._streamed(place, in_pairs=True)

    def _streamed(self, prefix: str, *, in_pairs: bool = False) -> Iterator[Any]:
        import ijson

        with self.in_words(), self.open() as file, as_utf8(file, self.encoding) as utf8:
            found = ijson.kvitems if in_pairs else ijson.items
            try:
                yield from found(utf8, prefix, use_float=True)
            except ijson.JSONError as error:
                raise BadParameters(
                    "{path} is not JSON: {reason}.", path=self.called, reason=str(error)
                ) from error

    # --- archives and databases

    @contextmanager
    def _on_disk(self) -> Iterator[Path]:
        """A file of the system's with these bytes, for as long as it takes."""
        yield self.path

    def inflated(self) -> Source:
        """What a gzip file holds; the file itself when it is none."""
        return _Gzipped(self) if self.is_gzip else self

    @cached_property
    def tables(self) -> Mapping[str, frozenset[str]]:
        """The columns of each table of an SQLite file; nothing of any other file.

        Raises BadParameters for a damaged one.
        """
        if not self.is_sqlite:
            return {}
        with self.database() as connection:
            return columns(connection)

    @contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        """A connection to a private copy of an SQLite file, rows by name."""
        try:
            with ExitStack() as stack:
                with self.in_words():
                    file = stack.enter_context(self._on_disk())
                    connection = stack.enter_context(opened(file))
                yield connection
        except sqlite3.Error as error:
            raise BadParameters(
                "{path} is a damaged database, or one of another kind: {reason}.",
                path=self.called,
                reason=str(error),
            ) from error


class _Gzipped(Source):
    """What a gzip file holds. Its size is not known before it is read."""

    def __init__(self, packed: Source) -> None:
        super().__init__(packed.path)
        self._packed = packed

    @property
    def name(self) -> str:
        return self._packed.name.removesuffix(".gz")

    @property
    def called(self) -> str:
        return self._packed.called

    @property
    def is_packed(self) -> bool:
        return self._packed.is_packed

    @property
    def above(self) -> tuple[str, ...]:
        return self._packed.above

    @cached_property
    def size(self) -> int:
        return max(self._packed.size * 10, SMALL + 1)

    def open(self) -> IO[bytes]:
        packed = self._packed.open()
        return Closing(cast(IO[bytes], gzip.open(packed, "rb")), packed)


class Closing(io.BufferedReader):
    """Closes the archive together with its member."""

    def __init__(self, member: IO[bytes], archive: zipfile.ZipFile | IO[bytes]) -> None:
        super().__init__(cast(Any, member))
        self._archive = archive

    def close(self) -> None:
        super().close()
        self._archive.close()


def _is_empty(data: bytes) -> bool:
    return data in MARKS or not data.strip(b" \t\r\n\0")
