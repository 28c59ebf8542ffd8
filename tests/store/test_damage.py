"""Every kind of damage is noticed before anything is written, and nothing is lost by it (6.2)."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from damaged_banks import DAMAGES, ENTRIES, PERSON, fill, leave_log, log_of, own_content, whole

from memdesk.core.entry import KINDS, Memory
from memdesk.core.errors import BankDamaged, BankUnavailable
from memdesk.core.query import Query
from memdesk.store import backup, damage, examining, restoring, salvage
from memdesk.store.bank import Bank
from memdesk.store.care import Care, check_pages

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a fork of itself")

EVERYTHING = Query(kinds=KINDS)


@pytest.fixture
def filled(bank_path: Path) -> Path:
    fill(bank_path)
    return bank_path


def opened(path: Path) -> None:
    """What the command line does before anything else."""
    bank = Bank(path)
    try:
        bank.generation()
        check_pages(path)
    finally:
        bank.close()


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_noticed_and_the_file_left_as_it_is(filled: Path, name: str) -> None:
    do, kinds = DAMAGES[name]
    do(filled)
    before = own_content(filled)
    with pytest.raises(BankDamaged) as refused:
        opened(filled)
    assert refused.value.what in kinds.split()
    assert refused.value.code == -32005
    assert str(filled) in str(refused.value)
    bank = Bank(filled)
    for act in (
        lambda: bank.entries(EVERYTHING),
        lambda: bank.add(Memory(title="t", content="c"), PERSON),
        bank.generation,
        lambda: bank.frozen_given("cursor"),
        bank.backup,
    ):
        with pytest.raises(BankDamaged):
            act()
    bank.close()
    assert own_content(filled) == before
    assert not (filled.parent / "backups").exists() or not list(bank.backups.glob("*.sqlite"))


@pytest.mark.parametrize("name", DAMAGES)
def test_a_backup_is_put_back_and_the_damaged_file_kept(
    filled: Path, name: str, open_bank: Callable[[Path], Bank]
) -> None:
    bank = Bank(filled)
    kept = bank.backup()
    bank.close()
    DAMAGES[name][0](filled)
    before = own_content(filled)
    assert examining.examine(filled, bank.backups) is not None
    aside = restoring.restore(filled, kept, bank.backups)
    assert aside is not None
    assert aside.read_bytes() == before[filled.name]
    if log_of(filled).name in before:
        assert log_of(aside).read_bytes() == before[log_of(filled).name]
    opened(filled)
    assert bank.count(EVERYTHING) == ENTRIES
    assert bank.check() == []
    bank.add(Memory(id="after", title="after", content="c"), PERSON)
    bank.close()
    assert open_bank(filled).get("after").label == "after"
    assert examining.examine(filled, bank.backups) is None


@pytest.mark.parametrize(
    ("name", "least"),
    {
        "cut at half a page": 1,
        "cut in the last page": ENTRIES - 2,
        "header": ENTRIES,
        "first page": ENTRIES,
        "middle": ENTRIES - 20,
        "middle, off the pages": ENTRIES - 40,
        "no log": ENTRIES,
        "strange log": ENTRIES,
    }.items(),
)
def test_what_can_be_read_is_read_out(filled: Path, tmp_path: Path, name: str, least: int) -> None:
    bank = Bank(filled)
    whole_bank = {entry.id: entry for entry in bank.entries(EVERYTHING)}
    steps = len(bank.history(limit=10_000))
    bank.close()
    DAMAGES[name][0](filled)
    before = own_content(filled)
    told: list[tuple[int, int]] = []
    log = examining.log_belongs_to(filled)
    found = salvage.salvage(
        filled, tmp_path / "out.sqlite", lambda done, total: told.append((done, total)), log=log
    )
    assert own_content(filled) == before
    assert told[-1][0] == told[-1][1] > 100
    out = Bank(found.path)
    got = {entry.id: entry for entry in out.entries(EVERYTHING)}
    assert least <= len(got) == found.entries <= ENTRIES
    assert all(entry == whole_bank[id] for id, entry in got.items())
    assert out.check() == []
    assert len(out.history(limit=10_000)) == found.revisions <= steps
    if least == ENTRIES:
        assert (found.lost.total(), found.revisions, found.profile) == (0, steps, True)
    elif found.entries < ENTRIES:
        assert found.lost.total() <= ENTRIES - found.entries
    out.add(Memory(title="new", content="c"), PERSON)
    assert [hit.entry.id for hit in out.search(Query(text="word1"))]
    out.close()
    aside = restoring.restore(filled, found.path, bank.backups)
    assert aside is not None
    opened(filled)
    assert bank.count(EVERYTHING) == found.entries + 1
    bank.close()


def test_what_stands_in_the_log_is_read_out_too(filled: Path, tmp_path: Path) -> None:
    leave_log(filled)
    DAMAGES["header"][0](filled)
    found = salvage.salvage(filled, tmp_path / "out.sqlite", lambda *_: None)
    assert found.entries == ENTRIES + 1
    out = Bank(found.path)
    assert out.get("logged").label == "only in the log"
    out.close()


def test_reading_out_that_is_stopped_leaves_nothing(filled: Path, tmp_path: Path) -> None:
    def stop(done: int, _total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        salvage.salvage(filled, tmp_path / "to" / "out.sqlite", stop)
    assert list((tmp_path / "to").iterdir()) == []


def test_damage_that_is_met_keeps_everyone_off(filled: Path) -> None:
    """Whoever meets it first tells the others, who had the bank open all along."""
    one, other = Bank(filled), Bank(filled)
    assert other.count(EVERYTHING) == ENTRIES
    with pytest.raises(BankDamaged), one._reading():
        failure = sqlite3.DatabaseError("database disk image is malformed")
        failure.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        DAMAGES["middle"][0](filled)
        raise failure
    assert damage.noted(filled)
    other._connections._looked = 0.0  # as if half a second had passed
    with pytest.raises(BankDamaged):
        other.add(Memory(title="t", content="c"), PERSON)
    for bank in (one, other):
        bank.close()


def test_what_looked_like_damage_and_is_none_keeps_no_one_off(filled: Path) -> None:
    bank = Bank(filled)
    with pytest.raises(BankDamaged), bank._reading():
        failure = sqlite3.DatabaseError("database disk image is malformed")
        failure.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise failure
    assert damage.noted(filled) is None
    assert bank.count(EVERYTHING) == ENTRIES
    bank.close()


def test_a_damaged_search_index_is_damage(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as plain:
        plain.execute("UPDATE entry_words_data SET block = zeroblob(64) WHERE id > 10")
        plain.commit()
    bank = Bank(filled)
    with pytest.raises(BankDamaged):
        bank.search(Query(text="word1"))
    assert damage.noted(filled)
    bank.close()


def test_a_note_about_another_file_means_nothing(
    filled: Path, open_bank: Callable[[Path], Bank]
) -> None:
    damage.note(filled, "a fault")
    with pytest.raises(BankDamaged, match="a fault"):
        opened(filled)
    content = filled.read_bytes()
    filled.rename(filled.with_name("aside.sqlite"))
    with pytest.raises(BankDamaged):  # a restore that was cut short begins no empty bank
        opened(filled)
    filled.write_bytes(content)
    opened(filled)
    assert open_bank(filled).count(EVERYTHING) == ENTRIES


def test_a_note_goes_when_the_file_is_found_whole(filled: Path) -> None:
    damage.note(filled, "a fault")
    assert examining.examine(filled, filled.parent / "backups") is None
    opened(filled)


def test_an_older_copy_can_be_taken_as_it_is(
    filled: Path, open_bank: Callable[[Path], Bank]
) -> None:
    DAMAGES["no log"][0](filled)
    with pytest.raises(BankDamaged, match="newest changes, in number 1:"):
        opened(filled)
    examining.take_as_it_is(filled)
    opened(filled)
    assert open_bank(filled).count(EVERYTHING) == ENTRIES


def test_a_bank_can_be_taken_without_the_log_of_another(
    filled: Path, open_bank: Callable[[Path], Bank]
) -> None:
    DAMAGES["strange log"][0](filled)
    log = log_of(filled).read_bytes()
    examining.take_as_it_is(filled)
    opened(filled)
    assert open_bank(filled).count(EVERYTHING) == ENTRIES
    (aside,) = filled.parent.glob("*strange*")
    assert aside.read_bytes() == log


def test_damaged_pages_are_not_taken_as_they_are(filled: Path) -> None:
    DAMAGES["middle"][0](filled)
    with pytest.raises(BankDamaged):
        examining.take_as_it_is(filled)
    with pytest.raises(BankDamaged):
        opened(filled)


def test_a_killed_program_has_damaged_nothing(
    filled: Path, open_bank: Callable[[Path], Bank]
) -> None:
    leave_log(filled)
    opened(filled)
    assert open_bank(filled).get("logged").label == "only in the log"
    assert whole(filled)


def test_a_log_that_was_never_marked_is_looked_at_and_taken(
    filled: Path, open_bank: Callable[[Path], Bank]
) -> None:
    """As of a memdesk that was killed between a commit and its mark, or set none yet."""
    leave_log(filled)
    damage.beside(filled, damage.MARK).unlink()
    opened(filled)
    assert open_bank(filled).get("logged").label == "only in the log"


def test_whoever_serves_finds_damage_in_the_background(filled: Path) -> None:
    DAMAGES["middle"][0](filled)
    care = Care(filled, filled.parent / "backups", first=0)
    care.look_at_pages()
    assert damage.noted(filled)
    care.look()
    assert backup.listed(filled.parent / "backups", filled) == []


def test_many_threads_open_and_write_while_the_mark_is_kept(filled: Path) -> None:
    """The mark never says more than the bank holds, whoever reads it whenever."""
    bank = Bank(filled)
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            for round_ in range(15):
                bank.add(Memory(title=f"{number} {round_}", content="c"), PERSON)
                bank.close_thread()
                bank.generation()
        except Exception as error:  # noqa: BLE001 - asserted below
            failures.append(error)
        finally:
            bank.close_thread()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert bank.count(EVERYTHING) == ENTRIES + 6 * 15
    bank.close()


def test_a_table_whose_description_is_no_text(filled: Path, tmp_path: Path) -> None:
    """SQLite quotes it in what it says, and Python can't decode that."""
    good = tmp_path / "good.sqlite"
    backup.backup(filled, good)
    with closing(sqlite3.connect(filled)) as plain:
        plain.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = filled.read_bytes()
    assert content.count(b"CREATE TABLE entry (") == 1
    broken = content.replace(b"CREATE TABLE entry (", b"CREATE T\xe1BL\xff entry (")
    filled.write_bytes(broken)
    with pytest.raises(BankDamaged) as refused:
        opened(filled)
    assert "malformed" in str(refused.value)
    bank = Bank(filled)
    for act in (lambda: bank.entries(EVERYTHING), bank.generation, bank.backup):
        with pytest.raises(BankDamaged):
            act()
    bank.close()
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(broken)
    with pytest.raises(BankUnavailable, match="malformed"):
        backup.look_inside(bad)
    with pytest.raises(BankUnavailable, match="malformed"):
        restoring.restore(filled, bad, bank.backups)
    assert filled.read_bytes() == broken
    aside = restoring.restore(filled, good, bank.backups)
    assert aside is not None and aside.read_bytes() == broken
    assert len(bank.entries(EVERYTHING)) == ENTRIES
    bank.close()


def test_a_note_that_can_not_be_made_out_is_meant_all_the_same(filled: Path) -> None:
    damage.beside(filled, damage.NOTE).write_bytes(b"\xff\xfe")
    with pytest.raises(BankDamaged, match="can't be made out"):
        opened(filled)
    examining.take_as_it_is(filled)
    opened(filled)
    assert not damage.beside(filled, damage.NOTE).exists()


def test_what_is_no_file_is_no_bank(tmp_path: Path) -> None:
    folder, pipe, device = (tmp_path / name for name in ("folder", "pipe", "device"))
    folder.mkdir()
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for path in (folder, pipe, device):
        with pytest.raises(BankUnavailable, match="is no file"):
            opened(path)


def test_nobody_waits_for_a_pipe_in_the_place_of_the_mark(filled: Path) -> None:
    mark = damage.beside(filled, damage.MARK)
    mark.unlink()
    os.mkfifo(mark)
    opened(filled)
    bank = Bank(filled)
    bank.add(Memory(title="t", content="c"), PERSON)
    bank.close()
