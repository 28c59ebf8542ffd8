"""Memory that is not used is given back to the system (spec 6.1).

What has been freed mostly stays with the process: the C library keeps it for the next time, and
so does the tokenizer's own allocator. After a million keys were read that is sixty megabytes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache


def keep_little() -> None:
    """Ask the allocator of the tokenizer to keep nothing. Before that is loaded, at a start."""
    os.environ.setdefault("MIMALLOC_PURGE_DELAY", "0")


def give_back() -> None:
    """Give back what the C library keeps of freed memory. Takes a few milliseconds, without
    stopping other threads; does nothing where there is no such thing to ask for."""
    _trimming()(0)


@cache
def _trimming() -> Callable[[int], object]:
    if sys.platform != "linux":
        return lambda _kept: None
    import ctypes

    # glibc has it; other C libraries of Linux don't, and keep less.
    trim: Callable[[int], object] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim or (lambda _kept: None)
