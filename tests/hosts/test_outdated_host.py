"""A host never waits for a large outdated bank: it is brought up to date elsewhere (spec 4.4)."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import old_banks
import pytest

from memdesk import paths
from memdesk.core.errors import BankLocked
from memdesk.hosts import outdated
from memdesk.store import backup
from memdesk.store.bank import Bank

START = json.dumps({"hook_event_name": "SessionStart", "source": "startup", "session_id": "s"})

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def old(memdesk_home: Path) -> Bank:
    path = paths.bank_path()
    old_banks.unpack(1, path)
    return Bank(path)


@pytest.fixture
def large(old: Bank) -> Bank:
    with closing(sqlite3.connect(old.path)) as plain:
        plain.execute("CREATE TABLE filler (bytes BLOB)")
        plain.execute("INSERT INTO filler VALUES (zeroblob(?))", (outdated.QUICK_BYTES,))
        plain.commit()
    return old


def test_a_small_one_is_left_to_who_opens_it(old: Bank) -> None:
    outdated.leave_to_another(old.path)
    assert old.is_outdated()
    outdated.leave_to_another(old.path.with_name("none.sqlite"))


def test_a_large_one_is_brought_up_to_date_by_a_process_of_its_own(large: Bank) -> None:
    with pytest.raises(BankLocked, match="being brought up to date"):
        outdated.leave_to_another(large.path)
    for thread in threading.enumerate():
        if thread.name == "memdesk outdated":
            thread.join()
    assert not large.is_outdated()
    outdated.leave_to_another(large.path)
    assert len(backup.listed(large.backups, large.path)) == 1


def test_no_second_process_is_started(large: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outdated, "_start", lambda _bank: pytest.fail("another one"))
    with closing(sqlite3.connect(large.path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = wal")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BankLocked):
            outdated.leave_to_another(large.path)


def test_a_hook_answers_empty_until_it_is_done(large: Bank, memdesk: Run) -> None:
    first = memdesk("hook", "claude-code", stdin=START)
    assert (first.returncode, first.stdout) == (0, "{}\n")
    log = (paths.log_dir() / "hook.log").read_text()
    assert "is being brought up to date" in log
    assert memdesk("stats").returncode == 0  # waits for it
    assert not large.is_outdated()
    later = memdesk("hook", "claude-code", stdin=START)
    assert "PowerShell" in later.stdout
