"""Turns between threads and processes."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memdesk import lock
from memdesk.core.errors import BankUnavailable
from memdesk.lock import FileLock, Turns

HOLD = """
import sys
from pathlib import Path
from memdesk.lock import Turns
with Turns(lambda: Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
    Path(sys.argv[2]).write_text("done")
"""


class Telling(Turns):
    """Says when it waits for another process."""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: path)
        self.waiting = threading.Event()

    def wait(self) -> None:
        self.waiting.set()
        super().wait()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run" / "turns.lock"


def test_one_waits_for_what_another_process_does_in_its_turn(path: Path, tmp_path: Path) -> None:
    done = tmp_path / "done"
    found: list[bool] = []
    turns = Telling(path)

    def take() -> None:
        with turns:
            found.append(done.exists())

    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", HOLD, str(path), str(done)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        waiter = threading.Thread(target=take)
        waiter.start()
        assert turns.waiting.wait(60)
        assert not found
        holder.communicate("go on\n", timeout=60)
    waiter.join(60)
    assert found == [True]


def test_a_turn_ends_with_the_process_that_has_it(path: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", HOLD, str(path), str(tmp_path / "done")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.communicate(timeout=60)
    with Turns(lambda: path):
        assert not (tmp_path / "done").exists()


def test_who_hangs_in_its_turn_is_not_waited_for_without_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "TURN_SECONDS", 0.05)
    turns = Turns(lambda: path)
    # Another thread of this process, as far as waiting goes.
    with turns, pytest.raises(BankUnavailable, match="Another program holds"), turns:
        raise AssertionError
    other = FileLock(path)
    assert other.acquire()
    with pytest.raises(BankUnavailable, match="Another program holds"), turns:
        raise AssertionError
    other.release()
    with turns, pytest.raises(BankUnavailable), Turns(lambda: path):  # two doors of one process
        raise AssertionError
    with turns:
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_lock_that_can_not_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / "turns.lock").mkdir()
    turns = Turns(lambda: tmp_path / "turns.lock")
    for _ in range(2):  # and nothing of it is kept
        with pytest.raises(BankUnavailable, match="can't be opened"), turns:
            raise AssertionError
