"""Backups: made each day and before what changes much, checked, few, and put back (1.8, 6.2)."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import old_banks
import pytest
from damaged_banks import PERSON, whole

from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable, NotFound
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store import backup, damage, migrations, restoring
from memdesk.store.bank import Bank
from memdesk.store.care import DAY_SECONDS, Care


def add(bank: Bank, title: str) -> None:
    bank.add(Memory(title=title, content="c"), PERSON)


def titles(bank: Bank) -> set[str]:
    return {entry.label for entry in bank.entries()}


def made(bank: Bank) -> list[str]:
    return [one.reason for one in backup.listed(bank.backups, bank.path)]


def care_of(bank: Bank) -> Care:
    return Care(bank.path, bank.backups, first=0)


def a_day_later(bank: Bank) -> None:
    """What was noted as done today was done yesterday."""
    note = bank.backups / f".{bank.path.name}-checked"
    then = time.time() - DAY_SECONDS - 1
    os.utime(note, (then, then))


# --- each day


def test_a_bank_that_is_looked_after_is_backed_up_once_a_day(bank: Bank) -> None:
    care = care_of(bank)
    care.look()
    assert not bank.backups.exists(), "there is nothing yet"
    add(bank, "one")
    care.look()
    add(bank, "two")
    care.look()
    care_of(bank).look()
    assert made(bank) == ["daily"]
    a_day_later(bank)
    care.look()
    assert made(bank) == ["daily", "daily"]
    newest = backup.listed(bank.backups, bank.path)[0]
    assert backup.look_inside(newest.path).entries == 2
    a_day_later(bank)
    care.look()
    assert made(bank) == ["daily", "daily"], "nothing had changed"


def test_only_the_user_reads_a_backup(bank: Bank) -> None:
    add(bank, "one")
    path = bank.backup()
    care_of(bank).look()
    assert stat.S_IMODE(bank.backups.stat().st_mode) == 0o700
    for file in bank.backups.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert path.parent == bank.backups


def test_seven_of_each_reason_are_kept_and_all_that_were_made_by_hand(bank: Bank) -> None:
    assert backup.KEPT == 7
    add(bank, "one")
    day = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(9):
        stamp = f"{day + timedelta(days=number):%Y%m%d-%H%M%S}"
        for reason in ("daily", "import", "hand"):
            bank.backup(bank.backups / f"{bank.path.stem}-{stamp}-{reason}.sqlite")
    other = bank.backups / "another-20200101-000000-daily.sqlite"
    bank.backup(other)
    backup.prune(bank.backups, bank.path)
    left = backup.listed(bank.backups, bank.path)
    assert [one.reason for one in left].count("daily") == 7
    assert [one.reason for one in left].count("import") == 7
    assert [one.reason for one in left].count("hand") == 9
    assert [one.at for one in left] == sorted((one.at for one in left), reverse=True)
    assert min(one.at for one in left if one.reason == "daily").day == 3
    assert other.exists()


def test_a_backup_of_a_bank_that_eight_write_to_is_of_one_moment(bank: Bank) -> None:
    add(bank, "first")
    stop = threading.Event()

    def write(number: int) -> None:
        try:
            while not stop.is_set():
                with bank.transaction(PERSON, "pair"):  # both or neither
                    add(bank, f"{number} a")
                    add(bank, f"{number} b")
        finally:
            bank.close_thread()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    try:
        copies = [bank.backup() for _ in range(4)]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    counts = [backup.look_inside(copy).entries for copy in copies]
    assert counts == sorted(counts)
    assert all(count % 2 == 1 for count in counts)
    assert all(whole(copy) for copy in copies)


def test_a_copy_that_is_given_up_leaves_nothing(bank: Bank) -> None:
    add(bank, "one")
    with pytest.raises(backup.Stopped):
        backup.backup(bank.path, bank.backups / "b.sqlite", stopped=lambda: True)
    assert list(bank.backups.iterdir()) == []


def test_a_disk_without_room_for_a_backup_is_said_and_nothing_half_is_left(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(bank, "one")
    room = backup.shutil.disk_usage(bank.path.parent)._replace(free=1000)
    with monkeypatch.context() as patched:
        patched.setattr(backup.shutil, "disk_usage", lambda _folder: room)
        with pytest.raises(BankUnavailable, match="no room"):
            bank.backup()
    assert list(bank.backups.iterdir()) == []
    # And when it fills up meanwhile, as SQLite says it.
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    def fail(*_arguments: object) -> None:
        raise full

    with monkeypatch.context() as patched:
        patched.setattr(backup, "_copy", fail)
        with pytest.raises(BankUnavailable, match="no room"):
            bank.backup()
    assert list(bank.backups.iterdir()) == []
    assert made(bank) == []
    bank.backup()
    assert made(bank) == ["hand"]


def test_an_import_is_preceded_by_a_backup(bank: Bank, tmp_path: Path) -> None:
    def found(title: str) -> Found:
        file = tmp_path / f"{title}.jsonl"
        line = {"type": "entity", "name": title, "entityType": "note", "observations": ["said"]}
        file.write_text(json.dumps(line) + "\n")
        return formats.read(Source(file))

    import_found(bank, found("first"))
    assert made(bank) == [], "there was nothing to keep"
    import_found(bank, found("second"))
    assert made(bank) == ["import"]
    newest = backup.listed(bank.backups, bank.path)[0]
    assert backup.look_inside(newest.path).entries == 1
    bank.backup()
    import_found(bank, found("third"))
    assert made(bank).count("import") == 1, "nothing had changed since the last backup"


# --- putting one back


def test_a_backup_is_put_back_under_those_who_have_the_bank_open(bank: Bank) -> None:
    add(bank, "old")
    kept = bank.backup()
    add(bank, "new")
    other = Bank(bank.path)
    assert titles(other) == {"old", "new"}
    seen = other.generation()
    aside = restoring.restore(bank.path, kept, bank.backups)
    assert titles(bank) == titles(other) == {"old"}
    # Every reader hears of it, and nothing that was made of the bank before is taken for it.
    (change,) = other.changes_since(seen)
    assert change.label == "restore backup"
    assert change.number == other.generation() > seen
    assert change.ids is None
    assert other.destroyed_since(seen)
    assert aside is not None
    assert backup.look_inside(aside).entries == 2
    other.add(Memory(title="after", content="c"), PERSON)
    assert titles(bank) == {"old", "after"}
    assert bank.check() == []
    # And back again.
    restoring.restore(bank.path, aside, bank.backups)
    assert titles(other) == {"old", "new"}
    assert damage.noted(bank.path) is None
    other.close()


def test_a_backup_of_an_old_schema_is_put_back_in_todays(bank: Bank, tmp_path: Path) -> None:
    add(bank, "new")
    old_banks.unpack(1, tmp_path / "old.sqlite")
    before = (tmp_path / "old.sqlite").read_bytes()
    restoring.restore(bank.path, tmp_path / "old.sqlite", bank.backups)
    assert "Terminal" in titles(bank)
    assert bank.check() == []
    assert (tmp_path / "old.sqlite").read_bytes() == before


def test_a_backup_is_put_where_no_bank_is(bank: Bank, tmp_path: Path) -> None:
    other = Bank(tmp_path / "other.sqlite")
    add(other, "kept")
    copy = other.backup()
    other.close()
    assert restoring.restore(bank.path, copy, bank.backups) is None
    assert titles(bank) == {"kept"}


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as plain:
        plain.execute(f"PRAGMA user_version = {migrations.NEWEST + 1}")


def _damaged(path: Path) -> None:
    with path.open("rb+") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(os.urandom(16 * 1024))


def _no_bank(path: Path) -> None:
    path.write_text("remember the milk\n" * 400)


@pytest.mark.parametrize("spoil", [_newer, _damaged, _no_bank, lambda path: path.write_bytes(b"")])
def test_what_is_no_good_backup_changes_nothing(
    bank: Bank, spoil: Callable[[Path], object]
) -> None:
    for number in range(60):
        bank.add(Memory(title=f"t{number}", content="some words " * 200), PERSON)
    copy = bank.backup()
    add(bank, "new")
    spoil(copy)
    with pytest.raises(BankUnavailable):
        restoring.restore(bank.path, copy, bank.backups)
    assert bank.count(Query()) == 61
    assert bank.check() == []
    left = {file.name for file in bank.path.parent.iterdir()} - {"backups"}
    assert left <= {bank.path.name + ending for ending in ("", "-wal", "-shm", "-mark")}
    with pytest.raises(NotFound):
        restoring.restore(bank.path, copy.with_name("nowhere.sqlite"), bank.backups)


RESTORE = """
import sys
from pathlib import Path
from memdesk.store import restoring
print("ready", flush=True)
sys.stdin.readline()
while True:
    for name in sys.argv[2:]:
        restoring.restore(Path(sys.argv[1]), Path(name), Path(sys.argv[1]).parent / "backups")
        print("restored", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="kills it in the middle")
