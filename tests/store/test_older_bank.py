"""A bank that was begun where another lay before keeps the backups of that one, and knows of them
until the person has chosen (spec 6.2: never a silent empty start)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memdesk.core import times
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store import backup, restoring
from memdesk.store.bank import Bank

PERSON = Actor()
NOW = datetime.now(UTC)


def add(bank: Bank, title: str) -> None:
    bank.add(Memory(title=title, content="x"), PERSON)


def named(bank: Bank, days_ago: int, reason: str = "daily") -> Path:
    """Where a backup of that day would lie."""
    stamp = f"{NOW - timedelta(days=days_ago):%Y%m%d-%H%M%S}"
    return bank.backups / f"{bank.path.stem}-{stamp}-{reason}.sqlite"


def lose(bank: Bank) -> None:
    """As when a person deletes the file, or a disk is not there any more."""
    bank.close()
    for file in bank.path.parent.glob(f"{bank.path.name}*"):
        file.unlink()


@pytest.fixture
def lost(bank: Bank) -> Bank:
    """A bank that is gone, with backups of the last ten days but today."""
    add(bank, "of the older bank")
    bank.close()
    with closing(sqlite3.connect(bank.path, isolation_level=None)) as plain:
        plain.execute("UPDATE change SET at = ?", (times.iso(NOW - timedelta(days=11)),))
    for day in range(1, 11):
        bank.backup(named(bank, day))
    lose(bank)
    return bank


def test_a_bank_that_was_always_there_has_no_older_one(bank: Bank) -> None:
    assert bank.backup_of_older_bank() is None
    add(bank, "one")
    bank.backup()
    bank.backup(named(bank, -1))
    assert bank.backup_of_older_bank() is None


def test_the_newest_backup_of_the_older_bank_is_told_until_the_person_leaves_it(
    lost: Bank,
) -> None:
    assert lost.backup_of_older_bank() is None, "nothing was begun yet"
    add(lost, "of the new bank")
    lost.backup()
    older = lost.backup_of_older_bank()
    assert older is not None
    assert older.path == named(lost, 1)
    lost.leave_older_bank()
    assert lost.backup_of_older_bank() is None


def test_what_can_not_be_used_or_holds_nothing_is_passed_over(bank: Bank) -> None:
    add(bank, "one")
    bank.backup(named(bank, 3))
    bank.delete([("memory", bank.entries()[0].id)], PERSON)
    bank.backup(named(bank, 2))
    named(bank, 1).write_bytes(b"no bank")
    lose(bank)
    add(bank, "of the new bank")
    older = bank.backup_of_older_bank()
    assert older is not None
    assert older.path == named(bank, 3)


def test_the_new_bank_does_not_push_out_the_backups_of_the_older_one(lost: Bank) -> None:
    add(lost, "of the new bank")
    for day in range(10):
        lost.backup(named(lost, -1 - day))
    backup.prune(lost.backups, lost.path)
    left = {one.path for one in backup.listed(lost.backups, lost.path)}
    own = {named(lost, -10 + day) for day in range(backup.KEPT)}
    assert left == own | {named(lost, 1 + day) for day in range(backup.KEPT)}


def test_a_bank_that_was_restored_is_the_older_one_again(lost: Bank) -> None:
    add(lost, "of the new bank")
    older = lost.backup_of_older_bank()
    assert older is not None
    restoring.restore(lost.path, older.path, lost.backups)
    assert [one.label for one in lost.entries()] == ["of the older bank"]
    assert lost.backup_of_older_bank() is None


def test_a_bank_that_was_emptied_pushes_no_backups_out(bank: Bank) -> None:
    add(bank, "one")
    kept = {bank.backup(named(bank, day)) for day in range(2 * backup.KEPT)}
    bank.close()
    for file in bank.path.parent.glob(f"{bank.path.name}-*"):
        file.unlink()
    bank.path.write_bytes(b"")
    backup.prune(bank.backups, bank.path)
    assert set(bank.backups.iterdir()) == kept


def test_what_the_older_bank_has_is_no_backup_of_the_new_one(lost: Bank) -> None:
    add(lost, "of the new bank")
    lost.back_up_before_import()  # one change, as the older bank has: another one
    (made,) = lost.backups.glob(f"{lost.path.stem}-*-import.sqlite")
    copy = Bank(made)
    assert [one.label for one in copy.entries()] == ["of the new bank"]
    copy.close()
    assert backup.of_this_bank(lost.backups, lost.path)[0].path == made
    lost.back_up_before_import()
    assert list(lost.backups.glob(f"{lost.path.stem}-*-import.sqlite")) == [made]


def test_the_new_bank_is_backed_up_daily_whatever_the_older_one_has(lost: Bank) -> None:
    add(lost, "of the new bank")
    made = backup.back_up_daily(lost.path, lost.backups, lambda: False)
    assert made is not None
    assert backup.back_up_daily(lost.path, lost.backups, lambda: False) is None
    assert made.exists()
