"""Memory that is not used is given back to the system (spec 6.1).

What has been freed mostly stays with the process: the C library keeps it for the next time, and
so does the tokenizer's own allocator. After a million keys were read that is sixty megabytes.

Python's and SQLite's great texts, a million keys as one, come and go. At the first that is freed
the C library learns to cut such pieces out of its heaps, one of each thread, and doesn't shrink
those any more: with each thread that reads them it grows by fifty megabytes for good. What is told
how great a piece must be learns nothing, and gives each such piece back as soon as it is freed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache

GREAT = 256 * 1024
"""Bytes of a piece that is asked of the system, and given back to it, by itself."""

# What they are called in malloc.h.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3


def keep_little() -> None:
    """Ask the allocator of the tokenizer to keep nothing. Before that is loaded, at a start."""
    os.environ.setdefault("MIMALLOC_PURGE_DELAY", "0")


def keep_nothing_great() -> None:
    """Ask the C library to keep no great pieces. Takes some milliseconds at first."""
    tell = _c("mallopt")
    tell(_M_MMAP_THRESHOLD, GREAT)
    tell(_M_TRIM_THRESHOLD, GREAT)


def give_back() -> None:
    """Give back what the C library keeps of freed memory. Takes a few milliseconds, without
    stopping other threads; does nothing where there is no such thing to ask for."""
    _c("malloc_trim")(0)


@cache
def _c(name: str) -> Callable[..., object]:
    """A function of glibc. Other C libraries of Linux don't have these, and keep less."""
    if sys.platform != "linux":
        return lambda *_numbers: None
    import ctypes

    function: Callable[..., object] | None = getattr(ctypes.CDLL(None), name, None)
    return function or (lambda *_numbers: None)
