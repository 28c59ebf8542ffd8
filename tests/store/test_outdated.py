"""An outdated bank is brought up to date once, by one of those that want it (spec 1.8)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import old_banks
import pytest

from memdesk.core.errors import BankLocked, BankUnavailable, GivenUp
from memdesk.store import backup, connection, migrations, outdated
from memdesk.store.bank import Bank
from memdesk.store.outdated import Stage, Watch


@pytest.fixture
def old(bank_path: Path) -> Iterator[Bank]:
    old_banks.unpack(1, bank_path)
    bank = Bank(bank_path)
    yield bank
    bank.close()


@contextmanager
def held(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program writes for as long as this lasts."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = wal")
        other.execute("BEGIN IMMEDIATE")
        yield other


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as plain:
        return migrations.version(plain)


def test_only_an_older_bank_is_outdated(old: Bank, tmp_path: Path) -> None:
    assert old.is_outdated()
    old.generation()
    assert not old.is_outdated()
    assert not Bank(tmp_path / "none.sqlite").is_outdated()
    strange = tmp_path / "strange.sqlite"
    with closing(sqlite3.connect(strange)) as other:
        other.execute("CREATE TABLE t (a)")
    with pytest.raises(BankUnavailable, match="another program"):
        Bank(strange).is_outdated()


def test_each_stage_is_told_and_the_backup_comes_first(old: Bank) -> None:
    told: list[tuple[Stage, int]] = []
    old.bring_up_to_date(
        Watch(lambda stage: told.append((stage, len(backup.listed(old.backups, old.path)))))
    )
    assert told[0] == ("copying", 0)
    assert told[1:] == [("changing", 1)] * (migrations.NEWEST - 1)
    assert version(old.path) == migrations.NEWEST


def test_who_watches_waits_for_another_program_as_long_as_it_takes(old: Bank) -> None:
    told: list[Stage] = []
    waits = threading.Event()

    def tell(stage: Stage) -> None:
        told.append(stage)
        waits.set()

    def work() -> None:
        old.bring_up_to_date(Watch(tell))
        old.close()

    with held(old.path) as other:
        thread = threading.Thread(target=work)
        thread.start()
        assert waits.wait(90)
        assert told == ["waiting"]
        other.execute("ROLLBACK")
        thread.join()
    assert told[1] == "copying"
    assert version(old.path) == migrations.NEWEST


def test_who_has_waited_makes_no_second_backup(old: Bank) -> None:
    waits = threading.Event()
    other = Bank(old.path)

    def work() -> None:
        other.bring_up_to_date(Watch(lambda _stage: waits.set()))
        other.close()

    thread = threading.Thread(target=work)

    def tell(stage: Stage) -> None:
        if stage == "copying":
            thread.start()
            assert waits.wait(90)

    old.bring_up_to_date(Watch(tell))
    thread.join()
    assert len(backup.listed(old.backups, old.path)) == 1
    assert version(old.path) == migrations.NEWEST


def test_who_does_not_watch_is_told_to_come_again(
    old: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated, "BUSY_SECONDS", 0)
    with held(old.path), pytest.raises(BankLocked, match="being brought up to date"):
        old.generation()
    assert backup.listed(old.backups, old.path) == []
    assert old.generation() > 0


@pytest.mark.parametrize("at", ["waiting", "copying", "changing"])
def test_it_can_be_given_up_at_each_stage(old: Bank, at: Stage) -> None:
    reached: list[Stage] = []
    watch = Watch(reached.append, lambda: at in reached)
    before = version(old.path)
    with pytest.raises(GivenUp):
        if at == "waiting":
            with held(old.path):
                old.bring_up_to_date(watch)
        else:
            old.bring_up_to_date(watch)
    # A step that was over before it was looked at stays; nothing of the next is there.
    assert version(old.path) == before + (at == "changing")
    assert [one.name for one in old.backups.glob(".*")] == []
    assert old.entries() != []
    assert version(old.path) == migrations.NEWEST


def test_the_connection_is_as_every_other_afterwards(old: Bank) -> None:
    old.bring_up_to_date(Watch(lambda _stage: None))
    now = old._connections.reading()
    for pragma, wanted in (
        ("busy_timeout", connection.BUSY_SECONDS * 1000),
        ("cache_size", -connection._CACHE_KIB),
        ("synchronous", 2),
    ):
        assert now.execute(f"PRAGMA {pragma}").fetchone()[0] == wanted
