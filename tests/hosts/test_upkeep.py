"""Whoever serves keeps the bank up: the cap behind hosts' writes, the daily round (spec 1.6)."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing

import pytest
from ages import ago, set_back, written
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankLocked
from memdesk.core.query import Query
from memdesk.hosts import upkeep
from memdesk.hosts.upkeep import Upkeep
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="h")


def old_entries(bank: Bank, count: int) -> None:
    with bank.transaction(HOST, "fill"):
        for number in range(count):
            bank.add(Memory(id=f"m-old-{number}", title=f"old {number}", content="c"), HOST)
    for number in range(count):
        written(bank, f"m-old-{number}", 60)


def left(bank: Bank) -> int:
    return len([one for one in bank.entries(Query()) if one.id.startswith("m-old-")])


def write(client: Raw, number: int) -> None:
    client.call("memory_write", title=f"new {number}", content=f"words {number} of a host")


@pytest.mark.parametrize(
    ("said", "cap"),
    [
        (None, 500), ("", None), ("none", None), (" None ", None), ("12", 12), ("1", 1),
        ("0", 500), ("-3", 500), ("many", 500), ("٣", 500), ("9" * 10, 500),
    ],
)  # fmt: skip
def test_what_the_variable_says(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    said: str | None,
    cap: int | None,
) -> None:
    if said is None:
        monkeypatch.delenv("MEMDESK_MAX_ENTRIES", raising=False)
    else:
        monkeypatch.setenv("MEMDESK_MAX_ENTRIES", said)
    assert upkeep.cap() == cap
    assert bool(caplog.records) == (said is not None and cap == 500)


def test_the_tenth_write_of_hosts_makes_room(
    bank: Bank, client: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_MAX_ENTRIES", "5")
    old_entries(bank, 8)
    for number in range(9):
        write(client, number)
    assert left(bank) == 8
    write(client, 9)
    assert left(bank) == 5
    assert bank.count(Query()) == 15, "nothing of what is new has gone"


def test_every_kind_of_write_counts_and_reading_does_not(
    bank: Bank, client: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_MAX_ENTRIES", "5")
    old_entries(bank, 6)
    for number in range(7):
        write(client, number)
    client.call("memory_update", taskTitle="a task", taskId="t-1")
    client.call("memory_forget", id="t-1")
    for _ in range(3):
        client.call("memory_list")
    assert left(bank) == 6
    client.call("remember", text="one more")
    assert left(bank) == 5


def test_without_a_cap_nothing_goes(
    bank: Bank, client: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_MAX_ENTRIES", "none")
    old_entries(bank, 8)
    for number in range(10):
        write(client, number)
    assert left(bank) == 8


def test_a_suggestion_is_no_write(bank: Bank, client: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_MAX_ENTRIES", "5")
    old_entries(bank, 8)
    bank.set_host("unknown", PERSON, policy="review")
    for number in range(10):
        write(client, number)
    assert left(bank) == 8
    assert bank.waiting_suggestions() == 10


def test_a_write_that_is_done_stays_done_when_no_room_can_be_made(
    bank: Bank, client: Raw, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(*_args: object) -> bool:
        raise BankLocked("The bank {path} is locked by another program.", path="x")

    monkeypatch.setattr(Bank, "evict", locked)
    for number in range(10):
        write(client, number)
    assert bank.count(Query()) == 10
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


class Watched(Bank):
    """A bank that says when its upkeep has been asked for."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.kept_up = threading.Event()

    def keep_up(self, cap: int | None, stopped: Callable[[], bool] = lambda: False) -> None:
        try:
            super().keep_up(cap, stopped)
        finally:
            self.kept_up.set()


def test_the_round_is_made_after_the_start_and_once_a_day(bank: Bank) -> None:
    bank.add(Memory(id="m-gone", title="t", content="c"), PERSON)
    bank.delete([("memory", "m-gone")], PERSON)
    set_back(bank, "m-gone", deleted_at=ago(31))
    watched = Watched(bank.path)
    keeper = Upkeep(watched, first=0)
    keeper.start()
    try:
        assert watched.kept_up.wait(90)
    finally:
        keeper.stop()
    assert bank.count(Query(trashed=True)) == 0
    assert not bank.upkeep_due(), "another process leaves it alone today"


def test_what_a_write_leaves_of_the_index_is_merged_behind_it(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "SETTLING_SECONDS", 0)
    merged = threading.Semaphore(0)

    class Merged(Bank):
        def merge_index(self) -> bool:
            more = super().merge_index()
            if not more:
                merged.release()
            return more

    with bank.transaction(HOST, "a change"):
        bank.add(Memory(title="t", content="c"), HOST)
    keeper = Upkeep(Merged(bank.path))
    keeper.start()
    try:
        for _ in range(2):
            for number in range(20):
                bank.add(Memory(title=f"t{number}", content="words of a host"), HOST)
            keeper.written()
            while pieces(bank) > 8:
                assert merged.acquire(timeout=90)
    finally:
        keeper.stop()


def pieces(bank: Bank) -> int:
    with bank._reading() as connection:
        found: int = connection.execute(
            "SELECT count(DISTINCT segid) FROM entry_words_idx"
        ).fetchone()[0]
    return found


def test_a_write_through_a_door_is_told_to_the_upkeep(
    client: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    monkeypatch.setattr(Upkeep, "written", lambda _upkeep: told.set())
    client.call("memory_list")
    assert not told.is_set()
    write(client, 1)
    assert told.is_set()


def test_reading_destroys_nothing(bank: Bank) -> None:
    bank.add(Memory(id="m-gone", title="t", content="c"), PERSON)
    bank.delete([("memory", "m-gone")], PERSON)
    set_back(bank, "m-gone", deleted_at=ago(400))
    bank.close()
    again = Bank(bank.path)
    again.stats()
    again.entries()
    again.history()
    assert again.get("m-gone", trashed=True).id == "m-gone"
    again.close()


def test_no_bank_is_made_for_its_upkeep(bank: Bank) -> None:
    assert not bank.upkeep_due()
    assert not bank.exists()


def test_a_round_that_fails_is_tried_again(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)

    def locked(*_args: object) -> bool:
        raise BankLocked("The bank {path} is locked by another program.", path="x")

    monkeypatch.setattr(Bank, "evict", locked)
    with pytest.raises(BankLocked):
        bank.keep_up(500)
    assert bank.upkeep_due()
    monkeypatch.undo()
    bank.keep_up(500)
    assert not bank.upkeep_due()


def test_a_clock_that_went_back_does_not_stop_it_for_ever(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), PERSON)
    bank.keep_up(500)
    with closing(sqlite3.connect(bank.path)) as connection, connection:
        connection.execute("UPDATE upkeep SET value = ? WHERE name = 'upkeep done'", (ago(-400),))
    assert bank.upkeep_due()
