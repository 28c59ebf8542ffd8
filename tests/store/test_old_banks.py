"""Banks of every schema there has been are brought up to date, whole (spec 1.8)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import old_banks
import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import KINDS, Memory, Task, Work
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.store import backup, migrations
from memdesk.store.bank import Bank

SCHEMAS = range(1, migrations.NEWEST + 1)


def test_there_is_a_bank_of_every_schema() -> None:
    missing = [schema for schema in SCHEMAS if not old_banks.path_of(schema).exists()]
    assert missing == [], "make it with the code as it is: python tests/old_banks.py"


@pytest.fixture(params=SCHEMAS)
def old(request: pytest.FixtureRequest, bank_path: Path, open_bank: Callable[[Path], Bank]) -> Bank:
    old_banks.unpack(request.param, bank_path)
    with closing(sqlite3.connect(bank_path)) as plain:
        assert migrations.version(plain) == request.param
    return open_bank(bank_path)


def test_an_old_bank_holds_all_that_it_held(old: Bank) -> None:
    entries = {entry.id: entry for entry in old.entries(Query(kinds=KINDS))}
    terminal, battle, book = entries["terminal"], entries["battle"], entries["book"]
    assert isinstance(terminal, Memory)
    assert isinstance(battle, Task)
    assert isinstance(book, Work)
    assert terminal.content == "Never use PowerShell 5.1; use 7."
    assert terminal.tags == ("shell", "windows")
    assert (battle.status, battle.notes) == ("doing", "by Friday")
    assert (book.tech, book.summary) == (("python",), "about memory")
    assert entries["forum"].role == "GM"
    assert entries.keys() == {"terminal", "forum", "battle", "book"}
    assert [entry.id for entry in old.entries(Query(trashed=True))] == ["old"]
    assert (old.profile().interests, old.profile().notes) == (("chess",), "likes it short")
    assert old.host("cursor").policy == "review"
    assert old.waiting_suggestions() == 1
    assert [hit.entry.id for hit in old.search(Query(text="论坛"))] == ["forum"]
    assert len(old.history("terminal")) == 2
    assert old.check() == []
    old.undo(Actor())
    assert old.add(Memory(title="new", content="c"), Actor()).id not in entries
    old.close()


def test_an_old_bank_is_kept_as_it_was_before(old: Bank) -> None:
    with closing(sqlite3.connect(old.path)) as plain:
        before = migrations.version(plain)
    old.generation()
    made = backup.listed(old.backups, old.path)
    if before == migrations.NEWEST:
        assert made == []
        return
    (one,) = made
    assert one.reason == "migration"
    with closing(sqlite3.connect(one.path)) as plain:
        assert migrations.version(plain) == before
    old.close()


def test_a_bank_of_tomorrow_is_refused_in_words_and_left_alone(bank_path: Path) -> None:
    old_banks.unpack(1, bank_path)
    with closing(sqlite3.connect(bank_path)) as plain:
        plain.execute(f"PRAGMA user_version = {migrations.NEWEST + 1}")
    before = bank_path.read_bytes()
    with pytest.raises(BankUnavailable, match="newer memdesk: update memdesk"):
        Bank(bank_path).generation()
    assert bank_path.read_bytes() == before
