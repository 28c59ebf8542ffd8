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


# One thread after another frees great pieces, as those do that read all keys of a bank, and each
# thread goes on.
GREAT_PIECES = """
import ctypes, pathlib, sys, threading
from memdesk.store.spare import keep_nothing_great

if sys.argv[1] == "nothing great":
    keep_nothing_great()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]

def resident():
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024

def read():
    for size in (8_000_000, 16_000_000):
        great = libc.malloc(size)
        ctypes.memset(great, 1, size)
        libc.free(great)

before, goes_on, threads = resident(), threading.Event(), []
for number in range(4):
    done = threading.Event()
    threads.append(threading.Thread(target=lambda: (read(), done.set(), goes_on.wait())))
    threads[-1].start()
    done.wait()
print(resident() - before)
goes_on.set()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
def test_what_was_freed_is_given_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FREEING], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(done.stdout) > 40_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
def test_great_pieces_are_given_back_as_soon_as_they_are_freed() -> None:
    def kept(how: str) -> int:
        done = subprocess.run(
            [sys.executable, "-c", GREAT_PIECES, how],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return int(done.stdout)

    assert kept("nothing great") < 4_000_000 < 12_000_000 < kept("as it is")


def test_giving_back_can_be_asked_for_anywhere() -> None:
    give_back()


def test_what_the_person_has_asked_of_the_allocator_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MIMALLOC_PURGE_DELAY", raising=False)
    keep_little()
    assert os.environ["MIMALLOC_PURGE_DELAY"] == "0"
    monkeypatch.setenv("MIMALLOC_PURGE_DELAY", "100")
    keep_little()
    assert os.environ["MIMALLOC_PURGE_DELAY"] == "100"
