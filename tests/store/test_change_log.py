"""The list of everything that happened, and whole changes brought back (spec 1.7)."""

from __future__ import annotations

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import Conflict
from memdesk.store.bank import Bank

USER = Actor()
HOST = Actor(author="some-host")


@pytest.fixture
def three(bank: Bank) -> list[Memory]:
    added = [bank.add(Memory(title=f"Title {n}", content="c"), USER) for n in range(3)]
    return [entry for entry in added if isinstance(entry, Memory)]


def test_a_bulk_change_is_one_line_with_a_count(bank: Bank, three: list[Memory]) -> None:
    bank.update_many([entry.key for entry in three], {"relevance": "high"}, USER)
    newest = bank.change_log()[0]
    assert (newest.count, newest.change.label, newest.revision.action) == (3, "bulk", "update")
    assert newest.title == "Title 0"


def test_it_is_read_in_pages_and_by_author_and_kind(bank: Bank, three: list[Memory]) -> None:
    bank.add(Task(title="A task"), HOST)
    first = bank.change_log(limit=2)
    rest = bank.change_log(before=first[-1].change.number)
    numbers = [log.change.number for log in (*first, *rest)]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 4
    assert [log.title for log in bank.change_log(author="some-host")] == ["A task"]
    assert [log.title for log in bank.change_log(kind="task")] == ["A task"]
    assert bank.change_authors() == ["some-host", "user"]


def test_an_undo_says_what_it_undid(bank: Bank, three: list[Memory]) -> None:
    bank.delete([("memory", three[0].id)], USER)
    bank.undo(USER)
    of = bank.change_log()[0].of
    assert of is not None
    assert (of.revision.action, of.title) == ("delete", "Title 0")


def test_a_whole_change_is_reverted_as_one_step_of_undo(bank: Bank, three: list[Memory]) -> None:
    keys = [entry.key for entry in three]
    bank.update_many(keys, {"relevance": "high"}, HOST)
    number = bank.generation()
    bank.revert_change(number, USER)
    assert {entry.relevance for entry in bank.rows(keys).values()} == {"medium"}
    bank.undo(USER)
    assert {entry.relevance for entry in bank.rows(keys).values()} == {"high"}


def test_what_was_overwritten_since_is_not_reverted(bank: Bank, three: list[Memory]) -> None:
    keys = [entry.key for entry in three]
    bank.update_many(keys, {"relevance": "high"}, HOST)
    number = bank.generation()
    bank.update(three[1].id, {"relevance": "low"}, USER)
    with pytest.raises(Conflict):
        bank.revert_change(number, USER)
    assert {entry.relevance for entry in bank.rows(keys).values()} == {"high", "low"}


def test_what_progress_raises_rolls_everything_back(bank: Bank, three: list[Memory]) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise Enough

    with pytest.raises(Enough):
        bank.delete([("memory", entry.id) for entry in three], USER, progress=stop)
    assert all(bank.get(entry.id) for entry in three)
