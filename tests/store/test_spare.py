"""Freed memory goes back to the system, and the tokenizer's allocator is asked to keep none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from memdesk.store.spare import give_back, keep_little

# Frees many small pieces below one that stays: the C library can't shrink its heap by itself.
FREEING = """
import ctypes, pathlib
from memdesk.store.spare import give_back

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]

def resident():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024

pieces = [libc.malloc(4096) for _ in range(20_000)]
for piece in pieces:
    ctypes.memset(piece, 1, 4096)
above = libc.malloc(4096)
for piece in pieces:
    libc.free(piece)
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
def test_what_was_freed_is_given_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FREEING], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(done.stdout) > 40_000_000


def test_giving_back_can_be_asked_for_anywhere() -> None:
    give_back()


def test_what_the_person_has_asked_of_the_allocator_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MIMALLOC_PURGE_DELAY", raising=False)
    keep_little()
    assert os.environ["MIMALLOC_PURGE_DELAY"] == "0"
    monkeypatch.setenv("MIMALLOC_PURGE_DELAY", "100")
    keep_little()
    assert os.environ["MIMALLOC_PURGE_DELAY"] == "100"
