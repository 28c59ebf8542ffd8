"""Tokens can be counted in any thread, also after the thread that loaded the tokenizer ended."""

from __future__ import annotations

import subprocess
import sys

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
