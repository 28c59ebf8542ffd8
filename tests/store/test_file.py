"""The file: made in steps, backed up before them, and refused in words (spec 1.8, 6.2)."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import peewee as pw
import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters, BankUnavailable, NotFound
from memdesk.core.query import Query
from memdesk.store import connection as opening
from memdesk.store import migrations, schema
from memdesk.store.bank import Bank

PERSON = Actor()

IN_SQLITE = {"TextField": "TEXT", "IntegerField": "INTEGER", "AutoField": "INTEGER"}


def stored_tables(connection: sqlite3.Connection) -> set[str]:
    """The bank's own tables, without those that belong to SQLite and the search index."""
    return {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if not name.startswith(("sqlite_", "entry_words", "entry_starts"))
    }


def test_the_models_mirror_what_the_migrations_make() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrations.migrate(connection)
        models = {table._meta.table_name: table for table in schema.TABLES}
        assert models.keys() == stored_tables(connection)
        for name, model in models.items():
            rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
            columns = {row[1]: (row[2], bool(row[3]), bool(row[5])) for row in rows}
            described = {}
            for field in model._meta.sorted_fields:
                kind = type(field).__name__
                if isinstance(field, pw.ForeignKeyField):
                    kind = "IntegerField"
                key = model._meta.primary_key
                names = key.field_names if isinstance(key, pw.CompositeKey) else (key.name,)
                is_key = field.name in names
                # SQLite calls the integer key nullable: it is the row number itself.
                required = not field.null and not isinstance(field, pw.AutoField)
                described[field.column_name] = (IN_SQLITE[kind], required, is_key)
            assert described == columns, name
            sql = connection.execute(
                "SELECT sql FROM sqlite_master WHERE name = ?", (name,)
            ).fetchone()[0]
            assert "STRICT" in sql
            assert ("WITHOUT ROWID" in sql) == bool(model._meta.without_rowid), name


def test_any_sqlite_client_can_read_all_of_it(bank: Bank) -> None:
    bank.add(Memory(title="进度", content="c", tags=("a",)), PERSON)
    bank.close()
    with closing(sqlite3.connect(bank.path)) as plain:
        assert "进度" in "\n".join(plain.iterdump())
        assert plain.execute("PRAGMA user_version").fetchone()[0] == migrations.NEWEST
        plain.execute("UPDATE entry SET position = 5")
        plain.commit()
        plain.execute("VACUUM")
    assert bank.entries()[0].position == 5
    assert len(bank.search(Query(text="进"))) == 1


@pytest.fixture
def older(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> Bank:
    """A bank of an older memdesk, in a program that has had one step more since."""
    bank.add(Memory(title="kept", content="c"), PERSON)
    bank.close()
    more = "CREATE TABLE later (key INTEGER PRIMARY KEY) STRICT;\nINSERT INTO later VALUES (7);\n"
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, more))
    monkeypatch.setattr(migrations, "NEWEST", migrations.NEWEST + 1)
    return bank


def test_an_older_bank_is_backed_up_and_brought_up_to_date(older: Bank) -> None:
    assert [entry.label for entry in older.entries()] == ["kept"]
    with closing(sqlite3.connect(older.path)) as plain:
        assert plain.execute("PRAGMA user_version").fetchone()[0] == migrations.NEWEST
        assert plain.execute("SELECT key FROM later").fetchall() == [(7,)]
    (backup,) = older.backups.iterdir()
    with closing(sqlite3.connect(backup)) as plain:
        assert plain.execute("PRAGMA user_version").fetchone()[0] == migrations.NEWEST - 1
        assert plain.execute("SELECT title FROM entry").fetchall() == [("kept",)]
    assert backup.stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_a_step_that_fails_leaves_the_bank_as_it_was(
    older: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (
        "CREATE TABLE half (key INTEGER PRIMARY KEY) STRICT;\nINSERT INTO nowhere VALUES (1);\n"
    )
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS[:-1], broken))
    with pytest.raises(sqlite3.OperationalError):
        older.entries()
    with closing(sqlite3.connect(older.path)) as plain:
        assert plain.execute("PRAGMA user_version").fetchone()[0] == migrations.NEWEST - 1
        assert "half" not in stored_tables(plain)
        assert plain.execute("SELECT count(*) FROM entry").fetchone()[0] == 1


def test_a_bank_of_a_newer_memdesk_is_left_alone(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)
    bank.close()
    with closing(sqlite3.connect(bank.path)) as plain:
        plain.execute(f"PRAGMA user_version = {migrations.NEWEST + 1}")
    before = bank.path.read_bytes()
    for act in (bank.entries, lambda: bank.add(Memory(title="u", content="c"), PERSON)):
        with pytest.raises(BankUnavailable, match="newer memdesk"):
            act()
    assert bank.path.read_bytes() == before


