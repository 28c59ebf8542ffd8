"""No thread that opens the bank may drop the locks of another thread's connection."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.store.bank import Bank

WRITE_ONE_AND_CLOSE = """
import sys
from pathlib import Path
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank

bank = Bank(Path(sys.argv[1]))
bank.add(Memory(title=sys.argv[2], content="from another process"), Actor())
bank.close()
"""


def test_a_thread_that_opens_the_bank_leaves_the_locks_of_others(
    tmp_path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    # POSIX locks belong to the process and go with the first descriptor closed: were the file
    # read by hand while a thread opens it, the other process would take itself for the last
    # one, delete the write-ahead log, and this process would see a malformed bank.
    path = tmp_path / "memdesk.sqlite"
    bank = Bank(path)
    bank.add(Memory(title="first", content="here"), Actor())
    wal = path.with_name(path.name + "-wal")
    for round_ in range(3):
        other = threading.Thread(target=lambda: (bank.count(Query()), bank.close_thread()))
        other.start()
        other.join()
        subprocess.run(
            [sys.executable, "-c", WRITE_ONE_AND_CLOSE, path, f"round {round_}"], check=True
        )
        assert wal.exists(), "the other process took itself for the last one"
        bank.add(Memory(title=f"here {round_}", content="from this process"), Actor())
        assert bank.count(Query()) == 3 + 2 * round_
    bank.close()
    assert sorted(entry.label for entry in open_bank(path).entries(Query())) == [
        "first", "here 0", "here 1", "here 2", "round 0", "round 1", "round 2",
    ]  # fmt: skip
