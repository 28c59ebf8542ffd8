"""How many tokens a text is, counted offline with a real tokenizer (spec 2.6).

The vocabulary is o200k. Claude's is not public, so whoever shows a count writes ≈.
"""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kitoken import Kitoken

VOCABULARY = "tokens/o200k_base.tiktoken.gz"
"""Where the vocabulary lies among the resources that memdesk ships."""

_REMEMBERED = 4_096
"""Lines whose count is remembered: a block that was changed has hardly any new one."""

_LINE_BREAK = re.compile(r"(?<=\n)(?=[^\s/])")
"""No token of o200k goes on behind the end of a line, unless with white space or a slash."""


class TokenCounter:
    """Counts tokens. Any thread may ask; the vocabulary is loaded at the first count, and again
    after it was let go.

    Loading takes about a tenth of a second of processor time without stopping other threads:
    call `load` off the interface thread first. Counts are remembered by line.
    """

    def __init__(self, vocabulary: Path) -> None:
        """`vocabulary` is a tiktoken file, compressed with gzip. It is not read yet."""
        self._vocabulary = vocabulary
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._count)

    @property
    def loaded(self) -> bool:
        """Whether counting is quick by now."""
        return self._vocabulary in _read_already

    def load(self) -> None:
        """Read the vocabulary, if that has not been done. Raises OSError where it is missing."""
        _shared(self._vocabulary)

    def count(self, text: str) -> int:
        """The tokens of a text; what looks like a special token in it is ordinary text."""
        return sum(map(self._remembered, _LINE_BREAK.split(text))) if text else 0

    def _count(self, text: str) -> int:
        return len(_shared(self._vocabulary).encode(text, False))


def let_go(unused: float) -> None:
    """Let the vocabularies go that nothing was counted with for so many seconds."""
    with _reading:
        for vocabulary in [*_read_already]:
            if monotonic() - _last_used[vocabulary] >= unused:
                del _read_already[vocabulary]


def _shared(vocabulary: Path) -> Kitoken:
    """One tokenizer for all counters of a process: each takes 50 MB."""
    with _reading:
        if vocabulary not in _read_already:
            _read_already[vocabulary] = _read(vocabulary)
        _last_used[vocabulary] = monotonic()
        return _read_already[vocabulary]


_reading = threading.Lock()
_read_already: dict[Path, Kitoken] = {}
_last_used: dict[Path, float] = {}


def _read(vocabulary: Path) -> Kitoken:
    """Read it in a thread that ends: what a thread has of the tokenizer's allocator, only that
    thread gives back while it lives, and of a vocabulary that is let go a quarter would stay."""
    # Imported here: only who counts tokens pays for it.
    from concurrent.futures import ThreadPoolExecutor

    _import_for_good()
    with ThreadPoolExecutor(1, "memdesk-vocabulary") as pool:  # its thread ends with the block
        return pool.submit(_loaded, vocabulary).result()


def _loaded(vocabulary: Path) -> Kitoken:
    import gzip

    from kitoken import Kitoken

    with gzip.open(vocabulary) as file:
        return Kitoken.from_tiktoken(file.read())


def _import_for_good() -> None:
    """Import the tokenizer in a thread that never ends.

    Its allocator takes the thread that loads it for the main one: when that thread ends, the
    next use from any other crashes the process (kitoken 0.11.1).
    """
    global _keeper
    with _keeping:
        if _keeper is None:
            imported = threading.Event()
            failed: list[ImportError] = []

            def keep() -> None:
                try:
                    import kitoken  # noqa: F401
                except ImportError as error:
                    failed.append(error)
                imported.set()
                threading.Event().wait()

            _keeper = threading.Thread(target=keep, name="memdesk-tokenizer", daemon=True)
            _keeper.start()
            imported.wait()
            if failed:
                raise failed[0]


_keeper: threading.Thread | None = None
_keeping = threading.Lock()