OTHERS = {
    "empty": (b"", "0 bytes"),
    "text": (b"- remember the milk\n" * 300, "is no bank"),
    "short": (b"SQLite", "is no bank"),
    "wrong magic": (b"SQLite format 4\x00" + b"\x00" * 8000, "is no bank"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_bank_is_refused_and_kept(bank: Bank, name: str) -> None:
    content, says = OTHERS[name]
    bank.path.write_bytes(content)
    for act in (bank.entries, bank.generation, lambda: bank.set_profile({"notes": "n"}, PERSON)):
        with pytest.raises(BankUnavailable, match=says):
            act()
    assert bank.path.read_bytes() == content
    assert [file.name for file in bank.path.parent.iterdir()] == [bank.path.name]


def test_another_programs_database_is_left_alone(bank: Bank) -> None:
    with closing(sqlite3.connect(bank.path)) as plain:
        plain.execute("CREATE TABLE recipes (name TEXT)")
        plain.commit()
    before = bank.path.read_bytes()
    with pytest.raises(BankUnavailable, match="another program"):
        bank.entries()
    with pytest.raises(BankUnavailable, match="another program"):
        bank.add(Memory(title="t", content="c"), PERSON)
    assert bank.path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="leaves a writer's traces by ending a fork")
@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_what_another_program_left_unfinished_is_left_so(bank: Bank, mode: str) -> None:
    """A killed program's journal or log is its own to finish: nothing is written into its file."""
    process = os.fork()
    if process == 0:
        plain = sqlite3.connect(bank.path, isolation_level=None)
        plain.execute(f"PRAGMA journal_mode = {mode}")
        plain.execute("PRAGMA cache_size = 1")
        plain.execute("CREATE TABLE recipes (name TEXT)")
        plain.execute("INSERT INTO recipes SELECT hex(randomblob(9000)) FROM json_each('[1,2,3]')")
        plain.execute("BEGIN")
        plain.execute("UPDATE recipes SET name = name || 'x'")
        os._exit(0)
    os.waitpid(process, 0)
    log = bank.path.with_name(bank.path.name + ("-wal" if mode == "wal" else "-journal"))
    before = bank.path.read_bytes(), log.read_bytes()
    assert before[1]
    for act in (bank.entries, lambda: bank.set_profile({"notes": "n"}, PERSON)):
        with pytest.raises(BankUnavailable, match="another program"):
            act()
    assert (bank.path.read_bytes(), log.read_bytes()) == before


def test_a_bank_with_an_unfinished_journal_is_finished_and_read(bank: Bank) -> None:
    """As a killed restore leaves it: the file not yet in write-ahead mode again."""
    bank.add(Memory(title="kept", content="c"), PERSON)
    bank.close()
    process = os.fork()
    if process == 0:
        plain = sqlite3.connect(bank.path, isolation_level=None)
        plain.execute("PRAGMA journal_mode = delete")
        plain.execute("PRAGMA cache_size = 1")
        plain.execute("BEGIN")
        plain.execute("UPDATE entry SET body = hex(randomblob(90000))")
        os._exit(0)
    os.waitpid(process, 0)
    assert bank.path.with_name(bank.path.name + "-journal").exists()
    assert [entry.label for entry in bank.entries()] == ["kept"]
    assert bank.check() == []


def test_a_question_that_is_no_text_is_refused_in_words(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="t", content="c"), PERSON)
    for act in (
        lambda: bank.get("\udcff"),
        lambda: bank.entries(Query(tags=("\ud800",))),
        lambda: bank.history("\udcff"),
        lambda: bank.delete([("memory", "\udcff")], PERSON),
    ):
        with pytest.raises(BadParameters, match="surrogate"):
            act()
    assert bank.search(Query(text="\udcff")) == []
    assert [entry.id for entry in bank.entries()] == ["m1"]


def test_damage_is_noticed(bank: Bank) -> None:
    with bank.transaction(PERSON, "many"):
        for number in range(400):
            bank.add(Memory(title=f"t{number}", content="some words " * 40), PERSON)
    bank.backup()
    bank.close()
    dice = random.Random(1)
    size = bank.path.stat().st_size
    with bank.path.open("rb+") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(dice.randbytes(16 * 1024))
    try:
        faults = bank.check()
    except BankUnavailable as error:
        assert "damaged" in str(error)
    else:
        assert faults
    (backup,) = bank.backups.iterdir()
    restored = Bank(backup)
    assert restored.count(Query()) == 400
    assert restored.check() == []
    restored.close()