@pytest.mark.parametrize("damaged", [False, True])
def test_restoring_that_is_killed_leaves_a_bank_or_says_so(bank: Bank, damaged: bool) -> None:
    for number in range(30):
        bank.add(Memory(title=f"t{number}", content="some words " * 300), PERSON)
    first = bank.backup()
    add(bank, "more")
    second = bank.backup()
    bank.close()
    for round_ in range(6):
        if damaged:
            bank.path.write_bytes(b"")
        process = subprocess.Popen(
            [sys.executable, "-c", RESTORE, bank.path, first, second],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        process.stdin.write("go\n")
        process.stdin.flush()
        timer = threading.Timer(0.004 * round_ * round_, process.kill)
        timer.start()
        process.wait()
        timer.join()
        process.stdin.close()
        process.stdout.close()
        try:
            count = bank.count(Query())
        except BankUnavailable:
            assert damaged or damage.noted(bank.path)
            restoring.restore(bank.path, first, bank.backups)
            count = bank.count(Query())
        assert count in (30, 31)
        assert bank.check() == []
        bank.close()


def test_where_no_backup_can_be_made_the_folder_is_named(bank: Bank) -> None:
    add(bank, "one")
    bank.backups.write_text("in the way", "utf-8")
    why = "No such file or directory" if os.name == "nt" else "Not a directory"
    sentence = f"No backup of {bank.path} can be made in {bank.backups}: {why}."
    for make in (bank.backup, bank.back_up_before_import):
        with pytest.raises(BankUnavailable) as refused:
            make()
        assert str(refused.value) == sentence
    with pytest.raises(BankUnavailable, match="can't be listed: Not a directory"):
        backup.refuse_unreadable(bank.backups)
    bank.backups.unlink()
    backup.refuse_unreadable(bank.backups)
    assert bank.backup().exists()
