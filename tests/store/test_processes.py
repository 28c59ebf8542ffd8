"""Several processes and threads on one bank: nothing acknowledged is ever lost (spec 1.8, 6.2)."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.store import connection
from memdesk.store.bank import Bank, FrozenKey

PERSON = Actor()

WRITE_MANY = """
import sys
from pathlib import Path
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankLocked
from memdesk.store.bank import Bank

bank = Bank(Path(sys.argv[1]))
number = 0
while number < int(sys.argv[3]):
    try:
        entry = bank.add(Memory(title=f"{sys.argv[2]} {number}", content="进度 text"), Actor())
    except BankLocked:
        print("locked", file=sys.stderr)
        continue
    print(entry.id, flush=True)
    number += 1
bank.close()
"""


def start_writing(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that writes memories and prints the id of each once it is stored. Where the others
    leave it no turn for too long, it says so on stderr, and tries again.
    """
    return subprocess.Popen(
        [sys.executable, "-c", WRITE_MANY, str(path), name, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_lose_nothing(bank: Bank) -> None:
    writers = [start_writing(bank.path, name, 200) for name in ("one", "two")]
    acknowledged = [writer.communicate(timeout=120)[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert [len(ids) for ids in acknowledged] == [200, 200]
    assert {entry.id for entry in bank.entries()} == {id for ids in acknowledged for id in ids}
    assert bank.check() == []
    assert len(bank.changes_since(0)) == 400


def test_a_dozen_busy_writers_all_get_their_turn(bank: Bank) -> None:
    writers = [start_writing(bank.path, str(number), 100) for number in range(12)]
    said = [writer.communicate(timeout=250) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 12
    acknowledged = [id for ids, _refusals in said for id in ids.split()]
    # Hardly any: on a machine with too much else to do, twelve turns may take too long.
    assert sum(refusals.count("locked\n") for _ids, refusals in said) < 1200 // 50
    assert bank.count(Query()) == len(set(acknowledged)) == 1200
    assert bank.check() == []


def test_many_processes_make_one_bank_at_once(bank: Bank) -> None:
    writers = [start_writing(bank.path, str(number), 5) for number in range(6)]
    acknowledged = [id for writer in writers for id in writer.communicate(timeout=120)[0].split()]
    assert len(acknowledged) == 30
    assert {entry.id for entry in bank.entries()} == set(acknowledged)
    left = {file.name.removeprefix(bank.path.name) for file in bank.path.parent.iterdir()}
    assert left <= {"", "-wal", "-shm", "-mark"}


@pytest.mark.parametrize("after", [1, 7, 40])
def test_a_killed_writer_loses_nothing_it_acknowledged(bank: Bank, after: int) -> None:
    writer = start_writing(bank.path, "killed", 100_000)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline().strip() for _ in range(after)]
    writer.kill()
    acknowledged += writer.communicate(timeout=60)[0].splitlines()[:-1]  # the last may be cut
    stored = {entry.id for entry in bank.entries()}
    assert set(acknowledged) <= stored
    assert bank.check() == []


def test_threads_share_a_bank(bank: Bank) -> None:
    def write(name: int) -> list[str]:
        ids = [bank.add(Task(title=f"{name} {n}"), PERSON).id for n in range(25)]
        bank.close_thread()
        return ids

    with ThreadPoolExecutor(6) as pool:
        ids = {id for some in pool.map(write, range(6)) for id in some}
    assert len(ids) == 150
    tasks = bank.entries(Query(kinds=("task",)))
    assert {task.id for task in tasks} == ids
    assert len({task.position for task in tasks}) == 150
    assert bank.check() == []


def test_each_sees_the_changes_of_the_others(bank: Bank) -> None:
    seen = bank.generation()
    other = start_writing(bank.path, "other", 3)
    ids = other.communicate(timeout=60)[0].split()
    assert bank.generation() > seen
    assert [change.ids for change in bank.changes_since(seen)] == [(id,) for id in ids]

    def in_a_thread() -> None:
        bank.update(ids[0], {"title": "from a thread"}, PERSON)
        bank.close_thread()

    seen = bank.generation()
    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
    (change,) = bank.changes_since(seen)
    assert change.ids == (ids[0],)
    assert bank.get(ids[0]).label == "from a thread"


def test_a_reader_is_not_stopped_by_a_writer(bank: Bank) -> None:
    bank.add(Memory(title="before", content="c"), PERSON)
    other = Bank(bank.path)
    with bank.transaction(PERSON, "long"):
        bank.add(Memory(title="within", content="c"), PERSON)
        answers: list[list[str]] = []

        def read() -> None:
            answers.append([entry.label for entry in other.entries()])
            other.close_thread()

        thread = threading.Thread(target=read)
        thread.start()
        thread.join(60)
        assert answers == [["before"]]
    assert len(other.entries()) == 2
    other.close()


def test_a_locked_bank_is_refused_in_words(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.05)
    bank.add(Memory(title="t", content="c"), PERSON)
    refused: list[BankUnavailable] = []

    def write() -> None:
        try:
            bank.add(Memory(title="u", content="c"), PERSON)
        except BankUnavailable as error:
            refused.append(error)
        bank.close_thread()

    with bank.transaction(PERSON, "long"):
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(60)
    assert "locked" in str(refused[0])
    assert len(bank.entries()) == 1
    bank.add(Memory(title="u", content="c"), PERSON)


def test_the_first_frozen_block_wins(bank: Bank) -> None:
    key = FrozenKey(host="h", session="s")
    other = Bank(bank.path)
    first = bank.freeze(key, None, "one", {"injected": [["task", "t1"]]})
    assert other.freeze(key, None, "two", {}) == first
    assert other.frozen_block(key) == first
    assert first.details == {"injected": [["task", "t1"]]}
    assert other.frozen_block(key, 2) is None, "each limit is a key of its own"
    small = other.freeze(key, 2, "o", {})
    assert bank.frozen_block(key, 2) == small
    assert bank.frozen_block(FrozenKey(host="h", session="s", language="zh")) is None
    new = bank.freeze(key, None, "three", {}, refresh=True)
    assert other.frozen_block(key) == new
    assert other.frozen_block(key, 2) is None, "a refresh is for every limit"
    assert bank.changes_since(0) == []
    other.close()


def test_a_frozen_block_is_kept_for_thirty_days(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = {"s1": "01-01T00:00:00.000Z", "s2": "01-01T00:00:00.001Z", "s3": "01-31T00:00:00.001Z"}
    for session, day in days.items():
        monkeypatch.setattr("memdesk.core.times.now", lambda day=day: f"2026-{day}")
        bank.freeze(FrozenKey(host="h", session=session), None, session, {})
    kept = [s for s in days if bank.frozen_block(FrozenKey(host="h", session=s))]
    assert kept == ["s2", "s3"]