def test_a_bank_that_goes_away_is_not_written_into_the_void(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)
    aside = bank.path.with_name("aside.sqlite")
    bank.path.rename(aside)
    for act in (bank.entries, lambda: bank.add(Memory(title="u", content="c"), PERSON)):
        with pytest.raises(BankUnavailable, match="gone"):
            act()
    aside.rename(bank.path)
    assert [entry.label for entry in bank.entries()] == ["t"]


def test_a_backup_put_in_its_place_is_what_is_read(bank: Bank) -> None:
    bank.add(Memory(title="old", content="c"), PERSON)
    copy = bank.backup()
    bank.add(Memory(title="new", content="c"), PERSON)
    assert len(bank.entries()) == 2
    other = Bank(bank.path)
    assert len(other.entries()) == 2
    for ending in ("", "-wal", "-shm"):
        bank.path.with_name(bank.path.name + ending).unlink(missing_ok=True)
    copy.rename(bank.path)
    assert [entry.label for entry in bank.entries()] == ["old"]
    assert [entry.label for entry in other.entries()] == ["old"]
    other.add(Memory(title="more", content="c"), PERSON)
    assert len(bank.entries()) == 2
    other.close()


def test_a_backup_holds_what_is_still_in_the_log(bank: Bank, tmp_path: Path) -> None:
    bank.add(Memory(title="only in the log", content="c"), PERSON)
    wal = bank.path.with_name(bank.path.name + "-wal")
    assert wal.stat().st_size > 0
    to = tmp_path / "copies" / "copy.sqlite"
    assert bank.backup(to) == to
    assert [file.name for file in to.parent.iterdir()] == ["copy.sqlite"]
    with closing(sqlite3.connect(to)) as plain:
        assert plain.execute("SELECT title FROM entry").fetchall() == [("only in the log",)]
    names = {bank.backup().name, bank.backup().name}
    assert len(names) == 2, "no backup takes another's place"


def test_there_is_nothing_to_back_up_before_the_first_write(bank: Bank) -> None:
    with pytest.raises(NotFound):
        bank.backup()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_said(bank: Bank) -> None:
    bank.path.parent.chmod(0o500)
    try:
        with pytest.raises(BankUnavailable):
            bank.add(Memory(title="t", content="c"), PERSON)
    finally:
        bank.path.parent.chmod(0o700)


def test_a_bank_that_may_be_written_again_is(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add(Memory(title="before", content="c"), PERSON)
    bank.close_thread()
    with monkeypatch.context() as shut:  # as SQLite opens a file that may only be read
        uri = opening._uri
        shut.setattr(opening, "_uri", lambda path: uri(path).replace("mode=rw", "mode=ro"))
        for write in (
            lambda: bank.add(Memory(title="refused", content="c"), PERSON),
            lambda: bank.add(Memory(title="refused", content="c"), Actor(author="import:x")),
            lambda: bank.note_host("cursor"),
        ):
            with pytest.raises(BankUnavailable, match="may only be read"):
                write()
        assert bank.count(Query()) == 1  # this thread opened it so
    with pytest.raises(BankUnavailable, match="may only be read"):
        bank.add(Memory(title="refused", content="c"), PERSON)
    bank.add(Memory(title="after", content="c"), PERSON)
    assert {entry.label for entry in bank.entries(Query())} == {"before", "after"}


def test_a_full_disk_is_said_and_nothing_is_lost(bank: Bank) -> None:
    bank.add(Memory(title="kept", content="c"), PERSON)
    connection = bank._connections.writing()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(BankUnavailable, match="no room"):
        bank.add(Memory(title="lost", content="x" * 90_000), PERSON)
    connection.execute("PRAGMA max_page_count = 1000000")
    assert [entry.label for entry in bank.entries()] == ["kept"]
    bank.add(Memory(title="again", content="x" * 90_000), PERSON)
    assert bank.check() == []


@pytest.mark.parametrize("most", [1, 10, 30])
def test_a_disk_without_room_for_a_new_bank(most: int) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA max_page_count = {most}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            migrations.migrate(connection)
        assert not connection.in_transaction
        assert migrations.version(connection) == 0


def test_a_disk_that_fails_amid_a_reading_is_said(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)
    failure = sqlite3.OperationalError("disk I/O error")
    failure.sqlite_errorcode = sqlite3.SQLITE_IOERR
    with pytest.raises(BankUnavailable, match="disk I/O error"), bank.snapshot():
        bank._connections.reading().execute("ROLLBACK")  # as SQLite does then
        raise failure
    assert len(bank.entries()) == 1


def test_a_fault_of_memdesk_is_not_dressed_up(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)
    with pytest.raises(sqlite3.OperationalError), bank._reading() as connection:
        connection.execute("SELECT nothing FROM nowhere")
    assert len(bank.entries()) == 1
