"""Tokens can be counted in any thread, also after the thread that loaded the tokenizer ended."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from memdesk.core.tokens import VOCABULARY
from memdesk.paths import resources

PROGRAM = """
import sys, threading
from pathlib import Path
from memdesk.core.tokens import TokenCounter

def in_a_thread(work):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

counters = [TokenCounter(Path(sys.argv[1])) for _ in range(2)]
for counter in counters:
    in_a_thread(counter.load)
for number in range(50):
    in_a_thread(lambda: [counter.count(f"hello {number}") for counter in counters])
print(counters[0].count("hello world"))
"""


def test_threads_that_end_do_not_matter() -> None:
    # In a process of its own: what went wrong here crashed the process.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(resources() / VOCABULARY)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr


# Counts in a thread that goes on, as those of the server do, and lets go in another.
LETTING_GO = """
import sys, threading
from pathlib import Path
from memdesk.core import tokens

def resident():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024

tokens._import_for_good()
before = resident()
counter = tokens.TokenCounter(Path(sys.argv[1]))
counted, goes_on = threading.Event(), threading.Event()

def count():
    counter.count("We deploy on Fridays")
    counted.set()
    goes_on.wait()

threading.Thread(target=count).start()
counted.wait()
loaded = resident()
tokens.let_go(0)
print(loaded - before, resident() - before)
goes_on.set()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system of Linux")
def test_hardly_anything_stays_of_a_vocabulary_that_was_let_go() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LETTING_GO, str(resources() / VOCABULARY)],
        env=os.environ | {"MIMALLOC_PURGE_DELAY": "0"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded, kept = map(int, done.stdout.split())
    assert kept < loaded / 5
