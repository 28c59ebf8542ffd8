"""Copies that are made, or put back, while something is being forgotten everywhere (1.6, 6.2)."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.store import backup, restoring
from memdesk.store.bank import Bank

PERSON = Actor()


def add(bank: Bank, title: str) -> None:
    bank.add(Memory(title=title, content="c"), PERSON)


def test_a_backup_goes_on_when_what_was_made_of_it_is_taken_away(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(bank, "one")
    taken: list[Path] = []
    copied = backup._copy

    def forget_meanwhile(*arguments: Any) -> None:
        copied(*arguments)
        if len(taken) < 2:  # who forgets does so twice
            (draft,) = bank.backups.glob(".*.sqlite.*")
            draft.unlink()
            taken.append(draft)

    monkeypatch.setattr(backup, "_copy", forget_meanwhile)
    path = bank.backup()
    assert len(taken) == 2
    assert list(bank.backups.iterdir()) == [path]
    assert backup.look_inside(path).entries == 1


def test_a_backup_that_is_always_taken_away_says_why(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(bank, "one")
    copied = backup._copy

    def take_away(*arguments: Any) -> None:
        for draft in bank.backups.glob(".*.sqlite.*"):
            draft.unlink()
        copied(*arguments)

    monkeypatch.setattr(backup, "_copy", take_away)
    with pytest.raises(BankUnavailable, match="being forgotten"):
        bank.backup()
    assert list(bank.backups.iterdir()) == []


@pytest.mark.parametrize("moment", ["_draw", "_enter", "_write_in"])
def test_what_is_forgotten_while_a_backup_is_restored_does_not_come_back(
    bank: Bank, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    add(bank, "stays")
    gone = bank.add(Memory(title="to be forgotten", content="never to be seen again"), PERSON)
    chosen = bank.backup()
    before = getattr(restoring, moment)
    forgotten: list[object] = []

    def forget_first(*arguments: Any) -> Any:
        if not forgotten:
            forgotten.append(bank.forget_everywhere([("memory", gone.id)], PERSON))
        return before(*arguments)

    monkeypatch.setattr(restoring, moment, forget_first)
    restoring.restore(bank.path, chosen, bank.backups)
    assert [entry.label for entry in bank.entries()] == ["stays"]
    for file in bank.path.parent.rglob("*"):
        assert file.is_dir() or b"never to be seen again" not in file.read_bytes(), file


def test_what_is_forgotten_right_before_the_pages_are_copied(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The draft is open already: without a look at its name it would be copied all the same."""
    add(bank, "stays")
    gone = bank.add(Memory(title="to be forgotten", content="never to be seen again"), PERSON)
    chosen = bank.backup()
    opened = restoring.raw_connection
    times = 0

    def forget_after(path: Path) -> sqlite3.Connection:
        nonlocal times
        connection = opened(path)
        if path.name.startswith("."):
            times += 1
            if times == 3:  # drawn, entered, and now to be copied
                connection.execute("BEGIN")
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                connection.execute("COMMIT")
                bank.forget_everywhere([("memory", gone.id)], PERSON)
        return connection

    monkeypatch.setattr(restoring, "raw_connection", forget_after)
    restoring.restore(bank.path, chosen, bank.backups)
    assert times > 3
    assert [entry.label for entry in bank.entries()] == ["stays"]
