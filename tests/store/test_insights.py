"""What the pictures are drawn from, and the rows behind them (spec 7.1)."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memdesk.core import times
from memdesk.core.authors import Actor, importer
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.query import Query
from memdesk.store.bank import AccessRow, Bank
from memdesk.store.insights import secrets_found

PERSON = Actor()
IMPORT = Actor(author=importer("memdesk"))
NOW = datetime(2026, 7, 4, 12, tzinfo=UTC)


def ago(days: float) -> str:
    return times.iso(NOW - timedelta(days=days))


def result(steps: Generator[Any, None, Any]) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.fixture
def aged(bank: Bank) -> Bank:
    for number, (days, relevance) in enumerate(
        ((1, "high"), (1, "low"), (20, "low"), (400, "low"))
    ):
        bank.add(
            Memory(
                id=f"m{number}",
                title=f"Memory {number}",
                content="text",
                relevance=relevance,
                created_at=ago(days),
                category="fact" if number else "note",
            ),
            IMPORT,
        )
    bank.add(Task(id="t", title="Task", created_at=ago(1)), IMPORT)
    bank.add(Work(id="gone", name="Gone", created_at=ago(1)), IMPORT)
    bank.delete([("work", "gone")], PERSON)
    bank.record_access({"memory": ["m0"]}, recalled=True)
    bank.record_access({"memory": ["m1"]}, recalled=False)
    return bank


def test_tallies_count_each_living_entry_once(aged: Bank) -> None:
    tallies = aged.tallies([ago(7), ago(30)])
    assert sum(tally.count for tally in tallies) == 5
    assert {
        (tally.kind, tally.category, tally.relevance, tally.age): (tally.count, tally.never)
        for tally in tallies
    } == {
        ("memory", "note", "high", 0): (1, 0),
        ("memory", "fact", "low", 0): (1, 1),
        ("memory", "fact", "low", 1): (1, 1),
        ("memory", "fact", "low", 2): (1, 1),
        ("task", "", "medium", 0): (1, 1),
    }


def test_without_bounds_there_is_one_age(aged: Bank) -> None:
    assert {tally.age for tally in aged.tallies([])} == {0}


def test_the_rows_behind_a_tally_are_found_by_a_query(aged: Bank) -> None:
    def names(**fields: Any) -> list[str]:
        return sorted(entry.id for entry in aged.entries(Query(kinds=("memory",), **fields)))

    assert names(never_recalled=True) == ["m1", "m2", "m3"]
    assert names(created_from=ago(30), created_before=ago(7)) == ["m2"]
    assert names(created_before=ago(30)) == ["m3"]
    assert names(created_from=ago(7), relevance="low") == ["m1"]
    keys = tuple(aged.get(one).key for one in ("m0", "m3", "t"))
    assert names(among=keys) == ["m0", "m3"]
    assert names(among=keys, text="Memory 3") == ["m3"]
    assert names(among=()) == []
    assert aged.count(Query(among=keys)) == 3


def call(host: str, operation: str, days: float, *ids: str) -> AccessRow:
    return AccessRow(host=host, operation=operation, ids=ids, at=ago(days))


def test_fetches_are_counted_by_host_and_day(aged: Bank) -> None:
    aged.log_access(
        [
            call("one", "block", 1, "m0", "t"),
            call("one", "memory_recall", 1, "m1"),
            call("one", "memory_write", 1, "m2"),
            call("one", "ping", 1),
            call("one", "block", 3),
            call("two", "memory_list", 1),
            call("two", "block", 40),
        ]
    )
    days = {days: (NOW - timedelta(days=days)).astimezone().date().isoformat() for days in (1, 3)}
    assert [(one.host, one.day, one.count) for one in aged.fetches(ago(30))] == [
        ("one", days[3], 1),
        ("one", days[1], 2),
        ("two", days[1], 1),
    ]


def test_what_was_fetched_is_found_by_kind(aged: Bank) -> None:
    aged.log_access(
        [
            call("one", "block", 1, "m0", "t", "gone", "never-was"),
            call("one", "memory_recall", 1, "m1"),
            call("one", "memory_write", 1, "m2"),
            call("two", "block", 1, "m3"),
            call("one", "block", 2, "m3"),
        ]
    )
    fetched = aged.fetched("one", ago(1.5), ago(0.5))
    assert fetched == {
        "memory": (aged.get("m0").key, aged.get("m1").key),
        "task": (aged.get("t").key,),
    }


def test_secrets_are_told_by_kind_and_never_themselves(bank: Bank) -> None:
    bank.add(Memory(id="p", title="Staging", content="password = hunter2x99"), PERSON)
    bank.add(Task(id="t", title="Rotate AKIAIOSFODNN7EXAMPLQ", notes="soon"), PERSON)
    bank.add(
        Memory(id="no", title="Not one", content="password = hunter2x99", not_secret=True), PERSON
    )
    bank.add(Memory(id="x", title="Plain", content="nothing to hide"), PERSON)
    found = result(secrets_found(bank))
    assert found == {
        "AWS key": {"task": (bank.get("t").key,)},
        "password": {"memory": (bank.get("p").key,)},
    }
    assert "hunter2x99" not in repr(found)
